// SPDX-License-Identifier: BSL-1.0
// The functions that a formula may call by name when it is read as text, and how a call is written.
#pragma once

#include <heed_check/formula/terms.hpp>

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace heed::detail {

/// How a function is written where it is called.
enum class call_form : unsigned char {
    unary,
    gelu,
    root,
    binary,
    product,
    inner,
    outer,
    einsum,
    reduction,
    reduction_or_binary,
    normalisation,
    variance,
    deviation,
    argmax,
    argmin,
    reshape,
    new_axis,
    layer_norm,
    rms_norm,
    round,
    square,
    concat,
    stack,
    transpose,
    size,
    length,
    rows,
    columns,
    cols,
    linear,
    attention,
    fused_attention,
    inverse,
    solve,
    where,
    masked_fill,
    causal,
    causal_upper_left,
    causal_lower_right,
    lower_triangle,
    upper_triangle,
    arange,
    ones,
    zeros,
    full,
    like,
    eye,
};

/// Arguments with names, as bits.
enum named_argument : unsigned {
    named_axis = 1,        ///< axis=n, dim=n
    named_keep = 2,        ///< keep, keepdim=True, keepdims=True
    named_correction = 4,  ///< unbiased=True, ddof=1, correction=1
    named_eps = 8,         ///< eps=1e-5, epsilon=1e-5
    named_places = 16,     ///< decimals=2
    named_diagonal = 32,   ///< diagonal=1
    named_first = 64,      ///< transpose_a=True
    named_second = 128,    ///< transpose_b=True
    named_causal = 256,    ///< is_causal=True
    named_tanh = 512,      ///< approximate='tanh', approximate=True
};

/// How many arguments, and how many numbers in <...>, a form takes, which named arguments it has, and its usage for
/// messages, with f( and f< in place of the name.
struct call_rules {
    std::size_t least, most;
    std::size_t most_numbers;
    unsigned named;
    const char* usage;
};

constexpr call_rules rules_of(call_form f) {
    constexpr std::size_t any = static_cast<std::size_t>(-1);
    switch (f) {
        case call_form::unary:
        case call_form::root:
        case call_form::square:
        case call_form::transpose:
        case call_form::columns:
        case call_form::length:
        case call_form::inverse: return {1, 1, 0, 0, "f(A)"};
        case call_form::gelu: return {1, 1, 0, named_tanh, "f(A) or f(A, approximate='tanh')"};
        case call_form::binary:
        case call_form::inner:
        case call_form::outer:
        case call_form::solve: return {2, 2, 0, 0, "f(A, B)"};
        case call_form::product: return {2, 2, 0, named_first | named_second, "f(A, B)"};
        case call_form::einsum: return {2, 2, 0, 0, "f('ij,jk->ik', A, B)"};
        case call_form::reduction:
        case call_form::argmax:
        case call_form::argmin: return {1, 1, 1, named_axis | named_keep, "f(A), f<n>(A) or f(A, axis=n)"};
        case call_form::normalisation: return {1, 1, 1, named_axis, "f(A), f<n>(A) or f(A, axis=n)"};
        case call_form::reshape: return {2, any, 0, 0, "A.f(-1, 1) or A.f(1, -1)"};
        case call_form::new_axis: return {1, 1, 0, named_axis, "f(A, axis)"};
        case call_form::variance:
        case call_form::deviation:
            return {1, 1, 1, named_axis | named_keep | named_correction, "f(A), f(A, axis=n) or f(A, unbiased=True)"};
        case call_form::reduction_or_binary:
            return {1, 2, 1, named_axis | named_keep, "f(A), f<n>(A), f(A, axis=n) or f(A, B)"};
        case call_form::concat: return {1, any, 1, named_axis, "f(A, B, ...), f<n>(A, B, ...) or f(A, B, ..., axis=n)"};
        case call_form::stack: return {1, any, 0, named_axis, "f([A, B, ...], axis=n)"};
        case call_form::size: return {1, 1, 1, named_axis, "f<n>(A) or f(A, axis=n)"};
        case call_form::rows: return {1, 1, 2, 0, "f(A) or f<begin, end>(A)"};
        case call_form::cols: return {1, 1, 2, 0, "f<begin, end>(A)"};
        case call_form::linear: return {2, 3, 0, 0, "f(X, W) or f(X, W, b)"};
        case call_form::attention: return {3, 4, 0, 0, "f(Q, K, V) or f(Q, K, V, mask)"};
        case call_form::fused_attention: return {3, 3, 0, named_causal, "f(Q, K, V) or f(Q, K, V, is_causal=True)"};
        case call_form::layer_norm: return {1, 3, 0, named_axis | named_eps, "f(X) or f(X, gain, bias, eps=1e-5)"};
        case call_form::rms_norm: return {1, 2, 0, named_axis | named_eps, "f(X) or f(X, gain, eps=1e-5)"};
        case call_form::round: return {1, 2, 0, named_places, "f(A) or f(A, places)"};
        case call_form::where: return {2, 3, 0, 0, "f(condition, S) or f(condition, A, B)"};
        case call_form::masked_fill: return {3, 3, 0, 0, "f(S, mask, number)"};
        case call_form::causal:
        case call_form::causal_upper_left:
        case call_form::causal_lower_right: return {1, 1, 0, 0, "f(S)"};
        case call_form::lower_triangle:
        case call_form::upper_triangle: return {1, 2, 0, named_diagonal, "f(S) or f(S, diagonal=n)"};
        case call_form::arange: return {1, 1, 0, 0, "f(n)"};
        case call_form::ones:
        case call_form::zeros: return {1, max_rank, 0, 0, "f(rows, columns)"};
        case call_form::full: return {2, max_rank + 1, 0, 0, "f((rows, columns), number)"};
        case call_form::like: return {1, 2, 0, 0, "f(A)"};
        case call_form::eye: return {1, 1, 0, 0, "f(n)"};
    }
    return {};
}

struct named_function {
    std::string_view name;
    call_form form = call_form::unary;
    function apply{};
    reduction reduce{};
    normalisation weights{};
};

constexpr call_form form_of(function f) { return f == function::gelu ? call_form::gelu : call_form::unary; }
inline constexpr named_function named_functions[] = {
#define HEED_CALLED(f) \
    {.name = described<function::f>::traits.name, .form = form_of(function::f), .apply = function::f},
    HEED_BASIC_FUNCTIONS(HEED_CALLED) HEED_COMPOSED_FUNCTIONS(HEED_CALLED)
#undef HEED_CALLED
        {.name = "sqrt", .form = call_form::root},
    {.name = "square", .form = call_form::square},
    {.name = "round", .form = call_form::round},
    {.name = "hadamard", .form = call_form::binary, .apply = function::multiply},
    {.name = "multiply", .form = call_form::binary, .apply = function::multiply},
    {.name = "mul", .form = call_form::binary, .apply = function::multiply},
    {.name = "divide", .form = call_form::binary, .apply = function::divide},
    {.name = "div", .form = call_form::binary, .apply = function::divide},
    {.name = "add", .form = call_form::binary, .apply = function::add},
    {.name = "subtract", .form = call_form::binary, .apply = function::subtract},
    {.name = "sub", .form = call_form::binary, .apply = function::subtract},
    {.name = "logical_not", .apply = function::is_zero},
    {.name = "pow", .form = call_form::binary, .apply = function::pow},
    {.name = "minimum", .form = call_form::binary, .apply = function::min},
    {.name = "maximum", .form = call_form::binary, .apply = function::max},
    {.name = "matmul", .form = call_form::product},
    {.name = "dot", .form = call_form::product},
    {.name = "mm", .form = call_form::product},
    {.name = "bmm", .form = call_form::product},
    {.name = "inner", .form = call_form::inner},
    {.name = "outer", .form = call_form::outer},
    {.name = "einsum", .form = call_form::einsum},
#define HEED_CALLED(f) \
    {.name = #f, .form = call_form::reduction_or_binary, .apply = function::f, .reduce = reduction::f},
    HEED_EXTREMES(HEED_CALLED)
#undef HEED_CALLED
#define HEED_CALLED(f) {.name = #f, .form = call_form::reduction, .reduce = reduction::f},
        HEED_SUMS(HEED_CALLED)
#undef HEED_CALLED
            {.name = "amax", .form = call_form::reduction, .reduce = reduction::max},
    {.name = "amin", .form = call_form::reduction, .reduce = reduction::min},
    {.name = "var", .form = call_form::variance},
    {.name = "std", .form = call_form::deviation},
    {.name = "argmax", .form = call_form::argmax},
    {.name = "argmin", .form = call_form::argmin},
    {.name = "softmax", .form = call_form::normalisation, .weights = normalisation::softmax},
    {.name = "log_softmax", .form = call_form::normalisation, .weights = normalisation::log_softmax},
    {.name = "reshape", .form = call_form::reshape},
    {.name = "view", .form = call_form::reshape},
    {.name = "expand_dims", .form = call_form::new_axis},
    {.name = "unsqueeze", .form = call_form::new_axis},
    {.name = "layer_norm", .form = call_form::layer_norm},
    {.name = "rms_norm", .form = call_form::rms_norm},
    {.name = "concat", .form = call_form::concat},
    {.name = "cat", .form = call_form::stack},
    {.name = "concatenate", .form = call_form::stack},
    {.name = "vstack", .form = call_form::stack},
    {.name = "hstack", .form = call_form::stack},
    {.name = "transpose", .form = call_form::transpose},
    {.name = "dim", .form = call_form::size},
    {.name = "len", .form = call_form::length},
    {.name = "rows", .form = call_form::rows},
    {.name = "columns", .form = call_form::columns},
    {.name = "cols", .form = call_form::cols},
    {.name = "linear", .form = call_form::linear},
    {.name = "attention", .form = call_form::attention},
    {.name = "scaled_dot_product_attention", .form = call_form::fused_attention},
    {.name = "inverse", .form = call_form::inverse},
    {.name = "solve", .form = call_form::solve},
    {.name = "where", .form = call_form::where},
    {.name = "masked_fill", .form = call_form::masked_fill},
    {.name = "causal", .form = call_form::causal},
    {.name = "causal_upper_left", .form = call_form::causal_upper_left},
    {.name = "causal_lower_right", .form = call_form::causal_lower_right},
    {.name = "tril", .form = call_form::lower_triangle},
    {.name = "triu", .form = call_form::upper_triangle},
    {.name = "arange", .form = call_form::arange},
    {.name = "range", .form = call_form::arange},
    {.name = "ones", .form = call_form::ones},
    {.name = "zeros", .form = call_form::zeros},
    {.name = "full", .form = call_form::full},
    {.name = "ones_like", .form = call_form::like},
    {.name = "zeros_like", .form = call_form::like},
    {.name = "full_like", .form = call_form::like},
    {.name = "eye", .form = call_form::eye},
    {.name = "identity", .form = call_form::eye},
};

/// The library whose rules a call follows where they differ.
enum class call_dialect : unsigned char {
    own,
    numpy,       ///< np.sum(A)
    torch,       ///< torch.sum(A), F.softmax(A), or with dim=
    scipy,       ///< scipy.special.softmax(A)
    tensorflow,  ///< tf.nn.softmax(A)
    nn,          ///< nn.softmax(A): of JAX, of PyTorch
    method,      ///< A.sum(): of NumPy or PyTorch
};

/// The module name before a function of NumPy, PyTorch or TensorFlow, and whose rules apply then.
struct named_module {
    std::string_view name;
    call_dialect dialect;
};
inline constexpr named_module named_modules[] = {
    {"np", call_dialect::numpy},         {"numpy", call_dialect::numpy},      {"jnp", call_dialect::numpy},
    {"linalg", call_dialect::numpy},     {"math", call_dialect::numpy},       {"torch", call_dialect::torch},
    {"functional", call_dialect::torch}, {"F", call_dialect::torch},          {"nn", call_dialect::nn},
    {"jax", call_dialect::nn},           {"tf", call_dialect::tensorflow},    {"scipy", call_dialect::scipy},
    {"special", call_dialect::scipy},    {"keras", call_dialect::tensorflow}, {"activations", call_dialect::tensorflow},
};

/// f<numbers>(arguments, axis=n), as it is written.
struct function_call {
    const named_function* f = nullptr;
    std::size_t position = 0;
    call_dialect dialect = call_dialect::own;
    call_dialect spelled = call_dialect::own;  ///< whose words its arguments have: dim=, keepdim= or keepdims=
    std::vector<long long> numbers{};          ///< in <...>; those of axis=n too
    bool has_axis = false;                     ///< as axis=n
    std::vector<term_id> arguments{};
    bool number_last = false;  ///< the last of them begins with a digit or a sign
    unsigned named = 0;        ///< which arguments with names there are
    std::optional<bool> keep{};
    std::optional<bool> by_tanh{};  ///< of gelu
    bool first_transposed = false, second_transposed = false, causal = false;
    std::string_view subscripts{};  ///< of einsum
    std::optional<long long> correction{}, places{}, diagonal{};
    std::optional<term_id> eps{};

    std::optional<term_id> argument(std::size_t i) const {
        return i < arguments.size() ? std::optional(arguments[i]) : std::nullopt;
    }
};

}  // namespace heed::detail
