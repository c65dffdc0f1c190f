// SPDX-License-Identifier: BSL-1.0
// Calls that mean different things in NumPy, SciPy, PyTorch, TensorFlow, JAX and heed. Those that differ are
// translated; ambiguous ones are refused with a message that says what to write.
#pragma once

#include <heed_check/formula/calls.hpp>
#include <heed_check/formula/term_rules.hpp>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace heed::detail {

class formula_dialects {
public:
    explicit formula_dialects(formula_terms& terms) : terms_(terms), rules_(terms) {}

    /// Translates a call in which PyTorch has other arguments, or another order of them.
    void translate(function_call& call) {
        if (call.dialect == call_dialect::own) return;
        std::vector<term_id>& a = call.arguments;
        const call_form form = call.f->form;
        if (form == call_form::linear && a.size() > 1) return transpose_weights(call);
        if ((form == call_form::layer_norm || form == call_form::rms_norm) && !call.has_axis)
            return take_normalized_shape(call);
        if (form == call_form::variance || form == call_form::deviation) return take_usual_correction(call);
        if (form != call_form::where || call.dialect != call_dialect::method) return;
        if (a.size() != 3) refuse(call, "A.where(condition, B) keeps A where the condition holds");
        std::swap(a[0], a[1]);
    }

    /// Refuses a call that does not say which meaning is intended.
    void check(const function_call& call) const {
        if (call.dialect == call_dialect::own) return;
        const bool has_axis = !call.numbers.empty();
        const std::string name(call.f->name);
        switch (call.f->form) {
            case call_form::reduction:
            case call_form::reduction_or_binary:
            case call_form::variance:
            case call_form::deviation:
            case call_form::argmax:
            case call_form::argmin: return check_reduction(call, name);
            case call_form::normalisation:
                if (has_axis) return;
                if (call.dialect == call_dialect::scipy && rank(call, 0) > 1)
                    refuse(call, name + " in SciPy is over all elements unless an axis is named; write axis=n");
                if (call.dialect != call_dialect::tensorflow && rank(call, 0) > 2)
                    refuse(call,
                           name + " in PyTorch is along the first of three axes unless one is named; write dim=n");
                return;
            case call_form::product:
                if (name == "dot" && rank(call, 1) > 2)
                    refuse(call, "dot in NumPy of more than two axes is no product of matrices; write A @ B");
                return;
            case call_form::transpose:
                if (rank(call, 0) > 2)
                    rules_.refuse().law(call.position,
                                        "transpose in NumPy and TensorFlow turns all axes around; write "
                                        "A.transpose(-2, -1) for the last two",
                                        call.arguments[0]);
                return;
            case call_form::concat:
                if (!has_axis && rank(call, 0) > 1)
                    refuse(call,
                           "concat in NumPy and PyTorch is along the first axis unless one is named, here along the "
                           "last; write axis=n");
                return;
            case call_form::rms_norm:
                if ((call.named & named_eps) == 0)
                    refuse(call,
                           "rms_norm in PyTorch adds the epsilon of its type unless told, here 1e-5; write eps=x");
                return;
            case call_form::solve:
                if (rank(call, 0) > 2 && rank(call, 1) + 1 == rank(call, 0))
                    refuse(call,
                           "solve(A, B) takes B as vectors in some versions of NumPy and in PyTorch, as a matrix in "
                           "others; write inverse(A) @ B");
                return;
            case call_form::gelu:
                if (call.dialect == call_dialect::nn && !call.by_tanh)
                    refuse(call,
                           "nn.gelu is the form with tanh in JAX, the one with erf elsewhere; write gelu_tanh(A) or "
                           "gelu(A)");
                return;
            default: return;
        }
    }

private:
    [[noreturn]] static void refuse(const function_call& call, const std::string& words) {
        throw formula_error(call.position, words);
    }
    std::size_t rank(const function_call& call, std::size_t i) const { return rules_.dims(call.arguments[i]).rank; }

    void check_reduction(const function_call& call, const std::string& name) const {
        if (call.arguments.size() == 2)
            refuse(call, "a second argument of " + name + " has several meanings; write axis=n for an axis, " + name +
                             "(A, B) for pairs of elements");
        const bool goes_over_all =
            call.f->form == call_form::reduction || call.f->form == call_form::reduction_or_binary;
        if (call.numbers.empty() && rank(call, 0) > 1 && !goes_over_all)
            refuse(call, name + " in NumPy and PyTorch is over all elements unless an axis is named; write axis=n");
        const bool spreads = call.f->form == call_form::variance || call.f->form == call_form::deviation;
        if (spreads && !call.correction)
            refuse(call, name +
                             " divides by n in NumPy and by n - 1 in PyTorch; write unbiased=False for n, "
                             "unbiased=True for n - 1");
    }

    /// var divides by n - 1 in PyTorch and by n in NumPy. Of a method the words of its arguments tell whose it is;
    /// where they do not, the call is left without a correction.
    static void take_usual_correction(function_call& call) {
        const bool known = call.dialect == call_dialect::torch || call.dialect == call_dialect::numpy;
        const call_dialect library = known ? call.dialect : call.spelled;
        if (call.correction) return;
        if (library == call_dialect::torch) call.correction = 1;
        if (library == call_dialect::numpy) call.correction = 0;
    }

    /// F.linear(X, W, b) is X * transpose(W) + b.
    void transpose_weights(function_call& call) {
        const std::size_t axes = rank(call, 1);
        if (axes > 2) refuse(call, "linear in PyTorch needs a matrix of weights");
        if (axes == 2) call.arguments[1] = rules_.transpose(call.arguments[1], call.position);
    }

    /// F.layer_norm(X, [4], gain, bias, eps): the second argument is the shape of what is normalized.
    void take_normalized_shape(function_call& call) {
        std::vector<term_id>& a = call.arguments;
        if (a.size() < 2) return;
        const std::string name(call.f->name);
        const shape& dims = rules_.dims(a[0]);
        const formula_literal* sizes = terms_.literal_of(a[1]);
        const std::size_t last = dims.rank == 0 ? 0 : dims[dims.rank - 1].size;
        bool fits = sizes != nullptr && sizes->entries.size() == 1 && sizes->dims.rank == 1;
        if (fits) {
            const decimal d = sizes->entries[0];
            fits = d.places == 0 && d.digits > 0 && static_cast<std::size_t>(d.digits) == last;
        }
        if (!fits)
            refuse(call, name +
                             " in PyTorch takes the sizes of what is normalized second, and of them the last axis "
                             "alone is read: [" +
                             std::to_string(last) + "]; without a prefix " + name + "(X, gain) takes the gain there");
        a.erase(a.begin() + 1);
        const std::size_t most = call.f->form == call_form::layer_norm ? 3 : 2;
        if (a.size() != most + 1 || call.eps) return;
        call.eps = a.back();
        call.named |= named_eps;
        a.pop_back();
    }

    formula_terms& terms_;
    formula_rules rules_;
};

}  // namespace heed::detail
