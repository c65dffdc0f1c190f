// SPDX-License-Identifier: BSL-1.0
// A question: a formula, what is known of its leaves, and the numbers printed for its value.
#pragma once

#include <heed/graph/gradient.hpp>
#include <heed/graph/region.hpp>
#include <heed/verify/known_number.hpp>

#include <cstddef>

namespace heed::detail {

inline constexpr std::size_t not_elided = static_cast<std::size_t>(-1);

/// How printed digits stand for a number.
enum class reading : unsigned char {
    rounded,    ///< to nearest: half a unit either way
    truncated,  ///< towards zero: up to a unit more in magnitude
    exact,      ///< the digits are the number
};

/// Printed numbers with their shape. An elided index along an axis stands for the middle: entries before it are aligned
/// to the start, entries after it to the end.
struct printed_numbers {
    const decimal* entries = nullptr;
    shape dims{};
    std::size_t elided_at[max_rank] = {not_elided, not_elided, not_elided, not_elided, not_elided, not_elided};
    reading how = reading::rounded;
};

/// Maps each axis of a value to the axis along which it is printed. Axes of size 1 may be added or missing: a vector
/// may be printed as a matrix of one row or one column.
class alignment {
public:
    constexpr alignment(const printed_numbers& p, const shape& dims) : p_(p), rank_(dims.rank) {
        axes_.resize(dims.rank);
        std::size_t step[max_rank]{}, total = 1;
        for (std::size_t b = p.dims.rank; b-- > 0; total *= p.dims[b].size) step[b] = total;
        std::size_t a = 0, b = 0;
        for (;; ++a, ++b) {
            while (a < dims.rank && is_unit(dims[a]) && !prints_unit(b)) ++a;
            while (prints_unit(b) && (a == dims.rank || !is_unit(dims[a]))) ++b;
            if (a == dims.rank || b == p.dims.rank) break;
            axes_[a] = {step[b], p.dims[b].size, p.elided_at[b], dims[a].size};
            fits_ = fits_ && axes_[a].fits();
        }
        fits_ = fits_ && a == dims.rank && b == p.dims.rank;
    }

    constexpr bool fits() const { return fits_; }

    /// The number printed for an element; null if it is elided.
    constexpr const decimal* printed(const region& at) const {
        const std::size_t position = position_of(at);
        return position == not_printed ? nullptr : p_.entries + position;
    }
    /// The same by value, of kind elided if nothing is printed. g++ 12 with -fsanitize=undefined cannot compare an
    /// address with null in constant expressions.
    constexpr decimal entry(const region& at) const {
        const std::size_t position = position_of(at);
        return position == not_printed ? decimal{0, 0, entry_kind::elided} : p_.entries[position];
    }

private:
    struct printed_axis {
        std::size_t step = 0;
        std::size_t shown = 1;
        std::size_t elided_at = not_elided;
        std::size_t size = 1;

        constexpr bool fits() const { return elided_at == not_elided ? size == shown : size + 1 >= shown; }
    };

    static constexpr std::size_t not_printed = static_cast<std::size_t>(-1);

    constexpr std::size_t position_of(const region& at) const {
        std::size_t position = 0;
        for (std::size_t a = 0; a < rank_; ++a) {
            std::size_t i = at.begin[a];
            const printed_axis& axis = axes_[a];
            if (axis.elided_at != not_elided && i >= axis.elided_at) {
                const std::size_t after = axis.shown - 1 - axis.elided_at;
                if (i + after < axis.size) return not_printed;
                i = i + axis.shown - axis.size;
            }
            position += i * axis.step;
        }
        return p_.entries[position].kind == entry_kind::elided ? not_printed : position;
    }

    static constexpr bool is_unit(const extent& e) { return e.size == 1; }
    constexpr bool prints_unit(std::size_t b) const {
        return b < p_.dims.rank && is_unit(p_.dims[b]) && p_.elided_at[b] == not_elided;
    }

    const printed_numbers& p_;
    std::size_t rank_;
    static_vector<printed_axis, max_rank> axes_{};
    bool fits_ = true;
};

/// One leaf: its elements, row-major, and the first leaf that is the same object. A leaf that the formula holds by
/// value may be a copy of another leaf (verify/readings.hpp).
struct leaf_numbers {
    const known_number* elements = nullptr;
    std::size_t same_as = 0;
    bool is_held = false;
};

template <std::size_t Capacity, std::size_t GradientCapacity>
struct question {
    const graph<Capacity>& g;
    const gradient<GradientCapacity>& slopes;
    const leaf_numbers* leaves;  ///< in the order of the leaf nodes
    printed_numbers printed;
    arithmetic in = arithmetic::exact;  ///< for a rounding arithmetic, slopes are those of gradient_of_nodes
};

}  // namespace heed::detail
