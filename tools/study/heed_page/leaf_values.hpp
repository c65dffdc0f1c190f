// SPDX-License-Identifier: BSL-1.0
// The leaves of a formula with their names and numbers. Only at run time.
#pragma once

#include <heed/scalar/half_precision.hpp>
#include <heed/study/subject/study_subject.hpp>
#include <heed/study/text/tensor_names.hpp>
#include <heed/tensor/memory_range.hpp>
#include <heed/trace/for_each_leaf.hpp>

#include <cstddef>
#include <cstdio>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace heed::detail {

/// Splits a text at vertical bars if there are any, else at spaces.
inline std::vector<std::string> split_words(std::string_view text) {
    const char between = text.find('|') == std::string_view::npos ? ' ' : '|';
    std::vector<std::string> words;
    std::string word;
    for (const char c : text) {
        if (c != between) {
            word += c;
        } else if (!word.empty()) {
            words.push_back(word);
            word.clear();
        }
    }
    if (!word.empty()) words.push_back(word);
    return words;
}

/// Leaves in the order of the formula. A tensor that is used twice has one name; a number is named by its digits.
class leaf_values {
public:
    struct tensor_leaf {
        const void* data;
        shape dims;
        strides step;
        std::string name;
        std::size_t first;         ///< the first of the leaves that are this tensor
        double (*stored)(double);  ///< rounds a number to the element type; null if elements are not floating point
        memory_range memory;
    };
    struct leaf {
        std::string name;
        shape dims;
        std::vector<double> numbers;  ///< row-major; empty if there are more than are shown
        std::size_t tensor = npos;    ///< npos for numbers
    };
    static constexpr std::size_t npos = static_cast<std::size_t>(-1);

    template <evaluable F>
    leaf_values(const F& f, std::string_view names, std::size_t most_numbers)
        : names_(split_words(names)), most_numbers_(most_numbers) {
        for_each_leaf(f, [this]<class Leaf>(const Leaf& l) {
            if constexpr (is_literal<Leaf>)
                add_number(static_cast<double>(l.value));
            else if constexpr (has_sizes_only<Leaf>)
                leaves_.push_back({});
            else
                add_elements(elements_of(l));
        });
        check_name_count(tensors_, names_.size(), [](const shape& dims) { return text_of(dims); });
    }

    const std::vector<leaf>& leaves() const { return leaves_; }
    const std::vector<tensor_leaf>& tensors() const { return tensors_; }

    /// Whether the numbers of a tensor can be changed: all of them are stored here, and no other tensor shares its
    /// memory.
    bool can_change(std::size_t tensor) const {
        const tensor_leaf& t = tensors_[tensor];
        if (t.stored == nullptr || leaves_[t.first].numbers.empty()) return false;
        for (std::size_t i = 0; i < tensors_.size(); ++i)
            if (i != tensor && tensors_[i].memory.meets(t.memory)) return false;
        return true;
    }
    /// Changes the numbers of a tensor in all its leaves, and rounds them to its element type, also in `numbers`.
    void change(std::size_t tensor, std::vector<double>& numbers) {
        for (double& x : numbers) x = tensors_[tensor].stored(x);
        for (leaf& l : leaves_)
            if (l.tensor == tensor) l.numbers = numbers;
    }

private:
    void add_number(double x) {
        char digits[40];
        std::snprintf(digits, sizeof(digits), "%.6g", x);
        leaves_.push_back({digits, {}, {x}});
    }

    template <class Elements>
    void add_elements(const Elements& elements) {
        const auto* const data = elements.data();
        const shape& dims = dims_of(elements);
        const strides& step = strides_of(elements);
        if (dims.rank == 0) {
            add_number(static_cast<double>(*data));
            return;
        }
        using T = std::remove_cvref_t<decltype(*data)>;
        std::size_t i = 0;
        while (i < tensors_.size() &&
               !(tensors_[i].data == data && tensors_[i].dims == dims && tensors_[i].step == step))
            ++i;
        if (i == tensors_.size())
            tensors_.push_back({data, dims, step, i < names_.size() ? names_[i] : tensor_letter(places_),
                                leaves_.size(), rounding<T>(), memory_of(elements)});
        ++places_;
        leaf l{tensors_[i].name, dims, {}, i};
        if (dims.size() <= most_numbers_)
            for (const auto& x : elements) l.numbers.push_back(static_cast<double>(x));
        leaves_.push_back(std::move(l));
    }

    template <class T>
    static constexpr auto rounding() -> double (*)(double) {
        if constexpr (std::is_floating_point_v<T> || is_half<T>)
            return [](double x) { return static_cast<double>(static_cast<T>(x)); };
        else
            return nullptr;
    }

    std::vector<std::string> names_;
    std::size_t most_numbers_, places_ = 0;
    std::vector<leaf> leaves_;
    std::vector<tensor_leaf> tensors_;
};

}  // namespace heed::detail
