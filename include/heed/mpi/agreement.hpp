// SPDX-License-Identifier: BSL-1.0
// What ranks tell each other before a call sends anything: so that what does not fit is the same error on all of them.
#pragma once

#include <heed/mpi/messages.hpp>
#include <heed/mpi/order.hpp>
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

/// A number for what is added to it, one after the other (FNV-1a).
class running_hash {
public:
    constexpr void add(std::uint64_t number) { value_ = (value_ ^ number) * 1099511628211ULL; }
    constexpr std::int64_t word() const { return static_cast<std::int64_t>(value_); }

private:
    std::uint64_t value_ = 14695981039346656037ULL;
};

/// A word that tells element types apart: the bytes, and which kind of number.
template <class T>
constexpr std::int64_t word_of_type() {
    const int kind = std::is_same_v<T, bool>       ? 1
                     : std::is_same_v<T, bfloat16> ? 4
                     : std::is_same_v<T, float16>  ? 5
                     : std::is_floating_point_v<T> ? 0
                     : std::is_unsigned_v<T>       ? 3
                     : std::is_integral_v<T>       ? 2
                                                   : 6;
    return static_cast<std::int64_t>(sizeof(T)) * 8 + kind;
}
/// "float of 4 bytes"
inline std::string words_of_type(std::int64_t word) {
    static constexpr const char* kinds[] = {"float", "bool", "int", "unsigned", "bfloat16", "float16", "numbers"};
    return std::string(kinds[word % 8]) + " of " + std::to_string(word / 8) + " bytes";
}
inline std::string words_of_order(std::int64_t o) {
    return static_cast<order>(o) == striped ? "mpi::striped" : "mpi::contiguous";
}

/// What is called with which sizes. All calls have records of one length, so that different calls understand each
/// other.
struct call_record {
    static constexpr std::size_t most = 40, first = 3;
    std::array<std::int64_t, most> at{};
    std::size_t filled = 0;

    /// series: which of several exchanges this one is a part of; 0, of none.
    explicit call_record(call_kind c = call_kind::ring_attention, std::int64_t series = 0, bool is_alone = true) {
        add(static_cast<std::int64_t>(c)), add(series), add(is_alone ? 1 : 0);
    }
    call_kind kind() const { return static_cast<call_kind>(at[0]); }
    std::int64_t series() const { return at[1]; }
    /// Whether no other exchange of the same series was begun before, or follows.
    bool is_alone() const { return at[2] != 0; }
    std::int64_t word(std::size_t i) const { return at[first + i]; }
    void add(std::int64_t word) { at[filled++] = word; }
    /// A rank and six sizes.
    void add(const heed::detail::shape& s) {
        add(static_cast<std::int64_t>(s.rank));
        for (std::size_t i = 0; i < heed::detail::max_rank; ++i)
            add(i < s.rank ? static_cast<std::int64_t>(s[i].size) : 0);
    }
    /// The n-th shape behind so many words.
    heed::detail::shape shape_at(std::size_t words, std::size_t n) const {
        const std::size_t begin = words + n * (1 + heed::detail::max_rank);
        heed::detail::shape s;
        for (std::size_t i = 0; i < static_cast<std::size_t>(word(begin)); ++i)
            s.push_back(extent(static_cast<std::size_t>(word(begin + 1 + i))));
        return s;
    }
};

/// The records of all ranks, while they are exchanged.
class record_exchange {
public:
    record_exchange(const communicator& ranks, const call_record& own)
        : ranks_(ranks), words_(ranks, {own.at, std::vector<std::int64_t>(call_record::most * count_of(ranks))}) {
        ranks.begin(words_of(own.kind()));
        number_ = ranks.next_number();
        constexpr int count = static_cast<int>(call_record::most);
        ranks.check(MPI_Iallgather(words_.memory().own.data(), count, MPI_INT64_T, words_.memory().all.data(), count,
                                   MPI_INT64_T, ranks.handle(), words_.request()),
                    "MPI_Iallgather");
    }

    /// The same on all ranks.
    std::uint64_t number() const { return number_; }
    bool is_done() { return words_.is_done(); }
    /// errors  mpi::error, the same on all ranks, where they call different functions
    std::vector<call_record> all() const {
        std::vector<call_record> records(count_of(ranks_));
        for (std::size_t r = 0; r < records.size(); ++r)
            for (std::size_t i = 0; i < call_record::most; ++i)
                records[r].at[i] = words_.memory().all[r * call_record::most + i];
        for (std::size_t r = 1; r < records.size(); ++r)
            if (records[r].kind() != records[0].kind() || records[r].series() != records[0].series())
                differ(records, r);
        return records;
    }

private:
    /// Where a rank has begun other exchanges of a series, no rank knows which of them meet: then none goes on.
    [[noreturn]] void differ(const std::vector<call_record>& records, std::size_t r) const {
        std::string words = "ranks call different functions: rank 0 ";
        words.append(words_of(records[0].kind())).append(", rank ").append(std::to_string(r)).append(" ");
        words += records[r].kind() == records[0].kind() ? "another one of that name" : words_of(records[r].kind());
        for (const call_record& of_rank : records)
            if (!of_rank.is_alone()) ranks_.fail(words);
        raise_error(words);
    }

    struct record_words {
        std::array<std::int64_t, call_record::most> own;
        std::vector<std::int64_t> all;
    };

    const communicator& ranks_;
    std::uint64_t number_ = 0;
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

/// "mpi::f(...) needs one order on all ranks: rank 2 has mpi::striped, rank 0 mpi::contiguous", where word i is not
/// that of rank 0.
inline void check_word(const std::vector<call_record>& all, std::size_t rank, std::size_t i, const std::string& law,
                       std::string (*words)(std::int64_t)) {
    const std::int64_t own = all[rank].word(i), first = all[0].word(i);
    if (own != first) raise_shapes(law, rank, words(own).c_str(), ", rank 0 ", words(first).c_str());
}

}  // namespace heed::mpi::detail
