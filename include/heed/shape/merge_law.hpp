// SPDX-License-Identifier: BSL-1.0
// The law of parts of attention that are merged.
#pragma once

namespace heed::law {

/// merge_attention(a, b)
template <class Output, class LogSums, class OtherOutput, class OtherLogSums, bool Holds>
struct merge_attention {
    static_assert(Holds,
                  "heed: merge_attention(a, b) needs two outputs of one shape, each with the log-sum-exp of its rows: "
                  "evaluate(results(softmax(s) * V, logsumexp(s)))");
};
/// The same of sizes that are known at run time only.
inline constexpr char sizes_of_merged_parts[] =
    "heed: merge_attention(a, b) needs two outputs of one shape, each with the log-sum-exp of its rows";

}  // namespace heed::law
