// SPDX-License-Identifier: BSL-1.0
// What two translation units say about the same formulas.
#pragma once

#include "every_header.hpp"

#include <typeinfo>

inline constexpr heed::axis tokens{"tokens"}, d_k{"d_k"}, d_v{"d_v"};

using queries = heed::tensor<float, tokens[6], d_k[4]>;
using values = heed::tensor<float, tokens[6], d_v[3]>;

template <class Q, class K, class V>
auto attend(const Q& q, const K& k, const V& v) {
    return softmax(q * transpose(k) / sqrt(heed::dim<1>(k))) * v;
}

using formula = decltype(attend(queries{}, queries{}, values{}));

/// One unit's view of the formula that both have, and the value of one that only it has.
struct unit {
    const std::type_info& type;
    values (*evaluate)(const formula&);
    values attention;
    values unfused;
    queries own;
};

unit first(const queries& q, const queries& k, const values& v);
unit second(const queries& q, const queries& k, const values& v);
