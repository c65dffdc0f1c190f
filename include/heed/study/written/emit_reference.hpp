// SPDX-License-Identifier: BSL-1.0
// Emits the formula node by node in double, with which emitted files check themselves: nothing is fused, every value is
// stored, the functions are those of <math.h>.
#pragma once

#include <heed/graph/graph.hpp>
#include <heed/study/emit/emit_formula.hpp>
#include <heed/study/emit/emit_words.hpp>
#include <heed/study/emit/spelling.hpp>
#include <heed/study/written/written_row.hpp>

#include <string>
#include <vector>

namespace heed::detail::emitted {

class reference_emitter {
public:
    reference_emitter(const graph_view& g, const leaf_list& leaves, names taken, c_writer& out)
        : g_(g), leaves_(leaves), names_(taken), out_(out) {
        for (const char* name : {"largest", "smallest", "total", "sum", "best", "pivot", "left", "right", "expected"})
            names_.claim(name);
    }

    /// Emits the body of a function that writes to `expected`.
    void run() {
        stored_.resize(g_.nodes.size());
        for (node_id id = 0; id < g_.nodes.size(); ++id) {
            const node_kind kind = g_[id].kind;
            if (kind == node_kind::leaf || kind == node_kind::constant || kind == node_kind::index ||
                kind == node_kind::view)
                continue;
            const std::size_t size = g_[id].dims.size();
            stored_[id] = names_.claim_unused(name_of_node(g_[id]));
            out_.spelled("static double " + stored_[id] + '[' + std::to_string(size) + "];");
        }
        for (node_id id = 0; id < g_.nodes.size(); ++id)
            if (!stored_[id].empty()) emit_node(id);
        for (std::size_t k = 0; k < g_.results.size(); ++k) {
            const node_id result = g_.results[k];
            const std::size_t before = names_.size();
            const std::vector<std::string> i = open_loops(g_[result].dims, no_axis);
            out_.spelled(name_of_result("expected", k, g_.results.size()) + '[' + flat(g_[result].dims, i) +
                         "] = " + element(result, i).text + ';');
            close_loops(i, before);
        }
    }

private:
    static constexpr std::size_t no_axis = static_cast<std::size_t>(-1);
    using indices = std::vector<std::string>;
    static constexpr number_type real{"double", "", false};

    static std::string name_of_node(const node& n) {
        switch (n.kind) {
            case node_kind::product: return "product";
            case node_kind::reduce: return name_of(n.reduce) + std::string("_of_rows");
            case node_kind::normalise: return traits_of(n.weights).rows;
            case node_kind::concat: return "parts";
            case node_kind::inverse: return "inverse";
            case node_kind::lookup: return "looked_up";
            case node_kind::reshape: return "reshaped";
            default: return name_of_function(n.apply);
        }
    }
    static std::string name_of_function(function f) {
        switch (f) {
            case function::add: return "added";
            case function::subtract: return "difference";
            case function::multiply:
            case function::divide: return "scaled";
            case function::where: return "masked";
            case function::negate: return "negated";
            default: break;
        }
        return is_letter(traits_of(f).name[0]) ? std::string("of_") + traits_of(f).name : "holds";
    }

    std::string flat(const shape& dims, const indices& i) const {
        const strides step = contiguous_strides(dims);
        std::string text;
        for (std::size_t a = 0; a < dims.rank; ++a) text = sum_of(text, scaled_index(i[a], step[a]));
        return text.empty() ? "0" : text;
    }

    /// An element of a node at the indices of its axes; an empty index is 0.
    expression element(node_id id, const indices& i) const {
        const node& n = g_[id];
        if (n.kind == node_kind::constant) return as_number(to_number<double>(n.value));
        if (n.kind == node_kind::index)
            return as_double(i[n.axis].empty() ? expression{"0"} : expression{i[n.axis], expression::sum});
        if (n.kind == node_kind::view) return element(g_.operand(id, 0), through(n.map, i));
        if (n.kind != node_kind::leaf) return {stored_[id] + '[' + flat(n.dims, i) + ']'};
        const leaf& l = leaves_.leaves[n.leaf];
        if (l.is_number) return as_number(l.value);
        const parameter& p = leaves_.parameters[l.parameter];
        std::string at;
        for (std::size_t a = 0; a < n.dims.rank; ++a) at = sum_of(at, scaled_index(i[a], p.step[a]));
        const expression x{p.name + '[' + (at.empty() ? "0" : at) + ']'};
        return std::string(p.type) == "double" ? x : as_double(x);
    }
    expression as_double(const expression& x) const { return spelling{real, out_.language()}.cast("double", x); }
    /// The name of a function of the standard library.
    std::string standard(const char* name) const { return out_.language().standard + std::string(name); }
    std::string infinity() const { return out_.language().infinity; }
    static expression as_number(double x) {
        const std::string text = real.literal(x);
        return {text, text[0] == '-' ? expression::sign : expression::word};
    }
    static indices through(const index_map& map, const indices& outer) {
        indices inner(map.rank);
        for (std::size_t a = 0; a < map.rank; ++a) {
            if (map.from[a] != index_map::fixed) inner[a] = outer[static_cast<std::size_t>(map.from[a])];
            if (map.offset[a] > 0) inner[a] = sum_of(inner[a], std::to_string(map.offset[a]));
        }
        return inner;
    }
    expression repeated(node_id operand, const shape& dims, const indices& i) const {
        return element(operand, through(broadcast_map(g_[operand].dims, dims), i));
    }

