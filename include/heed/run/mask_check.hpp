// SPDX-License-Identifier: BSL-1.0
// Checks that masks of numbers are masks, before anything is written: what is to be added to scores, 0 where a key is
// seen and minus infinity where it is not, would be read the wrong way round.
#pragma once

#include <heed/meta/for_each_index.hpp>
#include <heed/shape/shape_error.hpp>
#include <heed/simd/half_lanes.hpp>
#include <heed/simd/lane_sums.hpp>
#include <heed/trace/node_ranges.hpp>

#include <concepts>
#include <cstddef>

namespace heed::detail {

template <std::size_t Capacity>
constexpr bool has_masks(const graph<Capacity>& g) {
    for (const node& n : g.nodes)
        if (n.kind == node_kind::elementwise && n.apply == function::where) return true;
    return false;
}

/// Checks the masks of scores in a formula F that is computed in T, as far as they lie in rows in memory: not what is
/// looked up, packed or computed. A key is seen where a mask holds; what is beneath a `!` may be anything.
template <class F, class T>
class mask_check {
    static constexpr const auto& g = traced_formula<F>::value;
    using ranges = node_ranges<F, T>;

public:
    constexpr mask_check(const leaf_table_for<F, T>& leaves, const std::size_t* lengths) : ranges_(leaves, lengths) {}

    constexpr void run() const {
        for_each_index<0, g.nodes.size()>([&]<node_id Id>() {
            if constexpr (g[Id].kind == node_kind::elementwise && g[Id].apply == function::where)
                this->template check_mask<g.operand(Id, 0), true>();
        });
    }

private:
    /// Holds: whether a key is seen where the node is not 0.
    template <node_id Id, bool Holds>
    constexpr void check_mask() const {
        constexpr node_id read = behind_views(g, Id);
        constexpr node n = g[read];
        constexpr bool is_function = n.kind == node_kind::elementwise;
        if constexpr (n.kind == node_kind::leaf && n.dims.rank > 0) {
            if constexpr (Holds && leaves_in_rows<F>[n.leaf] &&
                          !std::integral<typename ranges::template element<n.leaf>>)
                check_leaf<read>(ranges_.template box_behind_views<Id>());
        } else if constexpr (n.kind == node_kind::reshape && read == Id) {
            check_mask<g.operand(read, 0), Holds>();
        } else if constexpr (n.kind == node_kind::concat && read == Id) {
            for_each_index<0, n.operand_count>(
                [&]<std::size_t I>() { this->template check_mask<g.operand(Id, I), Holds>(); });
        } else if constexpr (is_function && n.apply == function::is_zero) {
            check_mask<g.operand(read, 0), !Holds>();
        } else if constexpr (is_function && (n.apply == function::both || n.apply == function::either)) {
            check_mask<g.operand(read, 0), Holds>();
            check_mask<g.operand(read, 1), Holds>();
        }
    }

    template <node_id Leaf>
    constexpr void check_leaf(const region& box) const {
        ranges_.template for_each_line<Leaf>(box, [&](const auto* line, std::size_t step, const region& at) {
            const std::size_t count = at.end[at.rank - 1] - at.begin[at.rank - 1];
            if (!has_negative(line, step, count)) return;
            region place = at;
            std::size_t& i = place.begin[place.rank - 1];
            for (; !is_negative(*line); line += step) ++i;
            report(place);
        });
    }
    template <class S>
    static constexpr bool is_negative(const S& x) {
        return static_cast<computed_t<S>>(x) < computed_t<S>(0);
    }
    /// A NaN is none.
    template <class S>
    static constexpr bool has_negative(const S* line, std::size_t step, std::size_t count) {
        using number = computed_t<S>;
        std::size_t i = 0;
        if constexpr (packable<number>)
            if (!HEED_CONSTANT_EVALUATED && step == 1) {
                using V = pack<number, vector_bytes / sizeof(number)>;
                V least{};
                for (; i + lanes<V>::count <= count; i += lanes<V>::count) {
                    const V x = load_as<V>(line + i);
                    least = choose(x < least, x, least);
                }
                if (largest_lane(V(-least)) > number(0)) return true;
            }
        for (; i < count; ++i)
            if (is_negative(line[i * step])) return true;
        return false;
    }
    static constexpr void report(const region& place) {
        fail_shape_sentence(
            "heed: a mask of numbers is 0 at keys that are not seen, and nowhere negative; add minus infinities to the "
            "scores, softmax(S + M) * V, or write not_equal(M, 0)",
            [&](shape_writer& out) {
                out.add("a negative number stands at ");
                add_place(out, place.begin, place.rank);
            });
    }

    ranges ranges_;
};

/// Raises shape_error if a mask of scores has a negative number; in a constant expression this does not compile.
template <class F, class T>
constexpr void check_masks(const leaf_table_for<F, T>& leaves, const std::size_t* lengths) {
    if constexpr (has_masks(traced_formula<F>::value)) mask_check<F, T>(leaves, lengths).run();
}

}  // namespace heed::detail
