// SPDX-License-Identifier: BSL-1.0
// Builds the terms that calls of functions by name stand for.
#pragma once

#include <heed_check/formula/added_axes.hpp>
#include <heed_check/formula/dialects.hpp>
#include <heed_check/formula/index_products.hpp>
#include <heed_check/formula/matrix_parts.hpp>
#include <heed_check/formula/statistics.hpp>
#include <heed_check/formula/term_rules.hpp>

#include <cstddef>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heed::detail {

/// The term that a call stands for.
class function_caller {
public:
    explicit function_caller(formula_terms& terms)
        : terms_(terms), rules_(terms), statistics_(terms), axes_(terms), parts_(terms), dialects_(terms) {}

    term_id operator()(function_call call) {
        dialects_.translate(call);
        take_positional(call);
        check_form(call);
        dialects_.check(call);
        const named_function& f = *call.f;
        const std::size_t at = call.position;
        const std::vector<term_id>& a = call.arguments;
        const long long axis = call.numbers.empty() ? -1 : call.numbers[0];
        switch (f.form) {
            case call_form::unary: return rules_.elementwise(f.apply, a[0], at);
            case call_form::gelu:
                return rules_.elementwise(call.by_tanh.value_or(false) ? function::gelu_tanh : f.apply, a[0], at);
            case call_form::root: return rules_.root(a[0], at);
            case call_form::square: return statistics_.square(a[0], at);
            case call_form::round: return statistics_.round(a[0], call.places.value_or(0), at);
            case call_form::binary: return rules_.elementwise(f.apply, a[0], a[1], at);
            case call_form::product:
                return rules_.product(call.first_transposed ? rules_.transpose(a[0], at) : a[0],
                                      call.second_transposed ? rules_.transpose(a[1], at) : a[1], at);
            case call_form::inner: return inner(a[0], a[1], at);
            case call_form::outer: return outer(a[0], a[1], at);
            case call_form::einsum: return formula_einsum(rules_, call.subscripts, at).product(a[0], a[1]);
            case call_form::reduction_or_binary:
                if (a.size() == 2) return rules_.elementwise(f.apply, a[0], a[1], at);
                [[fallthrough]];
            case call_form::reduction:
                if (is_over_all(call)) return reduced_to_one(call);
                return reduced(call, rules_.reduce(f.reduce, axis, a[0], at), axis);
            case call_form::variance: return reduced(call, variance(call, axis), axis);
            case call_form::deviation: return rules_.root(reduced(call, variance(call, axis), axis), at);
            case call_form::argmax: return reduced(call, statistics_.argmax(a[0], axis, at), axis);
            case call_form::argmin: return reduced(call, statistics_.argmin(a[0], axis, at), axis);
            case call_form::normalisation: return rules_.normalise(f.weights, axis, a[0], at);
            case call_form::reshape: return axes_.reshaped(f.name, a, at);
            case call_form::new_axis: return axes_.expanded(f.name, a[0], axis, at);
            case call_form::layer_norm:
                return statistics_.layer_norm(a[0], call.argument(1), call.argument(2), call.eps, axis, at);
            case call_form::rms_norm: return statistics_.rms_norm(a[0], call.argument(1), call.eps, axis, at);
            case call_form::concat: return rules_.concat(a, axis, at);
            case call_form::stack: return stacked(call);
            case call_form::transpose: return rules_.transpose(a[0], at);
            case call_form::size: return rules_.size("dim", axis, a[0], at);
            case call_form::length: return rules_.size("len", 0, a[0], at);
            case call_form::columns: return rules_.size("dim", -1, a[0], at);
            case call_form::rows: return call.numbers.empty() ? rules_.size("dim", -2, a[0], at) : slice(call, 1);
            case call_form::cols: return slice(call, 0);
            case call_form::linear: return linear(a, at);
            case call_form::attention: return rules_.attention(a[0], a[1], a[2], call.argument(3), at);
            case call_form::fused_attention: {
                std::optional<term_id> hidden;
                if (call.causal) hidden = mask(call_form::causal_upper_left, at);
                return rules_.attention(a[0], a[1], a[2], hidden, at);
            }
            case call_form::inverse: return rules_.inverse(a[0], at);
            case call_form::solve: return rules_.product(rules_.inverse(a[0], at), a[1], at);
            case call_form::where:
                if (a.size() == 3) return rules_.choice(a[0], a[1], a[2], at);
                return rules_.elementwise(function::where, a[0], a[1], at);
            case call_form::masked_fill: return rules_.choice(a[1], a[2], a[0], at);
            case call_form::causal:
            case call_form::causal_upper_left:
            case call_form::causal_lower_right: return rules_.elementwise(function::where, mask(f.form, at), a[0], at);
            case call_form::lower_triangle: return triangle(call, true);
            case call_form::upper_triangle: return triangle(call, false);
            case call_form::arange: return parts_.arange(a[0], at);
            case call_form::ones: return parts_.filled("ones(rows, columns)", terms_.add_exact({1, 1, 1}, at), a, at);
            case call_form::zeros: return parts_.filled("zeros(rows, columns)", terms_.add_exact({0, 1, 1}, at), a, at);
            case call_form::full: return full(a, at);
            case call_form::like: return like(call);
            case call_form::eye: return parts_.eye(a[0], at);
        }
        return a[0];
    }

