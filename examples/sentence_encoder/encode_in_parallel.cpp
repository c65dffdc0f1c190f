// SPDX-License-Identifier: BSL-1.0
#include "encode_by.hpp"

#include <stdexcept>

#if defined(_OPENMP)
#include <omp.h>
#endif

namespace sentence_encoder {

#if defined(_OPENMP)
encoding encode_in_parallel(const std::vector<std::int32_t>& ids, const encoder_weights& w, int threads) {
    omp_set_num_threads(threads);
    return encode_by(heed::par, ids, w);
}
#else
encoding encode_in_parallel(const std::vector<std::int32_t>&, const encoder_weights&, int) {
    throw std::runtime_error("there is one thread: compiled without OpenMP");
}
#endif

}  // namespace sentence_encoder
