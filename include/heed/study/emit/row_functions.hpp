// SPDX-License-Identifier: BSL-1.0
// The folds of rows as functions of emitted files.
#pragma once

#include <heed/kernel/row_folds.hpp>
#include <heed/machine/writing.hpp>
#include <heed/scalar/reduction.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace heed::detail {

/// For numbers T, in registers of Widest lanes.
template <class T, std::size_t Widest>
std::vector<recording::routine> row_functions() {
    using machine = writing<T, Widest>;
    using number = typename machine::number;
    std::vector<recording::routine> list;
    const auto add = [&](const char* name, const std::string& about, bool takes_shift, const auto& fold) {
        recording::routine& r = list.emplace_back();
        r.name = name;
        r.about = about;
        names taken;
        const written_memory x{r.add_array_parameter("x")};
        const written_index n(r.add_count_parameter("n"));
        for (const char* parameter : {"x", "n", "shift"}) taken.claim(parameter);
        const number shift = takes_shift ? number({&r, r.add_parameter("shift", recording::kind::real)}) : number(T(0));
        r.result = fold(machine(r, taken), x, n, shift).in(r);
    };
    add("sum_of_row", "the sum of n numbers, in eight lanes that are combined in pairs", false,
        [](const machine& m, const written_memory& x, const written_index& n, const number&) {
            return sum_of_row<machine, written_memory, written_index>(m, x, n);
        });
    add("sum_of_powers", "the sum of exp(x - shift) of n numbers, in eight lanes that are combined in pairs", true,
        [](const machine& m, const written_memory& x, const written_index& n, const number& shift) {
            return sum_of_powers<machine, written_memory, written_index, number>(m, x, n, shift);
        });
    add("sum_of_squares", "the sum of the squares of n numbers, in eight lanes that are combined in pairs", false,
        [](const machine& m, const written_memory& x, const written_index& n, const number&) {
            return sum_of_squares<machine, written_memory, written_index>(m, x, n);
        });
    const auto add_long = [&](const char* name, const char* function, bool takes_shift) {
        add(name, "the same of a row of any length: sums of blocks, with what rounding takes from them", takes_shift,
            [&](const machine& m, const written_memory& x, const written_index& n, const number& shift) {
                return sum_in_blocks(m, x, n,
                                     [&](const written_memory& y, const written_index& count, const written_index&) {
                                         return takes_shift ? m.call_of_row(function, y, count, shift)
                                                            : m.call_of_row(function, y, count);
                                     });
            });
    };
    add_long("sum_of_long_row", "sum_of_row", false);
    add_long("sum_of_powers_of_long_row", "sum_of_powers", true);
    add_long("sum_of_squares_of_long_row", "sum_of_squares", false);
    const auto add_fold = [&]<class Fold>(Fold) {
        add(Fold::traits.function, std::string(Fold::traits.about) + ", in eight lanes that are combined in pairs",
            false, [](const machine& m, const written_memory& x, const written_index& n, const number&) {
                return folded_row<Fold, machine, written_memory, written_index>(m, x, n);
            });
    };
    for_each_reduction([&]<class Described>(Described) {
        if constexpr (requires { typename Described::folds; })
            [&]<class... Fold>(fold_list<Fold...>) { (add_fold(Fold()), ...); }(typename Described::folds());
    });
    return list;
}

}  // namespace heed::detail
