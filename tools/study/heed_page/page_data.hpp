// SPDX-License-Identifier: BSL-1.0
// The data of a study page as JSON: everything except machine code, which a tool adds.
#pragma once

#include <heed/study/cost_table.hpp>
#include <heed/study/emit.hpp>
#include <heed/study/explain.hpp>
#include <heed/study/loop_nest.hpp>
#include <heed/study/rewrites.hpp>
#include <heed_page/cost_data.hpp>
#include <heed_page/drawn_tiles.hpp>
#include <heed_page/formula_maps.hpp>
#include <heed_page/page_lengths.hpp>
#include <heed_page/tree_data.hpp>

#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace heed {

namespace study {

/// Labels that a formula does not contain, as words separated by spaces, or by bars: "word 1|word 2".
struct page_labels {
    std::string_view leaves{};   ///< of the tensors, as those of emit_options: "Q K V"
    std::string_view rows{};     ///< of the queries: tokens
    std::string_view columns{};  ///< of the keys
};

}  // namespace study

namespace detail {

/// Labels that are static members of a kernel take precedence.
template <class Kernel>
study::page_labels labels_of(const Kernel&, study::page_labels given) {
    using K = std::remove_cvref_t<Kernel>;
    if constexpr (requires { std::string_view(K::leaves); }) given.leaves = K::leaves;
    if constexpr (requires { std::string_view(K::rows); }) given.rows = K::rows;
    if constexpr (requires { std::string_view(K::columns); }) given.columns = K::columns;
    return given;
}

/// One formula, as a variant of a kernel.
template <class F>
class variant_writer {
    using subject = study_subject<F>;
    using passes = typename subject::passes;
    using for_few = typename subject::for_few_rows;
    using numbers = typename subject::numbers;
    using text_of_lines = marked_text<numbers>;
    static constexpr bool has_lengths = subject::has_lengths;

public:
    variant_writer(json_writer& out, const F& f, const std::string& name, const study::page_labels& labels)
        : out_(out),
          f_(f),
          name_(name),
          leaves_(f, labels.leaves, most_map_elements),
          rows_(split_words(labels.rows)),
          columns_(split_words(labels.columns.empty() ? labels.rows : labels.columns)),
          names_(named()),
          lengths_(f),
          v_(view_of<passes>()) {}

    void write() {
        const node_loops loops(v_);
        const page_tree<numbers> tree(v_, loops, lengths_.united());
        out_.begin_object();
        out_.member("label", label());
        out_.member("formula", words([&](auto& o) { add_whole_formula(o, v_.written, v_.leaves, 16); }));
        out_.key("tree");
        tree.write(out_);
        out_.member("root", 0);
        write_rewrites();
        write_loop_nest();
        write_sources();
        page_costs<F>(out_, v_, lengths_).write(tree, loops);
        out_.member("target", words([](auto& o) { add_target(o); }));
        write_left();
        if constexpr (!has_lengths) {
            out_.key("tiles");
            mask_tiles_writer(out_, v_.steps).write();
        }
        write_maps();
        write_tensors();
        if constexpr (has_lengths) {
            out_.key("lengths");
            lengths_.write(out_, v_);
        }
        out_.key("machine").null();
        out_.end_object();
    }

private:
    /// The view of the passes, with the leaf names of the page.
    template <class Passes>
    study_view view_of() const {
        return {Passes::source_graph::value,
                Passes::form,
                Passes::node_roles,
                Passes::value,
                names_.data(),
                names_.size(),
                subject::computed_in,
                Passes::lengths};
    }
    std::vector<leaf_name> named() const {
        std::vector<leaf_name> names(subject::leaves.items, subject::leaves.items + subject::leaves.filled);
        for (std::size_t i = 0; i < names.size(); ++i) names[i].given = leaves_.leaves()[i].name;
        return names;
    }

    template <class Write>
    std::string words(const Write& write) const {
        return words_from<numbers>(write, lengths_.united());
    }

    /// The shapes of the leaves as in the plan.
    std::vector<shape> shapes_in_plan() const {
        std::vector<shape> shapes;
        for (const auto& leaf : leaves_.leaves()) shapes.push_back(leaf.dims);
        if constexpr (has_lengths)
            for (std::size_t i = 0; i < shapes.size(); ++i)
                shapes[i] = shape_at(measuring<F>::shapes.items[i], passes::lengths, lengths_.united());
        return shapes;
    }

