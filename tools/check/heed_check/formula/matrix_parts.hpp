// SPDX-License-Identifier: BSL-1.0
// Parts of a matrix as text formulas write them: A[0], A[:, 1], A[0:2], A[:, None]; and matrices that are written out
// or generated: [[1, 0], [0, 1]], arange(4), ones(2, 3).
#pragma once

#include <heed_check/formula/term_rules.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace heed::detail {

/// One item between the brackets.
struct part_item {
    enum kind_type : unsigned char { index, range, new_axis, dots } kind = index;
    std::optional<long long> first{};  ///< the index, or where the range begins
    std::optional<long long> last{};   ///< where the range ends
    std::size_t position = 0;
    std::optional<term_id> places{};  ///< a vector of indices
};

class formula_parts {
public:
    explicit formula_parts(formula_terms& terms) : terms_(terms), rules_(terms) {}

    /// A[items]. Anything out of range is refused; Python does this for indices only.
    term_id part(term_id a, std::vector<part_item> items, std::size_t at) {
        const shape whole = rules_.dims(a);
        spread_dots(items, whole, a, at);
        node n = node_of::view(identity_map(whole.rank), shape());
        shape kept;
        bool dropped = false;
        std::size_t axis = 0;
        for (const part_item& item : items) {
            const bool adds = item.kind != part_item::index;
            if (n.dims.rank + (adds ? 1 : 0) > max_rank) rules_.refuse().law(at, "tensors have at most 6 axes", a);
            if (item.kind == part_item::new_axis) {
                n.dims.push_back(extent(std::size_t{1}));
                kept.push_back(extent(std::size_t{1}));
                continue;
            }
            const long long size = static_cast<long long>(whole[axis].size);
            if (item.kind == part_item::index) {
                n.map.from[axis] = index_map::fixed;
                n.map.offset[axis] = index_of(*item.first, size, axis, item, a);
                dropped = true;
                if (kept.rank < max_rank) kept.push_back(extent(std::size_t{1}));
            } else {
                const auto [begin, end] = range_of(item, size, axis, a);
                n.map.from[axis] = static_cast<signed char>(n.dims.rank);
                n.map.offset[axis] = begin;
                extent e = whole[axis];
                e.size = end - begin;
                n.dims.push_back(e);
                if (kept.rank < max_rank) kept.push_back(e);
            }
            ++axis;
        }
        const bool leads = n.dims == whole_without_leading(kept, n.dims.rank);
        const term_id result = terms_.add(n, at, {a});
        if (dropped && !leads && n.dims.rank > 0) terms_.set_kept(result, kept);
        return result;
    }

    /// 0, 1, ..., n - 1
    term_id arange(term_id n, std::size_t at) {
        const shape dims(extent(size_of("arange(n)", n, at)));
        const term_id id = terms_.add(node_of::index(0, dims), at, {});
        terms_.set_whole(id);
        return id;
    }
    /// A matrix with the same number everywhere.
    term_id filled(const char* usage, term_id value, const std::vector<term_id>& sizes, std::size_t at) {
        if (rules_.dims(value).rank != 0) throw formula_error(at, std::string(usage) + " needs one number");
        shape dims;
        for (const term_id size : sizes) dims.push_back(extent(size_of(usage, size, at)));
        return terms_.add(node_of::view({}, dims), at, {value});
    }
    /// The identity matrix.
    term_id eye(term_id size, std::size_t at) {
        const std::size_t n = size_of("eye(n)", size, at);
        const shape dims{extent(n), extent(n)};
        const term_id row = terms_.add(node_of::index(0, dims), at, {});
        const term_id column = terms_.add(node_of::index(1, dims), at, {});
        return rules_.elementwise(function::equal, row, column, at);
    }
    /// The value of an argument that must be a whole number.
    long long whole_number(const std::string& usage, term_id a, std::size_t at) const {
        if (!terms_.is_exact(a) || terms_.value(a).denominator != 1 || terms_.value(a).radicand != 1)
            throw formula_error(at, usage + " needs whole numbers");
        return terms_.value(a).numerator;
    }

private:
    /// The last axes of a shape; empty if an axis before them has a size other than 1.
    static shape whole_without_leading(const shape& s, std::size_t rank) {
        shape last;
        for (std::size_t i = s.rank < rank ? s.rank : s.rank - rank; i < s.rank; ++i) last.push_back(s[i]);
        for (std::size_t i = 0; i + rank < s.rank; ++i)
            if (s[i].size != 1) return {};
        return last;
    }

    std::size_t size_of(const std::string& usage, term_id n, std::size_t at) const {
        constexpr long long most = 1'000'000;
        const long long size = whole_number(usage, n, at);
        if (size < 1 || size > most)
            throw formula_error(at, usage + " needs 1 to 1000000: n is " + std::to_string(size));
        return static_cast<std::size_t>(size);
    }

    /// Replaces ... by as many : as are missing; missing ones at the end are added too.
    void spread_dots(std::vector<part_item>& items, const shape& whole, term_id a, std::size_t at) const {
        std::size_t used = 0, dots = items.size(), count = 0;
        for (std::size_t i = 0; i < items.size(); ++i) {
            if (items[i].kind == part_item::dots) {
                dots = i;
                ++count;
            } else if (items[i].kind != part_item::new_axis) {
                ++used;
            }
        }
        if (count > 1) throw formula_error(at, "... stands once in A[...]");
        if (used > whole.rank)
            rules_.refuse().law(at,
                                "A[...] has " + std::to_string(used) + " indices for " + std::to_string(whole.rank) +
                                    (whole.rank == 1 ? " axis" : " axes"),
                                a);
        if (count == 1) items.erase(items.begin() + static_cast<std::ptrdiff_t>(dots));
        items.insert(items.begin() + static_cast<std::ptrdiff_t>(dots), whole.rank - used,
                     part_item{.kind = part_item::range, .position = at});
    }

    std::size_t index_of(long long i, long long size, std::size_t axis, const part_item& item, term_id a) const {
        if (i < -size || i >= size)
            throw formula_error(item.position, "index " + std::to_string(i) + " is out of range: axis " +
                                                   std::to_string(axis) + " of " + rules_.refuse().text(a) +
                                                   " has 0 to " + std::to_string(size - 1));
        return static_cast<std::size_t>(i < 0 ? i + size : i);
    }

    struct bounds {
        std::size_t begin, end;
    };
    bounds range_of(const part_item& item, long long size, std::size_t axis, term_id a) const {
        const auto from_end = [&](long long i) { return i < 0 ? i + size : i; };
        const long long begin = from_end(item.first.value_or(0)), end = from_end(item.last.value_or(size));
        const std::string written =
            (item.first ? std::to_string(*item.first) : "") + ":" + (item.last ? std::to_string(*item.last) : "");
        const std::string of = ": axis " + std::to_string(axis) + " of " + rules_.refuse().text(a) + " has 0 to " +
                               std::to_string(size - 1);
        if (begin < 0 || end > size) throw formula_error(item.position, written + " goes beyond the axis" + of);
        if (begin >= end) throw formula_error(item.position, written + " has no element" + of);
        return {static_cast<std::size_t>(begin), static_cast<std::size_t>(end)};
    }

    formula_terms& terms_;
    formula_rules rules_;
};

}  // namespace heed::detail
