// SPDX-License-Identifier: BSL-1.0
// The elements of recordings in C and C++.
#pragma once

#include <heed/machine/recording.hpp>
#include <heed/study/emit/emit_register.hpp>

#include <cstddef>
#include <cstdio>
#include <string>

namespace heed::detail::emitted {

struct spelling {
    number_type number;
    const dialect& language;
    std::string of_type = "";  ///< suffix of functions for numbers of another type than the file's

    bool is_cpp() const { return language.respells; }

    static std::string with_lanes(const std::string& name, std::size_t lanes) {
        return lanes > 1 ? name + '_' + std::to_string(lanes) : name;
    }
    std::string function(const std::string& name, std::size_t lanes) const { return with_lanes(name + of_type, lanes); }
    std::string type_of(recording::kind k, std::size_t lanes) const {
        const vector_type type{number, lanes};
        switch (k) {
            case recording::kind::count: return type.text(lanes > 1 ? "COUNTS" : "int");
            case recording::kind::bits: return type.text(lanes > 1 ? "MASK" : "WORD");
            case recording::kind::truth: return lanes > 1 ? type.text("MASK") : language.truth;
            case recording::kind::real: break;
        }
        return type.name();
    }
    /// Of a variable for a value. Whole numbers of memory keep their type.
    std::string type_of(const recording::value& v) const {
        if (v.what == recording::operation::as_type) return v.text;
        return v.is == recording::kind::count && !v.from.type.empty() ? v.from.type : type_of(v.is, v.lanes);
    }
    /// Converts a number to another type.
    expression converted(recording::kind to, std::size_t lanes, const expression& x) const {
        const std::string type = type_of(to, lanes);
        if (lanes > 1) return {"__builtin_convertvector(" + x.text + ", " + type + ')'};
        return cast(type, x);
    }
    expression cast(const std::string& type, const expression& x) const {
        if (is_cpp()) return {"static_cast<" + type + ">(" + x.text + ')'};
        return {'(' + type + ')' + x.inside(expression::sign), expression::sign};
    }
    /// The same bits as another type.
    expression reinterpreted(recording::kind to, std::size_t lanes, const expression& x) const {
        const std::string type = type_of(to, lanes);
        if (is_cpp()) return {"std::bit_cast<" + type + ">(" + x.text + ')'};
        if (lanes > 1) return {'(' + type + ')' + x.inside(expression::sign), expression::sign};
        return {function(to == recording::kind::real ? "of_bits" : "bits_of", 1) + '(' + x.text + ')'};
    }
    expression chosen(std::size_t lanes, std::size_t lanes_of_mask, const expression& mask, const expression& a,
                      const expression& b) const {
        if (lanes_of_mask == 1 || is_cpp())
            // clang warns about & and | without parentheses.
            return {mask.inside(lanes_of_mask == 1 ? expression::either : expression::comparison) + " ? " +
                        a.inside(expression::either) + " : " + b.text,
                    expression::choice};
        return {with_lanes("choose", lanes) + "((" + type_of(recording::kind::truth, lanes) + ')' +
                mask.inside(expression::word) + ", " + a.text + ", " + b.text + ')'};
    }
    expression literal(const recording::value& v) const {
        const double x = v.real;
        if (x != x) return {language.not_a_number};
        const expression::binding level = x < 0 ? expression::sign : expression::word;
        if (x - x != 0) return {std::string(x < 0 ? "-" : "") + language.infinity, level};
        const std::string decimal = number.literal(x);
        const bool is_short = v.whole == 1 || decimal.size() <= (number.is_float ? 9 : 8);
        return {is_short ? decimal : hex(x) + number.suffix, level};
    }
    expression bits_literal(unsigned long long b) const {
        char text[32];
        std::snprintf(text, sizeof(text), number.is_float ? "0x%08llxU" : "0x%016llxULL", b);
        return {text};
    }
    expression loaded(std::size_t lanes, const recording::element& x) const {
        const std::string text = x.array + '[' + x.index + ']';
        if (!x.type.empty()) return cast(number.name, {text});
        return {lanes == 1 || x.is_register ? text : with_lanes("load", lanes) + "(&" + text + ')'};
    }
    /// first, first + step, ...
    expression ascending(std::size_t lanes, const expression& first, double step) const {
        return {with_lanes("indices", lanes) + '(' + first.text + ", " + number.literal(step) + ')'};
    }
    std::string stored(std::size_t lanes, const recording::element& x, const std::string& v) const {
        const std::string text = x.array + '[' + x.index + ']';
        const bool assigns = lanes == 1 || x.is_register;
        return assigns ? text + " = " + v + ';' : with_lanes("store", lanes) + "(&" + text + ", " + v + ");";
    }
    /// What precedes the type of an array; large arrays are static.
    std::string array_prefix(std::size_t elements, bool is_aligned) const {
        const bool is_large = elements * number.bytes() > (is_aligned ? 65536 : 16384);
        if (!is_aligned) return is_large ? "static " : "";
        if (!is_cpp()) return is_large ? "static ALIGNED " : "ALIGNED ";
        return is_large ? "alignas(64) static " : "alignas(64) ";
    }
    static std::string address(const recording::element& x) {
        return x.index == "0" ? x.array : '&' + x.array + '[' + x.index + ']';
    }
    std::string head(const recording::routine& r) const {
        const std::string real = type_of(recording::kind::real, r.lanes);
        std::string text =
            (r.lanes > 1 ? language.words("INLINE ") : "static ") + real + ' ' + function(r.name, r.lanes) + '(';
        for (std::size_t i = 0; i < r.parameters.size(); ++i) {
            using p = recording::routine::parameter;
            const p::type_name type = r.parameters[i].type;
            text += (i > 0 ? ", " : "") +
                    (type == p::real    ? real + ' '
                     : type == p::array ? "const " + real + "* "
                                        : type_of(recording::kind::count, r.lanes) + ' ') +
                    r.parameters[i].name;
        }
        return text + ')';
    }
};

}  // namespace heed::detail::emitted
