// SPDX-License-Identifier: BSL-1.0
// Runs the units that it is linked with.
#if defined(FIRST)
void first();
#endif
#if defined(SECOND)
void second();
#endif

int main() {
#if defined(FIRST)
    first();
#endif
#if defined(SECOND)
    second();
#endif
}
