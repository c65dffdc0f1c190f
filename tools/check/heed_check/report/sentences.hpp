// SPDX-License-Identifier: BSL-1.0
// Sentences and figures of reports, shared by all formats.
#pragma once

#include <heed/verify/print_number.hpp>
#include <heed/verify/report_contents.hpp>
#include <heed_check/report/decimal_text.hpp>
#include <heed_check/report/shown_table.hpp>

#include <cstddef>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heed::detail {

/// a, b and c
inline std::string listed(const std::vector<std::string>& words) {
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i)
        text += (i == 0 ? "" : i + 1 == words.size() ? " and " : ", ") + words[i];
    return text;
}

/// 24 of 30 printed numbers refuted, 6 consistent
inline std::string counts_text(std::size_t printed, std::size_t refuted, std::size_t undecided,
                               const std::string& kind = "printed number") {
    const std::string of = std::to_string(printed) + ' ' + kind + (printed == 1 ? "" : "s");
    if (printed == 0) return "nothing printed";
    if (refuted + undecided == 0) return printed == 1 ? of + ", consistent" : "all " + of + " consistent";
    const std::size_t consistent = printed - refuted - undecided;
    std::string text = std::to_string(refuted > 0 ? refuted : undecided) + " of " + of;
    text += refuted > 0 ? " refuted" : " undecided";
    if (refuted > 0 && undecided > 0) text += ", " + std::to_string(undecided) + " undecided";
    if (consistent > 0) text += ", " + std::to_string(consistent) + " consistent";
    return text;
}
/// " in float32"; nothing for real numbers
inline std::string in_text(arithmetic in) { return in == arithmetic::exact ? "" : std::string(" in ") + name_of(in); }
/// ", however float32 rounds" with the arithmetics of a report, in the order of its sections; empty for real numbers.
/// If only some sections have one: ", however float32 rounds where it is named".
inline std::string rounding_text(const heed::report& r) {
    std::string names;
    bool everywhere = true;
    for (const report_section& s : r.sections) {
        const std::string name = name_of(s.found.in);
        if (name.empty()) everywhere = false;
        if (name.empty() || (" or " + names + " or ").find(" or " + name + " or ") != std::string::npos) continue;
        names += (names.empty() ? "" : " or ") + name;
    }
    return names.empty() ? "" : ", however " + names + " rounds" + (everywhere ? "" : " where it is named");
}
template <class Counted>
std::string counts_text_of(const Counted& c, const std::string& kind) {
    return counts_text(c.printed(), c.count(verdict::refuted), c.count(verdict::undecided), kind);
}
inline std::string counts_text(const report_section& s) {
    const examination& e = s.found;
    std::string counts = counts_text_of(e, s.is_law ? "check" : "printed number");
    constexpr std::string_view undecided = "undecided";
    if (const std::size_t at = counts.find(undecided); s.asked && at != std::string::npos)
        counts.replace(at, undecided.size(), "in question");
    const bool several = counts.find(',') != std::string::npos;
    const std::string rounding = s.by_rounding.empty() ? "" : ", " + s.by_rounding;
    return counts + (several && e.in != arithmetic::exact ? "," : "") + in_text(e.in) + rounding;
}
/// "S, weights and O (27 printed numbers)": the matrices of one kind that no formula judges. A long list is shortened.
inline std::string unjudged_text(const heed::report& r, unjudged_matrix::kind what) {
    constexpr std::size_t most = 12;
    std::vector<std::string> names;
    std::size_t numbers = 0, more = 0;
    for (const unjudged_matrix& m : r.unjudged) {
        if (m.what != what) continue;
        names.size() < most ? names.push_back(m.name) : void(++more);
        numbers += m.numbers;
    }
    if (names.empty()) return "";
    if (more > 0) names.push_back(std::to_string(more) + " more");
    if (numbers == 0) return listed(names);  // none of them can be read
    return listed(names) + " (" + std::to_string(numbers) + " printed number" + (numbers == 1 ? ")" : "s)");
}
/// none of the 9 printed numbers of S follows from Q @ K.T
inline std::string asked_text(const examination& e) {
    const std::size_t follow = e.count(verdict::consistent);
    return (follow == 0 ? "none" : std::to_string(follow)) + " of the " + std::to_string(e.printed()) +
           " printed numbers of " + e.name + (follow < 2 ? " follows from " : " follow from ") + e.formula;
}
/// Sentences on what is not decided: formulas that most numbers do not follow from, matrices that no formula mentions,
/// and those that formulas use as printed.
inline std::vector<std::string> unjudged_sentences(const heed::report& r) {
    std::vector<std::string> sentences;
    for (const report_section& s : r.sections)
        if (s.asked) sentences.push_back("In question: " + asked_text(s.found) + ".");
    for (const report_section& s : r.sections)
        if (!s.by_rounding.empty())
            sentences.push_back("Of the " + std::to_string(s.found.printed()) + " numbers of " + s.found.name +
                                " that are consistent, " + s.by_rounding + ".");
    using kind = unjudged_matrix::kind;
    if (const std::string left = unjudged_text(r, kind::unchecked); !left.empty())
        sentences.push_back("Not checked: no formula and no law speaks of " + left + ".");
    if (const std::string lawful = unjudged_text(r, kind::by_law); !lawful.empty())
        sentences.push_back("By laws alone, no formula speaks of it: " + lawful + ".");
    if (const std::string made = unjudged_text(r, kind::computed); !made.empty())
        sentences.push_back("Not checked, and taken as printed, though the document computes it: " + made + ".");
    if (const std::string given = unjudged_text(r, kind::taken); !given.empty())
        sentences.push_back("Taken as printed: " + given + ".");
    return sentences;
}

