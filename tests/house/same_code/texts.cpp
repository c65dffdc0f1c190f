// SPDX-License-Identifier: BSL-1.0
// Prints what is written about each kernel: plan, loops, cost, and emitted files of both forms and languages.
#include <heed/study.hpp>

#include <iostream>
#include <type_traits>

template <class F>
static bool write_all(const char* name, const F& f) {
    using namespace heed::study;
    std::cout << "# " << name << '\n' << tree(f) << '\n' << loop_nest(f) << '\n' << explain(f) << '\n';
    if constexpr (!heed::detail::has_half_leaves<std::remove_cvref_t<decltype(heed::detail::operand_of(f))>>)
        std::cout << emit(f, {.name = name}) << emit(f, {.name = name, .form = form::vector})
                  << emit(f, {.name = name, .form = form::vector, .language = language::cpp});
    return true;
}
#define KERNEL(name, ...) static const bool wrote_##name = write_all(#name, __VA_ARGS__);
#include "kernels.hpp"

int main() {}
