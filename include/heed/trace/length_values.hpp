// SPDX-License-Identifier: BSL-1.0
// The lengths of the tensors of a formula, at run time: whether they fit, and their values.
#pragma once

#include <heed/graph/sized_graph.hpp>
#include <heed/shape/shape_error.hpp>
#include <heed/trace/measured.hpp>

#include <cstddef>

namespace heed::detail {

/// The shape of a leaf at run time.
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
        out.add(" and ");
        add_shape(out, b);
    });
}

/// What size_walk asks of tensors that exist: the first law that they violate is thrown.
template <std::size_t Leaves>
struct given_sizes {
    const leaf_shapes<Leaves>& shapes;

    constexpr const shape& leaf(std::size_t i) const { return shapes.items[i]; }
    constexpr void same(const size_law& law, const extent&, const extent&) const {
        fail_shapes(law.words, law.a, law.b);
    }
    constexpr void reaches(const char* words, const shape& a, std::size_t axis, std::size_t size) const {
        if (a[axis].size < size) fail_shapes(words, a, shape(extent(size, a[axis].name)));
    }
    constexpr shape reshaped(const shape& from, const shape& to) const {
        const shape result = deduced_axes(from, to);
        if (result.size() != from.size()) fail_shapes("heed: reshape needs as many elements", from, result);
        return result;
    }
};

/// Values of the lengths of F, in the order of its primes.
template <class F>
class length_values {
    using measure = measuring<F>;
    static constexpr std::size_t leaves = leaf_count<F>;

public:
    static constexpr const length_list& lengths = measure::found.lengths;
    std::size_t values[lengths.count == 0 ? 1 : lengths.count]{};

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
        if (!agree || measure::classes.asks_at_run_time) check_laws(f, agree);
    }

    constexpr given_lengths given() const { return {lengths, values}; }
    constexpr shape shape_of(const shape& s) const { return given().at(s); }

private:
    /// The size of an axis of a leaf. Whether it is the one that others have, or that is known.
    constexpr bool take(std::size_t leaf, std::size_t axis, std::size_t size) {
        const std::size_t length = measure::found.length_of[leaf][axis];
        if (length == most_lengths) return size == measure::shapes.items[leaf][axis].size;
        const length_place& first = measure::found.places[length];
        if (first.leaf == leaf && first.axis == axis) values[length] = size;
        return values[length] == size;
    }
    [[gnu::cold, gnu::noinline]] static constexpr void check_laws(const F& f, bool agree) {
        leaf_shapes<leaves> given;
        std::size_t filled = 0;
        for_each_leaf(f, [&](const auto& leaf) { given.items[filled++] = dims_of_leaf(leaf); });
        given_sizes<leaves> sizes{given};
        size_walk walk(sizes);
        walk.run(static_cast<const F*>(nullptr));
        if (!agree) fail_repeated(given);
    }
    /// All laws hold because an axis of size 1 would repeat: loops do not know that it does.
    static constexpr void fail_repeated(const leaf_shapes<leaves>& given) {
        for (std::size_t leaf = 0; leaf < leaves; ++leaf)
            for (std::size_t a = 0; a < measure::types.items[leaf].rank; ++a) {
                if (!measure::types.items[leaf][a].is_dynamic()) continue;
                const std::size_t length = measure::found.length_of[leaf][a], size = given.items[leaf][a].size;
                constexpr const char* law =
                    "heed: an axis repeats where its size is 1 while compiling, not where it "
                    "is 1 at run time";
                if (length == most_lengths && size != measure::shapes.items[leaf][a].size)
                    fail_shapes(law, given.items[leaf], shape(measure::shapes.items[leaf][a]));
                if (length == most_lengths) continue;
                const length_place& first = measure::found.places[length];
                if (size != given.items[first.leaf][first.axis].size)
                    fail_shapes(law, given.items[leaf], given.items[first.leaf]);
            }
    }
};

}  // namespace heed::detail
