// SPDX-License-Identifier: BSL-1.0
// A page of a formula with lengths, and what heed says that it costs for some of them, as JSON.
#include <heed/heed.hpp>
#include <heed_page/page.hpp>

#include <cstdio>
#include <string>
#include <type_traits>

namespace {

using namespace heed;

inline constexpr axis query{"query"}, key{"key"}, d_k{"d_k"};

auto attend(std::size_t queries, std::size_t keys) {
    static tensor<float, query[dyn], d_k[64]> Q;
    static tensor<float, key[dyn], d_k[64]> K, V;
    Q = tensor<float, query[dyn], d_k[64]>(queries);
    K = tensor<float, key[dyn], d_k[64]>(keys);
    V = tensor<float, key[dyn], d_k[64]>(keys);
    return softmax(Q * transpose(K) / sqrt(dim<d_k>(K))) * V + 1.0;
}

/// flops, exp, bytes read, bytes of temporaries of naive loops, workspace: of the loops for many rows, as a page has
/// them
void print(std::size_t queries, std::size_t keys, const char* before) {
    const auto f = attend(queries, keys);
    const detail::sized_subject<std::remove_const_t<decltype(f)>> for_many(detail::lengths_of(f).values);
    const study::costs c = detail::costs_of(for_many.view());
    std::printf("%s\n[[%zu, %zu], [%zu, %zu, %zu, %zu, %zu]]", before, queries, keys, c.flops, c.exp, c.bytes_in,
                c.naive.temporary_bytes, c.workspace_bytes);
}

}  // namespace

int main() {
    study::page_data page("lengths");
    page.add("attend", [] { return attend(5, 70); });
    std::printf("{\"page\": %s, \"costs\": [", page.json().c_str());
    const char* before = "";
    for (const std::size_t queries : {0U, 1U, 2U, 31U, 32U, 33U, 16384U})
        for (const std::size_t keys : {0U, 1U, 2U, 63U, 64U, 65U, 128U, 16384U}) {
            print(queries, keys, before);
            before = ",";
        }
    std::printf("]}\n");
}
