// SPDX-License-Identifier: BSL-1.0
// Keys and values of earlier positions: decoding appends to them and attends to them.
#pragma once

#include <heed/expr/formula_of.hpp>
#include <heed/shape/cache_law.hpp>
#include <heed/shape/shape_error.hpp>
#include <heed/tensor/copy_elements.hpp>
#include <heed/tensor/slice_elements.hpp>

#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace heed {

namespace detail {

// Templates over the calling cache, so that programs without a cache do not compile them.

/// Throws if the numbers of keys and values differ, or if there is no room for them.
template <class For>
constexpr void check_appended(const shape& extents, std::size_t holds, std::size_t keys, std::size_t values) {
    if (keys != values)
        fail_shape_sentence("heed: append(k, v) needs as many keys as values", [&](shape_writer& out) {
            out.add("given are ");
            out.add(keys);
            out.add(" and ");
            out.add(values);
        });
    const std::size_t most = extents[growing_axis(extents)].most();
    if (keys > most - holds)
        fail_shape_sentence("heed: append(k, v) needs room in the cache", [&](shape_writer& out) {
            add_shape(out, extents);
            out.add(" has room for ");
            out.add(most);
            out.add(", holds ");
            out.add(holds);
            out.add(", given are ");
            out.add(keys);
        });
}

template <class For>
constexpr void fail_positions(const char* law, std::size_t holds, const given_length& given) {
    fail_shape_sentence(law, [&](shape_writer& out) {
        out.add("it holds ");
        out.add(holds);
        out.add(", given are ");
        given.add_to(out);
    });
}

/// A tensor that grows along its bounded axis. Elements do not move: room for the maximum is allocated with the first
/// one.
template <class Tensor>
class growing_tensor {
    static constexpr shape extents = Tensor::shape_value;

public:
    using value_type = typename Tensor::value_type;
    static constexpr std::size_t axis = growing_axis(extents);

    constexpr const Tensor& elements() const { return elements_; }
    constexpr std::size_t size() const { return elements_.extent(axis); }
    constexpr void resize(std::size_t n) {
        shape dims = extents;
        dims[axis].size = n;
        elements_.take_shape(dims);
    }
    /// Writes positions from `first` on: tensors are copied, formulas are computed.
    template <class F>
    constexpr void write(std::size_t first, std::size_t count, const F& f) {
        auto to = place<is_several(shape_of<F>, extents)>(first, count);
        if constexpr (sliceable<F> && std::same_as<value_of<F>, value_type>) {
            check_sizes<F>(dims_of(to), dims_of(f));
            if (may_overlap(f, to))
                copy_elements(f, to);
            else
                copy_rows(f.data(), strides_of(f), to.data(), strides_of(to), dims_of(f));
        } else {
            to = f;
        }
    }
    /// Whether a formula reads elements of this tensor, even beyond its length. In a constant expression addresses
    /// cannot be compared, so the answer is yes.
    template <class F>
    constexpr bool may_be_read_by(const F& f) const {
        if (std::is_constant_evaluated()) return true;
        return reads(operand_of(f), memory_of(elements_));
    }
    /// Moves the positions from `first` on to the beginning.
    constexpr void drop(std::size_t first) {
        const strides steps = elements_.strides();
        const std::size_t kept = size() - first, row = steps[axis];
        const std::size_t block = row * extents[axis].most();  // the elements at one index of the leading axes
        std::size_t blocks = 1;
        for (std::size_t a = 0; a < axis; ++a) blocks *= extents[a].size;
        for (std::size_t b = 0; b < blocks; ++b) {
            value_type* const to = elements_.data() + b * block;
            for (std::size_t i = 0; i < kept * row; ++i) to[i] = to[first * row + i];
        }
        resize(kept);
    }

private:
    template <bool IsSeveral>
    constexpr auto place(std::size_t first, std::size_t count) {
        if constexpr (IsSeveral)
            return slice_elements<axis>(elements_, first, first + count);
        else
            return [&]<std::size_t... I>(std::index_sequence<I...>) { return elements_(index<I>(first)...); }
        (std::make_index_sequence<extents.rank>{});
    }
    template <std::size_t Axis>
    static constexpr auto index(std::size_t position) {
        if constexpr (Axis == axis)
            return position;
        else
            return all;
    }

