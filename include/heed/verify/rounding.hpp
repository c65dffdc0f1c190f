// SPDX-License-Identifier: BSL-1.0
// Rounding in a question: how far the errors of all operations together may move one element.
//
// An element computed with errors d_v in the nodes v is F(x, d), F(x, 0) being the formula. By the mean value theorem
// F(x, d) is in f(c) + sum_k g_k [-r_k, r_k] + sum_v a_v [-e_v, e_v]: e_v bounds the error of node v
// (reference/rounding_errors.hpp), and a_v encloses the slope of the element to node v, its adjoint, wherever the
// inputs are in their box and the errors within their bounds. So errors are unknowns like inputs, one for each
// operation.
#pragma once

#include <heed/reference/gradient_values.hpp>
#include <heed/reference/node_elements.hpp>
#include <heed/reference/rounding_errors.hpp>
#include <heed/verify/question.hpp>

#include <cstddef>

namespace heed::detail {

/// For real numbers, in which no operation rounds.
template <enclosure E, std::size_t Capacity, std::size_t GradientCapacity>
struct no_rounding {
    constexpr explicit no_rounding(const question<Capacity, GradientCapacity>&) {}
};

template <enclosure E, std::size_t Capacity, std::size_t GradientCapacity>
class rounding {
public:
    using slopes_type = reference::gradient_values<E, GradientCapacity>;

    /// needs   q.in is a format
    constexpr explicit rounding(const question<Capacity, GradientCapacity>& q)
        : q_(q), most_(q.g, format_of(q.in), true), sure_(q.g, format_of(q.in), false), ways_(q.g) {}

    /// Evaluates the formula over the box of its inputs, with the errors of its operations.
    constexpr void evaluate_formula(slopes_type& slopes) {
        slopes.evaluate_formula([&](node_id id) { most_.widen(slopes.values(), id, whole_of(q_.g[id].dims)); });
    }

    /// How far errors may move the element whose slopes these are.
    constexpr E sum(const slopes_type& slopes) {
        double total = 0;
        for (node_id id = 0; id < q_.g.nodes.size(); ++id) {
            const node_id adjoint = q_.slopes.adjoints[id];
            if (q_.g[id].kind == node_kind::view || adjoint == no_node || slopes.support(adjoint).empty()) continue;
            const auto p = slopes.values().resolve(adjoint);
            const E* const slope = slopes.values().of(p.node);
            const region& support = slopes.support(adjoint);
            const reference::access places[] = {reference::dense(q_.g[id].dims), p.where};
            const std::size_t step = reference::step_in_row(p.where, support);
            reference::for_each_row(support, places, [&](const std::size_t* at, std::size_t n) {
                for (std::size_t j = 0; j < n; ++j) {
                    const double error = most_.error(id, at[0] + j);
                    if (error == 0) continue;
                    const auto size = reference::size_of_element(slope[at[1] + j * step]);
                    total += reference::share_of(size.most(), error);
                    ways_.of(id)[at[0] + j] = way_of(size);
                }
            });
        }
        total *= 1 + 1e-6;
        return total < reference::no_bound ? enclose_number<E>(total) : upper_of(whole_line<E>());
    }

    /// Adds to node `id`, evaluated at a point, the errors that raise the element (up) or lower it.
    template <class Values>
    constexpr void move(Values& values, node_id id, const region& box, bool up) {
        sure_.move(values, id, box, [&](std::size_t i) {
            const int way = ways_.of(id)[i];
            return up ? way : -way;
        });
    }
    /// Called before the slopes of another element are summed.
    constexpr void forget() { ways_.fill(0); }

private:
    static constexpr signed char way_of(const reference::element_size& slope) {
        if (!(slope.most() < reference::no_bound)) return 0;
        const double twice = slope.low + slope.high;
        return static_cast<signed char>(twice > 0 ? 1 : twice < 0 ? -1 : 0);
    }

    const question<Capacity, GradientCapacity>& q_;
    reference::rounding_errors<E, Capacity> most_;
    reference::rounding_errors<E, Capacity> sure_;
    reference::node_elements<signed char, Capacity> ways_;
};

}  // namespace heed::detail
