// SPDX-License-Identifier: BSL-1.0
// A formula as a document states it, in the words of a block: names become those of the block, names that the document
// defines and does not print become what they are defined by, and * between matrices of NumPy becomes hadamard.
#pragma once

#include <heed_check/document/array_language.hpp>
#include <heed_check/document/axis_readings.hpp>
#include <heed_check/document/candidates.hpp>
#include <heed_check/document/depth_of_keys.hpp>
#include <heed_check/document/formula_marks.hpp>
#include <heed_check/document/hadamard_products.hpp>
#include <heed_check/document/known_functions.hpp>
#include <heed_check/document/latex_formula.hpp>
#include <heed_check/document/layer_calls.hpp>
#include <heed_check/document/mask_types.hpp>
#include <heed_check/document/nameable_matrix.hpp>
#include <heed_check/document/norm_calls.hpp>
#include <heed_check/document/sigma_meaning.hpp>
#include <heed_check/document/stated_formulas.hpp>
#include <heed_check/document/typeset_signs.hpp>
#include <heed_check/formula/scanner.hpp>
#include <heed_check/tables/small_letters.hpp>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace heed::detail {

class stated_reader {
public:
    /// matrices  those printed before the one that a formula is for, in the order of the document
    stated_reader(const std::vector<nameable_matrix>& matrices, const document_statements& stated)
        : matrices_(matrices),
          stated_(stated.formulas),
          places_(stated.places),
          matrix_class_(stated.matrix_class),
          narrow_(stated.narrow),
          has_numpy_(!stated.has_float32_library),
          has_softmax_library_(stated.has_softmax_library),
          sigma_(stated.sigma) {
        for (const nameable_matrix& m : matrices_)
            if (!m.said.empty()) not_numbers_.insert(m.said);
        for (const stated_formula& s : stated_)
            if (s.formula.find_first_not_of("0123456789.") != std::string::npos) not_numbers_.insert(s.name);
    }

    /// The ways to read the statement of this index, the likelier first. The numbers tell which of them is meant.
    std::vector<stated_reading> readings_of(std::size_t index) {
        std::vector<stated_reading> all;
        const stated_formula& said = stated_[index];
        doubt_ = said.doubt;
        now_ = index;
        number_of_words_ = open_softmax_ = false;
        if (!doubt_.empty()) return all;
        if (is_of_arrays(said.in))
            add_of_arrays(said, all);
        else
            add_plain(said, text_of(said), all);
        for (stated_reading& r : all) r.unambiguous = !ambiguous_;
        if (!said.in_code()) add_latex(said, all);
        for (stated_reading& r : all) r.number_of_words = number_of_words_ && !said.in_code();
        if (said.in_code()) return all;
        all = along(said.along, with_meanings_of_sigma(sigma_, said.formula, all));
        return with_each_epsilon(with_each_function(along_each_axis(all)));
    }
    /// Why the statement that was read last is not understood for certain; empty where there is nothing to say.
    const std::string& doubt() const { return doubt_; }

private:
    void add_plain(const stated_formula& said, const std::string& formula, std::vector<stated_reading>& all) {
        ambiguous_ = false;
        const std::string plain = resolved(formula, 0);
        if (plain.empty() || (!said.in_code() && (has_prime(formula) || has_open_operator(plain)))) return;
        std::vector<std::string> names;
        std::size_t used = 0, of_class = 0;
        bool mixed = false;
        for (const nameable_matrix& m : matrices_) {
            names.push_back(m.name);
            used += uses(plain, m.name) ? 1 : 0;
            const auto known = matrix_class_.find(m.said);
            if (known == matrix_class_.end() || !uses(plain, m.name) || known->second == matrix_class::none) continue;
            of_class += 1;
            mixed = mixed || known->second == matrix_class::some;
        }
        if (said.in_code() && wraps_around(plain)) ambiguous_ = true;
        if (said.in_code() && of_class != 0) return add_of_class(plain, names, used == of_class && !mixed, all);
        const std::string elementwise = hadamard_writer(names).written(plain);
        const bool differ = elementwise != plain;
        const bool numpy = said.in_code() || plain.find('@') != std::string::npos;
        const bool open = differ && !numpy && !ambiguous_;  // W * X in words: most numbers may tell
        if (differ) all.push_back({.formula = elementwise, .certain = numpy && !ambiguous_, .of_most = open});
        if (!differ || !said.in_code())
            all.push_back({.formula = plain, .certain = !differ && !ambiguous_, .of_most = open});
    }
    /// Whether Python computes some of it modulo 256 or the like; the reason is a doubt.
    bool wraps_around(const std::string& plain) {
        for (const nameable_matrix& m : matrices_)
            if (uses(plain, m.name) && narrow_.count(m.said) != 0)
                doubt_ = m.said + " has a type of few bits, in which results wrap around";
        return !doubt_.empty();
    }

