// SPDX-License-Identifier: BSL-1.0
// How far one operation may be off in a binary format, given what it reads.
//
// The model is that of Higham, Accuracy and Stability of Numerical Algorithms, 2002, 2.2: an operation gives its exact
// result times 1 + d, |d| <= c u, with c from float_format. With t(c) = c u / (1 - c u) (lemma 3.1 there):
//
// A sum of n terms is off by t(n - 1) times the sum of their sizes, in any order (4.4); one of products by t(n),
// whether they are fused or rounded first. A mean is a quotient more.
//
// softmax takes exp of x - m, m the maximum, or of x where that does not overflow. With an error l_j of the logarithm
// of term j, weight i is off by (1 - w_i) l_i + sum over the other j of w_j l_j, relative; then by n - 1 sums and a
// quotient. l_j is that of exp and 3 u (m - x_j), for the difference and a product with log2 e. Computed in blocks, of
// 32 keys or more, a term is rescaled once a block.
//
// Functions of several steps have the errors of the steps, times the slope of what follows.
//
// The steps may leave the normal numbers where the result does not: 1 / b of a quotient a (1 / b), x^n of x^-n = 1 /
// x^n, the sum of exp(x). What that adds is absolute: it is 0 where these steps are normal.
#pragma once

#include <heed/reference/enclosure.hpp>
#include <heed/reference/float_format.hpp>
#include <heed/scalar/function.hpp>

#include <cstddef>
#include <limits>

namespace heed::detail::reference {

inline constexpr double no_bound = std::numeric_limits<double>::infinity();

/// c u / (1 - c u)
constexpr double growth(double c, double u) { return c * u < 0.5 ? c * u / (1 - c * u) : no_bound; }

/// x * y, 0 where either is.
constexpr double share_of(double x, double y) { return x == 0 || y == 0 ? 0 : x * y; }

/// At least log(n), n >= 1.
constexpr double log_of_count(double n) { return n <= 1 ? 0 : 0.6931472 * (split_binary(n).exponent + 1); }

/// At least exp(x), x >= 0.
constexpr double exp_of_size(double x) {
    return x < 700 ? power_of_two<double>(static_cast<int>(1.442696 * x) + 1) : no_bound;
}

/// An element from both sides: its size is at least and at most this, and it lies between low and high.
struct element_size {
    double low = 0, high = 0;

    constexpr double most() const { return -low > high ? -low : high; }
    constexpr double least() const { return low > 0 ? low : high < 0 ? -high : 0; }
    constexpr bool is_point() const { return low == high; }
    constexpr bool is_infinite_point() const { return is_point() && (low == no_bound || low == -no_bound); }
};

template <enclosure E>
constexpr element_size size_of_element(const E& x) {
    return {to_double(lower_of(x)), to_double(upper_of(x))};
}

/// The errors of one function of one element or two; in_doubt: the result may be below the normal numbers.
class function_error {
public:
    constexpr explicit function_error(const float_format& f) : f_(f) {}
    explicit function_error(float_format&&) = delete;  // it keeps the address

    /// a, y: sizes of the first operand and of the result. That of pow is of_power.
    constexpr double of(function f, double a, double y) const {
        switch (f) {
            case function::add:
            case function::subtract:
            case function::multiply: return units(1, y);
            case function::divide: return units(f_.quotient, y);
            default: break;
        }
        if (is_choice(f) || jumps(f)) return 0;
        return traits_of(f).operands == 1 ? of_one_operand(f, a, y) : no_bound;
    }

    /// exponent: the second operand of pow, y: the size of the result
    constexpr double of_power(const element_size& exponent, double y) const {
        return share_of(growth(pow_count(exponent, y), f_.u), y);
    }

