// SPDX-License-Identifier: BSL-1.0
// What heed_check/document/findings.hpp declares.
#include <heed/verify/explanations.hpp>
#include <heed/verify/report_contents.hpp>
#include <heed_check/document/candidates.hpp>
#include <heed_check/document/findings.hpp>
#include <heed_check/document/misprint.hpp>
#include <heed_check/document/read_document.hpp>
#include <heed_check/document/rounded_inputs.hpp>
#include <heed_check/document/table_names.hpp>
#include <heed_check/document/unsaid_arithmetic.hpp>
#include <heed_check/document/work.hpp>
#include <heed_check/report/sentences.hpp>
#include <heed_check/slip/digits.hpp>

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace heed {

namespace detail {

/// Whether all entries are whole numbers that were read as rounded.
inline bool is_rounded_to_whole(const subject_numbers& n) {
    const auto is_whole = [](const decimal& d) { return d.kind != entry_kind::number || d.places <= 0; };
    const auto is_number = [](const decimal& d) { return d.kind == entry_kind::number; };
    return n.how == reading::rounded && std::all_of(n.entries.begin(), n.entries.end(), is_whole) &&
           std::any_of(n.entries.begin(), n.entries.end(), is_number);
}

/// 2 of the 9 numbers of S are printed without decimals among others with 3
inline std::string without_decimals(const std::string& name, const subject_numbers& n, std::size_t some) {
    const auto is_number = [](const decimal& d) { return d.kind == entry_kind::number; };
    const auto numbers = std::count_if(n.entries.begin(), n.entries.end(), is_number);
    short places = 0;
    for (const decimal& d : n.entries) places = is_number(d) && d.places > places ? d.places : places;
    return std::to_string(some) + " of the " + std::to_string(numbers) + " numbers of " + name +
           (some == 1 ? " is" : " are") + " printed without decimals among others with " + std::to_string(places) +
           (some == 1 ? ": it is" : ": they are");
}

/// A note on single digits that are read with the zeros that they lack, or nothing.
inline std::string filled_among_decimals(const std::string& name, const subject_numbers& n, std::size_t filled) {
    if (filled == 0) return "";
    return without_decimals(name, n, filled) + " taken with zeros, as 1.00 beside 0.25";
}

/// A note on other numbers without decimals among such that have some, or nothing.
inline std::string whole_among_decimals(const std::string& name, const subject_numbers& n) {
    const auto is_whole = [](const decimal& d) { return d.kind == entry_kind::number && d.places <= 0; };
    const auto has_decimals = [](const decimal& d) { return d.kind == entry_kind::number && d.places > 0; };
    const auto whole = std::count_if(n.entries.begin(), n.entries.end(), is_whole);
    if (n.how != reading::rounded || whole == 0 || std::none_of(n.entries.begin(), n.entries.end(), has_decimals))
        return "";
    return without_decimals(name, n, static_cast<std::size_t>(whole)) +
           " taken as rounded, half a unit either way; if more is known, print " + (whole == 1 ? "it" : "them") +
           " with as many decimals";
}

inline unjudged_matrix unjudged_of(std::string name, const std::vector<decimal>& entries, unjudged_matrix::kind what) {
    const auto is_elided = [](const decimal& d) { return d.kind == entry_kind::elided; };
    const auto elided = std::count_if(entries.begin(), entries.end(), is_elided);
    return {std::move(name), entries.size() - static_cast<std::size_t>(elided), what};
}

/// matrix 3, and in parentheses the name that the text before it gives it.
inline std::string name_on_page(const std::vector<found_table>& tables, std::size_t i) {
    const std::string name = name_of_table(tables[i]);
    return "matrix " + std::to_string(i + 1) + (name.empty() ? "" : " (" + name + ")");
}

/// Whether a statement in words is an operation, not a number or the name of something.
inline bool is_operation_in_words(const std::string& formula) {
    for (const std::string_view sign : {"@", "*", "/", " + ", " - ", "\\frac", "oftmax", "^"})
        if (formula.find(sign) != std::string::npos) return true;
    return false;
}
/// Whether code makes a matrix of nothing but numbers, as masks and distances are made.
inline bool is_made_of_numbers(const std::string& formula) {
    for (const std::string_view maker : {"tril(", "triu(", "eye(", "arange("})
        if (formula.find(maker) != std::string::npos) return true;
    return false;
}

/// What stands before the numbers of a matrix, without the upper indices of its name: W^Q, W^{(1)}. A^T and A^2 are
/// operations.
inline std::string without_upper_indices(std::string label) {
    for (std::size_t at = label.find('^'); at != std::string::npos; at = label.find('^', at + 1)) {
        const bool braces = label.substr(at + 1, 1) == "{";
        const std::size_t close = braces ? std::min(label.find('}', at), label.size() - 1) : at + 1;
        const std::string index = label.substr(at + (braces ? 2 : 1), braces ? close - at - 2 : 1);
        const bool operates = index.empty() || is_one_of(index[0], "Tt\\-") || is_digit(index[0]);
        if (!operates) label.erase(at, close + 1 - at);
    }
    return label;
}

/// Of the matrices of a name, the one for which a statement of a line is: the first below it. In words it may also be
/// above. The number of matrices if there is none.
/// names  of the tables
inline std::size_t matrix_stated(const page_text& text, const std::vector<std::string>& names,
                                 const stated_formula& f) {
    const std::size_t none = text.tables.size();
    std::size_t above = none;
    for (std::size_t i = 0; i < none; ++i) {
        if (names[i] != f.name) continue;
        if (text.tables[i].line >= f.line) return i;
        above = i;
    }
    return f.in_code() || uses(f.formula, f.name) ? none : above;
}
/// Whether a statement writes numbers out: Q = [[1, 0], [0, 1]]
inline bool writes_numbers_out(const stated_formula& f) {
    const bool of_numbers = f.formula.size() > 1 && f.formula[0] == '[' && is_one_of(f.formula[1], "[-.0123456789");
    return (of_numbers || begins_as_literal(f.formula, f.in_code())) && !is_computed_on(f.formula);
}

/// The matrices that the document computes: from others, or by code from numbers alone.
inline std::set<std::size_t> computed_matrices(const page_text& text) {
    std::vector<std::string> names;
    for (const found_table& t : text.tables) names.push_back(name_of_table(t));
    std::set<std::string> printed(names.begin(), names.end());
    std::set<std::size_t> computed;
    printed.erase("");
    for (stated_formula f : text.stated.formulas) {
        if (writes_numbers_out(f)) continue;
        if (f.label) f.formula = without_upper_indices(std::move(f.formula));
        const bool of_others = std::any_of(printed.begin(), printed.end(), [&](const std::string& other) {
            return other != f.name && uses(f.formula, other);
        });
        if (of_others || (f.in_code() ? is_made_of_numbers(f.formula) : is_operation_in_words(f.formula)))
            computed.insert(matrix_stated(text, names, f));
    }
    return computed;
}

/// The matrix of the document that a block calls so; the number of matrices if there is none.
inline std::size_t matrix_in_document(const page_text& text, const std::string& name) {
    const auto places = text.places.find(name);
    std::size_t i = 0;
    while (i < text.tables.size() &&
           (places == text.places.end() || text.tables[i].places.empty() || text.tables[i].places != places->second))
        ++i;
    return i;
}

/// The printed matrices that no formula judges, named in the block or not, and those that cannot be read.
inline std::vector<unjudged_matrix> unjudged_of(const page_text& text) {
    std::set<std::string> by_law;
    for (const page_law& law : text.laws) by_law.insert({law.name, law.other});
    std::set<std::size_t> computed = computed_matrices(text);
    computed.erase(text.tables.size());
    std::vector<unjudged_matrix> all;
    for (const std::string& name : text.quantities.only_printed()) {
        using kind = unjudged_matrix::kind;
        const kind taken = computed.count(matrix_in_document(text, name)) != 0 ? kind::computed : kind::taken;
        const kind what = text.quantities.is_used(name) ? taken
                          : by_law.count(name) != 0     ? kind::by_law
                                                        : kind::unchecked;
        all.push_back(unjudged_of(name, text.quantities.printed(name)->entries, what));
    }
    for (const std::size_t i : text.unnamed)
        all.push_back(
            unjudged_of(name_on_page(text.tables, i), text.tables[i].table.entries, unjudged_matrix::kind::unchecked));
    for (std::size_t i = 0; i < text.tables.size(); ++i)
        if (text.tables[i].error) all.push_back({.name = name_on_page(text.tables, i) + ", which cannot be read"});
    return all;
}

class page_reporter {
public:
    page_reporter(const page& quantities, const unsaid_arithmetic& unsaid, const explain_limits& limits)
        : page_(quantities), unsaid_(unsaid), limits_(limits) {}

    report_section section_of(const std::string& name) {
        const auto [in, rounding] = unsaid_.of(page_.subject_of(name));
        if (!rounding.empty()) page_.compute_in(name, in);
        const subject s = page_.subject_of(name);
        report_section section{.found = examine(s), .how = s.printed.how};
        if (!rounding.empty()) section.notes.push_back(rounding);
        if (section.found.consistent()) add_rounded_inputs(s, section);
        if (section.found.count(verdict::refuted) > 0) add_reasons(name, s, section);
        add_whole_numbers(s, section);
        add_whole_among_decimals(name, s, section);
        if (page_.is_asked(name)) ask(section);
        return section;
    }

private:
    /// What does not follow from a formula that is only asked about is undecided.
    static void ask(report_section& section) {
        if (section.found.consistent()) return;
        section.asked = true;
        for (examined_entry& e : section.found.entries)
            if (e.what == verdict::refuted) e.what = verdict::undecided;
        section.notes.insert(section.notes.begin(),
                             "a question, which refutes nothing: the numbers are wrong, or this is not how they were "
                             "computed; if it is, write := in place of ?=");
    }

    struct alternative {
        std::set<std::string> computed{};
        std::size_t refuted = 0;
        std::size_t consistent = 0;
        bool explains() const { return refuted == 0 && consistent > 0; }
    };

    /// First tries whether wrong operands were used as printed instead of computed; then tries other slips.
    void add_reasons(const std::string& name, const subject& s, report_section& section) {
        const alternative with = best_alternative(name, s, section.found);
        const bool computed = !with.computed.empty();
        const subject base = computed ? page_.subject_of(name, with.computed) : s;
        const examination then = computed ? examine(base) : section.found;
        if (computed) {
            section.notes.push_back(text_of(with, section.found));
            add_instead(with.computed, then, section.found);
        }
        const std::vector<std::string> misprints =
            with.explains() ? std::vector<std::string>() : misprint_notes(base, then);
        section.notes.insert(section.notes.end(), misprints.begin(), misprints.end());
        const bool explained = with.explains() || misprints.size() == with.refuted;
        explain_limits limits = limits_;
        if (explained) limits.trials = 1;  // explain is called for its facts only
        if (operations_written_out(base.g) > most_operations_to_explain) {
            section.notes.push_back("too many operations for slips to be tried");
            return add_same_digits(name, section);
        }
        const explanations why = explain(base, candidates(name), limits);
        if (!explained) add_slips(why, computed, zeros_at_the_end(base) > 0, section);
        add_same_digits(name, section);
        for (const std::string& fact : why.facts) add_fact(fact, section, is_about(fact, with.computed));
    }
    /// Adds to each refuted entry the verdict with computed operands. It tells entries that only follow from wrong
    /// operands from entries that are wrong themselves.
    static void add_instead(const std::set<std::string>& computed, const examination& then, examination& found) {
        const std::string names = listed({computed.begin(), computed.end()});
        for (std::size_t i = 0; i < found.entries.size() && i < then.entries.size(); ++i) {
            const examined_entry& e = then.entries[i];
            if (found.entries[i].what == verdict::refuted) found.entries[i].instead = {names, e.what, e.value};
        }
    }
    static bool is_about(const std::string& fact, const std::set<std::string>& names) {
        return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
            const std::string printed = "the printed " + name;
            return (fact + ' ').find(printed + ' ') != std::string::npos;
        });
    }

    /// Each fact is written once in a report, unless it explains something.
    void add_fact(const std::string& fact, report_section& section, bool again = false) {
        if (told_.insert(fact).second || again) section.notes.push_back(fact);
    }
    void add_same_digits(const std::string& name, report_section& section) {
        const subject_numbers& mine = *page_.printed(name);
        for (const std::string& other : page_.usable_names()) {
            const auto& numbers = page_.printed(other);
            if (other != name && numbers && numbers->dims == mine.dims && numbers->entries == mine.entries)
                add_fact("the printed " + name + " equals the printed " + other, section);
        }
    }

    /// Tries operands that are both printed and defined: each computed instead of as printed, then all of them. Repeats
    /// this with the operands of their definitions while there are any.
    alternative best_alternative(const std::string& name, const subject& s, const examination& found) const {
        alternative best{.refuted = found.count(verdict::refuted)};
        std::set<std::string> all;
        for (std::vector<std::string> next = defined_leaves(s); !next.empty();) {
            for (const std::string& operand : next) {
                std::set<std::string> one = all;
                one.insert(operand);
                improve(best, name, one, found);
            }
            all.insert(next.begin(), next.end());
            if (best.explains()) break;
            improve(best, name, all, found);
            next = defined_leaves(page_.subject_of(name, all));
        }
        return best;
    }
    std::vector<std::string> defined_leaves(const subject& s) const {
        std::set<std::string> names;
        for (const subject_leaf& leaf : s.leaves)
            if (page_.has(leaf.name) && !page_.formula(leaf.name).empty() && !page_.is_asked(leaf.name))
                names.insert(leaf.name);
        return {names.begin(), names.end()};
    }
    void improve(alternative& best, const std::string& name, const std::set<std::string>& computed,
                 const examination& found) const {
        const subject s = page_.subject_of(name, computed);
        if (best.explains() || !why_too_large(s).empty()) return;
        const std::vector<verdict> all = verdicts_of(s);
        alternative a{.computed = computed};
        for (std::size_t i = 0; i < all.size() && i < found.entries.size(); ++i) {
            if (found.entries[i].what == verdict::elided) continue;
            a.refuted += all[i] == verdict::refuted ? 1 : 0;
            a.consistent += all[i] == verdict::consistent ? 1 : 0;
        }
        if (a.refuted < best.refuted) best = std::move(a);
    }

    std::string text_of(const alternative& with, const examination& found) const {
        std::vector<std::string> how;
        for (const std::string& name : with.computed) how.push_back(name + " computed as " + page_.formula(name));
        const std::string all = std::to_string(found.printed());
        const std::string count = with.consistent == found.printed()
                                      ? (found.printed() == 1 ? "the entry is" : "all " + all + " entries are")
                                      : std::to_string(with.consistent) + " of " + all + " entries are";
        return "with " + listed(how) + " instead of as printed, " + count + " consistent";
    }

    /// "in float32", "with Q and K exchanged"
    static std::string with_text(const explanations& why, const explanation& e, const std::string& also) {
        const bool rounds = e.in != why.as_written.in;
        return rounds && also.empty() ? std::string("in ") + name_of(e.in) : "with " + also + e.slip;
    }

    /// A warning for changes that often fit by chance: two at once, or hidden digits of inputs where most entries
    /// already follow from the printed digits.
    static std::string doubt_of(const explanations& why, const explanation& e, bool besides, bool pads_with_zeros) {
        if (e.slips + (besides ? 1U : 0U) > 1) return "a guess, as two changes at once often fit by chance: ";
        if ((e.in == in_float16 || e.in == in_bfloat16) && e.in != why.as_written.in && pads_with_zeros)
            return std::string("a guess, as ") + name_of(e.in) + " rounds to fewer digits than are printed: ";
        if (e.slip == inputs_not_exact && 2 * why.as_written.refuted < why.as_written.entries())
            return "a guess, as most entries follow from the digits that are printed: ";
        return "";
    }

    /// Changes that may apply to the refuted entries alone, with the other entries computed as written.
    static void add_slips_of_refuted(const explanations& why, const std::string& also, report_section& section) {
        constexpr std::size_t most = 2;
        const std::size_t refuted = why.as_written.refuted;
        const std::string entries = refuted == 1 ? "a guess, as one entry often fits by chance: the refuted entry is"
                                                 : "the " + std::to_string(refuted) + " refuted entries are";
        for (std::size_t i = 0; i < why.in_part.size() && i < most; ++i)
            section.notes.push_back(entries + " consistent " + with_text(why, why.in_part[i], also) + ": " +
                                    why.in_part[i].formula);
    }

    /// Adds explanations of all entries; if there are none, those of all refuted entries; else the best partial one, if
    /// it explains more than half of them.
    static void add_slips(const explanations& why, bool besides, bool pads_with_zeros, report_section& section) {
        constexpr std::size_t most = 3;
        const std::string also = besides ? "that and " : "";
        std::size_t said = 0, doubted = 0;
        for (const explanation& e : why) {
            if (!e.explains() || said++ >= most) continue;
            const std::string doubt = doubt_of(why, e, besides, pads_with_zeros);
            doubted += doubt.empty() ? 0U : 1U;
            section.notes.push_back(doubt + "consistent " + with_text(why, e, also) + ": " + e.formula);
        }
        if (said > most) section.notes.push_back("and with " + std::to_string(said - most) + " more such changes");
        if (said == doubted) add_slips_of_refuted(why, also, section);
        if (said > 0 || !why.in_part.empty()) return;
        if (!why.empty() && 2 * why[0].consistent > why[0].entries())
            section.notes.push_back(doubt_of(why, why[0], besides, pads_with_zeros) + "nearest: " +
                                    with_text(why, why[0], also) + ", " + std::to_string(why[0].consistent) + " of " +
                                    std::to_string(why[0].entries()) + " entries are consistent");
        else if (why.as_written.refuted == why.as_written.entries())
            section.notes.push_back("none of the usual slips explains these numbers");
    }

    /// All other quantities, as matrices that may have been used by mistake.
    std::vector<candidate> candidates(const std::string& subject_name) const {
        std::vector<candidate> all;
        for (const std::string& name : page_.usable_names()) {
            if (name == subject_name) continue;
            candidate c{.name = name};
            if (const auto& numbers = page_.printed(name)) {
                c.dims = numbers->dims;
                for (const decimal& d : numbers->entries)
                    if (d.kind != entry_kind::elided)
                        c.numbers.push_back(
                            {.printed = d, .is_printed = true, .is_rounded = numbers->how != reading::exact});
                if (c.numbers.size() != numbers->entries.size()) c.numbers.clear();
            }
            if (!page_.formula(name).empty() && !page_.depends_on(name, subject_name)) {
                if (c.numbers.empty()) c.dims = page_.dims(name);
                add_definition(name, c);
            }
            if (!c.numbers.empty() || !c.definitions.empty()) all.push_back(std::move(c));
        }
        return all;
    }

    void add_definition(const std::string& name, candidate& c) const {
        try {
            subject d = page_.definition_of(name);
            if (operations_written_out(d.g) <= most_operations_to_explain && why_too_large(d).empty())
                c.definitions.push_back(std::move(d));
        } catch (const formula_error&) {  // longer than a graph can hold; such candidates are dropped
        }
    }

    /// Rounding by half a unit is much for a whole number: the author may have meant exactly 1 and 0.
    void add_whole_numbers(const subject& s, report_section& section) {
        std::vector<std::string> names;
        for (const subject_leaf& leaf : s.leaves)
            if (page_.has(leaf.name) && is_rounded_to_whole(*page_.printed(leaf.name)) &&
                told_.insert(leaf.name).second)
                names.push_back(leaf.name);
        if (names.empty()) return;
        section.notes.push_back("the whole numbers of " + listed(names) +
                                " are taken as rounded, half a unit either way; if they are exact, write exact before "
                                "the name" +
                                (names.size() > 1 ? "s" : ""));
    }

    /// How numbers among decimals are read that have none.
    void add_whole_among_decimals(const std::string& judged, const subject& s, report_section& section) {
        std::vector<std::string> names{judged};
        for (const subject_leaf& leaf : s.leaves) names.push_back(leaf.name);
        for (const std::string& name : names) {
            if (!page_.has(name) || !told_.insert("whole among decimals: " + name).second) continue;
            for (const std::string& words : {filled_among_decimals(name, *page_.printed(name), page_.filled(name)),
                                             whole_among_decimals(name, *page_.printed(name))})
                if (!words.empty()) section.notes.push_back(words);
        }
    }

    /// Numbers that hold only because typed digits may be rounded, where all others follow from these digits.
    void add_rounded_inputs(const subject& s, report_section& section) const {
        const report_table table(section.found);
        const std::vector<found_entry> entries = entries_with(table, verdict::consistent);
        const auto is_input = [&](const std::string& name) { return page_.has(name) && page_.formula(name).empty(); };
        const auto name_of_element = [&](std::size_t i) {
            for (const found_entry& f : entries)
                if (f.entry == section.found.entries.data() + i) return f.name;
            return std::string();
        };
        for (const held_by_rounding& held : rounded_inputs(s, is_input).find()) {
            section.notes.push_back(held.note(name_of_element));
            section.by_rounding += (section.by_rounding.empty() ? "" : ", ") + held.words();
        }
    }

    page page_;
    unsaid_arithmetic unsaid_;
    explain_limits limits_;
    std::set<std::string> told_{};  ///< facts and names of whole-number matrices that were already written
};

