// SPDX-License-Identifier: BSL-1.0
// Keys, values and matrices in half precision against the same in float, in turns: medians of ratios of times. One
// query over many keys waits for memory; attention of many queries and products compute, and are compared with
// converting the operands to float first as well.
//
//   bench.half_precision [--quick] [--only PART] JSON
#include <bench/interleave.hpp>
#include <bench/options.hpp>

#include <heed/heed.hpp>

#include <cstdint>
#include <cstdio>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

namespace bench {

using namespace heed;
using nlohmann::json;

template <class Tensor>
static void fill(Tensor& t, std::uint32_t seed) {
    for (auto& x : t) {
        seed = seed * 1664525U + 1013904223U;
        x = static_cast<float>(seed >> 8) * 0x1p-23F - 1;
    }
}

/// Operands of one element type; f(a, b, c) is the formula.
template <class T, class A, class B, class C>
struct operands;
template <class T, extent... A, extent... B, extent... C>
struct operands<T, tensor<float, A...>, tensor<float, B...>, tensor<float, C...>> {
    tensor<T, A...> a;
    tensor<T, B...> b;
    tensor<T, C...> c;
    operands() { fill(a, 1), fill(b, 2), fill(c, 3); }
};

template <class T, class A, class B, class C, class F>
static computation computing(const F& f) {
    using all = operands<T, A, B, C>;
    const auto in = std::make_shared<all>();
    using result = decltype(evaluate(f(in->a, in->b, in->c)));
    const auto y = std::make_shared<result>();
    return repeated(y->data(), [=] { noalias(*y) = f(in->a, in->b, in->c); });
}

template <class A, class B, class C, class F>
static computation converting_first(const F& f) {
    const auto in = std::make_shared<operands<float16, A, B, C>>();
    const auto wide = std::make_shared<operands<float, A, B, C>>();
    using result = decltype(evaluate(f(wide->a, wide->b, wide->c)));
    const auto y = std::make_shared<result>();
    return repeated(y->data(), [=] {
        noalias(wide->a) = in->a;
        noalias(wide->b) = in->b;
        noalias(wide->c) = in->c;
        noalias(*y) = f(wide->a, wide->b, wide->c);
    });
}

template <class A, class B, class C, class F>
static void measure(json& list, const options& o, const std::string& name, const F& f) {
    if (name.find(o.only) == std::string::npos) return;
    std::fprintf(stderr, "%s\n", name.c_str());
    const auto seconds = interleave({computing<float, A, B, C>(f), computing<float16, A, B, C>(f),
                                     computing<bfloat16, A, B, C>(f), converting_first<A, B, C>(f)},
                                    o.how);
    list.push_back({{"work", name},
                    {"seconds", median(seconds[0])},
                    {"float16", median_ratio(seconds[1], seconds[0])},
                    {"bfloat16", median_ratio(seconds[2], seconds[0])},
                    {"converted_first", median_ratio(seconds[3], seconds[0])}});
}

template <std::size_t Queries, std::size_t Keys, std::size_t Width>
static void measure_attention(json& list, const options& o, const char* name) {
    using kept = tensor<float, Keys, Width>;
    measure<tensor<float, Queries, Width>, kept, kept>(
        list, o, name, [](const auto& q, const auto& k, const auto& v) { return attention(q, k, v); });
}
template <std::size_t Rows, std::size_t Inner, std::size_t Columns>
static void measure_product(json& list, const options& o, const char* name) {
    measure<tensor<float, Rows, Inner>, tensor<float, Inner, Columns>, tensor<float, 1>>(
        list, o, name, [](const auto& a, const auto& b, const auto&) { return a * b; });
}

static json run(const options& o) {
    json list = json::array();
    measure_attention<1, 4096, 64>(list, o, "one query, 4096 x 64");
    measure_attention<1, 16384, 64>(list, o, "one query, 16384 x 64");
    measure_attention<1, 16384, 128>(list, o, "one query, 16384 x 128");
    measure_attention<512, 512, 64>(list, o, "attention 512 x 64");
    measure_attention<2048, 2048, 64>(list, o, "attention 2048 x 64");
    measure_attention<1024, 1024, 128>(list, o, "attention 1024 x 128");
    measure_product<1, 768, 3072>(list, o, "product 1 x 768 x 3072");
    measure_product<128, 768, 768>(list, o, "product 128 x 768 x 768");
    measure_product<512, 64, 512>(list, o, "product 512 x 64 x 512");
    return {{"half_precision", list}};
}

}  // namespace bench

int main(int count, char** arguments) {
    const bench::options o = bench::read_options(count, arguments);
    std::ofstream(o.file) << bench::run(o).dump(1) << '\n';
}