    /// What is added where a quotient is computed as the product of a number of at most this size with 1 / b, and 1 / b
    /// is no normal number: below these it is off by what such numbers are off, beyond the largest it is infinite.
    constexpr double of_reciprocal(double a, const element_size& b) const {
        if (b.is_infinite_point()) return 0;
        if (b.least() < (1 + f_.quotient * f_.u) / f_.largest) return no_bound;
        return has_normal_reciprocal(b.most()) ? 0 : share_of(a, f_.underflow);
    }
    /// What is added where x^n is computed step by step and a step is below the normal numbers, and where x^-n is
    /// computed as 1 / x^n.
    constexpr double of_power_steps(const element_size& exponent, const element_size& y) const {
        if (y.low == 0 && y.high == 0) return 0;
        const double steps = exponent.most() < 1 ? 1 : exponent.most(), lost = share_of(steps, f_.underflow);
        const double below = y.least() < f_.smallest_normal() ? lost : 0;
        if (exponent.low >= 0) return below;
        const double infinite = y.least() < 2 / f_.largest ? 2 / f_.largest : 0;  // x^n is, and 1 / x^n is 0
        const double most = y.most();
        return below + infinite + (has_normal_reciprocal(most) ? 0 : share_of(most, growth(share_of(lost, most), 1)));
    }

    // What descriptions of functions count their errors with (scalar/function_list.hpp).
    constexpr const float_format& format() const { return f_; }
    /// count u of a size
    constexpr double units(double count, double size) const { return share_of(count * f_.u, size); }
    /// With what second order adds to at most 50 roundings.
    constexpr double in_steps(double error) const { return error / (1 - 50 * f_.u); }
    static constexpr double unknown() { return no_bound; }
    /// Of the logistic function beside 1: (1 + tanh(x / 2)) / 2 has the errors of tanh and of the sum.
    constexpr double sigmoid_units() const { return (f_.tanh + 3) / 2; }

    /// Functions whose values are 0, 1 or whole numbers: exact where nothing makes them jump.
    static constexpr bool jumps(function f) {
        return traits_of(f).rounding == rounding_of::jumps || is_constant_but_for_jumps(f);
    }
    static constexpr bool has_steps(function f) { return traits_of(f).rounding == rounding_of::each_step; }
    /// Sums and the like of whole numbers, which are exact up to 2^digits.
    static constexpr bool keeps_whole(function f) {
        const bool adds = f == function::add || f == function::subtract || f == function::multiply;
        return adds || is_choice(f) || jumps(f);
    }

private:
    constexpr double of_one_operand(function f, double a, double y) const {
        return with_description(f, [&](auto described) -> double {
            constexpr rounding_of rounding = described.traits.rounding;
            if constexpr (rounding == rounding_of::never || rounding == rounding_of::jumps)
                return 0.0;
            else
                return described.error(*this, a, y);
        });
    }
    constexpr bool has_normal_reciprocal(double x) const { return x <= 1 / f_.smallest_normal(); }
    /// In units of u. Whole powers may be products, those below 0 products of reciprocals, all but small whole ones
    /// exp(y log x).
    constexpr double pow_count(const element_size& exponent, double y) const {
        const double n = exponent.most();
        const bool is_whole = exponent.is_point() && n < 1e9 && n == static_cast<double>(static_cast<int>(n));
        const double products = f_.pow + (exponent.low < 0 ? 2 + f_.quotient : 2) * n + f_.quotient;
        if (is_whole && n <= 64) return products;
        double by_log = f_.pow;
        if (y > 0 && y < no_bound) {
            const int size = split_binary(y).exponent;
            by_log += (f_.log + 2) * 0.6931472 * ((size < 0 ? -size : size) + 1);
        }
        return (is_whole || !exponent.is_point()) && products > by_log ? products : by_log;
    }

    const float_format& f_;
};

/// Errors of softmax, log_softmax and logsumexp along one row.
class row_error {
public:
    constexpr row_error(const float_format& f, std::size_t n) : f_(f), n_(static_cast<double>(n)) {
        const auto blocks = static_cast<double>((n - 1) / 32);
        term_ = growth(f.exp + blocks * (f.exp + 1), f.u);
    }

    /// Elements first, then finish, then the errors.
    constexpr void add(const element_size& x) {
        if (x.low > most_low_) most_low_ = x.low;
        if (x.high > most_high_) most_high_ = x.high;
        narrow_ = narrow_ && (x.is_point() || x.high - x.low <= 1e-9 * (1 + x.most()));
    }
    /// The error of the argument of exp, times its weight, summed.
    constexpr void add_weight(const element_size& x, double weight) {
        const double d = distance(x, true);
        spread_ += share_of(weight, d);
        if (d > farthest_) farthest_ = d < 28 ? d : 28;
    }
    constexpr bool is_bounded() const { return most_high_ < no_bound && most_low_ > -no_bound; }

