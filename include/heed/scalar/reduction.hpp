// SPDX-License-Identifier: BSL-1.0
// The operations along an axis as values.
#pragma once

#include <heed/scalar/surd.hpp>

#include <limits>

namespace heed::detail {

enum class reduction : unsigned char { sum, mean, max, min, logsumexp };
enum class normalisation : unsigned char { softmax, log_softmax, layer_norm, rms_norm };

/// Norms have a second operand, epsilon, which is added to the mean of squares.
constexpr bool has_epsilon(normalisation n) { return n == normalisation::layer_norm || n == normalisation::rms_norm; }

/// The default epsilon of a norm.
inline constexpr surd usual_epsilon{1, 100000, 1};

constexpr const char* name_of(reduction r) {
    switch (r) {
        case reduction::sum: return "sum";
        case reduction::mean: return "mean";
        case reduction::max: return "max";
        case reduction::min: return "min";
        case reduction::logsumexp: return "logsumexp";
    }
    return "";
}

constexpr const char* name_of(normalisation n) {
    switch (n) {
        case normalisation::softmax: return "softmax";
        case normalisation::log_softmax: return "log_softmax";
        case normalisation::layer_norm: return "layer_norm";
        case normalisation::rms_norm: return "rms_norm";
    }
    return "";
}

/// The reduction of an empty axis: 0 for a sum, NaN for a mean, infinity for a minimum, minus infinity for a maximum.
template <class T>
constexpr T empty_reduction(reduction r) {
    using limits = std::numeric_limits<T>;
    switch (r) {
        case reduction::sum: return T(0);
        case reduction::mean: return T(limits::infinity() - limits::infinity());
        case reduction::min: return limits::infinity();
        case reduction::max:
        case reduction::logsumexp: return -limits::infinity();
    }
    return T(0);
}

}  // namespace heed::detail
