// SPDX-License-Identifier: BSL-1.0
// Numbers as tutorials print them.
#pragma once

#include <examples/mini_course_maps.hpp>

namespace heed::test {

using mini_course::text::sentence_map;
using mini_course::text::translation_map;

inline constexpr char values[] =
    R"($$\begin{bmatrix} 0.2001 & 0.1991 & 0.6198 \\ 0.7546 & 0.6788 & 1.3418 \\ 0.9585 & 1.3736 & 1.2265 \\ 0.6461 & 0.7333 & 0.9554 \\ -0.1936 & 0.0401 & -0.0691 \\ -0.0077 & 0.6065 & -0.0870 \\ 0.2914 & 0.4476 & 0.7973 \\ 0.7873 & 0.7108 & 1.3539 \\ 0.5923 & 0.6145 & 0.9882 \\ 0.7935 & 0.8368 & 1.1251 \\ 0.1999 & 0.6229 & 0.3577 \\ 0.1711 & 0.3754 & 0.3957 \end{bmatrix}$$)";

inline constexpr char scores[] =
    R"($$\text{Score}(Q, K) = \begin{bmatrix} 0.6727 & 1.3030 & \dots & 0.5140 \\ 1.3371 & 2.8624 & \dots & 1.0407 \\ 1.3881 & 3.0150 & \dots & 1.0887 \\ \vdots & \vdots & \ddots & \vdots \\ 0.5179 & 0.9806 & \dots & 0.3962 \end{bmatrix}$$)";

inline constexpr char weights[] =
    R"($$\text{Attention Weights } (\alpha) = \begin{bmatrix} 0.0661 & 0.1241 & 0.1276 & \dots & 0.0999 & 0.0593 & 0.0564 \\ 0.0368 & 0.1691 & 0.1970 & \dots & 0.1197 & 0.0278 & 0.0258 \\ 0.0324 & 0.1651 & 0.2142 & \dots & 0.1275 & 0.0234 & 0.0219 \\ \vdots & \vdots & \vdots & \ddots & \vdots & \vdots & \vdots \\ 0.0661 & 0.1196 & 0.1271 & \dots & 0.1016 & 0.0609 & 0.0581 \\ 0.0685 & 0.1159 & 0.1217 & \dots & 0.0996 & 0.0635 & 0.0609 \end{bmatrix}$$)";

inline constexpr char three_in_one[] =
    R"($$\begin{array}{c c c} {W_q} & {W_k} & {W_v} \\ \begin{bmatrix} 0.3745 & 0.9507 \\ 0.5987 & 0.1560 \end{bmatrix} & \begin{bmatrix} 0.7081 & 0.0206 \\ 0.8324 & 0.2123 \end{bmatrix} & \begin{bmatrix} 0.4320 & 0.2912 \\ 0.1395 & 0.2921 \end{bmatrix} \\ \end{array}$$)";

inline constexpr char torch[] = R"(tensor([[[ 1.0000e+00, -2.5000e-01],
         [ 0.0000e+00,        -inf]],

        [[ 3.0000e+00,  4.0000e+00],
         [        nan,  5.0000e-01]]], device='cuda:0', grad_fn=<AddBackward0>))";

inline constexpr char csv[] = "token,The,cat\n\"the, first\",0.75,25%\ncat,.5,5e-1\n";

}  // namespace heed::test