    /// w: the weight of x
    constexpr double of_weight(const element_size& x, const element_size& w, bool most) const {
        if (w.low == 0 && w.high == 0) return 0;
        if (!is_bounded()) return most ? 1 : 0;
        const double own = distance(x, most), size = most ? w.most() : w.least();
        const double others = most ? 1 - w.low : 1 - w.high > 0 ? 1 - w.high : 0;
        const double inflation = growth_of_path();
        const bool is_far = 3 * f_.u * own > 0.25;  // a weight below 1e-9: the error is bounded without any series
        const double of_terms = share_of(others, 2 * term_ + 3 * f_.u * (is_far ? 0 : own)) + 3 * f_.u * spread_;
        const double relative = share_of(inflation, of_terms + far_terms()) + (n_ - 1 + f_.quotient) * f_.u;
        if (!most) return size * (relative < 1 ? relative / (1 + relative) : 0.5);
        if (!(relative < 0.5)) return 1;
        const double near = size * relative / (1 - relative);
        const double alone = !is_far ? 0 : share_of(size, 4 * exp_of_size(3 * f_.u * own));
        const double error = near + alone + underflow() + of_reciprocal_sum(x);
        return error < 1 ? error : 1;
    }
    constexpr double of_logsumexp(const element_size& y, bool most) const {
        if (y.is_infinite_point()) return 0;
        return chosen(total(y.most()) + 2 * f_.u * y.most(), most);
    }
    constexpr double of_log_weight(const element_size& x, const element_size& y, bool most) const {
        if (y.is_infinite_point()) return 0;
        const double all = largest() + log_of_count(n_);
        return chosen(total(all) + 2 * f_.u * (y.most() + distance(x, true) + all) / (1 - 50 * f_.u), most);
    }

private:
    /// Where all elements are points but for rounding, the bound is what may happen.
    constexpr double chosen(double error, bool most) const {
        return most ? error : narrow_ && error < 1 ? error * 0.999 : 0;
    }
    /// From x to the maximum.
    constexpr double distance(const element_size& x, bool most) const {
        const double from = most ? most_high_ : most_low_, to = most ? x.low : x.high;
        return to < from ? from - to : 0;
    }
    constexpr double largest() const { return -most_low_ > most_high_ ? -most_low_ : most_high_; }
    /// Weights move on the way to the perturbed ones, by at most this.
    constexpr double growth_of_path() const {
        const double q = 2 * (term_ + 3 * f_.u * farthest_);
        return q < 0.5 ? 1 / (1 - q) : no_bound;
    }
    /// Terms more than 28 below the maximum: 3 u d exp(-d (1 - 3 u)) each.
    constexpr double far_terms() const { return n_ * f_.u * 3e-10; }
    /// Terms below the normal numbers, the sum of terms being at least 1, or exp(m) where m is not subtracted.
    constexpr double underflow() const {
        return (n_ + 2) * share_of(f_.underflow, exp_of_size(most_low_ < 0 ? -most_low_ : 0));
    }
    /// Where m is not subtracted, the sum of terms may be so large that its reciprocal is below the normal numbers.
    constexpr double of_reciprocal_sum(const element_size& x) const {
        const double overflows = log_of_count(f_.largest), most = most_high_ < overflows ? most_high_ : overflows;
        const bool is_normal = n_ * exp_of_size(most > 0 ? most : 0) <= 1 / f_.smallest_normal();
        if (is_normal || most_low_ > overflows) return 0;
        const double own = x.high < most ? x.high : most;
        return share_of(f_.underflow, exp_of_size(own > 0 ? own : 0));
    }
    /// Of a log of the sum of terms.
    constexpr double total(double y) const {
        const double log_n = log_of_count(n_);
        const double t = growth_of_path() * (term_ + 6 * f_.u * log_n + far_terms()) + (n_ - 1) * f_.u;
        if (!(t < 0.25) || !(underflow() < 0.25) || !is_bounded()) return no_bound;
        return t / (1 - 2 * t) + 2 * underflow() + f_.log * f_.u * (log_n > y ? log_n : y) / (1 - 50 * f_.u);
    }

    const float_format& f_;
    double n_ = 1;
    double term_ = 0;  ///< of exp and rescales, relative
    double most_low_ = -no_bound, most_high_ = -no_bound;
    double spread_ = 0, farthest_ = 0;
    bool narrow_ = true;
};

}  // namespace heed::detail::reference
