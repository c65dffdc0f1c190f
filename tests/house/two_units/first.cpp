// SPDX-License-Identifier: BSL-1.0
#include "units.hpp"

unit first(const queries& q, const queries& k, const values& v) {
    const formula f = attend(q, k, v);
    return {typeid(f), &heed::evaluate<formula>, heed::evaluate(f), heed::evaluate_unfused<float>(f),
            heed::evaluate(k + q / 2)};
}
