// SPDX-License-Identifier: BSL-1.0
// A formula with dynamic extents, as one with static sizes: each length is a prime (shape/length_list.hpp), and equal
// lengths are the same prime. Graphs and plans are made from that formula as from any other.
#pragma once

#include <heed/shape/length_law.hpp>
#include <heed/tensor/strides_of.hpp>
#include <heed/trace/length_classes.hpp>
#include <heed/trace/trace.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace heed::detail {

template <class F>
inline constexpr bool has_lengths = false;
template <class F>
requires(!leafless<F> && leaf_count<F> == 1 &&
         !requires { F::operands; }) inline constexpr bool has_lengths<F> = F::shape_value.is_dynamic();
template <class Operation, class... Operands>
inline constexpr bool has_lengths<formula_of<Operation, Operands...>> = (has_lengths<Operands> || ...);

/// Leaves with dynamic extents.
template <class F>
concept leaf_with_lengths = has_lengths<F> && !requires {
    F::operands;
};

/// Where to find the value of a length: the first axis of a leaf that has it or a multiple of it.
struct length_place {
    std::size_t leaf = 0;
    std::size_t axis = 0;
    std::size_t times = 1;  ///< the multiple; it may contain lengths before this one
    std::size_t total = 0;  ///< the total that is this length, if the leaf is one past the last
};

/// A size that is the sum of two others, which are numbers that may contain lengths.
struct total_of_lengths {
    std::size_t first = 0, second = 0, whole = 0;
};

/// Marks an axis that is not one length: it has a static size, or is a product of lengths.
inline constexpr std::size_t known_size = most_lengths, product_of_lengths = most_lengths + 1;

/// The lengths of a formula: the shapes of its leaves with primes, and where to find their values.
template <class F>
struct measuring {
    static constexpr std::size_t leaves = leaf_count<F>;
    static constexpr leaf_shapes<leaves> types = shapes_of_leaf_types<F>();
    static constexpr length_classes<F> classes{};
    static_assert(sizeof(law::number_of_lengths<classes.count, most_lengths>) != 0);
    static constexpr leaf_shapes<leaves> shapes = classes.numbered();

    struct table {
        length_list lengths{};
        static_vector<length_place, most_lengths> places{};  ///< of each length
        /// The index of the length of each axis of a leaf, or one of the two marks above.
        std::size_t length_of[leaves == 0 ? 1 : leaves][max_rank]{};
        bool has_products = false;  ///< whether the size of an axis of a leaf is a product of lengths
        total_of_lengths totals[most_lengths]{};

        constexpr bool has(std::size_t prime) const {
            for (const std::size_t length : lengths)
                if (length == prime) return true;
            return false;
        }
        /// The place of an axis with this length, or with a multiple by lengths that are then known; past the leaves if
        /// there is none.
        constexpr length_place place_of(std::size_t prime) const {
            for (const bool is_alone : {true, false})
                for (std::size_t leaf = 0; leaf < leaves; ++leaf)
                    for (std::size_t a = 0; a < types.items[leaf].rank; ++a) {
                        const std::size_t size = shapes.items[leaf][a].size, times = size / prime;
                        if (!types.items[leaf][a].is_dynamic() || size % prime != 0) continue;
                        if (is_alone ? times == 1 : is_known(times)) return {leaf, a, times};
                    }
            for (std::size_t k = 0; k < classes.totals.size(); ++k)
                if (totals[k].whole % prime == 0 && is_known(totals[k].first) && is_known(totals[k].second) &&
                    is_known(totals[k].whole / prime))
                    return {.leaf = leaves, .times = totals[k].whole / prime, .total = k};
            return {leaves + 1};
        }
        constexpr bool is_known(std::size_t size) const {
            return !classes.is_length(length_product(size, lengths).factor);
        }
    };
    static constexpr table found = [] {
        table t;
        for (std::size_t k = 0; k < classes.totals.size(); ++k)
            t.totals[k] = {classes.number(classes.totals[k].first), classes.number(classes.totals[k].second),
                           classes.number(classes.totals[k].whole)};
        // A length of which a size is a multiple comes after the lengths in that multiple.
        for (std::size_t before = most_lengths; before != t.lengths.size();) {
            before = t.lengths.size();
            for (const std::size_t prime : classes.lengths()) {
                const length_place place = t.has(prime) ? length_place{leaves + 1} : t.place_of(prime);
                if (place.leaf > leaves) continue;
                t.places.push_back(place);
                t.lengths.push_back(prime);
            }
        }
        for (std::size_t leaf = 0; leaf < leaves; ++leaf)
            for (std::size_t a = 0; a < types.items[leaf].rank; ++a) {
                const std::size_t size = shapes.items[leaf][a].size;
                std::size_t length = 0;
                while (length < t.lengths.size() && t.lengths[length] != size) ++length;
                const bool is_product = length == t.lengths.size() && classes.is_length(size);
                t.length_of[leaf][a] = length < t.lengths.size() ? length
                                       : is_product              ? product_of_lengths
                                                                 : known_size;
                t.has_products = t.has_products || is_product;
            }
        return t;
    }();
    /// True as well where parts_of_one_length has said what is wrong.
    static constexpr bool is_clear =
        !classes.divides_lengths || (classes.is_clear && found.lengths.size() == classes.lengths().size());
    static_assert(sizeof(law::parts_of_one_length<F, classes.divides_lengths>) != 0);
    static_assert(sizeof(law::lengths_that_agree<F, is_clear, classes.is_possible>) != 0);
};

