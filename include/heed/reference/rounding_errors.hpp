// SPDX-License-Identifier: BSL-1.0
// Bounds of the errors of the nodes of a graph that is computed in a binary format. Each element has the bound of the
// error that its own operation makes, given its operands.
//
// Bounds are computed in doubles with a relative error below 1e-9, and enlarged by 1e-6 (in witnesses reduced by it).
// An operation without a model (inverse) may have any error.
#pragma once

#include <heed/reference/graph_values.hpp>
#include <heed/reference/node_elements.hpp>
#include <heed/reference/sizes_of_row.hpp>

#include <cstddef>

namespace heed::detail::reference {

/// The errors of all elements of all nodes. Each node is settled after it was evaluated, operands first.
/// most: upper bounds of the errors, for all elements within their enclosures; otherwise errors that all of these
/// elements may have.
template <enclosure E, std::size_t Capacity>
class rounding_errors {
public:
    constexpr rounding_errors(const graph<Capacity>& g, const float_format& f, bool most)
        : g_(g), f_(f), most_(most), sizes_(g), errors_(g) {}

    /// The error bounds of the elements of a node that is not a view, row-major.
    constexpr double error(node_id id, std::size_t i) const { return errors_.of(id)[i]; }

    /// Enlarges each element of a box by all errors that its operation may make. Rounding never changes a sign, but a
    /// function of several steps may.
    template <class Values>
    constexpr void widen(Values& values, node_id id, const region& box) {
        const node& n = g_[id];
        const bool keeps_sign = (n.kind == node_kind::normalise && n.weights == normalisation::softmax) ||
                                (n.kind == node_kind::elementwise && !function_error::has_steps(n.apply));
        settle(values, id, box, [&](E& y, std::size_t, double error) {
            if (!(error < no_bound)) {
                y = whole_line<E>();
                return;
            }
            const bool positive = keeps_sign && certainly_at_most(E(), y),
                       negative = keeps_sign && certainly_at_most(y, E());
            const E e = enclose_number<E>(error), wide = y + hull(-e, e);
            y = positive   ? hull(larger_point(lower_of(wide), E()), upper_of(wide))
                : negative ? hull(lower_of(wide), smaller_point(upper_of(wide), E()))
                           : wide;
        });
    }

    /// Moves each element of a box by the error that it may have, times direction(place): -1, 0 or 1.
    template <class Values, class Direction>
    constexpr void move(Values& values, node_id id, const region& box, const Direction& direction) {
        settle(values, id, box, [&](E& y, std::size_t i, double error) {
            const int way = direction(i);
            if (way != 0) y = way > 0 ? y + enclose_number<E>(error) : y - enclose_number<E>(error);
        });
    }

private:
    /// Finds the errors of a box of elements, and calls change(element, place, error) for each. The nodes above read
    /// the changed elements.
    template <class Values, class Change>
    constexpr void settle(Values& values, node_id id, region box, const Change& change) {
        if (g_[id].kind == node_kind::view || box.empty()) return;
        if (g_[id].kind == node_kind::normalise) {
            box.begin[g_[id].axis] = 0;
            box.end[g_[id].axis] = g_[id].dims[g_[id].axis].size;
        }
        whole_[id] = is_whole(id);
        E* const y = values.of(id);
        for_each_place(id, box, [&](std::size_t i) {
            size(id, i) = size_of_element(y[i]);
            errors_.of(id)[i] = 0;
        });
        find(values, id, box);
        for_each_place(id, box, [&](std::size_t i) {
            double& e = errors_.of(id)[i];
            e = bounded(id, i, e);
            if (e == 0) return;
            change(y[i], i, e);
            size(id, i) = size_of_element(y[i]);
        });
    }

    constexpr element_size& size(node_id id, std::size_t i) { return sizes_.of(id)[i]; }
    constexpr const element_size* sizes_of(node_id id) const { return sizes_.of(id); }
    constexpr double chosen(const element_size& x) const { return most_ ? x.most() : x.least(); }

    template <class F>
    constexpr void for_each_place(node_id id, const region& box, const F& f) const {
        const access places[] = {dense(g_[id].dims)};
        for_each_row(box, places, [&](const std::size_t* at, std::size_t n) {
            for (std::size_t j = 0; j < n; ++j) f(at[0] + j);
        });
    }

