# SPDX-License-Identifier: BSL-1.0
# Which tests a build has: folders of tests/, or single sources. A preset names its build by HEED_TEST_BUILD; where none is
# named, as at night, a build has all of them.
#
# A test stands where it says most for the time that it takes to compile. What the compiler may get wrong (loops in
# registers) stands in two builds, what reads memory or text that others wrote under sanitizers, and what says the same with
# any compiler in clang's build without optimisation: g++ takes twice as long for it.
set(HEED_TEST_BUILD "" CACHE STRING "The build of tests/all that this is: gcc-12, clang-19 or asan-ubsan; all tests where empty")
set(heed_folders)  # of this build; all of them where there are none
set(heed_without)  # what stands in these folders and in another build
set(heed_instruction_sets avx2 avx512f)  # for which registers are tested, where this machine runs them

# Tests of one kernel or of one way through the loops, in which lengths are known at run time.
set(lengths concat_of_lengths few_queries_formulas few_rows_lengths grouped_lengths lengths lengths_in_layers lengths_laws mask
            parts_of_formulas rope_lengths)
list(TRANSFORM lengths REPLACE "(.+)" "run/\\1_test.cpp")

if(HEED_TEST_BUILD STREQUAL gcc-12)
  set(heed_folders lower machine meta reference/interval_test.cpp run scalar shape simd tensor trace)
  # Not optimised, they say there what they say under sanitizers or in clang's build, in twice the time.
  set(heed_without allocation cache deep_formula evaluate_as half_results inverse let lookup mask_tile norm one_query_lengths
                   packed parallel reshape room score_operands split_lengths view_strides)
  list(TRANSFORM heed_without REPLACE "(.+)" "run/\\1_test.cpp")
  list(APPEND heed_without ${lengths} run/merge_attention_test.cpp scalar/function_list_test.cpp)
  set(heed_instruction_sets avx512f)
elseif(HEED_TEST_BUILD STREQUAL clang-19)
  set(heed_folders conformance examples expr graph page reference reject run scalar sentence_encoder simd study
                   verify/identity_test.cpp verify/mutation_test.cpp verify/soundness_test.cpp)
  # Compiled by g++ and under sanitizers, or one of them.
  set(heed_without cache concat_of_lengths few_rows few_rows_lengths half_attention half_product lengths lookup mask_tile
                   one_query_lengths one_row packed parallel regressions reshape room)
  list(TRANSFORM heed_without REPLACE "(.+)" "run/\\1_test.cpp")
  set(heed_instruction_sets avx2)
elseif(HEED_TEST_BUILD STREQUAL asan-ubsan)
  set(heed_folders compiled io kernel lab printed run simd tensor verify sentence_encoder/pieces_test.cpp)
  # What the compiler evaluates, what searches arithmetic, and what has the loops of those that stay.
  list(REMOVE_ITEM lengths run/lengths_test.cpp run/concat_of_lengths_test.cpp run/few_rows_lengths_test.cpp)
  set(heed_without verify/identity_test.cpp verify/mutation_test.cpp verify/soundness_test.cpp ${lengths}
                   run/constant_evaluation_test.cpp run/deep_formula_test.cpp run/evaluate_as_test.cpp
                   run/few_queries_test.cpp run/one_row_test.cpp run/half_results_test.cpp run/inverse_test.cpp run/let_test.cpp run/mask_constant_test.cpp
                   run/merge_attention_test.cpp run/norm_test.cpp run/regressions_test.cpp
                   run/score_operands_test.cpp run/split_lengths_test.cpp)
  set(heed_instruction_sets)
elseif(HEED_TEST_BUILD)
  message(FATAL_ERROR "heed: HEED_TEST_BUILD is gcc-12, clang-19, asan-ubsan or empty: \"${HEED_TEST_BUILD}\" is none of them")
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
