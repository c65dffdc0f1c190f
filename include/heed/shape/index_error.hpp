// SPDX-License-Identifier: BSL-1.0
// The exception for an index outside of a tensor, found at run time.
#pragma once

#include <heed/meta/raise.hpp>
#include <heed/shape/shape_words.hpp>

#include <cstddef>
#include <exception>
#include <limits>
#include <type_traits>

namespace heed {

/// Whole numbers that are not indices of the axis. what() is a sentence with the numbers and, for a number in a tensor,
/// its position there:
///     "heed: what is looked up along [words[50]] needs indices from 0 to 49: 50 stands at (2, 0)"
class index_error : public std::exception {
public:
    /// One number, and its position in its tensor.
    index_error(const extent& axis, long long found, const std::size_t* place, std::size_t rank) noexcept {
        detail::shape_writer out = begin(axis);
        add(out, found);
        out.add(" stands at ");
        detail::add_place(out, place, rank);
    }
    /// The lowest and the highest value of an index that is a formula.
    index_error(const extent& axis, long long lowest, long long highest) noexcept {
        detail::shape_writer out = begin(axis);
        out.add("a formula of indices goes from ");
        add(out, lowest);
        out.add(" to ");
        add(out, highest);
    }
    /// An index that is a formula whose range is not known.
    explicit index_error(const extent& axis) noexcept {
        begin(axis).add("it is not known that a formula is made of whole numbers that are exact");
    }

    /// The sentence; it is stored in the error, without allocation.
    const char* what() const noexcept override { return words_; }

private:
    detail::shape_writer begin(const extent& axis) {
        detail::shape_writer out{words_, sizeof words_ - 1};
        out.add("heed: what is looked up along ");
        out.add('[');
        add_extent(out, axis);
        out.add(']');
        if (axis.size == 0) {
            out.add(" can have no index: it has no elements, and ");
        } else {
            out.add(" needs indices from 0 to ");
            out.add(axis.size - 1);
            out.add(": ");
        }
        return out;
    }
    static void add(detail::shape_writer& out, long long n) {
        if (n < 0) out.add("-");
        out.add(
            static_cast<std::size_t>(n < 0 ? -static_cast<unsigned long long>(n) : static_cast<unsigned long long>(n)));
        if (n == std::numeric_limits<long long>::max()) out.add(" or more");  // of unsigned indices
    }

    char words_[256]{};
};

namespace detail {

/// In a constant expression, compilers print this call with its arguments.
template <class Words>
constexpr void fail_index(const Words* law, [[maybe_unused]] long long lowest, [[maybe_unused]] long long highest,
                          [[maybe_unused]] std::size_t size) {
    if (law == nullptr) return;  // not reached, see fail
    fail(law);
}

}  // namespace detail
}  // namespace heed
