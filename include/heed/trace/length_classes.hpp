// SPDX-License-Identifier: BSL-1.0
// Which lengths of a formula are one: those that a law ties together.
#pragma once

#include <heed/trace/size_walk.hpp>
#include <heed/trace/trace.hpp>

#include <cstddef>

namespace heed::detail {

template <std::size_t Leaves>
struct leaf_shapes {
    shape items[Leaves == 0 ? 1 : Leaves]{};
};

/// The shapes of the leaves as their types say.
template <class F>
constexpr leaf_shapes<leaf_count<F>> shapes_of_leaf_types() {
    leaf_shapes<leaf_count<F>> shapes;
    std::size_t filled = 0;
    for_each_leaf_type<F>([&]<class Leaf>(const Leaf*) { shapes.items[filled++] = Leaf::shape_value; });
    return shapes;
}

/// Whether a prime is a factor of an exact scalar in a formula: then it stands for no length.
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

/// The largest number that an operation is written with.
template <class Operation>
inline constexpr std::size_t number_in = 0;
template <std::size_t Axis, std::size_t Begin, std::size_t Size>
inline constexpr std::size_t number_in<op::slice<Axis, Begin, Size>> = Begin + Size;
template <std::size_t Axis, std::size_t Index>
inline constexpr std::size_t number_in<op::at_index<Axis, Index>> = Index + 1;
template <extent... E>
inline constexpr std::size_t number_in<op::reshape<E...>> = (std::size_t{0} + ... +
                                                             (E.is_dynamic() ? std::size_t{0} : E.size));
template <std::size_t Axis, extent Heads>
inline constexpr std::size_t number_in<op::group<Axis, Heads>> = Heads.size;

/// The sum of all sizes that are known in a formula. No size or place of it that is known has a larger prime for a
/// factor: they are sums of some of those, and products of such sums.
template <class F>
constexpr std::size_t sum_of_sizes(const F*) {
    std::size_t sum = 0;
    if constexpr (!leafless<F>)
        for (std::size_t a = 0; a < F::shape_value.rank; ++a)
            sum += F::shape_value[a].is_dynamic() ? 0 : F::shape_value[a].size;
    return sum;
}
template <class Operation, class... Operands>
constexpr std::size_t sum_of_sizes(const formula_of<Operation, Operands...>*) {
    return number_in<Operation> + (std::size_t{0} + ... + sum_of_sizes(static_cast<const Operands*>(nullptr)));
}

/// How many axes of leaves have lengths.
template <std::size_t Leaves>
constexpr std::size_t count_lengths(const leaf_shapes<Leaves>& types) {
    std::size_t count = 0;
    for (const shape& s : types.items)
        for (std::size_t a = 0; a < s.rank; ++a) count += s[a].is_dynamic() ? 1 : 0;
    return count;
}

/// Which lengths of the leaves of a formula have to agree. Every one begins as a prime of its own.
template <std::size_t Leaves>
class length_classes {
public:
    leaf_shapes<Leaves> shapes;  ///< of the leaves
    bool is_clear = true;        ///< whether all that has to agree is known to
    bool is_possible = true;     ///< no length has to be two sizes

    /// `meets_exact_scalar` says which primes do not stand for lengths, all of which are larger than `known`.
    template <class Meets>
    constexpr length_classes(const leaf_shapes<Leaves>& types, std::size_t known, const Meets& meets_exact_scalar)
        : shapes(types) {
        if (count_lengths(types) > most_lengths) return;  // law::number_of_lengths
        std::size_t last = known < 1000 ? 1000 : known;
        for (shape& s : shapes.items)
            for (std::size_t a = 0; a < s.rank; ++a) {
                if (!s[a].is_dynamic()) continue;
                do last = next_prime(last);
                while (meets_exact_scalar(last));
                parent_[primes_.size()] = primes_.size();
                primes_.push_back(s[a].size = last);
            }
    }

    // What size_walk asks.

    constexpr const shape& leaf(std::size_t i) const { return shapes.items[i]; }
    constexpr void same(const size_law&, const extent& x, const extent& y) { unite(x.size, y.size); }
    constexpr void reaches(const char*, const shape& a, std::size_t axis, std::size_t) {
        asks_at_run_time = asks_at_run_time || !is_static_size(a[axis].size, primes_);
    }
    constexpr shape reshaped(const shape& from, const shape& to) {
        const shape result = deduced_axes(from, to);
        // What is deduced is a product again, or plans do not know it.
        is_clear = is_clear && (!to.is_dynamic() || from.size() == result.size());
        if (is_clear && from.size() != result.size()) unite(from.size(), result.size());
        asks_at_run_time = asks_at_run_time || !is_static_size(from.size(), primes_);
        return result;
    }
    bool asks_at_run_time = false;  ///< there are laws that classes do not express

    /// Shapes of the leaves in which each class is one number: the size of it that is known, or a prime.
    constexpr leaf_shapes<Leaves> numbered() const {
        leaf_shapes<Leaves> result = shapes;
        for (shape& s : result.items)
            for (std::size_t a = 0; a < s.rank; ++a)
                for (std::size_t i = 0; i < primes_.size(); ++i)
                    if (s[a].size == primes_[i]) s[a].size = fixed_[root(i)] != 0 ? fixed_[root(i)] : primes_[root(i)];
        return result;
    }

    constexpr bool is_length(std::size_t size) const { return !is_static_size(size, primes_); }

private:
    constexpr std::size_t root(std::size_t i) const {
        while (parent_[i] != i) i = parent_[i];
        return i;
    }
    constexpr void unite(std::size_t x, std::size_t y) {
        const length_product a(x, primes_), b(y, primes_);
        if (!a.is_static && !b.is_static)
            join(a, b);
        else if (!a.is_static)
            fix(a, y);
        else if (!b.is_static)
            fix(b, x);
    }
    constexpr void join(const length_product& a, const length_product& b) {
        const std::size_t i = a.only_length(), j = b.only_length();
        is_clear = is_clear && i != length_product::no_length && j != length_product::no_length && a.factor == b.factor;
        if (!is_clear) return;
        const std::size_t first = root(i) < root(j) ? root(i) : root(j), second = root(i) < root(j) ? root(j) : root(i);
        parent_[second] = first;
        if (fixed_[second] != 0) set(first, fixed_[second]);
    }
    constexpr void fix(const length_product& a, std::size_t size) {
        const std::size_t i = a.only_length();
        is_clear = is_clear && i != length_product::no_length && size % a.factor == 0;
        if (is_clear) set(root(i), size / a.factor);
    }
    constexpr void set(std::size_t root, std::size_t size) {
        is_possible = is_possible && (fixed_[root] == 0 || fixed_[root] == size);
        fixed_[root] = size;
    }

    length_list primes_{};
    std::size_t parent_[most_lengths]{};
    std::size_t fixed_[most_lengths]{};
};

}  // namespace heed::detail
