// SPDX-License-Identifier: BSL-1.0
// Calls of Python that only compute or show something: S.argsort(), print(S), show_heatmaps(S)
#pragma once

#include <heed_check/formula/known_names.hpp>
#include <heed_check/tables/small_letters.hpp>

#include <string>
#include <string_view>

namespace heed::detail {

/// Whether a list of words, with a blank before and behind each of them, has this one.
inline bool is_listed(std::string_view list, std::string_view word) {
    return !word.empty() && list.find(' ' + std::string(word) + ' ') != std::string_view::npos;
}

/// Whether a function of a page is named for what it shows or asserts: plot_attention, check_rows. Not where it does
/// something else too, or changes what it is given.
inline bool is_named_for_showing(std::string_view function) {
    const std::string small = in_small_letters(function);
    for (const std::string_view more : {"_and_", "inplace", "in_place"})
        if (small.find(more) != std::string::npos) return false;
    for (const std::string_view begins : {"show", "plot", "draw", "display", "print", "visuali", "heatmap", "render",
                                          "assert", "check_", "log_", "save_", "describe", "inspect", "summar"})
        if (small.compare(0, begins.size(), begins) == 0) return true;
    return false;
}

/// Whether a call of this name only computes or shows something.
inline bool has_no_effect(std::string_view function) {
    constexpr std::string_view methods =
        " argsort flatten ravel topk nonzero to cumsum cumprod trace unique is_contiguous contiguous float double int "
        "long half bool squeeze permute swapaxes clip clamp numel count_nonzero quantile median index_select gather "
        "masked_select tobytes tofile dump dumps to_csv to_string to_markdown to_numpy to_latex cpu cuda dim ptp prod "
        "diagonal diag expand repeat repeat_interleave tile split chunk unbind take searchsorted isnan isinf isfinite "
        "eq ne gt lt ge le kthvalue mode histc bincount conj matmul mm bmm outer roll flip stride data_ptr get_device "
        "value_counts groupby nlargest nsmallest corr cov ";
    constexpr std::string_view others =
        " allclose equal isclose array_equal item tolist numpy detach clone copy astype reshape view size any all norm "
        "head tail info type len DataFrame Series title figure xlabel ylabel imshow matshow colorbar hist tabulate "
        "pprint format save manual_seed seed str repr list help id sorted ";
    return is_listed(methods, function) || is_listed(others, function) || is_function(function) ||
           is_named_for_showing(function);
}

/// Whether arguments ask a function of a library to change what it is given: copy=False, overwrite_a=True
inline bool may_overwrite(std::string_view arguments) {
    for (const std::string_view word : {"copy", "overwrite", "out"})
        if (arguments.find(word) != std::string_view::npos) return true;
    return false;
}

/// Whether a module or an object of this name only draws or logs.
inline bool only_shows(std::string_view name) {
    for (const std::string_view one :
         {"plt", "sns", "ax", "axes", "fig", "px", "logging", "logger", "warnings", "sys", "os"})
        if (name == one) return true;
    return false;
}
/// Whether a method puts what it is given into a list, as it is.
inline bool only_holds(std::string_view function) {
    return function == "append" || function == "extend" || function == "insert" || function == "update";
}

}  // namespace heed::detail
