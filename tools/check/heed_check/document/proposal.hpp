// SPDX-License-Identifier: BSL-1.0
// A proposed block: what was found for the matrices of a document, and how it is written.
#pragma once

#include <heed/printed/table.hpp>
#include <heed/printed/visible_text.hpp>
#include <heed/reference/float_format.hpp>
#include <heed_check/document/alike_formulas.hpp>
#include <heed_check/document/candidates.hpp>
#include <heed_check/document/code_language.hpp>
#include <heed_check/document/function_index.hpp>
#include <heed_check/document/propose.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heed {

namespace detail {

/// Why a formula stands in a block.
enum class formula_origin : unsigned char { found, stated, named };

/// A matrix of a document with the formula that was found for it.
struct proposed_matrix {
    std::string name{};
    std::string said{};            ///< the name that the document gives it, which several may have, with marks
    std::string without_fonts{};   ///< the same where fonts do not count
    std::string used{};            ///< the name of a formula that the sentence before the matrix uses
    std::string product{};         ///< of the two matrices before it, behind which it stands with a sign of equality
    std::size_t position = 0;      ///< how many statements of the document are before it
    bool placed = true;            ///< false: it may have been printed before some of them
    std::string doubt{};           ///< why the statement that it follows from was not taken
    std::string stated{};          ///< that statement
    bool is_read = false;          ///< ... which can be read, perhaps in several ways
    bool is_certain = false;       ///< ... and one of these is meant for certain
    bool stated_in_code = false;   ///< ... which is code
    bool is_sure = true;           ///< the formula is a reading of a statement that leaves no other
    bool if_it_holds = false;      ///< ... of several that differ little, so that it may refute nothing
    bool has_powers = false;       ///< it is stated as A^2 or the like
    std::string note{};            ///< what a comment says of the formula
    bool number_of_words = false;  ///< the formula has a number that words elsewhere give d_k
    std::size_t number = 0;        ///< in the document
    std::size_t line = 0;          ///< of the document, from 1
    code_language in = code_language::none;  ///< that of the code that shows it; none: words do
    std::size_t shown_alone = 0;             ///< the first line of the code that shows it, if that may not be run
    printed_table table{};
    bool in_full = true, whole = true, usable = true;
    bool exact = false;
    bool presumed = false;   ///< exact, although a few numbers follow only if it is rounded
    bool saturated = false;  ///< rows of 1 and 0 that may be softmax
    bool label = false;      ///< such rows that follow from nothing
    int places = -1;         ///< to which its numbers are known; -1: as many as are printed
    int significant = -1;    ///< significant digits to which they are; -1: as many as are printed
    bool about = false;      ///< the document says that its numbers, or all, are rounded ones
    bool literal = false;    ///< code writes it out, or draws and rounds it: it follows from nothing
    bool proven = false;     ///< exact because it is computed from such that are whole or literal, with all digits
    std::string formula{};
    formula_origin origin = formula_origin::found;
    std::string same_as{};    ///< the name of an earlier matrix with the same numbers
    bool again = false;       ///< ... which the document calls by the same name
    std::string several{};    ///< formulas that all numbers follow from, where none is shown
    std::string beside{};     ///< why a softmax down the columns is only a comment: what another one is along
    std::string otherwise{};  ///< a formula that all numbers follow from, if they do not follow from the stated one
    std::size_t consistent = 0, printed = 0;
    std::vector<std::string> laws{};
    bool columns_sum_to_one = false;
    bool asked = false;           ///< too few numbers follow from the formula for it to refute the others
    std::string if_rounded{};     ///< the names of operands presumed exact: the others follow if these are rounded
    bool is_named = false;        ///< the names of the matrices leave no other formula
    bool is_told = false;         ///< the names say the formula that was found
    std::size_t by_rounding = 0;  ///< how many numbers hold only because operands of few digits may be rounded
    std::string rounded{};        ///< the names of these operands
    bool cut = false;             ///< not all formulas were tried

    std::size_t rank() const { return table.extents.size(); }
    std::size_t rows() const { return table.extents[0]; }
    std::size_t columns() const { return table.extents[rank() - 1]; }
    /// Whole numbers that nobody says to be rounded.
    bool is_whole() const { return whole && !about; }
    bool holds() const { return !formula.empty() && consistent == printed; }
    bool is_stated() const { return origin == formula_origin::stated; }
    sized_matrix sizes() const { return {name, rank(), rank() < 2 ? 1 : rows(), columns(), has_negatives(table)}; }
};

/// Writes a block.
class proposal_writer {
public:
    proposal_writer(const std::vector<proposed_matrix>& all, std::vector<std::size_t> left_out, arithmetic in)
        : all_(all), left_out_(std::move(left_out)), in_(in) {}

