/* SPDX-License-Identifier: BSL-1.0 */
/* A length that hangs on a number, from C. */
#include "lengths.h"

#include <string.h>

int main(void) {
    const float K[5 * 4] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
    float Y[3 * 4];
    size_t length = 0;
    float both0[5 * 4], both1[5 * 4];
    if (beginning_sizes(&length, 5, 3) != LENGTHS_OK || length != 3) return 1;
    if (beginning(Y, length, K, 5, 3) != LENGTHS_OK || Y[11] != 11) return 2;
    const size_t none_has[] = {(size_t)-1, (size_t)1 << 63, (size_t)1 << 62};
    for (int i = 0; i < 3; ++i) {
        if (beginning_sizes(&length, none_has[i], 3) != LENGTHS_SHAPE) return 4;
        if (beginning(Y, 3, K, none_has[i], 3) != LENGTHS_SHAPE) return 5;
    }
    if (strstr(lengths_words(), "needs sizes that memory can hold: K 4611686018427387904 x 4 of 4 bytes") == NULL) return 6;
    if (both(both0, 5, 4, 1, both1, 5, 4, 1, K, 5, 0.5f, 0) != LENGTHS_OK || both0[11] != 5.5f || both1[11] != 22) return 7;
    both0[0] = 7;
    if (both(both0, 5, 4, 1, both1, 5, 4, 1, K, 5, 0.5f, -1) != LENGTHS_OTHER || both0[0] != 7) return 8;
    if (strstr(lengths_words(), "heed: the formula threw an exception that is no std::exception") == NULL) return 9;
    if (both(both0, 5, 4, 1, both0 + 4, 4, 4, 1, K, 5, 0.5f, 0) != LENGTHS_SHAPE || both0[0] != 7) return 10;
    return beginning_sizes(&length, 5, 6) == LENGTHS_SHAPE ? 0 : 3;
}
