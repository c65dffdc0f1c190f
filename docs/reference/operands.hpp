// SPDX-License-Identifier: BSL-1.0
// What the examples of the reference are about.
#pragma once

#include <heed/io.hpp>
#include <heed/io/npy.hpp>
#include <heed/io/safetensors.hpp>
#include <heed/kernel.hpp>
#include <heed/mpi/order.hpp>
#include <heed/printed/read.hpp>
#include <heed/quantised.hpp>
#include <heed/reference/evaluate.hpp>
#include <heed/report.hpp>
#include <heed/study.hpp>
#include <heed/verify.hpp>

#include <iostream>
#include <string>
#include <vector>

using namespace heed;
using namespace heed::axes;
using index::b, index::h, index::k, index::q;

inline constexpr axis d_k{"d_k"}, d_v{"d_v"};

inline tensor<float, query[6], d_k[4]> Q;          // queries, one a row
inline tensor<float, key[6], d_k[4]> K;            // keys
inline tensor<float, key[6], d_v[4]> V;            // values
inline tensor<float, tokens[6], d_model[8]> X, Z;  // rows of numbers
inline tensor<float, d_model[8], 8> W;             // weights
inline tensor<float, 8> gain, bias;
inline tensor<float, 6, 6> A, B, S;  // square matrices, or scores
inline tensor<int, 6> ids;           // whole numbers
inline tensor<float, head[4], 6, 6> scores;