    /// First the matrices, then what was found for each of them, formulas before laws.
    proposal write() {
        if (in_ != arithmetic::exact) p_.lines.push_back(std::string("all in ") + name_of(in_));
        for (const proposed_matrix& q : all_)
            p_.lines.push_back((q.exact ? "exact " : "") + q.name + " = matrix " + std::to_string(q.number) +
                               places_text(q));
        for (const proposed_matrix& q : all_)
            if (!q.same_as.empty() && q.formula.empty())
                p_.lines.push_back("# the numbers of " + q.name + " are those of " + q.same_as);
        for (const proposed_matrix& q : all_) {
            if (!q.doubt.empty() && !q.is_stated())
                p_.lines.push_back("# " + q.name + " is not taken as the document says: " + q.doubt);
            if (!q.formula.empty())
                write_formula(q);
            else if (!q.several.empty())
                p_.lines.push_back("# " + q.name + " follows from " + q.several + "; write the one that is meant");
        }
        for (const proposed_matrix& q : all_)
            for (const std::string& law : q.laws) {
                p_.lines.push_back(law);
                ++p_.verified;
            }
        write_end();
        return std::move(p_);
    }

private:
    void write_formula(const proposed_matrix& q) {
        const std::string numbers = numbers_text(q);
        const std::string line = q.name + " := " + q.formula;
        const bool named = q.origin == formula_origin::named;
        if (!q.doubt.empty() && !q.is_stated()) {
            if (!is_of_usual_function(q)) return mention(q, "");
            if (!q.holds()) return guess(q);
        }
        const bool says_how = q.is_read ? !are_alike(q.stated, q.formula) : q.stated_in_code || is_computed(q.stated);
        const bool says_otherwise = !q.holds() || (q.doubt.empty() && (q.is_certain || says_how));
        const bool names_tell = q.is_read && !q.stated_in_code && named && q.is_named;
        const bool is_asked = !q.holds() && !q.is_read && !q.is_certain && q.doubt.empty() &&
                              2 * q.consistent > q.printed && are_alike(q.stated, q.formula);
        if (!q.stated.empty() && !q.is_stated() && is_asked) return guess(q);
        if (!q.stated.empty() && !q.is_stated() && says_otherwise && !names_tell)
            return mention(q, q.beside.empty() ? "; the document states " + detail::visible_text(q.stated) : q.beside);
        if (q.consistent == 0 && named && !q.is_named) {
            // The line is a comment, which the author may turn into a statement.
            p_.lines.push_back("# by their names " + line + ", which holds for none of " + numbers);
            return;
        }
        // Nothing in the document says it: such a line would refute numbers that may be right.
        if (!q.holds() && !q.is_stated() && !q.is_told && !(named && q.is_named)) return guess(q);
        const std::string count = q.consistent == 0 && named ? "none" : std::to_string(q.consistent);
        const char* const origin = q.is_stated() ? "as the document says: " : q.holds() ? "" : "by their names: ";
        p_.lines.push_back(std::string("# ") + origin + "holds for " +
                           (q.holds() ? "all " + numbers : count + " of " + numbers) + rounding_words(q));
        if (!q.note.empty()) p_.lines.push_back("# " + q.note);
        if (!q.otherwise.empty()) p_.lines.push_back("# all of them follow from " + q.otherwise);
        if (!q.is_stated() && is_along_columns(q.formula) && q.columns_sum_to_one)
            p_.lines.push_back("# its columns sum to 1, not its rows: as attention has it where tokens are columns");
        const bool only_asks = q.asked || !q.if_rounded.empty();
        if (!q.if_rounded.empty())
            p_.lines.push_back("# the others only if " + q.if_rounded +
                               " may be rounded: ?= only asks; write := if not");
        else if (q.asked && q.is_stated() && q.if_it_holds && q.formula.find("layer_norm(") != std::string::npos)
            p_.lines.push_back("# all of them follow with no epsilon tried: ?= only asks; write := if this is meant");
        else if (q.asked)
            p_.lines.push_back("# too few to refute the others: ?= only asks; write := if this is meant");
        p_.lines.push_back(only_asks ? q.name + " ?= " + q.formula : line);
        ++(q.holds() ? p_.verified : p_.guesses);
    }
    static std::string places_text(const proposed_matrix& q) {
        if (!q.exact && q.significant > 0)
            return " with " + std::to_string(q.significant) + " significant digit" + (q.significant == 1 ? "" : "s");
        if (q.exact || q.places < 0) return "";
        return " with " + std::to_string(q.places) + (q.places == 1 ? " place" : " places");
    }
    /// What does not stand for the statement of the document: a comment.
    void mention(const proposed_matrix& q, const std::string& words) {
        p_.lines.push_back("# " + q.name + " := " + q.formula + holds_words(q) + words);
    }
    /// Where most numbers show a formula, the block asks about the others.
    void guess(const proposed_matrix& q) {
        if (q.asked && q.if_rounded.empty()) return mention(q, "; is it meant?");
        const std::string others =
            q.if_rounded.empty() ? "" : ", the others only if " + q.if_rounded + " may be rounded";
        p_.lines.push_back("# a guess:" + holds_words(q) + rounding_words(q) + others + "; is it meant?");
        p_.lines.push_back(q.name + " ?= " + q.formula);
        ++p_.guesses;
    }
    /// A function of the document that is called like a usual one mostly is that one: softmax, attention.
    static bool is_of_usual_function(const proposed_matrix& q) {
        constexpr std::string_view begins = "a function called ";
        if (q.doubt.compare(0, begins.size(), begins) != 0 || is_along_columns(q.formula)) return false;
        const std::string name = q.doubt.substr(begins.size(), q.doubt.find(' ', begins.size()) - begins.size());
        const bool attends = in_small_letters(name).find("attention") != std::string::npos;
        return q.formula.compare(0, name.size() + 1, name + '(') == 0 ||
               (attends && q.formula.find("softmax(") != std::string::npos);
    }
    static std::string holds_words(const proposed_matrix& q) {
        return " holds for " + std::to_string(q.consistent) + " of " + numbers_text(q);
    }
    static std::string numbers_text(const proposed_matrix& q) {
        return std::to_string(q.printed) + (q.printed == 1 ? " number" : " numbers");
    }
    /// Whether a statement says how the numbers are computed; a call of a function of the document does not.
    static bool is_computed(const std::string& stated) {
        for (const std::string_view sign : {"^", "/", "@", "*", " + ", " - ", "\\frac", "\\odot", "\\cdot", "\\times",
                                            "np.", "torch.", "\u22C6", "\u1D40", "\u00B7", "\u2299", "\u2218"})
            if (stated.find(sign) != std::string::npos) return true;
        for (const std::string_view name : {"\\text{", "\\mathrm{", "\\operatorname{"})  // \text{Concat}(A, B)
            if (stated.compare(0, name.size(), name) == 0 && stated.find("}(") < stated.find('}') + 1) return true;
        return calls_changed_function(stated);
    }
    /// What holds only because an operand may be rounded.
    static std::string rounding_words(const proposed_matrix& q) {
        if (q.by_rounding == 0) return "";
        return ", " + std::to_string(q.by_rounding) + (q.by_rounding == q.consistent ? "" : " of them") +
               " only because " + q.rounded + " may be rounded";
    }

