// SPDX-License-Identifier: BSL-1.0
// What all emitted loops need: names, arrays, loop heads, and the elementwise formulas around a loop.
#pragma once

#include <heed/lower/kept_columns.hpp>
#include <heed/lower/lower.hpp>
#include <heed/study/emit/emit_exact.hpp>
#include <heed/study/emit/emit_formula.hpp>
#include <heed/study/emit/emit_register.hpp>
#include <heed/study/written/written_place.hpp>

#include <cstddef>
#include <string>
#include <type_traits>
#include <vector>

namespace heed::detail::emitted {

/// The part of a step that a mask leaves (lower/kept_columns.hpp), as variables of the file.
struct written_kept_part {
    std::size_t axis = kept_axis::none;
    std::string first{};  ///< empty: the first is always 0
    std::string count{};

    written_index size() const { return written_index(count); }
    /// Where the operands of a loop over the part begin. A product that sums tiles has a loop over rows as they are.
    void move(std::vector<place>& places, bool is_product) const {
        for (std::size_t i = 0; i < places.size(); ++i) {
            const bool is_left = is_product && i == product_slot::left,
                       is_right = is_product && i == product_slot::right;
            if (axis == kept_axis::columns ? !is_left : axis == kept_axis::terms && is_left) places[i].kept_col = first;
            if (axis == kept_axis::terms && is_right) places[i].kept_row = first;
        }
    }
};

/// The context in which a step is written.
struct step_context {
    const kernel& k;
    const step& s;
    const variables& v;
    std::vector<place> places;
    node_id target;
    extent cols;  ///< with its name
    const length_list& lengths;
    std::string first_term = "", end_of_terms = "";  ///< of the tile, for a product that sums several
    written_kept_part kept{};

    /// A size of the plan: a number, or the prime product that stands for a length.
    written_index size(std::size_t n) const {
        return is_static_size(n, lengths) ? written_index(n) : written_index::of_length(n);
    }
    written_index columns() const {
        return kept.axis == kept_axis::columns && k.loop != skeleton::reduce ? kept.size() : size(k.cols);
    }
    written_index row_length() const { return kept.axis == kept_axis::columns ? kept.size() : size(k.row.length); }
    written_index terms() const { return kept.axis == kept_axis::terms ? kept.size() : size(k.product.inner); }
};

/// The results of the passes for a formula.
struct lowered_form {
    plan_view value;
    graph_view form;
    roles_view node_roles;
    const length_list& lengths = no_lengths;  ///< the primes that stand for them
};

class step_emitter {
public:
    using context = step_context;

    plan_view plan;
    graph_view graph;
    roles_view node_roles;
    const length_list& lengths;
    const leaf_list& leaves;
    const number_type& type;
    names& taken;
    c_writer& out;
    bool has_tiles = false;                     ///< rows are processed in tiles, not one by one
    std::string first_row = "";                 ///< of the tile, if there are several
    std::vector<accumulation> accumulations{};  ///< functions that the written text calls

    void need(const accumulation& f) {
        for (const accumulation& known : accumulations)
            if (known == f) return;
        accumulations.push_back(f);
    }

    step_emitter(const lowered_form& passes, const leaf_list& l, const number_type& t, names& n, c_writer& w)
        : plan(passes.value),
          graph(passes.form),
          node_roles(passes.node_roles),
          lengths(passes.lengths),
          leaves(l),
          type(t),
          taken(n),
          out(w) {
        name_buffers();
        name_constants();
    }

    node_id core_of(node_id target) const {
        const node_id core = node_roles[target].core;
        return core == no_node ? target : core;
    }

    /// Whether the elements of an operand are contiguous along rows and of the number type.
    static bool is_dense(const slot& s, const place& p) {
        return !p.array.empty() && p.cast.empty() && !s.strided && s.col_stride == 1;
    }

    /// The same along columns.
    static bool is_dense_down(const slot& s, const place& p) {
        return !p.array.empty() && p.cast.empty() && !s.strided && s.row_stride == 1;
    }

    // Memory.

    void declare(const std::string& name, std::size_t elements) {
        const bool large = elements * (type.is_float ? 4 : 8) > 16384;
        out.spelled(std::string(large ? "static " : "") + type.name + ' ' + name + '[' + std::to_string(elements) +
                    "];");
    }

    void declare_buffer(std::size_t b, std::size_t elements, reason& last_why) {
        const reason why = plan.buffers[b].why;
        if (why != last_why) out.comment(std::string("stored, because ") + words_of(why));
        last_why = why;
        declare(buffers[b], elements);
    }

    /// `is_transposed`: the rows of a tile are columns of the slot.
    place place_of(const slot& s, bool is_transposed = false) const {
        place p;
        p.is_index = s.place == slot::index;
        if (s.place == slot::exact) return constants[s.id];
        if (s.place == slot::number) {
            p.number = leaves.leaves[s.id].value;
            return p;
        }
        p.offset = s.offset_without_lengths(0);
        p.offsets_of_lengths.assign(s.offsets_of_lengths.begin(), s.offsets_of_lengths.end());
        for (std::size_t a = 0; a < max_rank; ++a) p.batch[a] = s.batch_stride[a];
        p.divided_axis = s.divided_axis;
        p.divisor = s.divisor;
        p.row = s.row_stride;
        p.col = s.col_stride;
        for (std::size_t k = 0; k < most_found; ++k) p.found[k] = s.found_stride[k];
        if (s.place == slot::result) p.array = name_of_result("out", s.id, plan.results);
        if (s.place == slot::buffer) {
            p.array = buffers[s.id];
            p.offset -= plan.buffers[s.id].offset;
            if (plan.buffers[s.id].tile && !has_tiles) p.row = 0;  // a tile is one row
            if (plan.buffers[s.id].tile && has_tiles) (is_transposed ? p.first_col : p.first_row) = first_row;
        }
        if (s.place == slot::leaf) {
            const parameter& from = leaves.parameters[leaves.leaves[s.id].parameter];
            p.array = from.name;
            p.element_type = from.type;
            p.is_whole = p.element_type != "float" && p.element_type != "double";
            if (std::string(from.type) != type.name) p.cast = std::string("(") + type.name + ')';
            if (s.strided) use_strides(p, s, from.step);
        }
        return p;
    }

