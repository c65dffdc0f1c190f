// SPDX-License-Identifier: BSL-1.0
// The leaves of a formula as parameters of an emitted function: one for each tensor, however often it is used.
#pragma once

#include <heed/meta/raise.hpp>
#include <heed/study/emit_text.hpp>
#include <heed/study/tensor_names.hpp>
#include <heed/trace/for_each_leaf.hpp>
#include <heed/trace/length_values.hpp>
#include <heed/trace/number_as.hpp>

#include <concepts>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace heed::detail::emitted {

template <class T>
constexpr const char* c_type() {
    if constexpr (std::same_as<T, float>) return "float";
    if constexpr (std::same_as<T, double>) return "double";
    if constexpr (std::same_as<T, char>) return "char";
    if constexpr (std::same_as<T, signed char>) return "signed char";
    if constexpr (std::same_as<T, unsigned char>) return "unsigned char";
    if constexpr (std::same_as<T, short>) return "short";
    if constexpr (std::same_as<T, unsigned short>) return "unsigned short";
    if constexpr (std::same_as<T, int>) return "int";
    if constexpr (std::same_as<T, unsigned>) return "unsigned";
    if constexpr (std::same_as<T, long>) return "long";
    if constexpr (std::same_as<T, unsigned long>) return "unsigned long";
    if constexpr (std::same_as<T, long long>) return "long long";
    if constexpr (std::same_as<T, unsigned long long>) return "unsigned long long";
    if constexpr (std::same_as<T, bool>) return "unsigned char";
    return nullptr;
}

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

/// A leaf of the formula: a parameter or a number.
struct leaf {
    bool is_number = false;
    double value = 0;
    std::size_t parameter = 0;
};

/// The leaves in the order of the formula, computed in T.
template <class T>
class leaf_list {
public:
    using number = T;

    std::vector<leaf> leaves;
    std::vector<parameter> parameters;

    template <class F>
    void add(const F& f) {
        for_each_leaf(f, [this]<class Leaf>(const Leaf& l) {
            if constexpr (is_literal<Leaf>)
                add_number(number_as<T>(l.value));
            else
                add_elements(elements_of(l).data(), elements_of(l).data(), Leaf::shape_value,
                             strides_of(elements_of(l)));
        });
    }

    /// The same for a formula with lengths: `shapes` are the shapes of its tensors, with primes for lengths.
    template <class F, std::size_t Leaves>
    void add(const F& f, const leaf_shapes<Leaves>& shapes) {
        std::size_t i = 0;
        for_each_leaf(f, [&]<class Leaf>(const Leaf& l) {
            const shape& dims = shapes.items[i++];
            if constexpr (is_literal<Leaf>) {
                add_number(number_as<T>(l.value));
            } else if constexpr (has_sizes_only<Leaf>) {
                leaves.push_back({});  // lengths are arguments
            } else if constexpr (Leaf::shape_value.is_dynamic()) {
                const auto& elements = elements_of(l);
                if (strides_of(elements) != contiguous_strides(dims_of(elements)))
                    raise<std::invalid_argument>(
                        "heed: study::emit needs tensors and views without gaps between their "
                        "rows where lengths are known at run time only");
                add_elements(elements.data(), identity_of(elements), dims, contiguous_strides(dims), true);
            } else {
                add_elements(elements_of(l).data(), elements_of(l).data(), dims, strides_of(elements_of(l)));
            }
        });
    }

private:
    void add_number(T x) { leaves.push_back({.is_number = true, .value = static_cast<double>(x)}); }

    template <class U>
    void add_elements(const U* data, const void* identity, const shape& dims, const strides& step,
                      bool has_lengths = false) {
        using element = std::remove_const_t<U>;
        static_assert(!is_half<element>,
                      "heed: emit does not write half precision yet; emit the formula over float tensors");
        static_assert(is_half<element> || c_type<element>() != nullptr,
                      "heed: emit writes C: leaves hold float, double or integers");
        if (dims.rank == 0) {
            add_number(static_cast<T>(*data));
            return;
        }
        const parameter p{{}, c_type<element>(), identity, dims, step, places_++, has_lengths};
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
