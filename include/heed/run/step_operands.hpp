// SPDX-License-Identifier: BSL-1.0
// Where the operands of the steps of a plan are: cursors over leaves, stored values, results and constants.
#pragma once

#include <heed/lower/plan.hpp>
#include <heed/meta/for_each_index.hpp>
#include <heed/run/sized_plan.hpp>
#include <heed/run/sizes.hpp>
#include <heed/trace/leaf_strides.hpp>
#include <heed/trace/number_as.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace heed::detail {

/// The operands of Plan::value for the leaves of a formula F, in T. `results` point to the dense results of its graph,
/// in order.
template <class Plan, class F, class T>
class step_operands {
public:
    using sizes = sized_plan<Plan, T>;
    using index = std::array<std::size_t, max_rank>;

    constexpr step_operands(const leaf_table_for<F, T>& leaves, T* const (&results)[Plan::value.results],
                            const sizes& of_plan, T* workspace)
        : leaves_(leaves), sizes_(of_plan), shared_(workspace), own_(workspace + of_plan.own_begin()) {
        for (std::size_t i = 0; i < Plan::value.results; ++i) results_[i] = results[i];
        [&]<std::size_t... I>(std::index_sequence<I...>) { (this->template take_constant<I>(), ...); }
        (std::make_index_sequence<Plan::value.constants.size()>{});
    }

    /// Tiles and scratch memory are those of this thread from now on.
    constexpr void set_own_memory(T* own) { own_ = own; }
    constexpr T* scratch() const { return own_ + (sizes_.scratch() - sizes_.own_begin()); }
    constexpr const std::size_t* lengths() const { return sizes_.values; }

    template <std::size_t Number>
    HEED_INLINE constexpr std::size_t size() const {
        return size_from<Plan, Number>(sizes_.values);
    }

    /// Whether a step reads rows of a view whose type does not say along which axis its elements are contiguous.
    template <std::size_t S>
    static constexpr bool has_unknown_rows() {
        constexpr step s = Plan::value.steps[S];
        for (std::size_t i = s.first_slot; i < s.first_slot + s.slot_count; ++i)
            if (Plan::value.slots[i].last_may_be_unit) return true;
        return false;
    }
    /// Whether the elements of all of these views are contiguous along their last axis.
    template <std::size_t S>
    constexpr bool has_contiguous_rows() const {
        constexpr step s = Plan::value.steps[S];
        return [&]<std::size_t... I>(std::index_sequence<I...>) {
            return (this->template is_of_contiguous_rows<s.first_slot + I>() && ...);
        }
        (std::make_index_sequence<s.slot_count>{});
    }

    /// The lengths of a step, if its kernel names them differently.
    using lengths_of_step = std::array<std::size_t, (Plan::lengths.size() == 0 ? 1 : Plan::lengths.size())>;
    /// The cursors of step S for a tile that begins at `row`. HasRows: has_contiguous_rows, as a part of their types.
    template <std::size_t S, bool HasRows>
    HEED_INLINE constexpr auto of_step(const index& batch, std::size_t row, lengths_of_step& own) const {
        return cursors_of<S, HasRows>(batch, row, own, std::make_index_sequence<Plan::value.steps[S].slot_count>());
    }

private:
    /// A static_count where the size is known while compiling.
    template <std::size_t Number>
    HEED_INLINE constexpr auto count() const {
        if constexpr (is_static_size(Number, Plan::lengths))
            return static_count<Number>();
        else
            return size<Number>();
    }

    template <std::size_t S>
    constexpr bool is_of_contiguous_rows() const {
        constexpr slot s = Plan::value.slots[S];
        if constexpr (s.last_may_be_unit)
            return leaves_.steps[s.id][s.map.rank - 1] == 1;
        else
            return true;
    }

