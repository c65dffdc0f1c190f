// SPDX-License-Identifier: BSL-1.0
// Two units that include every header make one program, and mean the same by the same formula.
#include "units.hpp"

#include <cstdio>

namespace {

bool failed = false;

void check(bool holds, const char* what) {
    if (!holds) {
        std::printf("does not hold: %s\n", what);
        failed = true;
    }
}

}  // namespace

int main() {
    queries q, k;
    values v;
    float next = 0;
    for (float& x : q) x = next += 0.25f;
    for (float& x : k) x = 3 - (next -= 0.125f);
    for (float& x : v) x = next *= -0.5f;

    const unit a = first(q, k, v), b = second(q, k, v);
    check(a.type == b.type && &a.type == &b.type, "one formula has one type");
    check(a.evaluate == b.evaluate, "one formula has one evaluation");
    check(a.attention == b.attention, "one formula has one value");
    check(a.evaluate(attend(q, k, v)) == b.attention, "a formula may be evaluated in another unit");
    check(a.unfused == b.unfused, "one formula has one unfused value");
    for (std::size_t i = 0; i < v.size(); ++i)
        check(
            a.attention.data()[i] - a.unfused.data()[i] < 1e-6f && a.unfused.data()[i] - a.attention.data()[i] < 1e-6f,
            "fused agrees with unfused");
    for (std::size_t i = 0; i < q.size(); ++i)
        check(a.own.data()[i] == k.data()[i] + q.data()[i] / 2, "the first unit evaluates its own formula");
    const queries own = hadamard(exp(q), k);
    check(b.own == own, "the second unit evaluates its own formula");
    return failed ? 1 : 0;
}
