// SPDX-License-Identifier: BSL-1.0
// Attention as docs/beside.md has it, with Eigen.
#include <Eigen/Core>
#include <cmath>

#include "same_attention.hpp"

using rows = Eigen::Matrix<float, Eigen::Dynamic, 64, Eigen::RowMajor>;
using scores = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

rows attend(const rows& Q, const rows& K, const rows& V) {
    scores S = Q * K.transpose() / std::sqrt(static_cast<float>(K.cols()));
    S = (S.colwise() - S.rowwise().maxCoeff()).array().exp();
    return S.rowwise().sum().cwiseInverse().asDiagonal() * (S * V);
}

int main() {
    rows Q(same_attention::tokens, 64), K = Q, V = Q;
    same_attention::fill(Q.data(), K.data(), V.data());
    return same_attention::check(attend(Q, K, V).data());
}
