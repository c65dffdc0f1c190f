// SPDX-License-Identifier: BSL-1.0
// Calls of Python that give a number or a matrix another type, not another value: torch.tensor(d), K.float().
#pragma once

#include <heed_check/formula/scanner.hpp>

#include <string_view>

namespace heed::detail {

/// A function of NumPy, PyTorch, TensorFlow or JAX.
inline bool is_conversion(std::string_view name) {
    for (const std::string_view one :
         {"tensor", "as_tensor", "array", "asarray", "constant", "convert_to_tensor", "cast", "float64"})
        if (name == one) return true;
    return false;
}

inline bool is_converting_method(std::string_view name) {
    for (const std::string_view one : {"float", "double", "item", "detach", "numpy", "to_numpy", "cpu", "clone", "copy",
                                       "contiguous", "to", "type", "astype", "bool"})
        if (name == one) return true;
    return false;
}

/// Passes dtype=torch.float32, device and the like, up to a bracket. Types that change values are refused: whole
/// numbers, half precision, and float32 of NumPy, where other matrices are float64. True for truth values.
inline bool pass_types(formula_scanner& scan) {
    bool numpy = false, truth = false;
    while (formula_scanner::is_word(scan.peek())) {
        const std::size_t at = scan.place();
        const std::string_view word = scan.word();
        numpy = numpy || word == "np" || word == "numpy";
        bool keeps = word == "float32" && !numpy;
        for (const std::string_view one : {"dtype", "torch", "tf", "np", "numpy", "jnp", "float", "float64", "double",
                                           "requires_grad", "copy", "device", "True", "False"})
            keeps = keeps || word == one;
        const bool is_truth = word == "bool" || word == "bool_";
        truth = truth || is_truth;
        if (!keeps && !is_truth) throw formula_error(at, "expected a type that keeps the value, such as dtype=float64");
        while (scan.take('.') || scan.take('=') || scan.take(',')) {
        }
    }
    return truth;
}

}  // namespace heed::detail
