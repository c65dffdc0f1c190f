// SPDX-License-Identifier: BSL-1.0
// all_consistent<verify(...)>: asserts verdicts at compile time; the message names the first wrong number.
#pragma once

#include <heed/printed/nearest_double.hpp>
#include <heed/reference/interval.hpp>
#include <heed/verify/printed_range.hpp>
#include <heed/verify/verdict.hpp>

#include <cstddef>

namespace heed {

namespace law {

/// Arguments of the message: each type names the number that it carries.
template <std::size_t N>
struct row;
template <std::size_t N>
struct column;
struct decimal_number {
    double is;
};
template <decimal_number Number>
struct printed;
struct bounds {
    double from, to;
};
template <bounds Reachable>
struct reachable;

/// One printed number: its row and column from 1, and the range of numbers that the formula can have there.
template <class Row, class Column, class Printed, class Reachable, verdict What>
struct consistent_number {
    static_assert(What != verdict::refuted,
                  "heed: all_consistent<verify(formula, printed)> needs printed numbers that the formula can have");
    static_assert(What != verdict::undecided,
                  "heed: all_consistent<verify(formula, printed)> needs verdicts, and this number is undecided");
};

/// Printed digits that no number of the format has: they are refuted for every formula.
template <class Row, class Column, class Printed, arithmetic In>
struct digits_of_format {
    static_assert(In != arithmetic::binary16,
                  "heed: all_consistent<verify(formula, printed, in_float16)> needs printed numbers of float16, and no "
                  "number of float16 is printed as these digits");
    static_assert(In != arithmetic::brain16,
                  "heed: all_consistent<verify(formula, printed, in_bfloat16)> needs printed numbers of bfloat16, and "
                  "no number of bfloat16 is printed as these digits");
    static_assert(In != arithmetic::float32,
                  "heed: all_consistent<verify(formula, printed, in_float32)> needs printed numbers of float32, and no "
                  "number of float32 is printed as these digits");
};

}  // namespace law

namespace detail {

/// The first number of a matrix that is not consistent.
struct inconsistent_number {
    std::size_t row = 0;  ///< from 1; 0 where all are consistent
    std::size_t column = 0;
    law::decimal_number printed{};
    law::bounds reachable{};
    verdict what = verdict::consistent;
    bool is_no_number = false;  ///< no number of the format is printed like this
};

/// x rounded outwards to seven significant figures, as many as clang prints of a double; denormal numbers are
/// unchanged.
constexpr double outwards(double x, bool up) {
    double scale = 1, shrink = 1;
    const double size = x < 0 ? -x : x;
    if (!(size >= 1e-290) || size > 1e290) return x;
    while (size / shrink * scale >= 1e7) shrink *= 10;
    while (size / shrink * scale < 1e6) scale *= 10;
    auto whole = static_cast<double>(static_cast<long long>(x / shrink * scale));
    const auto moved = [&] { return whole * shrink / scale; };
    // Scaling rounds, possibly inwards: then the next number is taken, which is beyond all rounding.
    while (up ? moved() < x : moved() > x) whole += up ? 1 : -1;
    return moved();
}

template <extent... E>
constexpr inconsistent_number first_inconsistent(const verdicts<E...>& v) {
    for (std::size_t i = 0; i < v.size(); ++i) {
        if (v.items[i] != verdict::refuted && v.items[i] != verdict::undecided) continue;
        const std::size_t columns = v.shape_value.rank == 0 ? 1 : v.shape_value.from_right(0).size;
        const judged_number& n = v.numbers[i];
        return {i / columns + 1,
                i % columns + 1,
                {nearest_double(n.printed)},
                {outwards(n.lower, false), outwards(n.upper, true)},
                v.items[i],
                v.items[i] == verdict::refuted && is_of_no_number(n.printed, v.in)};
    }
    return {};
}

/// Names the law. It is a separate function that is never called, because clang does not evaluate a body that names a
/// broken law.
template <std::size_t Row, std::size_t Column, law::decimal_number Printed, law::bounds Reachable, verdict What>
constexpr auto report_inconsistent() {
    (void)sizeof(law::consistent_number<law::row<Row>, law::column<Column>, law::printed<Printed>,
                                        law::reachable<Reachable>, What>);
    return 0;
}

template <std::size_t Row, std::size_t Column, law::decimal_number Printed, arithmetic In>
constexpr auto report_no_number() {
    (void)sizeof(law::digits_of_format<law::row<Row>, law::column<Column>, law::printed<Printed>, In>);
    return 0;
}

template <auto Verdicts>
constexpr bool find_inconsistent() {
    constexpr inconsistent_number n = first_inconsistent(Verdicts);
    if constexpr (n.is_no_number)
        (void)sizeof(report_no_number<n.row, n.column, n.printed, Verdicts.in>());
    else if constexpr (n.row != 0)
        (void)sizeof(report_inconsistent<n.row, n.column, n.printed, n.reachable, n.what>());
    return true;  // an inconsistent number is an error with its own message
}

}  // namespace detail

/// Asserts that every printed entry is consistent. If not, it does not compile, and the message names the first entry
/// that is not: its row and column, what is printed, and the range of numbers that the formula can have (rounded
/// outwards to seven digits).
///
///       static_assert(all_consistent<verify(softmax(Q * transpose(K)), printed<"[[0.269, 0.731], [0.731, 0.269]]">)>);
///
/// errors  law::consistent_number; law::digits_of_format if no number of the format (float32 and the like) is printed
///         like this
/// example static constexpr auto found = verify(softmax(exact(printed<"[1, 2]">)), printed<"[0.27, 0.73]">);
///         static_assert(all_consistent<found>);
template <auto Verdicts>
inline constexpr bool all_consistent = detail::find_inconsistent<Verdicts>();

}  // namespace heed