    /// The cursors are made where they stay: copying them, compilers read two of their numbers at once, which has to
    /// wait for both stores.
    template <std::size_t S, bool HasRows, std::size_t... I>
    HEED_INLINE constexpr auto cursors_of(const index& batch, std::size_t row, [[maybe_unused]] lengths_of_step& own,
                                          std::index_sequence<I...>) const {
        constexpr step s = Plan::value.steps[S];
        using tuple = boost::hana::tuple<decltype(cursor_of<s.first_slot + I, writes(s, I), HasRows>(batch, row))...>;
        if constexpr (Plan::lengths.empty()) {
            return tuple(cursor_of<s.first_slot + I, writes(s, I), HasRows>(batch, row)...);
        } else {
            using with_lengths =
                operands_with_lengths<decltype(cursor_of<s.first_slot + I, writes(s, I), HasRows>(batch, row))...>;
            return with_lengths{tuple(cursor_of<s.first_slot + I, writes(s, I), HasRows>(batch, row)...),
                                lengths_for<S>(own)};
        }
    }
    template <std::size_t S>
    HEED_INLINE constexpr const std::size_t* lengths_for([[maybe_unused]] lengths_of_step& own) const {
        constexpr renamed_lengths names = Plan::value.steps[S].lengths;
        if constexpr (names.count == 0) return sizes_.values;
        for (std::size_t i = 0; i < names.count; ++i) own[names.known[i]] = sizes_.values[names.fresh[i]];
        return own.data();
    }

    /// Constants are folded at compile time, except for lengths in them, so that the compiled program does not contain
    /// the plan.
    template <std::size_t I>
    constexpr void take_constant() {
        const surd s = constant_from<Plan, I>(sizes_.values);
        if constexpr (std::integral<T>)
            exact_[I] = s.denominator == 1 && s.radicand == 1 ? number_as<T>(s.numerator) : to_number<T>(s);
        else
            exact_[I] = to_number<T>(s);
    }

    static constexpr bool writes(const step& s, std::size_t i) { return Plan::value.kernels[s.kernel].writes(i); }

    /// For a looked-up slot, the cursor also has the strides of the looked-up axes.
    template <std::size_t S, bool Written, bool HasRows>
    constexpr auto cursor_of(const index& batch, std::size_t row) const {
        constexpr slot s = Plan::value.slots[S];
        using table_cursor = decltype(place_of<S, Written, HasRows>(batch, row));
        if constexpr (!s.is_looked_up) {
            return place_of<S, Written, HasRows>(batch, row);
        } else if constexpr (!s.strided && has_fixed_strides_in_plan<S>()) {
            return lookup_cursor<table_cursor, s.found_stride[0], s.found_stride[1]>{
                place_of<S, Written, HasRows>(batch, row)};
        } else {
            return strided_lookup_cursor<table_cursor>{
                place_of<S, Written, HasRows>(batch, row),
                {stride_along<S, s.loop_rank>(), stride_along<S, s.loop_rank + 1>()}};
        }
    }

    template <std::size_t S>
    static constexpr bool has_fixed_strides_in_plan() {
        constexpr slot s = Plan::value.slots[S];
        bool all = is_static_size(s.row_stride, Plan::lengths) && is_static_size(s.col_stride, Plan::lengths);
        for (const std::size_t stride : s.found_stride) all = all && is_static_size(stride, Plan::lengths);
        return all;
    }
    template <std::size_t I>
    using number_of_axis = std::integral_constant<std::size_t, I>;

