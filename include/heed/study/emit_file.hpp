// SPDX-License-Identifier: BSL-1.0
// The file of a formula: compiled once as heed::study, or with the program that includes it.
#pragma once

#include <heed/study/emit_options.hpp>
#include <heed/study/emit_with_lengths.hpp>

#include <optional>

namespace heed::detail::emitted {

template <class T>
std::optional<emitted_file> find_file(const formula_source& source, const study::emit_options& options) {
    if (!source.all.lengths.empty()) return find_file_with_lengths<T>(source, options);
    const source_plan& all = source.all;
    return emit_plan<T>(all.written, source.defined, {all.steps, all.form, all.node_roles}, leaf_list(source.leaves),
                        options);
}

}  // namespace heed::detail::emitted
