// SPDX-License-Identifier: BSL-1.0
// Whole registers for what a kernel is compared with.
#pragma once

/// clang 19 halves registers of 64 bytes where it tunes for processors that once slowed down with them, unless a
/// function asks for whole ones, as kernels do by their intrinsics: a peak in halves is exceeded.
#if defined(__clang__) && defined(__AVX512F__)
#define HEED_STUDY_WHOLE_REGISTERS __attribute__((min_vector_width(512)))
#else
#define HEED_STUDY_WHOLE_REGISTERS
#endif
