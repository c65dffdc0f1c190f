// SPDX-License-Identifier: BSL-1.0
// The numbers of an attention: queries, keys, scores, weights, output. reference/ computes them in double, for formulas
// that are small enough to show.
#pragma once

#include <heed/reference/graph_values.hpp>
#include <heed/study/text/formula.hpp>
#include <heed_page/json.hpp>
#include <heed_page/leaf_values.hpp>
#include <heed_page/marked_text.hpp>

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace heed::detail {

inline constexpr std::size_t most_map_rows = 64;           ///< most queries, and most keys, that are shown
inline constexpr std::size_t most_map_elements = 1 << 18;  ///< for all nodes together
inline constexpr double infinite_score = std::numeric_limits<double>::infinity();
inline constexpr std::size_t most_map_text = 80000;  ///< characters of JSON

/// The softmax weights of a graph, and the values that they are computed from.
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

    /// Appends the numbers of all maps that are small. For each map these matrices follow one another, row by row, if
    /// they exist: product, each step of the chain, scores, weights, queries, keys transposed, values, output.
    void add_numbers(std::vector<double>& all) const {
        for (const node_id weights : weights_)
            for (std::size_t m = 0; m < matrices_of(weights); ++m)
                add_map_numbers(all, weights, index_of(g_[weights].dims, m));
    }

    void write(json_writer& out) const {
        out.begin_list();
        const std::size_t begin = out.size();
        for (std::size_t n = 0; n < weights_.size(); ++n) {
            const std::size_t maps = matrices_of(weights_[n]);
            for (std::size_t m = 0; m < maps; ++m) {
                json_writer one;
                write_map(one, weights_[n], index_of(g_[weights_[n]].dims, m), title(n, m, maps));
                if (out.size() - begin + one.size() > most_map_text) break;
                out.raw(one.take());
            }
        }
        out.end_list();
    }

    /// Whether a node is a softmax whose rows fit on a page.
    static constexpr bool is_map(const graph<Capacity>& g, node_id id) {
        const node& n = g[id];
        if (n.kind != node_kind::normalise || n.weights != normalisation::softmax || n.dims.rank < 2) return false;
        return n.axis + 1 == n.dims.rank && n.dims.from_right(0).size <= most_map_rows &&
               n.dims.from_right(1).size <= most_map_rows;
    }
    /// Whether there is a map, and the whole formula is small.
    static constexpr bool exist(const graph<Capacity>& g) {
        std::size_t elements = 0;
        bool found = false;
        for (node_id id = 0; id < g.nodes.size(); ++id) {
            elements += g[id].dims.size();
            found = found || is_map(g, id);
        }
        return found && elements <= most_map_elements;
    }

private:
    /// The number of matrices, over all leading axes.
    std::size_t matrices_of(node_id id) const {
        std::size_t matrices = 1;
        for (std::size_t a = 0; a + 2 < g_[id].dims.rank; ++a) matrices *= g_[id].dims[a].size;
        return matrices;
    }

    bool fill(const leaf_values& leaves) {
        for (node_id id = 0; id < g_.nodes.size(); ++id) {
            if (g_[id].kind != node_kind::leaf) continue;
            const std::vector<double>& from = leaves.leaves()[g_[id].leaf].numbers;
            if (from.size() != g_[id].dims.size()) return false;
            for (std::size_t i = 0; i < from.size(); ++i) values_.of(id)[i] = from[i];
        }
        return true;
    }

    /// The indices of the leading axes for the m-th matrix.
    static region index_of(const shape& dims, std::size_t m) {
        region at;
        at.rank = dims.rank;
        for (std::size_t a = dims.rank - 2; a-- > 0; m /= dims[a].size) at.begin[a] = m % dims[a].size;
        return at;
    }

    /// An element of a node at an index of the weights: the last axes are aligned, and axes of size 1 are broadcast.
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

    /// Readers count heads from 1, as the course does.
    std::string title(std::size_t n, std::size_t m, std::size_t maps) const {
        std::string words = weights_.size() > 1 ? "head " + std::to_string(n + 1) : "";
        if (maps == 1) return words;
        const shape& dims = g_[weights_[n]].dims;
        const region index = index_of(dims, m);
        for (std::size_t a = 0; a + 2 < dims.rank; ++a) {
            if (dims[a].size == 1) continue;
            words += words.empty() ? "" : ", ";
            words += std::string(dims[a].name != nullptr ? dims[a].name->name : a + 3 == dims.rank ? "head" : "batch");
            words += ' ' + std::to_string(index.begin[a] + 1);
        }
        return words;
    }

    /// The product below the scores, and the elementwise steps from it up to them.
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

    /// What a step does to its operand: "/ sqrt(3)", "where k <= q", "tanh".
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

    /// The factor of all products of queries and keys, if there are no other steps except masks.
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

    /// The nodes whose matrices are shown with some weights, if they exist.
    struct map_nodes {
        node_id weights, scores;
        path below;  ///< the path from the product to the scores
        node_id queries = no_node, keys = no_node, output = no_node, values = no_node;
        std::size_t rows, columns, depth = 0, width = 0;
        bool is_toy;  ///< small enough for the page to show how numbers are computed
    };
    map_nodes nodes_of(node_id weights) const {
        const shape& dims = g_[weights].dims;
        map_nodes m{.weights = weights,
                    .scores = g_.operand(weights, 0),
                    .below = path_below(g_.operand(weights, 0)),
                    .rows = dims.from_right(1).size,
                    .columns = dims.from_right(0).size,
                    .is_toy = dims.from_right(1).size <= 16 && dims.from_right(0).size <= 16};
        if (m.below.product != no_node) {
            m.queries = g_.operand(m.below.product, 0);
            m.keys = g_.operand(m.below.product, 1);
            m.depth = g_[m.queries].dims.from_right(0).size;
        }
        for (node_id id = 0; id < g_.nodes.size(); ++id)
            if (g_[id].kind == node_kind::product && g_.operand(id, 0) == weights) m.output = id;
        if (m.output != no_node) {
            m.values = g_.operand(m.output, 1);
            m.width = g_[m.values].dims.from_right(0).size;
        }
        return m;
    }

    void write_map(json_writer& out, node_id weights, const region& index, const std::string& name) const {
        const shape& dims = g_[weights].dims;
        const map_nodes m = nodes_of(weights);
        const auto is_masked = [&](std::size_t i, std::size_t j) {
            return at(m.scores, index, i, j) == -infinite_score;
        };
        const auto matrix = [&](const char* key, node_id id, std::size_t rows, std::size_t columns, bool masked,
                                int places = 9) {
            out.key(key);
            if (id == no_node) {
                out.null();
                return;
            }
            out.begin_list();
            for (std::size_t i = 0; i < rows; ++i) {
                out.begin_list();
                for (std::size_t j = 0; j < columns; ++j)
                    masked&& is_masked(i, j) ? out.null() : out.number(at(id, index, i, j), places);
                out.end_list();
            }
            out.end_list();
        };
        out.begin_object();
        out.member("title", name);
        labels(out, "rows", rows_, m.rows);
        labels(out, "columns", columns_, m.columns);
        out.member("row_axis", dims.from_right(1).name != nullptr ? dims.from_right(1).name->name : "query");
        out.member("column_axis", dims.from_right(0).name != nullptr ? dims.from_right(0).name->name : "key");
        matrix("product", m.is_toy ? m.below.product : no_node, m.rows, m.columns, false);
        out.key("chain").begin_list();
        for (const node_id id : m.below.steps) {
            out.begin_object();
            out.member("text", words_of_step(id));
            matrix("values", m.is_toy ? id : no_node, m.rows, m.columns, false);
            out.end_object();
        }
        out.end_list();
        matrix("scores", m.scores, m.rows, m.columns, true, m.is_toy ? 9 : 6);
        matrix("weights", m.weights, m.rows, m.columns, true, m.is_toy ? 9 : 4);
        if (m.is_toy) {
            write_operands(out, m, index, matrix);
            matrix("values", m.values, m.columns, m.width, false);
            matrix("output", m.output, m.rows, m.width, false);
            if (m.values != no_node) out.member("value_name", formula_of_node(m.values));
        }
        out.end_object();
    }

    template <class Matrix>
    void write_operands(json_writer& out, const map_nodes& m, const region& index, const Matrix& matrix) const {
        double scale = 1;
        out.key("scale");
        m.below.product != no_node&& find_scale(m.below, scale) ? out.number(scale, 17) : out.null();
        matrix("queries", m.queries, m.rows, m.depth, false);
        if (m.keys == no_node) {
            matrix("keys", no_node, 0, 0, false);
            return;
        }
        out.key("keys").begin_list();
        for (std::size_t j = 0; j < m.columns; ++j) {
            out.begin_list();
            for (std::size_t d = 0; d < m.depth; ++d) out.number(at(m.keys, index, d, j));
            out.end_list();
        }
        out.end_list();
        out.member("query_name", formula_of_node(m.queries));
        out.member("key_name", formula_of_node(m.keys));
    }

    void add_map_numbers(std::vector<double>& all, node_id weights, const region& index) const {
        const map_nodes m = nodes_of(weights);
        if (!m.is_toy) return;
        const auto add = [&](node_id id, std::size_t rows, std::size_t columns) {
            if (id == no_node) return;
            for (std::size_t i = 0; i < rows; ++i)
                for (std::size_t j = 0; j < columns; ++j) all.push_back(at(id, index, i, j));
        };
        add(m.below.product, m.rows, m.columns);
        for (const node_id id : m.below.steps) add(id, m.rows, m.columns);
        add(m.scores, m.rows, m.columns);
        add(m.weights, m.rows, m.columns);
        add(m.queries, m.rows, m.depth);
        add(m.keys, m.depth, m.columns);
        add(m.values, m.columns, m.width);
        add(m.output, m.rows, m.width);
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
