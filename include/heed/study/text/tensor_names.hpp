// SPDX-License-Identifier: BSL-1.0
// Names of tensors for functions that have the tensors: given by the user, or letters. Run time only.
#pragma once

#include <heed/meta/raise.hpp>
#include <heed/shape/shape_text.hpp>
#include <heed/tensor/concepts.hpp>

#include <cstddef>
#include <stdexcept>
#include <string>

namespace heed::detail {

/// A ... Z, A1 ... Z1, A2 ..., like add_leaf, for the tensor at this position. A tensor that is used more than once has
/// the letter of its first use.
inline std::string tensor_letter(std::size_t place) {
    return std::string(1, static_cast<char>('A' + place % 26)) + (place < 26 ? "" : std::to_string(place / 26));
}

/// Identifies a tensor: the address of its elements, or of the tensor itself if it has none. A view without elements is
/// identified by its place in the formula.
template <class Tensor>
const void* identity_of(const Tensor& t) {
    if (t.size() == 0) return &t;
    if constexpr (panel_columns<Tensor> != 0)
        return t.panels();
    else
        return t.data();
}

/// Names are assigned to tensors in order, so their number must match. Tensors have .dims, which errors show as
/// words_of(dims).
template <class Tensors, class Words>
void check_name_count(const Tensors& tensors, std::size_t names, const Words& words_of) {
    if (names == 0 || names == tensors.size()) return;
    std::string shapes;
    for (const auto& t : tensors) shapes += (shapes.empty() ? "" : ", ") + words_of(t.dims);
    const std::string words =
        "heed: leaves needs a name for each tensor of the formula, in the order in which it names "
        "them first: it has " +
        std::to_string(tensors.size()) + " (one that is used twice has one name), " + shapes + "; given are " +
        std::to_string(names);
    raise<std::invalid_argument>(words);
}

}  // namespace heed::detail