    /// matrix 7, matrices 41 to 44
    static std::string numbered(const std::vector<std::size_t>& numbers) {
        std::string text;
        for (std::size_t i = 0, last = 0; i < numbers.size(); i = last + 1) {
            for (last = i; last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1;) ++last;
            text += (text.empty() ? "" : ", ") + std::string(last == i ? "matrix " : "matrices ") +
                    std::to_string(numbers[i]) + (last == i ? "" : " to " + std::to_string(numbers[last]));
        }
        return text;
    }

    void write_end() {
        std::string cut;
        for (const proposed_matrix& q : all_)
            if (q.cut) cut += (cut.empty() ? "" : ", ") + q.name;
        if (!cut.empty()) p_.lines.push_back("# so many matrices that not all formulas were tried for " + cut);
        if (!left_out_.empty())
            p_.lines.push_back("# not looked at, beyond the first 40 or of more than 4096 numbers: " +
                               numbered(left_out_));
        const auto has_formula = [](const proposed_matrix& q) { return !q.formula.empty() || !q.several.empty(); };
        if (std::none_of(all_.begin(), all_.end(), has_formula))
            p_.lines.push_back(
                "# no usual formula explains a matrix: all of its numbers, all but one, or three in four, and not by "
                "chance; one is written like this: S := Q * transpose(K) / sqrt(2), or "
                "W := softmax(Q @ K.T / np.sqrt(2))");
    }

    const std::vector<proposed_matrix>& all_;
    std::vector<std::size_t> left_out_;
    arithmetic in_;
    proposal p_{};
};

}  // namespace detail

}  // namespace heed
