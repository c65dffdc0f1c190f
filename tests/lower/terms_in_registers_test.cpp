// SPDX-License-Identifier: BSL-1.0
// Which elementwise formulas registers compute.
#include <heed/lower/terms_in_registers.hpp>

#include <gtest/gtest.h>

#include <cstddef>

namespace heed::test {

using detail::function;
using detail::term;

constexpr term load(std::size_t slot) { return {.kind = term::load, .slot = slot}; }
constexpr term apply(function f, std::size_t a, std::size_t b = 0) {
    return {.kind = term::apply, .f = f, .operands = {a, b}};
}

/// (core * s1 + pow(s2, s1)) and exp of the first summand.
constexpr term terms[] = {{.kind = term::core},
                          load(1),
                          apply(function::multiply, 0, 1),
                          load(2),
                          apply(function::pow, 3, 1),
                          apply(function::add, 2, 4),
                          apply(function::exp, 2),
                          apply(function::multiply, 1, 6)};

constexpr bool run(std::size_t id, bool reads_slot_1) {
    return detail::run_in_registers(terms, id, [&](std::size_t slot) { return slot != 1 || reads_slot_1; });
}
static_assert(run(0, false), "the core is in registers");
static_assert(run(1, true) && !run(1, false), "an operand where registers read it");
static_assert(run(2, true) && !run(2, false), "both operands");
static_assert(run(3, false));
static_assert(!run(4, true), "pow is computed number by number");
static_assert(!run(5, true), "and so is what reads it");
static_assert(run(6, true) && run(7, true) && !run(6, false));

constexpr bool gains(std::size_t id) { return detail::contain_transcendental(terms, id); }
static_assert(!gains(0) && !gains(1) && !gains(2) && !gains(4) && !gains(5));
static_assert(gains(6) && gains(7), "exp, and what reads it on either side");

TEST(terms_in_registers, are_decided_while_compiling) { EXPECT_TRUE(run(7, true)); }

}  // namespace heed::test
