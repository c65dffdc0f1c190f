// SPDX-License-Identifier: BSL-1.0
// Finds the verdicts on the printed numbers of one formula, with one type of enclosure.
//
// Let x be the inputs, c the middle of their box (the printed digits), r its radii (half units), f the printed element
// and [lo, hi] the numbers that round to what is printed for it.
//
//   1  f(c) within [lo, hi]                                         consistent: c is a witness
//   2  f(box), node by node in enclosures, apart from [lo, hi]      refuted
//   3  f(c) + sum_k g_k [-r_k, r_k] apart from [lo, hi],            refuted: by the mean value theorem
//      where g_k encloses df/dx_k over the whole box
//   4  with f(c) below, say: x' = c, except that x'_k = c_k + r_k where g_k >= 0 and c_k - r_k where g_k <= 0
//      f(c) <= hi and f(x') >= lo                                   consistent: f is continuous from c to x'
//                                                                   (also with the other k moved, g_k being bounded)
//      f(x') + sum over the other k of |g_k| r_k below lo           refuted: f is largest at x' but for those k
//
// Everything is evaluated in enclosures, so that rounding of the evaluation itself is part of every bound. Functions
// without a derivative everywhere (relu, abs, min, max) have one-sided slopes within g, and 3 and 4 hold for those. In
// 4 f is continuous: near a pole, or where a function ends, some g_k is the whole line, and such x_k stay where they
// are.
//
// In an arithmetic that rounds (verify/rounding.hpp), errors of operations are unknowns too: 3 has their sum, 4 moves
// them last. consistent then says that errors within the bounds of that arithmetic exist for which the value rounds to
// the printed number; refuted that none do, and so no computation in it.
#pragma once

#include <heed/reference/gradient_values.hpp>
#include <heed/verify/defined_values.hpp>
#include <heed/verify/printed_range.hpp>
#include <heed/verify/question.hpp>
#include <heed/verify/rounding.hpp>
#include <heed/verify/verdict.hpp>

#include <cstddef>
#include <type_traits>

namespace heed::detail {

/// The findings for one element.
template <enclosure E>
struct finding {
    verdict what = verdict::elided;
    E value{};   ///< at the printed digits of the inputs
    E bounds{};  ///< over all inputs that round to the printed ones; only if asked for or needed for the verdict
};

/// Rounds: judges in the arithmetic of the question, which is a format; otherwise in real numbers, whatever the
/// arithmetic.
template <enclosure E, std::size_t Capacity, std::size_t GradientCapacity, bool Rounds = false>
class judging {
public:
    constexpr explicit judging(const question<Capacity, GradientCapacity>& q)
        : q_(q),
          aligned_(q.printed, dims()),
          middle_(q.g),
          moved_(q.g),
          slopes_(q.slopes),
          totals_(place_leaves()),
          in_format_(Rounds ? totals_.size() : 0),
          rounding_(q) {
        for (std::size_t leaf = 0; leaf < leaf_nodes_.size(); ++leaf) fill(leaf);
        middle_.evaluate_all();
        has_unknowns_ = has_unknowns_ || Rounds;
        if constexpr (Rounds)
            rounding_.evaluate_formula(slopes_);
        else if (has_unknowns_)
            slopes_.evaluate_formula();
        all_defined_ =
            has_unknowns_ ? all_defined(q_.g, result(), slopes_.values()) : all_defined(q_.g, result(), middle_);
    }

    constexpr finding<E> judge(const region& at) {
        const decimal printed = aligned_.entry(at);
        finding<E> found;
        found.value = middle_.element(result(), at);
        found.bounds = has_unknowns_ ? slopes_.values().element(result(), at) : found.value;
        if (printed.kind == entry_kind::elided) return found;
        found.what = verdict::undecided;
        if (printed.kind == entry_kind::not_a_number) return found;
        decide(at, printed_range<E>(printed, q_.printed.how, Rounds ? q_.in : arithmetic::exact), found);
        return found;
    }

    /// The same, with the sharpest bounds whatever the verdict is.
    constexpr finding<E> examine(const region& at) {
        finding<E> found = judge(at);
        if (!has_unknowns_) return found;
        sum_gradient(at);
        found.bounds = detail::intersection(found.bounds, mean_value_form(found.value));
        return found;
    }

private:
    constexpr node_id result() const { return q_.g.results[0]; }
    constexpr const shape& dims() const { return q_.g[result()].dims; }

    constexpr std::size_t place_leaves() {
        std::size_t total = 0;
        for (node_id id = 0; id < q_.g.nodes.size(); ++id) {
            if (q_.g[id].kind != node_kind::leaf) continue;
            offsets_[leaf_nodes_.size()] = total;
            total += q_.g[id].dims.size();
            leaf_nodes_.push_back(id);
        }
        return total;
    }

