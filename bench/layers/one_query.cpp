// SPDX-License-Identifier: BSL-1.0
// One query over 4096 keys and values, by the speed at which they are read.
#include <bench/layers/comparison.hpp>
#include <bench/read_loop.hpp>

namespace bench {

using namespace heed;

static constexpr std::size_t keys_read = 4096, depth = 64;

template <class T>
struct one_query {
    tensor<float, 1, depth> Q;
    tensor<T, keys_read, depth> K, V;
    void fill_all() { fill(Q, 1, 1), fill(K, 1, 2), fill(V, 1, 3); }
};

template <class T>
static std::pair<computation, computation> prepare() {
    return {evaluating(prepared<one_query<T>>(), [](const auto& o) { return attention(o.Q, o.K, o.V); }),
            read_loop(2 * sizeof(T) * keys_read * depth)};
}

static const compares of_float({"one query, 4096 x 64, float", 0, "reading K and V", 0.9, prepare<float>});
static const compares of_float16({"one query, 4096 x 64, float16", 0, "reading K and V", 0.9, prepare<float16>});
static const compares of_bfloat16({"one query, 4096 x 64, bfloat16", 0, "reading K and V", 0.9, prepare<bfloat16>});

}  // namespace bench
