// SPDX-License-Identifier: BSL-1.0
// Copies in rows of packed matrices, for plans that read them otherwise than in panels.
#pragma once

#include <heed/lower/plan.hpp>
#include <heed/tensor/resizable_storage.hpp>
#include <heed/trace/leaves.hpp>

#include <cstddef>

namespace heed::detail {

/// Whether a step reads the elements of a leaf in rows.
constexpr bool reads_in_rows(const plan_view& p, std::size_t leaf) {
    for (const slot& s : p.slots)
        if (s.place == slot::leaf && s.id == leaf && s.panel_rows == 0) return true;
    return false;
}

/// Whether there is a packed matrix that Plan reads so.
template <class Plan, class F>
inline constexpr bool unpacks_leaves = [] {
    bool found = false;
    std::size_t leaf = 0;
    for_each_leaf_type<F>([&]<class Leaf>(const Leaf*) {
        found = found || (panel_columns<Leaf> != 0 && reads_in_rows(Plan::value, leaf));
        ++leaf;
    });
    return found;
}();

template <class T, std::size_t Leaves>
struct rows_of_leaves {
    heap_elements<T> items[Leaves];
};

/// The leaves of F as Plan reads them.
template <class Plan, class F, class T, bool Unpacks = unpacks_leaves<Plan, F>>
class unpacked_leaves {
public:
    constexpr unpacked_leaves(const F&, const leaf_table_for<F, T>& leaves) : leaves_(leaves) {}
    constexpr const leaf_table_for<F, T>& table() const { return leaves_; }

private:
    const leaf_table_for<F, T>& leaves_;
};
template <class Plan, class F, class T>
class unpacked_leaves<Plan, F, T, true> : rows_of_leaves<float, leaf_count<F>>, rows_of_leaves<double, leaf_count<F>> {
public:
    constexpr unpacked_leaves(const F& f, const leaf_table_for<F, T>& leaves) : leaves_(leaves) {
        std::size_t leaf = 0;
        for_each_leaf(f, [&]<class Leaf>(const Leaf& from) {
            if constexpr (panel_columns<Leaf> != 0)
                if (reads_in_rows(Plan::value, leaf)) leaves_.set_elements(leaf, copy(leaf, elements_of(from)));
            ++leaf;
        });
    }
    constexpr const leaf_table_for<F, T>& table() const { return leaves_; }

private:
    template <class Matrix>
    constexpr const typename Matrix::value_type* copy(std::size_t leaf, const Matrix& from) {
        using element = typename Matrix::value_type;
        heap_elements<element>& rows = static_cast<rows_of_leaves<element, leaf_count<F>>&>(*this).items[leaf];
        rows.reserve(from.size());
        from.copy_rows(rows.data());
        return rows.data();
    }

    leaf_table_for<F, T> leaves_;
};

}  // namespace heed::detail
