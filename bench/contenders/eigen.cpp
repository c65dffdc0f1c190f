// SPDX-License-Identifier: BSL-1.0
// Eigen: its products and, row by row, its exp. Small shapes in matrices of fixed size; long sequences some queries at
// a time, so that their scores stay in the cache.
#include <bench/contender.hpp>

#include <Eigen/Core>

#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <type_traits>

namespace bench {

constexpr bool is_small(const shape& s) { return s.queries == s.tokens && s.tokens <= 16; }

using any_matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
template <shape S, std::size_t Columns>
using eigen_matrix =
    std::conditional_t<is_small(S),
                       Eigen::Matrix<float, static_cast<int>(S.tokens), static_cast<int>(Columns), Eigen::RowMajor>,
                       any_matrix>;

/// softmax without its division. `block` is what of the scores was computed.
static void exp_of_row(auto&& row, float scale, key_range seen, const query_block& block, float& total) {
    const auto first = static_cast<Eigen::Index>(seen.first - block.seen.first);
    const auto count = static_cast<Eigen::Index>(seen.last - seen.first);
    auto visible = row.segment(first, count).array();
    visible = ((visible - visible.maxCoeff()) * scale).exp();
    total = visible.sum();
    row.head(first).setZero();
    row.tail(row.size() - first - count).setZero();
}

static void exp_of_row(auto&& row, float scale, float& total) {
    auto all = row.array();
    all = ((all - all.maxCoeff()) * scale).exp();
    total = all.sum();
}

/// Each row is divided by its sum after the second product, where rows are shorter.
template <class Scores>
void eigen_attention(const auto& Q, const auto& K, const auto& V, Scores&& scores, auto&& Y,
                     const auto& exp_of_scores) {
    Eigen::Matrix<float, std::remove_cvref_t<Scores>::RowsAtCompileTime, 1> total(Q.rows());
    scores.noalias() = Q * K.transpose();
    for (Eigen::Index i = 0; i < scores.rows(); ++i) exp_of_scores(i, total(i));
    Y.noalias() = scores * V;
    for (Eigen::Index i = 0; i < Y.rows(); ++i) Y.row(i) /= total(i);
}

static float scale_of(const auto& Q) { return 1 / std::sqrt(static_cast<float>(Q.cols())); }

/// All keys of all queries at once.
static void eigen_attention(const auto& Q, const auto& K, const auto& V, auto& scores, auto&& Y) {
    eigen_attention(Q, K, V, scores, Y, [&, scale = scale_of(Q)](Eigen::Index i, float& total) {
        exp_of_row(scores.row(i), scale, total);
    });
}

/// The formula of a small shape knows its sizes, the others do not: they are one type.
template <shape S>
struct eigen_formula {
    using matrix = eigen_matrix<S, S.width>;
    shape s;
    std::vector<query_block> blocks;
    std::vector<matrix> in;
    eigen_matrix<S, S.tokens> scores;
    any_matrix Q, K, V, stacked;  // of several heads
    matrix Y;

    eigen_formula(const shape& actual, const inputs& from) : s(actual), blocks(query_blocks(s)) {
        const auto queries = static_cast<Eigen::Index>(s.queries), tokens = static_cast<Eigen::Index>(s.tokens),
                   columns = static_cast<Eigen::Index>(s.width);
        in.reserve(from.size());
        for (const auto& x : from)
            in.push_back(
                Eigen::Map<const any_matrix>(x.data(), static_cast<Eigen::Index>(x.size()) / columns, columns));
        scores.resize(static_cast<Eigen::Index>(blocks.front().count), tokens);
        Y.resize(queries, columns);
        if (s.kind == work::multi_head)
            for (any_matrix* m : {&Q, &K, &V, &stacked}) m->resize(queries, columns);
    }

    void compute() {
        if (s.kind == work::attention && blocks.size() == 1) eigen_attention(in[0], in[1], in[2], scores, Y);
        if constexpr (!is_small(S)) {
            if (s.kind == work::attention && blocks.size() > 1)
                for (const query_block& block : blocks) attend(block);
            if (s.kind == work::product) Y.noalias() = in[0] * in[1];
            if (s.kind == work::multi_head) multi_head();
        }
    }

private:
    void attend(const query_block& block) {
        const auto first = static_cast<Eigen::Index>(block.first), count = static_cast<Eigen::Index>(block.count);
        const auto from = static_cast<Eigen::Index>(block.seen.first),
                   seen = static_cast<Eigen::Index>(block.seen.last - block.seen.first);
        const float scale = scale_of(in[0]);
        auto part = scores.topLeftCorner(count, seen);
        eigen_attention(in[0].middleRows(first, count), in[1].middleRows(from, seen), in[2].middleRows(from, seen),
                        part, Y.middleRows(first, count), [&](Eigen::Index i, float& total) {
                            if (s.seen == keys::all)
                                exp_of_row(part.row(i), scale, total);
                            else
                                exp_of_row(part.row(i), scale, keys_of(s, block.first + static_cast<std::size_t>(i)),
                                           block, total);
                        });
    }

    void multi_head() {
        Q.noalias() = in[0] * in[1];
        K.noalias() = in[0] * in[2];
        V.noalias() = in[0] * in[3];
        const auto width = static_cast<Eigen::Index>(s.head_width());
        for (Eigen::Index c = 0; c < Q.cols(); c += width)
            eigen_attention(Q.middleCols(c, width), K.middleCols(c, width), V.middleCols(c, width), scores,
                            stacked.middleCols(c, width));
        Y.noalias() = stacked * in[4];
    }
};

static computation prepare_eigen(std::size_t task, const inputs& in) {
    if (shapes[task].packed) return {};  // has no packed operands
    return with_shape(task, [&]<shape S>() -> computation {
        const auto formula =
            std::make_shared<eigen_formula<is_small(S) ? S : attention_of(1000, 1000)>>(shapes[task], in);
        return repeated(formula->Y.data(), [formula] { formula->compute(); });
    });
}

static const takes_part eigen({"Eigen",
                               "Eigen " + std::to_string(EIGEN_WORLD_VERSION) + '.' +
                                   std::to_string(EIGEN_MAJOR_VERSION) + '.' + std::to_string(EIGEN_MINOR_VERSION),
                               prepare_eigen});

}  // namespace bench
