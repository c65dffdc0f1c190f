// SPDX-License-Identifier: BSL-1.0
// Finds the lengths of a formula that are equal because a law requires it.
#pragma once

#include <heed/trace/size_walk.hpp>
#include <heed/trace/trace.hpp>

#include <cstddef>

namespace heed::detail {

template <std::size_t Leaves>
struct leaf_shapes {
    shape items[Leaves == 0 ? 1 : Leaves]{};
};

/// The shapes of the leaves according to their types.
template <class F>
constexpr leaf_shapes<leaf_count<F>> shapes_of_leaf_types() {
    leaf_shapes<leaf_count<F>> shapes;
    std::size_t filled = 0;
    for_each_leaf_type<F>([&]<class Leaf>(const Leaf*) { shapes.items[filled++] = Leaf::shape_value; });
    return shapes;
}

/// Whether a prime is a factor of an exact scalar in a formula; such a prime represents no length.
template <class F>
constexpr bool meets_exact_scalar(std::size_t prime, const F*) {
    if constexpr (exact_operand<F>) {
        const auto divides = [&](long long n) { return n != 0 && n % static_cast<long long>(prime) == 0; };
        const surd s = exact_value<F>;
        return divides(s.numerator) || divides(s.denominator) || divides(s.radicand);
    }
    return false;
}
template <class Operation, class... Operands>
constexpr bool meets_exact_scalar(std::size_t prime, const formula_of<Operation, Operands...>*) {
    return (meets_exact_scalar(prime, static_cast<const Operands*>(nullptr)) || ...);
}

/// The largest number in the template arguments of an operation.
template <class Operation>
inline constexpr std::size_t number_in = 0;
template <std::size_t Axis, std::size_t Begin, std::size_t Size>
inline constexpr std::size_t number_in<op::slice<Axis, Begin, Size>> = Begin + Size;
template <std::size_t Axis, std::size_t Index>
inline constexpr std::size_t number_in<op::at_index<Axis, Index>> = Index + 1;
template <std::size_t Axis, std::size_t Index, std::size_t Parts>
inline constexpr std::size_t number_in<op::equal_part<Axis, Index, Parts>> = Parts;
template <extent... E>
inline constexpr std::size_t number_in<op::reshape<E...>> = (std::size_t{0} + ... +
                                                             (E.is_dynamic() ? std::size_t{0} : E.size));
template <kept_axes Kept, extent... E>
inline constexpr std::size_t number_in<op::sized_reshape<Kept, E...>> = number_in<op::reshape<E...>>;
template <std::size_t Axis, extent Heads>
inline constexpr std::size_t number_in<op::group<Axis, Heads>> = Heads.size;

/// Whether sizes that meet in an operation are added up to bound prime factors. Only concat needs it. With addresses of
/// 32 bits, smaller primes let products of several lengths be counted.
template <class Operation>
inline constexpr bool adds_sizes = sizeof(std::size_t) > 4;
template <std::size_t Axis>
inline constexpr bool adds_sizes<op::concat<Axis>> = true;

constexpr std::size_t bound_of_both(bool adds, std::size_t a, std::size_t b) { return adds ? a + b : a > b ? a : b; }

/// No static size or offset of a formula has a larger prime factor than this: they are sizes of its leaves, numbers in
/// its operations, sums of some of these and products of such sums.
template <class F>
constexpr std::size_t bound_of_factors(const F*) {
    std::size_t bound = 0;
    if constexpr (!leafless<F>)
        for (std::size_t a = 0; a < F::shape_value.rank; ++a)
            if (!F::shape_value[a].is_dynamic()) bound = bound_of_both(adds_sizes<F>, bound, F::shape_value[a].size);
    return bound;
}
template <class Operation, class... Operands>
constexpr std::size_t bound_of_factors(const formula_of<Operation, Operands...>*) {
    std::size_t bound = number_in<Operation>;
    ((bound = bound_of_both(adds_sizes<Operation>, bound, bound_of_factors(static_cast<const Operands*>(nullptr)))),
     ...);
    return bound;
}

/// How many axes of leaves are dynamic.
template <std::size_t Leaves>
constexpr std::size_t count_lengths(const leaf_shapes<Leaves>& types) {
    std::size_t count = 0;
    for (const shape& s : types.items)
        for (std::size_t a = 0; a < s.rank; ++a) count += s[a].is_dynamic() ? 1 : 0;
    return count;
}

/// Key heads that query heads share.
struct shared_heads {
    std::size_t keys = 0, queries = 0;
    std::size_t first = 0;        ///< the first ones that the same query heads share
    bool divides_length = false;  ///< the number of query heads is a multiple of a length that keys divides
};

/// A size that is the sum of two: the parts of a concatenation.
struct length_total {
    std::size_t first = 0;
    std::size_t second = 0;
    std::size_t whole = 0;
    const axis* name = nullptr;
};

/// Finds which lengths of the leaves of a formula must be equal. Initially each is a prime of its own. Some lengths
/// belong to no leaf: how many query heads share a key head, the columns of a part of an axis that a reshape splits,
/// the size of one of equal parts, the total of concatenated parts.
template <class F>
class length_classes {
    static constexpr std::size_t leaves = leaf_count<F>;

public:
    leaf_shapes<leaves> shapes = shapes_of_leaf_types<F>();
    std::size_t count = count_lengths(shapes);  ///< the number of lengths; more than most_lengths if there are too many
    bool is_clear = true;                       ///< whether all required equalities are known to hold
    bool is_possible = true;                    ///< whether no length must have two sizes
    bool divides_lengths = true;                ///< whether each axis that is split has at most one length
    bool splits_merged = false;                 ///< whether merged axes are split again
    bool asks_at_run_time = false;              ///< whether there are laws that classes do not express
    static_vector<shared_heads, most_lengths> shared{};  ///< in the order of the walk
    static_vector<length_total, most_lengths> totals{};  ///< totals of lengths, or of totals before them

