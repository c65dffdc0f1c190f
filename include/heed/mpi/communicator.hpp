// SPDX-License-Identifier: BSL-1.0
// The ranks that compute together: a communicator of heed's own, whose errors are words, and the memory of its
// messages.
#pragma once

#include <heed/meta/raise.hpp>
#include <heed/tensor/storage.hpp>

// The C++ bindings of MPI 2 were removed in MPI 3.
// NOLINTBEGIN(readability-identifier-naming)
#ifndef OMPI_SKIP_MPICXX
#define OMPI_SKIP_MPICXX 1
#endif
#ifndef MPICH_SKIP_MPICXX
#define MPICH_SKIP_MPICXX 1
#endif
// NOLINTEND(readability-identifier-naming)
#include <mpi.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <thread>

namespace heed::mpi {

/// What MPI reports, or what ranks do not agree on. what() is a sentence: "heed: MPI_Isend: MPI_ERR_RANK: invalid
/// rank".
class error : public std::runtime_error {
public:
    /// words: the sentence that what() returns.
    explicit error(const std::string& words) : std::runtime_error(words) {}
};

class communicator;

namespace detail {

[[noreturn]] inline void raise_error(const std::string& words) { heed::detail::raise<error>("heed: " + words); }

inline std::string words_of_code(int code) {
    char text[MPI_MAX_ERROR_STRING + 1] = {};
    int length = 0;
    if (MPI_Error_string(code, text, &length) != MPI_SUCCESS) return "error " + std::to_string(code);
    return std::string(text, static_cast<std::size_t>(length));
}

/// Memory for messages, aligned. It grows and is reused.
class message_memory {
public:
    message_memory() = default;
    message_memory(const message_memory&) = delete;
    message_memory& operator=(const message_memory&) = delete;
    ~message_memory() { release(); }

    std::byte* of_size(std::size_t size) {
        if (size > size_) {
            release();
            bytes_ = heed::detail::allocate_elements<std::byte>(size);
            size_ = size;
        }
        return bytes_;
    }
    std::size_t size() const { return size_; }
    /// Leaves the memory to messages that may still arrive.
    void abandon() {
        bytes_ = nullptr;
        size_ = 0;
    }

private:
    void release() {
        heed::detail::release_elements(bytes_, size_);
        abandon();
    }

