/* SPDX-License-Identifier: BSL-1.0 */
/* The kernels of attend.hpp from C:  cc attend.c $(pkg-config --cflags --libs attention) */
#include <attention.h>

#include <stdio.h>
#include <stdlib.h>

enum { tokens = 100, d_k = 64 };
static float Q[tokens * d_k], K[tokens * d_k], V[tokens * d_k], Y[tokens * d_k];

static void stop_with_words(void) {
    fprintf(stderr, "%s\n", attention_words());
    exit(1);
}

int main(void) {
    for (int i = 0; i < tokens * d_k; ++i) {
        Q[i] = K[i] = (float)(i % 7) / 7;
        V[i] = 1;
    }
    if (attend(Y, tokens, Q, tokens, K, tokens, V, tokens) != ATTENTION_OK) stop_with_words();
    printf("the weighted mean of ones is %g, by kernels for %s\n", Y[tokens * d_k - 1], attention_instruction_set());

    /* Every second query, where it is: a step from row to row, one from column to column, both in elements. */
    static float weights[tokens / 2 * tokens], sums[tokens / 2];
    if (weigh(weights, tokens / 2, tokens, sums, tokens / 2, Q, tokens / 2, 2 * d_k, 1, K, tokens, d_k, 1, 0.125f) !=
        ATTENTION_OK)
        stop_with_words();
    float total = 0;
    for (int key = 0; key < tokens; ++key) total += weights[key];
    printf("the weights of a query add up to %.4f\n", total);

    /* What does not fit is an error code, and words. */
    const int code = attend(Y, tokens, Q, tokens, K, 3, V, tokens);
    printf("error %d, %s\n", code, attention_words());
    return code == ATTENTION_SHAPE ? 0 : 1;
}
