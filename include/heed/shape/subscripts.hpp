// SPDX-License-Identifier: BSL-1.0
// The letters of einsum<"bthd,bshd->bhts">: parsed, and checked against the shapes of the operands.
#pragma once

#include <heed/shape/shape.hpp>

#include <cstddef>

namespace heed::detail {

/// Letters of axes in order. There is room for more than an operand can have, so that too many can be reported.
struct axis_letters {
    static constexpr std::size_t most = 16;

    char items[most]{};
    std::size_t count = 0;

    constexpr std::size_t size() const { return count; }
    constexpr bool empty() const { return count == 0; }
    constexpr char operator[](std::size_t i) const { return items[i]; }
    constexpr const char* begin() const { return items; }
    constexpr const char* end() const { return items + count; }
    constexpr void push_back(char letter) { items[count++] = letter; }

    /// The position of a letter; size() if it is not among them.
    constexpr std::size_t position(char letter) const {
        std::size_t i = 0;
        while (i < count && items[i] != letter) ++i;
        return i;
    }
    constexpr bool has(char letter) const { return position(letter) < count; }

    constexpr axis_letters also_in(const axis_letters& others) const {
        axis_letters found;
        for (const char c : *this)
            if (others.has(c)) found.push_back(c);
        return found;
    }
    constexpr axis_letters not_in(const axis_letters& others) const {
        axis_letters found;
        for (const char c : *this)
            if (!others.has(c)) found.push_back(c);
        return found;
    }
};

/// The errors in the text of an einsum or in its operands.
enum class einsum_fault : unsigned char {
    none,
    text,           ///< not letters, commas and an arrow
    operand_count,  ///< more or fewer groups of letters than operands
    letter_count,   ///< more or fewer letters than axes
    repeated,       ///< a letter twice in an operand
    sizes,          ///< one letter, two sizes
    names,          ///< one letter, two names
    unknown,        ///< a letter of the result that no operand has
    result_twice,   ///< a letter twice in the result
    too_many_axes,  ///< the result, or what is multiplied, has more axes than tensors have
};

struct subscripts {
    axis_letters operands[2]{};
    axis_letters result{};
    std::size_t operand_count = 0;
    bool readable = false;
};

/// Parses letters, with a comma between operands, -> and letters. Spaces are ignored.
constexpr subscripts read_subscripts(const char* text, std::size_t size) {
    subscripts s{.operand_count = 1};
    bool in_result = false;
    for (std::size_t i = 0; i < size; ++i) {
        const char c = text[i];
        axis_letters& group = in_result ? s.result : s.operands[s.operand_count - 1];
        const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (is_letter && group.size() < axis_letters::most) {
            group.push_back(c);
        } else if (c == ',' && !in_result && s.operand_count < 2) {
            ++s.operand_count;
        } else if (c == '-' && !in_result && i + 1 < size && text[i + 1] == '>') {
            in_result = true;
            ++i;
        } else if (c != ' ') {
            return s;
        }
    }
    s.readable = in_result;
    return s;
}

struct einsum_verdict {
    einsum_fault fault = einsum_fault::none;
    char letter = ' ';  ///< the wrong letter, if a letter is wrong
};

/// The first letter that occurs twice, or a space.
constexpr char repeated_letter(const axis_letters& letters) {
    for (std::size_t i = 0; i < letters.size(); ++i)
        if (letters.position(letters[i]) < i) return letters[i];
    return ' ';
}

/// Checks the letters against the shapes of the operands.
constexpr einsum_verdict einsum_rule(const subscripts& s, const shape* shapes, std::size_t operands) {
    if (!s.readable) return {einsum_fault::text};
    if (s.operand_count != operands) return {einsum_fault::operand_count};
    for (std::size_t o = 0; o < operands; ++o) {
        if (s.operands[o].size() != shapes[o].rank) return {einsum_fault::letter_count};
        if (const char c = repeated_letter(s.operands[o]); c != ' ') return {einsum_fault::repeated, c};
    }
    if (operands == 2)
        for (std::size_t a = 0; a < s.operands[0].size(); ++a) {
            const char c = s.operands[0][a];
            if (!s.operands[1].has(c)) continue;
            const extent &first = shapes[0][a], &second = shapes[1][s.operands[1].position(c)];
            if (!sizes_agree(first, second)) return {einsum_fault::sizes, c};
            if (!names_agree(first, second)) return {einsum_fault::names, c};
        }
    for (const char c : s.result)
        if (!s.operands[0].has(c) && !s.operands[1].has(c)) return {einsum_fault::unknown, c};
    if (const char c = repeated_letter(s.result); c != ' ') return {einsum_fault::result_twice, c};
    if (s.result.size() > max_rank) return {einsum_fault::too_many_axes};
    return {};
}

}  // namespace heed::detail
