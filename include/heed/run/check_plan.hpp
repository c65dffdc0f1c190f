// SPDX-License-Identifier: BSL-1.0
// Compares the plan that the compiler computed with the one that the same functions give at run time: a compiler that
// evaluates a constant wrongly is found out where the formula runs. For the tests of heed (HEED_CHECK_PASSES).
#pragma once

#include <heed/lower/few_rows.hpp>
#include <heed/lower/lower.hpp>
#include <heed/trace/measured.hpp>
#include <heed/trace/trace.hpp>

#include <cstddef>

namespace heed::detail {

/// Whether `pass` gives at run time what the compiler has as a constant. Called once: the value, which may be too large
/// for the stack, is static, and nothing is allocated.
template <class Value, class Pass>
void check_pass(const char* words, const Value& constant, const Pass& pass) {
    static const Value found = pass();
    if (!(found == constant)) fail(words);
}

/// Passes over more nodes need more than a usual stack.
inline constexpr std::size_t most_checked_nodes = 512;

/// A value that the optimiser knows nothing of: it may evaluate calls with known arguments as the compiler did.
template <class Value>
const Value& unknown(const Value& v) {
    const Value* p = &v;
    __asm__("" : "+r"(p));
    return *p;
}

/// Each pass is given the constants of those before it.
template <class Plan>
void check_passes() {
    constexpr std::size_t capacity = Plan::capacity, bytes = Plan::element_bytes;
    const auto &source = unknown(Plan::source_graph::value), &merged = unknown(Plan::source::value);
    const auto& form = unknown(Plan::form);
    const auto& node_roles = unknown(Plan::node_roles);
    const auto& loops = unknown(Plan::loops);
    const auto& order = unknown(Plan::order);
    const auto& places = unknown(Plan::places);
    const length_list& lengths = unknown(Plan::lengths);
    if constexpr (merges_rows<typename Plan::source>)
        check_pass("heed: internal: merged rows differ from those at run time", merged,
                   [&] { return merge_rows(source, lengths); });
    check_pass("heed: internal: a canonical form differs from the one at run time", form,
               [&] { return canonical<capacity>(merged, lengths); });
    check_pass("heed: internal: roles differ from those at run time", node_roles,
               [&] { return assign_roles(form, lengths); });
    check_pass("heed: internal: drafts differ from those at run time", loops,
               [&] { return draft_steps(form, node_roles); });
    check_pass("heed: internal: a schedule differs from the one at run time", order,
               [&] { return schedule_steps(form, node_roles, loops, Plan::shares_tiles, lengths); });
    check_pass("heed: internal: a memory layout differs from the one at run time", places,
               [&] { return lay_out_memory(form, node_roles, loops, order, bytes, Plan::shares_tiles, lengths); });
    check_pass("heed: internal: a plan differs from the one at run time", unknown(Plan::value),
               [&] { return assembly<capacity>(form, loops, order, places, bytes, lengths).run(); });
}

/// Once for each formula and plan. F is what is traced: the formula, with numbers in place of lengths.
template <class Plan, class F>
void check_plan() {
    static const bool is_checked = [] {
        check_pass("heed: internal: a graph differs from the one at run time", unknown(trace_of<F>.g),
                   [] { return trace_formula<F>().g; });
        if constexpr (trace_of<F>.has_gradients)
            check_pass(
                "heed: internal: a graph of gradients differs from the one at run time", unknown(graph_of<F>),
                [] { return without_scatters<graph_of<F>.capacity>(unknown(trace_of<F>.g), trace_of<F>.has_lengths); });
        if constexpr (Plan::capacity <= most_checked_nodes) check_passes<Plan>();
        return true;
    }();
    (void)is_checked;
}

}  // namespace heed::detail
