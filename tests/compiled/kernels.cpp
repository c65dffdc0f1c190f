// SPDX-License-Identifier: BSL-1.0
#include <heed/compile_kernel.hpp>

#include <tests/compiled/formulas.hpp>
#include <tests/compiled/kernels.hpp>

template struct heed::compiled<heed::test::attend>;
template struct heed::compiled<heed::test::project>;
template struct heed::compiled<heed::test::scores>;
template struct heed::compiled<heed::test::weigh>;
template struct heed::compiled<heed::test::embed>;
