// SPDX-License-Identifier: BSL-1.0
// Maps of a formula whose tensors can be changed: the functions that a page calls as WebAssembly (tools/study/live.py).
#pragma once

#include <heed_page/formula_maps.hpp>
#include <heed_page/leaf_values.hpp>

#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace heed::detail {

/// A kernel of a page with its own numbers, initially those of its tensors.
class live_maps {
public:
    template <class Kernel>
    explicit live_maps(const Kernel& kernel) : live_maps(operand_of(kernel())) {}

    /// The numbers of a tensor, row by row; the caller may change them.
    std::vector<double>& numbers(std::size_t tensor) { return numbers_[tensor]; }

    /// The numbers of all maps in the order of attention_maps::add_numbers; those of the tensors are rounded to their
    /// type.
    const std::vector<double>& compute() {
        for (std::size_t t = 0; t < numbers_.size(); ++t)
            if (leaves_.can_change(t)) leaves_.change(t, numbers_[t]);
        results_.clear();
        add_maps_(results_, leaves_);
        return results_;
    }

private:
    template <evaluable F>
    explicit live_maps(const F& f)
        : leaves_(f, {}, most_map_elements), add_maps_([](std::vector<double>& all, const leaf_values& leaves) {
              with_maps<F>(nullptr, leaves, {}, {}, [&](const auto& maps) { maps.add_numbers(all); });
          }) {
        for (const auto& tensor : leaves_.tensors()) numbers_.push_back(leaves_.leaves()[tensor.first].numbers);
    }

    leaf_values leaves_;
    void (*add_maps_)(std::vector<double>&, const leaf_values&);
    std::vector<std::vector<double>> numbers_;
    std::vector<double> results_;
};

}  // namespace heed::detail
