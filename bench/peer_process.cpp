// SPDX-License-Identifier: BSL-1.0
#include <bench/peer_process.hpp>

#include <unistd.h>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <utility>

namespace bench {

using nlohmann::json;

void peer_process::give_up(const std::string& why) const {
    std::fprintf(stderr, "%s: %s\n", who_.c_str(), why.c_str());
    std::exit(1);
}

static void run_command(const std::vector<std::string>& command) {
    std::vector<char*> words;
    for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    execvp(words[0], words.data());
}

peer_process::peer_process(std::string who, const std::vector<std::string>& command, std::string exchanged)
    : who_(std::move(who)), exchanged_(std::move(exchanged)) {
    int questions[2], answers[2];
    if (pipe(questions) != 0 || pipe(answers) != 0) give_up("no pipe");
    const pid_t child = fork();
    if (child < 0) give_up("no process");
    if (child == 0) {
        dup2(questions[0], STDIN_FILENO);
        dup2(answers[1], STDOUT_FILENO);
        for (const int end : {questions[0], questions[1], answers[0], answers[1]}) close(end);
        run_command(command);
        _exit(127);
    }
    close(questions[0]);
    close(answers[1]);
    to_ = questions[1];
    from_ = answers[0];
    std::signal(SIGPIPE, SIG_IGN);  // a process that ended is told by the answer that does not come
}

peer_process::~peer_process() {
    close(to_);
    close(from_);
    if (!exchanged_.empty()) std::remove(exchanged_.c_str());
}

void peer_process::write_exchanged(const inputs& operands) const {
    std::ofstream file(exchanged_, std::ios::binary);
    for (const floats& x : operands)
        file.write(reinterpret_cast<const char*>(x.data()), static_cast<std::streamsize>(sizeof(float) * x.size()));
    file.close();
    if (!file) give_up("cannot write " + exchanged_);
}

json peer_process::ask(const json& question) {
    const std::string line = question.dump() + '\n';
    if (write(to_, line.data(), line.size()) != static_cast<ssize_t>(line.size())) give_up("the process has ended");
    std::size_t end = 0;
    while ((end = rest_.find('\n')) == std::string::npos) {
        char piece[4096];
        const ssize_t got = read(from_, piece, sizeof piece);
        if (got <= 0) give_up("the process has ended");
        rest_.append(piece, static_cast<std::size_t>(got));
    }
    const json answer = json::parse(rest_.substr(0, end));
    rest_.erase(0, end + 1);
    if (answer.contains("error")) give_up(answer["error"].get<std::string>());
    return answer;
}

/// An open model, until nobody has it any more.
struct open_model {
    peer_process& of;
    json id;
    floats result;

    open_model(peer_process& process, json number, std::size_t size)
        : of(process), id(std::move(number)), result(size) {}
    open_model(const open_model&) = delete;
    open_model& operator=(const open_model&) = delete;
    ~open_model() { of.ask({{"close", id}}); }

    double run(std::size_t times) const { return of.ask({{"run", id}, {"times", times}})["seconds"].get<double>(); }
    const float* computed() {
        if (of.exchanged_file().empty()) return nullptr;
        of.ask({{"write", id}, {"file", of.exchanged_file()}});
        std::ifstream file(of.exchanged_file(), std::ios::binary);
        file.read(reinterpret_cast<char*>(result.data()), static_cast<std::streamsize>(sizeof(float) * result.size()));
        if (!file || file.peek() != std::ifstream::traits_type::eof()) of.give_up("a result has another size");
        return result.data();
    }
};

computation peer_process::prepared(const json& question, std::size_t result_size) {
    const json id = ask(question)["id"];
    if (id.is_null()) return {};
    const auto model = std::make_shared<open_model>(*this, id, result_size);
    return {[model](std::size_t) { return model->computed(); },
            [model](std::size_t times) { return model->run(times); }};
}

}  // namespace bench
