// SPDX-License-Identifier: BSL-1.0
// Keys and values on their way round the ranks: at step s a rank has those of the rank s before it.
#pragma once

#include <heed/mpi/messages.hpp>
#include <heed/tensor/part_view.hpp>
#include <heed/tensor/room_view.hpp>
#include <heed/tensor/tensor.hpp>
#include <heed/tensor/view.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace heed::mpi::detail {

/// Contiguous elements with the axes of a tensor. What is known of its rows, and the bound of an axis, say nothing
/// about another rank's.
template <class Like>
constexpr extent extent_of_block(std::size_t axis) {
    constexpr heed::detail::shape s = heed::detail::shape_of<Like>;
    return axis + 2 == s.rank || s[axis].is_dynamic() ? extent(dyn.size, s[axis].name) : s[axis];
}
template <class T, class Like, class Axes = std::make_index_sequence<heed::detail::shape_of<Like>.rank>>
struct block_of;
template <class T, class Like, std::size_t... I>
struct block_of<T, Like, std::index_sequence<I...>> {
    using type = view<T, extent_of_block<Like>(I)...>;
};

template <class T, class Like>
auto block_at(T* first, const Like& like, std::size_t rows) {
    heed::detail::shape dims = heed::detail::dims_of(like);
    dims[dims.rank - 2].size = rows;
    return heed::detail::make_view<typename block_of<T, Like>::type>(first, dims,
                                                                     heed::detail::contiguous_strides(dims));
}
template <class Like>
std::size_t elements_with(const Like& like, std::size_t rows) {
    heed::detail::shape dims = heed::detail::dims_of(like);
    dims[dims.rank - 2].size = rows;
    return dims.size();
}

/// Bytes up to the next boundary.
constexpr std::size_t padded(std::size_t bytes) {
    constexpr std::size_t boundary = heed::detail::heap_alignment;
    return (bytes + boundary - 1) / boundary * boundary;
}

/// Which way the blocks go. The block of `owner` goes from rank to rank as far as somebody needs it.
struct ring_path {
    std::size_t rank, ranks;
    std::vector<int> last;  ///< how many steps the block of each rank goes

    std::size_t owner(std::size_t step) const { return (rank + ranks - step % ranks) % ranks; }
    /// Whether the block that is here at a step goes on, and whether another one comes for the step after it.
    bool goes_on(std::size_t step) const { return static_cast<int>(step) < last[owner(step)]; }
    bool comes(std::size_t step) const { return static_cast<int>(step) < last[owner(step + 1)]; }
};

enum tag : int { tag_of_keys = 1, tag_of_values, tag_of_sums, tag_of_result };

/// Two buffers, each for the keys and values of one rank: one is computed with while the other one is filled.
template <class K, class V, class Rows>
class circulating_blocks {
    using key = typename K::value_type;
    using value = typename V::value_type;

public:
    /// rows(r) is the number of keys of rank r. Own keys and values are copied, whatever their strides.
    circulating_blocks(const communicator& c, const ring_path& path, const K& k, const V& v, const Rows& rows)
        : path_(path), k_(k), v_(v), rows_(rows), ranks_(c), messages_(c) {
        std::size_t most = 0;
        for (std::size_t r = 0; r < path.ranks; ++r) most = std::max(most, rows(r));
        values_begin_ = padded(elements_with(k, most) * sizeof(key));
        const std::size_t bytes = values_begin_ + elements_with(v, most) * sizeof(value);
        bool any = false;
        for (const int steps : path.last) any = any || steps > 0;
        buffers_[0] = c.memory(0).of_size(bytes);
        buffers_[1] = any ? c.memory(1).of_size(bytes) : buffers_[0];
        copy(k, keys_at(0)), copy(v, values_at(0));
    }

    /// Sends what this step computes with, and asks for what the next one does.
    void begin(std::size_t step) {
        if (path_.comes(step)) {
            const std::size_t rows = rows_(path_.owner(step + 1));
            messages_.receive(first_key(step + 1), elements_with(k_, rows), left_of(ranks_), tag_of_keys);
            messages_.receive(first_value(step + 1), elements_with(v_, rows), left_of(ranks_), tag_of_values);
        }
        if (path_.goes_on(step)) {
            const std::size_t rows = rows_(path_.owner(step));
            messages_.send(first_key(step), elements_with(k_, rows), right_of(ranks_), tag_of_keys);
            messages_.send(first_value(step), elements_with(v_, rows), right_of(ranks_), tag_of_values);
        }
    }
    void end(const char* call) { messages_.wait(call); }

    auto keys_at(std::size_t step) const { return block_at(first_key(step), k_, rows_(path_.owner(step))); }
    auto values_at(std::size_t step) const { return block_at(first_value(step), v_, rows_(path_.owner(step))); }

private:
    key* first_key(std::size_t step) const { return reinterpret_cast<key*>(buffers_[step % 2]); }
    value* first_value(std::size_t step) const { return reinterpret_cast<value*>(buffers_[step % 2] + values_begin_); }
    template <class From, class To>
    static void copy(const From& from, const To& to) {
        auto* next = to.data();
        for (const auto& x : from) *next++ = x;
    }

    const ring_path& path_;
    const K& k_;
    const V& v_;
    const Rows& rows_;
    const communicator& ranks_;
    messages messages_;
    std::size_t values_begin_ = 0;
    std::byte* buffers_[2] = {};
};

}  // namespace heed::mpi::detail
