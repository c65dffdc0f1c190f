// SPDX-License-Identifier: BSL-1.0
// within_hull(out, V): attention outputs are weighted means of the rows of V, so they lie in the convex hull of those
// rows.
//
// A search in doubles proposes; bounds decide. For an output p and rows v_j it looks for the point of the hull nearest
// to p (Frank and Wolfe's method with pairwise steps). If p is outside, c = p - nearest tells it apart, and
//   c . v_j < c . p for every j, whatever the numbers are within their printed digits      refutes p;
// if p is inside, the weights w of the nearest point are at hand, and
//   some v_j and p within their printed digits have sum_j w_j v_j = p                       makes p consistent,
//   and so do positive weights of the heaviest rows that give its digits exactly.
#pragma once

#include <heed/printed/printed.hpp>
#include <heed/reference/exact_decimal.hpp>
#include <heed/reference/interval.hpp>
#include <heed/reference/inverse_values.hpp>
#include <heed/verify/known_number.hpp>
#include <heed/verify/verdict.hpp>

#include <cstddef>

namespace heed {

namespace detail {

/// Whether a printed point can be in the hull of Rows printed points with Dims coordinates.
template <std::size_t Rows, std::size_t Dims>
class hull_search {
public:
    /// Entries are rounded to half a unit, or they are exact.
    constexpr hull_search(const decimal* points, bool exact) : points_(points), half_units_(exact ? 0 : 1) {
        for (std::size_t j = 0; j < Rows; ++j)
            for (std::size_t d = 0; d < Dims; ++d) v_[j][d] = to_double(middle_of(box(points[j * Dims + d], 0)));
    }

    constexpr verdict judge(const decimal* point, bool exact) {
        for (std::size_t d = 0; d < Dims; ++d) {
            if (point[d].kind != entry_kind::number) return verdict::elided;
            p_[d] = to_double(middle_of(box(point[d], 0)));
        }
        start();
        for (int step = 0; step < 400 && improve(); ++step)
            if (step % 10 == 9 && decide(point, exact) != verdict::undecided) break;
        return decide(point, exact);
    }

private:
    using bounds = interval<double>;

    static constexpr bounds box(const decimal& d, int half_units) {
        return enclose_decimal<bounds>(d.digits, d.places, half_units);
    }

    static constexpr double dot(const double (&a)[Dims], const double (&b)[Dims]) {
        double sum = 0;
        for (std::size_t d = 0; d < Dims; ++d) sum += a[d] * b[d];
        return sum;
    }

    constexpr void start() {
        for (double& w : weights_) w = 0;
        weights_[0] = 1;
        find_residual();
    }

    /// c = p - sum_j w_j v_j
    constexpr void find_residual() {
        for (std::size_t d = 0; d < Dims; ++d) {
            c_[d] = p_[d];
            for (std::size_t j = 0; j < Rows; ++j) c_[d] -= weights_[j] * v_[j][d];
        }
    }

    /// Moves weight from the row that is least in the direction of c to the row that is furthest in it; false if that
    /// gains nothing.
    constexpr bool improve() {
        std::size_t ahead = 0, behind = Rows;
        for (std::size_t j = 0; j < Rows; ++j) {
            if (dot(c_, v_[j]) > dot(c_, v_[ahead])) ahead = j;
            if (weights_[j] > 0 && (behind == Rows || dot(c_, v_[j]) < dot(c_, v_[behind]))) behind = j;
        }
        double along[Dims]{};
        for (std::size_t d = 0; d < Dims; ++d) along[d] = v_[ahead][d] - v_[behind][d];
        const double gain = dot(c_, along), length = dot(along, along);
        if (!(gain > 0) || !(length > 0)) return false;
        const double wanted = gain / length, moved = wanted < weights_[behind] ? wanted : weights_[behind];
        weights_[ahead] += moved;
        weights_[behind] = moved < weights_[behind] ? weights_[behind] - moved : 0;
        find_residual();
        return true;
    }

    constexpr verdict decide(const decimal* point, bool exact) const {
        const int half_units = exact ? 0 : 1;
        if (separates(point, half_units)) return verdict::refuted;
        const bool inside = is_a_row(point) || reaches(point, half_units) || is_in_a_simplex(point);
        return inside ? verdict::consistent : verdict::undecided;
    }