    /// The error with the margin of this arithmetic; unbounded if the result may overflow.
    constexpr double bounded(node_id id, std::size_t i, double e) const {
        const element_size& y = sizes_of(id)[i];
        if (y.is_infinite_point()) return 0;
        if (!most_) return e < no_bound ? e * (1 - 1e-6) : 0;
        const double all = e * (1 + 1e-6);
        return !(all < no_bound) || ((all > 0 || y.most() < no_bound) && y.most() + all > f_.largest) ? no_bound : all;
    }
    /// The error of a rounded result: it may be below the normal numbers if the exact result is just above them.
    constexpr double with_underflow(const element_size& y, double e) const {
        const bool tiny = most_ && y.least() - e < f_.smallest_normal() && !(y.low == 0 && y.high == 0);
        return tiny ? e + f_.underflow : e;
    }

    /// Whether a node certainly consists of whole numbers: indices, and sums of them.
    constexpr bool is_whole(node_id id) const {
        const node& n = g_[id];
        if (n.kind == node_kind::index) return true;
        if (n.kind == node_kind::constant) return n.value.denominator == 1 && n.value.radicand == 1;
        if (n.kind != node_kind::elementwise) return false;
        if (function_error::jumps(n.apply) && n.apply != function::quotient && n.apply != function::remainder)
            return true;
        bool whole = function_error::is_exact_for_whole(n.apply);
        for (std::size_t k = 0; k < n.operand_count; ++k) {
            node_id operand = g_.operand(id, k);
            while (g_[operand].kind == node_kind::view) operand = g_.operand(operand, 0);
            whole = whole && whole_[operand];
        }
        return whole;
    }

    template <class Values>
    constexpr void find(const Values& values, node_id id, const region& box) {
        const node& n = g_[id];
        double* const e = errors_.of(id);
        switch (n.kind) {
            case node_kind::leaf:
            case node_kind::view:
            case node_kind::lookup:
            case node_kind::reshape:
            case node_kind::concat: break;
            case node_kind::index:
            case node_kind::constant:
                for_each_place(id, box, [&](std::size_t i) { e[i] = of_number(size(id, i)); });
                break;
            case node_kind::elementwise: elementwise(values, id, box, e); break;
            case node_kind::product: product(values, id, box, e); break;
            case node_kind::reduce: reduce(values, id, box, e); break;
            case node_kind::normalise: normalise(values, id, box, e); break;
            case node_kind::scatter:
            case node_kind::inverse:
                for_each_place(id, box, [&](std::size_t i) { e[i] = most_ ? no_bound : 0; });
                break;
        }
    }

    /// A number that may not be representable in the format.
    constexpr double of_number(const element_size& x) const {
        if (x.is_point() && nearest_in(f_, x.low).value == x.low && !nearest_in(f_, x.low).in_doubt) return 0;
        return with_underflow(x, share_of(f_.u, chosen(x)));
    }

    template <class Values>
    constexpr void elementwise(const Values& values, node_id id, const region& box, double* e) {
        const node& n = g_[id];
        if (whole_[id]) {
            const double exact = power_of_two<double>(f_.digits);
            for_each_place(id, box, [&](std::size_t i) {
                const element_size& y = size(id, i);
                e[i] = y.most() <= exact || y.most() == no_bound ? 0 : share_of(f_.u, chosen(y));
            });
            return;
        }
        const auto a = values.repeated(g_.operand(id, 0), n.dims);
        const auto b = values.repeated(g_.operand(id, n.operand_count - 1), n.dims);
        const access places[] = {dense(n.dims), a.where, b.where};
        const element_size *const u = sizes_of(a.node), *const v = sizes_of(b.node), *const y = sizes_of(id);
        const std::size_t step_a = step_in_row(a.where, box), step_b = step_in_row(b.where, box);
        const function_error errors(f_);
        const bool has_two = n.operand_count == 2;
        if (traits_of(n.apply).rounding == rounding_of::selects) return;
        for_each_row(box, places, [&](const std::size_t* at, std::size_t count) {
            for (std::size_t j = 0; j < count; ++j) {
                const element_size &left = u[at[1] + j * step_a], &right = v[at[2] + j * step_b],
                                   &result = y[at[0] + j];
                double raw = has_two ? errors.of(n.apply, right, chosen(result))
                                     : errors.of(n.apply, chosen(left), chosen(result));
                const bool shift = has_two && errors.is_shift(n.apply, left, right);
                if (raw != 0) raw = with_underflow(result, shift ? 0 : raw);
                if (most_ && has_two) raw += errors.of_steps(n.apply, left, right, result);
                e[at[0] + j] = raw;
            }
        });
    }

