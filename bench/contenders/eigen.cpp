// SPDX-License-Identifier: BSL-1.0
// Eigen: its products and, row by row, its exp. Small shapes in matrices of fixed size.
#include <bench/tasks.hpp>

#include <Eigen/Core>

#include <cmath>
#include <memory>
#include <type_traits>

namespace bench {

template <std::size_t Rows, std::size_t Columns>
using eigen_matrix =
    std::conditional_t<Rows <= 16,
                       Eigen::Matrix<float, static_cast<int>(Rows), static_cast<int>(Columns), Eigen::RowMajor>,
                       Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;

template <shape S>
eigen_matrix<S.tokens, S.width> eigen_copy(const std::vector<float>& x) {
    using dynamic = eigen_matrix<1024, 1024>;
    const auto columns = static_cast<Eigen::Index>(S.width);
    return Eigen::Map<const dynamic>(x.data(), static_cast<Eigen::Index>(x.size()) / columns, columns);
}

/// Each row is divided by its sum after the second product, where rows are shorter.
template <class Scores>
void eigen_attention(const auto& Q, const auto& K, const auto& V, Scores& scores, auto&& Y) {
    const float scale = 1 / std::sqrt(static_cast<float>(Q.cols()));
    Eigen::Matrix<float, Scores::RowsAtCompileTime, 1> total(Q.rows());
    scores.noalias() = Q * K.transpose();
    for (Eigen::Index i = 0; i < scores.rows(); ++i) {
        auto row = scores.row(i).array();
        row = ((row - row.maxCoeff()) * scale).exp();
        total(i) = row.sum();
    }
    Y.noalias() = scores * V;
    for (Eigen::Index i = 0; i < Y.rows(); ++i) Y.row(i) /= total(i);
}

template <shape S>
struct eigen_formula {
    using matrix = eigen_matrix<S.tokens, S.width>;
    std::vector<matrix> in;
    eigen_matrix<S.tokens, S.tokens> scores;
    matrix Q, K, V, stacked, Y;

    explicit eigen_formula(const inputs& from) {
        for (const auto& x : from) in.push_back(eigen_copy<S>(x));
        constexpr auto rows = static_cast<Eigen::Index>(S.tokens), columns = static_cast<Eigen::Index>(S.width);
        scores.resize(rows, rows);
        for (matrix* m : {&Q, &K, &V, &stacked, &Y}) m->resize(rows, columns);
    }

    void compute() {
        if constexpr (S.kind == work::attention) eigen_attention(in[0], in[1], in[2], scores, Y);
        if constexpr (S.kind == work::product) Y.noalias() = in[0] * in[1];
        if constexpr (S.kind == work::multi_head) {
            Q.noalias() = in[0] * in[1];
            K.noalias() = in[0] * in[2];
            V.noalias() = in[0] * in[3];
            constexpr auto width = static_cast<Eigen::Index>(S.head_width());
            for (Eigen::Index c = 0; c < Q.cols(); c += width)
                eigen_attention(Q.middleCols(c, width), K.middleCols(c, width), V.middleCols(c, width), scores,
                                stacked.middleCols(c, width));
            Y.noalias() = stacked * in[4];
        }
    }
};

static computation prepare_eigen(std::size_t task, const inputs& in) {
    return with_shape(task, [&]<shape S>() {
        const auto formula = std::make_shared<eigen_formula<S>>(in);
        return repeated(formula->Y.data(), [formula] { formula->compute(); });
    });
}

static const takes_part eigen({"Eigen",
                               "Eigen " + std::to_string(EIGEN_WORLD_VERSION) + '.' +
                                   std::to_string(EIGEN_MAJOR_VERSION) + '.' + std::to_string(EIGEN_MINOR_VERSION),
                               prepare_eigen});

}  // namespace bench
