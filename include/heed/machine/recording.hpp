// SPDX-License-Identifier: BSL-1.0
// A recorded function: values, each computed from earlier ones, and statements, whose order matters. recorded.hpp and
// writing.hpp record it; study prints it in a language.
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

/// The type of each lane of a value.
enum class kind : unsigned char { real, bits, count, truth };

enum class operation : unsigned char {
    real_literal,  ///< `whole` is 1 if all digits are written, however many
    bits_literal,
    count_literal,
    read,     ///< a parameter or a variable
    same,     ///< the current value of a variable
    load,     ///< consecutive elements of an array, one per lane
    look_up,  ///< an element of an array at an offset behind `from`, the sum of the operands
    lane,     ///< one lane of a register: `text` says which
    negate,   ///< of a truth: logical not
    add,
    subtract,
    multiply,
    divide,
    less,
    less_equal,
    greater,
    equal,
    not_equal,
    bit_and,
    bit_or,
    shift_left,
    shift_right,
    choose,         ///< the second if the first holds, else the third
    bits_of,        ///< of a real
    of_bits,        ///< as a real
    real_of_count,  ///< exact
    count_of_real,  ///< truncated
    bits_of_count,  ///< of a non-negative count
    as_type,        ///< a count as the integer type `text`
    ascending,      ///< a real in each lane, increasing by `real` per lane
    call,           ///< of a function of values, by name
    call_of_row     ///< of a function of an array, from an element on, and of values, by name
};

/// An element of an array, or the array from that element on.
struct element {
    std::string array{};
    std::string index{};
    std::string type{};        ///< of the elements, if it is not the number type: counts keep it
    bool is_register = false;  ///< an element is a register or a lane of one: `index` has several parts

    friend bool operator==(const element&, const element&) = default;
};

struct value {
    operation what{};
    kind is{};
    std::size_t lanes = 1;
    std::vector<value_id> operands{};
    double real = 0;               ///< real_literal, ascending
    unsigned long long whole = 0;  ///< bits_literal, count_literal; for shifts, the number of places
    std::string text{};            ///< of parameters, variables, functions and indices
    element from{};                ///< load, call_of_row
    std::string hint{};            ///< a name to use if it needs one
    std::string name{};            ///< its name in the source, if any
    std::string note{};            ///< a note on it in the source
    std::size_t epoch = 0;         ///< the number of preceding statements that change something
    std::size_t block = 0;         ///< the block that it was recorded in
};

/// An action at a fixed position.
struct statement {
    enum action : unsigned char {
        define,   ///< computes a value
        declare,  ///< a variable
        assign,
        store,    ///< a value to memory, starting at an element, in `count` lanes
        array,    ///< of `count` elements, named `text`
        sums,     ///< zero-initialised registers of `count` lanes, named `text`: `begin`, or `begin` x `end` of them
        open,     ///< a loop over the variable `text`
        open_if,  ///< `text` is the condition; if empty, the else branch of the block before
        close,
        perform,  ///< a call for its effect: `text`, in which $ stands for the value, if any
        note,
        mark  ///< the part of the plan that the next statements belong to: `count`
    };
    action what{};
    value_id value = no_value;
    std::size_t variable = 0;
    std::size_t epoch = 0;
    std::string text{};
    element to{};
    std::string begin{}, end{};  ///< of a loop
    std::string remark{};        ///< on an array
    bool is_unrolled = false;    ///< a loop
    bool is_aligned = false;     ///< an array that is accessed by registers
    bool is_zero = false;        ///< an array that is initialised with zeros
    std::size_t count = 0;       ///< of a loop: its step
};

/// A function: parameters, statements, and a result, if any.
class routine {
public:
    struct parameter {
        std::string name;
        enum type_name : unsigned char { real, count, array } type;
    };

    std::string name{};
    std::string about{};
    std::size_t lanes = 1;  ///< of the parameters and the result
    std::vector<parameter> parameters{};
    value_id result = no_value;

    const value& operator[](value_id id) const { return values_[id]; }
    std::size_t size() const { return values_.size(); }
    const std::vector<statement>& statements() const { return statements_; }
    const std::string& variable(std::size_t id) const { return variables_[id]; }
    std::size_t lanes_of_variable(std::size_t id) const { return variable_lanes_[id]; }

    value_id add_parameter(const std::string& called, kind is) {
        parameters.push_back({called, is == kind::count ? parameter::count : parameter::real});
        return put({.what = operation::read, .is = is, .lanes = lanes, .text = called});
    }
    /// Reuses an earlier value that computes the same.
    value_id add(value v) {
        v.epoch = epoch_;
        v.block = blocks_.back();
        for (value_id id = values_.size(); id-- > 0;)
            if (is_same(values_[id], v)) return id;
        const value_id id = put(std::move(v));
        statements_.push_back({.what = statement::define, .value = id, .epoch = epoch_});
        return id;
    }
    value_id add(operation what, kind is, std::size_t lanes_of_value, std::initializer_list<value_id> operands) {
        return add({.what = what, .is = is, .lanes = lanes_of_value, .operands = operands});
    }
    value_id add_count(int n) {
        return add({.what = operation::count_literal, .is = kind::count, .whole = static_cast<unsigned long long>(n)});
    }
    value_id add_index(const std::string& text) {
        return add({.what = operation::read, .is = kind::count, .text = text});
    }
    void call_it(value_id id, std::string called, const char* note) {
        values_[id].name = std::move(called);
        values_[id].note = note;
    }

