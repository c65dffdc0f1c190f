// SPDX-License-Identifier: BSL-1.0
// The actual lengths of the tensors of a formula: checks that they fit, and computes their values.
#pragma once

#include <heed/graph/sized_graph.hpp>
#include <heed/shape/shape_error.hpp>
#include <heed/shape/size_from.hpp>
#include <heed/tensor/slice_elements.hpp>
#include <heed/trace/measured.hpp>

#include <cstddef>

namespace heed::detail {

/// The actual shape of a leaf.
template <class Leaf>
constexpr shape dims_of_leaf(const Leaf& leaf) {
    if constexpr (is_literal<Leaf>)
        return shape();
    else
        return dims_of(elements_of(leaf));
}

template <class Words>
constexpr void fail_shapes(const Words* law, const shape& a, const shape& b) {
    fail_shape_sentence(law, [&](shape_writer& out) {
        add_shape(out, a);
        if (&a == &b) return;  // a law of one operand
        out.add(" and ");
        add_shape(out, b);
    });
}

/// The functions that size_walk calls for actual tensors: the first law that they violate is thrown.
template <std::size_t Leaves>
struct given_sizes {
    const leaf_shapes<Leaves>& shapes;
    const static_vector<shared_heads, most_lengths>& shared;
    shape keys[most_lengths]{};  ///< of the key heads that are shared
    std::size_t axes[most_lengths]{}, filled = 0;

    constexpr const shape& leaf(std::size_t i) const { return shapes.items[i]; }
    constexpr void same(const size_law& law, const extent&, const extent&) const {
        fail_shapes(law.words, law.a, law.b);
    }
    constexpr void reaches(const char* words, const shape& a, std::size_t axis, std::size_t size) const {
        if (a[axis].size < size) fail_shapes(words, a, shape(extent(size, a[axis].name)));
    }
    constexpr void has_part(const shape& a, std::size_t axis, const shape& bounds) const {
        check_slice<shape>(a, axis, bounds[0].size, bounds[0].size + bounds[1].size);
    }
    constexpr std::size_t side_by_side(std::size_t first, std::size_t second, const axis*) const {
        return first + second;
    }
    constexpr std::size_t divided(const char* words, const shape& a, std::size_t axis, std::size_t parts) const {
        if (a[axis].size % parts != 0)
            fail_shape_sentence(words, [&](shape_writer& out) {
                add_size_along(out, a, axis);
                out.add(", which ");
                out.add(parts);
                out.add(" does not divide");
            });
        return a[axis].size / parts;
    }
    static constexpr const shape& in_numbers(const shape& s) { return s; }
    constexpr shape reshaped(const shape& from, const shape& to) const {
        const shape result = deduced_axes(from, to);
        if (!has_room_for(to, result))
            fail_shapes("heed: reshape<extents...>(A) needs room for the size that follows from the other extents",
                        from, to);
        if (result.size() != from.size())
            fail_shapes("heed: reshape<extents...>(A) needs as many elements as A has", from, result);
        return result;
    }
    constexpr shape reshaped(const shape& from, const shape& to, const kept_axes& kept) const {
        const shape result = reshaped(from, to);
        for (std::size_t a = 0; a < result.rank; ++a)
            if (kept.keeps(a, result.rank) && from[kept.source(a, from, result)].size != result[a].size)
                fail_shapes("heed: reshape<extents...>(A, sizes...) of a formula needs the sizes of the axes that stay",
                            from, result);
        return result;
    }
    constexpr void shares(const shape& k, std::size_t axis, const shape& q, std::size_t heads) {
        const std::size_t n = k[axis].size;
        if (n == 0 ? q[heads].size != 0 : q[heads].size % n != 0)
            fail_shapes("heed: group<head>(K, Q) needs a number of query heads that the number of key heads divides", k,
                        q);
        keys[filled] = k;
        axes[filled] = axis;
        const std::size_t first = shared[filled++].first;
        if (keys[first][axes[first]].size != n)
            fail_shapes("heed: group<head>(K, Q) needs as many key heads in all that is grouped to as many heads",
                        keys[first], k);
    }
};

/// Values of the lengths of F, in the order of its primes.
template <class F>
class length_values {
    using measure = measuring<F>;
    static constexpr std::size_t leaves = leaf_count<F>;

public:
    static constexpr const length_list& lengths = measure::found.lengths;
    std::size_t values[lengths.size() == 0 ? 1 : lengths.size()]{};

    /// errors  shape_error with the law that the sizes violate, before anything is written
    explicit constexpr length_values(const F& f) {
        bool agree = true;
        std::size_t leaf = 0;
        for_each_leaf(f, [&]<class Leaf>(const Leaf& of) {
            if constexpr (has_lengths<Leaf>)
                for (std::size_t a = 0; a < Leaf::shape_value.rank; ++a)
                    if (Leaf::shape_value[a].is_dynamic()) agree = take(leaf, a, elements_of(of).extent(a)) && agree;
            ++leaf;
        });
        if constexpr (measure::found.has_products || measure::classes.totals.size() != 0)
            agree = take_others(f) && agree;
        if (!agree || measure::classes.asks_at_run_time) check_laws(f);
        if (!agree) fail_repeated(f);
    }

