// SPDX-License-Identifier: BSL-1.0
// Collects the addresses of the leaves of a formula in one table of pointers, in one pass.
#pragma once

#include <heed/expr/slice_bounds.hpp>
#include <heed/meta/static_vector.hpp>
#include <heed/tensor/memory_range.hpp>
#include <heed/tensor/strides_of.hpp>
#include <heed/trace/for_each_leaf.hpp>
#include <heed/trace/number_as.hpp>

#include <cstddef>
#include <type_traits>

namespace heed::detail {

template <class F>
inline constexpr std::size_t leaf_count = 1;
template <leafless F>
inline constexpr std::size_t leaf_count<F> = 0;
template <class Operation, class... Operands>
inline constexpr std::size_t leaf_count<formula_of<Operation, Operands...>> = (leaf_count<Operands> + ... + 0);

/// The distinct element types.
template <class... S>
struct type_list {
    static constexpr std::size_t size = sizeof...(S);

    template <class T>
    static constexpr std::size_t position() {
        std::size_t i = 0;
        const bool found = ((std::same_as<S, T> || (++i, false)) || ...);
        return found ? i : size;
    }
};

template <std::size_t I, class List>
struct type_at;
template <class First, class... Rest>
struct type_at<0, type_list<First, Rest...>> {
    using type = First;
};
template <std::size_t I, class First, class... Rest>
struct type_at<I, type_list<First, Rest...>> : type_at<I - 1, type_list<Rest...>> {};

template <class List, class... More>
struct united {
    using type = List;
};
template <class... S, class... T, class... More>
struct united<type_list<S...>, type_list<T...>, More...> {
    using type = typename united<type_list<S...>, More...>::type;
};
template <class... S, class T, class... U, class... More>
requires(!(std::same_as<S, T> || ...)) struct united<type_list<S...>, type_list<T, U...>, More...> {
    using type = typename united<type_list<S..., T>, type_list<U...>, More...>::type;
};
template <class... S, class T, class... U, class... More>
requires(std::same_as<S, T> || ...) struct united<type_list<S...>, type_list<T, U...>, More...> {
    using type = typename united<type_list<S...>, type_list<U...>, More...>::type;
};

/// Represents a matrix in panels, not in row-major order, which is read through Panels.
template <class Panels>
struct in_panels {
    using type = Panels;
};

/// The element types of the leaves that have axes.
template <class F>
struct element_types {
    using type = std::conditional_t<F::shape_value.rank == 0, type_list<>, type_list<typename F::value_type>>;
};
template <class F>
requires(panel_columns<F> != 0) struct element_types<F> {
    using type = type_list<typename F::value_type, in_panels<typename panels_of<F>::type>>;
};
template <class Operation, class... Operands>
struct element_types<formula_of<Operation, Operands...>> {
    using type = typename united<type_list<>, typename element_types<Operands>::type...>::type;
};

template <std::size_t Leaves>
struct leaf_type_positions {
    std::size_t items[Leaves == 0 ? 1 : Leaves]{};
};

/// Pointers to the leaves that hold elements of S. Entries of other leaves are null.
template <class S, std::size_t Leaves>
struct pointer_table {
    const S* pointers[Leaves == 0 ? 1 : Leaves]{};
};
template <class Panels, std::size_t Leaves>
struct pointer_table<in_panels<Panels>, Leaves> {
    Panels pointers[Leaves]{};
};

/// Whether a leaf has strides of its own.
template <class Leaf>
inline constexpr bool is_strided = has_own_strides<Leaf>;

/// Whether its strides are read when a formula is evaluated. Those of other tensors are in the plan; indices are looked
/// at before there is a plan.
template <class Leaf>
inline constexpr bool needs_strides =
    is_strided<Leaf> || Leaf::shape_value.is_dynamic() || std::integral<std::remove_const_t<typename Leaf::value_type>>;

template <class T, std::size_t Leaves, class Types>
struct leaf_table;

/// The leaves of a formula: pointers by element type, numbers converted to T, and strides, of those that need them.
template <class T, std::size_t Leaves, class... S>
struct leaf_table<T, Leaves, type_list<S...>> : pointer_table<S, Leaves>... {
    static constexpr std::size_t slots = Leaves == 0 ? 1 : Leaves;
    T numbers[slots]{};
    strides steps[slots]{};
    std::size_t filled = 0;

    template <class U>
    constexpr auto pointer(std::size_t leaf) const {
        return static_cast<const pointer_table<U, Leaves>&>(*this).pointers[leaf];
    }