    /// np.matrix and SymPy: A * B is the product of matrices, and A ** 2 a power of a matrix.
    void add_of_class(const std::string& plain, const std::vector<std::string>& names, bool all_of_class,
                      std::vector<stated_reading>& all) {
        if (plain.find("**") != std::string::npos)
            doubt_ = "** of np.matrix is a power of matrices, and of SymPy";
        else if (all_of_class)
            all.push_back({hadamard_writer(names, true).written(plain), !ambiguous_});
        else
            for (const bool matrix : {true, false})
                all.push_back({hadamard_writer(names, matrix).written(plain), false});
    }

    /// Primes and fonts are part of a name; where a font differs, the numbers must tell whether it is the same matrix.
    void add_latex(const stated_formula& said, std::vector<stated_reading>& all) {
        for (const bool fonts : {true, false}) {
            ambiguous_ = !fonts;
            const std::string text = with_marks(as_latex(said.formula), fonts);
            const std::vector<named_sizes> named = named_before(fonts);
            const std::function<std::string(std::string_view)> depth = [&](std::string_view name) {
                return number_of(name);
            };
            latex_reader reader(text, named, depth), by_elements(text, named, depth, true);
            const std::string formula = reader.read(), other = by_elements.read();
            const std::string& one = formula.empty() ? other : formula;
            if (one.empty()) continue;
            const auto is_another = [&](const nameable_matrix& m) { return uses(one, m.name) && is_in_two_fonts(m); };
            if (!fonts && std::any_of(matrices_.begin(), matrices_.end(), is_another)) continue;
            for (const nameable_matrix& m : matrices_)
                ambiguous_ = ambiguous_ || (uses(one, m.name) && is_printed_again(m, fonts));
            const bool both = !formula.empty() && by_elements.has_open_products();
            const bool certain = (formula.empty() ? by_elements : reader).is_certain() && !ambiguous_;
            const stated_reading reading{.formula = one,
                                         .certain = certain && !both,
                                         .of_most = certain && both,
                                         .unambiguous = !ambiguous_,
                                         .has_powers = both && text.find('^') != std::string::npos};
            all.insert(all.end(), both ? 2 : 1, reading);
            if (both) all[all.size() - 2].formula = other;
            return;
        }
    }
    /// Of each name the last matrix before the statement.
    std::vector<named_sizes> named_before(bool fonts) const {
        std::vector<named_sizes> named;
        for (const nameable_matrix& m : matrices_) {
            if (m.said.empty() || (m.position > now_ && has_before(m, fonts))) continue;
            const std::string said = shown_name_of(m, fonts);
            std::size_t i = 0;
            while (i < named.size() && named[i].said != said) ++i;
            if (i == named.size()) named.push_back({});
            named[i] = {said, m.name, m.rows, m.columns, m.depth};
        }
        return named;
    }
    static const std::string& shown_name_of(const nameable_matrix& m, bool fonts) {
        return fonts ? m.said : m.without_fonts;
    }
    bool has_before(const nameable_matrix& m, bool fonts) const {
        for (const nameable_matrix& other : matrices_)
            if (other.position <= now_ && shown_name_of(other, fonts) == shown_name_of(m, fonts)) return true;
        return false;
    }
    /// Whether the document defines a name in a font and without: S = Q K^T beside \mathbf{S} = [[...]] is another one.
    bool is_in_two_fonts(const nameable_matrix& m) const {
        const auto is_other = [&](const std::string& name) {
            return name != m.said && without_font_mark(name) == m.without_fonts;
        };
        return std::any_of(stated_.begin(), stated_.end(),
                           [&](const stated_formula& s) { return !s.in_code() && !s.label && is_other(s.name); }) ||
               std::any_of(matrices_.begin(), matrices_.end(),
                           [&](const nameable_matrix& other) { return is_other(other.said); });
    }
    bool is_printed_again(const nameable_matrix& m, bool fonts) const {
        std::size_t count = 0;
        for (const nameable_matrix& other : matrices_)
            count += shown_name_of(other, fonts) == shown_name_of(m, fonts) ? 1 : 0;
        return count > 1;
    }
    /// The number that the document says d_k or \eta is; empty where it says none.
    std::string number_of(std::string_view name) {
        const std::size_t found = definition(name);
        if (found == none) return "";
        const std::string& said = stated_[found].formula;
        const bool number = said.find_first_not_of("0123456789.") == std::string::npos;
        number_of_words_ = number_of_words_ || (number && !stated_[found].in_code());
        return number ? said : "";
    }