    /// "query 64, key 64, d_k 32": the named axes of the leaves, or shapes without names. "any query, d_k 32"
    std::string label() const {
        std::string all;
        std::vector<extent> seen;
        for (const shape& dims : shapes_in_plan())
            for (std::size_t a = 0; a < dims.rank; ++a) {
                const extent& e = dims[a];
                bool is_new = e.name != nullptr;
                for (const extent& other : seen)
                    is_new = is_new && (other.size != e.size || std::string_view(other.name->name) != e.name->name);
                if (!is_new) continue;
                seen.push_back(e);
                all += (all.empty() ? "" : ", ");
                all += is_known_size<numbers>(e.size) ? std::string(e.name->name) + ' ' + std::to_string(e.size)
                                                      : "any " + std::string(e.name->name);
            }
        if (!all.empty()) return all;
        for (const auto& leaf : leaves_.tensors())
            all += (all.empty() ? "" : ", ") + leaf.name + ' ' +
                   words([&](auto& o) { add_shape(o, shapes_in_plan()[leaf.first]); });
        return all;
    }

    static std::string text_at(const std::vector<typename text_of_lines::line>& lines, std::size_t i) {
        return i < lines.size() ? lines[i].text : std::string();
    }

    void write_rewrites() {
        text_of_lines applied(lengths_.united()), kept(lengths_.united());
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
        write_loops("loops", v_);
        if constexpr (for_few::most > 0) {
            out_.key("for_few").begin_object();
            out_.member("of", lengths_.rows_count());
            out_.key("plans").begin_list();
            [this]<std::size_t... R>(std::index_sequence<R...>) { (this->template write_loops_of_rows<R + 1>(), ...); }
            (std::make_index_sequence<for_few::most>());
            out_.end_list();
            out_.end_object();
        }
    }
    template <std::size_t Rows>
    void write_loops_of_rows() {
        out_.begin_object();
        using plan = typename for_few::template for_rows<Rows>;
        write_loops("loops", view_of<plan>(), plan::first_kernel);
        out_.end_object();
    }
    /// The first kernel of a plan for few rows comes after those of the plans before it, as in debug information.
    template <class View>
    void write_loops(const char* key, const View& v, std::size_t first_kernel = 0) {
        text_of_lines nest(lengths_.united());
        loop_nest_writer(nest, v).run();
        out_.key(key).begin_list();
        for (const typename text_of_lines::line& l : nest.lines()) {
            out_.begin_object();
            out_.member("depth", l.spaces / 4);
            out_.member("text", l.text);
            out_.member("remark", l.remark);
            loop_id id = l.loop;
            if (!id.is_none()) id.kernel += first_kernel;
            write_id(id);
            write_numbers("numbers_of_text", l.text, l.numbers_of_text);
            write_numbers("numbers_of_remark", l.remark, l.numbers_of_remark);
            out_.end_object();
        }
        out_.end_list();
    }

    /// ["for tokens[", ["tokens", 3], "] by 8"]: words, and each number that depends on lengths with its count.
    void write_numbers(const char* key, [[maybe_unused]] const std::string& line,
                       [[maybe_unused]] const std::vector<marked_number>& found) {
        if constexpr (has_lengths) {
            if (found.empty()) return;
            out_.key(key).begin_list();
            std::size_t at = 0;
            for (const marked_number& m : found) {
                out_.string(line.substr(at, m.begin - at));
                write_count(out_, line.substr(m.begin, m.end - m.begin), lengths_.rounds(m.size, m.of));
                at = m.end;
            }
            out_.string(line.substr(at));
            out_.end_list();
        }
    }
    /// Writes the lines of the emitted C, for single numbers and for registers if those differ.
    void write_sources() {
        using T = computed_t<value_of<F>>;
        emitted::emitted_file plain, vector;
        if constexpr ((std::same_as<T, float> || std::same_as<T, double>)&&!has_half_leaves<F>) {
            plain = emitted_for_page<T>(study::form::plain);
            vector = emitted_for_page<T>(study::form::vector);
        }
        write_source("source", plain);
        write_source("vector", vector.text == plain.text ? emitted::emitted_file() : vector);
    }
    void write_source(const char* key, const emitted::emitted_file& file) {
        out_.key(key).begin_list();
        std::size_t start = 0;
        for (const loop_id& id : file.loops) {
            const std::string_view line = line_at(file.text, start);
            out_.begin_object();
            out_.member("text", line);
            write_id(id);
            out_.end_object();
            start += line.size() + 1;
        }
        out_.end_list();
    }

