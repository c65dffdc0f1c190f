# SPDX-License-Identifier: BSL-1.0
# heed::check: what <heed/report.hpp> declares, and the documents of check_page, compiled once in the project that links it.
if(TARGET heed_check)
  return()
endif()
set(heed_check_sources examine.cpp explain.cpp find_tables.cpp findings.cpp propose.cpp read_document.cpp report.cpp
                       report_html.cpp)
list(TRANSFORM heed_check_sources PREPEND ${CMAKE_CURRENT_LIST_DIR}/)
add_library(heed_check STATIC EXCLUDE_FROM_ALL ${heed_check_sources})
add_library(heed::check ALIAS heed_check)
target_link_libraries(heed_check PUBLIC heed::heed PRIVATE $<TARGET_NAME_IF_EXISTS:heed_warnings>)
target_include_directories(heed_check PUBLIC ${CMAKE_CURRENT_LIST_DIR})
# Reports in 50 decimal places: nobody waits for them, and -O3 takes a minute to compile them.
target_compile_options(heed_check PRIVATE $<$<CONFIG:Release>:-O1>)
unset(heed_check_sources)
