// SPDX-License-Identifier: BSL-1.0
// What recordings are made of, as C and as C++.
#pragma once

#include <heed/machine/recording.hpp>
#include <heed/study/emit_register.hpp>

#include <cstddef>
#include <cstdio>
#include <string>

namespace heed::detail::emitted {

struct spelling {
    number_type number;
    const dialect& language;

    bool is_cpp() const { return language.respells; }

    static std::string with_lanes(const std::string& name, std::size_t lanes) {
        return lanes > 1 ? name + '_' + std::to_string(lanes) : name;
    }
    std::string type_of(recording::kind k, std::size_t lanes) const {
        const vector_type type{number, lanes};
        switch (k) {
            case recording::kind::count: return type.text(lanes > 1 ? "COUNTS" : "int");
            case recording::kind::bits:
            case recording::kind::truth: return type.text(lanes > 1 ? "MASK" : "WORD");
            case recording::kind::real: break;
        }
        return type.name();
    }
    /// The same number in another type.
    expression converted(recording::kind to, std::size_t lanes, const expression& x) const {
        const std::string type = type_of(to, lanes);
        if (lanes > 1) return {"__builtin_convertvector(" + x.text + ", " + type + ')'};
        if (is_cpp()) return {"static_cast<" + type + ">(" + x.text + ')'};
        return {'(' + type + ')' + x.inside(expression::sign), expression::sign};
    }
    /// The same bits in another type.
    expression reinterpreted(recording::kind to, std::size_t lanes, const expression& x) const {
        const std::string type = type_of(to, lanes);
        if (is_cpp()) return {"std::bit_cast<" + type + ">(" + x.text + ')'};
        if (lanes > 1) return {'(' + type + ')' + x.inside(expression::sign), expression::sign};
        return {(to == recording::kind::real ? "of_bits(" : "bits_of(") + x.text + ')'};
    }
    expression chosen(std::size_t lanes, const expression& mask, const expression& a, const expression& b) const {
        if (lanes == 1 || is_cpp())
            return {mask.inside(expression::either) + " ? " + a.inside(expression::either) + " : " + b.text,
                    expression::choice};
        return {with_lanes("choose", lanes) + "((" + type_of(recording::kind::truth, lanes) + ')' +
                mask.inside(expression::word) + ", " + a.text + ", " + b.text + ')'};
    }
    expression literal(double x) const {
        if (x != x) return {is_cpp() ? "not_a_number" : "NAN"};
        const expression::binding level = x < 0 ? expression::sign : expression::word;
        if (x - x != 0) return {std::string(x < 0 ? "-" : "") + (is_cpp() ? "infinity" : "INFINITY"), level};
        const std::string decimal = number.literal(x);
        const bool is_short = decimal.size() <= (number.is_float ? 9 : 8);
        return {is_short ? decimal : hex(x) + number.suffix, level};
    }
    expression bits_literal(unsigned long long b) const {
        char text[32];
        std::snprintf(text, sizeof(text), number.is_float ? "0x%08llxU" : "0x%016llxULL", b);
        return {text};
    }
    expression loaded(std::size_t lanes, const recording::element& x) const {
        const std::string text = x.array + '[' + x.index + ']';
        return {lanes == 1 || x.is_register ? text : with_lanes("load", lanes) + "(&" + text + ')'};
    }
    std::string stored(std::size_t lanes, const recording::element& x, const std::string& v) const {
        const std::string text = x.array + '[' + x.index + ']';
        const bool assigns = lanes == 1 || x.is_register;
        return assigns ? text + " = " + v + ';' : with_lanes("store", lanes) + "(&" + text + ", " + v + ");";
    }
    /// What goes before the type of an array: large ones are static.
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
        const std::string inlined = is_cpp() ? "[[gnu::always_inline]] static inline " : "INLINE ";
        const std::string real = type_of(recording::kind::real, r.lanes);
        std::string text = (r.lanes > 1 ? inlined : "static ") + real + ' ' + with_lanes(r.name, r.lanes) + '(';
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
