// SPDX-License-Identifier: BSL-1.0
// Bounds of the error of one operation in a binary format, given its operands.
//
// The model is that of Higham, Accuracy and Stability of Numerical Algorithms, 2002, 2.2: an operation gives its exact
// result times 1 + d, |d| <= c u, with c from float_format. With t(c) = c u / (1 - c u) (lemma 3.1 there):
//
// A sum of n terms has an error of t(n - 1) times the sum of their sizes, in any order (4.4); a sum of products t(n),
// whether they are fused or rounded first. A mean adds the error of a quotient.
//
// softmax takes exp of x - m, m the maximum, or of x where that does not overflow. With an error l_j of the logarithm
// of term j, weight i is off by (1 - w_i) l_i + sum over the other j of w_j l_j, relative; then by n - 1 sums and a
// quotient. l_j is that of exp and 3 u (m - x_j), for the difference and a product with log2 e. Computed in blocks, of
// 32 keys or more, a term is rescaled once a block.
//
// A function of several steps has the errors of the steps, each multiplied by the slope of the steps after it.
//
// A step may be outside of the normal numbers although the result is not: 1 / b in the quotient a (1 / b), x^n in x^-n
// = 1 / x^n, the sum of exp(x). This adds an absolute error, which is 0 if the steps are normal.
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

/// x * y, but 0 if either is 0.
constexpr double share_of(double x, double y) { return x == 0 || y == 0 ? 0 : x * y; }

/// An upper bound of log(n), n >= 1.
constexpr double log_of_count(double n) { return n <= 1 ? 0 : 0.6931472 * (split_binary(n).exponent + 1); }

/// An upper bound of exp(x), x >= 0.
constexpr double exp_of_size(double x) {
    return x < 700 ? power_of_two<double>(static_cast<int>(1.442696 * x) + 1) : no_bound;
}

/// Bounds of an element: its size is between least and most, its value between low and high.
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

/// The errors of a function of one or two operands; in_doubt: the result may be below the normal numbers.
class function_error {
public:
    constexpr explicit function_error(const float_format& f) : f_(f) {}
    explicit function_error(float_format&&) = delete;  // it keeps the address

    /// For one operand: a and y are the sizes of the operand and of the result.
    constexpr double of(function f, double a, double y) const {
        return never_rounds(f) || jumps(f) ? 0 : of_one_operand(f, a, y);
    }
    /// For two operands, b the second one, y the size of the result.
    constexpr double of(function f, const element_size& b, double y) const {
        switch (f) {
#define HEED_ERROR(name) \
    case function::name: return described<function::name>::error(*this, b, y);
            HEED_FUNCTIONS_OF_TWO(HEED_ERROR)
#undef HEED_ERROR
            default: return no_bound;
        }
    }
    /// Products with a power of 2 are exact, and so are quotients by one.
    constexpr bool is_shift(function f, const element_size& a, const element_size& b) const {
        switch (f) {
#define HEED_SHIFT(name) \
    case function::name: return described<function::name>::is_shift(*this, a, b);
            HEED_FUNCTIONS_OF_TWO(HEED_SHIFT)
#undef HEED_SHIFT
            default: return false;
        }
    }
    /// What the steps of a function of two operands add if they are outside of the normal numbers.
    constexpr double of_steps(function f, const element_size& a, const element_size& b, const element_size& y) const {
        switch (f) {
#define HEED_STEPS(name) \
    case function::name: return described<function::name>::error_of_steps(*this, a, b, y);
            HEED_FUNCTIONS_OF_TWO(HEED_STEPS)
#undef HEED_STEPS
            default: return 0;
        }
    }

    /// exponent: the second operand of pow, y: the size of the result
    constexpr double of_power(const element_size& exponent, double y) const {
        return share_of(growth(pow_count(exponent, y), f_.u), y);
    }

    /// The absolute error of a quotient that is computed as the product of a number of at most this size with 1 / b, if
    /// 1 / b is not a normal number: a denormal 1 / b has the error of such numbers, and beyond the largest number it
    /// is infinite.
    constexpr double of_reciprocal(double a, const element_size& b) const {
        if (b.is_infinite_point()) return 0;
        if (b.least() < (1 + f_.quotient * f_.u) / f_.largest) return no_bound;
        return has_normal_reciprocal(b.most()) ? 0 : share_of(a, f_.underflow);
    }
    /// The absolute error if x^n is computed step by step and a step is below the normal numbers, or if x^-n is
    /// computed as 1 / x^n.
    constexpr double of_power_steps(const element_size& exponent, const element_size& y) const {
        if (y.low == 0 && y.high == 0) return 0;
        const double steps = exponent.most() < 1 ? 1 : exponent.most(), lost = share_of(steps, f_.underflow);
        const double below = y.least() < f_.smallest_normal() ? lost : 0;
        if (exponent.low >= 0) return below;
        const double infinite = y.least() < 2 / f_.largest ? 2 / f_.largest : 0;  // x^n is infinite, and 1 / x^n is 0
        const double most = y.most();
        return below + infinite + (has_normal_reciprocal(most) ? 0 : share_of(most, growth(share_of(lost, most), 1)));
    }

