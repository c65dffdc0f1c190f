// SPDX-License-Identifier: BSL-1.0
// The rows of a sequence that a rank has, and all of them again.
#pragma once

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

/// The axis of the rows: before the last, or the only one.
template <class X>
inline constexpr std::size_t axis_of_rows = heed::detail::shape_of<X>.rank > 1 ? heed::detail::shape_of<X>.rank - 2 : 0;
template <class X>
constexpr extent extent_of_part(std::size_t axis) {
    constexpr heed::detail::shape s = heed::detail::shape_of<X>;
    return axis == axis_of_rows<X> ? extent(dyn.size, s[axis].name) : s[axis];
}

template <class T, class X>
auto view_of_rows(T* first, const heed::detail::shape& whole, const heed::detail::strides& steps,
                  const rank_rows& rows) {
    heed::detail::shape dims = whole;
    heed::detail::strides taken = steps;
    constexpr std::size_t axis = axis_of_rows<X>;
    dims[axis].size = rows.count;
    taken[axis] = rows.step * steps[axis];
    T* const begin = rows.count == 0 ? first : first + rows.first * steps[axis];
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
        return heed::detail::make_view<strided_view<T, extent_of_part<X>(I)...>>(begin, dims, taken);
    }
    (std::make_index_sequence<heed::detail::shape_of<X>.rank>());
}

/// The rows of all ranks as they come: one rank after the other.
struct gathered_rows {
    heed::detail::shape dims;         ///< of the whole
    std::vector<int> counts, begins;  ///< of each rank, in elements of the datatype
    std::size_t elements = 0;         ///< of the whole

    /// errors  shape_error, the same on all ranks
    gathered_rows(const std::vector<call_record>& all, order o, std::size_t axis, std::size_t each)
        : dims(all[0].shape_at(2, 0)) {
        std::size_t rows = 0, of_row = 1;
        for (std::size_t r = 0; r < all.size(); ++r) rows += checked_rows(all, r, axis);
        for (std::size_t a = 0; a < dims.rank; ++a) of_row *= a == axis ? 1 : dims[a].size;
        dims[axis] = rows;
        constexpr const char* law = "heed: mpi::all_rows<order>(Y, comm) needs ";
        if (rows * of_row * each > static_cast<std::size_t>(std::numeric_limits<int>::max()))
            raise_shapes(law + std::string("fewer than 2^31 numbers, or bytes of half precision"), 0, rows,
                         " rows in all");
        for (std::size_t r = 0; r < all.size(); ++r) {
            const std::size_t own = all[r].shape_at(2, 0)[axis].size;
            if (own != rows_at(o, rows, all.size(), r).count)
                raise_shapes(law + std::string("the rows that rows_of<order> gives"), r, own, " of ", rows);
            counts.push_back(static_cast<int>(own * of_row * each));
            begins.push_back(static_cast<int>(elements * each));
            elements += own * of_row;
        }
    }

private:
    std::size_t checked_rows(const std::vector<call_record>& all, std::size_t r, std::size_t axis) const {
        const heed::detail::shape given = all[r].shape_at(2, 0);
        heed::detail::shape other = given;
        if (other.rank == dims.rank) other[axis] = dims[axis];
        if (!(other == dims) || all[r].word(0) != all[0].word(0) || all[r].word(1) != all[0].word(1))
            raise_shapes(
                "heed: mpi::all_rows<order>(Y, comm) needs one order, one type of elements and the same axes on all "
                "ranks, but for the rows",
                r, given, ", rank 0 ", dims);
        return given[axis].size;
    }
};

/// What MPI reads and writes meanwhile.
template <class T>
struct rows_under_way {
    std::vector<T> mine, others;
    std::vector<int> counts, begins;
};

template <class T, class X, class Axes = std::make_index_sequence<heed::detail::shape_of<X>.rank>>
struct tensor_of_rows;
template <class T, class X, std::size_t... I>
struct tensor_of_rows<T, X, std::index_sequence<I...>> {
    using type = tensor<T, extent_of_part<X>(I)...>;
};

}  // namespace detail

/// This rank's rows of a tensor or view that it has whole, without a copy: tensor Q = mpi::rows_of<mpi::striped>(X,
/// world).
/// shapes  X [... x rows x columns] -> [... x rows of this rank x columns]; of a vector its elements
/// cost    none; nothing is sent
/// example examples/mpi/ring.cpp
template <order Order, heed::detail::tensor_or_view X>
[[nodiscard]] auto rows_of(const X& x HEED_LIFETIMEBOUND, const communicator& ranks) {
    const heed::detail::shape dims = heed::detail::dims_of(x);
    const rank_rows rows =
        rows_at(Order, dims[detail::axis_of_rows<X>].size, detail::count_of(ranks), detail::own_of(ranks));
    return detail::view_of_rows<const typename X::value_type, X>(x.data(), dims, heed::detail::strides_of(x), rows);
}

/// The rows of all ranks, in their order in the sequence, on every rank: what rows_of<Order> took apart.
/// shapes  Y [... x rows of this rank x columns] -> [... x rows x columns]
/// cost    all rows are on every rank, twice for a moment
/// needs   all ranks call it together; fewer than 2^31 elements in all
/// errors  shape_error, the same on all ranks, before rows are sent; mpi::error
/// example examples/mpi/ring.cpp
template <order Order, heed::detail::tensor_or_view Y>
[[nodiscard]] auto all_rows(const Y& y, const communicator& ranks) {
    using T = typename Y::value_type;
    constexpr std::size_t axis = detail::axis_of_rows<Y>;
    detail::call_record own(detail::call_kind::all_rows);
    own.add(static_cast<std::int64_t>(Order));
    own.add(detail::word_of_type<T>());
    own.add(heed::detail::dims_of(y));
    const std::size_t each = detail::datatype_count<T>();
    const detail::gathered_rows rows(detail::records_of_all(ranks, own), Order, axis, each);

    detail::pending<detail::rows_under_way<T>> under_way(ranks,
                                                         {{}, std::vector<T>(rows.elements), rows.counts, rows.begins});
    auto& [mine, others, counts, begins] = under_way.memory();
    mine.reserve(y.size());
    for (const auto& x : y) mine.push_back(x);
    ranks.check(
        MPI_Iallgatherv(mine.data(), static_cast<int>(mine.size() * each), detail::datatype_of<T>(), others.data(),
                        counts.data(), begins.data(), detail::datatype_of<T>(), ranks.handle(), under_way.request()),
        "MPI_Iallgatherv");
    under_way.wait("mpi::all_rows");

    typename detail::tensor_of_rows<T, Y>::type whole;
    heed::detail::take_shape(whole, rows.dims);
    const T* from = others.data();
    for (std::size_t r = 0; r < rows.counts.size(); ++r) {
        const rank_rows of_rank = rows_at(Order, rows.dims[axis].size, rows.counts.size(), r);
        for (T& x : detail::view_of_rows<T, Y>(whole.data(), rows.dims, heed::detail::strides_of(whole), of_rank))
            x = *from++;
    }
    return whole;
}

}  // namespace heed::mpi
