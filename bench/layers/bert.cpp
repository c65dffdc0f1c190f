// SPDX-License-Identifier: BSL-1.0
// examples/bert: six layers of 384, as MiniLM has them, weights as PyTorch stores them and packed when they are loaded;
// texts of one length, so that ONNX Runtime has nothing to pad.
#include <bench/layers/comparison.hpp>
#include <bench/layers/sizes.hpp>
#include <examples/bert/model.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace bench {

static constexpr ::bert::sizes mini_lm{bert_width, 12, 1536};

/// Numbers in place of a file: those of a name are always the same ones.
struct numbers_by_name {
    struct type {
        std::string dtype = "F32";
    };
    type operator[](const std::string&) const { return {}; }
    bool contains(const std::string&) const { return false; }
    template <class T, heed::extent... E>
    heed::tensor<T, E...> view(const std::string& name) const {
        return get<heed::tensor<T, E...>>(name, heed::conversion::none);
    }
    template <class Tensor>
    Tensor get(const std::string& name, heed::conversion) const {
        Tensor t = [] {
            if constexpr (heed::detail::shape_of<Tensor>[0].is_dynamic())
                return Tensor(3);  // a table of the embeddings, which are not measured
            else
                return Tensor();
        }();
        std::uint32_t seed = 0;
        for (const char c : name) seed = 31 * seed + static_cast<unsigned char>(c);
        fill(t, name.ends_with(".bias") || name.ends_with("LayerNorm.weight") ? 1 : 0.05, seed);
        return t;
    }
};

/// Of the products.
static constexpr double flops_of(const texts& t) {
    constexpr auto d = static_cast<double>(mini_lm.width), f = static_cast<double>(mini_lm.hidden);
    return bert_layers * 2.0 * static_cast<double>(t.rows()) *
           (4 * d * d + 2 * d * f + 2 * static_cast<double>(t.tokens) * d);
}

/// The encoder, what goes into its layers, and what its products alone write into.
template <texts Texts>
struct bert_operands {
    template <std::size_t Columns>
    using rows_of = heed::tensor<float, ::bert::tokens[heed::dyn], Columns>;

    ::bert::encoder<mini_lm> encoder{numbers_by_name(), "", bert_layers, 1e-12};
    heed::tensor<float, ::bert::tokens[heed::dyn], ::bert::d_model[mini_lm.width]> x{Texts.rows()};
    ::bert::bounds ends;
    std::vector<::bert::layer<mini_lm>> layers;
    rows_of<mini_lm.width> narrow{Texts.rows()}, out{Texts.rows()};
    rows_of<mini_lm.hidden> wide{Texts.rows()};

    void fill_all() {
        fill(x, 1, 1), fill(narrow, 1, 1), fill(wide, 1, 1);
        for (std::size_t l = 0; l < bert_layers; ++l)
            layers.emplace_back(numbers_by_name(), "encoder.layer." + std::to_string(l), 1e-12);
        for (std::size_t i = 0; i <= Texts.count; ++i) ends.push_back(i * Texts.tokens);
    }
    void products() {
        using heed::noalias;
        for (const auto& one : layers) {
            for (const auto* w : {&one.query, &one.key, &one.value, &one.output}) noalias(out) = narrow * w->weight;
            noalias(wide) = narrow * one.up.weight;
            noalias(out) = wide * one.down.weight;
        }
    }
};

template <texts Texts>
static std::pair<computation, computation> prepare() {
    const auto all = prepared<bert_operands<Texts>>();
    const auto y = std::make_shared<decltype(all->x)>();
    const auto through = [=](std::size_t times) -> const float* {
        for (; times > 0; --times) {
            *y = all->encoder.through_layers(all->x, all->ends);
            keep(y->data());
        }
        return y->data();
    };
    return {through, doing(all, [](auto& o) { o.products(); })};
}

[[maybe_unused]] static const bool all = [] {
    for_each_bert_texts([]<texts Texts>() {
        comparisons().push_back({bert_of(Texts), flops_of(Texts), "its products of weights", 0.7, prepare<Texts>});
    });
    return true;
}();

}  // namespace bench
