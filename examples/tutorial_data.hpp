// SPDX-License-Identifier: BSL-1.0
// The matrices that "Transformer Encoder Explained: A Deep Dive into Attention Scores (Part 2)" prints, as it prints
// them: 12 tokens, D = 3, one head. Some are printed in part.
#pragma once

#include <heed/verify.hpp>

#include <string_view>

namespace tutorial {

using namespace heed;

inline constexpr axis tokens{"tokens"}, d_model{"d_model"}, d_k{"d_k"}, d_v{"d_v"};
inline constexpr std::string_view labels[] = {"t1", "t2", "t3", "t4",  "t5",  "t6",
                                              "t7", "t8", "t9", "t10", "t11", "t12"};

// clang-format off
inline constexpr auto Wq = printed<R"(\begin{bmatrix}
    0.3745 & 0.9507 & 0.7320 \\
    0.5987 & 0.1560 & 0.1560 \\
    0.0581 & 0.8662 & 0.6011
\end{bmatrix})">;

inline constexpr auto Wk = printed<R"(\begin{bmatrix}
    0.7081 & 0.0206 & 0.9699 \\
    0.8324 & 0.2123 & 0.1818 \\
    0.1834 & 0.3042 & 0.5248
\end{bmatrix})">;

inline constexpr auto Wv = printed<R"(\begin{bmatrix}
    0.4320 & 0.2912 & 0.6119 \\
    0.1395 & 0.2921 & 0.3664 \\
    0.4561 & 0.7852 & 0.1997
\end{bmatrix})">;

inline constexpr auto printed_Q = printed<R"(\begin{bmatrix}
    1.1904 & 0.1467 & 0.4669 \\
    2.0582 & 0.2445 & 1.6091 \\
    2.0105 & 0.6131 & 1.5091 \\
    1.4613 & 0.2865 & 1.2076 \\
    0.3440 & 0.1828 & -0.5350 \\
    0.4377 & 0.4853 & -0.5507 \\
    1.6470 & 0.3173 & 0.5242 \\
    2.0412 & 0.2458 & 1.6666 \\
    1.5460 & 0.2431 & 1.1800 \\
    1.6145 & 0.2871 & 1.5270 \\
    1.0075 & 0.4310 & 0.0520 \\
    0.9114 & 0.2611 & 0.1972
\end{bmatrix})">;

inline constexpr auto printed_K = printed<R"(\begin{bmatrix}
    1.1904 & 0.1467 & 0.4669 \\
    2.0582 & 0.2445 & 1.6091 \\
    2.0105 & 0.6131 & 1.5091 \\
    1.4613 & 0.2865 & 1.2076 \\
    0.3440 & 0.1828 & -0.5350 \\
    0.4377 & 0.4853 & -0.5507 \\
    1.6470 & 0.3173 & 0.5242 \\
    2.0412 & 0.2458 & 1.6666 \\
    1.5460 & 0.2431 & 1.1800 \\
    1.6145 & 0.2871 & 1.5270 \\
    1.0075 & 0.4310 & 0.0520 \\
    0.9114 & 0.2611 & 0.1972
\end{bmatrix})">;

inline constexpr auto printed_V = printed<R"(\begin{bmatrix}
    0.2001 & 0.1991 & 0.6198 \\
    0.7546 & 0.6788 & 1.3418 \\
    0.9585 & 1.3736 & 1.2265 \\
    0.6461 & 0.7333 & 0.9554 \\
    -0.1936 & 0.0401 & -0.0691 \\
    -0.0077 & 0.6065 & -0.0870 \\
    0.2914 & 0.4476 & 0.7973 \\
    0.7873 & 0.7108 & 1.3539 \\
    0.5923 & 0.6145 & 0.9882 \\
    0.7935 & 0.8368 & 1.1251 \\
    0.1999 & 0.6229 & 0.3577 \\
    0.1711 & 0.3754 & 0.3957
\end{bmatrix})">;

inline constexpr auto printed_scores = printed<R"(\begin{bmatrix}
    0.6727 & 1.3030 & \dots & 0.5140 \\
    1.3371 & 2.8624 & \dots & 1.0407 \\
    1.3881 & 3.0150 & \dots & 1.0887 \\
    \vdots & \vdots & \ddots & \vdots \\
    0.5179 & 0.9806 & \dots & 0.3962
\end{bmatrix})">;

inline constexpr auto printed_weights = printed<R"(\begin{bmatrix}
    0.0661 & 0.1241 & 0.1276 & \dots & 0.0999 & 0.0593 & 0.0564 \\
    0.0368 & 0.1691 & 0.1970 & \dots & 0.1197 & 0.0278 & 0.0258 \\
    0.0324 & 0.1651 & 0.2142 & \dots & 0.1275 & 0.0234 & 0.0219 \\
    \vdots & \vdots & \vdots & \ddots & \vdots & \vdots & \vdots \\
    0.0661 & 0.1196 & 0.1271 & \dots & 0.1016 & 0.0609 & 0.0581 \\
    0.0685 & 0.1159 & 0.1217 & \dots & 0.0996 & 0.0635 & 0.0609
\end{bmatrix})">;

inline constexpr auto printed_output = printed<R"(\begin{bmatrix}
    0.2131 & 0.3482 & 0.3967 \\
    0.8221 & 1.0589 & 1.3860 \\
    0.9912 & 1.2546 & 1.6513 \\
    \vdots & \vdots & \vdots \\
    0.6240 & 0.8280 & 1.0567 \\
    0.1669 & 0.2925 & 0.3192 \\
    0.1561 & 0.2777 & 0.2999
\end{bmatrix})">;

// clang-format on

}  // namespace tutorial