    template <class F>
    constexpr void add(const F& f) {
        for_each_leaf(f, [this]<class Leaf>(const Leaf& leaf) {
            if constexpr (is_literal<Leaf>) {
                numbers[filled++] = number_as<T>(leaf.value);
            } else {
                const auto& elements = elements_of(leaf);
                if constexpr (panel_columns<Leaf> != 0)
                    add_panels(elements.panels());
                else
                    add_elements(elements.data(), Leaf::shape_value.rank);
                if constexpr (needs_strides<Leaf>) add_strides(strides_of(elements));
                ++filled;
            }
        });
    }

    /// Elements in rows of a leaf that has panels only.
    template <class U>
    constexpr void set_elements(std::size_t leaf, const U* data) {
        static_cast<pointer_table<U, Leaves>&>(*this).pointers[leaf] = data;
    }

private:
    template <class Panels>
    constexpr void add_panels(const Panels& panels) {
        static_cast<pointer_table<in_panels<Panels>, Leaves>&>(*this).pointers[filled] = panels;
    }
    template <class U>
    constexpr void add_elements(const U* data, std::size_t rank) {
        if constexpr (type_list<S...>::template position<U>() < sizeof...(S))
            static_cast<pointer_table<U, Leaves>&>(*this).pointers[filled] = data;
        if (rank == 0) numbers[filled] = element_as<T>(*data);
    }
    /// Axis by axis, because g++ 12.2 at -O3 -march=native miscompiles the copy of all strides.
    constexpr void add_strides(const strides& step) {
        HEED_UNROLL for (std::size_t axis = 0; axis < max_rank; ++axis) steps[filled][axis] = step[axis];
    }
};

/// Whether a formula reads tensors of half precision.
template <class F>
inline constexpr bool has_half_leaves = [] {
    bool found = false;
    for_each_leaf_type<F>([&]<class Leaf>(const Leaf*) {
        found = found || (!is_literal<Leaf> && is_half<std::remove_const_t<typename Leaf::value_type>>);
    });
    return found;
}();

/// For each leaf the index of its element type in element_types; numbers have none.
template <class F>
inline constexpr auto leaf_types = [] {
    using types = typename element_types<F>::type;
    leaf_type_positions<leaf_count<F>> positions;
    std::size_t filled = 0;
    for_each_leaf_type<F>([&]<class Leaf>(const Leaf*) {
        positions.items[filled++] = types::template position<typename Leaf::value_type>();
    });
    return positions;
}();

/// What Of says of the type of each leaf that is no number; of numbers no.
template <class F, class Of>
constexpr auto said_of_leaves(const Of& of) {
    static_vector<bool, leaf_count<F> == 0 ? 1 : leaf_count<F>> said;
    for_each_leaf_type<F>([&]<class Leaf>(const Leaf* leaf) {
        if constexpr (is_literal<Leaf>)
            said.push_back(false);
        else
            said.push_back(of(leaf));
    });
    return said;
}
/// For each leaf whether its table has strides of it: of others they follow from the shape.
template <class F>
inline constexpr auto leaves_with_strides = said_of_leaves<F>([]<class Leaf>(const Leaf*) {
    return needs_strides<Leaf>;
});
/// For each leaf whether its elements lie in rows, not in panels.
template <class F>
inline constexpr auto leaves_in_rows = said_of_leaves<F>([]<class Leaf>(const Leaf*) {
    return panel_columns<Leaf> == 0;
});

/// For each leaf in panels the index of these in element_types.
template <class F>
inline constexpr auto leaf_panels = [] {
    using types = typename element_types<F>::type;
    leaf_type_positions<leaf_count<F>> positions;
    std::size_t filled = 0;
    for_each_leaf_type<F>([&]<class Leaf>(const Leaf*) {
        if constexpr (panel_columns<Leaf> != 0)
            positions.items[filled] = types::template position<in_panels<typename panels_of<Leaf>::type>>();
        ++filled;
    });
    return positions;
}();

template <class F, class T>
using leaf_table_for = leaf_table<T, leaf_count<F>, typename element_types<F>::type>;

template <class F>
inline constexpr bool is_owned = false;
template <class Tensor>
inline constexpr bool is_owned<owned<Tensor>> = true;

/// Whether a leaf of a formula has elements in a range of memory. Only at run time. Numbers, exact scalars and tensors
/// that the formula owns are in other memory, and nothing writes to panels.
template <class F>
bool reads(const F& f, const memory_range& memory) {
    bool found = false;
    for_each_leaf(f, [&]<class Leaf>(const Leaf& leaf) {
        if constexpr (!is_literal<Leaf> && !is_owned<Leaf> && !has_sizes_only<Leaf> && panel_columns<Leaf> == 0)
            found = found || memory_of(elements_of(leaf)).meets(memory);
    });
    return found;
}

}  // namespace heed::detail
