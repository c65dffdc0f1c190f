// SPDX-License-Identifier: BSL-1.0
// The messages for operations whose operands do not fit: the words of the laws of shapes, with the shapes.
#pragma once

#include <heed/shape/rules.hpp>
#include <heed/shape/shape_text.hpp>
#include <heed_check/formula/terms.hpp>

#include <cstddef>
#include <string>

namespace heed::detail {

class formula_refusals {
public:
    explicit formula_refusals(const formula_terms& terms) : terms_(terms) {}

    [[noreturn]] void law(std::size_t at, const std::string& words, term_id a) const {
        throw formula_error(at, words + ": A is " + text(a));
    }

    [[noreturn]] void elementwise(function f, const fit& rule, term_id a, term_id b, std::size_t at) const {
        const char* law = rule.sizes
                              ? " needs the names of the axes to agree: "
                              : " needs the same shape; only an axis of size 1 or a missing leading axis repeats: ";
        const bool kept_fits = is_ambiguous_or_kept(a, b) || is_ambiguous_or_kept(b, a);
        throw formula_error(at, written(f, "A", "B") + law + written(f, text(a), text(b)) +
                                    (kept_fits ? "; did you mean to keep the axis: mean(X, keep), X[:, 0:1]?" : ""));
    }

    /// X - mean(X) of a square X: the means fit as a row, which is the broadcasting rule, and as a column, which may be
    /// meant.
    void two_readings(function f, term_id a, term_id b, std::size_t at) const {
        if (!is_ambiguous_or_kept(a, b) && !is_ambiguous_or_kept(b, a)) return;
        throw formula_error(at,
                            written(f, text(a), text(b)) +
                                " can be read in two ways, for one of them has lost an axis; write keep=True, as in "
                                "mean(X, keep=True), for rows that have each their own, or keep=False for one row "
                                "beside all of them, as NumPy and PyTorch take it");
    }

    [[noreturn]] void product(const fit& rule, term_id a, term_id b, std::size_t at) const {
        const extent columns = columns_of(dims(a)), rows = rows_of(dims(b));
        const bool transposed_fits = dims(b).rank > 1 && extents_agree(columns, columns_of(dims(b)));
        std::string law = "A * B needs ", hint;
        if (columns.size != rows.size) {
            law += "columns(A) == rows(B)";
            hint = transposed_fits ? "; did you mean A * transpose(B)?" : "";
        } else if (!names_agree(columns, rows)) {
            law += "the names of columns(A) and rows(B) to agree";
        } else {
            law +=
                rule.sizes ? "the names of the leading axes to agree" : "leading axes of the same size, or of size 1";
        }
        throw formula_error(at, law + ": " + text(a) + " * " + text(b) + hint);
    }

    [[noreturn]] void concat(const fit& rule, term_id a, term_id b, std::size_t at) const {
        const char* law = dims(a).rank != dims(b).rank ? "the same number of axes"
                          : rule.sizes                 ? "the names of all other axes to agree"
                                                       : "the same shape in all other axes";
        throw formula_error(at,
                            std::string("concat(A, B) needs ") + law + ": concat(" + text(a) + ", " + text(b) + ")");
    }

    [[noreturn]] void attention(const attention_fit& rule, term_id q, term_id k, term_id v, std::size_t at) const {
        const char* law = !rule.matrices    ? "a matrix of keys and a matrix of values"
                          : !rule.one_query ? "rows of queries beside batches of keys"
                          : !rule.dims      ? "columns(Q) == columns(K), the dimension of the heads"
                                            : "rows(K) == rows(V), as many keys as values";
        throw formula_error(at, std::string("attention(Q, K, V) needs ") + law + ": attention(" + text(q) + ", " +
                                    text(k) + ", " + text(v) + ")");
    }

    void infinite(term_id a) const {
        if (terms_[a].infinite != 0)
            throw formula_error(terms_[a].position,
                                "infinity stands in where(condition, S, -inf) and in "
                                "masked_fill(S, mask, -inf) only");
    }

    /// Refuses an index where a term with a shape is needed.
    [[noreturn]] void alone(term_id a) const {
        if (terms_[a].indices == index_use::number) number_of_indices(a);
        throw formula_error(terms_[a].position, "a mask of indices needs scores beside it, as in where(k <= q, S)");
    }
    /// Refuses a wrong number of indices. The usual cause is a name that does not exist.
    [[noreturn]] void number_of_indices(term_id a) const {
        term_id index = a;
        while (terms_[index].what.kind != node_kind::index) {
            const formula_term& t = terms_[index];
            index = t.operands[0];
            if (terms_[index].indices == index_use::none) index = t.operands[1];
        }
        const char* const names[] = {"k", "q", "h", "b", "q"};
        const std::string name = names[terms_[index].what.axis];
        throw formula_error(terms_[index].position, "unknown name \"" + name + "\"; as an index " + name +
                                                        " is for masks, such as where(k <= q, S)");
    }
    [[noreturn]] void few_axes(term_id mask, const shape& scores) const {
        throw formula_error(terms_[mask].position, "a mask of indices needs scores with at least " +
                                                       std::to_string(terms_[mask].index_rank) +
                                                       " axes beside it: they are " + text_of(scores));
    }
    [[noreturn]] void causal(term_id mask, const shape& scores) const {
        throw formula_error(terms_[mask].position,
                            "causal needs as many queries as keys; write causal_upper_left(S), PyTorch's is_causal, "
                            "or causal_lower_right(S), for a key-value cache: S is " +
                                text_of(scores));
    }

    std::string text(term_id id) const { return text_of(dims(id)); }

private:
    const shape& dims(term_id id) const { return terms_.dims(id); }

    static std::string written(function f, const std::string& left, const std::string& right) {
        const std::string name = traits_of(f).name;
        const bool is_word = name[0] >= 'a' && name[0] <= 'z';
        return is_word ? name + "(" + left + ", " + right + ")" : left + " " + name + " " + right;
    }

    /// Whether b lost an axis, and is another operand of a with that axis than without it.
    bool is_ambiguous_or_kept(term_id a, term_id b) const {
        const std::optional<shape>& kept = terms_[b].kept;
        return kept && dims(b).size() > 1 && dims(a).rank >= kept->rank && fits(broadcast(dims(a), *kept));
    }

    const formula_terms& terms_;
};

}  // namespace heed::detail
