# SPDX-License-Identifier: BSL-1.0
# Which tests a build has: folders of tests/, or single sources. A preset names its build by HEED_TEST_BUILD; where none is
# named, as at night, a build has all of them.
#
# A test stands where it says most for the time that it takes to compile. What the compiler may get wrong (loops in
# registers) stands in two builds, optimised in one of them where others have the same loops in both; what reads memory or
# text that others wrote stands under sanitizers, and what says the same with any compiler in clang's build without
# optimisation: g++ takes twice as long for it.
set(HEED_TEST_BUILD "" CACHE STRING "The build of tests/all that this is: gcc-12, gcc-14, clang-19 or asan-ubsan; all tests where empty")
set(heed_folders)  # of this build; all of them where there are none
set(heed_without)  # what stands in these folders and in another build
set(heed_instruction_sets avx2 avx512f)  # for which registers are tested, where this machine runs them

# Tests of one kernel or of one way through the loops, in which lengths are known at run time.
set(lengths concat_of_lengths few_queries_formulas few_rows_lengths grouped_lengths lengths lengths_in_layers lengths_laws mask
            ones_beside_lengths parts_of_formulas rope_lengths)
list(TRANSFORM lengths REPLACE "(.+)" "run/\\1_test.cpp")

# Verdicts on formulas that a program made, not on documents: half of the time without sanitizers.
set(verdicts arithmetic explain far_apart float identity mutation soundness)
list(TRANSFORM verdicts REPLACE "(.+)" "verify/\\1_test.cpp")

if(HEED_TEST_BUILD STREQUAL gcc-12)
  # Of run/ the loops in registers: what is not optimised says here what it says under sanitizers or in clang's build, in
  # twice the time.
  set(heed_folders gdb lower machine meta reference/interval_test.cpp scalar shape simd trace)
  foreach(name attention constant_evaluation few_queries few_rows half_attention half_product one_row quantised regressions tile_sums wide_product)
    list(APPEND heed_folders run/${name}_test.cpp)
  endforeach()
  # Of no compiler in particular, and in clang's build; and projects that use heed, which g++ compiles in twice the time.
  set(heed_without package)
  foreach(name erf_table function function_list index_range surd)
    list(APPEND heed_without scalar/${name}_test.cpp)
  endforeach()
  set(heed_instruction_sets avx512f)
elseif(HEED_TEST_BUILD STREQUAL gcc-14)
  # What a current compiler may evaluate wrongly: graphs, plans, and what runs them, compared with the same passes at run time.
  set(heed_folders conformance lower meta trace)
  foreach(name concat_of_lengths constant_evaluation deep_formula few_rows_lengths formulas_in_order lengths_in_layers let
               mask_constant reshape several_results split_lengths)
    list(APPEND heed_folders run/${name}_test.cpp)
  endforeach()
  if(HEED_TEST_NIGHT)
    list(APPEND heed_folders run)
  endif()
  set(heed_instruction_sets)
elseif(HEED_TEST_BUILD STREQUAL clang-19)
  set(heed_folders examples expr gdb graph lab/check mpi package page reference reject run scalar sentence_encoder simd study
                   ${verdicts})
  # Compiled by g++ and under sanitizers, or one of them; so is conformance.
  set(heed_without added_rows aliasing attention cache concat_of_lengths constant_evaluation deep_formula few_rows
                   few_rows_lengths formulas_in_order half_attention half_product in_place kept_columns lengths
                   lengths_in_layers let lifetime lookup mask_constant mask_tile mask_tiles one_query_lengths one_row packed packed_weights parallel
                   quantised regressions reshape room several_results sized_plan sized_reshape split_lengths tile_sums view_strides
                   whole_numbers wide_product)
  list(TRANSFORM heed_without REPLACE "(.+)" "run/\\1_test.cpp")
  list(APPEND heed_without reference/interval_test.cpp)
  set(heed_instruction_sets avx2)
elseif(HEED_TEST_BUILD STREQUAL asan-ubsan)
  set(heed_folders compiled io kernel lab printed run simd tensor verify sentence_encoder/pieces_test.cpp)
  # What the compiler evaluates, what searches arithmetic, and what has the loops of those that stay.
  list(REMOVE_ITEM lengths run/lengths_test.cpp run/few_rows_lengths_test.cpp)
  set(heed_without lab/check ${verdicts} ${lengths} run/allocation_test.cpp simd/pack_test.cpp
                   run/apply_test.cpp run/conditions_test.cpp run/constant_evaluation_test.cpp run/deep_formula_test.cpp
                   run/element_conditions_test.cpp run/evaluate_as_test.cpp run/extreme_scores_test.cpp run/far_places_test.cpp
                   run/few_queries_test.cpp run/formulas_in_order_test.cpp run/half_results_test.cpp run/inverse_test.cpp
                   run/kept_columns_of_masks_test.cpp
                   run/let_test.cpp run/long_sums_test.cpp run/mask_constant_test.cpp run/merge_attention_test.cpp
                   run/norm_test.cpp run/one_row_test.cpp run/regressions_test.cpp run/score_operands_test.cpp
                   run/split_lengths_test.cpp run/vjp_test.cpp)
  set(heed_instruction_sets)
elseif(HEED_TEST_BUILD)
  message(FATAL_ERROR "heed: HEED_TEST_BUILD is gcc-12, gcc-14, clang-19, asan-ubsan or empty: \"${HEED_TEST_BUILD}\" is none of them")
endif()

function(heed_test_wanted source result)
  string(REGEX REPLACE "/.*" "" folder ${source})
  set(${result} OFF PARENT_SCOPE)
  if(source IN_LIST heed_without)
    return()
  endif()
  if(NOT heed_folders OR folder IN_LIST heed_folders OR source IN_LIST heed_folders)
    set(${result} ON PARENT_SCOPE)
  endif()
endfunction()
