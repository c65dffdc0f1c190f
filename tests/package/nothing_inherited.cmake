# SPDX-License-Identifier: BSL-1.0
# A consumer gets include folders and C++20 from heed::heed: no flags of ours, no tests, no examples; its own warnings do
# not reach heed's headers.
target_compile_options(consumer PRIVATE -Werror=shadow)
foreach(property INTERFACE_COMPILE_OPTIONS INTERFACE_COMPILE_DEFINITIONS INTERFACE_LINK_OPTIONS)
  get_target_property(inherited heed::heed ${property})
  if(inherited)
    message(FATAL_ERROR "heed::heed imposes ${property}: ${inherited}")
  endif()
endforeach()
if(HEED_BUILD_TESTS OR HEED_BUILD_EXAMPLES OR HEED_BUILD_BENCH)
  message(FATAL_ERROR "heed builds its tests, examples or benchmarks in somebody else's project")
endif()