/// A leaf of such a formula.
template <class Leaf, extent... E>
struct measured_leaf {
    using heed_formula = formula_tag;
    using value_type = typename Leaf::value_type;
    static constexpr shape shape_value{E...};
};
template <class Leaf, extent... E>
inline constexpr bool are_measured<measured_leaf<Leaf, E...>> = true;
template <class Leaf, extent... E>
inline constexpr std::size_t panel_columns<measured_leaf<Leaf, E...>> = panel_columns<Leaf>;
template <class Leaf, extent... E>
struct panels_of<measured_leaf<Leaf, E...>> : panels_of<Leaf> {};
/// Whether an axis after the first has a bound: rows lie in the room for that many.
constexpr bool has_room_between(const shape& s) {
    for (std::size_t a = 1; a < s.rank; ++a)
        if (s[a].is_dynamic() && s[a].most() != 0) return true;
    return false;
}
/// Strides of other tensors are products of sizes.
template <class Leaf, extent... E>
inline constexpr bool is_strided<measured_leaf<Leaf, E...>> = is_strided<Leaf> || has_room_between(Leaf::shape_value);
template <class Leaf, extent... E>
inline constexpr std::size_t unit_axis<measured_leaf<Leaf, E...>> = unit_axis<Leaf>;
template <class Leaf, extent... E>
inline constexpr bool last_may_be_unit<measured_leaf<Leaf, E...>> = last_may_be_unit<Leaf>;

/// The values that the scopes around a formula name.
template <std::size_t Scope, class Value, class Outer>
struct named_scope {};

template <std::size_t Scope, class Scopes>
struct value_in_scope;
template <std::size_t Scope, class Value, class Outer>
struct value_in_scope<Scope, named_scope<Scope, Value, Outer>> {
    using type = Value;
};
template <std::size_t Scope, std::size_t Other, class Value, class Outer>
struct value_in_scope<Scope, named_scope<Other, Value, Outer>> : value_in_scope<Scope, Outer> {};

/// The operation on measured operands: dynamic extents are replaced by numbers.
template <class Operation, class... Operands>
struct measured_operation {
    using type = Operation;
};
template <extent... E, class A>
requires(E.is_dynamic() || ...) struct measured_operation<op::reshape<E...>, A> {
    static constexpr shape dims = deduced_axes(A::shape_value, shape_from<E...>);
    template <class Indices>
    struct axes;
    template <std::size_t... I>
    struct axes<std::index_sequence<I...>> {
        using type = op::reshape<dims[I]...>;
    };
    using type = typename axes<std::make_index_sequence<sizeof...(E)>>::type;
};

template <kept_axes Kept, extent... E, class A, class Sizes>
struct measured_operation<op::sized_reshape<Kept, E...>, A, Sizes> {
    static constexpr shape dims = deduced_axes(A::shape_value, with_sizes(shape_from<E...>, Sizes::shape_value));
    template <class Indices>
    struct axes;
    template <std::size_t... I>
    struct axes<std::index_sequence<I...>> {
        using type = op::sized_reshape<Kept, dims[I]...>;
    };
    using type = typename axes<std::make_index_sequence<sizeof...(E)>>::type;
};

/// F, whose first leaf has number First in the formula of Measuring, inside of Scopes.
template <class F, class Measuring, std::size_t First, class Scopes>
struct measured_part {
    using type = F;
};
template <class F, class Measuring, std::size_t First, class Scopes>
requires leaf_with_lengths<F>
struct measured_part<F, Measuring, First, Scopes> {
    template <class Indices>
    struct leaf;
    template <std::size_t... I>
    struct leaf<std::index_sequence<I...>> {
        using type = measured_leaf<F, Measuring::shapes.items[First][I]...>;
    };
    using type = typename leaf<std::make_index_sequence<F::shape_value.rank>>::type;
};
template <std::size_t Scope, int Weight, class T, extent... E, class Measuring, std::size_t First, class Scopes>
requires(E.is_dynamic() || ...) struct measured_part<shared_value<Scope, Weight, T, E...>, Measuring, First, Scopes> {
    template <class Value, class Indices = std::make_index_sequence<sizeof...(E)>>
    struct named;
    template <class Value, std::size_t... I>
    struct named<Value, std::index_sequence<I...>> {
        using type = shared_value<Scope, Weight, T, Value::shape_value[I]...>;
    };
    using type = typename named<typename value_in_scope<Scope, Scopes>::type>::type;
};
template <std::size_t Scope, class Value, class Body, class Measuring, std::size_t First, class Scopes>
struct measured_part<formula_of<op::let<Scope>, Value, Body>, Measuring, First, Scopes> {
    using value = typename measured_part<Value, Measuring, First, Scopes>::type;
    using body =
        typename measured_part<Body, Measuring, First + leaf_count<Value>, named_scope<Scope, value, Scopes>>::type;
    using type = formula_of<op::let<Scope>, value, body>;
};
/// The number of the first leaf of each operand.
template <class... Operands>
constexpr std::size_t leaves_before(std::size_t operand) {
    const std::size_t counts[] = {leaf_count<Operands>...};
    std::size_t leaves = 0;
    for (std::size_t i = 0; i < operand; ++i) leaves += counts[i];
    return leaves;
}
template <class Operation, class... Operands, class Measuring, std::size_t First, class Scopes>
struct measured_part<formula_of<Operation, Operands...>, Measuring, First, Scopes> {
    template <class Indices>
    struct parts;
    template <std::size_t... I>
    struct parts<std::index_sequence<I...>> {
        template <class... P>
        using of = formula_of<typename measured_operation<Operation, P...>::type, P...>;
        using type =
            of<typename measured_part<Operands, Measuring, First + leaves_before<Operands...>(I), Scopes>::type...>;
    };
    using type = typename parts<std::index_sequence_for<Operands...>>::type;
};

