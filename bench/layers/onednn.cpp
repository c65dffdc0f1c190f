// SPDX-License-Identifier: BSL-1.0
// oneDNN on one thread: feed-forwards as matmul primitives with what is elementwise after them as post-operations.
#include <bench/layers/comparison.hpp>
#include <bench/layers/sizes.hpp>

#include <dlfcn.h>
#include <oneapi/dnnl/dnnl.hpp>

#include <unordered_map>

namespace bench {

using arguments = std::unordered_map<int, dnnl::memory>;

struct onednn_feed_forward {
    dnnl::engine engine{dnnl::engine::kind::cpu, 0};
    dnnl::stream stream{engine};
    dnnl::memory X = matrix(ff_rows, ff_width), Y = matrix(ff_rows, ff_width), gate = matrix(ff_width, ff_hidden),
                 up = matrix(ff_width, ff_hidden), down = matrix(ff_hidden, ff_width),
                 first = matrix(ff_rows, ff_hidden), second = matrix(ff_rows, ff_hidden);
    std::vector<std::pair<dnnl::primitive, arguments>> calls;

    dnnl::memory matrix(std::size_t rows, std::size_t columns) const {
        const auto r = static_cast<dnnl::memory::dim>(rows), c = static_cast<dnnl::memory::dim>(columns);
        dnnl::memory made({{r, c}, dnnl::memory::data_type::f32, dnnl::memory::dims{c, 1}}, engine);
        auto* numbers = static_cast<float*>(made.get_data_handle());
        floats random(rows * columns);
        fill(random, 0.05, 1);
        std::copy(random.begin(), random.end(), numbers);
        return made;
    }
    void multiply(const dnnl::memory& a, const dnnl::memory& b, const dnnl::memory& c, const dnnl::post_ops& then = {},
                  const arguments& more = {}) {
        dnnl::primitive_attr attributes;
        attributes.set_post_ops(then);
        const dnnl::matmul::desc desc(a.get_desc(), b.get_desc(), c.get_desc());
        arguments operands{{DNNL_ARG_SRC, a}, {DNNL_ARG_WEIGHTS, b}, {DNNL_ARG_DST, c}};
        operands.insert(more.begin(), more.end());
        calls.emplace_back(dnnl::matmul({desc, attributes, engine}), operands);
    }
    void with_relu() {
        dnnl::post_ops relu;
        relu.append_eltwise(1, dnnl::algorithm::eltwise_relu, 0, 0);
        multiply(X, up, first, relu);
        multiply(first, down, Y);
    }
    void gated() {
        dnnl::post_ops silu_times;
        silu_times.append_eltwise(1, dnnl::algorithm::eltwise_swish, 1, 0);
        silu_times.append_binary(dnnl::algorithm::binary_mul, second.get_desc());
        multiply(X, up, second);
        multiply(X, gate, first, silu_times, {{DNNL_ARG_ATTR_MULTIPLE_POST_OP(1) | DNNL_ARG_SRC_1, second}});
        multiply(first, down, Y);
    }
};

template <void (onednn_feed_forward::*Add)()>
static computation prepare() {
    // Its OpenMP may be another than that of this program: asked for by name in what is loaded.
    if (void* set = dlsym(RTLD_DEFAULT, "omp_set_num_threads")) reinterpret_cast<void (*)(int)>(set)(1);
    const auto all = std::make_shared<onednn_feed_forward>();
    (all.get()->*Add)();
    return repeated(static_cast<const float*>(all->Y.get_data_handle()), [all] {
        for (const auto& [primitive, operands] : all->calls) primitive.execute(all->stream, operands);
        all->stream.wait();
    });
}

static const takes_part_in_layer plain({"oneDNN", feed_forward_relu, prepare<&onednn_feed_forward::with_relu>});
static const takes_part_in_layer gated({"oneDNN", feed_forward_gated, prepare<&onednn_feed_forward::gated>});

}  // namespace bench
