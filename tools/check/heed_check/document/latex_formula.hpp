// SPDX-License-Identifier: BSL-1.0
// A formula as LaTeX writes it, in the words of a block: \mathrm{softmax}\left(\frac{QK^\top}{\sqrt{d_k}}\right)
// becomes softmax(Q @ K.T / sqrt(3)) for queries and keys of three numbers.
#pragma once

#include <heed/printed/find_tables.hpp>
#include <heed/printed/text_cursor.hpp>
#include <heed_check/document/function_index.hpp>
#include <heed_check/document/latex_names.hpp>
#include <heed_check/document/latex_piece.hpp>
#include <heed_check/document/table_names.hpp>
#include <heed_check/formula/scanner.hpp>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heed::detail {

/// Reads fractions, roots, transposes, names side by side (products), calls, and d_k: the number that the document
/// gives it, else the inner dimension of the product that it scales, which is that of the one with keys.
class latex_reader {
public:
    /// depth(name)  the number that the document gives to d_k; empty if it gives none
    /// by_elements  A^2 is the square of each element, not A A, and A \sigma(A) a product of elements
    latex_reader(std::string_view text, const std::vector<named_sizes>& matrices,
                 const std::function<std::string(std::string_view)>& depth, bool by_elements = false)
        : text_(text), matrices_(matrices), depth_(depth), by_elements_(by_elements) {}

    /// Empty where anything else is in it.
    std::string read() {
        const latex_piece formula = sequence('\0');
        return failed_ || at_ < text_.size() || formula.asks_for_depth() ? "" : formula.text;
    }
    /// Whether it can be read in one way only: a / b c may be a / (b c), and softmax may be down the columns where
    /// tokens are columns.
    bool is_certain() const { return certain_; }
    /// Whether there is something that may be of elements or of matrices.
    bool has_open_products() const { return has_open_products_; }

private:
    bool takes(std::string_view what) {
        if (text_.substr(at_, what.size()) != what) return false;
        const bool command = what.size() > 1 && what[0] == '\\' && is_letter(what.back());
        if (command && at_ + what.size() < text_.size() && is_letter(text_[at_ + what.size()])) return false;
        at_ += what.size();
        return true;
    }
    bool takes_any(std::initializer_list<std::string_view> all) {
        for (const std::string_view one : all)
            if (takes(one)) return true;
        return false;
    }
    void skip_blanks() {
        while (
            takes_any({" ",      "\t",     "\\,",         "\\;",       "\\:",     "\\!",           "\\>",    "\\ ",
                       "~",      "&",      "$",           "{}",        "\\left",  "\\right",       "\\bigl", "\\bigr",
                       "\\Bigl", "\\Bigr", "\\biggl",     "\\biggr",   "\\Biggl", "\\Biggr",       "\\big",  "\\Big",
                       "\\bigg", "\\Bigg", "\\thinspace", "\\enspace", "\\quad",  "\\displaystyle"})) {
        }
    }
    latex_piece fail() {
        failed_ = true;
        return {};
    }
    latex_piece checked(latex_piece p) {
        failed_ = failed_ || p.failed;
        return p;
    }

    /// Terms up to a closing mark, which is taken.
    latex_piece sequence(char end) {
        latex_piece sum, term;
        enum class sign : unsigned char { none, times, over, each } before = sign::none;
        bool after_operand = false, divided = false;
        for (skip_blanks(); !failed_; skip_blanks()) {
            if (at_ == text_.size()) {
                failed_ = failed_ || end != '\0';
                break;
            }
            const char c = text_[at_];
            if (end != '\0' && c == end) {
                ++at_;
                break;
            }
            if (c == '+' || c == '-' || c == ',') {
                ++at_;
                sum = checked(sum.followed_by(term.as_term()));
                sum.text += c == ',' ? ", " : std::string(" ") + c + ' ';
                sum.kind = latex_kind::sum;
                term = {};
                before = sign::none;
                after_operand = divided = false;
            } else if (const bool each = takes_any({"\\odot", "\\circ"});
                       each || c == '/' || takes("\\cdot") || takes("\\times")) {
                at_ += c == '/' ? 1U : 0U;
                before = each ? sign::each : c == '/' ? sign::over : sign::times;
                if (!after_operand) return fail();
                after_operand = false;
            } else {
                if (divided && before != sign::over) certain_ = false;
                const latex_piece next = operand();
                if (term.is_matrix && next.text.compare(0, 8, "softmax(") == 0) certain_ = false;  // V softmax(S)
                divided = divided || before == sign::over;
                term = checked(before == sign::over   ? term.over(next)
                               : before == sign::each ? term.times_each(next)
                                                      : product(term, next));
                before = sign::none;
                after_operand = true;
            }
        }
        if (before != sign::none) return fail();
        return checked(sum.followed_by(term.as_term()));
    }

