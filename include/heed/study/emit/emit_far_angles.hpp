// SPDX-License-Identifier: BSL-1.0
// scalar/far_angle.hpp as text: the quarter turns in large angles, and what is left of them.
#pragma once

#include <heed/scalar/far_angle.hpp>
#include <heed/study/emit/helper_function.hpp>

#include <cstddef>
#include <cstdio>
#include <iterator>
#include <string>

namespace heed::detail::emitted {

inline std::string words_of_two_over_pi() {
    std::string text;
    for (std::size_t i = 0; i < std::size(two_over_pi); ++i) {
        char word[16];
        std::snprintf(word, sizeof(word), "0x%08xU", static_cast<unsigned>(two_over_pi[i]));
        text += (i == 0 ? "" : i % 6 == 0 ? ",\n        " : ", ") + std::string(word);
    }
    return text;
}

/// x, an expression, as a number of a type.
inline std::string cast_of(const helper_list& list, const std::string& type, const std::string& x) {
    return list.words().cast(type, {x, expression::comparison}).text;
}

inline void add_upper_product(helper_list& list, const vector_type& one) {
    list.add(one, "upper_product", "the upper 64 bits of a product",
             "static unsigned long long upper_product(unsigned long long a, unsigned long long b)",
             R"(    const unsigned long long low = 0xffffffffU;
    const unsigned long long cross = (a >> 32) * (b & low), other = (a & low) * (b >> 32);
    const unsigned long long carry = ((a & low) * (b & low) >> 32) + (cross & low) + (other & low);
    return (a >> 32) * (b >> 32) + (cross >> 32) + (other >> 32) + (carry >> 32);
)");
}

/// What floats below the far angles of double do in double.
inline std::string turns_in_double(const helper_list& list) {
    using turn = quarter_turn<double>;
    return "    if (x < " + hex(last_near_angle<double>) +
           ") {\n        const long long n = " + cast_of(list, "long long", "x * " + hex(turn::reciprocal) + " + 0.5") +
           ";\n        const double turns = " + list.cast("double", "n") +
           ";\n        *quarters = " + cast_of(list, "int", "n % 4") + ";\n        return " +
           cast_of(list, "REAL",
                   "((x - turns * " + hex(turn::parts[0]) + ") - turns * " + hex(turn::parts[1]) + ") - turns * " +
                       hex(turn::parts[2])) +
           ";\n    }\n";
}

inline void add_turns(helper_list& list, const vector_type& one) {
    const auto whole = [&](const std::string& x) { return list.cast("unsigned long long", x); };
    const std::string text =
        "    static const unsigned two_over_pi[] = { # behind 96 zeros\n        " + words_of_two_over_pi() + R"(};
    unsigned words[7];
    unsigned long long carry = 0, before = 0;
    int exponent = 0, zeros = -2; # the two bits of the quarters are shifted out
    if (!(x < INFINITY)) return )" +
        std::string(list.words().language.not_a_number) + ";\n" + (one.number.is_float ? turns_in_double(list) : "") +
        "    const unsigned long long mantissa = " + whole("STD::ldexp(STD::frexp(x, &exponent), 64)") +
        ", low = 0xffffffffU;\n    const int first = exponent + 30; # bits before that make whole turns\n"
        "    for (int i = 6; i >= 0; --i) {\n        const unsigned* const at = &two_over_pi[first / 32 + i];\n"
        "        const unsigned long long word = (" +
        whole("at[0]") + R"( << 32 | at[1]) >> (32 - first % 32) & low;
        const unsigned long long of_low = (mantissa & low) * word + carry;
        const unsigned long long sum = (mantissa >> 32) * before + (of_low & low);
        words[i] = )" +
        cast_of(list, "unsigned", "sum & low") + R"(;
        carry = (of_low >> 32) + (sum >> 32);
        before = word;
    }
    *quarters = )" +
        cast_of(list, "int", "words[0] >> 30") + R"(;
    const int above = words[0] >> 29 & 1; # less than half a turn short of the next quarter
    *quarters = (*quarters + above) % 4;
    for (int i = 0; i < 7 && above; ++i)
        words[i] = ~words[i];
    while (zeros < 0 || (words[0] >> 31 == 0 && zeros < 160)) {
        for (int i = 0; i < 7; ++i)
            words[i] = words[i] << 1 | (i < 6 ? words[i + 1] >> 31 : 0U);
        ++zeros;
    }
    const unsigned long long fraction = )" +
        whole("words[0]") + R"( << 32 | words[1], quarter_turn = 0xc90fdaa22168c235ULL; # pi / 2 * 2^63
    const REAL rest = )" +
        list.cast("REAL", "upper_product(fraction, quarter_turn)") + R"(;
    const REAL scaled = )" +
        list.cast("REAL", "STD::ldexp(rest, -63 - zeros)") + R"(;
    return above ? -scaled : scaled;
)";
    list.add(one, "without_turns",
             "what quarter turns leave of x, from the bits of 2 / pi that matter (Payne and Hanek)",
             "static REAL without_turns(REAL x, int* quarters)", text);
}

inline void add_far_angles(helper_list& list, const vector_type& v) {
    const std::string is_far =
        " > " + v.number.literal(v.number.is_float ? double(last_near_angle<float>) : last_near_angle<double>);
    if (v.lanes > 1) {
        for (const std::string name : {"far_quarters", "far_rest"})
            list.add(v, name + "_$", "", "INLINE REALS " + name + "_$(REALS x)",
                     "    int any = 0;\n    for (int l = 0; l < $; ++l)\n        any |= x[l]" + is_far +
                         ";\n    for (int l = 0; l < $; ++l)\n        x[l] = any ? " + name +
                         "(x[l]) : 0;\n    return x;\n");
        return;
    }
    add_upper_product(list, v);
    add_turns(list, v);
    list.add(v, "far_quarters", "the quarter turns of a large angle", "static REAL far_quarters(REAL x)",
             "    int quarters = 0;\n    if (x" + is_far + ") without_turns(x, &quarters);\n    return " +
                 list.cast("REAL", "quarters") + ";\n");
    list.add(v, "far_rest", "and what they leave of it", "static REAL far_rest(REAL x)",
             "    int quarters = 0;\n    return x" + is_far + " ? without_turns(x, &quarters) : 0;\n");
}

}  // namespace heed::detail::emitted