    Tensor elements_;
};

/// How many positions are appended, without evaluating the formula.
template <class Cached, class F>
constexpr std::size_t appended_count(const F& f) {
    constexpr std::size_t axis = growing_axis(shape_of<Cached>);
    if constexpr (!is_several(shape_of<F>, shape_of<Cached>))
        return 1;
    else if constexpr (shape_of<F>[axis].is_dynamic())
        return f.extent(axis);
    else
        return shape_of<F>[axis].size;
}

/// The number of positions if it is static, else 0.
template <class F, class Cached>
inline constexpr std::size_t known_count = [] {
    if constexpr (!is_several(shape_of<F>, shape_of<Cached>)) return std::size_t{1};
    const extent& along = shape_of<F>[growing_axis(shape_of<Cached>)];
    return along.is_dynamic() ? 0 : along.size;
}();
template <class K, class V, class Keys, class Values>
inline constexpr bool may_be_as_many =
    known_count<K, Keys> == known_count<V, Values> || known_count<K, Keys> == 0 || known_count<V, Values> == 0;

/// Whether a formula must be evaluated to know how many positions it has.
template <class F, class Cached>
inline constexpr bool hides_its_size =
    !tensor_or_view<F> && is_several(shape_of<F>, shape_of<Cached>) && shape_of<F>.is_dynamic();

}  // namespace detail

/// A key-value cache with room for a maximum number of positions. Keys and Values are tensors with a bound on the same
/// axis: cache_of<tensor<float, tokens[at_most<2048>], d_k[64]>, tensor<float, tokens[at_most<2048>], d_v[128]>>. If
/// both have one shape, cache<T, extents...> is shorter.
/// errors  law::cached_axes
template <class Keys, class Values>
class cache_of {
    using key_shape = typename detail::law_shape<Keys>::type;
    using value_shape = typename detail::law_shape<Values>::type;
    static_assert(sizeof(law::cached_axes<key_shape>) + sizeof(law::cached_axes<value_shape>) > 0);
    static constexpr std::size_t key_axis = detail::growing_axis(detail::shape_of<Keys>);
    static constexpr std::size_t value_axis = detail::growing_axis(detail::shape_of<Values>);
    static_assert(detail::shape_of<Keys>[key_axis] == detail::shape_of<Values>[value_axis],
                  "heed: cache_of<Keys, Values> needs the same bound and the same name for keys and values");

public:
    /// How many positions it holds.
    constexpr std::size_t size() const { return keys_.size(); }
    /// The bound of the growing axis: how many positions there is room for.
    static constexpr std::size_t most() { return detail::shape_of<Keys>[key_axis].most(); }

    /// The keys so far, oldest first, as a view without a copy. Its strides are static. A view keeps the size that the
    /// cache had; forget and keep_last move the elements that it shows.
    /// shapes  those of the cache
    constexpr auto keys() const HEED_LIFETIMEBOUND { return view(keys_.elements()); }
    /// The values of the same positions, as a view like keys().
    constexpr auto values() const HEED_LIFETIMEBOUND { return view(values_.elements()); }

    /// Appends key and value of one position, append(X * Wk, X * Wv), with the axes of the cache except the growing
    /// one; or those of several positions, with all axes. They may be tensors, views, or formulas, which are computed
    /// directly into the cache. If an error is thrown, the cache is unchanged.
    /// cost    that of the formulas; a formula with a dynamic number of positions is also copied
    /// errors  law::appended, law::appended_together; shape_error if there is no room, or the numbers of keys and
    ///         values differ
    template <formula K, formula V>
    constexpr void append(const K& k, const V& v) {
        if constexpr (detail::is_broken<K> || detail::is_broken<V>) {
            // reported
        } else if constexpr (!detail::may_append(detail::shape_of<K>, detail::shape_of<Keys>)) {
            (void)sizeof(law::appended<detail::law_shape_t<const K&>, key_shape>);
        } else if constexpr (!detail::may_append(detail::shape_of<V>, detail::shape_of<Values>)) {
            (void)sizeof(law::appended<detail::law_shape_t<const V&>, value_shape>);
        } else if constexpr (!detail::may_be_as_many<K, V, Keys, Values>) {
            (void)sizeof(
                law::appended_together<detail::law_shape_t<const K&>, detail::law_shape_t<const V&>, !sizeof(K)>);
        } else if constexpr (detail::hides_its_size<K, Keys>) {
            append(tensor(k), v);
        } else if constexpr (detail::hides_its_size<V, Values>) {
            append(k, tensor(v));
        } else {
            append_known(k, v);
        }
    }

