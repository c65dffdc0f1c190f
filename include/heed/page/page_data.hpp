// SPDX-License-Identifier: BSL-1.0
// What the page of a study shows, as JSON: everything but machine code, which a tool adds.
#pragma once

#include <heed/page/maps.hpp>
#include <heed/page/tree_data.hpp>
#include <heed/study/cost_table.hpp>
#include <heed/study/emit.hpp>
#include <heed/study/explain.hpp>
#include <heed/study/loop_nest.hpp>
#include <heed/study/rewrites.hpp>

#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace heed {

namespace study {

/// What a formula cannot know, as words between spaces, or between bars: "word 1|word 2".
struct page_labels {
    std::string_view leaves{};   ///< of the tensors, as those of emit_options: "Q K V"
    std::string_view rows{};     ///< of the queries: tokens
    std::string_view columns{};  ///< of the keys
};

}  // namespace study

namespace detail {

/// Labels that a kernel has as static members go before those given otherwise.
template <class Kernel>
study::page_labels labels_of(const Kernel&, study::page_labels given) {
    using K = std::remove_cvref_t<Kernel>;
    if constexpr (requires { std::string_view(K::leaves); }) given.leaves = K::leaves;
    if constexpr (requires { std::string_view(K::rows); }) given.rows = K::rows;
    if constexpr (requires { std::string_view(K::columns); }) given.columns = K::columns;
    return given;
}

/// One formula as a variant of a kernel.
template <class F>
class variant_writer {
    using subject = study_subject<F>;
    using passes = typename subject::passes;
    static constexpr std::size_t written = std::remove_cvref_t<decltype(subject::graph)>::capacity;
    static constexpr std::size_t capacity = passes::capacity;

public:
    variant_writer(json_writer& out, const F& f, const std::string& name, const study::page_labels& labels)
        : out_(out),
          f_(f),
          name_(name),
          leaves_(f, labels.leaves, most_map_elements),
          rows_(split_words(labels.rows)),
          columns_(split_words(labels.columns.empty() ? labels.rows : labels.columns)),
          names_(named()),
          v_{subject::graph, passes::form,  passes::node_roles,  passes::value,
             names_.data(),  names_.size(), subject::computed_in} {}

    void write() {
        const node_loops<written, capacity> loops(v_);
        const page_tree<written, capacity> tree(v_, loops);
        out_.begin_object();
        out_.member("label", label());
        out_.member("formula", words_from([&](auto& o) { add_whole_formula(o, v_.written, v_.leaves, 16); }));
        out_.key("tree");
        tree.write(out_);
        out_.member("root", 0);
        write_rewrites();
        write_loop_nest();
        write_source();
        write_costs(tree, loops);
        out_.member("target", words_from([](auto& o) { add_target(o); }));
        write_left();
        write_maps();
        out_.key("machine").null();
        out_.end_object();
    }

private:
    std::vector<leaf_name> named() const {
        std::vector<leaf_name> names(subject::leaves.items, subject::leaves.items + subject::leaves.filled);
        for (std::size_t i = 0; i < names.size(); ++i) names[i].given = leaves_.leaves()[i].name;
        return names;
    }

    /// "query 64, key 64, d_k 32": the axes of the leaves; shapes where they have no names.
    std::string label() const {
        std::string words;
        std::vector<extent> seen;
        for (const auto& leaf : leaves_.leaves())
            for (std::size_t a = 0; a < leaf.dims.rank; ++a) {
                const extent& e = leaf.dims[a];
                bool is_new = e.name != nullptr;
                for (const extent& other : seen)
                    is_new = is_new && (other.size != e.size || std::string_view(other.name->name) != e.name->name);
                if (!is_new) continue;
                seen.push_back(e);
                words += (words.empty() ? "" : ", ") + std::string(e.name->name) + ' ' + std::to_string(e.size);
            }
        if (!words.empty()) return words;
        for (const auto& leaf : leaves_.tensors())
            words +=
                (words.empty() ? "" : ", ") + leaf.name + ' ' + words_from([&](auto& o) { add_shape(o, leaf.dims); });
        return words;
    }

    static std::string text_at(const std::vector<marked_text::line>& lines, std::size_t i) {
        return i < lines.size() ? lines[i].text : std::string();
    }

