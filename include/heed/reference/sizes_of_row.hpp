// SPDX-License-Identifier: BSL-1.0
// The sizes of the elements of a row, with the operations by which reductions bound their errors.
#pragma once

#include <heed/reference/operation_errors.hpp>

#include <cstddef>

namespace heed::detail::reference {

/// The error of a sum of terms: `rate` times their sizes. Partial sums in some order may overflow even if the sum is
/// small. most: an upper bound.
constexpr double error_of_sum(const float_format& f, bool most, double sizes, double rate, double count) {
    if (sizes == 0) return 0;
    const double error = share_of(rate, sizes) + (most ? count * f.underflow : 0);
    return most && (sizes + error) * (1 + 1e-6) > f.largest ? no_bound : error;
}

/// Elements at distance `step`, and their result y.
class sizes_of_row {
public:
    constexpr sizes_of_row(const float_format& f, bool most, const element_size* x, std::size_t n, std::size_t step,
                           const element_size& y)
        : f_(f), most_(most), x_(x), n_(n), step_(step), y_(y) {}
    sizes_of_row(float_format&&, bool, const element_size*, std::size_t, std::size_t, const element_size&) = delete;

    constexpr const float_format& format() const { return f_; }
    /// Whether an upper bound is asked for, not an error that all such rows may have.
    constexpr bool is_bound() const { return most_; }
    constexpr double length() const { return static_cast<double>(n_); }
    constexpr const element_size& element(std::size_t i) const { return x_[i * step_]; }
    constexpr const element_size& result() const { return y_; }

    constexpr double sum_of_sizes() const {
        double sum = 0;
        for (std::size_t i = 0; i < n_; ++i) sum += most_ ? element(i).most() : element(i).least();
        return sum;
    }
    /// The error of a sum of these sizes, each of which is rounded so often.
    constexpr double of_sum(double sizes, double roundings) const {
        return error_of_sum(f_, most_, sizes, growth(roundings, f_.u), length());
    }
    /// That of a quotient by n if it is computed as a product with 1 / n.
    constexpr double of_reciprocal_length(double size) const {
        return function_error(f_).of_reciprocal(size, {length(), length()});
    }
    constexpr double of_logsumexp() const {
        row_error row(f_, n_);
        for (std::size_t i = 0; i < n_; ++i) row.add(element(i));
        for (std::size_t i = 0; i < n_; ++i) row.add_weight(element(i), 0);
        return row.of_logsumexp(y_, most_);
    }

private:
    const float_format& f_;
    bool most_;
    const element_size* x_;
    std::size_t n_, step_;
    const element_size& y_;
};

}  // namespace heed::detail::reference
