// SPDX-License-Identifier: BSL-1.0
// Eigen: feed-forwards as products with the elementwise part between them, products with one row.
#include <bench/layers/comparison.hpp>
#include <bench/layers/sizes.hpp>

#include <Eigen/Core>

namespace bench {

using any_matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

struct eigen_feed_forward {
    any_matrix X = any_matrix::Random(ff_rows, ff_width), gate = any_matrix::Random(ff_width, ff_hidden),
               up = any_matrix::Random(ff_width, ff_hidden), down = any_matrix::Random(ff_hidden, ff_width);
    any_matrix first{ff_rows, ff_hidden}, second{ff_rows, ff_hidden}, Y{ff_rows, ff_width};

    void with_relu() {
        first.noalias() = X * up;
        first = first.cwiseMax(0.0F);
        Y.noalias() = first * down;
    }
    void gated() {
        first.noalias() = X * gate;
        second.noalias() = X * up;
        first.array() = first.array() / (1 + (-first.array()).exp()) * second.array();
        Y.noalias() = first * down;
    }
};

template <void (eigen_feed_forward::*Compute)()>
static computation prepare() {
    const auto all = std::make_shared<eigen_feed_forward>();
    return repeated(all->Y.data(), [all] { (all.get()->*Compute)(); });
}

template <bool Transposed>
static computation one_row() {
    const auto W = std::make_shared<any_matrix>(
        any_matrix::Random(Transposed ? ff_hidden : ff_width, Transposed ? ff_width : ff_hidden));
    const auto x = std::make_shared<Eigen::VectorXf>(Eigen::VectorXf::Random(ff_width));
    const auto y = std::make_shared<Eigen::VectorXf>(ff_hidden);
    return repeated(y->data(), [=] {
        if constexpr (Transposed)
            y->noalias() = *W * *x;
        else
            y->noalias() = W->transpose() * *x;
    });
}

static const takes_part_in_layer plain({"Eigen", feed_forward_relu, prepare<&eigen_feed_forward::with_relu>});
static const takes_part_in_layer gated({"Eigen", feed_forward_gated, prepare<&eigen_feed_forward::gated>});
static const takes_part_in_layer row({"Eigen", row_by_matrix, one_row<false>});
static const takes_part_in_layer column({"Eigen", matrix_by_column, one_row<true>});

}  // namespace bench