    constexpr const known_number& known(std::size_t leaf, std::size_t i) const {
        if constexpr (Rounds)
            return in_format_[offsets_[leaf] + i];
        else
            return q_.leaves[leaf].elements[i];
    }

    constexpr void fill(std::size_t leaf) {
        const node_id id = leaf_nodes_[leaf];
        E *const middle = middle_.of(id), *const moved = moved_.of(id), *const box = slopes_.values().of(id);
        for (std::size_t i = 0; i < q_.g[id].dims.size(); ++i) {
            if constexpr (Rounds)
                in_format_[offsets_[leaf] + i] = in_format(q_.leaves[leaf].elements[i], format_of(q_.in));
            const known_number& x = known(leaf, i);
            moved[i] = middle[i] = middle_value<E>(x);
            box[i] = box_of<E>(x);
            has_unknowns_ = has_unknowns_ || x.is_rounded;
        }
    }

    constexpr void decide(const region& at, const printed_range<E>& range, finding<E>& found) {
        if (range.contains(found.value) && has_defined(middle_, at)) {
            found.what = verdict::consistent;
        } else if (range.is_apart_from(found.bounds)) {
            found.what = verdict::refuted;
        } else if (has_unknowns_) {
            sum_gradient(at);
            found.bounds = detail::intersection(found.bounds, mean_value_form(found.value));
            found.what = range.is_apart_from(found.bounds) ? verdict::refuted : at_corner(at, range, found.value);
        }
    }

    /// The gradient of one element, summed over all leaves that are the same object.
    constexpr void sum_gradient(const region& at) {
        slopes_.seed(at);
        for (std::size_t leaf = 0; leaf < leaf_nodes_.size(); ++leaf) touched_[leaf] = nothing_of(leaf_dims(leaf));
        for (std::size_t leaf = 0; leaf < leaf_nodes_.size(); ++leaf) {
            const node_id adjoint = q_.slopes.adjoints[leaf_nodes_[leaf]];
            if (adjoint == no_node || slopes_.support(adjoint).empty()) continue;
            region& touched = touched_[q_.leaves[leaf].same_as];
            const region all = hull_of(touched, slopes_.support(adjoint));
            clear_new(q_.leaves[leaf].same_as, touched, all);
            touched = all;
            add_slopes(leaf, adjoint);
        }
        if constexpr (Rounds) {
            rounding_.forget();
            rounded_ = rounding_.sum(slopes_);
        }
    }
    constexpr const shape& leaf_dims(std::size_t leaf) const { return q_.g[leaf_nodes_[leaf]].dims; }

    constexpr void clear_new(std::size_t group, const region& old, const region& all) {
        for_each(group, all, [&](std::size_t i, const region& at) {
            bool inside = !old.empty();
            for (std::size_t a = 0; a < old.rank; ++a)
                inside = inside && old.begin[a] <= at.begin[a] && at.begin[a] < old.end[a];
            if (!inside) totals_[offsets_[group] + i] = E();
        });
    }

    constexpr void add_slopes(std::size_t leaf, node_id adjoint) {
        const auto place = slopes_.values().resolve(adjoint);
        const reference::access places[] = {reference::dense(leaf_dims(leaf)), place.where};
        const region& support = slopes_.support(adjoint);
        const std::size_t step = reference::step_in_row(place.where, support);
        E* const total = totals_.data() + offsets_[q_.leaves[leaf].same_as];
        const E* const slope = slopes_.values().of(place.node);
        reference::for_each_row(support, places, [&](const std::size_t* at, std::size_t n) {
            for (std::size_t j = 0; j < n; ++j) total[at[0] + j] = total[at[0] + j] + slope[at[1] + j * step];
        });
    }

    /// Calls f(i, index) for the elements of a box of a leaf; i is their position in it.
    template <class F>
    constexpr void for_each(std::size_t leaf, const region& box, const F& f) const {
        const reference::access places[] = {reference::dense(leaf_dims(leaf))};
        region at = box;
        reference::for_each_row(box, places, [&](const std::size_t* place, std::size_t n) {
            std::size_t rest = place[0];
            for (std::size_t a = 0; a < at.rank; ++a) {
                at.begin[a] = rest / places[0].step[a];
                rest %= places[0].step[a];
            }
            for (std::size_t j = 0; j < n; ++j) {
                f(place[0] + j, at);
                if (at.rank > 0) ++at.begin[at.rank - 1];
            }
        });
    }

    /// Calls f(leaf, i, slope, half unit) for every unknown that the element depends on.
    template <class F>
    constexpr void for_each_unknown(const F& f) const {
        for (std::size_t leaf = 0; leaf < leaf_nodes_.size(); ++leaf)
            if (!touched_[leaf].empty())
                for_each(leaf, touched_[leaf], [&](std::size_t i, const region&) {
                    if (known(leaf, i).is_rounded)
                        f(leaf, i, totals_[offsets_[leaf] + i], half_unit<E>(known(leaf, i)));
                });
    }