    constexpr length_classes() {
        if (count > most_lengths) return;  // reported by law::number_of_lengths
        for (shape& s : shapes.items)
            for (std::size_t a = 0; a < s.rank; ++a)
                if (s[a].is_dynamic()) s[a].size = add_prime();
        size_walk walk(*this);
        walk.run(static_cast<const F*>(nullptr));
        unite_totals();
        divide_heads();
    }

    // The functions that size_walk calls.

    constexpr const shape& leaf(std::size_t i) const { return shapes.items[i]; }
    constexpr void same(const size_law&, const extent& x, const extent& y) { unite(x.size, y.size); }
    constexpr void reaches(const char*, const shape& a, std::size_t axis, std::size_t) {
        asks_at_run_time = asks_at_run_time || is_length(a[axis].size);
    }
    constexpr void has_part(const shape&, std::size_t, const shape&) { asks_at_run_time = true; }
    /// Sizes that may be multiplied.
    constexpr shape in_numbers(const shape& s) const { return numbered(s); }
    /// A deduced axis is one of the lengths, a part of one, or a new one.
    constexpr shape reshaped(const shape& from, const shape& to) {
        const shape whole = numbered(from);
        shape result = deduced_axes(whole, to);
        asks_at_run_time = asks_at_run_time || is_length(whole.size());
        if (whole.size() == result.size()) return result;
        if (to.is_dynamic()) {
            extent& deduced = result[last_dynamic_axis(to)];
            deduced.size = 1;
            const std::size_t others = result.size();
            const bool has_one = length_product(whole.size(), primes_).only_length() != length_product::no_length;
            if (has_one && others != 0 && !is_length(others)) {
                deduced.size = divided("", shape(extent(whole.size())), 0, others);
                return result;
            }
            deduced.size = add_length();
        }
        unite(whole.size(), result.size());
        return result;
    }
    /// The same for sizes that are given: lengths of their own, but for those of the axes that stay.
    constexpr shape reshaped(const shape& from, const shape& to, const kept_axes& kept) {
        asks_at_run_time = true;
        shape result = to, whole, parts;
        for (std::size_t a = 0; a < from.rank; ++a)
            if (!kept.keeps(a, from.rank)) whole.push_back(from[a]);
        std::size_t lengths = 0, place[max_rank]{};
        for (std::size_t a = 0; a < to.rank; ++a) {
            if (kept.keeps(a, to.rank)) {
                keep(result[a], from[kept.source(a, from, to)]);
                continue;
            }
            place[parts.rank] = a;
            parts.push_back(to[a]);
            lengths += to[a].is_dynamic() || is_length(to[a].size) ? 1 : 0;
        }
        unite_factors(whole, parts, lengths);
        // A single length is computed, and then must be the one that is given.
        for (std::size_t i = 0; i < parts.rank && lengths == 1; ++i)
            if (!parts[i].is_dynamic() && is_length(parts[i].size)) parts[i].size = dyn.size;
        const shape changed = reshaped(whole, parts);
        for (std::size_t i = 0; i < parts.rank; ++i) keep(result[place[i]], changed[i]);
        return result;
    }
    constexpr std::size_t side_by_side(std::size_t first, std::size_t second, const axis* name) {
        if (!is_length(first) && !is_length(second)) return first + second;
        if (count >= most_lengths) return first + add_length();  // reported by law::number_of_lengths
        totals.push_back({first, second, add_length(), name});
        return totals.back().whole;
    }
    /// A length that is divided into parts is a multiple of a new one.
    constexpr std::size_t divided(const char*, const shape& a, std::size_t axis, std::size_t parts) {
        const std::size_t size = number(a[axis].size), missing = parts / common_divisor(size, parts);
        if (missing == 1) return size / parts;
        const std::size_t length = length_product(size, primes_).only_length();
        if (length != length_product::no_length)
            set(primes_[length], missing * add_length());
        else if (is_length(size))
            divides_lengths = false;
        else
            is_possible = false;
        return divides_lengths ? number(size) / parts : size;
    }
    constexpr void shares(const shape& k, std::size_t axis, const shape& q, std::size_t heads) {
        shared.push_back({k[axis].size, q[heads].size, shared.size()});
    }

