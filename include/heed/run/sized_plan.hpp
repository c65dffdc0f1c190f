// SPDX-License-Identifier: BSL-1.0
// The offsets of the buffers of a plan and the size of its workspace: static, or computed from lengths.
#pragma once

#include <heed/lower/renamed_lengths.hpp>
#include <heed/lower/scratch.hpp>
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

    struct memory : workspace<T, Plan::value.workspace> {
        explicit constexpr memory(const sized_plan&) {}
    };
};

/// Which buffers end before others begin in the layout of the plan. The layout for actual lengths keeps this order.
template <class Plan>
struct buffer_order {
    static constexpr std::size_t count = Plan::value.buffers.count, size = count == 0 ? 1 : count;
    std::size_t by_offset[size]{};
    bool is_before[size][size]{};

    constexpr buffer_order() {
        const auto& buffers = Plan::value.buffers;
        for (std::size_t i = 0; i < count; ++i) {
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

    explicit constexpr sized_plan(const std::size_t* lengths) : values(lengths) {
        constexpr std::size_t granule = sizeof(T) >= heap_alignment ? 1 : heap_alignment / sizeof(T);
        std::size_t ends[order.size]{};
        const auto sizes = [&]<std::size_t... I>(std::index_sequence<I...>) {
            return std::array<std::size_t, order.size>{size_from<Plan, Plan::value.buffers[I].elements>(values)...};
        }
        (std::make_index_sequence<order.count>{});
        for (std::size_t k = 0; k < order.count; ++k) {
            const std::size_t i = order.by_offset[k];
            for (std::size_t j = 0; j < order.count; ++j)
                if (order.is_before[j][i] && ends[j] > offsets_[i]) offsets_[i] = ends[j];
            ends[i] = offsets_[i] + (sizes[i] + granule - 1) / granule * granule;
            if (ends[i] > scratch_) scratch_ = ends[i];
        }
        [&]<std::size_t... S>(std::index_sequence<S...>) { (this->template take_scratch<S>(), ...); }
        (std::make_index_sequence<Plan::value.steps.count>{});
    }

    constexpr std::size_t offset_of(std::size_t buffer) const { return offsets_[buffer]; }
    constexpr std::size_t scratch() const { return scratch_; }
    constexpr std::size_t workspace_elements() const { return scratch_ + most_scratch_; }

    struct memory : workspace_of_any_size<T> {
        explicit constexpr memory(const sized_plan& of) : workspace_of_any_size<T>(of.workspace_elements()) {}
    };

private:
    template <std::size_t S>
    constexpr void take_scratch() {
        constexpr step s = Plan::value.steps[S];
        constexpr kernel numbers = with_lengths_of(Plan::value.kernels[s.kernel], s.lengths, Plan::lengths);
        kernel k = numbers;
        k.cols = size_from<Plan, numbers.cols>(values);
        k.product.inner = size_from<Plan, numbers.product.inner>(values);
        k.row.length = size_from<Plan, numbers.row.length>(values);
        k.stream.depth = size_from<Plan, numbers.stream.depth>(values);
        const std::size_t needed = scratch_elements(k, sizeof(T));
        if (needed > most_scratch_) most_scratch_ = needed;
    }

    std::size_t offsets_[order.size]{};
    std::size_t scratch_ = 0;
    std::size_t most_scratch_ = 0;
};

}  // namespace heed::detail