    /// Side by side with a function of each element, S \sigma(S), a product may be one of elements.
    latex_piece product(const latex_piece& term, const latex_piece& next) {
        const bool same = term.is_matrix && next.is_matrix && term.rows == next.rows && term.columns == next.columns;
        const bool open = same && (term.is_of_elements() || next.is_of_elements());
        has_open_products_ = has_open_products_ || open;
        return open && by_elements_ ? term.times_each(next) : term.times(next);
    }

    /// What stands in braces; else one token, as TeX takes it: a digit or a letter.
    latex_piece argument() {
        skip_blanks();
        if (takes("{")) return sequence('}');
        if (at_ == text_.size()) return fail();
        const std::string_view token = text_.substr(at_, 1);
        if (!is_letter(token[0]) && !formula_scanner::is_digit(token[0])) return fail();
        const latex_piece one = latex_reader(token, matrices_, depth_, by_elements_).sequence('\0');
        if (one.text.empty()) return fail();
        ++at_;
        return one;
    }

    latex_piece operand() {
        latex_piece one = plain_operand();
        skip_blanks();
        if (takes_any({"^\\top", "^T", "^{T}", "^{\\top}", "^\\mathsf{T}", "^{\\mathsf{T}}", "^\\intercal",
                       "^{\\intercal}", "^\\mathrm{T}", "^{\\mathrm{T}}", "^t", ".T"}))
            return one.transposed();
        return takes("^{-1}") ? one.inverted() : raised(one);
    }
    /// A^2 of a square matrix may be A A; of other numbers it may be an index.
    latex_piece raised(const latex_piece& one) {
        if (at_ == text_.size() || text_[at_] != '^') return one;
        const bool braced = text_.substr(at_ + 1, 1) == "{";
        const std::size_t digit = at_ + (braced ? 2 : 1);
        const std::size_t end = digit + (braced ? 2 : 1);
        const bool ends = end <= text_.size() && (!braced || text_[digit + 1] == '}') &&
                          (end == text_.size() || !formula_scanner::is_digit(text_[end]));
        const bool square = one.is_matrix && one.rows == one.columns && one.text.find('(') == std::string::npos;
        const bool power_of_matrix = by_elements_ ? one.is_matrix : square;
        if (!ends || !power_of_matrix || !is_one_of(text_[digit], "234")) return fail();
        at_ = end;
        has_open_products_ = true;
        latex_piece power = one;
        if (by_elements_) {
            power.text = '(' + one.text + " ** " + text_[digit] + ')';
            return power;
        }
        for (char n = text_[digit]; n > '1'; --n) power = power.times(one);
        return power;
    }
    latex_piece plain_operand() {
        if (const named_text gradient = gradient_at(text_.substr(at_), matrices_); gradient.matrix != nullptr) {
            at_ += gradient.length;
            return matrix(*gradient.matrix);
        }
        if (takes_any({"\\frac", "\\dfrac", "\\tfrac"})) {
            const latex_piece above = argument();
            return checked(above.over(argument()));
        }
        if (takes("\\sqrt")) return argument().in_call("sqrt");
        if (takes("(")) return in_parentheses();
        if (takes_any({"\\mathrm", "\\text", "\\operatorname*", "\\operatorname", "\\mathbf", "\\mathit", "\\bm",
                       "\\textrm", "\\textbf", "\\textit", "\\mathsf", "\\boldsymbol"}))
            return set_word();
        if (formula_scanner::is_digit(text_[at_]) || text_[at_] == '.') return number();
        return text_[at_] == '\\' ? command() : is_letter(text_[at_]) ? name() : fail();
    }
    /// A function, \tanh(Z); \sigma(Z) is the sigmoid unless a matrix is called so; or a matrix, \alpha.
    latex_piece command() {
        ++at_;
        const std::size_t begin = at_;
        while (at_ < text_.size() && is_letter(text_[at_])) ++at_;
        const std::string word(text_.substr(begin, at_ - begin));
        const std::size_t end = at_;
        at_ = begin;
        if (const latex_piece named = any_matrix_here(); named.is_matrix) return named;
        at_ = end;
        skip_blanks();
        if (word == "sigma" && take_function_index() != function_index::rows) return fail();
        skip_blanks();
        if (word == "softmax" && takes("(")) return call(word);
        if (word == "max" && takes("(0,")) return sequence(')').in_call("relu");
        for (const auto& [latex, function] :
             {std::pair("tanh", "tanh"), std::pair("exp", "exp"), std::pair("sigma", "sigmoid"),
              std::pair("log", "log"), std::pair("ln", "log")})
            if (word == latex && takes("(")) return call(function);
        if (word == "log" || word == "ln") return log_of_softmax();
        const std::string number = depth_(word);  // \eta
        return number.empty() ? fail() : latex_piece{.text = number};
    }
    /// \log \mathrm{softmax}(S), without brackets of its own.
    latex_piece log_of_softmax() {
        const latex_piece of = at_ < text_.size() ? plain_operand() : fail();
        return of.text.compare(0, 8, "softmax(") == 0 ? of.in_call("log") : fail();
    }
    latex_piece in_parentheses() { return sequence(')').in_call(""); }
    latex_piece number() {
        const std::size_t begin = at_;
        while (at_ < text_.size() && (formula_scanner::is_digit(text_[at_]) || text_[at_] == '.')) ++at_;
        return {.text = std::string(text_.substr(begin, at_ - begin))};
    }
    /// The word in braces behind \text: a function with its argument, or a matrix.
    latex_piece set_word() {
        if (!takes("{")) return fail();
        const std::size_t end = text_.find('}', at_);
        if (end == std::string_view::npos) return fail();
        const std::string word(text_.substr(at_, end - at_));
        at_ = end + 1;
        const std::size_t behind = at_;
        const std::string function = function_in_words(word);
        const function_index axis = take_function_index();  // \text{softmax}_{row}
        skip_blanks();
        if (axis == function_index::rows && takes("(")) return call(function);
        if (axis == function_index::columns && is_softmax(function) && takes("(")) return call_down_columns(function);
        at_ = behind;
        if (end_of_index(at_) != 0) {  // \text{head}_1
            const std::size_t index = end_of_index(at_);
            if (const named_sizes* m = named_so(word + std::string(text_.substr(at_, index - at_))); m != nullptr) {
                at_ = index;
                return matrix(*m);
            }
        }
        skip_blanks();
        for (const named_sizes& m : matrices_)
            if (m.said == word) return matrix(m);
        return fail();
    }
    latex_piece call(const std::string& function) {
        const latex_piece inside = sequence(')');
        if (inside.asks_for_depth()) return fail();
        certain_ = certain_ && !(is_softmax(function) && inside.of_columns);
        return inside.in_call(function);
    }
    latex_piece call_down_columns(const std::string& function) {
        latex_piece down = call(function);
        if (!failed_) down.text.insert(down.text.size() - 1, ", axis=0");
        return down;
    }
    /// Takes the index of a function, if it has one.
    function_index take_function_index() {
        if (at_ >= text_.size() || text_[at_] != '_') return function_index::rows;
        const std::size_t begin = at_, end = end_of_index(at_);
        at_ = std::max(end, at_);
        return end == 0 ? function_index::unknown : function_index_of(text_.substr(begin, end - begin));
    }
    static latex_piece matrix(const named_sizes& m) {
        latex_piece p{
            .text = m.name, .kind = latex_kind::name, .rows = m.rows, .columns = m.columns, .is_matrix = true};
        if (m.depth != 0) p.keys.insert(m.depth);
        return p;
    }
    /// A function; the longest name of a matrix that stands here, W_Q as W_Q, W_{Q}, W^Q or W^{Q}; or d_k.
    latex_piece name() {
        for (const std::string_view function : functions_by_name)
            if (takes(std::string(function) + "(")) return call(std::string(function));
        for (const std::string_view function : {"layer_norm", "log_softmax", "exp", "sqrt"})
            if (takes(std::string(function) + "(")) return call(std::string(function));
        if (const latex_piece named = any_matrix_here(); named.is_matrix) return named;
        for (const std::string_view depth : {"d_k", "d_{k}", "d_{\\text{head}}", "d"}) {
            if (!takes(depth)) continue;
            if (at_ < text_.size() && (text_[at_] == '_' || text_[at_] == '^')) return fail();
            const std::string said = depth_(depth == "d" ? "d" : depth.size() > 5 ? "d_head" : "d_k");
            return {.text = said.empty() ? std::string(1, latex_piece::depth_sign) : said};
        }
        return fail();
    }
    /// The matrix whose name, with all indices that stand here, is written as a name is before numbers: W_{\text{key}},
    /// W_1^{Q}; else the one of matrix_here.
    latex_piece any_matrix_here() {
        std::size_t base = at_ + (text_[at_] == '\\' ? 1 : 0);
        while (base < text_.size() && is_letter(text_[base])) ++base;
        std::size_t ends[3] = {base};
        std::size_t indices = 0;
        while (indices < 2 && (ends[indices + 1] = end_of_index(ends[indices])) != 0) ++indices;
        for (; indices > 0; --indices) {
            const std::size_t script = ends[indices - 1];
            if (is_no_index(script) && begins_with_name(base)) continue;
            if (const named_sizes* m = named_so(text_.substr(at_, ends[indices] - at_)); m != nullptr) {
                at_ = ends[indices];
                return matrix(*m);
            }
        }
        return matrix_here();
    }
    /// Whether a power or a sign of transposition is there.
    bool is_no_index(std::size_t at) const {
        return !words_of_script(script_at(text_, at).inside, text_[at] == '^').empty();
    }
    /// Whether the letters up to a position are a name and more: QK, of which K alone is transposed in QK^T.
    bool begins_with_name(std::size_t end) const {
        return std::any_of(matrices_.begin(), matrices_.end(), [&](const named_sizes& m) {
            const std::size_t length = length_of(m.said);
            return length != 0 && at_ + length < end;
        });
    }
    const named_sizes* named_so(std::string_view text) const { return matrix_named_so(text, matrices_); }
    /// Behind the index, the power or the sign of transposition that begins at `at`; 0 where none does.
    std::size_t end_of_index(std::size_t at) const {
        if (at + 1 >= text_.size() || !is_one_of(text_[at], "_^")) return 0;
        const bool above = text_[at] == '^', braced = text_[at + 1] == '{';
        std::size_t end = at + 2;
        if (braced) {
            std::size_t depth = 1;
            while (end < text_.size() && depth > 0) {
                depth += text_[end] == '{' ? 1U : 0U;
                depth -= text_[end] == '}' ? 1U : 0U;
                ++end;
            }
            if (depth > 0) return 0;
        } else if (text_[at + 1] == '\\') {
            while (end < text_.size() && is_letter(text_[end])) ++end;
            if (end < text_.size() && text_[end] == '{') end = std::min(text_.find('}', end), text_.size() - 1) + 1;
        }
        const std::string_view index = text_.substr(at + 1 + (braced ? 1 : 0), end - at - 1 - (braced ? 2 : 0));
        return above && index.size() == 1 && is_one_of(index[0], "01t") ? 0 : end;
    }
    /// The matrix with the longest name that stands here; none is no matrix.
    latex_piece matrix_here() {
        const named_sizes* longest = nullptr;
        std::size_t length = 0;
        for (const named_sizes& m : matrices_) {
            const std::size_t taken = length_of(m.said);
            if (taken > length && !(text_.substr(at_ + taken, 1) == "^" && is_product(m.said)))
                longest = &m, length = taken;
        }
        if (longest == nullptr) return {};
        at_ += length;
        return matrix(*longest);
    }
    /// Whether a name is a product of other matrices: of AB, B alone is transposed in AB^T.
    bool is_product(const std::string& name) const {
        return name.size() > 1 && std::all_of(name.begin(), name.end(), [&](char c) {
                   return std::any_of(matrices_.begin(), matrices_.end(),
                                      [&](const named_sizes& m) { return m.said.size() == 1 && m.said[0] == c; });
               });
    }
    /// How many characters here are that name; 0 where it does not stand here.
    std::size_t length_of(std::string_view name) const {
        std::size_t at = at_;
        for (std::size_t i = 0; i < name.size(); ++i) {
            if (name[i] == '_' && at < text_.size() && (text_[at] == '_' || text_[at] == '^')) {
                ++at;
                const std::string_view begins = text_.substr(at, 2);
                const bool layer = begins == "{(" || begins == "{[", braced = begins.substr(0, 1) == "{";  // W^{(1)}
                const std::size_t around = layer ? 2 : braced ? 1 : 0;
                const std::string_view rest = name.substr(i + 1);
                if (text_.substr(at + around, rest.size()) != rest) return 0;
                const bool turned = rest == "T";
                if (text_[at - 1] == '^' && !layer && (turned || formula_scanner::is_digit(rest[0]))) return 0;  // A^2
                at += rest.size() + around;
                const std::string_view ends = begins == "{(" ? ")}" : begins == "{[" ? "]}" : braced ? "}" : "";
                return text_.substr(at, ends.size()) == ends ? at + ends.size() - at_ : 0;
            }
            if (at >= text_.size() || text_[at] != name[i]) return 0;
            ++at;
        }
        return at < text_.size() && text_[at] == '_' ? 0 : at - at_;
    }

    std::string_view text_;
    const std::vector<named_sizes>& matrices_;
    const std::function<std::string(std::string_view)>& depth_;
    std::size_t at_ = 0;
    bool by_elements_ = false;
    bool failed_ = false, certain_ = true, has_open_products_ = false;
};

/// The formula in the words of a block, for a document that does not say what d_k is; empty where it is none that is
/// understood.
inline std::string formula_of_latex(std::string_view text, const std::vector<named_sizes>& matrices) {
    const std::function<std::string(std::string_view)> depth = [](std::string_view) { return std::string(); };
    return latex_reader(text, matrices, depth).read();
}

}  // namespace heed::detail
