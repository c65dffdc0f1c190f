// SPDX-License-Identifier: BSL-1.0
// The functions that a formula may call by name when it is read as text.
#pragma once

#include <heed/verify/formula_rules.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace heed::detail {

/// What a function looks like where it is called.
enum class call_form : unsigned char {
    unary,
    root,
    binary,
    reduction,
    reduction_or_binary,
    normalisation,
    concat,
    transpose,
    size,
    rows,
    columns,
    cols,
    linear,
    attention,
    inverse,
    solve,
};

/// How many arguments and numbers in <...> a form takes, whether it takes axis=n, and how that is written, with f for
/// the name.
struct call_rules {
    std::size_t least, most;
    std::size_t most_numbers;
    bool axis;
    const char* usage;
};

constexpr call_rules rules_of(call_form f) {
    constexpr std::size_t any = static_cast<std::size_t>(-1);
    switch (f) {
        case call_form::unary:
        case call_form::root:
        case call_form::transpose:
        case call_form::columns:
        case call_form::inverse: return {1, 1, 0, false, "f(A)"};
        case call_form::binary:
        case call_form::solve: return {2, 2, 0, false, "f(A, B)"};
        case call_form::reduction:
        case call_form::normalisation: return {1, 1, 1, true, "f(A), f<n>(A) or f(A, axis=n)"};
        case call_form::reduction_or_binary: return {1, 2, 1, true, "f(A), f<n>(A), f(A, axis=n) or f(A, B)"};
        case call_form::concat: return {1, any, 1, true, "f(A, B, ...), f<n>(A, B, ...) or f(A, B, ..., axis=n)"};
        case call_form::size: return {1, 1, 1, true, "f<n>(A) or f(A, axis=n)"};
        case call_form::rows: return {1, 1, 2, false, "f(A) or f<begin, end>(A)"};
        case call_form::cols: return {1, 1, 2, false, "f<begin, end>(A)"};
        case call_form::linear: return {2, 3, 0, false, "f(X, W) or f(X, W, b)"};
        case call_form::attention: return {3, 3, 0, false, "f(Q, K, V)"};
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

inline constexpr named_function named_functions[] = {
    {.name = "exp", .apply = function::exp},
    {.name = "log", .apply = function::log},
    {.name = "sqrt", .form = call_form::root},
    {.name = "rsqrt", .apply = function::rsqrt},
    {.name = "tanh", .apply = function::tanh},
    {.name = "erf", .apply = function::erf},
    {.name = "sigmoid", .apply = function::sigmoid},
    {.name = "relu", .apply = function::relu},
    {.name = "gelu", .apply = function::gelu},
    {.name = "gelu_tanh", .apply = function::gelu_tanh},
    {.name = "silu", .apply = function::silu},
    {.name = "abs", .apply = function::abs},
    {.name = "hadamard", .form = call_form::binary, .apply = function::multiply},
    {.name = "pow", .form = call_form::binary, .apply = function::pow},
    {.name = "min", .form = call_form::reduction_or_binary, .apply = function::min, .reduce = reduction::min},
    {.name = "max", .form = call_form::reduction_or_binary, .apply = function::max, .reduce = reduction::max},
    {.name = "sum", .form = call_form::reduction, .reduce = reduction::sum},
    {.name = "mean", .form = call_form::reduction, .reduce = reduction::mean},
    {.name = "logsumexp", .form = call_form::reduction, .reduce = reduction::logsumexp},
    {.name = "softmax", .form = call_form::normalisation, .weights = normalisation::softmax},
    {.name = "log_softmax", .form = call_form::normalisation, .weights = normalisation::log_softmax},
    {.name = "concat", .form = call_form::concat},
    {.name = "transpose", .form = call_form::transpose},
    {.name = "dim", .form = call_form::size},
    {.name = "rows", .form = call_form::rows},
    {.name = "columns", .form = call_form::columns},
    {.name = "cols", .form = call_form::cols},
    {.name = "linear", .form = call_form::linear},
    {.name = "attention", .form = call_form::attention},
    {.name = "inverse", .form = call_form::inverse},
    {.name = "solve", .form = call_form::solve},
};

/// f<numbers>(arguments, axis=n), as it is written.
struct function_call {
    const named_function* f = nullptr;
    std::size_t position = 0;
    std::vector<long long> numbers{};  ///< in <...>; those of axis=n too
    bool has_axis = false;             ///< as axis=n
    std::vector<term_id> arguments{};
};

/// The term that a call stands for.
class function_caller {
public:
    explicit function_caller(formula_terms& terms) : rules_(terms) {}

    term_id operator()(const function_call& call) {
        check_form(call);
        const named_function& f = *call.f;
        const std::size_t at = call.position;
        const std::vector<term_id>& a = call.arguments;
        const long long axis = call.numbers.empty() ? -1 : call.numbers[0];
        switch (f.form) {
            case call_form::unary: return rules_.elementwise(f.apply, a[0], at);
            case call_form::root: return rules_.root(a[0], at);
            case call_form::binary: return rules_.elementwise(f.apply, a[0], a[1], at);
            case call_form::reduction_or_binary:
                if (a.size() == 2) return rules_.elementwise(f.apply, a[0], a[1], at);
                [[fallthrough]];
            case call_form::reduction: return rules_.reduce(f.reduce, axis, a[0], at);
            case call_form::normalisation: return rules_.normalise(f.weights, axis, a[0], at);
            case call_form::concat: return rules_.concat(a, axis, at);
            case call_form::transpose: return rules_.transpose(a[0], at);
            case call_form::size: return rules_.size("dim", axis, a[0], at);
            case call_form::columns: return rules_.size("dim", -1, a[0], at);
            case call_form::rows: return call.numbers.empty() ? rules_.size("dim", -2, a[0], at) : slice(call, 1);
            case call_form::cols: return slice(call, 0);
            case call_form::linear: return linear(a, at);
            case call_form::attention: return rules_.attention(a[0], a[1], a[2], at);
            case call_form::inverse: return rules_.inverse(a[0], at);
            case call_form::solve: return rules_.product(rules_.inverse(a[0], at), a[1], at);
        }
        return a[0];
    }

private:
    static void check_form(const function_call& call) {
        const call_rules rules = rules_of(call.f->form);
        const std::size_t arguments = call.arguments.size(), numbers = call.numbers.size();
        if (arguments < rules.least || arguments > rules.most)
            refuse(call, "got " + std::to_string(arguments) + (arguments == 1 ? " argument" : " arguments"));
        if (call.has_axis && !rules.axis) refuse(call, "has no axis=n");
        if (call.has_axis && numbers > 1) refuse(call, "got its axis twice");
        if (call.f->form == call_form::size && numbers == 0) refuse(call, "needs an axis");
        if (call.f->form == call_form::reduction_or_binary && arguments == 2 && numbers > 0)
            refuse(call, "has no axis beside two arguments");
        const bool slice = call.f->form == call_form::cols || (call.f->form == call_form::rows && numbers > 0);
        if (slice ? numbers != 2 : numbers > rules.most_numbers)
            refuse(call, "got " + std::to_string(numbers) + (numbers == 1 ? " number" : " numbers") + " in <...>");
    }

    [[noreturn]] static void refuse(const function_call& call, const std::string& what) {
        std::string usage;
        for (const char* c = rules_of(call.f->form).usage; *c != '\0'; ++c)
            usage += *c == 'f' ? call.f->name : std::string_view(c, 1);
        throw formula_error(call.position, std::string(call.f->name) + " " + what + "; write " + usage);
    }

    term_id slice(const function_call& call, std::size_t from_right) {
        // No axis is that long: a negative number does not fit as begin or as end.
        const auto begin = static_cast<std::size_t>(call.numbers[0]), end = static_cast<std::size_t>(call.numbers[1]);
        return rules_.slice(from_right, begin, end, call.arguments[0], call.position);
    }

    term_id linear(const std::vector<term_id>& a, std::size_t at) {
        const term_id product = rules_.product(a[0], a[1], at);
        return a.size() == 2 ? product : rules_.elementwise(function::add, product, a[2], at);
    }

    formula_rules rules_;
};

}  // namespace heed::detail