    /// A size in terms of lengths that are not products of others.
    constexpr std::size_t number(std::size_t size) const {
        const length_product product(size, primes_);
        std::size_t n = product.factor;
        for (std::size_t i = 0; i < primes_.size(); ++i)
            for (unsigned char p = 0; p < product.power[i]; ++p) n *= value_[i] != 0 ? number(value_[i]) : primes_[i];
        return n;
    }
    /// The number of the total of two sizes with these numbers.
    constexpr std::size_t number_of_total(std::size_t first, std::size_t second) const {
        for (const length_total& t : totals)
            if (number(t.first) == first && number(t.second) == second) return number(t.whole);
        return first + second;
    }
    /// The shapes of the leaves with one number for each class: its static size, a prime, or a product.
    constexpr leaf_shapes<leaves> numbered() const {
        leaf_shapes<leaves> result = shapes;
        for (shape& s : result.items) s = numbered(s);
        return result;
    }
    /// The primes of classes that are not products of others.
    constexpr length_list lengths() const {
        length_list list;
        for (std::size_t i = 0; i < primes_.size(); ++i)
            if (value_[i] == 0) list.push_back(primes_[i]);
        return list;
    }
    constexpr bool is_length(std::size_t size) const { return !is_static_size(size, primes_); }

private:
    /// A size that is equal to another one, or is that one if it is not known.
    constexpr void keep(extent& size, const extent& other) {
        if (size.is_dynamic())
            size.size = other.size;
        else
            unite(size.size, other.size);
    }
    /// Axes that were merged are split again: as many lengths as are given are those that were merged, in their order.
    constexpr void unite_factors(const shape& whole, const shape& parts, std::size_t lengths_of_parts) {
        const length_list merged = factors_in_order(number(whole.size()));
        if (merged.size() < 2 || merged.size() != lengths_of_parts) return;
        splits_merged = true;
        std::size_t next = 0;
        for (std::size_t a = 0; a < parts.rank; ++a)
            if (parts[a].is_dynamic())
                ++next;
            else if (is_length(parts[a].size))
                unite(parts[a].size, merged[next++]);
    }
    /// The lengths in a size, each as often as it is a factor, in the order of the axes of the first leaf that has all.
    constexpr length_list factors_in_order(std::size_t size) const {
        for (const shape& s : shapes.items) {
            length_list found;
            std::size_t rest = size;
            for (std::size_t a = 0; a < s.rank; ++a) {
                const std::size_t length = number(s[a].size);
                if (!is_prime_of_length(length) || rest % length != 0) continue;
                found.push_back(length);
                rest /= length;
            }
            if (!is_length(rest)) return found;
        }
        return {};
    }
    /// All primes exceed the static sizes, and are no factors of exact scalars.
    constexpr std::size_t add_prime() {
        constexpr const F* f = nullptr;
        std::size_t prime = primes_.empty() ? bound_of_factors(f) : primes_.back();
        if (prime < least_length) prime = least_length;
        do prime = next_prime(prime);
        while (meets_exact_scalar(prime, f));
        primes_.push_back(prime);
        return prime;
    }
    constexpr std::size_t add_length() { return ++count <= most_lengths ? add_prime() : 1; }

