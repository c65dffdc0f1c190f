// SPDX-License-Identifier: BSL-1.0
// The quantities of a document by name: the numbers printed for each, the formulas that define some by others, and the
// subjects made of both.
#pragma once

#include <heed/printed/table.hpp>
#include <heed/shape/shape_text.hpp>
#include <heed/verify/subject.hpp>
#include <heed_check/formula/read_formula.hpp>
#include <heed_check/tables/whole_among_decimals.hpp>

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace heed {

namespace detail {

/// A table as the numbers of a formula's leaf, or as the numbers printed for its value.
inline subject_numbers numbers_of(const printed_table& t, reading how) {
    subject_numbers numbers{.entries = how == reading::exact ? t.entries : with_zeros_of_decimals(t), .how = how};
    for (std::size_t a = 0; a < t.extents.size(); ++a) {
        numbers.dims.push_back(extent(t.extents[a]));
        numbers.elided_at[a] = t.elided_at.empty() ? not_elided : t.elided_at[a];
    }
    numbers.row_labels = t.row_labels;
    numbers.column_labels = t.col_labels;
    return numbers;
}

}  // namespace detail

/// A page of named quantities. Each is printed, or defined by a formula of quantities before it, or both: then there
/// is something to verify. Formulas take a quantity as it is printed where it is printed in full, else as it is
/// defined.
class page {
public:
    /// Quantity `name` is printed like this.
    /// errors  throws formula_error where it has been printed already
    void print(const std::string& name, const printed_table& table, detail::reading how = detail::reading::rounded) {
        quantity& q = find_or_add(name);
        if (q.printed) throw detail::formula_error(0, name + " is printed already");
        q.printed = detail::numbers_of(table, how);
        for (std::size_t i = 0; i < table.entries.size(); ++i)
            q.filled += q.printed->entries[i].places != table.entries[i].places ? 1U : 0U;
        if (q.formula.empty())
            q.dims = q.printed->dims;
        else
            take_printed_shape(q);
    }

    /// Quantity `name` is the value of this formula of quantities before it.
    /// asked   it is only asked whether it is
    /// errors  throws formula_error: what is wrong with the formula and where, a definition that is there already, or
    ///         one that needs itself
    void define(const std::string& name, const std::string& formula, bool asked = false) {
        quantity& q = find_or_add(name);
        if (!q.formula.empty()) throw detail::formula_error(0, name + " is defined already");
        const std::size_t self = position_of(name);
        std::set<std::size_t> uses;
        detail::subject_graph scratch;
        const auto leaf = [&](std::size_t i) {
            if (needs(i, self))
                throw detail::formula_error(
                    0, name + " goes round in a circle: " + quantities_[i].name + " is defined by " + name);
            uses.insert(i);
            return scratch.add(detail::node_of::leaf(0, quantities_[i].dims));
        };
        const auto literal = [&](std::size_t, const detail::formula_literal& l) {
            return scratch.add(detail::node_of::leaf(0, l.dims));
        };
        std::optional<detail::shape> kept;
        const detail::node_id value =
            detail::append_formula(scratch, formula, names_before(name), leaf, literal, &kept);
        q.kept = std::move(kept);
        q.formula = formula;
        q.asked = asked;
        q.dims = scratch[value].dims;
        q.uses = std::move(uses);
        take_printed_shape(q);
    }

    /// Quantity `name` was computed in this arithmetic; with an empty name, all whose arithmetic is not said.
    void compute_in(const std::string& name, arithmetic in) {
        if (name.empty())
            in_ = in;
        else
            find_or_add(name).in = in;
    }

    /// Quantities with a formula and printed numbers, in the order in which they were named.
    std::vector<std::string> subjects() const {
        std::vector<std::string> names;
        for (const quantity& q : quantities_)
            if (q.printed && !q.formula.empty()) names.push_back(q.name);
        return names;
    }

    /// Quantities that are printed and have no formula, in the order in which they were named.
    std::vector<std::string> only_printed() const {
        std::vector<std::string> names;
        for (const quantity& q : quantities_)
            if (q.printed && q.formula.empty()) names.push_back(q.name);
        return names;
    }
    /// Whether a formula names it.
    bool is_used(const std::string& name) const {
        for (const quantity& q : quantities_)
            if (q.uses.count(position_of(name)) != 0) return true;
        return false;
    }

    bool has(const std::string& name) const { return position_of(name) < quantities_.size(); }
    bool is_usable(const std::string& name) const { return has(name) && quantities_[position_of(name)].is_usable(); }
    /// What a formula may use: printed in full, or defined. In the order in which they were named.
    std::vector<std::string> usable_names() const {
        std::vector<std::string> names;
        for (const quantity& q : quantities_)
            if (q.is_usable()) names.push_back(q.name);
        return names;
    }
    const std::optional<detail::subject_numbers>& printed(const std::string& name) const {
        return quantities_[known(name)].printed;
    }
    /// How many of its numbers are taken with zeros that they are printed without, like the decimals beside them.
    std::size_t filled(const std::string& name) const { return quantities_[known(name)].filled; }
    const std::string& formula(const std::string& name) const { return quantities_[known(name)].formula; }
    bool is_asked(const std::string& name) const { return quantities_[known(name)].asked; }
    arithmetic arithmetic_of(const std::string& name) const {
        const arithmetic in = quantities_[known(name)].in;
        return in == arithmetic::exact ? in_ : in;
    }

    /// The shape of the formula, else that of what is printed. An axis that a formula drops and its numbers have with
    /// size 1 is there.
    const detail::shape& dims(const std::string& name) const { return quantities_[known(name)].dims; }
    /// Whether the definition of `name` leads to `wanted`.
    bool depends_on(const std::string& name, const std::string& wanted) const {
        return needs(known(name), known(wanted));
    }

    /// The question whether what is printed for `name` follows from its formula. Quantities in `computed` are taken by
    /// their definition even where they are printed.
    /// errors  throws formula_error: not printed or not defined, shapes that differ, operands that are printed in part
    subject subject_of(const std::string& name, const std::set<std::string>& computed = {}) const {
        const quantity& q = quantities_[known(name)];
        if (!q.printed || q.formula.empty()) throw detail::formula_error(0, name + " is not both printed and defined");
        subject s = definition_of(name, computed);
        s.printed = *q.printed;
        s.in = arithmetic_of(name);
        const detail::printed_numbers printed = s.printed.view();
        if (!detail::alignment(printed, s.dims()).fits())
            throw detail::formula_error(0, name + " is printed as " + detail::text_of(q.printed->dims) +
                                               ", and its formula is " + detail::text_of(s.dims()));
        return s;
    }

    /// The formula of `name`, whatever is printed for it.
    /// errors  throws formula_error: not defined, operands that are printed in part
    subject definition_of(const std::string& name, const std::set<std::string>& computed = {}) const {
        const quantity& q = quantities_[known(name)];
        if (q.formula.empty()) throw detail::formula_error(0, name + " is not defined");
        subject s{.name = name, .formula = q.formula};
        std::vector<detail::node_id> nodes(quantities_.size(), detail::no_node);
        s.g.results.push_back(append_definition(s, known(name), computed, nodes));
        return s;
    }

private:
    struct quantity {
        std::string name{};
        std::string formula{};
        bool asked = false;
        std::optional<detail::subject_numbers> printed{};
        std::size_t filled = 0;
        detail::shape dims{};
        std::optional<detail::shape> kept{};  ///< dims with size 1 at each axis that the formula dropped
        std::set<std::size_t> uses{};         ///< positions of the quantities that the formula names
        arithmetic in = arithmetic::exact;

        bool is_usable() const { return !formula.empty() || is_printed_in_full(); }
        bool is_printed_in_full() const {
            if (!printed) return false;
            for (const decimal& d : printed->entries)
                if (d.kind == entry_kind::elided) return false;
            return true;
        }
    };

    std::size_t position_of(const std::string& name) const {
        const auto found = positions_.find(name);
        return found == positions_.end() ? quantities_.size() : found->second;
    }
    std::size_t known(const std::string& name) const {
        const std::size_t i = position_of(name);
        if (i == quantities_.size()) throw detail::formula_error(0, "there is no " + name);
        return i;
    }
    quantity& find_or_add(const std::string& name) {
        constexpr std::size_t most = 4096;  // a bound, because each definition looks at the names before it
        const std::size_t i = position_of(name);
        if (i == most) throw detail::formula_error(0, "more than 4096 names");
        if (i == quantities_.size()) {
            positions_.emplace(name, i);
            quantities_.push_back({.name = name});
        }
        return quantities_[i];
    }

    /// Whether the definition of quantity i depends on `wanted`. Definitions have no cycles.
    bool needs(std::size_t i, std::size_t wanted) const {
        std::vector<std::size_t> open{i};
        std::set<std::size_t> seen{i};
        while (!open.empty()) {
            const std::size_t at = open.back();
            open.pop_back();
            if (at == wanted) return true;
            for (const std::size_t next : quantities_[at].uses)
                if (seen.insert(next).second) open.push_back(next);
        }
        return false;
    }

    /// Numbers of a mean that are printed as a column are one for other formulas.
    static void take_printed_shape(quantity& q) {
        if (!q.kept || !q.is_printed_in_full() || !(q.printed->dims == *q.kept)) return;
        q.dims = *q.kept;
        q.kept.reset();
    }
    /// A value with the axis of size 1 that these dims have more.
    static detail::node_id with_shape(subject& s, detail::node_id value, const detail::shape& dims) {
        if (s.g[value].dims.rank == dims.rank) return value;
        std::size_t axis = 0;
        while (!(detail::without_axis(dims, axis) == s.g[value].dims)) ++axis;
        return s.g.add(detail::node_of::repeat(axis, dims), value);
    }

    /// The names that a formula of `name` may use. They keep their positions.
    std::vector<detail::formula_name> names_before(const std::string& name) const {
        std::vector<detail::formula_name> names;
        for (const quantity& q : quantities_)
            names.push_back({q.name != name && q.is_usable() ? q.name : "", q.dims, q.kept});
        return names;
    }

    detail::node_id append_definition(subject& s, std::size_t i, const std::set<std::string>& computed,
                                      std::vector<detail::node_id>& nodes) const {
        const quantity& q = quantities_[i];
        return detail::append_formula(
            s.g, q.formula, names_before(q.name),
            [&](std::size_t k) {
                if (nodes[k] == detail::no_node) nodes[k] = append_quantity(s, k, computed, nodes);
                return nodes[k];
            },
            [&](std::size_t, const detail::formula_literal& l) { return append_literal(s, l); });
    }

    /// A leaf with the numbers of a literal, which are exact.
    static detail::node_id append_literal(subject& s, const detail::formula_literal& l) {
        detail::subject_leaf leaf{.name = l.text, .same_as = s.leaves.size()};
        for (const decimal& d : l.entries) leaf.numbers.push_back({.printed = d, .is_printed = true});
        s.leaves.push_back(std::move(leaf));
        return s.g.add(detail::node_of::leaf(s.leaves.size() - 1, l.dims));
    }

    detail::node_id append_quantity(subject& s, std::size_t i, const std::set<std::string>& computed,
                                    std::vector<detail::node_id>& nodes) const {
        const quantity& q = quantities_[i];
        const bool in_full = q.is_printed_in_full();
        if (!q.formula.empty() && (!in_full || computed.count(q.name) != 0))
            return with_shape(s, append_definition(s, i, computed, nodes), q.dims);
        if (!in_full) throw detail::formula_error(0, q.name + " is printed in part only, and has no formula");
        if (q.printed->how == detail::reading::truncated)
            throw detail::formula_error(0, q.name + " is printed with digits cut off: it can be verified, not used");
        detail::subject_leaf leaf{.name = q.name, .same_as = s.leaves.size()};
        for (const decimal& d : q.printed->entries)
            leaf.numbers.push_back(
                {.printed = d, .is_printed = true, .is_rounded = q.printed->how != detail::reading::exact});
        s.leaves.push_back(std::move(leaf));
        return s.g.add(detail::node_of::leaf(s.leaves.size() - 1, q.dims));
    }

    std::vector<quantity> quantities_{};
    std::map<std::string, std::size_t> positions_{};  ///< of names in quantities_
    arithmetic in_ = arithmetic::exact;
};

}  // namespace heed
