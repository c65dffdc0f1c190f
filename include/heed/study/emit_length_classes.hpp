// SPDX-License-Identifier: BSL-1.0
// Which lengths of a formula are one in an emitted function: those of a tensor that it uses twice, and totals of these.
#pragma once

#include <heed/study/length_names.hpp>
#include <heed/study/length_totals.hpp>
#include <heed/study/tensor_names.hpp>
#include <heed/trace/length_values.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace heed::detail::emitted {

template <class F>
class length_classes_of_tensors {
    using measure = measuring<F>;
    static constexpr std::size_t count = measure::found.lengths.size();

public:
    explicit length_classes_of_tensors(const F& f) {
        for (std::size_t i = 0; i < count; ++i) first_[i] = i;
        struct named_tensor {
            const void* identity;
            std::size_t leaf;
            shape dims;
        };
        std::vector<named_tensor> tensors;
        std::size_t leaf = 0;
        for_each_leaf(f, [&]<class Leaf>(const Leaf& l) {
            if constexpr (!is_literal<Leaf> && !has_sizes_only<Leaf>) {
                const named_tensor t{identity_of(elements_of(l)), leaf, dims_of(elements_of(l))};
                for (const named_tensor& other : tensors)
                    if (t.identity == other.identity && t.dims == other.dims) unite(t.leaf, other.leaf);
                tensors.push_back(t);
            }
            ++leaf;
        });
        unite_totals();
    }

    /// The prime for each length; lengths of a class share one.
    std::vector<std::size_t> values(const length_list& primes) const {
        std::vector<std::size_t> list;
        for (std::size_t i = 0; i < count; ++i) list.push_back(primes[first_[i]]);
        return list;
    }
    /// The first length of the class of a length.
    std::size_t first_of(std::size_t length) const { return first_[length]; }
    length_list distinct(const length_list& primes) const {
        length_list list;
        for (std::size_t i = 0; i < count; ++i)
            if (first_[i] == i) list.push_back(primes[i]);
        return list;
    }
    std::vector<std::string> names() const {
        std::vector<std::string> list;
        for (std::size_t i = 0; i < count; ++i) {
            if (first_[i] != i) continue;
            text<256> name;
            add_length_name(name, in_lengths<F>::names[i]);
            list.emplace_back(name.view());
        }
        return list;
    }
    leaf_shapes<measure::leaves> shapes(const given_lengths& given) const {
        leaf_shapes<measure::leaves> list = measure::shapes;
        for (shape& s : list.items) s = given.at(s);
        return list;
    }

private:
    void unite(std::size_t leaf, std::size_t other) {
        for (std::size_t a = 0; a < measure::types.items[leaf].rank; ++a) {
            const std::size_t x = measure::found.length_of[leaf][a], y = measure::found.length_of[other][a];
            const bool are_lengths = measure::types.items[leaf][a].is_dynamic() && x < count &&
                                     measure::types.items[other][a].is_dynamic() && y < count;
            if (!are_lengths) continue;
            const std::size_t into = first_[x] < first_[y] ? first_[x] : first_[y];
            const std::size_t from = first_[x] < first_[y] ? first_[y] : first_[x];
            for (std::size_t i = 0; i < count; ++i)
                if (first_[i] == from) first_[i] = into;
        }
    }

    /// Totals of the same parts are the same. Parts come before their total.
    void unite_totals() {
        using totals = length_totals<F>;
        for (std::size_t i = 0; i < count; ++i) {
            const std::vector<std::size_t> known = values(measure::found.lengths);
            const auto at = [&](std::size_t size) { return size_at(size, measure::found.lengths, known.data()); };
            for (std::size_t j = 0; j < i && first_[i] == i; ++j) {
                if (!totals::is_total(i) || !totals::is_total(j)) continue;
                const divided_total a = totals::of(i), b = totals::of(j);
                if (at(a.first) == at(b.first) && at(a.second) == at(b.second) && at(a.times) == at(b.times))
                    first_[i] = first_[j];
            }
        }
    }

    std::size_t first_[count == 0 ? 1 : count]{};
};

}  // namespace heed::detail::emitted
