// SPDX-License-Identifier: BSL-1.0
// Which lengths of a formula are one in an emitted function: those of a tensor that it uses twice, and totals of these.
#pragma once

#include <heed/shape/size_from.hpp>
#include <heed/study/emit/emit_source.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace heed::detail::emitted {

class length_classes_of_tensors {
public:
    explicit length_classes_of_tensors(const formula_source& source) : source_(source) {
        for (std::size_t i = 0; i < source.all.lengths.size(); ++i) first_.push_back(i);
        for (std::size_t i = 0; i < source.leaves.size(); ++i)
            for (std::size_t before = 0; before < i; ++before)
                if (is_same_tensor(source.leaves[before], source.leaves[i]))
                    unite(source.leaves[i], source.leaves[before]);
        unite_totals();
    }

    /// The prime for each length; lengths of a class share one.
    std::vector<std::size_t> values(const length_list& primes) const {
        std::vector<std::size_t> list;
        for (const std::size_t first : first_) list.push_back(primes[first]);
        return list;
    }
    /// The first length of the class of a length.
    std::size_t first_of(std::size_t length) const { return first_[length]; }
    length_list distinct(const length_list& primes) const {
        length_list list;
        for (std::size_t i = 0; i < first_.size(); ++i)
            if (first_[i] == i) list.push_back(primes[i]);
        return list;
    }
    /// One of these names for each class.
    std::vector<std::string> names(const std::vector<std::string>& all) const {
        std::vector<std::string> list;
        for (std::size_t i = 0; i < first_.size(); ++i)
            if (first_[i] == i) list.push_back(all[i]);
        return list;
    }

private:
    static bool is_same_tensor(const source_leaf& a, const source_leaf& b) {
        return a.what == source_leaf::tensor && b.what == source_leaf::tensor && a.identity == b.identity &&
               a.actual == b.actual;
    }
    void unite(const source_leaf& leaf, const source_leaf& other) {
        for (std::size_t a = 0; a < leaf.dims.rank; ++a) {
            const std::size_t x = leaf.length_of[a], y = other.length_of[a];
            if (x >= first_.size() || y >= first_.size()) continue;
            const std::size_t into = std::min(first_[x], first_[y]), from = std::max(first_[x], first_[y]);
            for (std::size_t& first : first_)
                if (first == from) first = into;
        }
    }

    /// Totals of the same parts are the same. Parts come before their total.
    void unite_totals() {
        const length_totals& totals = source_.totals;
        const length_list& primes = source_.all.lengths;
        for (std::size_t i = 0; i < first_.size(); ++i) {
            const std::vector<std::size_t> known = values(primes);
            const auto at = [&](std::size_t size) { return size_at(size, primes, known.data()); };
            for (std::size_t j = 0; j < i && first_[i] == i; ++j) {
                if (!totals.is_total(i) || !totals.is_total(j)) continue;
                const divided_total a = totals.of(i), b = totals.of(j);
                if (at(a.first) == at(b.first) && at(a.second) == at(b.second) && at(a.times) == at(b.times))
                    first_[i] = first_[j];
            }
        }
    }

    const formula_source& source_;
    std::vector<std::size_t> first_;
};

}  // namespace heed::detail::emitted
