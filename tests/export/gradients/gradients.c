/* SPDX-License-Identifier: BSL-1.0 */
/* The gradient of a loss from C: it falls when the weights follow it. */
#include "gradients.h"

#include <stdio.h>

enum { rows = 3, width = 8, kinds = 5 };

int main(void) {
    float X[rows * width], W[width * kinds] = {0}, dW[width * kinds], loss = 0, first = 0;
    const int32_t next[rows] = {4, 0, 2};
    for (int i = 0; i < rows * width; ++i) X[i] = (float)(i * i % 7) / 7;
    for (int step = 0; step < 50; ++step) {
        if (learned(&loss, dW, X, rows, W, next, rows) != GRADIENTS_OK) {
            fprintf(stderr, "%s\n", gradients_words());
            return 1;
        }
        if (step == 0) first = loss;
        for (int i = 0; i < width * kinds; ++i) W[i] -= dW[i];
    }
    return first > 1.609f && first < 1.610f && loss < 0.5f * first ? 0 : 2; /* at first log(5) */
}
