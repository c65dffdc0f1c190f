// SPDX-License-Identifier: BSL-1.0
// Numbers that record the operations on them. Calling a function of scalar/ with them records it, so that the emitted
// text is the code that runs.
#pragma once

#include <heed/machine/recorded_truth.hpp>
#include <heed/scalar/lanes.hpp>

#include <cstddef>
#include <limits>
#include <string>

namespace heed::detail {

namespace recording {

/// Integers, one per lane.
struct count {
    reference at;
    std::size_t lanes() const { return (*at.in)[at.id].lanes; }
    friend count operator/(const count& a, int b) { return a.with(operation::divide, b); }
    friend count operator+(const count& a, int b) { return a.with(operation::add, b); }
    friend count operator-(const count& a, const count& b) {
        return {{a.at.in, a.at.in->add(operation::subtract, kind::count, a.lanes(), {a.at.id, b.at.id})}};
    }
    friend count known_as(const char* name, const count& n, const char* note = "") {
        return n.at.call_it(name, note), n;
    }

private:
    count with(operation what, int b) const {
        return {{at.in, at.in->add(what, kind::count, lanes(), {at.id, at.in->add_count(b)})}};
    }
};

/// The bits of numbers of type T.
template <class T>
struct bits {
    using word = unsigned_bits_t<T>;
    reference at;
    std::size_t lanes() const { return (*at.in)[at.id].lanes; }

    friend bits operator&(const bits& a, word b) { return a.with(operation::bit_and, b); }
    friend bits operator|(const bits& a, word b) { return a.with(operation::bit_or, b); }
    friend bits operator|(const bits& a, const bits& b) {
        return {{a.at.in, a.at.in->add(operation::bit_or, kind::bits, a.lanes(), {a.at.id, b.at.id})}};
    }
    friend bits operator+(const bits& a, word b) { return a.with(operation::add, b); }
    friend bits operator<<(const bits& a, int places) { return a.shifted(operation::shift_left, places); }
    friend bits operator>>(const bits& a, int places) { return a.shifted(operation::shift_right, places); }
    friend bits known_as(const char* name, const bits& b, const char* note = "") { return b.at.call_it(name, note), b; }

private:
    bits with(operation what, word b) const {
        const value_id literal = at.in->add({.what = operation::bits_literal, .is = kind::bits, .whole = b});
        return {{at.in, at.in->add(what, kind::bits, lanes(), {at.id, literal})}};
    }
    bits shifted(operation what, int places) const {
        return {{at.in, at.in->add({.what = what,
                                    .is = kind::bits,
                                    .lanes = lanes(),
                                    .operands = {at.id},
                                    .whole = static_cast<unsigned long long>(places)})}};
    }
};

}  // namespace recording

/// The number of lanes follows from the operands: for kernels that are recorded once for every width.
inline constexpr std::size_t any_lanes = 0;

/// One or more numbers T in lanes that record the operations on them.
template <class T, std::size_t Lanes>
class recorded {
public:
    recorded() = default;
    recorded(T literal) : literal_(literal) {}  // NOLINT: literals mix with recorded numbers
    explicit recorded(const recording::reference& at) : at_(at) {}
    /// Broadcast.
    template <std::size_t One>
    requires(One == 1 && Lanes != 1) recorded(const recorded<T, One>& x)
        : at_(x.at()), literal_(x.literal()) {}  // NOLINT: as above

    const recording::reference& at() const { return at_; }
    T literal() const { return literal_; }