    /// A formula of MATLAB, Julia or R. Whose softmax it is that says no axis, and how vectors are laid out, the
    /// numbers must tell. That of libraries is down the columns; one that the author defines elsewhere may be along the
    /// rows.
    void add_of_arrays(const stated_formula& said, std::vector<stated_reading>& all) {
        ambiguous_ = false;
        const std::string plain = resolved(text_of(said), 0);
        if (plain.empty()) return;
        std::vector<std::string> names;
        bool certain = !ambiguous_;
        for (const nameable_matrix& m : matrices_) {
            names.push_back(m.name);
            certain = certain && !(m.rows == 1 && uses(plain, m.name));
        }
        const std::string formula = array_formula::in_block(plain, names);
        all.push_back({.formula = formula, .certain = certain && !open_softmax_, .of_most = certain && open_softmax_});
        if (!open_softmax_) return;
        all.push_back({.formula = with_softmax_of_rows(formula), .certain = false, .is_said = false});
        all.back().add_note("softmax of libraries is down the columns: this one is along the rows");
    }
    /// A statement in the words of Python; empty if it is not understood, with the reason in doubt_.
    std::string text_of(const stated_formula& said) {
        if (said.in == code_language::python) return without_layers(said.formula);
        if (!is_of_arrays(said.in)) return said.formula;
        if (said.formula.substr(0, 1) == "[") return "";  // the matrix itself
        array_formula formula(said.in, not_numbers_);
        const std::string text = formula.in_python(said.formula);
        if (text.empty()) doubt_ = formula.doubt();
        open_softmax_ = open_softmax_ || (formula.has_softmax_without_axis() && !has_softmax_library_);
        return text;
    }

    std::string without_layers(const std::string& formula) const {
        const layer_replacer::definitions bound = [&](std::string_view name) {
            const std::size_t own = definition_in_code(name);
            return own == none || !stated_[own].doubt.empty() ? std::string() : stated_[own].formula;
        };
        const std::string functions =
            with_plain_masks(with_norms_written_out(layer_replacer(formula, bound).replaced(), not_numbers_));
        return has_numpy_ ? with_spreads_of_numpy(functions) : functions;
    }

    static bool is_word(char c) { return formula_scanner::is_word(c); }

