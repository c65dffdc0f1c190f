// SPDX-License-Identifier: BSL-1.0
// CASE 1: heed: merge_attention(a, b) needs two outputs of one shape, each with the log-sum-exp of its rows: evaluate(results(softmax(s) * V, logsumexp(s))) | [4 x 8] | [3 x 8]
// CASE 2: heed: merge_attention(a, b) needs two outputs of one shape, each with the log-sum-exp of its rows: evaluate(results(softmax(s) * V, logsumexp(s))) | [4 x 8] | [8]
// CASE 3: heed: A * B needs columns(A) == rows(B); did you mean A * transpose(B)? | 8 | 4
// CASE 4: heed: merge_attention(a, b) needs elements of a type with std::numeric_limits: their least number
#include <heed/heed.hpp>
using namespace heed;

struct bare {  // computes, and has no std::numeric_limits
    double value = 0;
    bare() = default;
    bare(int n) : value(n) {}
    friend bare operator+(bare, bare) { return {}; }
    friend bare operator-(bare, bare) { return {}; }
    friend bare operator*(bare, bare) { return {}; }
    friend bare operator/(bare, bare) { return {}; }
    friend bare operator-(bare) { return {}; }
    friend bool operator==(bare, bare) { return true; }
    friend bool operator<(bare, bare) { return false; }
};

std::tuple<matrix<float, 4, 8>, vector<float, 4>> a, b;
std::tuple<matrix<float, 3, 8>, vector<float, 3>> c;
std::tuple<matrix<float, 4, 8>, vector<float, 8>> d;
std::tuple<matrix<bare, 4, 8>, vector<bare, 4>> e;

int main() {
#ifndef CASE
    auto good = evaluate(merge_attention(a, b));
#endif
#if CASE == 1
    auto bad = merge_attention(a, c);
#endif
#if CASE == 2
    auto bad = merge_attention(d, a);
#endif
#if CASE == 3
    auto bad = merge_attention(a, evaluate(results(std::get<0>(a) * std::get<0>(a), std::get<1>(a))));
#endif
#if CASE == 4
    auto bad = merge_attention(e, e);
#endif
}
