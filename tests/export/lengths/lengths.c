/* SPDX-License-Identifier: BSL-1.0 */
/* A length that hangs on a number, from C. */
#include "lengths.h"

int main(void) {
    const float K[5 * 4] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
    float Y[3 * 4];
    size_t length = 0;
    if (beginning_sizes(&length, 5, 3) != LENGTHS_OK || length != 3) return 1;
    if (beginning(Y, length, K, 5, 3) != LENGTHS_OK || Y[11] != 11) return 2;
    return beginning_sizes(&length, 5, 6) == LENGTHS_SHAPE ? 0 : 3;
}
