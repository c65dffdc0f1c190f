// SPDX-License-Identifier: BSL-1.0
// Printing verdicts: the printed matrix with what is refuted marked, then each of these with its figures.
#pragma once

#include <heed/reference/interval.hpp>
#include <heed/verify/print_digits.hpp>
#include <heed/verify/printed_range.hpp>
#include <heed/verify/verdict.hpp>

#include <cstddef>
#include <iosfwd>

namespace heed {

namespace detail {

/// digits / 10^places as text_of(decimal) has it: beyond 40 places or digits with an exponent, 1.5e-300
template <class Stream>
void print_decimal(Stream& out, long long digits, int places) {
    const bool negative = digits < 0;
    auto rest = negative ? 0ULL - static_cast<unsigned long long>(digits) : static_cast<unsigned long long>(digits);
    char text[24];
    char* first = text + sizeof(text);
    do *--first = static_cast<char>('0' + rest % 10);
    while ((rest /= 10) != 0);
    print_digits(out, negative, {first, static_cast<std::size_t>(text + sizeof(text) - first)}, places);
}

template <class Stream>
void print_printed(Stream& out, const decimal& d) {
    switch (d.kind) {
        case entry_kind::number: return print_decimal(out, d.digits, d.places);
        case entry_kind::elided: out << "..."; return;
        case entry_kind::infinite: out << (d.digits < 0 ? "-inf" : "inf"); return;
        case entry_kind::not_a_number: out << "nan"; return;
    }
}

/// x 10^places. In steps, as powers beyond 10^308 are no doubles.
inline interval<double> scaled_by_places(double x, int places) {
    interval<double> scaled(x, x);
    int rest = x == 0 ? 0 : places < 0 ? -places : places;
    while (rest > 0) {
        const int step = rest < 300 ? rest : 300;
        const interval<double> power = power_of_ten<double>(step);
        scaled = places < 0 ? scaled / power : scaled * power;
        rest -= step;
    }
    return scaled;
}

/// A bound, rounded outwards to so many places; to fewer where it has too many figures.
template <class Stream>
void print_bound(Stream& out, double x, int places, bool up) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    if (!(x > -infinity && x < infinity)) {
        out << (x < 0 ? "-inf" : "inf");
        return;
    }
    if (x == 0) {
        out << '0';
        return;
    }
    for (;; --places) {
        const interval<double> scaled = scaled_by_places(x, places);
        if (scaled.lower < -1e15 || scaled.upper > 1e15) continue;
        const double bound = up ? scaled.upper : scaled.lower;
        auto whole = static_cast<long long>(bound);
        if (up && static_cast<double>(whole) < bound) ++whole;
        if (!up && static_cast<double>(whole) > bound) --whole;
        return print_decimal(out, whole, whole == 0 && places > 40 ? 0 : places);
    }
}

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
    // In units of the last place, which may be no double.
    const interval<double> digits = enclose_decimal<interval<double>>(n.printed.digits, 0, 0);
    const interval<double> above = digits - scaled_by_places(n.upper, places),
                           below = scaled_by_places(n.lower, places) - digits;
    const bool too_large = above.lower > 0, apart = too_large || below.lower > 0;
    if (apart) {
        out << ": at least ";
        print_bound(out, too_large ? above.lower : below.lower, 1, false);
        out << " units of the last place too " << (too_large ? "large" : "small");
    }
    if (is_of_no_number(n.printed, in))
        out << (apart ? "; no number of " : ": no number of ") << name_of(in) << " is printed as these digits";
    else if (!apart && in == arithmetic::exact)
        out << ": exact decimals tell";
}

/// What stands for one element in the matrix: the printed digits, or the verdict where none were kept.
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

/// [[2.462, 3.462],
///  [1.583!, 2.538]]
/// row 2, column 1: printed 1.583, reachable 1.53788 to 1.53789: at least 45.1 units of the last place too large
///
/// ! marks what is refuted, ? what is undecided; behind the matrix stands in float32 where that was asked. Bounds are
/// rounded outwards, distances down.
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
