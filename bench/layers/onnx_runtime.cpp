// SPDX-License-Identifier: BSL-1.0
// ONNX Runtime on one thread: the models of bench/onnx_runtime/layers.mjs, from the numbers of the formulas.
#include <bench/layers/comparison.hpp>
#include <bench/layers/sizes.hpp>
#include <bench/onnx_runtime/onnx_runtime.hpp>

namespace bench {

template <const char* const& Name, std::size_t Size>
static computation prepare() {
    return onnx_runtime().prepared({{"layer", Name}}, Size);
}

template <const char* const& Name, std::size_t Size>
static bool take_part() {
    if (!node_packages().empty()) layer_peers().push_back({"ONNX Runtime", Name, prepare<Name, Size>, Size});
    return true;
}

static const bool take_part_in_all =
    take_part<feed_forward_relu, ff_rows * ff_width>() && take_part<feed_forward_gated, ff_rows * ff_width>() &&
    take_part<encoder_layer, std::size_t{128} * 256>() && take_part<gpt2_block, std::size_t{128} * 768>() &&
    take_part<llama_block, std::size_t{128} * 768>() && take_part<short_heads, std::size_t{8} * 128 * 768>() &&
    take_part<long_heads, std::size_t{2} * 512 * 768>();

template <texts Texts>
static computation prepare_bert() {
    return onnx_runtime().prepared({{"layer", bert_of(Texts)}}, Texts.rows() * bert_width);
}
static const bool take_part_in_texts = [] {
    if (!node_packages().empty())
        for_each_bert_texts([]<texts Texts>() {
            layer_peers().push_back({"ONNX Runtime", bert_of(Texts), prepare_bert<Texts>, Texts.rows() * bert_width});
        });
    return true;
}();

}  // namespace bench
