// SPDX-License-Identifier: BSL-1.0
// Exact scalars that depend on dynamic extents; the emitted function computes them.
#pragma once

#include <heed/scalar/surd.hpp>
#include <heed/shape/length_list.hpp>
#include <heed/study/emit/spelling.hpp>

#include <cstddef>
#include <string>

namespace heed::detail::emitted {

constexpr std::size_t size_of_number(long long n) { return static_cast<std::size_t>(n < 0 ? -n : n); }

/// numerator / denominator * sqrt(radicand), each possibly a product of lengths, which primes stand for.
class exact_of_lengths {
public:
    exact_of_lengths(const surd& s, const length_list& lengths, const spelling& spelled)
        : s_(s), lengths_(lengths), spelled_(spelled) {}

    bool is_static() const { return is_known(s_.numerator) && is_known(s_.denominator) && is_known(s_.radicand); }
    /// A multiple of a length, which indices are compared with.
    bool is_count() const {
        return !is_static() && s_.numerator > 0 && s_.denominator == 1 && s_.radicand == 1 &&
               length_product(size_of_number(s_.numerator), lengths_).only_length() != length_product::no_length;
    }

    /// The operations of to_number, so that the bits are the same for every length.
    std::string text() const {
        return spelled_.number.is_float ? spelled_.cast("float", in_double()).text : in_double().text;
    }

private:
    bool is_known(long long n) const { return is_static_size(size_of_number(n), lengths_); }

    expression in_double() const {
        const expression top = number(s_.numerator), below = number(s_.denominator), under = number(s_.radicand);
        const expression ratio = s_.denominator == 1 ? top : infix(top, "/", below, expression::product);
        if (s_.radicand == 1) return ratio;
        const expression root{std::string(spelled_.language.standard) + "sqrt(" + under.text + ')'};
        const expression product =
            is_one(s_.numerator) && is_one(s_.denominator) ? root : infix(ratio, "*", root, expression::product);
        const expression reciprocal = infix(number(1), "/", root, expression::product);
        if (is_one(s_.numerator) && s_.denominator == s_.radicand) return reciprocal;
        const bool may_be_one = is_one(s_.numerator) || !is_known(s_.numerator);
        const bool may_be_root = !is_known(s_.denominator) || (s_.denominator != 1 && !is_known(s_.radicand));
        if (!may_be_one || !may_be_root) return product;
        return {condition_of_reciprocal(top, below, under).text + " ? " + reciprocal.text + " : " + product.text,
                expression::choice};
    }
    /// The condition, as far as it is not static, under which the scalar is 1 / sqrt(radicand).
    expression condition_of_reciprocal(const expression& top, const expression& below, const expression& under) const {
        const expression is_unit = infix(top, "==", number(1), expression::comparison);
        const expression is_root = infix(below, "==", under, expression::comparison);
        if (is_one(s_.numerator)) return is_root;
        return s_.denominator == s_.radicand ? is_unit : infix(is_unit, "&&", is_root, expression::both);
    }
    static bool is_one(long long n) { return n == 1; }

    /// The function has lengths as integers.
    expression number(long long n) const {
        const length_product product(size_of_number(n), lengths_);
        expression all;
        for (std::size_t i = 0; i < lengths_.size(); ++i)
            for (unsigned char p = 0; p < product.power[i]; ++p) {
                const expression length = spelled_.cast("double", {std::to_string(lengths_[i])});
                all = all.text.empty() ? length : infix(all, "*", length, expression::product);
            }
        const expression factor{std::to_string(product.factor) + ".0"};
        if (all.text.empty())
            all = factor;
        else if (product.factor != 1)
            all = infix(all, "*", factor, expression::product);
        return n < 0 ? expression{'-' + all.inside(expression::sign), expression::sign} : all;
    }

    const surd& s_;
    const length_list& lengths_;
    spelling spelled_;
};

}  // namespace heed::detail::emitted
