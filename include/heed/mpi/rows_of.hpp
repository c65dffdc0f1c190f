// SPDX-License-Identifier: BSL-1.0
// The rows of a sequence that a rank has, and all of them again.
#pragma once

#include <heed/expr/chosen_axis.hpp>
#include <heed/mpi/agreement.hpp>
#include <heed/mpi/order.hpp>
#include <heed/tensor/part_view.hpp>
#include <heed/tensor/strides_of.hpp>
#include <heed/tensor/tensor.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace heed::mpi {

namespace detail {

/// The axis of the rows where none is chosen: before the last, or the only one.
inline constexpr int before_columns = std::numeric_limits<int>::min();
template <class X, chosen_axis Axis>
inline constexpr std::size_t axis_of_rows = [] {
    constexpr heed::detail::shape s = heed::detail::shape_of<X>;
    if constexpr (Axis.name == nullptr && Axis.number == before_columns) {
        return s.rank > 1 ? s.rank - 2 : 0;
    } else {
        constexpr std::size_t axis = heed::detail::selector<Axis>::position(s);
        static_assert(axis < s.rank, "heed: mpi::rows_of<order, axis>(X, comm) needs an axis that X has, once");
        return axis;
    }
}();
template <class X>
constexpr extent extent_of_part(std::size_t axis, std::size_t of_rows) {
    constexpr heed::detail::shape s = heed::detail::shape_of<X>;
    return axis == of_rows ? extent(dyn.size, s[axis].name) : s[axis];
}

template <class T, class X, std::size_t Axis>
auto view_of_rows(T* first, const heed::detail::shape& whole, const heed::detail::strides& steps,
                  const rank_rows& rows) {
    heed::detail::shape dims = whole;
    heed::detail::strides taken = steps;
    dims[Axis].size = rows.count;
    taken[Axis] = rows.step * steps[Axis];
    T* const begin = rows.count == 0 ? first : first + rows.first * steps[Axis];
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
        return heed::detail::make_view<strided_view<T, extent_of_part<X>(I, Axis)...>>(begin, dims, taken);
    }
    (std::make_index_sequence<heed::detail::shape_of<X>.rank>());
}

/// The rows of all ranks as they come: one rank after the other.
struct gathered_rows {
    heed::detail::shape dims;         ///< of the whole
    std::vector<rank_rows> rows;      ///< of each rank
    std::vector<int> counts, begins;  ///< of each rank, in elements of the datatype
    std::size_t elements = 0;         ///< of the whole

    static constexpr const char* law = "heed: mpi::all_rows<order>(Y, comm) needs ";

    /// errors  shape_error, the same on all ranks
    gathered_rows(const std::vector<call_record>& all, order o, std::size_t axis, std::size_t each)
        : dims(all[0].shape_at(3, 0)) {
        std::size_t together = 0, of_row = 1;
        for (std::size_t r = 0; r < all.size(); ++r) {
            const std::size_t own = checked_rows(all, r, axis);
            rows.push_back({together, 1, own});
            together += own;
        }
        for (std::size_t a = 0; a < dims.rank; ++a) of_row *= a == axis ? 1 : dims[a].size;
        dims[axis] = together;
        if (together * of_row * each > static_cast<std::size_t>(std::numeric_limits<int>::max()))
            raise_shapes(law + std::string("fewer than 2^31 numbers, or bytes of half precision"), 0, together,
                         " rows in all");
        for (std::size_t r = 0; r < all.size(); ++r) {
            const std::size_t own = rows[r].count;
            if (o == striped) rows[r] = rows_at(striped, together, all.size(), r);
            if (own != rows[r].count)
                raise_shapes(law + std::string("rows i, i + ranks, i + 2 ranks ... on rank i where they are striped"),
                             r, own, " of ", together);
            counts.push_back(static_cast<int>(own * of_row * each));
            begins.push_back(static_cast<int>(elements * each));
            elements += own * of_row;
        }
    }

private:
    std::size_t checked_rows(const std::vector<call_record>& all, std::size_t r, std::size_t axis) const {
        const std::string needs = law;
        check_word(all, r, 0, needs + "one order on all ranks", words_of_order);
        check_word(all, r, 1, needs + "one type of elements on all ranks", words_of_type);
        check_word(all, r, 2, needs + "rows along one axis on all ranks",
                   [](std::int64_t axis) { return "axis " + std::to_string(axis); });
        const heed::detail::shape given = all[r].shape_at(3, 0);
        heed::detail::shape other = given;
        if (other.rank == dims.rank) other[axis] = dims[axis];
        if (!(other == dims))
            raise_shapes(needs + "the same axes on all ranks, but for the rows", r, given, ", rank 0 ", dims);
        return given[axis].size;
    }
};