    /// Removes all positions.
    constexpr void clear() { rewind(0); }
    /// Keeps the first n positions, for instance if the others were a guess that turned out wrong.
    /// errors  shape_error if it holds fewer
    template <std::integral N>
    constexpr void rewind(N n) {
        resize(checked("heed: rewind(n) needs a cache that holds as many positions", n));
    }
    /// Removes the n oldest positions.
    /// cost    moves the others to the front: remove many at a time
    /// errors  shape_error if it holds fewer
    template <std::integral N>
    constexpr void forget(N n) {
        const std::size_t oldest = checked("heed: forget(n) needs a cache that holds as many positions", n);
        if (oldest == 0) return;
        keys_.drop(oldest);
        values_.drop(oldest);
    }
    /// A sliding window: keeps the last n positions, or all if there are fewer.
    /// cost    as of forget. A window that is moved for each token moves n positions a token. If you let it grow to
    ///         most() and then cut it in half, keep_last(most() / 2), it moves about one
    template <std::integral N>
    constexpr void keep_last(N n) {
        const detail::given_length kept = n;
        if (kept.is_negative)
            detail::fail_positions<cache_of>("heed: keep_last(n) needs a number of positions", size(), kept);
        if (size() > kept.magnitude) forget(size() - kept.magnitude);
    }

private:
    /// Takes new positions back unless they are kept.
    class addition {
    public:
        explicit constexpr addition(cache_of& to) : to_(to), size_(to.size()) {}
        addition(const addition&) = delete;
        addition& operator=(const addition&) = delete;
        constexpr ~addition() { to_.resize(size_); }
        constexpr void keep() { size_ = to_.size(); }

    private:
        cache_of& to_;
        std::size_t size_;
    };

    template <class K, class V>
    constexpr void append_known(const K& k, const V& v) {
        const std::size_t first = size(), count = detail::appended_count<Keys>(k);
        detail::check_appended<cache_of>(detail::shape_of<Keys>, first, count, detail::appended_count<Values>(v));
        addition added(*this);
        resize(first + count);
        if (keys_.may_be_read_by(v)) {
            const tensor value(v);  // before the keys are written
            keys_.write(first, count, k);
            values_.write(first, count, value);
        } else {
            keys_.write(first, count, k);
            values_.write(first, count, v);
        }
        added.keep();
    }
    template <std::integral N>
    constexpr std::size_t checked(const char* law, N n) const {
        const detail::given_length given = n;
        if (given.is_negative || given.magnitude > size()) detail::fail_positions<cache_of>(law, size(), given);
        return given.magnitude;
    }
    constexpr void resize(std::size_t n) {
        keys_.resize(n);
        values_.resize(n);
    }

    detail::growing_tensor<Keys> keys_;
    detail::growing_tensor<Values> values_;
};

/// A key-value cache: cache<float, head[8], tokens[at_most<2048>], d_k[64]> past; with past.append(k, v), past.keys(),
/// past.values(). It starts empty. Up to 16 KiB the memory for all positions is inside the object; otherwise the first
/// append allocates it, or throws std::bad_alloc.
/// shapes  keys and values have the given extents; the one with a bound grows
/// errors  law::cached_axes
/// example examples/guide.cpp
/// example cache<float, key[at_most<2048>], d_k[4]> past;
///         past.append(K, K);
///         const tensor Y = attention(Q, past.keys(), past.values());
template <class T, extent... E>
class cache : public cache_of<tensor<T, E...>, tensor<T, E...>> {};

}  // namespace heed