    std::string variable(const extent& e, std::size_t from_right) {
        if (e.size == 1) return "";
        const char* const usual[] = {"col", "row", "head", "batch", "outer", "outermost"};
        return names_.claim_unused(free_name_of(e, usual[from_right], names_));
    }
    /// Opens loops over all axes but one.
    indices open_loops(const shape& dims, std::size_t except) {
        indices i(dims.rank);
        for (std::size_t a = 0; a < dims.rank; ++a) {
            if (a == except) continue;
            i[a] = variable(dims[a], dims.rank - 1 - a);
            if (!i[a].empty()) out_.open(count_loop(i[a], dims[a].size));
        }
        if (!has_loops(i)) out_.open("");  // a scope for the variables of the node
        return i;
    }
    void close_loops(const indices& i, std::size_t names_before) {
        for (const std::string& name : i)
            if (!name.empty()) out_.close();
        if (!has_loops(i)) out_.close();
        names_.forget_after(names_before);
    }
    static bool has_loops(const indices& i) {
        for (const std::string& name : i)
            if (!name.empty()) return true;
        return false;
    }

    void emit_node(node_id id) {
        const std::size_t before = names_.size();
        const node& n = g_[id];
        out_.blank();
        switch (n.kind) {
            case node_kind::lookup:
            case node_kind::elementwise: {
                const indices i = open_loops(n.dims, no_axis);
                out_.spelled(stored_[id] + '[' + flat(n.dims, i) + "] = " + applied(id, i).text + ';');
                close_loops(i, before);
                return;
            }
            case node_kind::product: return emit_product(id, before);
            case node_kind::reduce: return emit_reduce(id, before);
            case node_kind::normalise: return emit_normalise(id, before);
            case node_kind::concat: return emit_concat(id);
            case node_kind::inverse: return emit_inverse(id, before);
            case node_kind::reshape: return emit_reshape(id);
            default: return;
        }
    }

    expression looked_up(node_id id, const indices& i) const {
        const node& n = g_[id];
        indices at = through(n.map, i);
        for (std::size_t k = 0; k + 1 < n.operand_count; ++k)
            at[n.found[k]] =
                spelling{real, out_.language()}.cast("int", repeated(g_.operand(id, k + 1), n.dims, i)).text;
        return element(g_.operand(id, 0), at);
    }
    expression applied(node_id id, const indices& i) const {
        const node& n = g_[id];
        if (n.kind == node_kind::lookup) return looked_up(id, i);
        const expression x = repeated(g_.operand(id, 0), n.dims, i);
        if (n.operand_count == 1) return definition_of(n.apply, x, out_.language().standard);
        return definition_of_two(n.apply, x, repeated(g_.operand(id, 1), n.dims, i), out_.language());
    }

    void emit_product(node_id id, std::size_t before) {
        const shape& dims = g_[id].dims;
        const node_id left = g_.operand(id, 0), right = g_.operand(id, 1);
        const shape &a_dims = g_[left].dims, &b_dims = g_[right].dims;
        const indices i = open_loops(dims, no_axis);
        const std::string k = variable(a_dims.from_right(0), 0);
        const auto own = [&](const shape& of, bool is_left) {
            indices at(of.rank);
            for (std::size_t a = 0; a + 2 < of.rank; ++a)
                if (of[a].size > 1) at[a] = i[a + dims.rank - of.rank];
            at[of.rank - 2] = is_left ? i[dims.rank - 2] : k;
            at[of.rank - 1] = is_left ? k : i[dims.rank - 1];
            return at;
        };
        out_.spelled("double sum = 0;");
        const std::string statement =
            "sum += " + element(left, own(a_dims, true)).text + " * " + element(right, own(b_dims, false)).text + ';';
        if (k.empty())
            out_.spelled(statement);
        else
            out_.loop(count_loop(k, a_dims.from_right(0).size), statement);
        out_.spelled(stored_[id] + '[' + flat(dims, i) + "] = sum;");
        close_loops(i, before);
    }

    void emit_reduce(node_id id, std::size_t before) {
        const node& n = g_[id];
        const node_id operand = g_.operand(id, 0);
        const extent along = g_[operand].dims[n.axis];
        const indices i = open_loops(n.dims, no_axis);
        const std::string j = variable(along, 0);
        indices at(n.dims.rank + 1);
        for (std::size_t a = 0; a < at.size(); ++a) at[a] = a == n.axis ? j : i[a < n.axis ? a : a - 1];
        const written_row row(out_, names_, j, along.size, element(operand, at));
        const written_double result = with_description(n.reduce, [&](auto described) {
            return described.definition(written_mathematics{out_.language().standard, out_.language().infinity}, row);
        });
        out_.spelled(stored_[id] + '[' + flat(n.dims, i) + "] = " + result.text().text + ';');
        close_loops(i, before);
    }

