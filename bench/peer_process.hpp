// SPDX-License-Identifier: BSL-1.0
// A library of another language: a process computes with it, and says how long it took.
#pragma once

#include <bench/contender.hpp>

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace bench {

/// A process that answers lines of JSON. It ends with this program.
///
///   {"run": id, "times": n}            {"seconds": processor time of that process}
///   {"write": id, "file": where}       {"written": true}: the result of another run
///   {"close": id}                      {"closed": true}
///   what it prepares                   {"id": n}, or {"id": null} where it has nothing for it
///   anything else, or where it fails   {"error": "why"}
class peer_process {
public:
    /// `who` names it in errors. Numbers are exchanged by a file, where there is one.
    peer_process(std::string who, const std::vector<std::string>& command, std::string exchanged = {});

    /// Ends the program where the answer is an error, with its words.
    nlohmann::json ask(const nlohmann::json& question);

    /// What `question` prepares, with a result of so many numbers; empty where the process has nothing for it. The
    /// process lives as long.
    computation prepared(const nlohmann::json& question, std::size_t result_size);

    /// Writes all numbers into the file, one operand after the other.
    void write_exchanged(const inputs& operands) const;
    const std::string& exchanged_file() const { return exchanged_; }
    [[noreturn]] void give_up(const std::string& why) const;

    peer_process(const peer_process&) = delete;
    peer_process& operator=(const peer_process&) = delete;
    ~peer_process();

private:
    std::string who_, exchanged_;
    int to_ = -1, from_ = -1;
    std::string rest_;  ///< what came after the last line
};

}  // namespace bench
