// SPDX-License-Identifier: BSL-1.0
// A formula with boxes around its leaves, and what tests ask of it: points of the boxes, values there in any type of
// number, slopes, and what judging says.
#pragma once

#include "tests/run/random_formula.hpp"

#include <heed/reference/graph_values.hpp>
#include <heed/verify/subject.hpp>
#include <heed/verify/verify_formula.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace heed::test {

using detail::known_number;
using detail::node_id;
using detail::region;

/// One capacity for all formulas, so that judging is compiled once.
inline constexpr std::size_t trial_capacity = 128;
using trial_graph = detail::graph<trial_capacity>;
using trial_gradient = detail::gradient<detail::gradient_capacity(trial_capacity)>;
template <class T>
using values_of_trial = detail::reference::graph_values<T, trial_capacity>;
template <class T>
using slopes_of_trial = detail::reference::gradient_values<T, detail::gradient_capacity(trial_capacity)>;
template <enclosure E>
using judging_of_trial = detail::judging<E, trial_capacity, detail::gradient_capacity(trial_capacity)>;
using question_of_trial = detail::question<trial_capacity, detail::gradient_capacity(trial_capacity)>;

class random_numbers {
public:
    explicit random_numbers(std::uint64_t seed) : state_(seed) {}
    std::uint64_t next() { return state_ = mixed(state_); }
    std::size_t below(std::size_t n) { return next() % n; }
    /// In [-1, 1].
    double symmetric() { return static_cast<double>(next() >> 11) * 0x1p-52 - 1.0; }

private:
    std::uint64_t state_;
};

/// 10^n.
template <class T>
T power_of_ten(int n) {
    T power(1);
    for (int i = n < 0 ? -n : n; i > 0; --i) power *= 10;
    return n < 0 ? T(T(1) / power) : power;
}
template <class T>
T value_of(const decimal& d) {
    return d.places < 0 ? T(T(d.digits) * power_of_ten<T>(-d.places)) : T(T(d.digits) / power_of_ten<T>(d.places));
}

inline decimal rounded_to(long double x, int places) {
    return {std::llround(x * power_of_ten<long double>(places)), static_cast<short>(places), entry_kind::number};
}

/// How far each unknown is from its middle, in half units: -1 to 1. One list a leaf.
using offsets = std::vector<std::vector<double>>;

/// See above. Leaves that are the same object move together.
class trial {
public:
    template <class F>
    explicit trial(const F& f) {
        using Operand = std::remove_cvref_t<decltype(detail::operand_of(f))>;
        static_assert(detail::graph_of<Operand>.nodes.size() <= trial_capacity);
        detail::copy_graph(detail::graph_of<Operand>, g_);
        for (node_id id = 0; id < g_.nodes.size(); ++id)
            if (g_[id].kind == detail::node_kind::leaf) leaf_nodes_.push_back(id);
        known_.resize(leaf_nodes_.size());
        for (std::size_t leaf = 0; leaf < leaf_nodes_.size(); ++leaf) same_as_.push_back(leaf);
        detail::leaf_set<trial_capacity> wanted;
        for (std::size_t leaf = 0; leaf < leaf_nodes_.size(); ++leaf) wanted.push_back(true);
        d_ = std::make_unique<trial_gradient>(
            detail::gradient_of<detail::gradient_capacity(trial_capacity)>(g_, wanted));
    }

    std::size_t leaves() const { return leaf_nodes_.size(); }
    std::size_t leaf_size(std::size_t leaf) const { return g_[leaf_nodes_[leaf]].dims.size(); }
    node_id result() const { return g_.results[0]; }
    const detail::shape& dims() const { return g_[result()].dims; }
    std::size_t elements() const {
        std::size_t n = 0;
        for (const auto& node : g_.nodes) n += node.dims.size();
        return n;
    }

    /// Printed numbers between low and high, to so many places; each leaf is an object of its own.
    void print_leaves(std::uint64_t seed, double low, double high, int places, bool rounded = true) {
        random_numbers random(seed);
        for (std::size_t leaf = 0; leaf < leaves(); ++leaf) same_as_[leaf] = leaf;
        for (std::size_t leaf = 0; leaf < leaves(); ++leaf) {
            std::vector<known_number> numbers;
            for (std::size_t i = 0; i < leaf_size(leaf); ++i) {
                const double x = low + (high - low) * (random.symmetric() + 1) / 2;
                numbers.push_back({.printed = rounded_to(x, places), .is_printed = true, .is_rounded = rounded});
            }
            set_leaf(leaf, std::move(numbers));
        }
    }
    void set_leaf(std::size_t leaf, std::vector<known_number> numbers) { known_[leaf] = std::move(numbers); }
    const std::vector<known_number>& leaf_numbers(std::size_t leaf) const { return known_[leaf]; }

