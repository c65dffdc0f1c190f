// SPDX-License-Identifier: BSL-1.0
// heed::study: what study::emit writes, compiled once. Programs that link it define HEED_COMPILED_STUDY=1.
#include <heed/study/emit_file.hpp>

namespace heed::detail::emitted {

template std::optional<emitted_file> find_file<float>(const formula_source&, const study::emit_options&);
template std::optional<emitted_file> find_file<double>(const formula_source&, const study::emit_options&);

}  // namespace heed::detail::emitted
