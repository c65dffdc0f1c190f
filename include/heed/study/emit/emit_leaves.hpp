// SPDX-License-Identifier: BSL-1.0
// The leaves of a formula as parameters of an emitted function: one for each tensor, however often it is used.
#pragma once

#include <heed/study/emit/emit_source.hpp>
#include <heed/tensor/storage.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace heed::detail::emitted {

/// A tensor that the emitted function reads.
struct parameter {
    std::string name;
    const char* type;
    const void* identity;  ///< the address of its elements, which identifies it even if it has none
    shape dims;
    strides step;
    std::size_t place;  ///< the position of its first use, among the tensors of the formula
    bool has_lengths = false;

    /// The number of elements in memory from the first to the last.
    std::size_t span() const {
        std::size_t last = 0;
        for (std::size_t a = 0; a < dims.rank; ++a) last += (dims[a].size - 1) * step[a];
        return last + 1;
    }
    bool is_dense() const { return step == contiguous_strides(dims); }
    /// Compares the names of types: equal string literals may have different addresses in two translation units.
    template <class T>
    bool holds() const {
        return std::string_view(type) == c_type<T>();
    }
    bool is_real() const { return holds<float>() || holds<double>(); }
};

inline std::vector<std::string> names_of(const std::vector<parameter>& parameters) {
    std::vector<std::string> names;
    for (const parameter& p : parameters) names.push_back(p.name);
    return names;
}

/// A leaf of the formula: a parameter or a number.
struct leaf {
    bool is_number = false;
    double value = 0;
    std::size_t parameter = 0;
};

/// The leaves of a formula as its file has them, in the order of the formula.
class leaf_list {
public:
    std::vector<leaf> leaves;
    std::vector<parameter> parameters;

    explicit leaf_list(const std::vector<source_leaf>& all, const given_lengths& given = {no_lengths, nullptr}) {
        for (const source_leaf& l : all) add(l, given);
    }

private:
    void add(const source_leaf& l, const given_lengths& given) {
        if (l.what == source_leaf::number) leaves.push_back({.is_number = true, .value = l.value});
        if (l.what == source_leaf::sizes) leaves.push_back({});  // lengths are arguments
        if (l.what != source_leaf::tensor) return;
        const shape dims = given.at(l.dims);
        const parameter p{{},        l.type,       l.identity, dims, l.has_lengths ? contiguous_strides(dims) : l.step,
                          places_++, l.has_lengths};
        std::size_t i = 0;
        while (i < parameters.size() && !is_same(parameters[i], p)) ++i;
        if (i == parameters.size()) parameters.push_back(p);
        leaves.push_back({.parameter = i});
    }
    static bool is_same(const parameter& a, const parameter& b) {
        return a.identity == b.identity && std::string_view(a.type) == b.type && a.dims == b.dims && a.step == b.step;
    }

    std::size_t places_ = 0;
};

}  // namespace heed::detail::emitted