    void write_rewrites() {
        marked_text applied, kept;
        rewrites_writer(applied, v_).run();
        rewrites_writer(kept, v_).run_not_applied();
        const auto changes = applied.lines(), others = kept.lines();
        out_.key("rewrites").begin_list();
        for (std::size_t i = 0; i + 1 < changes.size(); i += 2) {
            const std::string& line = changes[i].text;
            const std::size_t arrow = line.find("  ->  ");
            out_.begin_object();
            out_.member("before", line.substr(0, arrow));
            out_.member("after", arrow == std::string::npos ? "" : line.substr(arrow + 6));
            out_.member("why", text_at(changes, i + 1));
            out_.end_object();
        }
        out_.end_list();
        out_.key("not_applied").begin_list();
        for (std::size_t i = 0; i + 1 < others.size(); i += 2) {
            out_.begin_object();
            out_.member("what", others[i].text);
            out_.member("why", text_at(others, i + 1));
            out_.end_object();
        }
        out_.end_list();
    }

    void write_id(const loop_id& id) {
        text<48> words;
        add_loop_id(words, id);
        out_.member("id", words.view());
    }

    void write_loop_nest() {
        marked_text nest;
        loop_nest_writer(nest, v_).run();
        out_.key("loops").begin_list();
        for (const marked_text::line& l : nest.lines()) {
            out_.begin_object();
            out_.member("depth", l.spaces / 4);
            out_.member("text", l.text);
            out_.member("remark", l.remark);
            write_id(l.loop);
            out_.end_object();
        }
        out_.end_list();
    }

    void write_source() {
        out_.key("source").begin_list();
        using T = computed_t<value_of<F>>;
        if constexpr ((std::same_as<T, float> || std::same_as<T, double>)&&!has_half_leaves<F>) {
            study::emit_options options{.name = name_, .leaves = {}, .main = false};
            for (const auto& tensor : leaves_.tensors()) options.leaves.push_back(tensor.name);
            const emitted::emitted_file file = emitted::emit_formula<T>(f_, options);
            std::size_t start = 0;
            for (const loop_id& id : file.loops) {
                const std::string_view line = line_at(file.text, start);
                out_.begin_object();
                out_.member("text", line);
                write_id(id);
                out_.end_object();
                start += line.size() + 1;
            }
        }
        out_.end_list();
    }

    void write_figures(const study::figures& f) {
        out_.member("flops", f.flops);
        out_.member("multiply_adds", f.multiply_adds);
        out_.member("exp", f.exp);
        out_.member("transcendentals", f.transcendentals);
        out_.member("index_operations", f.index_operations);
        out_.member("rescales", f.rescales);
        out_.member("bytes_in", f.bytes_in);
        out_.member("bytes_out", f.bytes_out);
        out_.member("temporaries", f.temporaries);
        out_.member("temporary_bytes", f.temporary_bytes);
        out_.member("workspace_bytes", f.workspace_bytes);
        out_.key("arithmetic_intensity").number(f.arithmetic_intensity, 4);
    }

    void write_costs(const page_tree<written, capacity>& tree, const node_loops<written, capacity>& loops) {
        const study::costs c = costs_of(v_);
        out_.key("cost").begin_object();
        write_figures(c);
        out_.member("score_tiles", c.score_tiles);
        out_.member("skipped_tiles", c.skipped_tiles);
        out_.member("computed_flops", c.computed_flops);
        out_.member("computed_multiply_adds", c.computed_multiply_adds);
        out_.member("computed_exp", c.computed_exp);
        out_.member("computed_transcendentals", c.computed_transcendentals);
        out_.member("computed_index_operations", c.computed_index_operations);
        out_.key("naive").begin_object();
        write_figures(c.naive);
        out_.end_object();
        out_.end_object();
        out_.key("cost_rows").begin_list();
        marked_text unused;
        cost_table_writer(unused, v_).for_each_row([&](node_id id, std::size_t count, const cost& of_row) {
            const std::string times = count > 1 ? std::to_string(count) + " x " : "";
            out_.begin_object();
            out_.member("operation", times + words_from([&](auto& o) { add_operation(o, v_.form, v_.leaves, id); }));
            out_.member("shape", words_from([&](auto& o) { add_shape(o, v_.form[id].dims); }));
            out_.member("flops", of_row.flops());
            out_.member("exp", of_row.exps);
            out_.member("other", of_row.transcendentals);
            out_.member("indices", of_row.index_operations);
            out_.member("where", words_from([&](auto& o) { add_place(o, v_, id); }));
            out_.key("node");
            const std::size_t shown = tree.shown_for(id);
            shown == no_node ? out_.null() : out_.count(shown);
            out_.key("loops");
            write_loops(out_, loops[id]);
            out_.end_object();
        });
        out_.end_list();
    }

