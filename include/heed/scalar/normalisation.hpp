// SPDX-License-Identifier: BSL-1.0
// The operations that make a row of a row. They are listed here and described in headers of their own.
#pragma once

#include <heed/meta/raise.hpp>
#include <heed/scalar/row_layer_norm.hpp>
#include <heed/scalar/row_log_softmax.hpp>
#include <heed/scalar/row_rms_norm.hpp>
#include <heed/scalar/row_softmax.hpp>
#include <heed/scalar/surd.hpp>

#include <cstddef>

#define HEED_NORMALISATIONS(F) F(softmax) F(log_softmax) F(layer_norm) F(rms_norm)

namespace heed::detail {

enum class normalisation : unsigned char {
#define HEED_ENUMERATOR(name) name,
    HEED_NORMALISATIONS(HEED_ENUMERATOR)
#undef HEED_ENUMERATOR
};

/// What is known of a normalisation, a struct row_... for each:
///
///   traits
///   value(x)          changes a row in a kernel (kernel/rows.hpp): x.shift(), x.each(f) ...
///   adjoint(b, d, y)  d dy/dx as a node that b adds to a graph, for y = f(x); those with epsilon have
///   definition(b, x, epsilon)  the nodes that it is, instead
///
/// Values, enclosures and errors of softmax and log_softmax are in reference/.
template <normalisation N>
struct described_normalisation;
#define HEED_DESCRIBED(name) \
    template <>              \
    struct described_normalisation<normalisation::name> : row_##name {};
HEED_NORMALISATIONS(HEED_DESCRIBED)
#undef HEED_DESCRIBED

/// The result type of visit(row_softmax()).
template <class Visit>
constexpr auto with_description(normalisation n, const Visit& visit) {
    switch (n) {
#define HEED_DESCRIBED(name) \
    case normalisation::name: return visit(row_##name());
        HEED_NORMALISATIONS(HEED_DESCRIBED)
#undef HEED_DESCRIBED
    }
    fail("heed: internal: not a normalisation");
    return visit(row_softmax());  // not reached, because fail does not return
}

inline constexpr normalisation_traits traits_of_normalisations[] = {
#define HEED_TRAITS(name) row_##name::traits,
    HEED_NORMALISATIONS(HEED_TRAITS)
#undef HEED_TRAITS
};
constexpr const normalisation_traits& traits_of(normalisation n) {
    return traits_of_normalisations[static_cast<std::size_t>(n)];
}
constexpr const char* name_of(normalisation n) { return traits_of(n).name; }

/// Norms have a second operand, epsilon, which is added to the mean of squares.
constexpr bool has_epsilon(normalisation n) { return traits_of(n).has_epsilon; }

/// The default epsilon of a norm.
inline constexpr surd usual_epsilon{1, 100000, 1};

}  // namespace heed::detail