    template <class Values>
    constexpr void product(const Values& values, node_id id, const region& box, double* e) {
        const node_id left = g_.operand(id, 0), right = g_.operand(id, 1);
        const auto a = values.factor_of(left, g_[id].dims, true), b = values.factor_of(right, g_[id].dims, false);
        const std::size_t depth = g_[left].dims.from_right(0).size;
        const auto n = static_cast<double>(depth);
        const access places[] = {dense(g_[id].dims), a.where, b.where};
        const element_size *const u = sizes_of(a.node), *const v = sizes_of(b.node);
        const std::size_t col_step = step_in_row(b.where, box);
        const double rate = growth(n, f_.u);
        for_each_row(box, places, [&](const std::size_t* at, std::size_t count) {
            for (std::size_t j = 0; j < count; ++j) {
                double sum = 0;
                for (std::size_t k = 0; k < depth; ++k)
                    sum += share_of(chosen(u[at[1] + k * a.inner_step]),
                                    chosen(v[at[2] + j * col_step + k * b.inner_step]));
                e[at[0] + j] = error_of_sum(f_, most_, sum, rate, 2 * n);
            }
        });
    }

    /// Calls f(place of the result, first element of the row, stride of its elements).
    template <class Values, class F>
    constexpr void for_each_reduced(const Values& values, node_id id, const region& box, const F& f) const {
        const node& n = g_[id];
        const auto p = values.resolve(g_.operand(id, 0));
        access by_result{p.where.base, {}};
        for (std::size_t a = 0; a < n.dims.rank; ++a) by_result.step[a] = p.where.step[a < n.axis ? a : a + 1];
        const access places[] = {dense(n.dims), by_result};
        const std::size_t step = step_in_row(by_result, box);
        for_each_row(box, places, [&](const std::size_t* at, std::size_t count) {
            for (std::size_t j = 0; j < count; ++j)
                f(at[0] + j, sizes_of(p.node) + at[1] + j * step, p.where.step[n.axis]);
        });
    }

    template <class Values>
    constexpr void reduce(const Values& values, node_id id, const region& box, double* e) {
        const reduction what = g_[id].reduce;
        const std::size_t length = g_[g_.operand(id, 0)].dims[g_[id].axis].size;
        if (is_choice(what)) return;
        for_each_reduced(values, id, box, [&](std::size_t i, const element_size* x, std::size_t step) {
            const sizes_of_row row(f_, most_, x, length, step, size(id, i));
            e[i] = with_description(what, [&](auto described) -> double {
                if constexpr (described.traits.result == reduced_to::element)
                    return 0;
                else
                    return described.error(row);
            });
        });
    }

    template <class Values>
    constexpr void normalise(const Values& values, node_id id, const region& box, double* e) {
        const node& n = g_[id];
        const auto p = values.resolve(g_.operand(id, 0));
        const access places[] = {dense(n.dims), p.where};
        const std::size_t length = n.dims[n.axis].size, step = places[0].step[n.axis], step_x = p.where.step[n.axis];
        region rows = box;
        rows.begin[n.axis] = 0;
        rows.end[n.axis] = 1;
        const element_size *const all_x = sizes_of(p.node), *const all_y = sizes_of(id);
        const std::size_t next = step_in_row(places[0], rows), next_x = step_in_row(p.where, rows);
        for_each_row(rows, places, [&](const std::size_t* at, std::size_t count) {
            for (std::size_t j = 0; j < count; ++j) {
                const std::size_t begin = at[0] + j * next;
                const element_size *const x = all_x + at[1] + j * next_x, *const y = all_y + begin;
                const bool weighs = n.weights == normalisation::softmax;
                row_error row(f_, length);
                for (std::size_t k = 0; k < length; ++k) row.add(x[k * step_x]);
                for (std::size_t k = 0; k < length; ++k)
                    row.add_weight(x[k * step_x], weighs && most_ ? y[k * step].most() : 0);
                for (std::size_t k = 0; k < length; ++k)
                    e[begin + k * step] = weighs ? row.of_weight(x[k * step_x], y[k * step], most_)
                                                 : row.of_log_weight(x[k * step_x], y[k * step], most_);
            }
        });
    }

    const graph<Capacity>& g_;
    float_format f_;
    bool most_;
    bool whole_[Capacity]{};
    node_elements<element_size, Capacity> sizes_;
    node_elements<double, Capacity> errors_;
};

}  // namespace heed::detail::reference
