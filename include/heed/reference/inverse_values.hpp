// SPDX-License-Identifier: BSL-1.0
// Inverses of small matrices, whose elements are numbers or enclosures.
#pragma once

#include <heed/reference/enclosure.hpp>
#include <heed/scalar/elimination.hpp>

#include <cstddef>

namespace heed::detail::reference {

/// y = inverse(a); a is destroyed.
template <class T>
constexpr void inverse_of(T* a, T* y, T*, std::size_t n) {
    const auto smaller = [](const T& p, const T& q) { return (p < 0 ? T(-p) : p) < (q < 0 ? T(-q) : q); };
    elimination(a, y, n, smaller).run();
}

/// The inverse X^-1 of every matrix X in the box a. With R near the inverse of the middle of a and E = I - R X, X^-1 =
/// R + E R + (E^2 + E^3 + ...) R. If e >= ||E|| (the largest sum of a row) is below 1, the rest is at most e^2 / (1 -
/// e) times the largest |R(k,j)| of the column. Otherwise nothing is known.
template <enclosure E>
class enclosed_inversion {
public:
    constexpr enclosed_inversion(E* a, E* y, E* scratch, std::size_t n) : a_(a), y_(y), e_(scratch), n_(n) {}

    constexpr void run() {
        invert_middle();
        compute_residual();
        const E norm = residual_norm();
        const bool known = certainly_less(norm, E(1));
        const E rest = known ? upper_of(norm * norm / (E(1) - norm)) : E();
        for (std::size_t j = 0; j < n_; ++j) {
            const E slack = upper_of(rest * largest_of_column(j));
            for (std::size_t i = 0; i < n_; ++i)
                a_[i * n_ + j] = known ? corrected(i, j) + hull(-slack, slack) : whole_line<E>();
        }
        for (std::size_t i = 0; i < n_ * n_; ++i) y_[i] = a_[i];
    }

private:
    /// y = R, computed from the middle of a, as points.
    constexpr void invert_middle() {
        for (std::size_t i = 0; i < n_ * n_; ++i) e_[i] = middle_of(a_[i]);
        const auto smaller = [](const E& p, const E& q) {
            const double x = to_double(p), z = to_double(q);
            return (x < 0 ? -x : x) < (z < 0 ? -z : z);
        };
        elimination(e_, y_, n_, smaller).run();
        for (std::size_t i = 0; i < n_ * n_; ++i) y_[i] = middle_of(y_[i]);
    }

    constexpr void compute_residual() {
        for (std::size_t i = 0; i < n_; ++i)
            for (std::size_t j = 0; j < n_; ++j) {
                E sum = E(i == j ? 1 : 0);
                for (std::size_t k = 0; k < n_; ++k) sum = sum - y_[i * n_ + k] * a_[k * n_ + j];
                e_[i * n_ + j] = sum;
            }
    }

    constexpr E residual_norm() const {
        E norm = E();
        for (std::size_t i = 0; i < n_; ++i) {
            E sum = E();
            for (std::size_t j = 0; j < n_; ++j) sum = sum + magnitude_of(e_[i * n_ + j]);
            norm = max(norm, upper_of(sum));
        }
        return norm;
    }

    constexpr E largest_of_column(std::size_t j) const {
        E most = E();
        for (std::size_t k = 0; k < n_; ++k) most = max(most, magnitude_of(y_[k * n_ + j]));
        return most;
    }

    constexpr E corrected(std::size_t i, std::size_t j) const {
        E sum = y_[i * n_ + j];
        for (std::size_t k = 0; k < n_; ++k) sum = sum + e_[i * n_ + k] * y_[k * n_ + j];
        return sum;
    }

    E* a_;
    E* y_;
    E* e_;
    std::size_t n_;
};

template <enclosure E>
constexpr void inverse_of(E* a, E* y, E* scratch, std::size_t n) {
    enclosed_inversion<E>(a, y, scratch, n).run();
}

}  // namespace heed::detail::reference