/// The operands with the names of scopes around them, then the body inside of their scopes.
template <bool WithValue, std::size_t... Scopes, class... Operands, class Measuring, std::size_t First, class Outer>
struct measured_part<formula_of<op::vjp<WithValue, Scopes...>, Operands...>, Measuring, First, Outer> {
    using parts = parts_of_vjp<Operands...>;
    template <std::size_t K>
    using outside = typename measured_part<typename parts::template operand<K>, Measuring,
                                           First + leaves_before<Operands...>(K), Outer>::type;
    template <class Scoped, std::size_t K, std::size_t... Rest>
    struct inside {
        using type = Scoped;
    };
    template <class Scoped, std::size_t K, std::size_t Scope, std::size_t... Rest>
    struct inside<Scoped, K, Scope, Rest...> : inside<named_scope<Scope, outside<K>, Scoped>, K + 1, Rest...> {};
    using body =
        typename measured_part<typename parts::body, Measuring, First + leaves_before<Operands...>(parts::count + 1),
                               typename inside<Outer, 0, Scopes...>::type>::type;
    template <class Indices>
    struct all;
    template <std::size_t... K>
    struct all<std::index_sequence<K...>> {
        using type = formula_of<op::vjp<WithValue, Scopes...>, outside<K>..., body>;
    };
    using type = typename all<std::make_index_sequence<parts::count + 1>>::type;
};

/// Concatenated parts, two at a time, so that the offset of the next one is a size.
template <class Measuring, std::size_t Axis, class Whole, class... Rest>
struct measured_concat {
    using type = Whole;
};
template <class Measuring, std::size_t Axis, class Whole, class Next, class... Rest>
struct measured_concat<Measuring, Axis, Whole, Next, Rest...> {
    static constexpr std::size_t size =
        Measuring::classes.number_of_total(Whole::shape_value[Axis].size, Next::shape_value[Axis].size);
    using type =
        typename measured_concat<Measuring, Axis, formula_of<op::concat_to<Axis, size>, Whole, Next>, Rest...>::type;
};
template <std::size_t Axis, class... Operands, class Measuring, std::size_t First, class Scopes>
requires(formula_of<op::concat<Axis>, Operands...>::shape_value[Axis]
             .is_dynamic()) struct measured_part<formula_of<op::concat<Axis>, Operands...>, Measuring, First, Scopes> {
    template <class Indices>
    struct parts;
    template <std::size_t... I>
    struct parts<std::index_sequence<I...>> {
        using type = typename measured_concat<
            Measuring, Axis,
            typename measured_part<Operands, Measuring, First + leaves_before<Operands...>(I), Scopes>::type...>::type;
    };
    using type = typename parts<std::index_sequence_for<Operands...>>::type;
};

/// F with numbers in place of lengths.
template <class F>
using measured = typename measured_part<F, measuring<F>, 0, void>::type;

/// Whether the size in bytes of every value of a graph fits a std::size_t, for the largest element type.
template <std::size_t Capacity>
constexpr bool has_countable_values(const graph<Capacity>& g) {
    for (const node& n : g.nodes) {
        std::size_t bytes = 64;
        for (std::size_t a = 0; a < n.dims.rank; ++a)
            if (__builtin_mul_overflow(bytes, n.dims[a].size, &bytes)) return false;
    }
    return true;
}

/// The graph, and the primes in it.
template <class F>
struct traced_with_lengths : traced<measured<F>> {
    static_assert(sizeof(law::size_of_values<F, has_countable_values(graph_of<measured<F>>)>) != 0);
    static constexpr const length_list& lengths = measuring<F>::found.lengths;
};

template <class F>
using traced_formula = std::conditional_t<has_lengths<F>, traced_with_lengths<F>, traced<F>>;

}  // namespace heed::detail
