// SPDX-License-Identifier: BSL-1.0
// What an attention does with the numbers of its tensors: queries, keys, scores, weights, output, computed by
// reference/ in double, for formulas small enough to be looked at.
#pragma once

#include <heed/page/json.hpp>
#include <heed/page/leaf_values.hpp>
#include <heed/page/marked_text.hpp>
#include <heed/reference/graph_values.hpp>
#include <heed/study/formula.hpp>

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace heed::detail {

inline constexpr std::size_t most_map_rows = 64;           ///< queries, and keys, of what is shown
inline constexpr std::size_t most_map_elements = 1 << 18;  ///< of all nodes together
inline constexpr double infinite_score = std::numeric_limits<double>::infinity();
inline constexpr std::size_t most_map_text = 80000;  ///< characters of JSON

/// Softmax weights of a graph, and what they are made of.
template <std::size_t Capacity>
class attention_maps {
public:
    attention_maps(const graph<Capacity>& g, const leaf_name* names, const leaf_values& leaves,
                   const std::vector<std::string>& rows, const std::vector<std::string>& columns)
        : g_(g), names_(names), rows_(rows), columns_(columns), values_(g) {
        if (!fill(leaves)) return;
        values_.evaluate_all();
        for (node_id id = 0; id < g.nodes.size(); ++id)
            if (is_map(g, id)) weights_.push_back(id);
    }

    bool empty() const { return weights_.empty(); }

    void write(json_writer& out) const {
        out.begin_list();
        for (std::size_t n = 0; n < weights_.size(); ++n) {
            const shape& dims = g_[weights_[n]].dims;
            std::size_t maps = 1;
            for (std::size_t a = 0; a + 2 < dims.rank; ++a) maps *= dims[a].size;
            for (std::size_t m = 0; m < maps; ++m) {
                json_writer one;
                write_map(one, weights_[n], index_of(dims, m), title(n, m, maps));
                if (out.size() + one.size() > most_map_text) break;
                out.raw(one.take());
            }
        }
        out.end_list();
    }

    /// Softmax of rows that fit on a page.
    static bool is_map(const graph<Capacity>& g, node_id id) {
        const node& n = g[id];
        if (n.kind != node_kind::normalise || n.weights != normalisation::softmax || n.dims.rank < 2) return false;
        return n.axis + 1 == n.dims.rank && n.dims.from_right(0).size <= most_map_rows &&
               n.dims.from_right(1).size <= most_map_rows;
    }
    /// Whether there is one, and all of the formula is small.
    static bool exist(const graph<Capacity>& g) {
        std::size_t elements = 0;
        bool found = false;
        for (node_id id = 0; id < g.nodes.size(); ++id) {
            elements += g[id].dims.size();
            found = found || is_map(g, id);
        }
        return found && elements <= most_map_elements;
    }

private:
    bool fill(const leaf_values& leaves) {
        for (node_id id = 0; id < g_.nodes.size(); ++id) {
            if (g_[id].kind != node_kind::leaf) continue;
            const std::vector<double>& from = leaves.leaves()[g_[id].leaf].numbers;
            if (from.size() != g_[id].dims.size()) return false;
            for (std::size_t i = 0; i < from.size(); ++i) values_.of(id)[i] = from[i];
        }
        return true;
    }

    /// Indices of the leading axes of the m-th matrix.
    static region index_of(const shape& dims, std::size_t m) {
        region at;
        at.rank = dims.rank;
        for (std::size_t a = dims.rank - 2; a-- > 0; m /= dims[a].size) at.begin[a] = m % dims[a].size;
        return at;
    }

    /// An element of a node by an index of the weights: its axes are the last ones, those of size 1 repeat.
    double at(node_id id, region weights, std::size_t row, std::size_t column) const {
        weights.begin[weights.rank - 2] = row;
        weights.begin[weights.rank - 1] = column;
        const shape& dims = g_[id].dims;
        region own;
        own.rank = dims.rank;
        for (std::size_t a = 0; a < dims.rank; ++a)
            own.begin[a] = dims[a].size == 1 ? 0 : weights.begin[a + weights.rank - dims.rank];
        return values_.element(id, own);
    }

    std::string title(std::size_t n, std::size_t m, std::size_t maps) const {
        std::string words = weights_.size() > 1 ? "head " + std::to_string(n) : "";
        if (maps == 1) return words;
        const shape& dims = g_[weights_[n]].dims;
        const region index = index_of(dims, m);
        for (std::size_t a = 0; a + 2 < dims.rank; ++a) {
            if (dims[a].size == 1) continue;
            words += words.empty() ? "" : ", ";
            words += std::string(dims[a].name != nullptr ? dims[a].name->name : a + 3 == dims.rank ? "head" : "batch");
            words += ' ' + std::to_string(index.begin[a]);
        }
        return words;
    }

    /// The product below the scores, and what is done to its elements on the way up.
    struct path {
        std::vector<node_id> steps;  ///< from the product upwards
        node_id product = no_node;
    };
    path path_below(node_id scores) const {
        path p;
        node_id id = scores;
        while (g_[id].kind == node_kind::elementwise) {
            p.steps.insert(p.steps.begin(), id);
            id = operand_on_path(id);
        }
        if (g_[id].kind == node_kind::product)
            p.product = id;
        else
            p.steps.clear();
        return p;
    }
    bool holds_product(node_id id) const {
        if (g_[id].kind == node_kind::product) return true;
        if (g_[id].kind != node_kind::elementwise) return false;
        for (std::size_t k = 0; k < g_[id].operand_count; ++k)
            if (holds_product(g_.operand(id, k))) return true;
        return false;
    }
    node_id operand_on_path(node_id id) const {
        for (std::size_t k = 0; k < g_[id].operand_count; ++k)
            if (holds_product(g_.operand(id, k))) return g_.operand(id, k);
        return g_.operand(id, 0);
    }
    std::string formula_of_node(node_id id, int depth = 5) const {
        return words_from([&](auto& out) { add_formula(out, g_, names_, id, depth); });
    }

    /// "/ sqrt(3)", "where k <= q", "tanh": what a step does to what is below it.
    std::string words_of_step(node_id id) const {
        const node& n = g_[id];
        const std::string name = traits_of(n.apply).name;
        if (n.operand_count == 1) return name;
        const bool is_left = operand_on_path(id) == g_.operand(id, 0);
        const node_id other = g_.operand(id, is_left ? 1 : 0);
        const bool compound = g_[other].kind == node_kind::elementwise;
        const std::string words = formula_of_node(other);
        if (n.apply == function::where) return "where " + words;
        const std::string sign = n.apply == function::multiply ? "*" : name;
        const std::string wrapped = compound && n.apply != function::add ? '(' + words + ')' : words;
        if (is_left) return sign + ' ' + wrapped;
        return n.apply == function::multiply || n.apply == function::add ? sign + ' ' + wrapped : wrapped + ' ' + sign;
    }

    /// What all products of queries and keys are multiplied by, if that is all that happens but for masks.
    bool find_scale(const path& p, double& scale) const {
        scale = 1;
        for (const node_id id : p.steps) {
            const node& n = g_[id];
            if (n.apply == function::where || n.apply == function::copy) continue;
            if (n.apply != function::multiply && n.apply != function::divide) return false;
            const bool is_left = operand_on_path(id) == g_.operand(id, 0);
            const node_id other = g_.operand(id, is_left ? 1 : 0);
            if (g_[other].dims.size() != 1 || (!is_left && n.apply == function::divide)) return false;
            const double factor = values_.element(other, nothing_of(g_[other].dims));
            scale = n.apply == function::divide ? scale / factor : scale * factor;
        }
        return true;
    }

    void write_map(json_writer& out, node_id weights, const region& index, const std::string& name) const {
        const shape& dims = g_[weights].dims;
        const std::size_t rows = dims.from_right(1).size, columns = dims.from_right(0).size;
        const node_id scores = g_.operand(weights, 0);
        const path p = path_below(scores);
        const bool is_toy = rows <= 16 && columns <= 16;  // only then there is room for what the numbers are made of
        const auto is_masked = [&](std::size_t i, std::size_t j) { return at(scores, index, i, j) == -infinite_score; };
        const auto matrix = [&](const char* key, node_id id, std::size_t n, std::size_t m, bool masked,
                                int places = 9) {
            out.key(key);
            if (id == no_node) {
                out.null();
                return;
            }
            out.begin_list();
            for (std::size_t i = 0; i < n; ++i) {
                out.begin_list();
                for (std::size_t j = 0; j < m; ++j)
                    masked&& is_masked(i, j) ? out.null() : out.number(at(id, index, i, j), places);
                out.end_list();
            }
            out.end_list();
        };
        out.begin_object();
        out.member("title", name);
        labels(out, "rows", rows_, rows);
        labels(out, "columns", columns_, columns);
        out.member("row_axis", dims.from_right(1).name != nullptr ? dims.from_right(1).name->name : "query");
        out.member("column_axis", dims.from_right(0).name != nullptr ? dims.from_right(0).name->name : "key");
        matrix("product", is_toy ? p.product : no_node, rows, columns, false);
        out.key("chain").begin_list();
        for (const node_id id : p.steps) {
            out.begin_object();
            out.member("text", words_of_step(id));
            matrix("values", is_toy ? id : no_node, rows, columns, false);
            out.end_object();
        }
        out.end_list();
        matrix("scores", scores, rows, columns, true, is_toy ? 9 : 6);
        matrix("weights", weights, rows, columns, true, is_toy ? 9 : 4);
        if (is_toy) {
            operands(out, p, index, matrix, rows, columns);
            outputs(out, weights, matrix, rows, columns);
        }
        out.end_object();
    }

    template <class Matrix>
    void operands(json_writer& out, const path& p, const region& index, const Matrix& matrix, std::size_t rows,
                  std::size_t columns) const {
        double scale = 1;
        out.key("scale");
        p.product != no_node&& find_scale(p, scale) ? out.number(scale, 17) : out.null();
        if (p.product == no_node) {
            matrix("queries", no_node, 0, 0, false);
            matrix("keys", no_node, 0, 0, false);
            return;
        }
        const node_id left = g_.operand(p.product, 0), right = g_.operand(p.product, 1);
        const std::size_t depth = g_[left].dims.from_right(0).size;
        matrix("queries", left, rows, depth, false);
        out.key("keys").begin_list();
        for (std::size_t j = 0; j < columns; ++j) {
            out.begin_list();
            for (std::size_t d = 0; d < depth; ++d) out.number(at(right, index, d, j));
            out.end_list();
        }
        out.end_list();
        out.member("query_name", formula_of_node(left));
        out.member("key_name", formula_of_node(right));
    }

    template <class Matrix>
    void outputs(json_writer& out, node_id weights, const Matrix& matrix, std::size_t rows, std::size_t columns) const {
        node_id product = no_node;
        for (node_id id = 0; id < g_.nodes.size(); ++id)
            if (g_[id].kind == node_kind::product && g_.operand(id, 0) == weights) product = id;
        const node_id right = product == no_node ? no_node : g_.operand(product, 1);
        const std::size_t width = product == no_node ? 0 : g_[right].dims.from_right(0).size;
        matrix("values", right, columns, width, false);
        matrix("output", product, rows, width, false);
        if (right != no_node) out.member("value_name", formula_of_node(right));
    }

    static void labels(json_writer& out, const char* key, const std::vector<std::string>& words, std::size_t n) {
        out.key(key).begin_list();
        for (std::size_t i = 0; i < n; ++i) out.string(words.size() == n ? words[i] : std::to_string(i));
        out.end_list();
    }

    const graph<Capacity>& g_;
    const leaf_name* names_;
    const std::vector<std::string>& rows_;
    const std::vector<std::string>& columns_;
    reference::graph_values<double, Capacity> values_;
    std::vector<node_id> weights_;
};

}  // namespace heed::detail
