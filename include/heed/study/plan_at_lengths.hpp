// SPDX-License-Identifier: BSL-1.0
// What study looks at, where the lengths of a formula have their values: graphs and plan with numbers. What the plan
// decided stays decided.
#pragma once

#include <heed/graph/sized_graph.hpp>
#include <heed/lower/scratch.hpp>
#include <heed/study/study_subject.hpp>
#include <heed/tensor/storage.hpp>
#include <heed/trace/length_values.hpp>

#include <cstddef>

namespace heed::detail {

template <std::size_t Capacity>
class plan_at_lengths {
public:
    constexpr plan_at_lengths(const plan<Capacity>& p, const given_lengths& given, std::size_t element_bytes)
        : numbers_(p), given_(given), element_bytes_(element_bytes), out_(p) {}

    constexpr plan<Capacity> run() {
        for (nest& n : out_.nests) {
            n.batch = given_.at(n.batch);
            n.rows = given_.at(n.rows);
            n.tile_rows = smaller_of(given_.at(n.tile_rows), n.rows.size == 0 ? 1 : n.rows.size);
        }
        out_.kernels.count = 0;
        for (step& s : out_.steps) {
            s.kernel = add_kernel(with_lengths_of(numbers_.kernels[s.kernel], s.lengths, given_.lengths));
            s.lengths = {};
        }
        share_workspace();
        for (slot& s : out_.slots) {
            const bool is_buffer = s.place == slot::buffer;
            const std::size_t begin = is_buffer ? first(s.id) : 0;
            s.offset = given_.at(s.offset - begin) + (is_buffer ? out_.buffers[s.id].offset : 0);
            for (std::size_t* const number : {&s.row_stride, &s.col_stride, &s.panel_rows})
                *number = given_.at(*number);
            for (std::size_t& stride : s.batch_stride) stride = given_.at(stride);
            for (std::size_t& stride : s.found_stride) stride = given_.at(stride);
        }
        for (surd& constant : out_.constants) constant = given_.at(constant);
        return out_;
    }

private:
    /// Kernels that are the same for these lengths are one.
    constexpr std::size_t add_kernel(kernel k) {
        for (std::size_t* const size : {&k.cols, &k.product.inner, &k.row.length, &k.stream.depth})
            *size = given_.at(*size);
        const std::size_t scratch = scratch_elements(k, element_bytes_);  // for whole blocks of keys
        if (scratch > most_scratch_) most_scratch_ = scratch;
        k.stream.keys = given_.at(k.stream.keys);
        for (std::size_t i = 0; i < out_.kernels.size(); ++i)
            if (out_.kernels[i] == k) return i;
        return out_.kernels.push_back(k);
    }

    /// As run/sized_plan.hpp does it: buffers in the order in which they lie in the plan, each behind those that end
    /// before it there.
    constexpr void share_workspace() {
        static_vector<std::size_t, Capacity> by_offset;
        for (std::size_t id = 0; id < out_.buffers.size(); ++id) {
            std::size_t at = by_offset.push_back(id);
            for (; at > 0 && first(by_offset[at - 1]) > first(id); --at) by_offset[at] = by_offset[at - 1];
            by_offset[at] = id;
        }
        const std::size_t granule = element_bytes_ >= heap_alignment ? 1 : heap_alignment / element_bytes_;
        std::size_t ends[Capacity]{};
        out_.scratch = 0;
        for (const std::size_t id : by_offset) {
            buffer& b = out_.buffers[id];
            b.elements = given_.at(b.elements);
            b.offset = 0;
            for (std::size_t other = 0; other < out_.buffers.size(); ++other)
                if (other != id && first(other) + numbers_.buffers[other].elements <= first(id) &&
                    ends[other] > b.offset)
                    b.offset = ends[other];
            ends[id] = b.offset + (b.elements + granule - 1) / granule * granule;
            if (ends[id] > out_.scratch) out_.scratch = ends[id];
        }
        out_.workspace = out_.scratch + most_scratch_;
    }
    constexpr std::size_t first(std::size_t id) const { return numbers_.buffers[id].offset; }

    const plan<Capacity>& numbers_;
    const given_lengths& given_;
    std::size_t element_bytes_;
    plan<Capacity> out_;
    std::size_t most_scratch_ = 0;
};

/// The lengths of the tensors of a formula.
/// errors  shape_error
template <class E>
constexpr auto lengths_of(const E& e) {
    return length_values<typename study_subject<E>::formula_type>(operand_of(e));
}

/// Graphs and plan of E for given lengths.
template <class E>
class sized_subject {
    using S = study_subject<E>;
    using passes = typename S::passes;
    static constexpr std::size_t written = std::remove_cvref_t<decltype(S::graph)>::capacity;

public:
    explicit constexpr sized_subject(const std::size_t* values)
        : sized_subject(given_lengths{passes::lengths, values}) {}

    /// Lives as long as this does.
    constexpr study_view<written, passes::capacity> view() const {
        return {graph_, form_, passes::node_roles, plan_, S::leaves.items, S::leaves.filled, S::computed_in};
    }

private:
    explicit constexpr sized_subject(const given_lengths& given)
        : graph_(given.at(S::graph)),
          form_(given.at(passes::form)),
          plan_(plan_at_lengths<passes::capacity>(passes::value, given, S::computed_in.bytes).run()) {}

    graph<written> graph_;
    graph<passes::capacity> form_;
    plan<passes::capacity> plan_;
};

}  // namespace heed::detail