/// What MPI reads and writes meanwhile.
template <class T>
struct rows_under_way {
    std::vector<T> mine, others;
    std::vector<int> counts, begins;
};

template <class T, class X, std::size_t Axis, class Axes = std::make_index_sequence<heed::detail::shape_of<X>.rank>>
struct tensor_of_rows;
template <class T, class X, std::size_t Axis, std::size_t... I>
struct tensor_of_rows<T, X, Axis, std::index_sequence<I...>> {
    using type = tensor<T, extent_of_part<X>(I, Axis)...>;
};

}  // namespace detail

/// This rank's rows of a tensor or view that it has whole, without a copy: tensor Q = mpi::rows_of<mpi::striped>(X,
/// world). Rows are along the axis before the last; along another one by its number or name: the log-sum-exps of heads
/// [heads x rows] are mpi::rows_of<mpi::striped, -1>(L, world).
/// shapes  X [... x rows x columns] -> [... x rows of this rank x columns]; of a vector its elements
/// cost    none; nothing is sent
/// example examples/mpi/ring.cpp
template <order Order, chosen_axis Axis = detail::before_columns, heed::detail::tensor_or_view X>
[[nodiscard]] auto rows_of(const X& x HEED_LIFETIMEBOUND, const communicator& ranks) {
    constexpr std::size_t axis = detail::axis_of_rows<X, Axis>;
    const heed::detail::shape dims = heed::detail::dims_of(x);
    const rank_rows rows = rows_at(Order, dims[axis].size, detail::count_of(ranks), detail::own_of(ranks));
    return detail::view_of_rows<const typename X::value_type, X, axis>(x.data(), dims, heed::detail::strides_of(x),
                                                                       rows);
}

/// The rows of all ranks, in their order in the sequence, on every rank: what rows_of<Order, Axis> took apart, or
/// contiguous parts of any lengths.
/// shapes  Y [... x rows of this rank x columns] -> [... x rows x columns]
/// cost    all rows are on every rank, twice for a moment
/// needs   all ranks call it together; fewer than 2^31 elements in all
/// errors  shape_error, the same on all ranks, before rows are sent; mpi::error
/// example examples/mpi/ring.cpp
template <order Order, chosen_axis Axis = detail::before_columns, heed::detail::tensor_or_view Y>
[[nodiscard]] auto all_rows(const Y& y, const communicator& ranks) {
    using T = typename Y::value_type;
    constexpr std::size_t axis = detail::axis_of_rows<Y, Axis>;
    detail::call_record own(detail::call_kind::all_rows);
    own.add(static_cast<std::int64_t>(Order));
    own.add(detail::word_of_type<T>());
    own.add(static_cast<std::int64_t>(axis));
    own.add(heed::detail::dims_of(y));
    const std::size_t each = detail::datatype_count<T>();
    const detail::gathered_rows all(detail::records_of_all(ranks, own), Order, axis, each);

    detail::pending<detail::rows_under_way<T>> under_way(ranks,
                                                         {{}, std::vector<T>(all.elements), all.counts, all.begins});
    auto& [mine, others, counts, begins] = under_way.memory();
    mine.reserve(y.size());
    for (const auto& x : y) mine.push_back(x);
    ranks.check(
        MPI_Iallgatherv(mine.data(), static_cast<int>(mine.size() * each), detail::datatype_of<T>(), others.data(),
                        counts.data(), begins.data(), detail::datatype_of<T>(), ranks.handle(), under_way.request()),
        "MPI_Iallgatherv");
    under_way.wait("mpi::all_rows");

    typename detail::tensor_of_rows<T, Y, axis>::type whole;
    heed::detail::take_shape(whole, all.dims);
    const T* from = others.data();
    for (const rank_rows& rows : all.rows)
        for (T& x : detail::view_of_rows<T, Y, axis>(whole.data(), all.dims, heed::detail::strides_of(whole), rows))
            x = *from++;
    return whole;
}

}  // namespace heed::mpi
