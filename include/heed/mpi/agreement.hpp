// SPDX-License-Identifier: BSL-1.0
// What ranks tell each other before a call sends anything: so that what does not fit is the same error on all of them.
#pragma once

#include <heed/mpi/messages.hpp>
#include <heed/shape/shape_error.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace heed::mpi::detail {

enum class call_kind : std::int64_t { ring_attention, ring_attention_vjp, sum_into, all_rows };
inline const char* words_of(call_kind c) {
    switch (c) {
        case call_kind::ring_attention: return "mpi::ring_attention";
        case call_kind::ring_attention_vjp: return "mpi::ring_attention_vjp";
        case call_kind::sum_into: return "mpi::sum_into";
        default: return "mpi::all_rows";
    }
}

/// A word that tells element types apart.
template <class T>
constexpr std::int64_t word_of_type() {
    return static_cast<std::int64_t>(sizeof(T)) * 4 + (std::is_integral_v<T> ? 1 : std::is_same_v<T, bfloat16> ? 2 : 0);
}

/// What is called with which sizes. All calls have records of one length, so that different calls understand each
/// other.
struct call_record {
    static constexpr std::size_t most = 40;
    std::array<std::int64_t, most> at{};
    std::size_t filled = 0;

    explicit call_record(call_kind c = call_kind::ring_attention) { add(static_cast<std::int64_t>(c)); }
    call_kind kind() const { return static_cast<call_kind>(at[0]); }
    void add(std::int64_t word) { at[filled++] = word; }
    /// A rank and six sizes.
    void add(const heed::detail::shape& s) {
        add(static_cast<std::int64_t>(s.rank));
        for (std::size_t i = 0; i < heed::detail::max_rank; ++i)
            add(i < s.rank ? static_cast<std::int64_t>(s[i].size) : 0);
    }
    /// The n-th shape behind so many words.
    heed::detail::shape shape_at(std::size_t words, std::size_t n) const {
        const std::size_t first = words + n * (1 + heed::detail::max_rank);
        heed::detail::shape s;
        for (std::size_t i = 0; i < static_cast<std::size_t>(at[first]); ++i)
            s.push_back(extent(static_cast<std::size_t>(at[first + 1 + i])));
        return s;
    }
};

/// The records of all ranks, while they are exchanged.
class record_exchange {
public:
    record_exchange(const communicator& ranks, const call_record& own)
        : ranks_(ranks), words_(ranks, {own.at, std::vector<std::int64_t>(call_record::most * count_of(ranks))}) {
        ranks.begin(words_of(own.kind()));
        constexpr int count = static_cast<int>(call_record::most);
        ranks.check(MPI_Iallgather(words_.memory().own.data(), count, MPI_INT64_T, words_.memory().all.data(), count,
                                   MPI_INT64_T, ranks.handle(), words_.request()),
                    "MPI_Iallgather");
    }

    bool is_done() { return words_.is_done(); }
    /// errors  mpi::error, the same on all ranks, where they call different functions
    std::vector<call_record> all() const {
        std::vector<call_record> records(count_of(ranks_));
        for (std::size_t r = 0; r < records.size(); ++r)
            for (std::size_t i = 0; i < call_record::most; ++i)
                records[r].at[i] = words_.memory().all[r * call_record::most + i];
        for (std::size_t r = 1; r < records.size(); ++r)
            if (records[r].kind() != records[0].kind())
                raise_error("ranks call different functions: rank 0 " + std::string(words_of(records[0].kind())) +
                            ", rank " + std::to_string(r) + " " + words_of(records[r].kind()));
        return records;
    }

private:
    struct record_words {
        std::array<std::int64_t, call_record::most> own;
        std::vector<std::int64_t> all;
    };

    const communicator& ranks_;
    pending<record_words> words_;
};

inline std::vector<call_record> records_of_all(const communicator& ranks, const call_record& own) {
    record_exchange exchange(ranks, own);
    ranks.wait_until([&] { return exchange.is_done(); }, words_of(own.kind()));
    return exchange.all();
}

/// The largest of what all ranks have, number by number.
inline std::vector<int> largest_of_all(const communicator& ranks, std::vector<int> numbers, const char* call) {
    pending<std::vector<int>> under_way(ranks, std::move(numbers));
    ranks.check(MPI_Iallreduce(MPI_IN_PLACE, under_way.memory().data(), static_cast<int>(under_way.memory().size()),
                               MPI_INT, MPI_MAX, ranks.handle(), under_way.request()),
                "MPI_Iallreduce");
    under_way.wait(call);
    return under_way.memory();
}

/// The words of the first rank that has some, as an error on all ranks.
[[noreturn]] inline void raise_words(const communicator& ranks, const std::string& own, int first, const char* call) {
    pending<std::array<char, 400>> words(ranks, {});
    char* const text = words.memory().data();
    const std::size_t size = words.memory().size();
    if (ranks.rank() == first) own.copy(text, size - 1);
    ranks.check(MPI_Ibcast(text, static_cast<int>(size), MPI_CHAR, first, ranks.handle(), words.request()),
                "MPI_Ibcast");
    words.wait(call);
    raise_error(std::string(call) + ", rank " + std::to_string(first) + ": " + text);
}

/// "mpi::f(...) needs ...: rank 2 has [4 x 8]"
template <class... Parts>
[[noreturn]] void raise_shapes(const std::string& law, std::size_t rank, const Parts&... parts) {
    heed::detail::raise<shape_error>(law.c_str(), ": rank ", rank, " has ", parts...);
}

}  // namespace heed::mpi::detail
