// SPDX-License-Identifier: BSL-1.0
// oneDNN on one thread: its matmul and softmax primitives, made beforehand; long sequences some queries at a time, so
// that their scores stay in the cache. Heads are a batch with strides, packed weights are in the layout that the
// primitive asks for.
#include <bench/contender.hpp>

#include <dlfcn.h>
#include <oneapi/dnnl/dnnl.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>

namespace bench {

using dims = dnnl::memory::dims;
using arguments = std::unordered_map<int, dnnl::memory>;

static dnnl::memory::dim as_dim(std::size_t n) { return static_cast<dnnl::memory::dim>(n); }

/// A primitive and what it reads and writes.
struct call {
    dnnl::primitive primitive;
    arguments operands;
};

/// Calls in their order, over memory of the caller.
class program {
public:
    program() : engine_(dnnl::engine::kind::cpu, 0), stream_(engine_) {}

    dnnl::memory matrix(float* data, std::size_t rows, std::size_t columns, std::size_t stride) const {
        return tensor(data, {as_dim(rows), as_dim(columns)}, {as_dim(stride), 1});
    }
    dnnl::memory transposed(float* data, std::size_t rows, std::size_t columns, std::size_t stride) const {
        return tensor(data, {as_dim(rows), as_dim(columns)}, {1, as_dim(stride)});
    }
    dnnl::memory tensor(float* data, const dims& sizes, const dims& strides) const {
        return {{sizes, dnnl::memory::data_type::f32, strides}, engine_, data};
    }

    /// Primitives of equal operands are one.
    void multiply(const dnnl::memory& a, const dnnl::memory& b, const dnnl::memory& c, float scale = 1) {
        const descriptions key{a.get_desc(), b.get_desc(), c.get_desc()};
        const dnnl::primitive& chosen = known(key, [&] {
            dnnl::primitive_attr attributes;
            if (scale != 1) attributes.set_output_scales(0, {scale});
            const dnnl::matmul::desc desc(key[0], key[1], key[2]);
            return dnnl::matmul({desc, attributes, engine_});
        });
        calls_.push_back({chosen, {{DNNL_ARG_SRC, a}, {DNNL_ARG_WEIGHTS, b}, {DNNL_ARG_DST, c}}});
    }

    /// c = a b, b brought into the layout that the primitive likes best, once.
    void multiply_packed(const dnnl::memory& a, dnnl::memory b, const dnnl::memory& c) {
        const dnnl::memory::desc any(b.get_desc().dims(), dnnl::memory::data_type::f32, dnnl::memory::format_tag::any);
        const dnnl::matmul::primitive_desc chosen({a.get_desc(), any, c.get_desc()}, engine_);
        dnnl::memory packed(chosen.weights_desc(), engine_);
        dnnl::reorder(b, packed).execute(stream_, b, packed);
        stream_.wait();
        calls_.push_back({dnnl::matmul(chosen), {{DNNL_ARG_SRC, a}, {DNNL_ARG_WEIGHTS, packed}, {DNNL_ARG_DST, c}}});
    }

    /// In place, along the last axis.
    void softmax(const dnnl::memory& x) {
        const dnnl::primitive& chosen = known({x.get_desc()}, [&] {
            const int axis = x.get_desc().data.ndims - 1;
            const dnnl::softmax_forward::desc desc(dnnl::prop_kind::forward_inference, x.get_desc(), axis);
            return dnnl::softmax_forward({desc, engine_});
        });
        calls_.push_back({chosen, {{DNNL_ARG_SRC, x}, {DNNL_ARG_DST, x}}});
    }

    std::size_t size() const { return calls_.size(); }
    void run(std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) calls_[i].primitive.execute(stream_, calls_[i].operands);
    }

private:
    using descriptions = std::vector<dnnl::memory::desc>;

    /// In one program operands tell what is done: scores are scaled in the first product, and only there.
    template <class Make>
    const dnnl::primitive& known(const descriptions& key, const Make& make) {
        for (const auto& [descs, primitive] : primitives_)
            if (descs == key) return primitive;
        primitives_.emplace_back(key, make());
        return primitives_.back().second;
    }

    dnnl::engine engine_;
    dnnl::stream stream_;
    std::vector<std::pair<descriptions, dnnl::primitive>> primitives_;
    std::vector<call> calls_;
};

class onednn_formula {
public:
    onednn_formula(const shape& s, const inputs& from) : s_(s), in_(from), blocks_(query_blocks(s)) {
        Y_.resize(s.queries * s.width);
        if (s.kind == work::attention) add_attention();
        if (s.kind == work::product) program_.multiply(whole(in_[0]), whole(in_[1]), whole(Y_));
        if (s.kind == work::multi_head) add_multi_head();
    }

    const float* result() const { return Y_.data(); }

