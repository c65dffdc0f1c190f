// SPDX-License-Identifier: BSL-1.0
// The loops of each kernel as a function.
#define KERNEL(name, ...) \
    void run_##name(decltype(heed::evaluate(__VA_ARGS__))& to) { to = heed::evaluate(__VA_ARGS__); }
#include "kernels.hpp"
