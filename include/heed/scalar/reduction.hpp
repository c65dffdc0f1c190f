// SPDX-License-Identifier: BSL-1.0
// The operations along an axis as values.
#pragma once

namespace heed::detail {

enum class reduction : unsigned char { sum, mean, max, min, logsumexp };
enum class normalisation : unsigned char { softmax, log_softmax };

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

constexpr const char* name_of(normalisation n) { return n == normalisation::softmax ? "softmax" : "log_softmax"; }

}  // namespace heed::detail
