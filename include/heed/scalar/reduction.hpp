// SPDX-License-Identifier: BSL-1.0
// The operations that make one number of a row. They are listed here and described in headers of their own.
#pragma once

#include <heed/meta/raise.hpp>
#include <heed/scalar/row_logsumexp.hpp>
#include <heed/scalar/row_max.hpp>
#include <heed/scalar/row_mean.hpp>
#include <heed/scalar/row_min.hpp>
#include <heed/scalar/row_sum.hpp>

#include <cstddef>

/// Reductions that have the name of a function of two operands, as max(A) and max(A, B).
#define HEED_EXTREMES(F) F(max) F(min)
/// All other reductions.
#define HEED_SUMS(F) F(sum) F(mean) F(logsumexp)

#define HEED_REDUCTIONS(F) HEED_SUMS(F) HEED_EXTREMES(F)

namespace heed::detail {

enum class reduction : unsigned char {
#define HEED_ENUMERATOR(name) name,
    HEED_REDUCTIONS(HEED_ENUMERATOR)
#undef HEED_ENUMERATOR
};

/// All that is known of a reduction, a struct row_... for each:
///
///   traits
///   of_nothing<T>()   the reduction of an empty axis
///   folds             functions of two operands that fold a row, for emitted files; left out where the row has them
///   value(x)          of a row by a kernel (kernel/rows.hpp): x.sum(), x.fold<...>(), x.count() ...
///   definition(m, x)  the same straight from its definition, with exp, log ... of m, and x.sum(f), x.fold(f) ...:
///                     what reference/ evaluates in any number type, and emitted files in double to check themselves
///   enclosure(x, n)   of n numbers with bounds (reference/enclosure.hpp), where the definition would lose too much
///   adjoint(b, d, x, y)  d dy/dx as a node that b adds to a graph, where d is repeated along the row, and y the result
///   error(x)          how far a format of floating-point numbers may be off, for a row of sizes
///                     (reference/sizes_of_row.hpp); left out where the result is an element
template <reduction R>
struct described_reduction;
#define HEED_DESCRIBED(name) \
    template <>              \
    struct described_reduction<reduction::name> : row_##name {};
HEED_REDUCTIONS(HEED_DESCRIBED)
#undef HEED_DESCRIBED

/// The result type of visit(row_sum()).
template <class Visit>
constexpr auto with_description(reduction r, const Visit& visit) {
    switch (r) {
#define HEED_DESCRIBED(name) \
    case reduction::name: return visit(row_##name());
        HEED_REDUCTIONS(HEED_DESCRIBED)
#undef HEED_DESCRIBED
    }
    fail("heed: internal: not a reduction");
    return visit(row_sum());  // not reached, because fail does not return
}
/// Calls visit for the description of each reduction, in the order of the list.
template <class Visit>
constexpr void for_each_reduction(const Visit& visit) {
#define HEED_DESCRIBED(name) visit(row_##name());
    HEED_REDUCTIONS(HEED_DESCRIBED)
#undef HEED_DESCRIBED
}

inline constexpr reduction_traits traits_of_reductions[] = {
#define HEED_TRAITS(name) row_##name::traits,
    HEED_REDUCTIONS(HEED_TRAITS)
#undef HEED_TRAITS
};
constexpr const reduction_traits& traits_of(reduction r) { return traits_of_reductions[static_cast<std::size_t>(r)]; }
constexpr const char* name_of(reduction r) { return traits_of(r).name; }

/// Whether the result is one of the elements.
constexpr bool is_choice(reduction r) { return traits_of(r).result == reduced_to::element; }

/// The reduction of an empty axis: 0 for a sum, NaN for a mean, infinity for a minimum, minus infinity for a maximum; 0
/// for whole numbers.
template <class T>
constexpr T empty_reduction(reduction r) {
    return with_description(r, [](auto described) { return described.template of_nothing<T>(); });
}

}  // namespace heed::detail