    /// The stride along an axis of the loop: rows, columns, looked-up axes. Never in an array of all of them, which
    /// compilers write to memory.
    template <std::size_t S, std::size_t Axis>
    HEED_INLINE constexpr std::size_t stride_along() const {
        constexpr slot s = Plan::value.slots[S];
        if constexpr (s.strided)
            return stride_in_leaf<S, Axis>();
        else if constexpr (Axis >= s.loop_rank)
            return size<s.found_stride[Axis - s.loop_rank]>();
        else if constexpr (Axis + 1 == s.loop_rank)
            return size<s.col_stride>();
        else
            return size<s.row_stride>();
    }
    /// Along an axis of the nest: a leading axis, or after those the parts of the columns.
    template <std::size_t S, std::size_t Axis>
    HEED_INLINE constexpr std::size_t stride_along_nest() const {
        constexpr slot s = Plan::value.slots[S];
        if constexpr (s.strided)
            return stride_in_leaf<S, Axis>();
        else
            return size<s.batch_stride[Axis]>();
    }
    /// The same of a leaf with strides of its own: the sum of those of the axes that its map leads to.
    template <std::size_t S, std::size_t Axis>
    HEED_INLINE constexpr std::size_t stride_in_leaf() const {
        constexpr slot s = Plan::value.slots[S];
        const strides& steps = leaves_.steps[s.id];
        const auto from_axis = [&]<std::size_t A>(number_of_axis<A>) -> std::size_t {
            if constexpr (s.map.from[A] == static_cast<signed char>(Axis))
                return steps[A];
            else
                return 0;
        };
        const auto from_link = [&]<std::size_t I>(number_of_axis<I>) -> std::size_t {
            constexpr index_link link = s.map.links[I];
            if constexpr (link.outer == static_cast<signed char>(Axis))
                return this->template size<link.factor>() * steps[static_cast<std::size_t>(link.inner)];
            else
                return 0;
        };
        return [&]<std::size_t... A, std::size_t... I>(std::index_sequence<A...>, std::index_sequence<I...>) {
            return ((std::size_t{0} + ... + from_axis(number_of_axis<A>())) + ... + from_link(number_of_axis<I>()));
        }
        (std::make_index_sequence<s.map.rank>(), std::make_index_sequence<s.map.links.size()>());
    }
    /// The axes of the nest along which the matrix of a slot moves.
    static constexpr static_vector<std::size_t, max_rank> moving_axes(const slot& s) {
        static_vector<std::size_t, max_rank> axes;
        const std::size_t leading = s.loop_rank < 2 ? 0 : s.loop_rank - 2;
        for (std::size_t axis = 0; axis < max_rank; ++axis) {
            bool moves = !s.strided && s.batch_stride[axis] != 0;
            for (std::size_t a = 0; s.strided && axis < leading && a < s.map.rank; ++a)
                moves = moves || s.map.from[a] == static_cast<signed char>(axis);
            for (const index_link& link : s.map.links)
                moves = moves || (s.strided && axis < leading && link.outer == static_cast<signed char>(axis));
            if (moves) axes.push_back(axis);
        }
        return axes;
    }
    template <std::size_t S, std::size_t I>
    static constexpr std::size_t moving_axis = moving_axes(Plan::value.slots[S])[I];
    template <std::size_t S, std::size_t Axis>
    HEED_INLINE constexpr std::size_t offset_along(const index& batch) const {
        constexpr slot s = Plan::value.slots[S];
        const std::size_t stride = stride_along_nest<S, Axis>();
        if constexpr (Axis != s.divided_axis) {
            return batch[Axis] * stride;
        } else {
            const std::size_t divisor = size<s.divisor>();
            return (divisor < 2 ? batch[Axis] : batch[Axis] / divisor) * stride;
        }
    }
    /// Where the matrix of a slot begins, for an index of the axes of the nest: the leading axes, and the part of the
    /// columns, if threads share those.
    template <std::size_t S>
    HEED_INLINE constexpr std::size_t offset_of(const index& batch) const {
        constexpr slot s = Plan::value.slots[S];
        constexpr auto axes = moving_axes(s);
        std::size_t offset = 0;
        if constexpr (s.strided)
            offset = offset_in_leaf<S>();
        else
            offset = offset_in_place<S>();
        if constexpr (axes.size() > 0)
            for_each_index<0, axes.size()>(
                [&]<std::size_t I>() { offset += this->template offset_along<S, moving_axis<S, I>>(batch); });
        return offset;
    }
    /// The offset of a slot from the beginning of a leaf with strides of its own.
    template <std::size_t S>
    HEED_INLINE constexpr std::size_t offset_in_leaf() const {
        constexpr slot s = Plan::value.slots[S];
        const strides& steps = leaves_.steps[s.id];
        return [&]<std::size_t... A>(std::index_sequence<A...>) {
            return (std::size_t{0} + ... + (this->template size<s.map.offset[A]>() * steps[A]));
        }
        (std::make_index_sequence<s.map.rank>{});
    }
    /// The offset of a buffer from the memory of all threads, or from that of a thread.
    template <std::size_t Buffer>
    constexpr std::size_t offset_of_buffer() const {
        return sizes_.offset_of(Buffer) - (Plan::value.buffers[Buffer].tile ? sizes_.own_begin() : 0);
    }
    /// The offset of a slot from the beginning of its buffer, leaf or result.
    template <std::size_t S>
    constexpr std::size_t offset_in_place() const {
        constexpr slot s = Plan::value.slots[S];
        constexpr bool is_buffer = s.place == slot::buffer;
        constexpr std::size_t own =
            s.offset_from(is_buffer ? Plan::value.buffers[s.id].offset : 0, [](std::size_t) { return std::size_t{0}; });
        std::size_t place = own;
        if constexpr (is_buffer) place += offset_of_buffer<s.id>();
        if constexpr (s.offsets_of_lengths.size() > 0)
            for_each_index<0, s.offsets_of_lengths.size()>(
                [&]<std::size_t I>() { place += this->template size<Plan::value.slots[S].offsets_of_lengths[I]>(); });
        return place;
    }