/// Gives a law's section the shape that a formula gives its matrix, so that dots stand for the right number of rows.
inline void spread(report_section& section, const subject_numbers& printed, shape dims) {
    examination& e = section.found;
    if (dims.rank == e.dims.rank + 1) --dims.rank;  // sums of rows have one axis less
    const std::vector<decimal> places(e.entries.size());
    printed_numbers shown = printed.view();
    shown.dims = e.dims;
    shown.entries = places.data();
    const alignment aligned(shown, dims);
    if (dims.rank != e.dims.rank || !aligned.fits()) return;
    std::vector<examined_entry> entries(dims.size(), {.printed = {0, 0, entry_kind::elided}});
    for (std::size_t i = 0; i < entries.size(); ++i)
        if (const decimal* place = aligned.printed(element_at(dims, i)))
            entries[i] = e.entries[static_cast<std::size_t>(place - places.data())];
    e.entries = std::move(entries);
    e.dims = dims;
}

}  // namespace detail

report report_of(const page_text& text,
                 const std::function<void(const std::string&, std::size_t, std::size_t)>& progress,
                 const explain_limits& limits) {
    report r;
    const detail::unsaid_arithmetic unsaid(text.stated.in, text.shown_in_float32, text.stated.has_only_doubles);
    detail::page_reporter reporter(text.quantities, unsaid, limits);
    const std::vector<std::string> subjects = text.quantities.subjects();
    const std::size_t n = subjects.size() + text.laws.size();
    for (const std::string& name : subjects) {
        progress(name, r.sections.size() + 1, n);
        r.sections.push_back(reporter.section_of(name));
    }
    for (const page_law& law : text.laws) {
        progress(text_of(law), r.sections.size() + 1, n);
        const detail::subject_numbers& printed = *text.quantities.printed(law.name);
        const std::string& other = law.other.empty() ? law.name : law.other;
        const detail::subject_numbers& second = *text.quantities.printed(other);
        report_section section = unsaid.of_law(
            examine_law(law, printed, second, text.quantities.arithmetic_of(law.name)), law, printed, second);
        if (!text.quantities.formula(law.name).empty())
            detail::spread(section, printed, text.quantities.dims(law.name));
        section.notes.insert(section.notes.begin(), "law: " + text_of(law));
        section.is_law = true;
        r.sections.push_back(std::move(section));
    }
    r.unjudged = detail::unjudged_of(text);
    return r;
}

}  // namespace heed