    // The functions with which descriptions of functions count their errors (scalar/function_list.hpp).
    constexpr const float_format& format() const { return f_; }
    /// count * u times a size
    constexpr double units(double count, double size) const { return share_of(count * f_.u, size); }
    /// The same with the second-order terms of at most 50 roundings.
    constexpr double in_steps(double error) const { return error / (1 - 50 * f_.u); }
    static constexpr double unknown() { return no_bound; }
    /// The additional error of the logistic function: as (1 + tanh(x / 2)) / 2 it has the errors of tanh and of the
    /// sum.
    constexpr double sigmoid_units() const { return (f_.tanh + 3) / 2; }

    /// Functions whose values are 0, 1 or whole numbers: they are exact unless they jump.
    static constexpr bool jumps(function f) { return traits_of(f).rounding == rounding_of::jumps; }
    static constexpr bool has_steps(function f) { return traits_of(f).rounding == rounding_of::each_step; }
    /// Sums and the like of whole numbers are exact up to 2^digits.
    static constexpr bool is_exact_for_whole(function f) {
        return kind_of(f) == function_kind::whole || never_rounds(f) || jumps(f);
    }
    static constexpr bool is_power_of_two(const element_size& x) {
        const double size = x.most();
        return x.is_point() && size >= 0x1p-60 && size <= 0x1p60 && split_binary(size).mantissa == 1;
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
    /// In units of u. Whole powers may be computed as products, negative ones as products of reciprocals; all except
    /// small whole powers may be computed as exp(y log x).
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
        const std::size_t blocks = (n - 1) / 32;
        term_ = growth(f.exp + static_cast<double>(blocks) * (f.exp + 1), f.u);
    }

    /// Call add for all elements first, then add_weight for all of them, then ask for the errors.
    constexpr void add(const element_size& x) {
        if (x.low > most_low_) most_low_ = x.low;
        if (x.high > most_high_) most_high_ = x.high;
        narrow_ = narrow_ && (x.is_point() || x.high - x.low <= 1e-9 * (1 + x.most()));
    }
    /// Adds the error of the argument of exp, times the weight.
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
        const bool is_far = 3 * f_.u * own > 0.25;  // a weight below 1e-9: its error is bounded without the series
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
    /// If all elements are points up to rounding, the bound is what may happen.
    constexpr double chosen(double error, bool most) const {
        return most ? error : narrow_ && error < 1 ? error * 0.999 : 0;
    }
    /// The distance of x from the maximum.
    constexpr double distance(const element_size& x, bool most) const {
        const double from = most ? most_high_ : most_low_, to = most ? x.low : x.high;
        return to < from ? from - to : 0;
    }
    constexpr double largest() const { return -most_low_ > most_high_ ? -most_low_ : most_high_; }
    /// An upper bound of how far weights move towards the perturbed weights.
    constexpr double growth_of_path() const {
        const double q = 2 * (term_ + 3 * f_.u * farthest_);
        return q < 0.5 ? 1 / (1 - q) : no_bound;
    }
    /// The error of terms more than 28 below the maximum: 3 u d exp(-d (1 - 3 u)) each.
    constexpr double far_terms() const { return n_ * f_.u * 3e-10; }
    /// The error of terms below the normal numbers. The sum of terms is at least 1, or exp(m) if m is not subtracted.
    constexpr double underflow() const {
        return (n_ + 2) * share_of(f_.underflow, exp_of_size(most_low_ < 0 ? -most_low_ : 0));
    }
    /// If m is not subtracted, the sum of terms may be so large that its reciprocal is below the normal numbers.
    constexpr double of_reciprocal_sum(const element_size& x) const {
        const double overflows = log_of_count(f_.largest), most = most_high_ < overflows ? most_high_ : overflows;
        const bool is_normal = n_ * exp_of_size(most > 0 ? most : 0) <= 1 / f_.smallest_normal();
        if (is_normal || most_low_ > overflows) return 0;
        const double own = x.high < most ? x.high : most;
        return share_of(f_.underflow, exp_of_size(own > 0 ? own : 0));
    }
    /// The error of the log of the sum of terms.
    constexpr double total(double y) const {
        const double log_n = log_of_count(n_);
        const double t = growth_of_path() * (term_ + 6 * f_.u * log_n + far_terms()) + (n_ - 1) * f_.u;
        if (!(t < 0.25) || !(underflow() < 0.25) || !is_bounded()) return no_bound;
        return t / (1 - 2 * t) + 2 * underflow() + f_.log * f_.u * (log_n > y ? log_n : y) / (1 - 50 * f_.u);
    }

    const float_format& f_;
    double n_ = 1;
    double term_ = 0;  ///< relative error of exp and of the rescales
    double most_low_ = -no_bound, most_high_ = -no_bound;
    double spread_ = 0, farthest_ = 0;
    bool narrow_ = true;
};

}  // namespace heed::detail::reference