    void emit_normalise(node_id id, std::size_t before) {
        const node& n = g_[id];
        indices i = open_loops(n.dims, n.axis);
        const indices outer = i;
        const std::string j = variable(n.dims[n.axis], n.dims.rank - 1 - n.axis);
        i[n.axis] = j;
        const std::string x = element(g_.operand(id, 0), i).text, to = stored_[id] + '[' + flat(n.dims, i) + "] = ";
        const written_row row(out_, names_, j, n.dims[n.axis].size, {x});
        row.largest();
        out_.spelled("if (largest == -" + infinity() + ") largest = 0;");
        out_.spelled("double total = 0;");
        row.loop("total += " + standard("exp(") + x + " - largest);");
        row.loop(n.weights == normalisation::softmax
                     ? to + "total == 0 ? 0 : " + standard("exp(") + x + " - largest) / total;"
                     : to + x + " - largest - (total == 0 ? 0 : " + standard("log(total));"));
        close_loops(outer, before);
    }

    void emit_concat(node_id id) {
        const node& n = g_[id];
        std::size_t start = 0;
        for (std::size_t k = 0; k < n.operand_count; ++k) {
            const std::size_t before = names_.size();
            const node_id part = g_.operand(id, k);
            const indices i = open_loops(g_[part].dims, no_axis);
            indices whole = i;
            if (start > 0) whole[n.axis] = sum_of(i[n.axis], std::to_string(start));
            out_.spelled(stored_[id] + '[' + flat(n.dims, whole) + "] = " + element(part, i).text + ';');
            close_loops(i, before);
            start += g_[part].dims[n.axis].size;
        }
    }

    /// Copies elements in the order of memory.
    void emit_reshape(node_id id) {
        const shape& from = g_[g_.operand(id, 0)].dims;
        const std::size_t before = names_.size();
        const std::string i = names_.claim_unused("i");
        indices at(from.rank);
        std::size_t step = 1;
        for (std::size_t a = from.rank; a-- > 0; step *= from[a].size) {
            if (from[a].size == 1) continue;
            at[a] = step == 1 ? i : i + " / " + std::to_string(step);
            if (step * from[a].size != from.size())
                at[a] = (step == 1 ? i : '(' + at[a] + ')') + " % " + std::to_string(from[a].size);
        }
        out_.loop(count_loop(i, from.size()),
                  stored_[id] + '[' + i + "] = " + element(g_.operand(id, 0), at).text + ';');
        names_.forget_after(before);
    }

    /// Elimination with partial pivoting, in place.
    void emit_inverse(node_id id, std::size_t before) {
        const node& n = g_[id];
        const std::size_t rank = n.dims.rank, size = n.dims.from_right(0).size;
        const std::string count = std::to_string(size);
        shape matrices = n.dims;
        matrices[rank - 1] = matrices[rank - 2] = extent(1);
        const indices outer = open_loops(matrices, no_axis);
        indices i = outer;
        i[rank - 2] = "i";
        i[rank - 1] = "j";
        out_.spelled("static double left[" + count + "][" + count + "], right[" + count + "][" + count + "];");
        out_.open(count_loop("i", size));
        out_.open(count_loop("j", size));
        out_.spelled("left[i][j] = " + element(g_.operand(id, 0), i).text + ';');
        out_.spelled("right[i][j] = i == j;");
        out_.close();
        out_.close();
        out_.open(count_loop("k", size));
        out_.spelled("int best = k;");
        out_.loop("for (int i = k + 1; i < " + count + "; ++i)",
                  "if (" + standard("fabs(left[i][k]) > ") + standard("fabs(left[best][k])) best = i;"));
        out_.open(count_loop("j", size));
        out_.spelled("const double of_left = left[k][j], of_right = right[k][j];");
        out_.spelled("left[k][j] = left[best][j];");
        out_.spelled("right[k][j] = right[best][j];");
        out_.spelled("left[best][j] = of_left;");
        out_.spelled("right[best][j] = of_right;");
        out_.close();
        out_.spelled("const double pivot = left[k][k];");
        out_.open(count_loop("j", size));
        out_.spelled("left[k][j] /= pivot;");
        out_.spelled("right[k][j] /= pivot;");
        out_.close();
        out_.open(count_loop("i", size));
        out_.spelled("const double times = i == k ? 0 : left[i][k];");
        out_.open(count_loop("j", size));
        out_.spelled("left[i][j] -= times * left[k][j];");
        out_.spelled("right[i][j] -= times * right[k][j];");
        out_.close();
        out_.close();
        out_.close();
        out_.open(count_loop("i", size));
        out_.loop(count_loop("j", size), stored_[id] + '[' + flat(n.dims, i) + "] = right[i][j];");
        out_.close();
        close_loops(outer, before);
    }

    graph_view g_;
    const leaf_list& leaves_;
    names names_;
    c_writer& out_;
    std::vector<std::string> stored_;
};

}  // namespace heed::detail::emitted
