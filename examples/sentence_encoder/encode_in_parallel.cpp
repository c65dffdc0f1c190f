// SPDX-License-Identifier: BSL-1.0
#include "encode_by.hpp"

#include <cstdlib>
#include <string>

#if defined(_OPENMP)
#include <omp.h>
#endif

namespace sentence_encoder {

encoding encode_in_parallel(const std::vector<std::int32_t>& ids, const encoder_weights& w, int threads) {
#if defined(_OPENMP)
    omp_set_num_threads(threads);
#else
    setenv("OMP_NUM_THREADS", std::to_string(threads).c_str(), 1);
#endif
    return encode_by(heed::par, ids, w);
}

}  // namespace sentence_encoder