    /// The formula with names of the block; empty if a word in it is not known.
    std::string resolved(std::string_view text, int depth) {
        constexpr int deepest = 6;
        constexpr std::size_t longest = 1000;
        if (depth > deepest) return "";
        std::string result;
        for (std::size_t at = 0; at < text.size();) {
            if (result.size() > longest) return "";
            const char c = text[at];
            if (c == '\'' || c == '"') {
                const std::size_t close = std::min(text.find(c, at + 1), text.size() - 1);
                result += text.substr(at, close + 1 - at);
                at = close + 1;
            } else if (text.substr(at, own_module.size()) == own_module && (at == 0 || !is_word(text[at - 1]))) {
                const std::size_t begin = at + own_module.size();
                for (at = begin; at < text.size() && is_word(text[at]);) ++at;
                result += text.substr(begin, at - begin);
            } else if (is_word(c)) {
                std::size_t end = at;
                while (end < text.size() && is_word(text[end])) ++end;
                const std::string one = word(text, at, end, depth);
                if (one.empty()) return "";
                result += one;
                at = end;
            } else {
                result += c;
                ++at;
            }
        }
        return result;
    }

    std::string word(std::string_view text, std::size_t begin, std::size_t end, int depth) {
        const std::string name(text.substr(begin, end - begin));
        const std::size_t next = text.find_first_not_of(' ', end);
        const char after = next == std::string_view::npos ? '\0' : text[next];
        const bool is_argument = after == '=' && text.substr(next, 2) != "==";
        const bool is_member = begin > 0 && text[begin - 1] == '.';
        if (formula_scanner::is_digit(name[0]) || is_member || is_argument) return name;
        if (after == '.' && find_module(name) != nullptr) return name;
        const std::string called = stated_[now_].in_code() ? name : in_small_letters(name);  // GELU(H) of words
        if (after == '(' && (is_function(called) || name == "float")) return function(called);
        if (const nameable_matrix* m = matrix(name)) return m->name;
        const std::size_t found = definition(name);
        for (const std::string_view known : {"True", "False", "None", "keep", "inf", "q", "k", "causal"})
            if (name == known && found == none) return name;
        if (found == none) return depth_of_heads(name, text);
        if (!stated_[found].doubt.empty()) {
            doubt_ = stated_[found].doubt;
            return "";
        }
        const bool number = stated_[found].formula.find_first_not_of("0123456789.") == std::string::npos;
        number_of_words_ = number_of_words_ || (number && !stated_[found].in_code());
        const std::size_t now = now_;
        now_ = found;
        const std::string inside = resolved(text_of(stated_[found]), depth + 1);
        now_ = now;
        const bool is_argument_alone = begin > 0 && text[begin - 1] == '(' && after == ')';
        return inside.empty() || is_argument_alone ? inside : as_operand(inside);
    }
    /// A function, if the document defines none of this name.
    std::string function(const std::string& name) {
        const std::size_t own = definition_in_code(name);
        if (own == none) return name;
        const stated_formula& s = stated_[own];
        if (s.doubt.empty() && s.formula.compare(0, 6, "scipy.") == 0) return s.formula;
        if (!stated_[now_].in_code()) {  // in words the function of everybody may be meant
            ambiguous_ = true;
            return name;
        }
        doubt_ = s.doubt.empty() ? "a function called " + name + " is defined in the document" : s.doubt;
        return "";
    }

