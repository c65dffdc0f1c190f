// SPDX-License-Identifier: BSL-1.0
// Converts the bytes of a file to a tensor.
#pragma once

#include <heed/io/stored_array.hpp>
#include <heed/tensor/indexing.hpp>
#include <heed/tensor/strides_of.hpp>
#include <heed/tensor/tensor.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstring>
#include <string>

namespace heed::detail {

/// The byte order of numbers and the order of elements in an array.
struct stored_order {
    bool is_swapped = false;     ///< bytes are not in this machine's order
    bool is_first_axis = false;  ///< consecutive elements differ in their first index (Fortran)
};

/// Takes the elements of an array in the order of the file and puts each in its place.
template <class T>
class element_writer {
public:
    element_writer(const stored_array& from, const stored_order& order, T* data, const shape& dims,
                   const strides& steps)
        : from_(from), is_swapped_(order.is_swapped), data_(data), dims_(dims), steps_(steps) {
        if (!order.is_first_axis) return;
        std::reverse(dims_.items, dims_.items + dims_.rank);
        std::reverse(steps_.begin(), steps_.begin() + dims_.rank);
    }

    void write(const unsigned char* bytes) {
        const std::size_t count = dims_.size();
        with_type_of(from_.number, [&]<class S> {
            if constexpr (converts(stored_as<S>, stored_as<T>)) {
                if (is_copy<S> && !is_swapped_ && steps_ == contiguous_strides(dims_)) {
                    if (count != 0) std::memcpy(data_, bytes, count * sizeof(T));
                } else {
                    for (; written_ < count; ++written_) put(read<S>(bytes + written_ * sizeof(S)));
                }
            }
        });
    }

private:
    template <class S>
    static constexpr bool is_copy = stored_as<S> == stored_as<T> && !std::same_as<T, bool>;

    template <class S>
    S read(const unsigned char* bytes) const {
        if constexpr (std::same_as<S, bool>) {
            check_truths(from_, bytes, 1, written_);
            return *bytes != 0;
        } else {
            unsigned char ordered[sizeof(S)];
            std::copy(bytes, bytes + sizeof(S), ordered);
            if (is_swapped_) std::reverse(ordered, ordered + sizeof(S));
            S x;
            std::memcpy(&x, ordered, sizeof(S));
            return x;
        }
    }

    /// Writes the next element.
    template <class S>
    void put(const S& x) {
        if (!holds<T>(x))
            from_.fail(": element " + std::to_string(written_) + " of the file is no " + in_words(stored_as<T>));
        data_[place_] = nearest<T>(x);
        for (std::size_t axis = dims_.rank; axis-- > 0;) {
            place_ += steps_[axis];
            if (++index_[axis] < dims_[axis].size) return;
            place_ -= index_[axis] * steps_[axis];
            index_[axis] = 0;
        }
    }

    const stored_array& from_;
    bool is_swapped_;
    T* data_;
    shape dims_;
    strides steps_;
    std::size_t index_[max_rank]{};
    std::size_t place_ = 0, written_ = 0;
};

/// The array as a tensor; all its bytes must be present.
/// errors  io_error if its sizes or its type differ; std::bad_alloc
template <class Tensor>
Tensor read_tensor(const stored_array& a, const stored_order& order, const unsigned char* bytes, conversion how) {
    using T = typename Tensor::value_type;
    check_stored_type<T>();
    const shape dims = dims_for(a, Tensor::shape_value, stored_as<T>, how);
    Tensor t(uninitialised);
    take_shape(t, dims);
    element_writer<T>(a, order, t.data(), dims, strides_of(t)).write(bytes);
    return t;
}

}  // namespace heed::detail
