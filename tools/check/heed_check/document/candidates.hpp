// SPDX-License-Identifier: BSL-1.0
// The usual formulas of matrices, which a proposal tries, and the predicates that it uses for formulas and matrices.
#pragma once

#include <heed/printed/table.hpp>
#include <heed_check/document/table_names.hpp>
#include <heed_check/formula/scanner.hpp>
#include <heed_check/tables/known_places.hpp>
#include <heed_check/tables/small_letters.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace heed::detail {

/// A matrix whose formulas are made: a vector has one row, or is a column.
struct sized_matrix {
    std::string name{};
    std::size_t rank = 0, rows = 0, columns = 0;
    bool has_negatives = false;

    std::size_t numbers() const { return rank < 2 ? columns : rows * columns; }
};

/// f with the name for each A that begins an argument or stands before a blank.
inline std::string with_name(std::string_view f, const std::string& name) {
    std::string own;
    for (std::size_t at = 0; at < f.size(); ++at) {
        const bool begins = at == 0 || f[at - 1] == '(';
        const bool is_a =
            f[at] == 'A' && begins && at + 1 < f.size() && (f[at + 1] == ')' || f[at + 1] == ',' || f[at + 1] == ' ');
        own += is_a ? name : std::string(f.substr(at, 1));
    }
    return own;
}

/// Formulas of one matrix; for each size d also softmax of it over sqrt(d). Nothing is taken along an axis of size 1,
/// and no rows of two numbers are normalised, which makes them 1 and -1 whatever they are.
/// column  the formulas are for a column, which is not printed as a row
inline std::vector<std::string> formulas_of(const sized_matrix& a, const std::set<std::size_t>& sizes, bool column) {
    std::vector<std::string> all;
    const auto add = [&](std::initializer_list<const char*> formulas) {
        for (const char* f : formulas) all.push_back(with_name(f, a.name));
    };
    const bool wide = a.columns > 1, tall = a.rank == 2 && a.rows > 1;
    if (wide) add({"softmax(A)", "softmax(causal(A))", "causal(A)"});
    if (a.columns > 2)
        add({"layer_norm(A)", "(A - mean(A, keep)) / std(A, keep, unbiased=True)",
             "(A - mean(A, keep)) / std(A, keep)"});
    if (wide) add({"A - mean(A, keep)", "A / sum(A, keep)", "rms_norm(A)", "A / sqrt(sum(square(A), keep))"});
    if (a.has_negatives) add({"relu(A)"});
    if (tall) add({"softmax(A, axis=0)"});
    if (a.rank == 2) add({"transpose(A)"});
    if (wide && !column)
        add({"mean(A)", "sum(A)", "std(A)", "var(A)", "std(A, unbiased=True)", "var(A, unbiased=True)"});
    if (wide && a.rank == 2)
        add({"mean(A, keep)", "std(A, keep)", "var(A, keep)", "std(A, keep, unbiased=True)",
             "var(A, keep, unbiased=True)", "sum(A, keep)"});
    add({"sigmoid(A)", "tanh(A)", "gelu(A)", "exp(A)", "log(A)", "sqrt(A)"});
    if (wide) add({"argmax(A)"});
    for (const std::size_t d : sizes) {
        const std::string scaled = a.name + " / sqrt(" + std::to_string(d) + ")";
        all.push_back(scaled);
        if (wide)
            for (const char* f : {"softmax(", "softmax(causal("})
                all.push_back(f + scaled + (f[8] == 'c' ? "))" : ")"));
    }
    return all;
}

/// Scores of queries and keys with this many numbers, the usual formulas first.
inline std::vector<std::string> formulas_of_scores(const std::string& q, const std::string& k, std::size_t numbers) {
    const std::string product = q + " * transpose(" + k + ")";
    return {product + " / sqrt(" + std::to_string(numbers) + ")", product};
}

/// The same where tokens are columns: weights sum to 1 in each column.
inline std::vector<std::string> formulas_of_columns(const std::string& a, const std::string& b, std::size_t numbers) {
    const std::string product = "transpose(" + a + ") * " + b;
    const std::string scaled = product + " / sqrt(" + std::to_string(numbers) + ")";
    return {product, scaled, "softmax(" + scaled + ", axis=0)", "softmax(" + product + ", axis=0)"};
}