    /// Empty if C cannot express the sizes.
    template <class T>
    emitted::emitted_file emitted_for_page(study::form form) const {
        study::emit_options options{.name = name_, .leaves = {}, .form = form, .main = false};
        for (const auto& tensor : leaves_.tensors()) options.leaves.push_back(tensor.name);
        if (has_lengths)
            for (const auto& tensor : leaves_.tensors())
                if (tensor.step != contiguous_strides(tensor.dims)) return {};
        return emitted::find_file<T>(emitted::source_of<T>(f_), options).value_or(emitted::emitted_file());
    }

    void write_left() {
        text_of_lines left(lengths_.united());
        shortcomings_writer(left, v_).run();
        out_.key("left").begin_list();
        for (const typename text_of_lines::line& l : left.lines()) out_.string(l.text);
        out_.end_list();
    }

    void write_maps() {
        out_.key("maps");
        bool are_there = false;
        if constexpr (!has_lengths)  // maps need tensors of one size
            with_maps<F>(v_.leaves, leaves_, rows_, columns_, [&](const auto& maps) {
                are_there = true;
                maps.write(out_);
            });
        if (!are_there) out_.null();
    }
    /// Writes the tensors in the order of live_maps.
    void write_tensors() {
        out_.key("tensors").begin_list();
        for (std::size_t t = 0; t < leaves_.tensors().size(); ++t) {
            const auto& tensor = leaves_.tensors()[t];
            const std::size_t columns = tensor.dims.from_right(0).size;
            const bool has_rows = tensor.dims.rank > 1;
            const axis* rows = has_rows ? tensor.dims.from_right(1).name : nullptr;
            out_.begin_object();
            out_.member("name", tensor.name);
            out_.member("axis", rows != nullptr ? rows->name : "");
            out_.member("rows", columns == 0 ? 0 : tensor.dims.size() / columns);
            out_.member("columns", columns);
            out_.key("changes").boolean(leaves_.can_change(t));
            out_.end_object();
        }
        out_.end_list();
    }

    json_writer& out_;
    const F& f_;
    const std::string& name_;
    leaf_values leaves_;
    std::vector<std::string> rows_, columns_;
    std::vector<leaf_name> names_;
    page_lengths_of<F> lengths_;
    study_view v_;
};

}  // namespace detail

namespace study {

/// The data of a page: kernels, each in one or more shapes. A kernel is callable without arguments and returns a
/// formula: a function, or a function object, which may have `leaves`, `rows` and `columns` as static members (see
/// page_labels).
///   study::page_data page("Attention");
///   page.add("attend", attend).add("attend", attend<64>);
///   std::cout << page.json();
/// errors  std::invalid_argument if leaves has another number of names than the formula has tensors
///         shape_error if the lengths of a formula do not fit
/// cost    evaluates formulas of up to 64 x 64 scores node by node in double
class page_data {
public:
    explicit page_data(std::string title) : title_(std::move(title)) {}

    /// The same name again adds another shape of that kernel.
    template <class Kernel>
    page_data& add(const std::string& name, const Kernel& kernel, const page_labels& labels = {}) {
        const auto& formula = kernel();
        const auto& operand = detail::operand_of(formula);
        detail::json_writer out;
        using F = std::remove_cvref_t<decltype(operand)>;
        detail::variant_writer<F>(out, operand, name, detail::labels_of(kernel, labels)).write();
        entry(name).variants.push_back(out.take());
        return *this;
    }

    [[nodiscard]] std::string json() const {
        detail::json_writer out;
        out.begin_object();
        out.member("title", title_);
        out.member("generator", "heed 0.2.0");
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