    std::string add_array_parameter(const std::string& called) {
        parameters.push_back({called, parameter::array});
        return called;
    }
    std::string add_count_parameter(const std::string& called) {
        parameters.push_back({called, parameter::count});
        return called;
    }

    /// Declares a variable with an initial value.
    std::size_t declare(value_id initial) { return declare(initial, values_[initial].lanes); }
    std::size_t declare(value_id initial, std::size_t lanes_of_it) {
        variables_.emplace_back("value");
        variable_lanes_.push_back(lanes_of_it);
        change({.what = statement::declare, .value = initial, .variable = variables_.size() - 1});
        return variables_.size() - 1;
    }
    void assign(std::size_t id, value_id to) { change({.what = statement::assign, .value = to, .variable = id}); }
    void call_variable(std::size_t id, std::string called) { variables_[id] = std::move(called); }
    /// The current value of a variable.
    value_id read(std::size_t id) {
        return put({.what = operation::read, .is = kind::real, .lanes = variable_lanes_[id], .whole = id + 1});
    }

    /// A single number that is stored in several lanes is broadcast.
    void store(const element& to, value_id v, std::size_t lanes_of_store) {
        change({.what = statement::store, .value = v, .to = to, .count = lanes_of_store});
    }
    void add_array(const std::string& called, std::size_t elements) {
        change({.what = statement::array, .text = called, .count = elements});
    }
    void add_zeros(const std::string& called, std::size_t elements) {
        change({.what = statement::array, .text = called, .is_zero = true, .count = elements});
    }
    /// An array that is accessed by registers, with a remark.
    void add_lanes(const std::string& called, std::size_t elements, const std::string& remark) {
        change({.what = statement::array, .text = called, .remark = remark, .is_aligned = true, .count = elements});
    }
    /// n zero-initialised registers.
    void add_registers(const std::string& called, std::size_t n, std::size_t lanes_of_registers) {
        change({.what = statement::sums, .text = called, .begin = std::to_string(n), .count = lanes_of_registers});
    }
    /// rows x registers zero-initialised registers.
    void add_sums(const std::string& called, std::size_t rows, std::size_t registers, std::size_t lanes_of_sums) {
        change({.what = statement::sums,
                .text = called,
                .begin = std::to_string(rows),
                .end = std::to_string(registers),
                .count = lanes_of_sums});
    }
    void open(const std::string& variable_of_loop, const std::string& begin, const std::string& end, std::size_t step,
              bool is_unrolled = false) {
        change({.what = statement::open,
                .text = variable_of_loop,
                .begin = begin,
                .end = end,
                .is_unrolled = is_unrolled,
                .count = step});
        blocks_.push_back(++block_count_);
    }
    void open_if(const std::string& condition) {
        change({.what = statement::open_if, .text = condition});
        blocks_.push_back(++block_count_);
    }
    /// Follows a conditional block that has been closed.
    void open_else() { open_if(""); }
    /// Empty loops and blocks are removed.
    void close() {
        blocks_.pop_back();
        const statement::action last = statements_.back().what;
        if (last == statement::open || last == statement::open_if)
            statements_.pop_back();
        else
            change({.what = statement::close});
    }
    void perform(const std::string& call, value_id argument = no_value) {
        change({.what = statement::perform, .value = argument, .text = call});
    }
    void add_note(const std::string& words) { change({.what = statement::note, .text = words}); }
    void mark(std::size_t part) { change({.what = statement::mark, .count = part}); }

    /// Whether a value depends on memory or variables, which may change, other than through named values.
    bool reads(value_id id) const {
        const value& v = values_[id];
        if (reads_memory(v) || is_variable(v)) return true;
        for (const value_id o : v.operands)
            if (values_[o].name.empty() && reads(o)) return true;
        return false;
    }
    static bool reads_memory(const value& v) {
        return v.what == operation::load || v.what == operation::look_up || v.what == operation::call_of_row;
    }
    static bool is_variable(const value& v) { return v.what == operation::read && v.whole > 0; }
    /// The variable that v is a value of.
    static std::size_t variable_of(const value& v) { return v.whole - 1; }

private:
    bool is_same(const value& a, const value& b) const {
        return a.what == b.what && a.is == b.is && !is_variable(a) && a.lanes == b.lanes && a.operands == b.operands &&
               a.whole == b.whole && a.text == b.text && a.from == b.from &&
               std::bit_cast<unsigned long long>(a.real) == std::bit_cast<unsigned long long>(b.real) &&
               a.block == b.block && (a.epoch == b.epoch || !reads_at_all(a));
    }
    bool reads_at_all(const value& v) const {
        if (reads_memory(v) || is_variable(v)) return true;
        for (const value_id o : v.operands)
            if (reads_at_all(values_[o])) return true;
        return false;
    }
    value_id put(value v) {
        v.epoch = epoch_;
        v.block = blocks_.back();
        values_.push_back(std::move(v));
        return values_.size() - 1;
    }
    void change(statement s) {
        s.epoch = epoch_++;
        statements_.push_back(std::move(s));
    }

    std::vector<value> values_{};
    std::vector<statement> statements_{};
    std::vector<std::string> variables_{};
    std::vector<std::size_t> variable_lanes_{};
    std::vector<std::size_t> blocks_{0};
    std::size_t block_count_ = 0;
    std::size_t epoch_ = 0;
};

}  // namespace heed::detail::recording
