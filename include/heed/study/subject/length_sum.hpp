// SPDX-License-Identifier: BSL-1.0
// Counts in terms of dynamic extents: sums of products, in the notation of texts about a formula.
#pragma once

#include <heed/lower/plan_cost.hpp>
#include <heed/meta/static_vector.hpp>
#include <heed/study/subject/length_names.hpp>

#include <cstddef>

namespace heed::detail {

/// A product of lengths and a factor, and of floor((keys - 1) / block) if keys is not 0: 3/2 n^2, query floor((key - 1)
/// / 64).
template <std::size_t Lengths>
struct length_term {
    long long halves = 0;  ///< twice the factor
    unsigned char power[Lengths]{};
    std::size_t keys = 0;

    constexpr bool is_like(const length_term& other) const {
        for (std::size_t i = 0; i < Lengths; ++i)
            if (power[i] != other.power[i]) return false;
        return keys == other.keys;
    }
    constexpr unsigned degree() const {
        unsigned all = keys == 0 ? 0 : 1;
        for (const unsigned char p : power) all += p;
        return all;
    }
    friend constexpr bool operator==(const length_term&, const length_term&) = default;
};

/// The lengths are those of Numbers (in_lengths).
template <class Numbers>
class length_sum {
public:
    static constexpr const length_list& lengths = Numbers::lengths;
    using term = length_term<Numbers::lengths.size()>;

    constexpr length_sum() = default;
    /// A size: a number or a product of lengths.
    constexpr length_sum(std::size_t size) {
        const length_product product(size, lengths);
        term t{.halves = 2 * static_cast<long long>(product.factor)};
        for (std::size_t i = 0; i < lengths.size(); ++i) t.power[i] = product.power[i];
        add(t);
    }
    static constexpr length_sum blocks_after_first(std::size_t keys) {
        if (is_static_size(keys, lengths)) return keys == 0 ? 0 : (keys - 1) / key_block;
        length_sum sum;
        sum.add({.halves = 2, .keys = keys});
        return sum;
    }

    friend constexpr length_sum operator+(length_sum a, const length_sum& b) {
        for (const term& t : b.terms_) a.add(t);
        return a;
    }
    friend constexpr length_sum operator-(length_sum a, const length_sum& b) {
        for (term t : b.terms_) {
            t.halves = -t.halves;
            a.add(t);
        }
        return a;
    }
    friend constexpr length_sum operator*(const length_sum& a, const length_sum& b) {
        length_sum result;
        for (const term& x : a.terms_)
            for (const term& y : b.terms_) {
                term t = x;
                if (x.keys != 0 && y.keys != 0) fail("heed: internal: a product of roundings");
                t.halves = x.halves * y.halves / 2;
                t.keys = x.keys != 0 ? x.keys : y.keys;
                for (std::size_t i = 0; i < lengths.size(); ++i)
                    t.power[i] = static_cast<unsigned char>(x.power[i] + y.power[i]);
                result.add(t);
            }
        return result;
    }
    /// For n * (n - 1), the only sum that is halved.
    friend constexpr length_sum half_of(length_sum a) {
        for (term& t : a.terms_) t.halves /= 2;
        return a;
    }
    friend constexpr bool operator==(const length_sum&, const length_sum&) = default;

    constexpr bool is_zero() const { return terms_.empty(); }

    /// The count for these values of the lengths.
    constexpr std::size_t at(const std::size_t* values) const {
        std::size_t halves = 0;
        for (const term& t : terms_) {
            auto n = static_cast<std::size_t>(t.halves);
            for (std::size_t i = 0; i < lengths.size(); ++i)
                for (unsigned char p = 0; p < t.power[i]; ++p) n *= values[i];
            if (t.keys != 0) n *= detail::blocks_after_first<std::size_t>(size_at(t.keys, lengths, values));
            halves += n;
        }
        return halves / 2;
    }

    /// The sum if some lengths are equal: length i becomes the one whose prime is primes[i].
    constexpr length_sum united(const std::size_t* primes) const {
        length_sum sum;
        for (const term& t : terms_) {
            term one{.halves = t.halves, .keys = t.keys == 0 ? 0 : size_at(t.keys, lengths, primes)};
            for (std::size_t i = 0; i < lengths.size(); ++i) {
                unsigned char& power = one.power[length_product(primes[i], lengths).only_length()];
                power = static_cast<unsigned char>(power + t.power[i]);
            }
            sum.add(one);
        }
        return sum;
    }
    constexpr const auto& terms() const { return terms_; }

    /// 256 query key + 64 query: in decreasing degree.
    template <class Text>
    constexpr void write(Text& out) const {
        if (terms_.empty()) out.add('0');
        for (std::size_t i = 0; i < terms_.size(); ++i) {
            const term& t = terms_[i];
            const bool is_negative = t.halves < 0;
            out.add(i == 0 ? (is_negative ? "-" : "") : is_negative ? " - " : " + ");
            write(out, t, static_cast<std::size_t>(is_negative ? -t.halves : t.halves));
        }
    }

    /// To anything that takes a string_view like a stream.
    template <class Stream>
    friend Stream& operator<<(Stream& out, const length_sum& sum) {
        text<1024> words;
        sum.write(words);
        out << words.view();
        return out;
    }

private:
    template <class Text>
    static constexpr void write(Text& out, const term& t, std::size_t halves) {
        length_product product(1, lengths);
        product.is_static = t.degree() == 0;
        product.factor = halves % 2 == 0 ? halves / 2 : 1;
        for (std::size_t i = 0; i < lengths.size(); ++i) product.power[i] = t.power[i];
        const bool is_alone = product.factor == 1 && t.keys != 0 && t.degree() == 1;
        if (halves % 2 != 0) out.add_digits(halves, true).add("/2 ");
        if (!is_alone) add_length_product(out, product, Numbers::names);
        if (t.keys == 0) return;
        out.add(is_alone ? "" : " ").add("floor((");
        add_length_product(out, length_product(t.keys, lengths), Numbers::names);
        out.add(" - 1) / ").add_digits(key_block).add(')');
    }

    /// Merges like terms. Terms of higher degree come first, otherwise the order is that of the lengths.
    constexpr void add(const term& t) {
        if (t.halves == 0) return;
        for (std::size_t i = 0; i < terms_.size(); ++i) {
            if (!terms_[i].is_like(t)) continue;
            terms_[i].halves += t.halves;
            if (terms_[i].halves == 0) remove(i);
            return;
        }
        std::size_t at = terms_.push_back(t);
        for (; at > 0 && is_before(t, terms_[at - 1]); --at) terms_[at] = terms_[at - 1];
        terms_[at] = t;
    }
    constexpr void remove(std::size_t at) {
        for (; at + 1 < terms_.size(); ++at) terms_[at] = terms_[at + 1];
        terms_.pop_back();
    }
    static constexpr bool is_before(const term& a, const term& b) {
        if (a.degree() != b.degree()) return a.degree() > b.degree();
        for (std::size_t i = 0; i < lengths.size(); ++i)
            if (a.power[i] != b.power[i]) return a.power[i] > b.power[i];
        return a.keys < b.keys;
    }

    static_vector<term, 16 + 8 * Numbers::lengths.size()> terms_{};
};

}  // namespace heed::detail
