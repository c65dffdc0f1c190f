// SPDX-License-Identifier: BSL-1.0
// xtensor with xtensor-blas, as one writes NumPy: lazy formulas, products by the BLAS that is linked.
#include <bench/contender.hpp>

#include <cmath>
#include <memory>
#include <string>
#include <xtensor-blas/xlinalg.hpp>
#include <xtensor/xmath.hpp>
#include <xtensor/xnoalias.hpp>
#include <xtensor/xtensor.hpp>
#include <xtensor/xview.hpp>

/// Its header and that of xtensor-blas do not go together.
extern "C" void openblas_set_num_threads(int);

namespace bench {

using xmatrix = xt::xtensor<float, 2>;

static xmatrix copy_of(const floats& x, std::size_t columns) {
    xmatrix m = xmatrix::from_shape({x.size() / columns, columns});
    std::copy(x.begin(), x.end(), m.begin());
    return m;
}

static xmatrix attention(const xmatrix& Q, const xmatrix& K, const xmatrix& V, const shape& s) {
    xmatrix scores = xt::linalg::dot(Q, xt::transpose(K));
    const float scale = 1 / std::sqrt(static_cast<float>(s.head_width()));
    const xmatrix largest = xt::amax(scores, {1}, xt::keep_dims);
    xt::noalias(scores) = xt::exp((scores - largest) * scale);
    const xmatrix total = xt::sum(scores, {1}, xt::keep_dims);
    return xt::linalg::dot(scores, V) / total;
}

struct xtensor_formula {
    shape s;
    std::vector<xmatrix> in;
    xmatrix Y = xmatrix::from_shape({s.queries, s.width});

    xtensor_formula(const shape& actual, const inputs& from) : s(actual) {
        openblas_set_num_threads(1);
        for (const auto& x : from) in.push_back(copy_of(x, s.width));
    }

    void compute() {
        if (s.kind == work::attention) xt::noalias(Y) = attention(in[0], in[1], in[2], s);
        if (s.kind == work::product) xt::noalias(Y) = xt::linalg::dot(in[0], in[1]);
        if (s.kind == work::multi_head) {
            const xmatrix Q = xt::linalg::dot(in[0], in[1]), K = xt::linalg::dot(in[0], in[2]),
                          V = xt::linalg::dot(in[0], in[3]);
            xmatrix stacked = xmatrix::from_shape({s.queries, s.width});
            for (std::size_t c = 0; c < s.width; c += s.head_width()) {
                const auto head = [&](auto& x) { return xt::view(x, xt::all(), xt::range(c, c + s.head_width())); };
                head(stacked) = attention(head(Q), head(K), head(V), s);
            }
            xt::noalias(Y) = xt::linalg::dot(stacked, in[4]);
        }
    }
};

/// All scores are stored: beyond 8192 tokens that is a gigabyte, and masks leave nothing out.
static computation prepare_xtensor(std::size_t task, const inputs& in) {
    const shape& s = shapes[task];
    if (s.tokens > 8192 || s.packed || s.seen != keys::all) return {};
    const auto formula = std::make_shared<xtensor_formula>(s, in);
    return [formula](std::size_t times) {
        for (; times > 0; --times) {
            formula->compute();
            keep(formula->Y.data());
        }
        return formula->Y.data();
    };
}

static const takes_part xtensor({"xtensor",
                                 "xtensor " + std::to_string(XTENSOR_VERSION_MAJOR) + '.' +
                                     std::to_string(XTENSOR_VERSION_MINOR) + '.' +
                                     std::to_string(XTENSOR_VERSION_PATCH) + " with OpenBLAS",
                                 prepare_xtensor});

}  // namespace bench