    /// The last matrix of this name that is printed before the formula is stated, else the first one after it; none
    /// where code gives the name another value in between. Matrices that code of another language shows come last.
    const nameable_matrix* matrix(std::string_view name) {
        const auto is_own = [&](const nameable_matrix& m) { return m.said == name && !is_foreign(m.in); };
        const bool own = std::any_of(matrices_.begin(), matrices_.end(), is_own);
        const nameable_matrix *before = nullptr, *next = nullptr;
        std::size_t count = 0;
        for (const nameable_matrix& m : matrices_) {
            if (m.said != name || (own && is_foreign(m.in)) || is_shown_elsewhere(m)) continue;
            ++count;
            if (m.position <= now_) before = &m;
            if (m.position > now_ && next == nullptr) next = &m;
        }
        const bool in_code = stated_[now_].in_code();
        const std::size_t first = before != nullptr ? before->position : now_;
        const std::size_t last = before == nullptr && next != nullptr ? next->position : now_;
        ambiguous_ = ambiguous_ || (count > 0 && !own) || (!in_code && (count > 1 || is_bound(name, first, last)));
        if (before != nullptr && !(in_code && is_bound(name, before->position, now_))) return before;
        if (next != nullptr && !(in_code && is_bound(name, now_, next->position))) return next;
        return nullptr;
    }
    /// Whether code shows the matrix that may not be run, and other code, which gives the name a value too, has the
    /// statement that is read.
    bool is_shown_elsewhere(const nameable_matrix& m) const {
        if (m.shown_alone == 0 || !stated_[now_].in_code()) return false;
        const auto is_apart = [&](const stated_formula& s) {
            const stated_place* const place = place_of(places_, s.line);
            return place == nullptr || place->alone != m.shown_alone;
        };
        return is_apart(stated_[now_]) && std::any_of(stated_.begin(), stated_.end(), [&](const stated_formula& s) {
                   return s.name == m.said && s.in_code() && !is_foreign(s.in) && is_apart(s);
               });
    }
    /// Whether code of this language has names of its own, which are not those of the statement that is read.
    bool is_foreign(code_language language) const { return is_of_another_language(stated_[now_].in, language); }
    /// Whether one of these statements of code binds the name.
    bool is_bound(std::string_view name, std::size_t begin, std::size_t end) const {
        for (std::size_t i = begin; i < end && i < stated_.size(); ++i)
            if (stated_[i].name == name && stated_[i].in_code() && !is_foreign(stated_[i].in)) return true;
        return false;
    }
    /// The statement before this one that says what the name is: for code the last of its own, else the last in words,
    /// else one of another language, which may be meant. Words may also say it later on their line.
    std::size_t definition(std::string_view name) {
        if (const std::size_t own = definition_in_code(name); own != none && stated_[now_].in_code()) return own;
        std::size_t foreign = none;
        for (std::size_t i = now_; i-- > 0;) {
            if (stated_[i].name != name) continue;
            if (!is_foreign(stated_[i].in)) return i;
            foreign = foreign == none ? i : foreign;
        }
        for (std::size_t i = now_ + 1; i < stated_.size() && stated_[i].line == stated_[now_].line; ++i)
            if (foreign == none && stated_[i].name == name && !stated_[now_].in_code()) return i;  // where d_k = 2
        ambiguous_ = ambiguous_ || foreign != none;
        return foreign;
    }
    std::size_t definition_in_code(std::string_view name) const {
        for (std::size_t i = now_; i-- > 0;)
            if (stated_[i].name == name && stated_[i].in_code() && !is_foreign(stated_[i].in)) return i;
        return none;
    }
    /// d_k of a document that does not say what it is; empty where it is not known either.
    std::string depth_of_heads(std::string_view name, std::string_view text) {
        if (!is_depth_of_heads(name)) return "";
        const std::size_t columns =
            depth_of_keys(text, matrices_, [&](const nameable_matrix& m) { return matrix(m.said) == &m; });
        return columns == 0 ? "" : std::to_string(columns);
    }

    static constexpr std::size_t none = static_cast<std::size_t>(-1);
    const std::vector<nameable_matrix>& matrices_;
    const std::vector<stated_formula>& stated_;
    const std::vector<stated_place>& places_;
    const std::map<std::string, matrix_class>& matrix_class_;
    const std::set<std::string>& narrow_;
    bool has_numpy_;            ///< no code calls a library whose deviations divide by n - 1
    bool has_softmax_library_;  ///< code names one of Julia, whose softmax is down the columns
    sigma_of sigma_;
    std::set<std::string, std::less<>> not_numbers_{};  ///< matrices, and names that are defined by formulas
    std::size_t now_ = 0;                               ///< the statement that is read
    bool ambiguous_ = false;                            ///< a name stands for several matrices
    bool number_of_words_ = false;                      ///< words elsewhere give the value of a name
    bool open_softmax_ = false;                         ///< code has a softmax that does not say its axis
    std::string doubt_{};
};

}  // namespace heed::detail
