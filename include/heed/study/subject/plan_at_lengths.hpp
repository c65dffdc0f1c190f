// SPDX-License-Identifier: BSL-1.0
// The graphs and plan of a formula for given lengths, with numbers in place of primes. The decisions of the plan stay
// the same.
#pragma once

#include <heed/graph/sized_graph.hpp>
#include <heed/meta/sized_list.hpp>
#include <heed/study/subject/study_subject.hpp>
#include <heed/study/subject/workspace_count.hpp>
#include <heed/trace/length_values.hpp>

#include <cstddef>
#include <utility>

namespace heed::detail {

/// Plan is the type of a plan that can be changed.
template <class Plan>
class plan_at_lengths {
public:
    /// `p` stays where it is.
    constexpr plan_at_lengths(const plan_view& p, Plan copy, const given_lengths& given, std::size_t element_bytes)
        : numbers_(p), given_(given), element_bytes_(element_bytes), out_(std::move(copy)), before_(p.steps.size()) {}

    constexpr Plan run() {
        for (nest& n : out_.nests) {
            n.batch = given_.at(n.batch);
            n.rows = given_.at(n.rows);
            n.tile_rows = smaller_of(given_.at(n.tile_rows), n.rows.size == 0 ? 1 : n.rows.size);
        }
        out_.kernels.resize(0);
        for (step& s : out_.steps) {
            s.kernel = add_kernel(s.kernel, s.lengths);
            s.lengths = {};
        }
        const workspace_count memory(numbers_, given_.lengths, element_bytes_,
                                     [this](std::size_t size) { return given_.at(size); });
        for (std::size_t id = 0; id < out_.buffers.size(); ++id) {
            out_.buffers[id].elements = given_.at(out_.buffers[id].elements);
            out_.buffers[id].offset = memory.offset_of(id);
        }
        out_.scratch = memory.scratch();
        out_.workspace = memory.elements();
        for (slot& s : out_.slots) {
            const bool is_buffer = s.place == slot::buffer;
            const std::size_t begin = is_buffer ? first(s.id) : 0;
            s.offset = s.offset_from(begin, [&](std::size_t addend) { return given_.at(addend); }) +
                       (is_buffer ? out_.buffers[s.id].offset : 0);
            s.offsets_of_lengths = {};
            for (std::size_t* const number : {&s.row_stride, &s.col_stride, &s.panel_rows, &s.divisor})
                *number = given_.at(*number);
            for (std::size_t& stride : s.batch_stride) stride = given_.at(stride);
            for (std::size_t& stride : s.found_stride) stride = given_.at(stride);
        }
        for (surd& constant : out_.constants) constant = given_.at(constant);
        return out_;
    }

    /// The kernel of the plan that a kernel of run() comes from.
    constexpr std::size_t kernel_before(std::size_t id) const { return before_[id]; }

private:
    /// Steps share kernels as before, if their lengths are equal.
    constexpr std::size_t add_kernel(std::size_t before, const renamed_lengths& own) {
        kernel k = with_lengths_of(numbers_.kernels[before], own, given_.lengths);
        const kernel_sizes sizes(k);
        for (std::size_t* const size : sizes.items) *size = given_.at(*size);
        for (std::size_t i = 0; i < out_.kernels.size(); ++i)
            if (before_[i] == before && out_.kernels[i] == k) return i;
        before_[out_.kernels.size()] = before;
        out_.kernels.push_back(k);
        return out_.kernels.size() - 1;
    }

    constexpr std::size_t first(std::size_t id) const { return numbers_.buffers[id].offset; }

    plan_view numbers_;
    given_lengths given_;
    std::size_t element_bytes_;
    Plan out_;
    sized_list<std::size_t> before_;
};

/// The lengths of the tensors of a formula.
/// errors  shape_error
template <class E>
constexpr auto lengths_of(const E& e) {
    return length_values<typename study_subject<E>::formula_type>(operand_of(e));
}

/// Graphs and plan of E for given values of the lengths of Passes: the plan for all lengths, or that for a few rows.
template <class E, class Passes = typename study_subject<E>::passes>
class sized_subject {
    using S = study_subject<E>;
    static constexpr const auto& source = Passes::source_graph::value;
    static constexpr std::size_t written = std::remove_cvref_t<decltype(source)>::capacity;

public:
    explicit constexpr sized_subject(const std::size_t* values)
        : sized_subject(given_lengths{Passes::lengths, values}) {}

    /// Valid as long as this object.
    constexpr study_view view() const {
        return {graph_, form_, Passes::node_roles, plan_, S::leaves.items, S::leaves.filled, S::computed_in};
    }

private:
    explicit constexpr sized_subject(const given_lengths& given)
        : graph_(given.at(source)),
          form_(given.at(Passes::form)),
          plan_(plan_at_lengths(Passes::value, Passes::value, given, S::computed_in.bytes).run()) {}

    graph<written> graph_;
    graph<Passes::capacity> form_;
    plan<Passes::capacity> plan_;
};

/// use(view) of the plan that runs for these lengths.
template <class E, class Use>
constexpr auto with_plan_at(const std::size_t* values, const Use& use) {
    using S = study_subject<E>;
    return with_plan_for<typename S::passes, typename S::for_few_rows>(
        values, [&]<class Passes>(std::type_identity<Passes>, const std::size_t* own) {
            return use(sized_subject<E, Passes>(own).view());
        });
}

}  // namespace heed::detail
