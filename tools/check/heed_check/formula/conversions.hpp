// SPDX-License-Identifier: BSL-1.0
// Calls of Python that give a number or a matrix another type, not another value: torch.tensor(d), K.float().
#pragma once

#include <heed_check/formula/scanner.hpp>

#include <string_view>

namespace heed::detail {

/// A function of NumPy, PyTorch, TensorFlow or JAX.
inline bool is_conversion(std::string_view name) {
    for (const std::string_view one :
         {"tensor", "as_tensor", "array", "asarray", "constant", "convert_to_tensor", "cast", "float32", "float64"})
        if (name == one) return true;
    return false;
}

inline bool is_converting_method(std::string_view name) {
    for (const std::string_view one :
         {"float", "double", "item", "detach", "numpy", "cpu", "clone", "copy", "contiguous", "to", "type", "astype"})
        if (name == one) return true;
    return false;
}

/// Passes dtype=torch.float32 and the like, up to a bracket. Types that change values are refused.
inline void pass_types(formula_scanner& scan) {
    while (formula_scanner::is_word(scan.peek())) {
        const std::size_t at = scan.place();
        const std::string_view word = scan.word();
        bool known = false;
        for (const std::string_view one : {"dtype", "torch", "tf", "np", "numpy", "jnp", "float", "float32", "float64",
                                           "double", "requires_grad", "copy", "True", "False"})
            known = known || word == one;
        if (!known) throw formula_error(at, "expected a type that keeps the value, such as dtype=float32");
        while (scan.take('.') || scan.take('=') || scan.take(',')) {
        }
    }
}

}  // namespace heed::detail
