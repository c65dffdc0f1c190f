// SPDX-License-Identifier: BSL-1.0
// The laws of norms.
#pragma once

#include <heed/shape/rules.hpp>
#include <heed/shape/shape_words.hpp>

#include <cstddef>

namespace heed::law {

/// layer_norm(A, gain, bias)
template <class A, class Vector, std::size_t Axis>
struct norm_vector {
    static_assert(Vector::value.rank == 1,
                  "heed: layer_norm(A, gain, bias) and rms_norm(A, gain) need vectors: gain and bias have one axis");
    static_assert(
        Vector::value.rank != 1 || sizes_agree(Vector::value[0], A::value[Axis]),
        "heed: layer_norm(A, gain, bias) and rms_norm(A, gain) need a gain and a bias as long as the axis that "
        "is normalised");
    static_assert(Vector::value.rank != 1 || !sizes_agree(Vector::value[0], A::value[Axis]) ||
                      names_agree(Vector::value[0], A::value[Axis]),
                  "heed: layer_norm(A, gain, bias) and rms_norm(A, gain) need the name of the axis of gain and bias to "
                  "agree with that of the axis that is normalised");
};

/// layer_norm<axes...>(A, gain, bias); Along has the axes that are normalised.
template <class A, class Gain, class Along>
struct norm_gain {
    static constexpr detail::fit rule = detail::concat_rule(Along::value, Gain::value, detail::max_rank);
    static_assert(rule.sizes,
                  "heed: layer_norm<axes...>(A, gain, bias) and rms_norm<axes...>(A, gain) need a gain and a bias of "
                  "the axes that "
                  "are normalised, in the order of A");
    static_assert(
        !rule.sizes || rule.names,
        "heed: layer_norm<axes...>(A, gain, bias) and rms_norm<axes...>(A, gain) need the names of the axes of "
        "gain and bias to agree with those that are normalised");
};

}  // namespace heed::law