/// Weights computed from scores, the usual formulas first.
inline std::vector<std::string> formulas_of_weights(const std::string& scores) {
    return {"softmax(" + scores + ")", "softmax(causal(" + scores + "))", "softmax(" + scores + ", axis=0)"};
}

/// Formulas of two matrices that have the shape of the target, but for products; each pair is asked in both orders.
inline std::vector<std::string> sums_of(const sized_matrix& a, const sized_matrix& b, const sized_matrix& t,
                                        bool in_order) {
    std::vector<std::string> all;
    const auto same = [](const sized_matrix& x, const sized_matrix& y) {
        return x.rank == y.rank && x.rows == y.rows && x.columns == y.columns;
    };
    if (same(a, b) && same(a, t) && in_order) {
        all.push_back(a.name + " + " + b.name);
        if (a.columns > 2) all.push_back("layer_norm(" + a.name + " + " + b.name + ")");
        all.push_back("hadamard(" + a.name + ", " + b.name + ")");
    }
    if (same(a, b) && same(a, t) && a.name != b.name) all.push_back(a.name + " - " + b.name);
    if (a.rank == 2 && b.rank == 1 && same(a, t) && b.columns == a.columns) {
        all.push_back(a.name + " + " + b.name);
        all.push_back("hadamard(" + a.name + ", " + b.name + ")");
    }
    if (a.rank == 2 && b.rank == 2 && t.rank == 2 && t.rows == a.rows && t.columns == a.columns + b.columns &&
        a.rows == b.rows)
        all.push_back("concat(" + a.name + ", " + b.name + ")");
    return all;
}

inline bool is_along_columns(const std::string& formula) {
    return formula.compare(0, 7, "softmax") == 0 && formula.find(", axis=0)") != std::string::npos;
}

/// Whether a formula reads the matrix of this name; T of A.T is none.
inline bool uses(const std::string& formula, const std::string& name) {
    const auto is_word = [&](std::size_t i) { return i < formula.size() && formula_scanner::is_word(formula[i]); };
    for (std::size_t at = formula.find(name); at != std::string::npos; at = formula.find(name, at + 1)) {
        const char before = at == 0 ? ' ' : formula[at - 1];
        if (!formula_scanner::is_word(before) && before != '.' && !is_word(at + name.size())) return true;
    }
    return false;
}

/// Whether the name of a matrix names what the formula does: std of std_2, softmax of weights.
inline bool is_named_by(const std::string& name, const std::string& formula) {
    const std::string lower = in_small_letters(name);
    const auto begins = [&](std::string_view word) { return formula.compare(0, word.size(), word) == 0; };
    for (const std::string_view word :
         {"mean", "std", "var", "sum", "softmax", "relu", "gelu", "tanh", "sigmoid", "exp", "log"})
        if (begins(word) && lower.find(word) != std::string::npos) return true;
    if (lower.find("norm") != std::string::npos &&
        (begins("layer_norm") || begins("rms_norm") || begins("(") || formula.find(" / s") != std::string::npos))
        return true;
    if (lower.find("scaled") != std::string::npos && formula.find(" / sqrt(") != std::string::npos) return true;
    switch (role_of(name)) {
        case matrix_role::scores: return formula.find(" * transpose(") != std::string::npos;
        case matrix_role::weights: return begins("softmax");
        case matrix_role::output: return formula.find(" * ") != std::string::npos || begins("attention");
        default: return false;
    }
}

inline bool has_negatives(const printed_table& t) {
    return std::any_of(t.entries.begin(), t.entries.end(), [](const decimal& d) { return d.digits < 0; });
}

/// Whether -inf stands above the diagonal and nowhere else: there a causal mask puts it.
inline bool has_causal_mask(const printed_table& t) {
    if (t.extents.size() != 2 || t.extents[1] < 2) return false;
    for (std::size_t i = 0; i < t.entries.size(); ++i) {
        const bool above = i % t.extents[1] > i / t.extents[1];
        if ((t.entries[i].kind == entry_kind::infinite && t.entries[i].digits < 0) != above) return false;
    }
    return true;
}

