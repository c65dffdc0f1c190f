// SPDX-License-Identifier: BSL-1.0
// Eigen's matrices as views, tensors as Eigen's maps. Left out where Eigen is not installed.
#include <heed/heed.hpp>

#include <gtest/gtest.h>

#if __has_include(<Eigen/Core>)
#include <heed/tensor/eigen.hpp>

#include "../words_of.hpp"

#include <string>

namespace heed::test {

TEST(eigen, reads_what_heed_wrote) {
    matrix<double, 2, 3> A{{1, 2, 3}, {4, 5, 6}};
    const vector<double, 3> v{1, 0, -1};
    const Eigen::Vector2d y = eigen_map(A) * eigen_map(v);
    EXPECT_EQ(y(0), -2);
    EXPECT_EQ(y(1), -2);
    eigen_map(A)(1, 2) = 60;
    EXPECT_EQ(A(1, 2), 60);
    static_assert(decltype(eigen_map(A))::RowsAtCompileTime == 2 && decltype(eigen_map(A))::ColsAtCompileTime == 3);
}

TEST(eigen, matrices_of_any_order_are_views) {
    Eigen::MatrixXf columns_first(2, 3);
    columns_first << 1, 2, 3, 4, 5, 6;
    Eigen::Matrix<float, 2, 3, Eigen::RowMajor> rows_first = columns_first;
    const matrix<float, 2, 3> expected{{1, 2, 3}, {4, 5, 6}};
    EXPECT_EQ((view_of<2, 3>(columns_first)), expected);
    EXPECT_EQ((view_of<2, 3>(std::as_const(rows_first))), expected);
    auto block = columns_first.block(0, 1, 2, 2);
    EXPECT_EQ((view_of<2, 2>(block)), (matrix<float, 2, 2>{{2, 3}, {5, 6}}));
}

TEST(eigen, sizes_of_the_program_go_both_ways) {
    tensor<double, dyn, 3> A{{1, 2, 3}, {4, 5, 6}};
    eigen_map(A)(1, 2) = 60;
    EXPECT_EQ(A(1, 2), 60);
    static_assert(decltype(eigen_map(A))::RowsAtCompileTime == Eigen::Dynamic &&
                  decltype(eigen_map(A))::ColsAtCompileTime == 3);
    EXPECT_EQ(eigen_map(A).rows(), 2);
    const tensor<double, dyn> v{1, 2};
    EXPECT_EQ(eigen_map(v).sum(), 3);
    const Eigen::MatrixXd columns_first = eigen_map(A);
    EXPECT_EQ((view_of<dyn, dyn>(columns_first)), A);
    EXPECT_EQ((view_of<at_most<2>, 3>(columns_first)), A);
    const tensor<double, dyn, 3> none;
    EXPECT_EQ(eigen_map(none).size(), 0);
}

TEST(eigen, results_go_where_eigen_keeps_them) {
    Eigen::MatrixXd Q = Eigen::MatrixXd::Random(5, 3), K = Eigen::MatrixXd::Random(7, 3),
                    V = Eigen::MatrixXd::Random(7, 2);
    Eigen::MatrixXd Y(5, 2);
    auto out = view_of<5, 2>(Y);
    out = attention(view_of<5, 3>(Q), view_of<7, 3>(K), view_of<7, 2>(V));
    Eigen::MatrixXd weights = (Q * K.transpose() / std::sqrt(3.0)).array().exp();
    for (Eigen::Index i = 0; i < 5; ++i) weights.row(i) /= weights.row(i).sum();
    EXPECT_LT((Y - weights * V).cwiseAbs().maxCoeff(), 1e-15);
}

TEST(eigen, another_size_is_an_error_in_words) {
    Eigen::MatrixXd m(3, 3);
    const std::string words = "heed: view_of<rows, columns>(matrix) needs a matrix of that size: ";
    EXPECT_EQ(words_of([&] { (void)view_of<at_most<2>, dyn>(m); }), words + "[at_most<2> x dyn] and [3 x 3]");
    EXPECT_EQ(words_of([&] { (void)view_of<3, 4>(m); }), words + "[3 x 4] and [3 x 3]");
}

}  // namespace heed::test
#else
TEST(eigen, is_not_installed) { GTEST_SKIP() << "Eigen is not installed"; }
#endif
