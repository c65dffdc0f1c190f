// SPDX-License-Identifier: BSL-1.0
// Gauss-Jordan elimination with partial pivoting.
#pragma once

#include <cstddef>

namespace heed::detail {

/// Inverts an n x n matrix, which is destroyed; both are row-major. `smaller(a, b)` compares the magnitudes of two
/// pivot candidates.
template <class T, class Smaller>
class elimination {
public:
    constexpr elimination(T* left, T* right, std::size_t n, Smaller smaller)
        : left_(left), right_(right), n_(n), smaller_(smaller) {}

    constexpr void run() const {
        for (std::size_t i = 0; i < n_; ++i)
            for (std::size_t j = 0; j < n_; ++j) right_[i * n_ + j] = T(i == j ? 1 : 0);
        for (std::size_t k = 0; k < n_; ++k) {
            exchange_rows(k, row_of_pivot(k));
            const T pivot = left_[k * n_ + k];
            for (std::size_t j = 0; j < n_; ++j) {
                left_[k * n_ + j] = T(left_[k * n_ + j] / pivot);
                right_[k * n_ + j] = T(right_[k * n_ + j] / pivot);
            }
            for (std::size_t i = 0; i < n_; ++i)
                if (i != k) subtract_row(i, k);
        }
    }

private:
    constexpr std::size_t row_of_pivot(std::size_t k) const {
        std::size_t best = k;
        for (std::size_t i = k + 1; i < n_; ++i)
            if (smaller_(left_[best * n_ + k], left_[i * n_ + k])) best = i;
        return best;
    }

    constexpr void exchange_rows(std::size_t a, std::size_t b) const {
        if (a == b) return;
        for (T* const matrix : {left_, right_})
            for (std::size_t j = 0; j < n_; ++j) {
                const T kept = matrix[a * n_ + j];
                matrix[a * n_ + j] = matrix[b * n_ + j];
                matrix[b * n_ + j] = kept;
            }
    }

    constexpr void subtract_row(std::size_t i, std::size_t k) const {
        const T factor = left_[i * n_ + k];
        for (std::size_t j = 0; j < n_; ++j) {
            left_[i * n_ + j] = T(left_[i * n_ + j] - factor * left_[k * n_ + j]);
            right_[i * n_ + j] = T(right_[i * n_ + j] - factor * right_[k * n_ + j]);
        }
    }

    T* left_;
    T* right_;
    std::size_t n_;
    Smaller smaller_;
};

}  // namespace heed::detail
