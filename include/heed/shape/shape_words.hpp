// SPDX-License-Identifier: BSL-1.0
// Shapes as people write them, [tokens[12] x 64], as template arguments: compilers show them in messages.
#pragma once

#include <heed/meta/config.hpp>
#include <heed/shape/shape.hpp>

#include <cstddef>

namespace heed::law {

/// Text as a template argument. The array has no spare characters, because g++ and clang print an array as text only if
/// it ends in exactly one zero.
template <std::size_t N>
struct words {
    char text[N]{};
};

}  // namespace heed::law

namespace heed::detail {

/// Writes at most `limit` characters to `out`; only counts them if that is null.
struct shape_writer {
    char* out = nullptr;
    std::size_t limit = 0;
    std::size_t count = 0;

    constexpr void add(char c) {
        if (out != nullptr && count < limit) out[count] = c;
        ++count;
    }
    constexpr void add(const char* text) {
        for (; *text != '\0'; ++text) add(*text);
    }
    constexpr void add(std::size_t n) {
        if (n >= 10) add(n / 10);
        add(static_cast<char>('0' + n % 10));
    }
};

/// 64, dyn, at_most<64>
template <class Text>
constexpr void add_extent_size(Text& out, const extent& e) {
    if (!e.is_dynamic()) {
        out.add(e.size);
    } else if (e.most() == 0) {
        out.add("dyn");
    } else {
        out.add("at_most<");
        out.add(e.most());
        out.add('>');
    }
}

/// query[64], or 64 if the axis has no name; works for any text type that adds words and numbers.
template <class Text>
constexpr void add_extent(Text& out, const extent& e) {
    if (e.name == nullptr) {
        add_extent_size(out, e);
        return;
    }
    out.add(e.name->name);
    out.add('[');
    add_extent_size(out, e);
    out.add(']');
}

/// [tokens[12] x 64]; a number is [].
template <class Text>
constexpr void add_shape(Text& out, const shape& s, const char* between = " x ") {
    out.add('[');
    for (std::size_t axis = 0; axis < s.rank; ++axis) {
        if (axis != 0) out.add(between);
        add_extent(out, s[axis]);
    }
    out.add(']');
}

/// "[3 x 4] has 4 along axis 1"
template <class Text>
constexpr void add_size_along(Text& out, const shape& s, std::size_t axis) {
    add_shape(out, s);
    out.add(" has ");
    add_extent_size(out, s[axis]);
    out.add(" along axis ");
    out.add(axis);
}

/// The extents as one value.
template <extent... E>
inline constexpr shape shape_from = [] {
    if constexpr (sizeof...(E) == 0 || sizeof...(E) > max_rank)  // too many extents are reported by tensor and view
        return shape();
    else
        return shape(E...);
}();

template <extent... E>
constexpr auto shape_words() {
    constexpr std::size_t length = [] {
        shape_writer writer;
        add_shape(writer, shape_from<E...>);
        return writer.count;
    }();
    law::words<length + 1> result;
    shape_writer writer{result.text, length};
    add_shape(writer, shape_from<E...>);
    result.text[length] = '\0';  // explicit, because clang 19 otherwise prints some lengths as numbers
    return result;
}

/// The place of an element: (2, 0)
template <class Text>
constexpr void add_place(Text& out, const std::size_t* place, std::size_t rank) {
    out.add("(");
    for (std::size_t a = 0; a < rank; ++a) {
        if (a > 0) out.add(", ");
        out.add(place[a]);
    }
    out.add(")");
}

}  // namespace heed::detail

namespace heed::law {

#if HEED_SHOWS_TEXT
/// A shape as a type, for messages: as words, and as extents as in tensors.
template <words Words, extent... E>
struct shape {
    static constexpr detail::shape value = detail::shape_from<E...>;
};
template <extent... E>
struct shape_for {  // a struct, because an alias template causes an internal error in g++ 12.2
    static constexpr auto in_words = detail::shape_words<E...>();
    using type = shape<in_words, E...>;
};
template <extent... E>
using shape_of = typename shape_for<E...>::type;
#else
template <extent... E>
struct shape {
    static constexpr detail::shape value = detail::shape_from<E...>;
};
template <extent... E>
using shape_of = shape<E...>;
#endif

}  // namespace heed::law
