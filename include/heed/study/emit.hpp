// SPDX-License-Identifier: BSL-1.0
// study::emit: the loops that a formula becomes, as a file of C or C++ to read, compile and run.
#pragma once

#include <heed/expr/deduce.hpp>
#include <heed/meta/raise.hpp>
#include <heed/study/emit_options.hpp>
#if !HEED_COMPILED_STUDY
#include <heed/study/emit_file.hpp>
#endif
#include <heed/trace/condition_check.hpp>
#include <heed/trace/place_count.hpp>

#include <concepts>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

namespace heed {
namespace detail::emitted {

template <class T>
emitted_file file_of(const formula_source& source, const study::emit_options& options) {
    std::optional<emitted_file> file = find_file<T>(source, options);
    if (!file.has_value())
        raise<std::invalid_argument>(
            "heed: study::emit finds no text of this formula that is right for all lengths that are known at run time "
            "only: give it the same formula over tensors that have sizes known while compiling, tokens[128]");
    return *std::move(file);
}

}  // namespace detail::emitted

namespace study {

/// The loops of a formula, as `tensor Y = f` runs them, as one file of C (gnu17, also valid C++) or of C++20: a
/// function over plain arrays, the elementary functions that it calls, and a main that compares it with the formula
/// computed node by node in double. The file says how to compile it; `./attend bits` prints the bits of the result.
/// form    plain: scalar loops, for reading; vector: tiles and registers of the width that this program is compiled for
///         (gcc 12, clang 14 or later)
/// language the same lines in both; C++ has arrays by reference, static_cast, std::bit_cast, constexpr
/// bits    those of the library, if neither contracts products and sums (-ffp-contract=off): the same sums in the same
///         order (tests/study/emit.sh). NaN and infinities at masked positions may differ: the plain form skips no
///         tiles.
/// packed  a packed matrix is read from its original place: the same sums in the same order
/// names   without .leaves the letters of study::explain; a tensor that is used twice is one parameter, with the letter
///         of its first use. A view without elements that is used twice is two parameters.
/// errors  std::invalid_argument if .leaves has another number of names than the formula has tensors; with dynamic
///         extents, if a tensor has gaps, or if no text is found that is right for all lengths
/// lengths with dynamic extents, sizes are arguments, `size_t tokens`, before the tensors; a tensor that is used twice
///         has one set. The size of concatenated parts is computed. There is no main, and memory whose size depends on
///         lengths comes from calloc. The function calls abort() if there is none, or if concatenated parts are not as
///         long as what they must agree with, which the comment at the top tells; it checks no other law. Exact scalars
///         that depend on lengths, sqrt(dim<tokens>(K)), are computed as the library computes them.
/// indices of argmax are numbers of the type that is computed in, of float up to 2^24: double, where an axis is known
///         to be longer
/// needs   a formula of float or double without half-precision leaves, else a static_assert says so; tensors of fewer
///         than 2^31 elements
/// example std::cout << study::emit(softmax(Q * transpose(K) / sqrt(dim<1>(K))) * V, {.name = "attend"});
template <detail::evaluable F>
[[nodiscard]] std::string emit(const F& f, const emit_options& options = {}) {
    const auto& operand = detail::operand_of(f);
    using Operand = std::remove_cvref_t<decltype(operand)>;
    using T = detail::counting_type<Operand, detail::computed_t<detail::value_of<F>>, detail::holds_places<F>>;
    static_assert(std::same_as<T, float> || std::same_as<T, double>, "heed: emit writes C for float and double");
    detail::emitted::check_element_types<Operand>();
    (void)sizeof(detail::condition_law<F, T>);
    detail::check_conditions_of<T, true>(operand);
    return detail::emitted::file_of<T>(detail::emitted::source_of<T>(operand), options).text;
}

}  // namespace study
}  // namespace heed