    /// The mask that a call of causal and the like stands for when it is written without (...).
    term_id mask(call_form form, std::size_t at) {
        return rules_.causal(form == call_form::causal_lower_right, form == call_form::causal, at);
    }

private:
    /// Positional numbers that stand for named arguments: np.softmax(A, 1), A.sum(-1), round(A, 2), tril(A, 1).
    void take_positional(function_call& call) const {
        const call_form form = call.f->form;
        if (call.arguments.size() != 2) return;
        const bool takes_axis = form == call_form::reduction || form == call_form::reduction_or_binary ||
                                form == call_form::normalisation || form == call_form::variance ||
                                form == call_form::deviation || form == call_form::argmax || form == call_form::argmin;
        const bool of_numpy = call.dialect == call_dialect::numpy || call.dialect == call_dialect::method;
        const bool keeps = call.dialect == call_dialect::torch && call.number_last && call.keep;  // else two results
        if (form == call_form::reduction_or_binary && !of_numpy && !keeps) return;
        if (takes_axis && call.dialect == call_dialect::own) return;
        const bool adds_axis = form == call_form::new_axis;
        std::optional<long long>* slot = nullptr;
        if (form == call_form::round) slot = &call.places;
        if (form == call_form::lower_triangle || form == call_form::upper_triangle) slot = &call.diagonal;
        if (!takes_axis && !adds_axis && slot == nullptr) return;
        if (slot != nullptr && *slot) refuse(call, "got one of its numbers twice");
        const long long n = parts_.whole_number(std::string(call.f->name) + "(A, n)", call.arguments[1], call.position);
        call.arguments.pop_back();
        if (slot != nullptr)
            *slot = n;
        else
            call.numbers.push_back(n);
    }

    static void check_form(const function_call& call) {
        const call_rules rules = rules_of(call.f->form);
        const std::size_t arguments = call.arguments.size(), numbers = call.numbers.size();
        if (arguments < rules.least || arguments > rules.most)
            refuse(call, "got " + std::to_string(arguments) + (arguments == 1 ? " argument" : " arguments"));
        if (call.has_axis && (rules.named & named_axis) == 0) refuse(call, "has no axis=n");
        const char* const names[] = {"axis=n",     "keep",        "unbiased=True", "eps=1e-5",       "decimals=n",
                                     "diagonal=n", "transpose_a", "transpose_b",   "is_causal=True", "approximate"};
        for (unsigned i = 0; i < std::size(names); ++i)
            if ((call.named & ~rules.named & (1U << i)) != 0) refuse(call, std::string("has no ") + names[i]);
        if (call.has_axis && numbers > 1) refuse(call, "got its axis twice");
        const bool needs_axis = call.f->form == call_form::size || call.f->form == call_form::new_axis;
        if (needs_axis && numbers == 0) refuse(call, "needs an axis");
        if (call.f->form == call_form::reduction_or_binary && arguments == 2 && (numbers > 0 || call.named != 0))
            refuse(call, "has no axis beside two arguments");
        const bool slice = call.f->form == call_form::cols || (call.f->form == call_form::rows && numbers > 0);
        if (slice ? numbers != 2 : numbers > rules.most_numbers + (rules.named & named_axis))
            refuse(call, "got " + std::to_string(numbers) + (numbers == 1 ? " number" : " numbers") + " in <...>");
        if (!slice && numbers > 1) refuse(call, "got its axis twice");
    }

    [[noreturn]] static void refuse(const function_call& call, const std::string& what) {
        std::string usage;
        for (const char* c = rules_of(call.f->form).usage; *c != '\0'; ++c)
            usage += *c == 'f' && (c[1] == '(' || c[1] == '<') ? call.f->name : std::string_view(c, 1);
        throw formula_error(call.position, std::string(call.f->name) + " " + what + "; write " + usage);
    }

    /// Puts the reduced axis back with size 1, if the call keeps it.
    term_id reduced(const function_call& call, term_id y, long long axis) {
        if (!call.keep) return y;
        if (!*call.keep) {
            terms_.forget_kept(y);
            return y;
        }
        const std::size_t position = rules_.axis_of(call.f->name.data(), axis, call.arguments[0], call.position);
        return rules_.with_axis(y, position, call.position);
    }
    /// X.sum(), np.max(X): over all elements.
    static bool is_over_all(const function_call& call) {
        return call.dialect != call_dialect::own && call.numbers.empty();
    }
    term_id reduced_to_one(const function_call& call) {
        term_id y = call.arguments[0];
        const std::size_t axes = rules_.dims(y).rank;
        for (std::size_t i = 0; i < axes; ++i) y = rules_.reduce(call.f->reduce, -1, y, call.position);
        for (std::size_t i = 0; i < axes && call.keep.value_or(false); ++i) y = rules_.with_axis(y, 0, call.position);
        return y;
    }
    term_id variance(const function_call& call, long long axis) {
        return statistics_.variance(call.arguments[0], axis, call.correction.value_or(0), call.position);
    }