    /// Uses the strides of a view instead of those of a dense tensor.
    static void use_strides(place& p, const slot& s, const strides& step) {
        const loop_strides along(s.map, s.loop_rank, step);
        p.offset = along.offset;
        p.row = along.row;
        p.col = along.col;
        for (std::size_t a = 0; a < max_rank; ++a) p.batch[a] = along.batch[a];
        for (std::size_t i = 0; i < most_found; ++i) p.found[i] = along.found[i];
    }

    // Loops.

    /// A free name for the variable of a loop: that of its axis, else the usual one. Empty for a single iteration.
    std::string variable(const extent& e, const char* usual) {
        return e.size == 1 ? "" : taken.claim_unused(free_name_of(e, usual, taken));
    }

    void open_loop(const std::string& name, std::size_t size) {
        if (!name.empty()) out.open(count_loop(name, size));
    }

    void close_loop(const std::string& name) {
        if (!name.empty()) out.close();
    }

    std::string local(const char* wanted) { return taken.claim_unused(wanted); }

private:
    /// The node that is read through views and copies.
    const node& behind_views(node_id id) const {
        const auto passes = [](const node& n) {
            return n.kind == node_kind::view || (n.kind == node_kind::elementwise && n.apply == function::copy);
        };
        while (passes(graph[id])) id = graph.operand(id, 0);
        return graph[id];
    }

    std::string name_of_leaf(node_id id) const {
        const node& n = behind_views(id);
        if (n.kind != node_kind::leaf || leaves.leaves[n.leaf].is_number) return "";
        return leaves.parameters[leaves.leaves[n.leaf].parameter].name;
    }

    std::string name_of_node(node_id id) const {
        const node_id core = node_roles[id].core;
        if (graph[id].kind == node_kind::concat) return "parts";
        if (core == no_node) return "values";
        switch (graph[core].kind) {
            case node_kind::product: {
                if (node_roles[id].scores != no_node) return "attended";
                const std::string a = name_of_leaf(graph.operand(core, 0)), b = name_of_leaf(graph.operand(core, 1));
                return a.empty() || b.empty() ? "product" : a + '_' + b;
            }
            case node_kind::normalise: return traits_of(graph[core].weights).rows;
            case node_kind::reduce: return traits_of(graph[core].reduce).plural;
            case node_kind::inverse: return "inverse";
            default: return "values";
        }
    }

    /// Buffers are named in the order in which they are written. Operands of attention are named after their role.
    void name_buffers() {
        buffers.resize(plan.buffers.size());
        for (const step& s : plan.steps) {
            const slot& written = plan.slot_at(s, result_slot);
            if (written.place != slot::buffer || !buffers[written.id].empty()) continue;
            const std::string role = role_in_attention(written);
            const std::string wanted = role.empty() ? name_of_node(plan.buffers[written.id].node) : role;
            buffers[written.id] = taken.claim_unused(wanted);
        }
    }

    static const char* name_of_stream_slot(std::size_t i) {
        return i == stream_slot::values ? "values" : i == stream_slot::queries ? "queries" : "keys";
    }
    std::string role_in_attention(const slot& written) const {
        for (const step& s : plan.steps) {
            const kernel& k = plan.kernels[s.kernel];
            if (k.loop != skeleton::stream) continue;
            for (std::size_t i = stream_slot::values; i <= last_operand_of(k.stream); ++i) {
                const slot& read = plan.slot_at(s, i);
                if (read.place == slot::buffer && read.id == written.id) return name_of_stream_slot(i);
            }
        }
        return "";
    }

    void name_constants() {
        for (const surd& s : plan.constants) constants.push_back(place_of(s));
    }
    /// Roots and scalars computed from lengths are named constants. A multiple of a length is like an index that is the
    /// same everywhere.
    place place_of(const surd& s) {
        const exact_of_lengths exact(s, lengths, {type, out.language()});
        place p;
        p.is_index = exact.is_count();
        p.is_named = !p.is_index && (s.radicand != 1 || !exact.is_static());
        if (p.is_index) p.offset = size_of_number(s.numerator);
        if (exact.is_static()) p.number = number_of(s);
        if (!p.is_named) return p;
        p.value = taken.claim_unused("scale");
        const std::string begin = std::string(" ") + type.name + ' ' + p.value + " = ";
        if (exact.is_static())
            out.spelled(out.language().known_number + begin + type.literal(p.number) + ';', words_for(s));
        else
            out.spelled("const" + begin + exact.text() + ';');
        return p;
    }

    double number_of(const surd& s) const {
        return type.is_float ? static_cast<double>(to_number<float>(s)) : to_number<double>(s);
    }

    std::vector<std::string> buffers;
    std::vector<place> constants;
};

}  // namespace heed::detail::emitted