    /// From now on the second leaf is the same object as the first.
    void make_same(std::size_t first, std::size_t second) {
        same_as_[second] = same_as_[first];
        known_[second] = known_[first];
    }
    /// All leaves of one shape become one object.
    void make_same_where_shapes_agree() {
        for (std::size_t second = 1; second < leaves(); ++second)
            for (std::size_t first = 0; first < second; ++first)
                if (g_[leaf_nodes_[first]].dims == g_[leaf_nodes_[second]].dims) {
                    make_same(first, second);
                    break;
                }
    }
    std::size_t same_as(std::size_t leaf) const { return same_as_[leaf]; }

    /// A point of the box; corners are the ends of all unknowns.
    offsets random_offsets(random_numbers& random, bool corner) const {
        offsets o;
        for (std::size_t leaf = 0; leaf < leaves(); ++leaf) {
            o.emplace_back(leaf_size(leaf));
            for (double& x : o.back()) x = corner ? (random.below(2) == 0 ? -1 : 1) : random.symmetric();
            if (same_as_[leaf] != leaf) o.back() = o[same_as_[leaf]];
        }
        return o;
    }

    template <class T>
    void fill(values_of_trial<T>& values, const offsets& o, const T& scale = T(1)) const {
        for (std::size_t leaf = 0; leaf < leaves(); ++leaf)
            for (std::size_t i = 0; i < leaf_size(leaf); ++i)
                values.of(leaf_nodes_[leaf])[i] = element<T>(known_[leaf][i], T(scale * T(o[leaf][i])));
    }
    /// Enclosures of the boxes.
    template <enclosure E, class Values>
    void fill_boxes(Values& values) const {
        for (std::size_t leaf = 0; leaf < leaves(); ++leaf)
            for (std::size_t i = 0; i < leaf_size(leaf); ++i)
                values.of(leaf_nodes_[leaf])[i] = detail::box_of<E>(known_[leaf][i]);
    }

    /// The way from the middle that one element rises on: the signs of its slopes, those at the middle, or those that
    /// hold over the whole box (0 where there is none).
    offsets signs_at_middle(const region& at) const {
        slopes_of_trial<long double> slopes(*d_);
        for (std::size_t leaf = 0; leaf < leaves(); ++leaf)
            for (std::size_t i = 0; i < leaf_size(leaf); ++i)
                slopes.values().of(leaf_nodes_[leaf])[i] = element<long double>(known_[leaf][i], 0.0L);
        return signs_of(slopes, at, [](long double s) { return s > 0 ? 1.0 : s < 0 ? -1.0 : 0.0; });
    }
    offsets signs_over_box(const region& at) const {
        slopes_of_trial<interval<double>> slopes(*d_);
        fill_boxes<interval<double>>(slopes.values());
        return signs_of(slopes, at, [](const interval<double>& s) {
            return s.lower >= 0 ? 1.0 : s.upper <= 0 ? -1.0 : 0.0;
        });
    }

    /// What judging needs. Entries are printed for all elements of the result.
    question_of_trial ask(const std::vector<decimal>& printed, detail::reading how = detail::reading::rounded) {
        views_.clear();
        for (std::size_t leaf = 0; leaf < leaves(); ++leaf) views_.push_back({known_[leaf].data(), same_as_[leaf]});
        return {g_, *d_, views_.data(), {.entries = printed.data(), .dims = dims(), .how = how}};
    }

    const trial_graph& graph() const { return g_; }

private:
    /// offset in half units
    template <class T>
    static T element(const known_number& x, const T& offset) {
        if (!x.is_printed) return T(x.value);
        if (x.printed.kind == entry_kind::infinite) return T(x.printed.digits < 0 ? -INFINITY : INFINITY);
        const T middle = value_of<T>(x.printed);
        return x.is_rounded ? T(middle + offset * power_of_ten<T>(-x.printed.places) / 2) : middle;
    }

    template <class T, class Sign>
    offsets signs_of(slopes_of_trial<T>& slopes, const region& at, Sign sign) const {
        slopes.evaluate_formula();
        slopes.seed(at);
        offsets o;
        for (std::size_t leaf = 0; leaf < leaves(); ++leaf) o.emplace_back(leaf_size(leaf));
        for (std::size_t first = 0; first < leaves(); ++first)
            for (std::size_t i = 0; same_as_[first] == first && i < leaf_size(first); ++i) {
                T total{};
                for (std::size_t leaf = first; leaf < leaves(); ++leaf) {
                    const node_id adjoint = d_->adjoints[leaf_nodes_[leaf]];
                    if (same_as_[leaf] != first || adjoint == detail::no_node) continue;
                    total = total + slopes.values().element(adjoint, detail::element_at(leaf_dims(leaf), i));
                }
                for (std::size_t leaf = first; leaf < leaves(); ++leaf)
                    if (same_as_[leaf] == first) o[leaf][i] = sign(total);
            }
        return o;
    }
    const detail::shape& leaf_dims(std::size_t leaf) const { return g_[leaf_nodes_[leaf]].dims; }

    trial_graph g_{};
    std::unique_ptr<trial_gradient> d_{};
    std::vector<node_id> leaf_nodes_{};
    std::vector<std::vector<known_number>> known_{};
    std::vector<std::size_t> same_as_{};
    std::vector<detail::leaf_numbers> views_{};
};

}  // namespace heed::test
