// SPDX-License-Identifier: BSL-1.0
// With HEED_CHECK_LIFETIMES each tensor has a number while it lives. Formulas remember the numbers of their tensors;
// reading a tensor whose number has changed stops the program with a message.
#pragma once

#include <heed/shape/shape_words.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace heed::detail {

/// The number of a tensor: unique in the program, and 0 after the tensor's end.
class lifetime {
public:
    constexpr lifetime() : number_(std::is_constant_evaluated() ? constant : next()) {}
    constexpr lifetime(const lifetime&) : lifetime() {}
    constexpr lifetime& operator=(const lifetime&) { return *this; }
    /// Constants may be in read-only memory. volatile prevents the compiler from removing a write that nothing may
    /// read.
    constexpr ~lifetime() {
        if (!std::is_constant_evaluated() && number_ != constant) *const_cast<volatile std::uint64_t*>(&number_) = 0;
    }

    /// Only at run time.
    std::uint64_t number() const { return *const_cast<const volatile std::uint64_t*>(&number_); }

private:
    static constexpr std::uint64_t constant = 0x6865656400000001;

    static std::uint64_t next() {
        static std::uint64_t last = 0;
        return (__atomic_add_fetch(&last, 1, __ATOMIC_RELAXED) << 1) * 0x9E3779B97F4A7C15;
    }

    std::uint64_t number_;
};

/// What a formula remembers of a tensor. Empty in constant expressions, where the compiler checks lifetimes.
class lifetime_mark {
public:
    template <class Tensor>
    explicit constexpr lifetime_mark(const Tensor& t) {
        if constexpr (requires { t.heed_lifetime; })
            if (!std::is_constant_evaluated()) number_ = t.heed_lifetime.number();
    }

    template <class Tensor>
    constexpr void check(const Tensor& t) const {
        if constexpr (requires { t.heed_lifetime; })
            if (!std::is_constant_evaluated() && number_ != 0 && t.heed_lifetime.number() != number_)
                stop_dead(Tensor::shape_value);
    }

private:
    [[noreturn]] static void stop_dead(const shape& s) {
        char words[512]{};
        shape_writer out{words, sizeof words - 1};
        out.add("heed: a formula reads a tensor ");
        add_shape(out, s);
        out.add(
            " that no longer lives: a local of a function that returned the formula, or a temporary that a helper took "
            "by const auto&; return evaluate(formula), or let the tensor live longer");
        stop(words);
    }

    std::uint64_t number_ = 0;
};

}  // namespace heed::detail
