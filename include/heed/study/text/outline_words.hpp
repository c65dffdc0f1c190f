// SPDX-License-Identifier: BSL-1.0
// Writes values of an outline with the names of the loops around them.
#pragma once

#include <heed/machine/outline.hpp>
#include <heed/study/text/operand_text.hpp>

#include <cstddef>

namespace heed::detail {

class outline_words {
public:
    constexpr outline_words(const study_view& v, const step& s, const outline& tree, const loop_names& batch,
                            const loop_name& row, const loop_name& col, const loop_name& inner)
        : v_(v), step_(s), tree_(tree), at_result_(with(batch, row, col)), inner_(inner) {}

    /// Whether a value has its own line: a fold of a row, or a value that is used more than once.
    constexpr bool has_line(std::size_t value) const {
        if (*tree_.value(value).name == '\0') return false;
        return tree_.value(value).what == outline_value::fold || tree_.uses_of(value) > 1;
    }
    template <class Text>
    constexpr void add(Text& out, std::size_t value, int around = 0) const {
        if (has_line(value))
            out.add(tree_.value(value).name);
        else
            add_definition(out, value, around);
    }
    template <class Text>
    constexpr void add_definition(Text& out, std::size_t value, int around = 0) const {
        const outline_value& v = tree_.value(value);
        switch (v.what) {
            case outline_value::literal: add_size(out, static_cast<std::size_t>(v.real)); break;
            case outline_value::element: add_memory(out, v.words, v.rank); break;
            case outline_value::prologue: add_formula(out, kernel_of_step().prologue, "", around); break;
            case outline_value::finished: {
                text<256, typename Text::numbers> core;
                add(core, v.left);
                core.items[core.count] = '\0';
                add_formula(out, kernel_of_step().epilogue, core.items, around);
                break;
            }
            case outline_value::add: add_binary(out, v, " + ", tightness_of_sum, around); break;
            case outline_value::subtract: add_binary(out, v, " - ", tightness_of_sum, around); break;
            case outline_value::multiply: add_binary(out, v, " * ", tightness_of_product, around); break;
            case outline_value::divide: add_binary(out, v, " / ", tightness_of_product, around); break;
            case outline_value::function:
            case outline_value::fold:
                out.add(v.words).add('(');
                add(out, v.left);
                out.add(')');
                break;
        }
    }
    /// An element of the kernel's memory, or all of it.
    template <class Text>
    constexpr void add_memory(Text& out, const char* name, std::size_t rank) const {
        out.add(name);
        if (rank == 0) return;
        out.add('(');
        if (rank > 1) {
            add_name(out, at_result_.row);
            out.add(", ");
        }
        add_name(out, inner_);
        out.add(')');
    }
    /// The number of partial results of the fold in the line of a value; 0 if there is none.
    constexpr std::size_t lanes_of_folds(std::size_t value) const { return lanes_of_folds(value, true); }

private:
    constexpr const kernel& kernel_of_step() const { return v_.steps.kernels[step_.kernel]; }

    /// Distinguishes a length from the index with the same name.
    template <class Text>
    static constexpr void add_size(Text& out, std::size_t n) {
        const bool is_known = is_known_size<typename Text::numbers>(n);
        out.add(is_known ? "" : "size(").add(n).add(is_known ? "" : ")");
    }
    template <class Text>
    constexpr void add_binary(Text& out, const outline_value& v, const char* sign, int binding, int around) const {
        out.add(around > binding ? "(" : "");
        add(out, v.left, binding);
        out.add(sign);
        add(out, v.right, binding + 1);
        out.add(around > binding ? ")" : "");
    }
    template <class Text>
    constexpr void add_formula(Text& out, std::size_t root, const char* core, int around) const {
        const skeleton loop = kernel_of_step().loop;
        const bool is_along_row =
            root == kernel_of_step().prologue && (loop == skeleton::rows || loop == skeleton::reduce);
        operand_writer<Text>(out, v_).terms(
            step_, root, is_along_row ? with(at_result_, at_result_.row, inner_) : at_result_, core, around);
    }
    constexpr std::size_t lanes_of_folds(std::size_t value, bool is_line) const {
        if (value == no_value_in_outline || (!is_line && has_line(value))) return 0;
        const outline_value& v = tree_.value(value);
        if (v.what == outline_value::fold) return v.in_lanes;
        const std::size_t left = lanes_of_folds(v.left, false);
        return left > 0 ? left : lanes_of_folds(v.right, false);
    }

    const study_view& v_;
    const step& step_;
    const outline& tree_;
    loop_names at_result_;
    loop_name inner_;
};

}  // namespace heed::detail