    template <std::size_t S, bool Written, bool HasRows>
    constexpr auto place_of(const index& batch, std::size_t row) const {
        constexpr slot s = Plan::value.slots[S];
        if constexpr (s.place == slot::number) {
            return number_cursor<T>{leaves_.numbers[s.id]};
        } else if constexpr (s.place == slot::exact) {
            return number_cursor<T>{exact_[s.id]};
        } else if constexpr (s.panel_rows != 0) {
            using panels = typename type_at<leaf_panels<F>.items[s.id], typename element_types<F>::type>::type;
            const std::size_t part = batch_offset(s, batch);
            // Columns whose number is a length are read from the first row on.
            constexpr bool has_columns = is_static_size(s.row_stride, Plan::lengths);
            constexpr std::size_t first_row = has_columns ? s.offset / s.row_stride : 0;
            using rows = decltype(count<s.panel_rows>());
            using columns = decltype(count<s.row_stride>());
            return panel_cursor<typename panels::type, lanes_for(sizeof(T)), rows, columns>{
                leaves_.template pointer<panels>(s.id), first_row, s.offset - first_row * s.row_stride + part,
                count<s.panel_rows>(), count<s.row_stride>()};
        } else if constexpr (s.strided || (s.place != slot::index && !Plan::lengths.empty())) {
            return strided_cursor_of<S, Written, HasRows>(batch, row);
        } else {
            std::size_t offset = offset_in_place<S>() + batch_offset(s, batch);
            if constexpr (s.moves_with_tile) offset += row * s.row_stride;
            if constexpr (s.columns_move_with_tile) offset += row * s.col_stride;
            if constexpr (s.place == slot::index)
                return index_cursor<T, s.row_stride, s.col_stride>{offset};
            else if constexpr (Written)
                return element_cursor<T, s.row_stride, s.col_stride>{of_unknown_origin(memory<S>() + offset)};
            else if constexpr (s.place == slot::leaf)
                return element_cursor<const leaf_element<s.id>, s.row_stride, s.col_stride>{
                    of_unknown_origin(leaf_pointer<s.id>() + offset)};
            else
                return element_cursor<const T, s.row_stride, s.col_stride>{of_unknown_origin(memory<S>() + offset)};
        }
    }

