// SPDX-License-Identifier: BSL-1.0
// Verdicts with figures, at run time: the value to 20 digits, the range that rounding of the inputs allows, the
// distance of the printed number. Defined in tools/check.
#pragma once

#include <heed/verify/subject.hpp>
#include <heed/verify/verdict.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace heed {

/// The verdict on an element if operands that are wrong as printed are replaced by computed ones.
struct with_computed {
    std::string names{};                ///< of these operands
    verdict what = verdict::undecided;  ///< the verdict then
    std::string value{};                ///< the value then, as in examined_entry
};

/// The findings for one element.
struct examined_entry {
    verdict what = verdict::elided;  ///< of this element
    decimal printed{};               ///< of kind elided where nothing is printed
    std::string value{};             ///< at the printed digits of the inputs in real numbers, to 20 significant digits
    std::string lower{};  ///< over all inputs that round to the printed ones, and all errors of the arithmetic
    std::string upper{};  ///< likewise, rounded up
    double off = 0;       ///< value - printed, in units of the last printed place
    double beyond = 0;  ///< of a refuted entry, in such units: at least so far are the printed digits from the bounds;
                        ///< negative if they are too large, 0 if the bounds do not tell
    std::string reason{};               ///< of a refuted entry, where neither distance nor bounds say why: in words
    arithmetic in = arithmetic::exact;  ///< what the formula was taken to be computed in
    std::optional<with_computed> instead{};  ///< of a refuted entry of a document whose operands are refuted too
};

/// The findings for a printed matrix.
struct examination {
    std::string name{};                        ///< that of the subject
    std::string formula{};                     ///< that of the subject
    detail::shape dims{};                      ///< of the formula
    std::vector<examined_entry> entries{};     ///< of all elements of the formula, row-major
    std::vector<std::string> row_labels{};     ///< of the printed rows; empty if there are none
    std::vector<std::string> column_labels{};  ///< of the printed columns, likewise
    arithmetic in = arithmetic::exact;         ///< the arithmetic that was assumed

    /// How many elements have this verdict.
    std::size_t count(verdict v) const {
        std::size_t n = 0;
        for (const examined_entry& e : entries) n += e.what == v ? 1 : 0;
        return n;
    }
    /// How many elements are printed.
    std::size_t printed() const { return entries.size() - count(verdict::elided); }
    /// Whether every printed entry is consistent.
    bool consistent() const { return count(verdict::consistent) == printed(); }
};

/// Only the verdicts: fast, in doubles; those that remain undecided, in 50 decimal digits.
/// example const auto P = printed<"[1, 2]">;
///         const subject s = make_subject("w", "softmax(P)", {"P"}, softmax(P), printed<"[0.27, 0.73]">);
///         const bool right = verdicts_of(s)[0] == verdict::consistent;
[[nodiscard]] std::vector<verdict> verdicts_of(const subject& s);

/// Verdicts and figures, in 50 decimal digits; the verdicts are those of verdicts_of.
/// needs   printed numbers that fit the shape of the formula (detail::alignment)
/// example const auto P = printed<"[1, 2]">;
///         const subject s = make_subject("w", "softmax(P)", {"P"}, softmax(P), printed<"[0.27, 0.73]">);
///         std::cout << examine(s).entries[0].value;
[[nodiscard]] examination examine(const subject& s);

}  // namespace heed