    constexpr shape numbered(shape s) const {
        for (std::size_t a = 0; a < s.rank; ++a) s[a].size = number(s[a].size);
        return s;
    }

    /// Common factors of two equal sizes are cancelled. If one of them is then a single length, it equals the rest of
    /// the other.
    constexpr void unite(std::size_t x, std::size_t y) {
        if (x == 0 || y == 0) return;
        std::size_t a = number(x), b = number(y);
        const std::size_t common = common_divisor(a, b);
        a /= common, b /= common;
        if (a == b) return;
        if (!is_length(a) && !is_length(b)) {
            is_possible = false;
            return;
        }
        const bool is_a = is_prime_of_length(a) && (!is_prime_of_length(b) || a > b);
        if (is_a || is_prime_of_length(b))
            set(is_a ? a : b, is_a ? b : a);
        else
            is_clear = false;
    }
    static constexpr std::size_t common_divisor(std::size_t a, std::size_t b) {
        while (b != 0) {
            const std::size_t rest = a % b;
            a = b;
            b = rest;
        }
        return a;
    }
    constexpr bool is_prime_of_length(std::size_t number) const {
        for (const std::size_t prime : primes_)
            if (prime == number) return true;
        return false;
    }
    constexpr void set(std::size_t prime, std::size_t number) {
        for (std::size_t i = 0; i < primes_.size(); ++i)
            if (primes_[i] == prime) value_[i] = number;
    }

    /// Applies the equalities to totals, when all of them are known: totals of equal parts are the same length, and
    /// totals of static parts are static.
    constexpr void unite_totals() {
        std::size_t before = most_lengths + 1;
        while (lengths().size() != before) {
            before = lengths().size();
            length_total numbers[most_lengths]{};
            for (std::size_t k = 0; k < totals.size(); ++k) {
                numbers[k] = {number(totals[k].first), number(totals[k].second)};
                if (!is_length(numbers[k].first) && !is_length(numbers[k].second))
                    unite(totals[k].whole, numbers[k].first + numbers[k].second);
                for (std::size_t i = 0; i < k; ++i)
                    if (numbers[i].first == numbers[k].first && numbers[i].second == numbers[k].second)
                        unite(totals[k].whole, totals[i].whole);
            }
        }
    }

    /// The number of heads that share key heads is a multiple of these, when all equalities are known.
    constexpr void divide_heads() {
        for (shared_heads& s : shared)
            for (const shared_heads& other : shared)
                if (other.first < s.first && number(other.queries) == number(s.queries)) {
                    s.first = other.first;
                    unite(s.keys, other.keys);
                }
        for (shared_heads& s : shared) {
            const std::size_t keys = number(s.keys), queries = number(s.queries);
            if (keys == 0 || queries % keys == 0) continue;
            // Of a multiple of a length, such as merged axes, the length is that of the groups: 3 * g heads where keys
            // divides g. That it divides 3 * g is not enough, which is an error at run time.
            const std::size_t length = length_product(queries, primes_).only_length();
            const bool is_multiple = length != length_product::no_length && primes_[length] != queries;
            s.divides_length = is_multiple;
            if (is_length(keys) || is_length(queries))
                unite(is_multiple ? primes_[length] : queries, keys * add_length());
            else
                is_possible = false;
        }
    }

    length_list primes_{};
    std::size_t value_[most_lengths]{};  ///< a length in terms of others; 0 if it is independent
};

}  // namespace heed::detail