    /// Whether c . v_j < c . p for all rows, for all numbers within the printed digits.
    constexpr bool separates(const decimal* point, int half_units) const {
        const bounds of_point = along_residual(point, half_units);
        for (std::size_t j = 0; j < Rows; ++j)
            if (!certainly_less(along_residual(points_ + j * Dims, half_units_), of_point)) return false;
        return true;
    }
    constexpr bounds along_residual(const decimal* x, int half_units) const {
        bounds sum{};
        for (std::size_t d = 0; d < Dims; ++d) sum = sum + enclose_number<bounds>(c_[d]) * box(x[d], half_units);
        return sum;
    }

    /// Whether the point is reached with the current weights. Each coordinate of the weighted mean ranges over an
    /// interval, as the numbers vary within their digits; it has to meet the interval of the point. Weights are doubles
    /// divided by their exact sum, which is enclosed.
    constexpr bool reaches(const decimal* point, int half_units) const {
        bounds total{};
        for (const double w : weights_) total = total + enclose_number<bounds>(w);
        for (std::size_t d = 0; d < Dims; ++d) {
            bounds least{}, most{};
            for (std::size_t j = 0; j < Rows; ++j) {
                const bounds w = enclose_number<bounds>(weights_[j]) / total;
                const decimal& x = points_[j * Dims + d];
                least = least + w * printed_value<bounds>(x, -half_units_);
                most = most + w * printed_value<bounds>(x, half_units_);
            }
            if (!certainly_at_most(least, printed_value<bounds>(point[d], half_units)) ||
                !certainly_at_most(printed_value<bounds>(point[d], -half_units), most))
                return false;
        }
        return true;
    }

    constexpr bool is_a_row(const decimal* point) const {
        for (std::size_t j = 0; j < Rows; ++j) {
            bool same = true;
            for (std::size_t d = 0; d < Dims; ++d) {
                const auto x = printed_value<exact_decimal>(points_[j * Dims + d], 0);
                const auto y = printed_value<exact_decimal>(point[d], 0);
                same = same && certainly_at_most(x, y) && certainly_at_most(y, x);
            }
            if (same) return true;
        }
        return false;
    }

    /// Whether the digits of the point are a weighted mean of the digits of Dims + 1 rows, all with positive weights.
    /// The weights solve a linear system, enclosed. This is needed for exact digits, which a search in doubles only
    /// approximates.
    constexpr bool is_in_a_simplex(const decimal* point) const {
        constexpr std::size_t n = Dims + 1;
        if constexpr (Rows < n) {
            return false;
        } else {
            bounds system[n * n]{}, inverse[n * n]{}, scratch[n * n]{};
            bool chosen[Rows]{};
            for (std::size_t k = 0; k < n; ++k) {  // the heaviest rows
                std::size_t heaviest = Rows;
                for (std::size_t j = 0; j < Rows; ++j)
                    if (!chosen[j] && (heaviest == Rows || weights_[j] > weights_[heaviest])) heaviest = j;
                chosen[heaviest] = true;
                for (std::size_t d = 0; d < Dims; ++d) system[d * n + k] = box(points_[heaviest * Dims + d], 0);
                system[Dims * n + k] = bounds(1);
            }
            reference::inverse_of(system, inverse, scratch, n);
            for (std::size_t k = 0; k < n; ++k) {
                bounds w = inverse[k * n + Dims];
                for (std::size_t d = 0; d < Dims; ++d) w = w + inverse[k * n + d] * box(point[d], 0);
                if (!certainly_positive(w)) return false;
            }
            return true;
        }
    }

    const decimal* points_;
    int half_units_;
    double v_[Rows][Dims]{};
    double p_[Dims]{};
    double c_[Dims]{};
    double weights_[Rows]{};
};

}  // namespace detail

/// For each printed row of `out`, whether it can be a weighted mean of the rows of V (weights that are at least 0 and
/// sum to 1), as every output of attention is. Partly printed rows are not judged.
/// shapes  out [n x d] V [m x d] -> n verdicts
/// proves  refuted: a direction in which the output lies beyond every row of V, whatever the numbers are within their
///         digits; consistent: weights that reach it
/// example static_assert(within_hull(printed<"[[9.0]]">, printed<"[[1.0], [2.0]]">)(0) == verdict::refuted);
template <bool Complete, extent Rows, extent Columns, extent Values>
[[nodiscard]] constexpr verdicts<Rows> within_hull(const printed_tensor<Complete, Rows, Columns>& out,
                                                   const printed_tensor<true, Values, Columns>& v) {
    detail::require_ieee_arithmetic();
    verdicts<Rows> result;
    detail::hull_search<Values.size, Columns.size> search(v.entries(), v.is_exact());
    for (std::size_t i = 0; i < Rows.size; ++i)
        result.items[i] = search.judge(out.entries() + i * Columns.size, out.is_exact());
    return result;
}

}  // namespace heed
