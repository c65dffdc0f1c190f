// SPDX-License-Identifier: BSL-1.0
// CASE 1: heed: files hold elements that are bool, whole numbers of 1 to 8 bytes (std::int8_t, not char), float16, bfloat16, float or double | long double
// CASE 2: heed: files hold elements that are bool, whole numbers of 1 to 8 bytes (std::int8_t, not char), float16, bfloat16, float or double | char
// CASE 3: heed: files hold elements that are bool, whole numbers of 1 to 8 bytes (std::int8_t, not char), float16, bfloat16, float or double | long double
// CASE 4: heed: .npy has no bfloat16: save a tensor of float, or safetensors | half_precision<8>
#include <heed/heed.hpp>
#include <heed/io/npy.hpp>
using namespace heed;

int main() {
#ifndef CASE
    save_npy("a.npy", load_npy<tensor<signed char, dyn, 3>>("b.npy"));
    (void)load_npy<tensor<bfloat16, 3>>("b.npy", conversion::to_nearest);
#endif
#if CASE == 1
    (void)load_npy<tensor<long double, dyn, 3>>("b.npy", conversion::to_nearest);
#endif
#if CASE == 2
    (void)load_npy<tensor<char, 3>>("b.npy");
#endif
#if CASE == 3
    save_npy("a.npy", tensor<long double, 3>());
#endif
#if CASE == 4
    save_npy("a.npy", tensor<bfloat16, 3>());
#endif
}
