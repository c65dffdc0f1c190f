// SPDX-License-Identifier: BSL-1.0
// A part of a formula that was read from LaTeX: its text in the words of a block, and what is known of its shape. d_k
// stands in it as a sign until the product is known whose scale it is.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>

namespace heed::detail {

/// What is outermost in a part: it decides where parentheses are needed.
enum class latex_kind : unsigned char { name, product, quotient, sum };

struct latex_piece {
    static constexpr char depth_sign = '\1';

    std::string text{};
    latex_kind kind = latex_kind::name;
    std::size_t rows = 0, columns = 0;
    bool is_matrix = false;
    bool is_transposed = false;        ///< a matrix with its rows as columns
    bool of_columns = false;           ///< a product whose first factor is transposed: tokens are columns
    bool failed = false;               ///< it is not known what d_k is
    std::set<std::size_t> inner = {};  ///< the inner dimensions of its products
    std::set<std::size_t> keys = {};   ///< ... of those of which one factor is transposed, as keys are

    bool asks_for_depth() const { return text.find(depth_sign) != std::string::npos; }
    /// Whether it is computed element by element by a function: \sigma(S), 1 - \tanh(S).
    bool is_of_elements() const {
        if (text.find("softmax(") != std::string::npos || text.find('@') != std::string::npos) return false;
        for (const std::string_view function : {"sigmoid(", "tanh(", "relu(", "gelu(", "silu(", "exp(", "log("})
            if (text.find(function) != std::string::npos) return true;
        return false;
    }
    std::string within(latex_kind tightest) const {
        return kind >= tightest && kind != latex_kind::name ? '(' + text + ')' : text;
    }

    latex_piece transposed() const {
        latex_piece p = *this;
        p.text = within(latex_kind::product) + ".T";
        p.kind = latex_kind::name;
        p.rows = columns;
        p.columns = rows;
        p.is_transposed = !is_transposed;
        p.failed = failed || !is_matrix;
        return p;
    }
    latex_piece inverted() const {
        latex_piece p = in_call("inverse");
        p.failed = p.failed || !is_matrix || rows != columns;
        return p;
    }
    latex_piece in_call(const std::string& function) const {
        latex_piece p = *this;
        p.text = function + '(' + text + ')';
        p.kind = latex_kind::name;
        p.failed = failed || text.empty() || (is_matrix && asks_for_depth());
        p.is_transposed = false;
        return p;
    }
    /// A product with what follows.
    latex_piece times(const latex_piece& next) const {
        if (text.empty()) return next;
        latex_piece p = is_matrix || !next.is_matrix ? *this : next;
        p.text = within(latex_kind::sum) + " @ " + next.within(latex_kind::quotient);
        p.kind = kind == latex_kind::quotient ? latex_kind::quotient : latex_kind::product;
        p.inner.insert(inner.begin(), inner.end());
        p.inner.insert(next.inner.begin(), next.inner.end());
        p.keys.insert(keys.begin(), keys.end());
        p.keys.insert(next.keys.begin(), next.keys.end());
        p.failed = failed || next.failed;
        p.of_columns = of_columns || next.of_columns;
        if (is_matrix && next.is_matrix) {
            p.inner.insert(columns == next.rows ? columns : 0);
            if (is_transposed != next.is_transposed) p.keys.insert(columns == next.rows ? columns : 0);
            p.rows = rows;
            p.columns = next.columns;
            p.of_columns = p.of_columns || (is_transposed && !next.is_transposed);
            p.is_transposed = false;
        }
        return p;
    }
    /// A product of elements with those of what follows.
    latex_piece times_each(const latex_piece& next) const {
        latex_piece p = *this;
        p.text = "hadamard(" + text + ", " + next.text + ')';
        p.kind = latex_kind::name;
        p.failed =
            failed || next.failed || !is_matrix || !next.is_matrix || rows != next.rows || columns != next.columns;
        p.is_transposed = false;
        return p;
    }
    /// A quotient; d_k below a matrix is the inner dimension of the product with keys above, or of the only one.
    latex_piece over(const latex_piece& below) const {
        latex_piece p = *this;
        if (text.empty() || below.text.empty()) p.failed = true;
        p.text = within(latex_kind::sum) + " / " + below.within(latex_kind::product);
        p.kind = latex_kind::quotient;
        p.failed = p.failed || failed || below.failed;
        p.is_transposed = false;
        if (is_matrix && below.asks_for_depth()) p.put_depth();
        return p;
    }
    /// A whole product: d_k in it is its inner dimension.
    latex_piece as_term() const {
        latex_piece p = *this;
        if (is_matrix && asks_for_depth()) p.put_depth();
        return p;
    }
    /// A sum that ends with this term.
    latex_piece followed_by(const latex_piece& term) const {
        if (text.empty()) return term;
        latex_piece p = *this;
        p.text += term.text;
        p.failed = failed || term.failed || term.text.empty();
        p.kind = latex_kind::sum;
        p.is_transposed = false;
        p.of_columns = of_columns || term.of_columns;
        p.inner.insert(term.inner.begin(), term.inner.end());
        p.keys.insert(term.keys.begin(), term.keys.end());
        if (!is_matrix && term.is_matrix) {
            p.is_matrix = true;
            p.rows = term.rows;
            p.columns = term.columns;
        }
        return p;
    }

private:
    void put_depth() {
        const std::set<std::size_t>& depth = keys.empty() ? inner : keys;
        if (depth.size() != 1 || depth.count(0) != 0) {
            failed = true;
            return;
        }
        for (std::size_t at = text.find(depth_sign); at != std::string::npos; at = text.find(depth_sign))
            text.replace(at, 1, std::to_string(*depth.begin()));
    }
};

}  // namespace heed::detail
