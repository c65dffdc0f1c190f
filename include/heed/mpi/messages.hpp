// SPDX-License-Identifier: BSL-1.0
// Elements as messages: the datatype of MPI for an element type, and messages under way.
#pragma once

#include <heed/mpi/communicator.hpp>
#include <heed/scalar/half_precision.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace heed::mpi::detail {

/// Half precision, of which MPI knows nothing, and other types travel as bytes.
template <class T>
MPI_Datatype datatype_of() {
    if constexpr (std::is_same_v<T, float>)
        return MPI_FLOAT;
    else if constexpr (std::is_same_v<T, double>)
        return MPI_DOUBLE;
    else if constexpr (std::is_same_v<T, std::int32_t>)
        return MPI_INT32_T;
    else if constexpr (std::is_same_v<T, std::int64_t>)
        return MPI_INT64_T;
    else
        return MPI_BYTE;
}
/// In how many elements of datatype_of<T>() a T is counted.
template <class T>
std::size_t datatype_count() {
    static_assert(std::is_trivially_copyable_v<T>, "heed: mpi sends elements whose bytes are their value");
    return datatype_of<T>() == MPI_BYTE ? sizeof(T) : 1;
}

/// MPI counts in int: longer messages are several.
inline constexpr std::size_t most_at_once = std::size_t{1} << 30;

/// Messages that are under way together.
class messages {
public:
    messages(const communicator& c) : ranks_(c) {}
    messages(const messages&) = delete;
    messages& operator=(const messages&) = delete;
    /// What an exception interrupts: nobody writes to this memory again (see communicator::begin).
    ~messages() {
        if (!requests_.empty()) ranks_.abandon_messages();
    }

    template <class T>
    void send(const T* first, std::size_t count, int to, int tag) {
        in_parts(first, count, [&](const T* part, int n) {
            ranks_.check(MPI_Isend(part, n, datatype_of<T>(), to, tag, ranks_.handle(), added()), "MPI_Isend");
        });
    }
    template <class T>
    void receive(T* first, std::size_t count, int from, int tag) {
        in_parts(first, count, [&](T* part, int n) {
            ranks_.check(MPI_Irecv(part, n, datatype_of<T>(), from, tag, ranks_.handle(), added()), "MPI_Irecv");
        });
    }
    /// Whether there are none under way.
    bool are_none() const { return requests_.empty(); }
    /// Whether all have arrived; then there are none under way.
    bool are_done() {
        if (requests_.empty()) return true;
        int done = 0;
        statuses_.resize(requests_.size());
        const int code = MPI_Testall(static_cast<int>(requests_.size()), requests_.data(), &done, statuses_.data());
        if (code == MPI_ERR_IN_STATUS)
            for (const MPI_Status& s : statuses_)
                if (s.MPI_ERROR != MPI_ERR_PENDING) ranks_.check(s.MPI_ERROR, "MPI_Testall");
        ranks_.check(code, "MPI_Testall");
        if (done != 0) requests_.clear();
        return done != 0;
    }
    void wait(const char* call) {
        ranks_.wait_until([&] { return are_done(); }, call);
    }

private:
    MPI_Request* added() {
        requests_.push_back(MPI_REQUEST_NULL);
        return &requests_.back();
    }
    template <class T, class Use>
    static void in_parts(T* first, std::size_t count, const Use& use) {
        const std::size_t each = datatype_count<std::remove_const_t<T>>(), most = most_at_once / each;
        for (std::size_t i = 0; i < count; i += most)
            use(first + i, static_cast<int>(std::min(most, count - i) * each));
    }

    const communicator& ranks_;
    std::vector<MPI_Request> requests_;
    std::vector<MPI_Status> statuses_;
};

/// A collective operation under way, with the memory that it reads and writes. Where nobody waits for its end, as after
/// patience, this memory is left behind on purpose: other ranks may still let MPI write to it.
template <class Memory>
class pending {
public:
    pending(const communicator& c, Memory memory) : ranks_(c), memory_(std::make_unique<Memory>(std::move(memory))) {}
    pending(const pending&) = delete;
    pending& operator=(const pending&) = delete;
    ~pending() {
        if (request_ == MPI_REQUEST_NULL) return;
        ranks_.abandon_messages();
        [[maybe_unused]] const auto* const left = memory_.release();
    }

    Memory& memory() { return *memory_; }
    const Memory& memory() const { return *memory_; }
    /// For the call that begins.
    MPI_Request* request() { return &request_; }

    bool is_done() {
        int done = 0;
        ranks_.check(MPI_Test(&request_, &done, MPI_STATUS_IGNORE), "MPI_Test");
        return done != 0;
    }
    void wait(const char* call) {
        ranks_.wait_until([&] { return is_done(); }, call);
    }

private:
    const communicator& ranks_;
    std::unique_ptr<Memory> memory_;
    MPI_Request request_ = MPI_REQUEST_NULL;
};

}  // namespace heed::mpi::detail