    std::byte* bytes_ = nullptr;
    std::size_t size_ = 0;
};

}  // namespace detail

/// The ranks of an MPI communicator, as heed's functions take them: mpi::communicator world(MPI_COMM_WORLD). It is a
/// duplicate, so that no message meets one of the program, and owns the memory of messages, which later calls use
/// again.
/// cost    MPI_Comm_dup, which all ranks of the communicator call together; make one, and keep it
/// needs   MPI_Init before, and its end before MPI_Finalize; one thread calls it at a time (MPI_THREAD_FUNNELED suffices)
/// errors  mpi::error, in place of MPI's own handler, which ends the program. After one, every later call fails alike
/// example examples/mpi/ring.cpp
class communicator {
public:
    /// patience: how long a call waits for another rank before it fails; 0, as long as it takes.
    explicit communicator(MPI_Comm ranks, std::chrono::milliseconds patience = {}) : patience_(patience) {
        int is_running = 0;
        MPI_Initialized(&is_running);
        if (is_running == 0) detail::raise_error("mpi::communicator needs MPI_Init before it");
        if (ranks == MPI_COMM_NULL)
            detail::raise_error(
                "mpi::communicator needs a communicator, not MPI_COMM_NULL, which MPI_Comm_split gives ranks "
                "without a colour");
        duplicate(ranks);
        check(MPI_Comm_set_errhandler(handle_, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
        check(MPI_Comm_rank(handle_, &rank_), "MPI_Comm_rank");
        check(MPI_Comm_size(handle_, &size_), "MPI_Comm_size");
    }
    communicator(const communicator&) = delete;
    communicator& operator=(const communicator&) = delete;
    ~communicator() {
        int is_over = 0;
        MPI_Finalized(&is_over);
        if (is_broken())
            for (detail::message_memory& m : memory_) m.abandon();
        else if (is_over == 0)
            MPI_Comm_free(&handle_);
    }

    /// The number of this process, from 0.
    int rank() const { return rank_; }
    /// How many processes there are.
    int size() const { return size_; }
    /// The duplicate.
    MPI_Comm handle() const { return handle_; }
    /// Bytes that are kept for messages.
    std::size_t message_bytes() const {
        std::size_t all = 0;
        for (const detail::message_memory& m : memory_) all += m.size();
        return all;
    }

    ///@cond
    /// Before a call: an error left messages of which nobody knows.
    void begin(const char* call) const {
        if (is_broken()) detail::raise_error(std::string(call) + " after " + broken_by_);
    }
    bool is_broken() const { return broken_by_ != nullptr; }
    /// Messages are under way that nobody waits for, because of what these words say.
    void abandon_messages(const char* broken_by = "an error of this communicator") const {
        if (!is_broken()) broken_by_ = broken_by;
    }
    [[noreturn]] void fail(const std::string& words) const {
        abandon_messages();
        detail::raise_error(words);
    }
    void check(int code, const char* call) const {
        if (code != MPI_SUCCESS) fail(std::string(call) + ": " + detail::words_of_code(code));
    }
    /// Calls done() until it is true. Ranks that share a core let others go on.
    template <class Done>
    void wait_until(const Done& done, const char* call) const {
        if (done()) return;
        const auto start = std::chrono::steady_clock::now();
        while (!done()) {
            if (patience_.count() > 0 && std::chrono::steady_clock::now() - start > patience_)
                fail(std::string(call) + ": rank " + std::to_string(rank_) + " waited " +
                     std::to_string(patience_.count()) +
                     " ms for another rank, which stopped, or calls something else");
            std::this_thread::yield();
        }
    }
    /// The number of what all ranks begin together: each exchange of records has one, whatever comes of it.
    std::uint64_t next_number() const { return number_++; }
    std::uint64_t upcoming_number() const { return number_; }
    /// The largest tag of a message; MPI allows 32767 at least.
    static int largest_tag() {
        void* tag = nullptr;
        int is_there = 0;
        MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &tag, &is_there);
        return is_there != 0 ? *static_cast<const int*>(tag) : 32767;
    }
    detail::message_memory& memory(std::size_t i) const { return memory_[i]; }
    ///@endcond

private:
    /// An error of the duplication is the one of `ranks`, whose own handler may end the program.
    void duplicate(MPI_Comm ranks) {
        MPI_Errhandler own = MPI_ERRHANDLER_NULL;
        check(MPI_Comm_get_errhandler(ranks, &own), "MPI_Comm_get_errhandler");
        MPI_Comm_set_errhandler(ranks, MPI_ERRORS_RETURN);
        const int code = MPI_Comm_dup(ranks, &handle_);
        MPI_Comm_set_errhandler(ranks, own);
        MPI_Errhandler_free(&own);
        check(code, "MPI_Comm_dup");
    }

    std::chrono::milliseconds patience_;
    MPI_Comm handle_ = MPI_COMM_NULL;
    int rank_ = 0, size_ = 1;
    mutable std::uint64_t number_ = 0;
    mutable const char* broken_by_ = nullptr;
    mutable std::array<detail::message_memory, 8> memory_;
};

namespace detail {
inline std::size_t own_of(const communicator& ranks) { return static_cast<std::size_t>(ranks.rank()); }
inline std::size_t count_of(const communicator& ranks) { return static_cast<std::size_t>(ranks.size()); }
/// The neighbours of this rank in a ring.
inline int right_of(const communicator& ranks) { return (ranks.rank() + 1) % ranks.size(); }
inline int left_of(const communicator& ranks) { return (ranks.rank() + ranks.size() - 1) % ranks.size(); }
}  // namespace detail

}  // namespace heed::mpi