    void compute() {
        if (s_.seen == keys::all) return program_.run(0, program_.size());
        for (std::size_t b = 0; b < blocks_.size(); ++b) {
            program_.run(3 * b, 3 * b + 1);
            hide(blocks_[b]);
            program_.run(3 * b + 1, 3 * b + 3);
        }
    }

private:
    dnnl::memory whole(floats& x) { return program_.matrix(x.data(), x.size() / s_.width, s_.width, s_.width); }

    /// Three calls for each block of queries.
    void add_attention() {
        scores_.resize(blocks_.front().count * s_.tokens);
        const std::size_t d = s_.width;
        for (const query_block& b : blocks_) {
            const std::size_t seen = b.seen.last - b.seen.first;
            float *k = in_[1].data() + b.seen.first * d, *v = in_[2].data() + b.seen.first * d;
            const dnnl::memory scores = program_.matrix(scores_.data(), b.count, seen, seen);
            program_.multiply(program_.matrix(in_[0].data() + b.first * d, b.count, d, d),
                              program_.transposed(k, d, seen, d), scores, 1 / std::sqrt(static_cast<float>(d)));
            program_.softmax(scores);
            program_.multiply(scores, program_.matrix(v, seen, d, d),
                              program_.matrix(Y_.data() + b.first * d, b.count, d, d));
        }
    }

    /// Minus infinity where a key is not seen.
    void hide(const query_block& b) {
        const std::size_t seen = b.seen.last - b.seen.first;
        const float hidden = -std::numeric_limits<float>::infinity();
        for (std::size_t i = 0; i < b.count; ++i) {
            const key_range visible = keys_of(s_, b.first + i);
            float* row = scores_.data() + i * seen;
            std::fill(row, row + (visible.first - b.seen.first), hidden);
            std::fill(row + (visible.last - b.seen.first), row + seen, hidden);
        }
    }

    /// Heads side by side in x [tokens x width], as a batch [heads x tokens x head_width].
    dnnl::memory split_in_heads(floats& x, std::size_t stride, std::size_t first = 0) {
        return program_.tensor(x.data() + first, {as_dim(s_.heads), as_dim(s_.tokens), as_dim(s_.head_width())},
                               {as_dim(s_.head_width()), as_dim(stride), 1});
    }

    /// Where weights may be prepared, those of queries, keys and values are one matrix.
    void add_multi_head() {
        const std::size_t n = s_.tokens, d = s_.width, h = s_.head_width();
        stacked_.resize(n * d);
        projected_.resize(3 * n * d);
        scores_.resize(s_.heads * n * n);
        floats together(3 * d * d);
        const dnnl::memory X = whole(in_[0]);
        for (std::size_t i = 0; i < 3; ++i) {
            for (std::size_t r = 0; r < d; ++r)
                std::copy_n(in_[i + 1].data() + r * d, d, together.data() + r * 3 * d + i * d);
            if (!s_.packed)
                program_.multiply(X, whole(in_[i + 1]), program_.matrix(projected_.data() + i * d, n, d, 3 * d));
        }
        if (s_.packed)
            program_.multiply_packed(X, program_.matrix(together.data(), d, 3 * d, 3 * d),
                                     program_.matrix(projected_.data(), n, 3 * d, 3 * d));

        const dnnl::memory K = program_.tensor(projected_.data() + d, {as_dim(s_.heads), as_dim(h), as_dim(n)},
                                               {as_dim(h), 1, as_dim(3 * d)});
        const dnnl::memory scores =
            program_.tensor(scores_.data(), {as_dim(s_.heads), as_dim(n), as_dim(n)}, {as_dim(n * n), as_dim(n), 1});
        program_.multiply(split_in_heads(projected_, 3 * d), K, scores, 1 / std::sqrt(static_cast<float>(h)));
        program_.softmax(scores);
        program_.multiply(scores, split_in_heads(projected_, 3 * d, 2 * d), split_in_heads(stacked_, d));

        if (s_.packed)
            program_.multiply_packed(whole(stacked_), whole(in_[4]), whole(Y_));
        else
            program_.multiply(whole(stacked_), whole(in_[4]), whole(Y_));
    }

    shape s_;
    program program_;
    inputs in_;
    std::vector<query_block> blocks_;
    floats Y_, scores_, stacked_, projected_;
};

/// Its OpenMP may be another than that of this program: asked for by name in what is loaded.
static void take_one_thread() {
    if (void* set = dlsym(RTLD_DEFAULT, "omp_set_num_threads")) reinterpret_cast<void (*)(int)>(set)(1);
}

static computation prepare_onednn(std::size_t task, const inputs& in) {
    take_one_thread();
    const auto formula = std::make_shared<onednn_formula>(shapes[task], in);
    return repeated(formula->result(), [formula] { formula->compute(); });
}

static std::string version() {
    const dnnl_version_t* v = dnnl_version();
    return "oneDNN " + std::to_string(v->major) + '.' + std::to_string(v->minor) + '.' + std::to_string(v->patch);
}

static const takes_part onednn({"oneDNN", version(), prepare_onednn});

}  // namespace bench
