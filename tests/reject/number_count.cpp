// SPDX-License-Identifier: BSL-1.0
// Numbers of others, where their type says how many there are. Else there is an exception: tests/tensor/.
// CASE 1: heed: tensor(numbers) needs as many numbers as it has elements | [tokens[3] x 2] | 3 | 5
// CASE 2: heed: tensor(numbers) needs as many numbers as it has elements | [tokens[3] x 2] | 3 | 5
// CASE 3: heed: tensor(numbers) needs as many numbers as it has elements | [4] | 4 | 5
// CASE 4: heed: view(numbers) needs at least as many numbers as it has elements | [2 x 3] | 5
// CASE 5: heed: view(numbers) needs at least as many numbers as it has elements | [7] | 7 | 6
// CASE 6: heed: tensor(numbers) and view(numbers) need numbers in one row: a matrix of another library may be column-major or have gaps (heed/tensor/eigen.hpp has view_of for those of Eigen) | columns_first
// CASE 7: heed: tensor(numbers) and view(numbers) need numbers in one row: a matrix of another library may be column-major or have gaps (heed/tensor/eigen.hpp has view_of for those of Eigen) | columns_first
// CASE 8: heed: tensor(numbers) and view(numbers) need numbers in one row: a matrix of another library may be column-major or have gaps (heed/tensor/eigen.hpp has view_of for those of Eigen) | columns_first
// CASE 9: heed: tensor(numbers) and view(numbers) need numbers in one row: a matrix of another library may be column-major or have gaps (heed/tensor/eigen.hpp has view_of for those of Eigen) | columns_first
// CASE 10: heed: tensor(numbers) and view(numbers) need numbers in one row: a matrix of another library may be column-major or have gaps (heed/tensor/eigen.hpp has view_of for those of Eigen) | columns_first
// CASE 11: heed: tensor(numbers) needs numbers that its elements hold: a tensor of their own type, then evaluate_as<T>(it), rounds them | double | float
// CASE 12: heed: tensor(numbers) needs numbers that its elements hold: a tensor of their own type, then evaluate_as<T>(it), rounds them | double | float
#include <heed/heed.hpp>

#include <array>
#include <span>
using namespace heed;

inline constexpr axis tokens{"tokens"};

struct columns_first {  // a matrix as others have them
    float numbers[6];
    constexpr const float* data() const { return numbers; }
    float* data() { return numbers; }
    constexpr long size() const { return 6; }
    constexpr long rows() const { return 2; }
    constexpr long cols() const { return 3; }
};
columns_first others;

std::array<float, 5> five;
std::array<float, 6> six;

int main() {
    tensor<float, tokens[3], 2> a(six);
    a = six;
    view<float, 5> first_five(six);
    view<float, 2, 3> all_written(six);
    view<const float, 6> all(std::span<float, 6>{six});
#if CASE == 1
    tensor<float, tokens[3], 2> bad(five);
#endif
#if CASE == 2
    a = five;
#endif
#if CASE == 3
    constexpr std::array<double, 5> numbers{1, 2, 3, 4, 5};
    constexpr tensor<double, 4> bad(numbers);
#endif
#if CASE == 4
    view<float, 2, 3> bad(five);
#endif
#if CASE == 5
    view<float, 7> bad(std::span<float, 6>{six});
#endif
#if CASE == 6
    tensor<float, 2, 3> bad(others);
#endif
#if CASE == 7
    a = others;
#endif
#if CASE == 8
    view<float, 2, 3> bad(others);
#endif
#if CASE == 9
    all_written = others;
#endif
#if CASE == 11
    const std::array<double, 6> doubles{};
    tensor<float, 2, 3> bad(doubles);
#endif
#if CASE == 12
    const std::array<double, 6> doubles{};
    tensor<float, dyn> bad(doubles);
#endif
#if CASE == 10
    constexpr tensor<float, 2, 3> bad(columns_first{{1, 4, 2, 5, 3, 6}});
#endif
}
