// SPDX-License-Identifier: BSL-1.0
// Prints verdicts: the printed matrix with refuted numbers marked, then a line with figures for each of them.
#pragma once

#include <heed/reference/interval.hpp>
#include <heed/verify/print_number.hpp>
#include <heed/verify/printed_range.hpp>
#include <heed/verify/verdict.hpp>

#include <cstddef>
#include <iosfwd>

namespace heed {

namespace detail {

inline const char* mark_of(verdict v) { return v == verdict::refuted ? "!" : v == verdict::undecided ? "?" : ""; }

/// row 2, column 1: printed 1.583, reachable 1.53788 to 1.53789: at least 45.1 units of the last place too large
template <class Stream>
void print_figures(Stream& out, const judged_number& n, verdict what, arithmetic in) {
    out << "printed ";
    print_printed(out, n.printed);
    const int places = n.printed.kind == entry_kind::number ? n.printed.places : 0;
    out << ", reachable ";
    print_bound(out, n.lower, places + 2, false);
    out << " to ";
    print_bound(out, n.upper, places + 2, true);
    if (what == verdict::undecided) out << ": undecided";
    if (what != verdict::refuted || n.printed.kind != entry_kind::number) return;
    const double units = units_apart(n.printed, interval<double>(n.lower, n.lower), interval<double>(n.upper, n.upper));
    const bool apart = units != 0;
    if (apart) {
        out << ": ";
        print_distance(out, units);
    }
    if (is_of_no_number(n.printed, in))
        out << (apart ? "; no number of " : ": no number of ") << name_of(in) << " is printed as these digits";
    else if (!apart && in == arithmetic::exact)
        out << ": exact decimals tell";
}

/// The text of one element in the matrix: the printed digits, or the verdict if no digits were kept.
template <class Stream>
void print_judged(Stream& out, const judged_number& n, verdict what) {
    if (what != verdict::elided && n.printed.kind == entry_kind::elided)
        out << name_of(what);
    else
        print_printed(out, n.printed);
    out << mark_of(what);
}

template <class Stream, class Verdicts>
void print_axis_of_verdicts(Stream& out, const Verdicts& v, std::size_t& element, std::size_t axis) {
    if (axis == v.shape_value.rank) {
        print_judged(out, v.numbers[element], v.items[element]);
        ++element;
        return;
    }
    out << '[';
    for (std::size_t i = 0; i < v.shape_value[axis].size; ++i) {
        if (i != 0) {
            out << ',';
            for (std::size_t breaks = axis + 1; breaks < v.shape_value.rank; ++breaks) out << '\n';
            for (std::size_t k = axis + 1 < v.shape_value.rank ? axis + 1 : 1; k > 0; --k) out << ' ';
        }
        print_axis_of_verdicts(out, v, element, axis + 1);
    }
    out << ']';
}

}  // namespace detail

/// The printed matrix, and a line for each number that is refuted or undecided:
/// [[2.462, 3.462],
///  [1.583!, 2.538]]
/// row 2, column 1: printed 1.583, reachable 1.53788 to 1.53789: at least 45.1 units of the last place too large
///
/// ! marks refuted numbers, ? undecided ones; after the matrix is "in float32" if that was asked. Bounds are rounded
/// outwards, distances down.
/// example std::cout << verify(softmax(exact(printed<"[1, 2]">)), printed<"[0.27, 0.73]">);
template <class Traits, extent... E>
std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& out, const verdicts<E...>& v) {
    std::size_t element = 0;
    detail::print_axis_of_verdicts(out, v, element, 0);
    if (v.in != arithmetic::exact) out << " in " << name_of(v.in);
    const std::size_t columns = v.shape_value.rank == 0 ? 1 : v.shape_value.from_right(0).size;
    for (std::size_t i = 0; i < v.size(); ++i) {
        const bool has_figures = v.numbers[i].printed.kind != entry_kind::elided;
        if (!has_figures || (v.items[i] != verdict::refuted && v.items[i] != verdict::undecided)) continue;
        out << '\n';
        if (v.shape_value.rank > 1) out << "row " << i / columns + 1 << ", ";
        out << "column " << i % columns + 1 << ": ";
        detail::print_figures(out, v.numbers[i], v.items[i], v.in);
    }
    return out;
}

}  // namespace heed
