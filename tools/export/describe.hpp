// SPDX-License-Identifier: BSL-1.0
// The types of kernels, as what the texts of an exported library are written from: write_c.hpp, write_python.hpp.
#pragma once

#include <heed/kernel.hpp>

#include <cstddef>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace heed_export {

/// An element type by its names.
struct element {
    std::string c, numpy;
    char kind;  ///< f, i, u
    std::size_t bytes;
};

template <class T>
element element_of() {
    const std::string bits = std::to_string(8 * sizeof(T));
    if constexpr (std::is_same_v<T, heed::float16>)
        return {"uint16_t", "float16", 'f', 2};
    else if constexpr (std::is_same_v<T, heed::bfloat16>)
        return {"uint16_t", "uint16", 'u', 2};
    else if constexpr (std::is_same_v<T, float>)
        return {"float", "float32", 'f', 4};
    else if constexpr (std::is_same_v<T, double>)
        return {"double", "float64", 'f', 8};
    else {
        static_assert(std::is_integral_v<T> && !std::is_same_v<T, bool>,
                      "heed: an exported kernel has elements of float, double, half precision or whole numbers");
        return {(std::is_signed_v<T> ? "int" : "uint") + bits + "_t", (std::is_signed_v<T> ? "int" : "uint") + bits,
                std::is_signed_v<T> ? 'i' : 'u', sizeof(T)};
    }
}

/// Whether a text is a name in C and Python, or a word of these languages.
inline bool is_identifier(const std::string& text) {
    bool is_one = !text.empty() && (text[0] < '0' || text[0] > '9');
    for (const char c : text)
        is_one = is_one && (c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'));
    return is_one;
}

struct axis_text {
    std::size_t size;    ///< known while compiling, or 0
    std::string length;  ///< what its size is called: Q_tokens
    std::string shown;   ///< tokens or 64
};

/// A parameter or a result.
struct operand_text {
    std::string name;
    element type;
    bool is_number = false;
    bool has_steps = false;
    std::vector<axis_text> axes;

    bool has_lengths() const {
        for (const axis_text& a : axes)
            if (a.size == 0) return true;
        return false;
    }
    /// [tokens x 64]
    std::string shape() const {
        std::string text = "[";
        for (const axis_text& a : axes) text += (text.size() > 1 ? " x " : "") + a.shown;
        return text + "]";
    }
};

template <class P>
operand_text describe(const std::string& name) {
    operand_text text{name, {}, false, false, {}};
    if constexpr (heed::detail::kernel_parameter<P>::is_number) {
        static_assert(
            !std::is_same_v<P, heed::float16> && !std::is_same_v<P, heed::bfloat16>,
            "heed: an exported kernel has numbers of float, double or whole numbers: half precision is passed "
            "in arrays");
        text.is_number = true;
        text.type = element_of<P>();
    } else if constexpr (!heed::detail::kernel_parameter<P>::is_tensor) {  // a packed matrix, which has no shape in C
        static_assert(heed::detail::kernel_parameter<P>::is_tensor,
                      "heed: an exported kernel takes tensors, views and numbers");
    } else {
        text.type = element_of<typename P::value_type>();
        text.has_steps = heed::detail::kernel_parameter<P>::has_strides;
        static_assert(heed::detail::kernel_parameter<P>::has_strides || heed::detail::lies_dense(P::shape_value),
                      "heed: an exported kernel has at_most<n> at the first axis only, as arrays have no room between "
                      "their rows: write dyn, or strided_view<T, extents...>");
        const heed::detail::shape dims = P::shape_value;
        for (std::size_t i = 0; i < dims.rank; ++i) {
            std::string called = dims[i].name != nullptr ? dims[i].name->name : "";
            bool is_name = is_identifier(called);
            for (std::size_t j = 0; j < i; ++j) is_name = is_name && text.axes[j].length != name + "_" + called;
            if (!is_name) called = "size" + std::to_string(i);
            const bool is_open = dims[i].is_dynamic();
            text.axes.push_back(
                {is_open ? 0 : dims[i].size, name + "_" + called, is_open ? called : std::to_string(dims[i].size)});
        }
    }
    return text;
}

struct kernel_text {
    std::string name;
    std::size_t names_given;  ///< as many as parameters, else check_names.hpp says so
    std::vector<operand_text> results, parameters;

    bool has_lengths() const {
        for (const operand_text& r : results)
            if (r.has_lengths()) return true;
        return false;
    }
};

/// What is between the commas of a list: "Q, K, V". Spaces around it are left out.
inline std::vector<std::string> words_of(const std::string& list) {
    std::vector<std::string> words(1);
    for (const char c : list)
        if (c == ',')
            words.emplace_back();
        else if (c != ' ' || !words.back().empty())
            words.back() += c;
    for (std::string& word : words) word.erase(word.find_last_not_of(' ') + 1);
    if (words.size() == 1 && words[0].empty()) words.clear();
    return words;
}

/// names   of the parameters, or none: then they are a, b, c
template <auto Kernel>
kernel_text describe_kernel(const std::string& name, const std::string& names) {
    using types = typename decltype(Kernel)::types;
    constexpr std::size_t count = std::tuple_size_v<typename types::parameters>;
    std::vector<std::string> called = words_of(names);
    for (std::size_t i = 0; names.empty() && i < count; ++i) called.emplace_back(1, static_cast<char>('a' + i));
    kernel_text text{name, called.size(), {}, {}};
    called.resize(count);
    [&]<std::size_t... R>(std::index_sequence<R...>) {
        (text.results.push_back(describe<std::tuple_element_t<R, typename types::list>>(
             sizeof...(R) == 1 ? "result" : "result" + std::to_string(R))),
         ...);
    }
    (std::make_index_sequence<types::result_count>{});
    [&]<std::size_t... P>(std::index_sequence<P...>) {
        (text.parameters.push_back(describe<std::tuple_element_t<P, typename types::parameters>>(called[P])), ...);
    }
    (std::make_index_sequence<count>{});
    return text;
}

struct library_text {
    std::string name;
    std::vector<int> levels;  ///< of x86-64, each with kernels of its own; none: one for all
    std::vector<kernel_text> kernels;
};

inline std::string joined(const std::vector<std::string>& parts, const std::string& between) {
    std::string text;
    for (const std::string& part : parts) text += (text.empty() ? "" : between) + part;
    return text;
}

/// attend(Q, K, V): result [tokens x 64] of Q [tokens x 64], K [tokens x 64], V [tokens x 64]
inline std::string sentence(const kernel_text& k) {
    std::vector<std::string> names, results, parameters;
    for (const operand_text& p : k.parameters) {
        names.push_back(p.name);
        parameters.push_back(p.name + " " + (p.is_number ? "(" + p.type.numpy + ")" : p.shape() + " " + p.type.numpy));
    }
    for (const operand_text& r : k.results) results.push_back(r.name + " " + r.shape() + " " + r.type.numpy);
    return k.name + "(" + joined(names, ", ") + "): " + joined(results, ", ") + " of " + joined(parameters, ", ");
}

}  // namespace heed_export