    constexpr E mean_value_form(const E& value) const {
        E spread = rounded_;
        for_each_unknown([&](std::size_t, std::size_t, const E& slope, const E& half) {
            spread = spread + magnitude_of(slope) * half;
        });
        return value + hull(-spread, spread);
    }

    constexpr verdict at_corner(const region& at, const printed_range<E>& range, const E& value) {
        const bool up = !certainly_less(range.upper, upper_of(value));
        const E rest = move_unknowns(up, false);
        const E corner = value_moved(at), around = rest + rounded_;
        bool consistent = reaches(at, range, up, value, corner);
        const bool refuted =
            up ? certainly_less(corner + around, range.lower) : certainly_less(range.upper, corner - around);
        if (!consistent && !refuted && !contains_zero(rest)) {
            move_unknowns(up, true);
            consistent = reaches(at, range, up, value, value_moved(at));
        }
        if constexpr (Rounds)
            if (!consistent && !refuted) consistent = reaches(at, range, up, value, value_moved_and_rounded(at, up));
        for_each_unknown([&](std::size_t leaf, std::size_t i, const E&, const E&) { move(leaf, i, E()); });
        return consistent ? verdict::consistent : refuted ? verdict::refuted : verdict::undecided;
    }

    /// Moves each unknown whose slope has one sign to the end of its range where the element is largest (up) or
    /// smallest. With `all`, other unknowns with a bounded slope move as the middle of the slope says. Returns how far
    /// the remaining unknowns may move the element.
    constexpr E move_unknowns(bool up, bool all) {
        E rest = E();
        for_each_unknown([&](std::size_t leaf, std::size_t i, const E& slope, const E& half) {
            const bool rises = certainly_at_most(E(), slope), falls = certainly_at_most(slope, E());
            const bool tends_up = rises || (!falls && certainly_at_most(E(), middle_of(slope)));
            if (rises || falls || (all && is_bounded(slope)))
                move(leaf, i, tends_up == up ? half : -half);
            else
                rest = rest + magnitude_of(slope) * half;
        });
        return rest;
    }

    /// Whether the element takes a value that rounds to the printed one on the way from the middle to the moved inputs.
    constexpr bool reaches(const region& at, const printed_range<E>& range, bool up, const E& from, const E& to) const {
        const bool reached =
            up ? range.is_below(from) && range.is_above(to) : range.is_above(from) && range.is_below(to);
        return reached && has_defined(middle_, at) && has_defined(moved_, at);
    }

    constexpr void move(std::size_t group, std::size_t i, const E& offset) {
        const E x = middle_value<E>(known(group, i)) + offset;
        for (std::size_t leaf = group; leaf < leaf_nodes_.size(); ++leaf)
            if (q_.leaves[leaf].same_as == group) moved_.of(leaf_nodes_[leaf])[i] = x;
    }

    constexpr E value_moved(const region& at) {
        const auto demanded = demanded_by(q_.g, result(), at);
        for (node_id id = 0; id <= result(); ++id) moved_.evaluate(id, demanded[id]);
        return moved_.element(result(), at);
    }

    constexpr E value_moved_and_rounded(const region& at, bool up) {
        const auto demanded = demanded_by(q_.g, result(), at);
        for (node_id id = 0; id <= result(); ++id) {
            moved_.evaluate(id, demanded[id]);
            rounding_.move(moved_, id, demanded[id], up);
        }
        return moved_.element(result(), at);
    }

    template <class Values>
    constexpr bool has_defined(const Values& values, const region& at) const {
        return all_defined_ || is_defined(q_.g, result(), values, at);
    }

    const question<Capacity, GradientCapacity>& q_;
    alignment aligned_;
    bool has_unknowns_ = false;
    bool all_defined_ = false;
    static_vector<node_id, Capacity> leaf_nodes_{};
    std::size_t offsets_[Capacity]{};
    region touched_[Capacity]{};
    reference::graph_values<E, Capacity> middle_;
    reference::graph_values<E, Capacity> moved_;
    reference::gradient_values<E, GradientCapacity> slopes_;
    buffer_of<E> totals_;
    buffer_of<known_number> in_format_;
    E rounded_{};  ///< how far rounding may move the element for which slopes_ holds
    std::conditional_t<Rounds, rounding<E, Capacity, GradientCapacity>, no_rounding<E, Capacity, GradientCapacity>>
        rounding_;
};

/// The region of the element at a row-major position.
constexpr region element_at(const shape& dims, std::size_t position) {
    region at = whole_of(dims);
    for (std::size_t a = dims.rank; a-- > 0; position /= dims[a].size) {
        at.begin[a] = position % dims[a].size;
        at.end[a] = at.begin[a] + 1;
    }
    return at;
}

}  // namespace heed::detail
