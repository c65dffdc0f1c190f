// SPDX-License-Identifier: BSL-1.0
// Attention as formulas: shapes, formulas, and their evaluation.
#pragma once

// First: it says which C++ is needed.
#include <heed/meta/config.hpp>

HEED_BEGIN_HEADERS
#include <heed/expr/along_axis.hpp>
#include <heed/expr/apply.hpp>
#include <heed/expr/argmax.hpp>
#include <heed/expr/attention.hpp>
#include <heed/expr/cache.hpp>
#include <heed/expr/condition.hpp>
#include <heed/expr/deduce.hpp>
#include <heed/expr/einsum.hpp>
#include <heed/expr/elementwise.hpp>
#include <heed/expr/let.hpp>
#include <heed/expr/lookup.hpp>
#include <heed/expr/loss.hpp>
#include <heed/expr/mask.hpp>
#include <heed/expr/matrix_inverse.hpp>
#include <heed/expr/matrix_product.hpp>
#include <heed/expr/merge_attention.hpp>
#include <heed/expr/norm.hpp>
#include <heed/expr/pick.hpp>
#include <heed/expr/reduce.hpp>
#include <heed/expr/reshape.hpp>
#include <heed/expr/rope.hpp>
#include <heed/expr/sinusoidal.hpp>
#include <heed/expr/structure.hpp>
#include <heed/expr/unevaluated.hpp>
#include <heed/expr/variance.hpp>
#include <heed/expr/vjp.hpp>
#include <heed/run/evaluate_results.hpp>
#include <heed/run/mask_tiles.hpp>
#include <heed/run/packed.hpp>
#include <heed/scalar/half_precision.hpp>
#include <heed/shape/axes.hpp>
#include <heed/tensor/compare.hpp>
#include <heed/tensor/print.hpp>
#include <heed/tensor/raw_bits.hpp>
#include <heed/tensor/tensor.hpp>
HEED_END_HEADERS
