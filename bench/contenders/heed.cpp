// SPDX-License-Identifier: BSL-1.0
// heed: the formulas.
#include <bench/tasks.hpp>

#include <heed/heed.hpp>

#include <algorithm>
#include <memory>

namespace bench {

using namespace heed;
inline constexpr axis tokens{"tokens"}, d_k{"d_k"}, d_model{"d_model"};

template <bench::shape S>
struct attention_formula {
    tensor<float, tokens[S.tokens], d_k[S.width]> Q, K, V, Y;

    explicit attention_formula(const inputs& in) {
        std::copy(in[0].begin(), in[0].end(), Q.begin());
        std::copy(in[1].begin(), in[1].end(), K.begin());
        std::copy(in[2].begin(), in[2].end(), V.begin());
    }
    void compute() { noalias(Y) = softmax(Q * transpose(K) / sqrt(dim<1>(K))) * V; }
};

template <bench::shape S>
struct multi_head_formula {
    tensor<float, tokens[S.tokens], d_model[S.width]> X, Y;
    tensor<float, S.heads, d_model[S.width], d_k[S.head_width()]> Wq, Wk, Wv;
    tensor<float, S.width, d_model[S.width]> Wo;

    explicit multi_head_formula(const inputs& in) {
        std::copy(in[0].begin(), in[0].end(), X.begin());
        copy_heads(in[1], Wq);
        copy_heads(in[2], Wk);
        copy_heads(in[3], Wv);
        std::copy(in[4].begin(), in[4].end(), Wo.begin());
    }
    void compute() {
        noalias(Y) = concat(heads<S.heads>([this](auto i) { return attention(X * Wq[i], X * Wk[i], X * Wv[i]); })) * Wo;
    }

private:
    /// One matrix a head from columns side by side.
    static void copy_heads(const std::vector<float>& columns, auto& W) {
        for (std::size_t h = 0; h < S.heads; ++h)
            for (std::size_t r = 0; r < S.width; ++r)
                for (std::size_t c = 0; c < S.head_width(); ++c)
                    W(h, r, c) = columns[r * S.width + h * S.head_width() + c];
    }
};

template <bench::shape S>
struct product_formula {
    matrix<float, S.tokens, S.width> A, B, Y;

    explicit product_formula(const inputs& in) {
        std::copy(in[0].begin(), in[0].end(), A.begin());
        std::copy(in[1].begin(), in[1].end(), B.begin());
    }
    void compute() { noalias(Y) = A * B; }
};

template <class Formula>
computation repeated_formula(const inputs& in) {
    const auto formula = std::make_shared<Formula>(in);
    return repeated(formula->Y.data(), [formula] { formula->compute(); });
}

static computation prepare_heed(std::size_t task, const inputs& in) {
    return with_shape(task, [&]<bench::shape S>() {
        if constexpr (S.kind == work::attention) return repeated_formula<attention_formula<S>>(in);
        if constexpr (S.kind == work::multi_head) return repeated_formula<multi_head_formula<S>>(in);
        if constexpr (S.kind == work::product) return repeated_formula<product_formula<S>>(in);
    });
}

static const takes_part heed_formulas({"heed", "", prepare_heed});

}  // namespace bench
