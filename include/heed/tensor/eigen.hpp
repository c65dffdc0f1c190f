// SPDX-License-Identifier: BSL-1.0
// Converts between tensors and Eigen matrices without a copy. Only users of Eigen include it.
#pragma once

// First, because it reports compilers without C++20.
#include <heed/meta/config.hpp>
#include <heed/meta/raise.hpp>

HEED_BEGIN_HEADERS
#include <heed/shape/shape_error.hpp>
#include <heed/tensor/tensor.hpp>
HEED_END_HEADERS

#if !__has_include(<Eigen/Core>)
#error "heed: heed/tensor/eigen.hpp needs the headers of Eigen 3"
#endif
#include <Eigen/Core>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace heed {

namespace detail {

template <class T, int Rows, int Columns>
using row_major_matrix =
    Eigen::Matrix<std::remove_const_t<T>, Rows, Columns, Columns == 1 && Rows != 1 ? Eigen::ColMajor : Eigen::RowMajor>;

template <class T, int Rows, int Columns>
using eigen_map_of = Eigen::Map<std::conditional_t<std::is_const_v<T>, const row_major_matrix<T, Rows, Columns>,
                                                   row_major_matrix<T, Rows, Columns>>>;

/// A size as Eigen expresses it.
constexpr int eigen_size(const extent& e) { return e.is_dynamic() ? Eigen::Dynamic : static_cast<int>(e.size); }

template <class Tensor>
auto map_elements(Tensor& t) {
    using T = std::remove_pointer_t<decltype(t.data())>;
    constexpr shape s = shape_of<Tensor>;
    constexpr int columns = s.rank == 2 ? eigen_size(s[1]) : 1;
    using map = eigen_map_of<T, eigen_size(s[0]), columns>;
    if constexpr (s.is_dynamic())
        return map(t.data(), static_cast<Eigen::Index>(t.extent(0)),
                   static_cast<Eigen::Index>(s.rank == 2 ? t.extent(s.rank - 1) : 1));
    else
        return map(t.data());
}

/// The strides that the type of a matrix says.
template <class Matrix>
constexpr strides eigen_strides() {
    constexpr auto known = [](int stride) { return stride > 0 ? static_cast<std::size_t>(stride) : unknown_stride; };
    constexpr std::size_t inner = known(Matrix::InnerStrideAtCompileTime),
                          outer = known(Matrix::OuterStrideAtCompileTime);
    return Matrix::IsRowMajor ? strides{outer, inner} : strides{inner, outer};
}

/// Whether a size that Eigen may know while compiling can be that of an axis.
constexpr bool may_agree(const extent& axis, int size) {
    return size < 0 || sizes_agree(axis, extent(static_cast<std::size_t>(size)));
}

template <extent Rows, extent Columns, class Matrix>
auto view_elements(Matrix& m) {
    static_assert(may_agree(Rows, Matrix::RowsAtCompileTime) && may_agree(Columns, Matrix::ColsAtCompileTime),
                  "heed: view_of<rows, columns>(matrix) needs a matrix of that size");
    using T = std::remove_pointer_t<decltype(m.data())>;
    const shape dims{static_cast<std::size_t>(m.rows()), static_cast<std::size_t>(m.cols())};
    if (!sizes_agree(Rows, dims[0]) || !sizes_agree(Columns, dims[1]))
        raise<shape_error>("heed: view_of<rows, columns>(matrix) needs a matrix of that size: ", shape(Rows, Columns),
                           " and ", dims);
    constexpr strides known = eigen_strides<Matrix>();
    return make_view<typename part_of_view<T, false, known, Rows, Columns>::type>(
        m.data(), dims, strides{static_cast<std::size_t>(m.rowStride()), static_cast<std::size_t>(m.colStride())});
}

}  // namespace detail

/// A vector or matrix as an Eigen::Map, a column or row-major. Static extents become sizes in its type.
/// example tests/tensor/eigen_test.cpp
template <class Tensor>
requires(detail::tensor_or_view<Tensor> && (detail::shape_of<Tensor>.rank == 1 || detail::shape_of<Tensor>.rank == 2) &&
         std::is_pointer_v<decltype(std::declval<Tensor&>().begin())>) auto eigen_map(Tensor& t HEED_LIFETIMEBOUND) {
    return detail::map_elements(t);
}

/// A matrix of Eigen (or a map, or a block) as a view of Rows x Columns, whatever its storage order. Strides that the
/// type of the matrix says are static: loops then read registers along the axis that is contiguous.
/// errors  does not compile, or stops with a message, if the matrix has another size
/// example tests/tensor/eigen_test.cpp
template <extent Rows, extent Columns, class Derived>
auto view_of(Eigen::DenseBase<Derived>& m HEED_LIFETIMEBOUND) {
    return detail::view_elements<Rows, Columns>(m.derived());
}
template <extent Rows, extent Columns, class Derived>
auto view_of(const Eigen::DenseBase<Derived>& m HEED_LIFETIMEBOUND) {
    return detail::view_elements<Rows, Columns>(m.derived());
}

}  // namespace heed
