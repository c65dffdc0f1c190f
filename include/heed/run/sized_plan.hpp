// SPDX-License-Identifier: BSL-1.0
// The offsets of the buffers of a plan and the size of its workspace: static, or computed from lengths.
#pragma once

#include <heed/lower/renamed_lengths.hpp>
#include <heed/lower/scratch.hpp>
#include <heed/meta/for_each_index.hpp>
#include <heed/run/memory_size.hpp>
#include <heed/run/sizes.hpp>
#include <heed/run/workspace.hpp>

#include <array>
#include <cstddef>
#include <utility>

namespace heed::detail {

template <class Plan, class T, bool IsFixed = Plan::lengths.empty()>
struct sized_plan {
    static constexpr const std::size_t* values = nullptr;

    constexpr sized_plan() = default;
    /// The lengths of the formula are not needed, since no size in the plan depends on them.
    explicit constexpr sized_plan(const std::size_t*) {}

    static constexpr std::size_t offset_of(std::size_t buffer) { return Plan::value.buffers[buffer].offset; }
    static constexpr std::size_t scratch() { return Plan::value.scratch; }
    static constexpr std::size_t workspace_elements() { return Plan::value.workspace; }
    /// What each thread has for itself, tiles and scratch memory, begins here.
    static constexpr std::size_t own_begin() {
        constexpr std::size_t begin = [] {
            std::size_t first = scratch();
            for (const buffer& b : Plan::value.buffers)
                if (b.tile && b.offset < first) first = b.offset;
            return first;
        }();
        return begin;
    }

    struct memory : workspace<T, Plan::value.workspace> {
        explicit constexpr memory(const sized_plan&) {}
    };
};

/// Which buffers end before others begin in the layout of the plan, and which are tiles. The layout for actual lengths
/// keeps this order. Loops read this at run time, not the plan, which would then stay in the program: half a megabyte.
template <class Plan>
struct buffer_order {
    static constexpr std::size_t count = Plan::value.buffers.size(), size = count == 0 ? 1 : count;
    std::size_t by_offset[size]{};
    bool is_before[size][size]{};
    bool is_tile[size]{};

    constexpr buffer_order() {
        const auto& buffers = Plan::value.buffers;
        for (std::size_t i = 0; i < count; ++i) {
            is_tile[i] = buffers[i].tile;
            std::size_t k = i;
            for (; k > 0 && buffers[by_offset[k - 1]].offset > buffers[i].offset; --k) by_offset[k] = by_offset[k - 1];
            by_offset[k] = i;
            for (std::size_t j = 0; j < count; ++j)
                is_before[j][i] = j != i && buffers[j].offset + buffers[j].elements <= buffers[i].offset;
        }
    }
};

template <class Plan, class T>
class sized_plan<Plan, T, false> {
    static constexpr buffer_order<Plan> order{};

public:
    const std::size_t* values;  ///< of the lengths

    /// errors  shape_error if the workspace is more than memory can hold
    explicit constexpr sized_plan(const std::size_t* lengths) : values(lengths) {
        constexpr std::size_t granule = sizeof(T) >= heap_alignment ? 1 : heap_alignment / sizeof(T);
        std::size_t ends[order.size]{};
        const auto sizes = [&]<std::size_t... I>(std::index_sequence<I...>) {
            return std::array<memory_size, order.size>{memory_size_of<Plan::value.buffers[I].elements>()...};
        }
        (std::make_index_sequence<order.count>{});
        for (std::size_t k = 0; k < order.count; ++k) {
            const std::size_t i = order.by_offset[k];
            for (std::size_t j = 0; j < order.count; ++j)
                if (order.is_before[j][i] && ends[j] > offsets_[i]) offsets_[i] = ends[j];
            ends[i] = (memory_size{offsets_[i]} + sizes[i].rounded_up(granule)).elements;
            if (ends[i] > scratch_) scratch_ = ends[i];
        }
        own_begin_ = scratch_;
        for (std::size_t i = 0; i < order.count; ++i)
            if (order.is_tile[i] && offsets_[i] < own_begin_) own_begin_ = offsets_[i];
        for_each_index<0, Plan::value.steps.size()>([&]<std::size_t S>() { this->template take_scratch<S>(); });
        const memory_size all = memory_size{scratch_} + memory_size{most_scratch_};
        if (all.elements > memory_size::largest / 2 / sizeof(T)) fail_memory(all);
    }

    constexpr std::size_t offset_of(std::size_t buffer) const { return offsets_[buffer]; }
    constexpr std::size_t scratch() const { return scratch_; }
    constexpr std::size_t workspace_elements() const { return scratch_ + most_scratch_; }
    constexpr std::size_t own_begin() const { return own_begin_; }

    struct memory : workspace_of_any_size<T> {
        explicit constexpr memory(const sized_plan& of) : workspace_of_any_size<T>(of.workspace_elements()) {}
    };

private:
    template <std::size_t S>
    constexpr void take_scratch() {
        constexpr step s = Plan::value.steps[S];
        constexpr kernel numbers = with_lengths_of(Plan::value.kernels[s.kernel], s.lengths, Plan::lengths);
        kernel k = numbers;
        const kernel_sizes sizes(k);
        [&]<std::size_t... I>(std::index_sequence<I...>) {
            ((sizes[I] = size_from<Plan, size_of_kernel(numbers, I)>(values)), ...);
        }
        (std::make_index_sequence<kernel_sizes::count>{});
        k.stream.keys = numbers.stream.keys;  // blocks of keys are those of the plan
        const memory_size needed = scratch_elements(k, sizeof(T), [](std::size_t n) { return memory_size{n}; });
        if (needed.elements > most_scratch_) most_scratch_ = needed.elements;
    }
    template <std::size_t Number>
    constexpr memory_size memory_size_of() const {
        memory_size n{1};
        multiply_factors<Plan, Number>(values, [&](std::size_t x) { n = n * memory_size{x}; });
        return n;
    }
    [[gnu::cold, gnu::noinline]] static constexpr void fail_memory(memory_size all) {
        fail_shape_sentence("heed: a formula needs memory for the values that it stores between its loops",
                            [&](shape_writer& out) {
                                out.add("at least ");
                                out.add(all.elements);
                                out.add(" elements of ");
                                out.add(sizeof(T));
                                out.add(" bytes each is more than memory can hold");
                            });
    }

    std::size_t offsets_[order.size]{};
    std::size_t scratch_ = 0;
    std::size_t own_begin_ = 0;
    std::size_t most_scratch_ = 0;
};

}  // namespace heed::detail
