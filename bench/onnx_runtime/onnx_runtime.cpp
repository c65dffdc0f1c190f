// SPDX-License-Identifier: BSL-1.0
#include <bench/onnx_runtime/onnx_runtime.hpp>

#include <unistd.h>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>

namespace bench {

using nlohmann::json;

[[noreturn]] static void give_up(const std::string& why) {
    std::fprintf(stderr, "ONNX Runtime: %s\n", why.c_str());
    std::exit(1);
}

std::string node_packages() {
    const char* folder = std::getenv("HEED_BENCH_NODE_MODULES");
    return folder == nullptr ? "" : folder;
}

std::string exchanged_file() { return node_packages() + "/numbers." + std::to_string(getpid()); }

void write_exchanged(const inputs& operands) {
    std::ofstream file(exchanged_file(), std::ios::binary);
    for (const floats& x : operands)
        file.write(reinterpret_cast<const char*>(x.data()), static_cast<std::streamsize>(sizeof(float) * x.size()));
    file.close();
    if (!file) give_up("cannot write " + exchanged_file());
}

onnx_runtime& onnx_runtime::instance() {
    static onnx_runtime one;
    return one;
}

onnx_runtime::onnx_runtime() {
    int questions[2], answers[2];
    if (pipe(questions) != 0 || pipe(answers) != 0) give_up("no pipe");
    const std::string folder = node_packages();
    const pid_t child = fork();
    if (child < 0) give_up("no process");
    if (child == 0) {
        dup2(questions[0], STDIN_FILENO);
        dup2(answers[1], STDOUT_FILENO);
        for (const int end : {questions[0], questions[1], answers[0], answers[1]}) close(end);
        execlp("node", "node", HEED_BENCH_SERVE, folder.c_str(), static_cast<char*>(nullptr));
        _exit(127);
    }
    close(questions[0]);
    close(answers[1]);
    to_ = questions[1];
    from_ = answers[0];
    std::signal(SIGPIPE, SIG_IGN);  // a process that ended is told by the answer that does not come
}

onnx_runtime::~onnx_runtime() {
    close(to_);
    close(from_);
    std::remove(exchanged_file().c_str());
}

json onnx_runtime::ask(const json& question) {
    const std::string line = question.dump() + '\n';
    if (write(to_, line.data(), line.size()) != static_cast<ssize_t>(line.size())) give_up("node has ended");
    std::size_t end = 0;
    while ((end = rest_.find('\n')) == std::string::npos) {
        char piece[4096];
        const ssize_t got = read(from_, piece, sizeof piece);
        if (got <= 0) give_up("node has ended");
        rest_.append(piece, static_cast<std::size_t>(got));
    }
    const json answer = json::parse(rest_.substr(0, end));
    rest_.erase(0, end + 1);
    if (answer.contains("error")) give_up(answer["error"].get<std::string>());
    return answer;
}

/// An open model, until nobody has it any more.
struct open_model {
    json id;
    floats result;
    ~open_model() { onnx_runtime::instance().ask({{"close", id}}); }

    double run(std::size_t times) const {
        return onnx_runtime::instance().ask({{"run", id}, {"times", times}})["seconds"].get<double>();
    }
    const float* computed() {
        onnx_runtime::instance().ask({{"write", id}, {"file", exchanged_file()}});
        std::ifstream file(exchanged_file(), std::ios::binary);
        file.read(reinterpret_cast<char*>(result.data()), static_cast<std::streamsize>(sizeof(float) * result.size()));
        if (!file || file.peek() != std::ifstream::traits_type::eof()) give_up("a result has another size");
        return result.data();
    }
};

computation onnx_runtime::prepared(const json& question, std::size_t result_size) {
    const json id = ask(question)["id"];
    if (id.is_null()) return {};
    const auto model = std::make_shared<open_model>(id, floats(result_size));
    return {[model](std::size_t) { return model->computed(); },
            [model](std::size_t times) { return model->run(times); }};
}

}  // namespace bench
