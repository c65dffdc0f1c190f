// SPDX-License-Identifier: BSL-1.0
// The same attention with Eigen.
#include <Eigen/Core>

#include <cmath>

using matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

void attend(const matrix& Q, const matrix& K, const matrix& V, matrix& Y) {
    matrix scores = Q * K.transpose() / std::sqrt(static_cast<float>(K.cols()));
    for (Eigen::Index i = 0; i < scores.rows(); ++i) {
        auto row = scores.row(i).array();
        row = (row - row.maxCoeff()).exp();
        row /= row.sum();
    }
    Y.noalias() = scores * V;
}