    /// A stride if it is static, else any_stride.
    template <std::size_t S, bool HasRows>
    static constexpr std::size_t fixed_stride(std::size_t loop_strides::*of) {
        constexpr slot s = Plan::value.slots[S];
        if constexpr (s.strided) {
            // A value that depends on unknown strides differs between these two.
            const loop_strides with_zeros(s.map, s.loop_rank, strides_with<S, HasRows>(0));
            const loop_strides with_ones(s.map, s.loop_rank, strides_with<S, HasRows>(1));
            bool is_known = with_zeros.*of == with_ones.*of;
            for (const index_link& link : s.map.links)
                is_known = is_known && is_static_size(link.factor, Plan::lengths);
            return is_known ? with_zeros.*of : any_stride;
        } else {
            const std::size_t stride = of == &loop_strides::row ? s.row_stride : s.col_stride;
            return is_static_size(stride, Plan::lengths) ? stride : any_stride;
        }
    }
    template <std::size_t S, bool HasRows>
    static constexpr strides strides_with(std::size_t unknown) {
        constexpr slot s = Plan::value.slots[S];
        strides steps = fixed_strides_of_leaves<F>.items[s.id];
        if (HasRows && s.last_may_be_unit) steps[s.map.rank - 1] = 1;
        for (std::size_t& step : steps)
            if (step == unknown_stride) step = unknown;
        return steps;
    }
    template <std::size_t S, bool Written, bool HasRows>
    constexpr auto strided_cursor_of(const index& batch, std::size_t row) const {
        constexpr slot s = Plan::value.slots[S];
        constexpr std::size_t fixed_row = fixed_stride<S, HasRows>(&loop_strides::row);
        constexpr std::size_t fixed_col = fixed_stride<S, HasRows>(&loop_strides::col);
        const std::size_t row_stride = stride_along<S, s.loop_rank - 2>(),
                          col_stride = stride_along<S, s.loop_rank - 1>();
        std::size_t offset = offset_of<S>(batch);
        if constexpr (s.moves_with_tile) offset += row * row_stride;
        if constexpr (s.columns_move_with_tile) offset += row * col_stride;
        auto* const begin = place_in_memory<S, Written>();
        const bool has_none = !Plan::lengths.empty() && begin == nullptr;  // a tensor without elements
        auto* const data = of_unknown_origin(has_none ? begin : begin + offset);
        using element = std::remove_pointer_t<decltype(data)>;
        if constexpr (fixed_row != any_stride && fixed_col != any_stride)
            return element_cursor<element, fixed_row, fixed_col>{data};
        else
            return strided_cursor<element, fixed_row, fixed_col>{data, row_stride, col_stride};
    }
    template <std::size_t S, bool Written>
    constexpr auto* place_in_memory() const {
        constexpr slot s = Plan::value.slots[S];
        if constexpr (s.place == slot::leaf)
            return leaf_pointer<s.id>();
        else if constexpr (Written)
            return memory<S>();
        else
            return static_cast<const T*>(memory<S>());
    }

    template <std::size_t Leaf>
    using leaf_element = typename type_at<leaf_types<F>.items[Leaf], typename element_types<F>::type>::type;

    template <std::size_t Leaf>
    constexpr const leaf_element<Leaf>* leaf_pointer() const {
        return leaves_.template pointer<leaf_element<Leaf>>(Leaf);
    }

    template <std::size_t S>
    constexpr T* memory() const {
        constexpr slot s = Plan::value.slots[S];
        if constexpr (s.place == slot::result)
            return results_[s.id];
        else
            return Plan::value.buffers[s.id].tile ? own_ : shared_;
    }

    const leaf_table_for<F, T>& leaves_;
    [[no_unique_address]] sizes sizes_;
    T* results_[Plan::value.results]{};
    T* shared_;
    T* own_;
    T exact_[Plan::value.constants.size() == 0 ? 1 : Plan::value.constants.size()]{};
};

}  // namespace heed::detail