/// Whether all numbers are 0 or 1, as in labels and masks.
inline bool is_a_choice(const printed_table& t) {
    return std::all_of(t.entries.begin(), t.entries.end(), [](const decimal& d) {
        const decimal whole = with_places(d, 0);
        return d.digits == 0 || (whole.places == 0 && whole.digits == 1);
    });
}

/// Whether each row is one-hot (a single 1, else zeros): so are labels, and softmax prints such rows where one of its
/// numbers is nearly 1.
inline bool has_one_hot_rows(const printed_table& t) {
    if (t.extents.empty() || !is_a_choice(t)) return false;
    const std::size_t columns = t.extents.back();
    for (std::size_t first = 0; first < t.entries.size(); first += columns) {
        long long sum = 0;
        for (std::size_t i = first; i < first + columns && i < t.entries.size(); ++i)
            sum += t.entries[i].digits == 0 ? 0 : 1;
        if (sum != 1) return false;
    }
    return true;
}

inline double double_of_digits(const decimal& d) {
    return static_cast<double>(d.digits) * std::pow(10.0, -static_cast<double>(d.places));
}

/// Whether the numbers of each row sum to one, as far as their digits tell.
inline bool sums_to_one(const printed_table& t) {
    const std::size_t columns = t.extents.empty() ? 1 : t.extents.back();
    double sum = 0, unit = 0;
    for (std::size_t i = 0; i < t.entries.size(); ++i) {
        if (i % columns == 0) sum = unit = 0;
        sum += double_of_digits(t.entries[i]);
        unit += std::pow(10.0, -t.entries[i].places);
        if ((i + 1) % columns == 0 && std::fabs(sum - 1) > unit / 2) return false;
    }
    return columns > 1;
}

/// Whether all numbers are the same: a product with them says little of the other matrix.
inline bool is_all_the_same(const printed_table& t) {
    return std::all_of(t.entries.begin(), t.entries.end(), [&](const decimal& d) { return d == t.entries[0]; });
}

inline std::vector<double> values_of(const printed_table& t) {
    std::vector<double> values;
    for (const decimal& d : t.entries) values.push_back(double_of_digits(d));
    return values;
}

/// d if each second number is about the first one over sqrt(d), for one whole number d > 1; else 0. The largest ones
/// tell.
inline std::size_t size_of_scale(std::vector<std::pair<double, double>> known) {
    constexpr std::size_t most = 4;
    if (known.size() < 3) return 0;
    std::sort(known.begin(), known.end(),
              [](const auto& a, const auto& b) { return std::fabs(a.second) > std::fabs(b.second); });
    double size = 0;
    for (std::size_t i = 0; i < known.size() && i < most; ++i) {
        const double ratio = known[i].first / known[i].second, d = ratio * ratio;
        if (!(ratio > 0) || !(d > 1.5) || !(d < 1e6)) return 0;
        if (i == 0) size = std::round(d);
        if (std::fabs(d - size) > 0.25) return 0;
    }
    return static_cast<std::size_t>(size);
}
/// The same of scores, and of weights that are their softmax after the division.
inline std::vector<std::size_t> sizes_of_scale(const std::vector<double>& scores, const printed_table& t) {
    if (scores.size() != t.entries.size() || t.extents.empty()) return {};
    const std::size_t columns = t.extents.back();
    const std::vector<double> printed = values_of(t);
    std::vector<std::pair<double, double>> scaled, weighted;
    for (std::size_t i = 0; i < printed.size(); ++i) {
        if (t.entries[i].digits != 0) scaled.push_back({scores[i], printed[i]});
        const std::size_t first = i - i % columns;
        if (i != first && printed[i] > 0 && printed[first] > 0 && t.entries[i].digits > 9 &&
            t.entries[first].digits > 9)
            weighted.push_back({scores[i] - scores[first], std::log(printed[i] / printed[first])});
    }
    std::vector<std::size_t> sizes;
    for (const std::size_t d : {size_of_scale(scaled), size_of_scale(weighted)})
        if (d > 1) sizes.push_back(d);
    return sizes;
}

}  // namespace heed::detail