/// 12 of 42 printed numbers refuted, 30 consistent; by laws all 9 checks consistent; not checked: S (4 printed numbers)
inline std::string counts_text(const heed::report& r) {
    const std::string numbers = counts_text_of(r, "printed number"),
                      left = unjudged_text(r, unjudged_matrix::kind::unchecked);
    std::string text = r.printed() > 0 || r.laws().printed() == 0 ? numbers : "";
    if (r.laws().printed() > 0) text += (text.empty() ? "" : "; ") + ("by laws " + counts_text_of(r.laws(), "check"));
    for (const report_section& s : r.sections)
        if (s.asked)
            text += "; in question: " + asked_text(s.found);
        else if (!s.by_rounding.empty())
            text += "; of " + s.found.name + ' ' + s.by_rounding;
    return text + (left.empty() ? "" : "; not checked: " + left);
}

/// Added to the name of a section that is not in the totals.
inline std::string uncounted_text(const report_section& s) {
    return !s.counts ? " (not counted)" : s.is_law ? " (law)" : "";
}

/// A magnitude to a few digits, the same in every locale: 0.47, 8.5, 12345, 1.2e+12.
inline std::string magnitude_text(double x) {
    if (x < 0) x = -x;
    char printed[32];
    const bool plain = x < 1e9;
    const int places = !plain || (x >= 0.995 && x < 1000) ? 1 : (x < 1 ? 2 : 0);
    const int size = std::snprintf(printed, sizeof printed, plain ? "%.*f" : "%.*e", places, x);
    std::string text;
    for (int i = 0; i < size; ++i) {  // the decimal point of a locale may be other bytes
        const char c = printed[i];
        if ((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || c == '+' || c == '-')
            text += c;
        else if (text.back() != '.')
            text += '.';
    }
    return text;
}

inline bool has_units(const examined_entry& e) {
    return e.printed.kind == entry_kind::number && long_decimal_of(e.value) && long_decimal_of(e.lower) &&
           long_decimal_of(e.upper);
}

/// Collects the output of print_number.hpp in a string.
struct text_stream {
    std::string text{};

    text_stream& operator<<(const char* words) { return text += words, *this; }
    text_stream& operator<<(char c) { return text += c, *this; }
    text_stream& operator<<(int n) { return text += std::to_string(n), *this; }
};

/// The distance of the printed number from the reachable range, as operator<< of verdicts writes it. If there is none,
/// the distance from the value: 8.5 too large. A dash if there is neither.
inline std::string distance_text(const examined_entry& e, bool in_a_sentence = false) {
    if (!has_units(e) || !e.reason.empty()) return "-";
    if (e.beyond != 0) {
        text_stream words;
        print_distance(words, e.beyond, in_a_sentence);
        return words.text;
    }
    if (e.off == 0) return "0";
    const std::string units = in_a_sentence ? " units of the last place" : "";
    return magnitude_text(e.off) + units + (e.off < 0 ? " too large" : " too small");
}

/// A number as text, shortened to at most this many places; other texts are unchanged.
inline std::string shortened(const std::string& text, int places, text_rounding how) {
    const std::optional<long_decimal> x = long_decimal_of(text);
    return x ? text_of(rounded(*x, places, how)) : text;
}

/// The value with two places more than were printed.
inline std::string short_value(const examined_entry& e) {
    return shortened(e.value, (e.printed.places > 0 ? e.printed.places : 0) + 2, text_rounding::nearest);
}

/// Whether a refuted entry only follows from wrong operands: it is consistent if they are computed.
inline bool only_follows(const examined_entry& e) { return e.instead && e.instead->what == verdict::consistent; }

/// Whether everything that an entry may be rounds to one number of so many places.
inline bool is_certain(const examined_entry& e, int places, text_rounding how) {
    return !has_units(e) || shortened(e.lower, places, how) == shortened(e.upper, places, how);
}

/// The correct number: the value with as many places as printed, and more places as long as these would show the
/// printed digits. It begins with ≈ if the inputs leave its last place open: between 0.9625 and 0.9675 no third place
/// is known. If operands are wrong themselves, their corrected values are used; the printed number may then be correct.
inline std::string corrected_text(const examined_entry& e, reading how) {
    if (only_follows(e)) return text_of(e.printed);
    const std::string& value = e.instead ? e.instead->value : e.value;
    const std::optional<long_decimal> x = long_decimal_of(value);
    if (!x) return value;
    const text_rounding toward_zero = x->negative ? text_rounding::up : text_rounding::down;
    const text_rounding to = how == reading::truncated ? toward_zero : text_rounding::nearest;
    const std::string printed = text_of(e.printed);
    int places = e.printed.places;
    std::string text = text_of(rounded(*x, places, to));
    while (text == printed && places < x->places) text = text_of(rounded(*x, ++places, to));
    return (e.instead || is_certain(e, places, to) ? "" : "≈") + text;
}

/// Bounds rounded outwards, with as few digits as still prove what the full bounds prove.
struct short_bounds {
    std::string lower{};
    std::string upper{};
    bool apart = false;  ///< whether they exclude what the printed number stands for
};

inline bool are_apart(const std::string& lower, const std::string& upper, const long_range& printed) {
    const std::optional<long_decimal> low = long_decimal_of(lower), high = long_decimal_of(upper);
    return (high && is_less(*high, printed.lower)) || (low && is_less(printed.upper, *low));
}

/// The bounds with four places more than were printed, and with more if these do not separate them from the printed
/// range.
inline short_bounds bounds_of(const examined_entry& e, reading how) {
    const auto with_places = [&e](int places) {
        return short_bounds{shortened(e.lower, places, text_rounding::down),
                            shortened(e.upper, places, text_rounding::up)};
    };
    const int few = (e.printed.places > 0 ? e.printed.places : 0) + 4;
    if (e.what != verdict::refuted || e.printed.kind != entry_kind::number) return with_places(few);
    const long_range printed = range_of(e.printed, how);
    for (int places = few; places < few + 60; ++places) {
        short_bounds b = with_places(places);
        b.apart = are_apart(b.lower, b.upper, printed);
        if (b.apart) return b;
        if (b.lower == e.lower && b.upper == e.upper) break;
    }
    return {e.lower, e.upper};
}

/// 0.0368 stands for 0.03675 to 0.03685
inline std::string meaning_text(const decimal& printed, reading how) {
    const std::string text = text_of(printed);
    if (printed.kind != entry_kind::number) return text + " is printed";
    if (how == reading::exact) return text + " is meant exactly";
    const printed_span span = span_of(printed, how);
    return text + " stands for " + span.lower + " to " + span.upper;
}

/// Why an entry is refuted, in one sentence.
inline std::string proof_text(const examined_entry& e, reading how) {
    if (!e.reason.empty()) return "Here " + e.reason + ".";
    const short_bounds b = bounds_of(e, how);
    std::string where = "lies between " + b.lower + " and " + b.upper;
    if (b.lower == b.upper) where = "is " + b.lower;
    if (has_units(e) && !b.apart)
        where = std::string(e.beyond < 0 ? "lies below" : "lies above") + " every number that " + text_of(e.printed) +
                " stands for, by less than 20 digits can show";
    const std::string rounding =
        e.in == arithmetic::exact ? "" : std::string(", and however ") + name_of(e.in) + " rounds";
    return "Whatever the inputs are within their printed digits" + rounding + ", this entry " + where + "; " +
           meaning_text(e.printed, how) + ".";
}

/// The verdict on a refuted entry if its wrong operands are computed, in one sentence that begins with a blank; empty
/// if there are no such operands.
inline std::string instead_text(const examined_entry& e, reading how) {
    if (!e.instead) return "";
    const std::string with = " With " + e.instead->names + " computed instead of as printed";
    if (only_follows(e)) return with + " it is consistent: it follows from what is wrong there.";
    return with + " it would be " + corrected_text(e, how) + '.';
}

/// An entry and its position.
struct found_entry {
    const examined_entry* entry = nullptr;
    std::string name{};
    const shown_line* row = nullptr;
    const shown_line* column = nullptr;
};

/// The entries with one verdict, row by row. They point into the table.
inline std::vector<found_entry> entries_with(const report_table& table, verdict v) {
    std::vector<found_entry> all;
    for (const shown_line& row : table.rows)
        for (const shown_line& column : table.columns)
            if (!row.is_dots() && !column.is_dots() && table.at(row, column).what == v)
                all.push_back({&table.at(row, column), table.name_of(row, column), &row, &column});
    return all;
}

/// The refuted entry whose bounds are farthest from the printed number, the first of several. An entry that only
/// follows from others is taken only if there is no other.
inline std::optional<found_entry> worst_of(const report_table& table) {
    std::optional<found_entry> worst;
    const auto badness = [](const examined_entry& e) {
        return std::pair(!only_follows(e), e.beyond < 0 ? -e.beyond : e.beyond);
    };
    for (const found_entry& f : entries_with(table, verdict::refuted))
        if (!worst || badness(*f.entry) > badness(*worst->entry)) worst = f;
    return worst;
}

/// Explains (see S) in tables; empty if it does not occur.
inline std::string see_text(const heed::report& r) {
    for (const report_section& s : r.sections)
        for (const examined_entry& e : s.found.entries)
            if (only_follows(e))
                return "See S: the number is right where S is computed instead of as printed, so S is what to mend.";
    return "";
}

/// row 2, column 3: printed 0.1970, value 0.204584, reachable 0.20451216 to 0.20465590, 75.8 units of the last place
/// too small
inline std::string figures_text(const found_entry& f, reading how) {
    if (!f.entry->reason.empty()) return f.name + ": " + f.entry->reason;
    const short_bounds b = bounds_of(*f.entry, how);
    std::string words = f.name + ": printed " + heed::text_of(f.entry->printed) + ", value " + short_value(*f.entry) +
                        ", reachable " + b.lower + " to " + b.upper;
    if (has_units(*f.entry)) words += ", " + distance_text(*f.entry, true);
    return words;
}

}  // namespace heed::detail
