// SPDX-License-Identifier: BSL-1.0
// What a function of numbers does, written down: values, each made of earlier ones, and the statements that need an
// order. recorded.hpp makes it; study prints it in a language.
#pragma once

#include <bit>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace heed::detail::recording {

using value_id = std::size_t;
inline constexpr value_id no_value = static_cast<value_id>(-1);

/// What each lane of a value is.
enum class kind : unsigned char { real, bits, count, truth };

enum class operation : unsigned char {
    real_literal,
    bits_literal,
    count_literal,
    read,  ///< a parameter or a variable
    negate,
    add,
    subtract,
    multiply,
    divide,
    less,
    greater,
    equal,
    not_equal,
    bit_and,
    bit_or,
    shift_left,
    shift_right,
    choose,         ///< the second where the first holds, else the third
    bits_of,        ///< of a real
    of_bits,        ///< a real
    real_of_count,  ///< the same number
    count_of_real,  ///< without its fraction
    bits_of_count,  ///< the same number, not negative
    call            ///< a function of reals, by name
};

struct value {
    operation what{};
    kind is{};
    std::vector<value_id> operands{};
    double real = 0;               ///< real_literal
    unsigned long long whole = 0;  ///< bits_literal, count_literal, and of shifts how far
    std::string text{};            ///< of parameters, variables and functions: their name
    std::string name{};            ///< what the source calls it, or nothing
    std::string note{};            ///< what the source remarks about it
    std::size_t epoch = 0;         ///< how many assignments were made before
};

/// Something that is done at its place: a value comes to be, a variable is declared or changed.
struct statement {
    enum action : unsigned char { define, declare, assign };
    action what{};
    value_id value = no_value;
    std::size_t variable = 0;
    std::size_t epoch = 0;
};

/// A function of reals or counts that gives one real for each lane.
class routine {
public:
    std::string name{};
    std::string about{};
    std::size_t lanes = 1;
    std::vector<value_id> parameters{};
    value_id result = no_value;

    const value& operator[](value_id id) const { return values_[id]; }
    std::size_t size() const { return values_.size(); }
    const std::vector<statement>& statements() const { return statements_; }
    const std::string& variable(std::size_t id) const { return variables_[id]; }

    value_id parameter(const std::string& called, kind is) {
        parameters.push_back(put({.what = operation::read, .is = is, .text = called}));
        return parameters.back();
    }
    /// What was computed before from the same values is that.
    value_id add(value v) {
        for (value_id id = 0; id < values_.size(); ++id)
            if (is_same(values_[id], v)) return id;
        const value_id id = put(std::move(v));
        statements_.push_back({statement::define, id, 0, epoch_});
        return id;
    }
    value_id add(operation what, kind is, std::initializer_list<value_id> operands) {
        return add({.what = what, .is = is, .operands = operands});
    }
    void call_it(value_id id, std::string called, const char* note) {
        values_[id].name = std::move(called);
        values_[id].note = note;
    }

    /// A variable that is `initial` at first.
    std::size_t declare(value_id initial) {
        variables_.emplace_back("value");
        statements_.push_back({statement::declare, initial, variables_.size() - 1, epoch_++});
        return variables_.size() - 1;
    }
    void assign(std::size_t id, value_id to) { statements_.push_back({statement::assign, to, id, epoch_++}); }
    void call_variable(std::size_t id, std::string called) { variables_[id] = std::move(called); }
    /// The variable as it is now.
    value_id read(std::size_t id) { return put({.what = operation::read, .is = kind::real, .whole = id + 1}); }

private:
    static bool is_same(const value& a, const value& b) {
        return a.what == b.what && a.is == b.is && a.what != operation::read && a.operands == b.operands &&
               a.whole == b.whole && a.text == b.text &&
               std::bit_cast<unsigned long long>(a.real) == std::bit_cast<unsigned long long>(b.real);
    }
    value_id put(value v) {
        v.epoch = epoch_;
        values_.push_back(std::move(v));
        return values_.size() - 1;
    }

    std::vector<value> values_{};
    std::vector<statement> statements_{};
    std::vector<std::string> variables_{};
    std::size_t epoch_ = 0;
};

/// Of which variable `v` is the value, or nothing: then it is a parameter.
inline std::size_t variable_of(const value& v) { return v.whole - 1; }
inline bool reads_variable(const value& v) { return v.what == operation::read && v.whole > 0; }

}  // namespace heed::detail::recording