    recording::routine* in() const { return at_.in; }
    recording::value_id in(recording::routine& f) const {
        if (at_.in != nullptr) return at_.id;
        return f.add({.what = recording::operation::real_literal,
                      .is = recording::kind::real,
                      .real = static_cast<double>(literal_)});
    }
    recording::reference made(recording::operation what, recording::kind is) const {
        return {at_.in, at_.in->add(what, is, lanes_of(*at_.in, {at_.id}), {at_.id})};
    }
    /// A call of a function that emitted files define.
    recorded call(const char* function) const {
        return recorded({at_.in, at_.in->add({.what = recording::operation::call,
                                              .is = recording::kind::real,
                                              .lanes = lanes_of(*at_.in, {at_.id}),
                                              .operands = {at_.id},
                                              .text = function})});
    }
    recorded call(const char* function, const recorded& b) const {
        recording::routine& f = *recorder(*this, b);
        const recording::value_id x = in(f), y = b.in(f);
        return recorded({&f, f.add({.what = recording::operation::call,
                                    .is = recording::kind::real,
                                    .lanes = lanes_of(f, {x, y}),
                                    .operands = {x, y},
                                    .text = function})});
    }

    friend recorded operator-(const recorded& a) {
        return recorded(a.made(recording::operation::negate, recording::kind::real));
    }
    friend recorded operator+(const recorded& a, const recorded& b) {
        return arithmetic(recording::operation::add, a, b);
    }
    friend recorded operator-(const recorded& a, const recorded& b) {
        return arithmetic(recording::operation::subtract, a, b);
    }
    friend recorded operator*(const recorded& a, const recorded& b) {
        return arithmetic(recording::operation::multiply, a, b);
    }
    friend recorded operator/(const recorded& a, const recorded& b) {
        return arithmetic(recording::operation::divide, a, b);
    }
    friend recording::truth operator<(const recorded& a, const recorded& b) {
        return comparison(recording::operation::less, a, b);
    }
    friend recording::truth operator<=(const recorded& a, const recorded& b) {
        return comparison(recording::operation::less_equal, a, b);
    }
    friend recording::truth operator>(const recorded& a, const recorded& b) {
        return comparison(recording::operation::greater, a, b);
    }
    friend recording::truth operator==(const recorded& a, const recorded& b) {
        return comparison(recording::operation::equal, a, b);
    }
    friend recording::truth operator!=(const recorded& a, const recorded& b) {
        return comparison(recording::operation::not_equal, a, b);
    }

    /// The operations of scalar/lanes.hpp for numbers.
    friend recorded choose(const recording::truth& holds, const recorded& a, const recorded& b) {
        recording::routine& f = *holds.at.in;
        const recording::value_id x = a.in(f), y = b.in(f);
        return recorded({&f, f.add(recording::operation::choose, recording::kind::real,
                                   lanes_of(f, {holds.at.id, x, y}), {holds.at.id, x, y})});
    }
    friend recorded known_as(const char* name, const recorded& x, const char* note = "") {
        x.at_.call_it(name, note);
        return x;
    }
    friend recorded low_known_as(const char* name, const recorded& x) {
        x.at_.call_it(std::string(name) + "_low", "");
        return x;
    }

protected:
    static recording::routine* recorder(const recorded& a, const recorded& b) {
        return recording::recorder_of(a.at_, b.at_);
    }
    static recorded arithmetic(recording::operation what, const recorded& a, const recorded& b) {
        if (recorder(a, b) == nullptr) return of_literals(what, a.literal_, b.literal_);
        recording::routine& f = *recorder(a, b);
        const recording::value_id x = a.in(f), y = b.in(f);
        return recorded({&f, f.add(what, recording::kind::real, lanes_of(f, {x, y}), {x, y})});
    }
    static T of_literals(recording::operation what, T a, T b) {
        switch (what) {
            case recording::operation::add: return a + b;
            case recording::operation::subtract: return a - b;
            case recording::operation::multiply: return a * b;
            default: return a / b;
        }
    }
    static recording::truth comparison(recording::operation what, const recorded& a, const recorded& b) {
        recording::routine& f = *recorder(a, b);
        return recording::compared(f, what, a.in(f), b.in(f));
    }
    static std::size_t lanes_of(const recording::routine& f, std::initializer_list<recording::value_id> operands) {
        if (Lanes != any_lanes) return Lanes;
        std::size_t most = 1;
        for (const recording::value_id id : operands)
            if (f[id].lanes > most) most = f[id].lanes;
        return most;
    }