    constexpr given_lengths given() const { return {lengths, values}; }
    /// The actual shape of a result.
    template <class Result>
    constexpr shape shape_of() const {
        return shape_from_lengths<length_values, Result>(values);
    }

private:
    /// Takes the size of an axis of a leaf; false if it differs from that of other axes of its class, or from its
    /// static size.
    constexpr bool take(std::size_t leaf, std::size_t axis, std::size_t size) {
        const std::size_t length = measure::found.length_of[leaf][axis];
        if (length == product_of_lengths) return true;  // see take_others
        if (length == known_size) return size == measure::shapes.items[leaf][axis].size;
        const length_place& first = measure::found.places[length];
        if (first.leaf == leaf && first.axis == axis) values[length] = size;
        return values[length] == size;
    }
    /// Computes the lengths that leaves have as multiples, and totals; false if a size that is composed of lengths
    /// differs.
    constexpr bool take_others(const F& f) {
        const leaf_shapes<leaves> sizes = shapes_of(f);
        for (std::size_t i = 0; i < lengths.size(); ++i) {
            const length_place& place = measure::found.places[i];
            const std::size_t times = given().at(place.times);
            if (place.leaf == leaves)
                values[i] = times == 0 ? 0 : total(place.total) / times;
            else if (place.times != 1)
                values[i] = times == 0 ? 0 : sizes.items[place.leaf][place.axis].size / times;
        }
        for (std::size_t leaf = 0; leaf < leaves; ++leaf)
            for (std::size_t a = 0; a < sizes.items[leaf].rank; ++a) {
                const std::size_t size = sizes.items[leaf][a].size;
                if (measure::found.length_of[leaf][a] == product_of_lengths &&
                    size != given().at(measure::shapes.items[leaf][a].size))
                    return false;
            }
        for (std::size_t k = 0; k < measure::classes.totals.size(); ++k)
            if (total(k) != given().at(measure::found.totals[k].whole)) return false;
        return true;
    }
    constexpr std::size_t total(std::size_t k) const {
        return given().at(measure::found.totals[k].first) + given().at(measure::found.totals[k].second);
    }
    static constexpr leaf_shapes<leaves> shapes_of(const F& f) {
        leaf_shapes<leaves> given;
        std::size_t filled = 0;
        for_each_leaf(f, [&](const auto& leaf) { given.items[filled++] = dims_of_leaf(leaf); });
        return given;
    }
    [[gnu::cold, gnu::noinline]] static constexpr void check_laws(const F& f) {
        const leaf_shapes<leaves> given = shapes_of(f);
        given_sizes<leaves> sizes{given, measure::classes.shared};
        size_walk walk(sizes);
        walk.run(static_cast<const F*>(nullptr));
    }
    /// Reports that all laws hold only because an axis of size 1 would be broadcast, which the loops do not do.
    [[noreturn, gnu::cold, gnu::noinline]] constexpr void fail_repeated(const F& f) const {
        const leaf_shapes<leaves> sizes = shapes_of(f);
        for (std::size_t leaf = 0; leaf < leaves; ++leaf)
            for (std::size_t a = 0; a < measure::types.items[leaf].rank; ++a) {
                const extent& number = measure::shapes.items[leaf][a];
                if (!measure::types.items[leaf][a].is_dynamic() || sizes.items[leaf][a].size == given().at(number.size))
                    continue;
                if (divides_a_length())
                    fail_shapes(grouped, sizes.items[leaf], tied_to(sizes, leaf, a));
                else if (measure::classes.splits_merged)
                    fail_shapes(split_again, sizes.items[leaf], tied_to(sizes, leaf, a));
                else if (measure::found.length_of[leaf][a] == known_size)
                    fail_shapes(repeats, sizes.items[leaf], shape(number));
                else
                    fail_shapes(repeats, sizes.items[leaf], tied_to(sizes, leaf, a));
            }
        for (std::size_t k = 0; k < measure::classes.totals.size(); ++k) {
            const axis* name = measure::classes.totals[k].name;
            const std::size_t needed = given().at(measure::found.totals[k].whole);
            if (total(k) != needed) fail_shapes(repeats, shape(extent(total(k), name)), shape(extent(needed, name)));
        }
        stop(repeats);
    }
    /// The first tensor with another axis whose size has a length of this one.
    static constexpr const shape& tied_to(const leaf_shapes<leaves>& given, std::size_t leaf, std::size_t axis) {
        for (std::size_t other = 0; other < leaves; ++other)
            for (std::size_t a = 0; a < measure::types.items[other].rank; ++a)
                if ((other != leaf || a != axis) && shares_length(measure::shapes.items[other][a].size,
                                                                  measure::shapes.items[leaf][axis].size, lengths))
                    return given.items[other];
        return given.items[leaf];
    }
    static constexpr bool divides_a_length() {
        for (const shared_heads& s : measure::classes.shared)
            if (s.divides_length) return true;
        return false;
    }
    static constexpr const char grouped[] =
        "heed: group<head>(K, Q) of query heads that are a multiple of a size (merged axes, or parts of one) needs a "
        "number of key heads that divides this size";
    static constexpr const char split_again[] =
        "heed: reshape<extents...>(A, sizes...) of axes that this formula merged needs the sizes that they had";
    static constexpr const char repeats[] =
        "heed: an axis repeats where its size is 1 while compiling, not where it is 1 at run time";
};

}  // namespace heed::detail