    /// The same number everywhere. Minus infinity is where nothing is visible.
    term_id full(const std::vector<term_id>& a, std::size_t at) {
        const char* const usage = "full((rows, columns), number)";
        const std::vector<term_id> sizes(a.begin(), a.end() - 1);
        if (terms_[a.back()].infinite == 0) return parts_.filled(usage, a.back(), sizes, at);
        const term_id zeros = parts_.filled(usage, terms_.add_exact({0, 1, 1}, at), sizes, at);
        return rules_.choice(zeros, zeros, a.back(), at);
    }

    /// ones_like(A), zeros_like(A), full_like(A, number)
    term_id like(const function_call& call) {
        const bool fills = call.f->name[0] == 'f';
        if (fills != (call.arguments.size() == 2)) refuse(call, "got another number of arguments");
        std::vector<term_id> sizes;
        for (std::size_t i = 0; i < rules_.dims(call.arguments[0]).rank; ++i)
            sizes.push_back(rules_.size("dim", static_cast<long long>(i), call.arguments[0], call.position));
        const long long number = call.f->name[0] == 'o' ? 1 : 0;
        sizes.push_back(fills ? call.arguments[1] : terms_.add_exact({number, 1, 1}, call.position));
        return full(sizes, call.position);
    }

    /// np.inner(A, B): the products of the rows of A and those of B.
    term_id inner(term_id a, term_id b, std::size_t at) {
        if (rules_.dims(a).rank != 2 || rules_.dims(b).rank != 2) rules_.refuse().law(at, "inner needs matrices", a);
        return rules_.product(a, rules_.transpose(b, at), at);
    }
    /// np.outer(u, v) of vectors.
    term_id outer(term_id u, term_id v, std::size_t at) {
        if (rules_.dims(u).rank != 1 || rules_.dims(v).rank != 1) rules_.refuse().law(at, "outer needs vectors", u);
        return rules_.elementwise(function::multiply, rules_.with_axis(u, 1, at), rules_.with_axis(v, 0, at), at);
    }

    /// torch.cat([A, B], dim=-1) is along the first axis unless one is named, np.hstack([A, B]) along the second.
    term_id stacked(function_call call) {
        if (call.arguments.size() > 1 && call.number_last && terms_.is_exact(call.arguments.back())) {  // cat(list, 1)
            call.numbers.push_back(parts_.whole_number("cat(A, n)", call.arguments.back(), call.position));
            call.arguments.pop_back();
            call.has_axis = true;
        }
        const bool beside = call.f->name == "hstack", below = call.f->name == "vstack";
        const bool matrices = rules_.dims(call.arguments[0]).rank == 2;
        if ((beside || below) && (call.has_axis || !matrices)) refuse(call, "is of matrices, and has no axis");
        const long long axis = call.numbers.empty() ? 0 : call.numbers[0];
        return rules_.concat(call.arguments, beside ? 1 : axis, call.position);
    }

    /// The elements up to a diagonal (or from it on); the others become zero.
    term_id triangle(const function_call& call, bool lower) {
        const std::size_t at = call.position;
        term_id query = rules_.index(1, at);
        if (const long long n = call.diagonal.value_or(0); n != 0)
            query = rules_.sum(query, terms_.add_exact({n, 1, 1}, at), at);
        const term_id key = rules_.index(0, at);
        const term_id visible = rules_.elementwise(function::less_equal, lower ? key : query, lower ? query : key, at);
        return rules_.elementwise(function::keep, visible, call.arguments[0], at);
    }

    term_id slice(const function_call& call, std::size_t from_right) {
        // No axis is that long, so a negative number is rejected as an end of a range.
        const auto begin = static_cast<std::size_t>(call.numbers[0]), end = static_cast<std::size_t>(call.numbers[1]);
        return rules_.slice(from_right, begin, end, call.arguments[0], call.position);
    }

    term_id linear(const std::vector<term_id>& a, std::size_t at) {
        const term_id product = rules_.product(a[0], a[1], at);
        return a.size() == 2 ? product : rules_.elementwise(function::add, product, a[2], at);
    }

    formula_terms& terms_;
    formula_rules rules_;
    formula_statistics statistics_;
    formula_axes axes_;
    formula_parts parts_;
    formula_dialects dialects_;
};

}  // namespace heed::detail