    recording::reference at_{};
    T literal_{};
};

template <class T, std::size_t Lanes>
inline constexpr bool is_recorded<recorded<T, Lanes>> = true;

/// A variable: it becomes one of the recording with its first value that is not a literal.
template <class T, std::size_t Lanes>
class recorded_variable : public recorded<T, Lanes> {
    using base = recorded<T, Lanes>;

public:
    recorded_variable() = default;
    recorded_variable(const recorded_variable&) = default;
    recorded_variable& operator=(const recorded_variable&) = default;
    recorded_variable(const base& x) { *this = x; }
    /// With this number of lanes.
    recorded_variable(const char* name, const recording::reference& initial, std::size_t lanes_of_variable)
        : variable_(initial.in->declare(initial.id, lanes_of_variable)), is_declared_(true) {
        initial.in->call_variable(variable_, name);
        this->at_ = {initial.in, initial.in->read(variable_)};
    }

    recorded_variable& operator=(const base& x) {
        if (x.in() == nullptr) {
            base::operator=(x);
            return *this;
        }
        recording::routine& f = *x.in();
        if (is_declared_)
            f.assign(variable_, x.in(f));
        else
            variable_ = f.declare(x.in(f));
        is_declared_ = true;
        this->at_ = {&f, f.read(variable_)};
        return *this;
    }

private:
    std::size_t variable_ = 0;
    bool is_declared_ = false;
};

/// The primitives of scalar/lanes.hpp, recorded.
template <class T, std::size_t Lanes>
struct lanes<recorded<T, Lanes>> {
    using V = recorded<T, Lanes>;
    using number = T;
    using integer = recording::count;
    using bits = recording::bits<T>;
    using variable = recorded_variable<T, Lanes>;
    static constexpr std::size_t count = Lanes;

    static V broadcast(const T& x) { return V(x); }
    static V clamped(const V& x, const T& low, const T& high) {
        const V at_least = known_as("at_least", choose(x < V(low), V(low), x));
        return choose(at_least > V(high), V(high), at_least);
    }
    static integer nearest_integer(const V& x, const T& lowest) {
        const V at_least = known_as("bounded", choose(x > V(lowest), x, V(lowest)));
        const V half = choose(at_least < V(T(0)), V(T(-0.5)), V(T(0.5)));
        return {V(at_least + half).made(recording::operation::count_of_real, recording::kind::count)};
    }
    static V whole_part(const V& x) { return x.call("whole_part"); }
    static V far_quarters(const V& x) { return x.call("far_quarters"); }
    static V far_rest(const V& x) { return x.call("far_rest"); }
    static V to_real(const integer& n) {
        return V({n.at.in,
                  n.at.in->add(recording::operation::real_of_count, recording::kind::real, count_of(n), {n.at.id})});
    }
    static V power_of_two(const integer& n) {
        return V({n.at.in, n.at.in->add({.what = recording::operation::call,
                                         .is = recording::kind::real,
                                         .lanes = count_of(n),
                                         .operands = {n.at.id},
                                         .text = "power_of_two"})});
    }
    static bits bits_of(const V& x) { return {x.made(recording::operation::bits_of, recording::kind::bits)}; }
    static V of_bits(const bits& b) {
        return V({b.at.in, b.at.in->add(recording::operation::of_bits, recording::kind::real, count_of(b), {b.at.id})});
    }
    static V from_exponent(const V& x) { return of_bits(bits_of(x) << (std::numeric_limits<T>::digits - 1)); }
    static V sqrt(const V& x) { return x.call("square_root"); }

private:
    template <class Operand>
    static std::size_t count_of(const Operand& x) {
        return Lanes == any_lanes ? x.lanes() : Lanes;
    }
};

}  // namespace heed::detail
