// SPDX-License-Identifier: BSL-1.0
// A folder of cases made by others: each is computed and compared, or named as left out with a reason.
#pragma once

#include "tests/conformance/page.hpp"
#include "tests/conformance/tensor_file.hpp"

#include <heed/heed.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

namespace heed::test {

/// How far a result may be from the one in the file: absolute + relative * |wanted|. (ONNX Runtime compares float
/// results of these cases within 3e-5, float16 ones within 3e-3; the latter were computed in float16, which heed does
/// not.) Whole numbers are equal.
struct tolerance {
    double absolute = 0, relative = 0;
};
template <class T>
inline constexpr tolerance tolerance_of{};
template <>
inline constexpr tolerance tolerance_of<float>{1e-6, 1e-5};
template <>
inline constexpr tolerance tolerance_of<float16>{1e-3, 1e-3};
template <>
inline constexpr tolerance tolerance_of<double>{1e-14, 1e-13};

/// The cases of a folder that a test answers for, and what became of them.
class cases {
public:
    explicit cases(std::string folder) : cases(folder, [](const std::string&) { return true; }) {}
    /// Only the cases for which `is_mine` holds, and what these are, after the name of the operator: other tests answer
    /// for the rest.
    template <std::predicate<const std::string&> IsMine>
    cases(std::string folder, const IsMine& is_mine, std::string kind = {})
        : folder_(std::move(folder)), kind_(std::move(kind)) {
        for (const std::string& name : names_of_cases(folder_))
            if (is_mine(name)) names_.insert(name);
    }

    /// The value of formula(inputs...) is the output of the case. Inputs are tensor types, in the order of the files;
    /// results(...) are compared with as many outputs.
    template <class... Inputs, class Formula>
    void agree(const std::string& name, const Formula& formula) {
        SCOPED_TRACE(folder_ + "/" + name);
        EXPECT_TRUE(names_.contains(name)) << "there is no such case that this test answers for";
        covered_.insert(name);
        const int before = failures_so_far();
        try {
            run<Inputs...>(name, formula, std::index_sequence_for<Inputs...>{});
        } catch (const std::exception& error) {
            ADD_FAILURE() << error.what();
        }
        if (failures_so_far() == before) passed_.insert(name);
    }

    void leave_out(const std::string& name, const std::string& reason) {
        EXPECT_TRUE(names_.contains(name)) << folder_ << " has no case " << name << " that this test answers for";
        left_out_[name] = reason;
    }

    /// Prints what was covered and fails where a case was neither run nor left out, or docs/conformance.md says another
    /// thing of them.
    void expect_complete() const {
        std::printf("%s: %zu of %zu cases covered, largest error %.2g (%s), %.2g of what is allowed (%s)\n",
                    folder_.c_str(), covered_.size(), names_.size(), largest_.value, largest_.name.c_str(),
                    closest_.value, closest_.name.c_str());
        for (const auto& [name, reason] : left_out_) std::printf("  left out: %s: %s\n", name.c_str(), reason.c_str());
        for (const std::string& name : names_)
            EXPECT_TRUE(covered_.contains(name) || left_out_.contains(name))
                << folder_ << "/" << name << " is neither covered nor left out with a reason";
        for (const auto& [op, row] : rows()) expect_on_page(row);
    }

private:
    /// What became of the cases of each operator.
    std::map<std::string, page_row> rows() const {
        std::map<std::string, page_row> found;
        for (const std::string& name : names_) {
            const std::string op = operator_of(folder_, name) + kind_;
            page_row& row = found.try_emplace(op, page_row{folder_, op}).first->second;
            ++row.given;
            row.passed += passed_.contains(name) ? 1 : 0;
            if (const auto out = left_out_.find(name); out != left_out_.end()) row.add_reason(out->second);
        }
        return found;
    }

    struct worst {
        double value = 0;
        std::string name = "none";

        void raise(double x, const std::string& at) {
            if (x > value) *this = {x, at};
        }
    };

    std::filesystem::path file(const std::string& name, const char* kind, std::size_t number) const {
        return conformance_folder() / folder_ / name / (std::string(kind) + std::to_string(number) + ".txt");
    }

    template <class... Inputs, class Formula, std::size_t... I>
    void run(const std::string& name, const Formula& formula, std::index_sequence<I...>) {
        EXPECT_FALSE(exists(file(name, "input_", sizeof...(I)))) << "the case has more inputs";
        const std::tuple<Inputs...> in{read_tensor<Inputs>(file(name, "input_", I))...};
        using first = typename std::tuple_element_t<0, std::tuple<Inputs...>>::value_type;
        const auto outputs = stored<first>(formula(std::get<I>(in)...));
        if constexpr (requires { std::tuple_size<std::remove_const_t<decltype(outputs)>>::value; })
            compare_outputs(name, outputs);
        else
            compare_outputs(name, std::tie(outputs));
    }

    /// What is computed from numbers of half precision is stored as such.
    template <class Input, class F>
    static auto stored(const F& f) {
        if constexpr (detail::is_half<Input>)
            return evaluate_as<Input>(f);
        else
            return evaluate(f);
    }

    template <class... Tensors>
    void compare_outputs(const std::string& name, const std::tuple<Tensors...>& outputs) {
        EXPECT_FALSE(exists(file(name, "output_", sizeof...(Tensors)))) << "the case has more outputs";
        std::size_t number = 0;
        std::apply([&](const auto&... got) { (compare(name, number++, got), ...); }, outputs);
    }

    template <class Tensor>
    void compare(const std::string& name, std::size_t number, const Tensor& got) {
        constexpr tolerance allowed = tolerance_of<typename Tensor::value_type>;
        const auto path = file(name, "output_", number);
        const auto wanted = read_tensor<Tensor>(path);
        std::size_t too_far = 0;
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            const auto x = static_cast<double>(got.data()[i]), y = static_cast<double>(wanted.data()[i]);
            if (x == y || (std::isnan(x) && std::isnan(y))) continue;
            const double error = std::isfinite(x) && std::isfinite(y) ? std::abs(x - y) : HUGE_VAL;
            const double limit = allowed.absolute + allowed.relative * std::abs(y);
            largest_.raise(error, name);
            if (limit > 0) closest_.raise(error / limit, name);
            if (!(error <= limit) && ++too_far == 1)
                ADD_FAILURE() << path.string() << ":" << i + 3 << ": expected " << y << ", computed " << x;
        }
        EXPECT_EQ(too_far, 0U) << "elements of " << path.string() << " are too far away";
    }

    std::string folder_, kind_;
    std::set<std::string> names_, covered_, passed_;
    std::map<std::string, std::string> left_out_;
    worst largest_, closest_;
};

}  // namespace heed::test
