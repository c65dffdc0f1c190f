// SPDX-License-Identifier: BSL-1.0
// Types and calls after a matrix that leave its numbers as they are: dtype=float32, .float(), .to(device).
#pragma once

#include <heed/printed/beside_words.hpp>
#include <heed/printed/text_cursor.hpp>

#include <cstddef>

namespace heed::detail {

/// Whether is_fine(at) holds for each character of the list that ends at `end`, from its end to its first bracket.
template <class Fine>
constexpr bool holds_in_list(const char* text, std::size_t end, const Fine& is_fine) {
    std::size_t depth = 0;
    for (std::size_t at = end; at-- > 0;) {
        if (is_one_of(text[at], "]})")) ++depth;
        if (is_one_of(text[at], "[{(") && --depth == 0) return true;
        if (depth == 0) return true;
        if (!is_fine(at)) return false;
    }
    return true;
}

/// Whether no number of the list that ends at `end` has a point or an exponent.
constexpr bool has_whole_numbers(const char* text, std::size_t end) {
    return holds_in_list(text, end, [&](std::size_t at) {
        const bool before_digit = at + 1 < end && is_digit(text[at + 1]),
                   after_digit = at > 0 && is_digit(text[at - 1]);
        return text[at] == '.' ? !before_digit && !after_digit : text[at] != 'e' || !after_digit;
    });
}

/// Whether the numbers of the list that ends at `end` have two digits at most and no sign: they fit into each integer.
constexpr bool has_small_numbers(const char* text, std::size_t end) {
    int digits = 0;
    return holds_in_list(text, end, [&](std::size_t at) {
        digits = is_digit(text[at]) ? digits + 1 : 0;
        return digits <= 2 && text[at] != '-';
    });
}

/// float32, np.float64, 'f4'; int64 if all numbers of the list that ends at `end` are whole, uint8 if they fit.
constexpr bool is_harmless_type(cursor c, std::size_t end) {
    bool floating = false, whole = false, narrow = false;
    for (; !c.done() && !is_one_of(c.peek(), ",)\n"); ++c.at) {
        floating = floating || c.length_of("float") != 0 || c.length_of("double") != 0 || c.length_of("half") != 0 ||
                   c.length_of("f4") != 0 || c.length_of("f8") != 0 || c.length_of("bf16") != 0 ||
                   c.length_of("f32") != 0 || c.length_of("f64") != 0 || c.length_of("object") != 0;
        whole = whole || c.length_of("int") != 0 || c.length_of("long") != 0;
        narrow = narrow || c.length_of("int8") != 0 || c.length_of("int16") != 0;
    }
    return floating || (whole && has_whole_numbers(c.text, end) && (!narrow || has_small_numbers(c.text, end)));
}

/// Whether arguments may name a type, as those of .to(torch.int8) do and those of .to(device) do not.
constexpr bool names_a_type(cursor c) {
    for (; !c.done(); ++c.at)
        if (c.length_of("int") != 0 || c.length_of("long") != 0 || c.length_of("short") != 0 ||
            c.length_of("bool") != 0 || c.length_of("dtype") != 0 || c.length_of("complex") != 0)
            return true;
    return false;
}

/// What a call after a constructor does with the numbers.
enum class call_behind : unsigned char { other, keeps, adds_an_axis };

/// Takes .float(), .to(device), .astype(np.float32), .requires_grad_(), and .unsqueeze(0), after which the numbers have
/// one more axis. `list` is where the list ends.
constexpr call_behind take_call_behind(cursor& at, std::size_t list) {
    cursor c{at.text, at.at + 1, at.end};
    const std::size_t begin = c.at;
    while (is_letter(c.peek()) || c.peek() == '_') ++c.at;
    const cursor name{c.text, begin, c.at};
    if (c.peek() != '(') return call_behind::other;
    cursor arguments{c.text, c.at + 1, c.end};
    skip_group(c, '(', ')');
    if (c.text[c.at - 1] != ')') return call_behind::other;
    arguments.end = c.at - 1;
    const bool none = arguments.done();
    const bool plain = none && (is_any_word(name, "float", "double", "cuda", "cpu", "detach", "numpy", "clone", "copy",
                                            "tolist", "contiguous") ||
                                is_name(name, "requires_grad_"));
    const bool whole = none && is_any_word(name, "int", "long") && has_whole_numbers(c.text, list);
    const bool converts = is_any_word(name, "astype", "type") && is_harmless_type(arguments, list);
    const bool moves = is_any_word(name, "to") && (is_harmless_type(arguments, list) || !names_a_type(arguments));
    const bool axis = is_name(name, "unsqueeze") && is_name(arguments, "0");
    if (!plain && !whole && !converts && !moves && !axis) return call_behind::other;
    at.at = c.at;
    return axis ? call_behind::adds_an_axis : call_behind::keeps;
}

}  // namespace heed::detail