    void write_left() {
        marked_text left;
        shortcomings_writer(left, v_).run();
        out_.key("left").begin_list();
        for (const marked_text::line& l : left.lines()) out_.string(l.text);
        out_.end_list();
    }

    /// From the formula as it is written; where its rows are columns, from its canonical form.
    void write_maps() {
        out_.key("maps");
        constexpr const auto& defined = defined_graph_of<typename subject::formula_type>;
        using maps_of_written = attention_maps<defined.capacity>;
        if (maps_of_written::exist(defined) && softmax_along_rows(defined)) {
            const maps_of_written maps(defined, v_.leaves, leaves_, rows_, columns_);
            if (!maps.empty()) return maps.write(out_);
        } else if (attention_maps<capacity>::exist(v_.form) && !has_defined_operations(v_.form)) {
            const attention_maps<capacity> maps(v_.form, v_.leaves, leaves_, rows_, columns_);
            if (!maps.empty()) return maps.write(out_);
        }
        out_.null();
    }
    template <std::size_t Capacity>
    static bool softmax_along_rows(const graph<Capacity>& g) {
        for (const node& n : g.nodes)
            if (n.kind == node_kind::normalise && n.axis + 1 != n.dims.rank) return false;
        return true;
    }

    json_writer& out_;
    const F& f_;
    const std::string& name_;
    leaf_values leaves_;
    std::vector<std::string> rows_, columns_;
    std::vector<leaf_name> names_;
    study_view<written, capacity> v_;
};

}  // namespace detail

namespace study {

/// The data of a page: kernels, and each of them in one or more shapes. A kernel is something without arguments that
/// returns a formula: a function, or a function object, which may have `leaves`, `rows` and `columns` as static members
/// (see page_labels).
///   study::page_data page("Attention");
///   page.add("attend", attend).add("attend", attend<64>);
///   std::cout << page.json();
/// errors  std::invalid_argument where leaves has another number of names than the formula has tensors
/// needs   sizes that are known while compiling, else law::page_sizes
/// cost    evaluates formulas of up to 64 x 64 scores node by node in double
class page_data {
public:
    explicit page_data(std::string title) : title_(std::move(title)) {}

    /// The same name again: another shape of that kernel.
    template <class Kernel>
    page_data& add(const std::string& name, const Kernel& kernel, const page_labels& labels = {}) {
        const auto& formula = kernel();
        const auto& operand = detail::operand_of(formula);
        detail::json_writer out;
        using F = std::remove_cvref_t<decltype(operand)>;
        (void)sizeof(law::page_sizes<F, !detail::has_lengths<F>>);
        if constexpr (!detail::has_lengths<F>) {
            detail::variant_writer<F>(out, operand, name, detail::labels_of(kernel, labels)).write();
            entry(name).variants.push_back(out.take());
        }
        return *this;
    }

    [[nodiscard]] std::string json() const {
        detail::json_writer out;
        out.begin_object();
        out.member("title", title_);
        out.member("generator", "heed 0.1.0");
        out.key("kernels").begin_list();
        for (const named_kernel& k : kernels_) {
            out.begin_object();
            out.member("name", k.name);
            out.key("variants").begin_list();
            for (const std::string& v : k.variants) out.raw(v);
            out.end_list();
            out.end_object();
        }
        out.end_list();
        out.end_object();
        return out.take();
    }

private:
    struct named_kernel {
        std::string name;
        std::vector<std::string> variants;
    };
    named_kernel& entry(const std::string& name) {
        for (named_kernel& k : kernels_)
            if (k.name == name) return k;
        kernels_.push_back({name, {}});
        return kernels_.back();
    }

    std::string title_;
    std::vector<named_kernel> kernels_;
};

}  // namespace study
}  // namespace heed
