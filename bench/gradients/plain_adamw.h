/* SPDX-License-Identifier: BSL-1.0 */
/* AdamW as a loop that a compiler may vectorise as it likes. */
#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A step along `gradient`, the `steps`th one: `mean` and `square` are the means of gradients and of their squares. */
void plain_adamw(float* weights, float* mean, float* square, const float* gradient, size_t count, float rate,
                 int steps);

#ifdef __cplusplus
}
#endif
