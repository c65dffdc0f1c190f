/* SPDX-License-Identifier: BSL-1.0 */
#include "plain_adamw.h"

#include <math.h>

void plain_adamw(float* restrict weights, float* restrict mean, float* restrict square, const float* restrict gradient,
                 size_t count, float rate, int steps) {
    const float corrected = rate / (1 - powf(0.9f, (float)steps)), unbias = 1 / (1 - powf(0.99f, (float)steps));
    for (size_t i = 0; i < count; ++i) {
        const float g = gradient[i], m = 0.9f * mean[i] + 0.1f * g, s = 0.99f * square[i] + 0.01f * g * g;
        mean[i] = m;
        square[i] = s;
        weights[i] -= corrected * m / (sqrtf(unbias * s) + 1e-8f) + rate * 0.01f * weights[i];
    }
}
