// SPDX-License-Identifier: BSL-1.0
// The arithmetics in which printed numbers may have been computed, and what each operation may err in them.
#pragma once

#include <heed/scalar/binary_exponent.hpp>

namespace heed {

/// What a formula is computed in: real numbers, or numbers of a format, where every operation rounds.
enum class arithmetic : unsigned char { exact, float64, float32, binary16, brain16 };

inline constexpr arithmetic in_float64 = arithmetic::float64;   ///< IEEE binary64
inline constexpr arithmetic in_float32 = arithmetic::float32;   ///< IEEE binary32
inline constexpr arithmetic in_float16 = arithmetic::binary16;  ///< IEEE binary16
inline constexpr arithmetic in_bfloat16 = arithmetic::brain16;  ///< the upper half of binary32

/// float32; nothing for real numbers
constexpr const char* name_of(arithmetic a) {
    switch (a) {
        case arithmetic::exact: return "";
        case arithmetic::float64: return "float64";
        case arithmetic::float32: return "float32";
        case arithmetic::binary16: return "float16";
        case arithmetic::brain16: return "bfloat16";
    }
    return "";
}

namespace detail {

/// A binary format, and the errors that operations are allowed in it: relative, in units of u = 2^-digits. A function
/// within n units of the last place (ulp) is within 2n of these. + - * are rounded to nearest, or fused: u, as IEEE 754
/// demands. All other figures are allowances: above what was found stated of widely used libraries, which is named
/// beside each of them. Where nothing is named nothing is known, and a library may exceed what is allowed.
///
/// What was read: the descriptions of NumPy's pull requests 13134 and 19478 and of PyTorch's 7513 (SLEEF, 1 ulp);
/// Eigen's comment on its tanh ("a couple of ulp"); the tables of glibc, CUDA, ROCm and OpenCL as the readme of
/// cms-patatrack/xtd repeats them, not the vendors' own. They are figures of tests, not proofs. One function was
/// computed anew, for every seventh float32 up to 87 in size: exp_u20 of PyTorch's attention on AVX-512 ("20 ulp") is
/// within 3 u up to 10 and 6.5 u up to 87; softmax, whose allowance grows with x, needs less than 3 of its 6 u for it.
struct float_format {
    int digits = 53;             ///< significant bits
    int least_exponent = -1022;  ///< the smallest normal number is 2 to this
    double largest = 0;          ///< beyond it there is infinity
    double u = 0;                ///< 2^-digits
    double underflow = 0;        ///< a result below the normal numbers is off by at most this
    double exp = 6;              ///< 3 ulp: NumPy 2.52, SLEEF 1, CUDA 2, ROCm 1, OpenCL 3, glibc 1
    double log = 8;              ///< 4 ulp: NumPy 3.83, SVML in NumPy at most 4, CUDA 1, ROCm 2, OpenCL 3
    double tanh = 16;            ///< 8 ulp: SVML in NumPy at most 4, CUDA 2, OpenCL 5; erf: ROCm 4. OpenCL's erf has 16
    double pow = 16;             ///< 8 ulp, and those of repeated products or of exp(y log x): CUDA 4. OpenCL's has 16
    double quotient = 4;         ///< 2 ulp: 1.5 for a product with a rounded reciprocal; more is an assumption
    double root = 6;             ///< 3 ulp, of 1 / sqrt: CUDA 2 (NVIDIA's guide)
    double square_root = 2;      ///< 1 ulp: ROCm; 0.5 where it is rounded to nearest. OpenCL's has 3

    /// Whether denormal numbers may be taken for 0: in all but float16, where they are of daily use.
    constexpr bool flushes() const { return digits != 11; }
    constexpr double smallest_normal() const { return power_of_two<double>(least_exponent); }
};

/// Functions of 16-bit formats are taken to be computed in float32 and rounded, which 1 ulp holds; those of NumPy in
/// float16 with AVX512-FP16 have up to 3 ulp, tanh, as its pull request 23351 says.
/// needs   a is not arithmetic::exact
constexpr float_format format_of(arithmetic a) {
    switch (a) {
        case arithmetic::binary16: return {11, -14, 65504, 0x1p-11, 0x1p-23, 6, 6, 6, 6, 4, 6};
        case arithmetic::brain16: return {8, -126, 0x1.fep127, 0x1p-8, 0x1p-126, 2, 2, 2, 4, 4, 4};
        case arithmetic::float32: return {24, -126, 0x1.fffffep127, 0x1p-24, 0x1p-126};
        default: return {53, -1022, 0x1p1000, 0x1p-53, 0x1p-1022};
    }
}

/// The number of a format nearest to x. in_doubt: another number may be the nearest one. 0 and infinities are never in
/// doubt.
struct nearest_number {
    double value = 0;
    bool in_doubt = false;
};

/// Rounds to nearest, ties to even. For x beyond the largest number it returns the largest number, in doubt.
constexpr nearest_number nearest_in(const float_format& f, double x) {
    const double size = x < 0 ? -x : x;
    if (x == 0 || x != x || size > 0x1.fffffffffffffp1023) return {x, false};
    if (size > f.largest) return {x, true};
    if (f.digits == 53) return {x, size < f.smallest_normal()};
    const int exponent = split_binary(size).exponent;  // size = m 2^exponent, 1 <= m < 2
    const int normal = exponent < f.least_exponent ? f.least_exponent : exponent;
    const double unit = power_of_two<double>(normal - f.digits + 1), units = size / unit;
    const auto below = static_cast<long long>(units);
    const double rest = units - static_cast<double>(below);
    const bool up = rest > 0.5 || (rest == 0.5 && below % 2 != 0);
    const double nearest = static_cast<double>(below + (up ? 1 : 0)) * unit;
    const bool flushed = exponent < f.least_exponent && f.flushes();
    return {x < 0 ? -nearest : nearest, rest == 0.5 || flushed || nearest > f.largest};
}

}  // namespace detail
}  // namespace heed
