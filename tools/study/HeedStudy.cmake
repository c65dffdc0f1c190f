# SPDX-License-Identifier: BSL-1.0
# heed_study: a page that shows what formulas became, from the tree to the instructions.
#
#   heed_study(pages SOURCE attend.hpp KERNELS attend causal_window "attend<64>"
#              [TITLE words ...] [OPTIONS -O3 -march=native ...] [LIBRARIES targets ...] [COMPILER other] [BESIDE another] [ALL])
#
# adds a target `pages` that writes pages.html to the current binary folder. heed_study(TARGET pages ...) is the same.
#
# SOURCE     the file that declares the kernels; it is included, in programs that this makes
# KERNELS    functions without arguments that return a formula, or function objects; several instances of one template
#            are variants of one kernel
# TITLE      headline of the page; else the name of the source
# OPTIONS    of the compiler, for what is studied; else those of a release build of this project
# LIBRARIES  targets whose folders of headers, definitions and options the source needs; heed::heed need not be named
# COMPILER   another one than the project's
# BESIDE     a second compiler, with the same options, whose hottest loop the page shows beside that of the first; or a file
#            NAME.json that heed_study.py --json wrote on another machine of the same kernels
# ALL        makes the page part of the default build
#
# The page is made again when the source changes, or anything that it includes. What does not compile fails the target
# with the compiler's words, and leaves the page as it was. Programs that are not there leave panes empty that say which:
# objdump or llvm-objdump, llvm-symbolizer or addr2line, llvm-mca. Without Python 3.9 the page says only that. With Ninja
# pages are made one after the other.
cmake_policy(PUSH)
cmake_policy(VERSION 3.24)

# heed::study: the text of study::emit, compiled once in the project that links it, for the same instructions as the
# project: a mixture does not link.
if(NOT TARGET heed_study)
  add_library(heed_study STATIC EXCLUDE_FROM_ALL ${CMAKE_CURRENT_LIST_DIR}/emit_file.cpp)
  add_library(heed::study ALIAS heed_study)
  target_link_libraries(heed_study PUBLIC heed::heed PRIVATE $<TARGET_NAME_IF_EXISTS:heed_warnings>)
  target_compile_definitions(heed_study PUBLIC HEED_COMPILED_STUDY=1)
  target_compile_options(heed_study PRIVATE $<$<CONFIG:Release>:-O1>)  # text, which nobody waits for
endif()

set_property(GLOBAL PROPERTY heed_study_folder ${CMAKE_CURRENT_LIST_DIR})

# Ninja makes one page at a time: pages have times that were measured.
get_property(heed_job_pools GLOBAL PROPERTY JOB_POOLS)
if(NOT heed_job_pools MATCHES "heed_study=")
  set_property(GLOBAL APPEND PROPERTY JOB_POOLS heed_study=1)
endif()
unset(heed_job_pools)

# An argument for each element of a list that is known when the build is generated.
function(heed_study_arguments result flag list)
  set(${result} "$<$<BOOL:${list}>:${flag}$<JOIN:${list},;${flag}>>" PARENT_SCOPE)
endfunction()

function(heed_study)
  cmake_parse_arguments(PARSE_ARGV 0 arg "ALL" "TARGET;SOURCE;COMPILER;BESIDE" "TITLE;KERNELS;OPTIONS;LIBRARIES")
  if(NOT arg_TARGET)
    list(POP_FRONT arg_UNPARSED_ARGUMENTS arg_TARGET)
  endif()
  if(NOT arg_TARGET OR NOT arg_SOURCE OR NOT arg_KERNELS)
    message(FATAL_ERROR "heed_study needs a target, SOURCE and KERNELS")
  endif()
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "heed_study does not know ${arg_UNPARSED_ARGUMENTS}")
  endif()
  get_property(tool GLOBAL PROPERTY heed_study_folder)
  set(page ${CMAKE_CURRENT_BINARY_DIR}/${arg_TARGET}.html)
  set(all)
  if(arg_ALL)
    set(all ALL)
  endif()

  find_package(Python3 3.9 COMPONENTS Interpreter QUIET)
  if(NOT Python3_Interpreter_FOUND)
    message(STATUS "heed: the page of ${arg_TARGET} stays empty, there is no Python 3.9 (Debian package: python3)")
    set(words "This page was made without Python 3.9 (Debian package: python3), which makes its contents.")
    file(CONFIGURE OUTPUT ${arg_TARGET}.study/empty.html @ONLY
         CONTENT "<!DOCTYPE html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>heed</title><p>@words@</p></html>\n")
    add_custom_target(${arg_TARGET} ${all} VERBATIM
                      COMMAND ${CMAKE_COMMAND} -E copy ${arg_TARGET}.study/empty.html ${page})
    return()
  endif()

  cmake_path(ABSOLUTE_PATH arg_SOURCE BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} NORMALIZE)
  if(NOT arg_COMPILER)
    set(arg_COMPILER ${CMAKE_CXX_COMPILER})
  endif()
  if(NOT arg_OPTIONS)
    separate_arguments(arg_OPTIONS NATIVE_COMMAND "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_RELEASE}")
  endif()
  list(TRANSFORM arg_OPTIONS PREPEND --option=)
  list(TRANSFORM arg_KERNELS PREPEND --kernel=)
  set(title)
  if(arg_TITLE)
    list(JOIN arg_TITLE " " title)
    set(title --title=${title})
  endif()

  set(beside)
  if(arg_BESIDE)
    set(beside --beside=${arg_BESIDE})
  endif()

  # What using the libraries takes, by way of a target that links them all.
  set(uses ${arg_TARGET}_uses)
  add_library(${uses} INTERFACE)
  target_link_libraries(${uses} INTERFACE heed::heed ${arg_LIBRARIES})
  heed_study_arguments(includes --include= $<TARGET_PROPERTY:${uses},INTERFACE_INCLUDE_DIRECTORIES>)
  heed_study_arguments(definitions --option=-D $<TARGET_PROPERTY:${uses},INTERFACE_COMPILE_DEFINITIONS>)
  heed_study_arguments(options --option= $<TARGET_PROPERTY:${uses},INTERFACE_COMPILE_OPTIONS>)
  set(links)
  foreach(library IN LISTS arg_LIBRARIES)
    get_target_property(type ${library} TYPE)
    if(type MATCHES "STATIC|SHARED|UNKNOWN")
      list(APPEND links --link=$<TARGET_LINKER_FILE:${library}> --link=-Wl,-rpath,$<TARGET_FILE_DIR:${library}>)
    endif()
  endforeach()

  file(GLOB tool_files CONFIGURE_DEPENDS ${tool}/*.py ${tool}/*.hpp ${tool}/heed_page/*.hpp ${tool}/page/*)
  add_custom_command(
    OUTPUT ${page}
    COMMAND ${Python3_EXECUTABLE} -B ${tool}/heed_study.py --source=${arg_SOURCE} ${arg_KERNELS} ${title}
            --compiler=${arg_COMPILER} ${beside} ${arg_OPTIONS} "${includes}" "${definitions}" "${options}" ${links}
            --work=${CMAKE_CURRENT_BINARY_DIR}/${arg_TARGET}.study --depfile=${page}.d --out=${page}
    DEPENDS ${arg_SOURCE} ${tool_files} ${arg_LIBRARIES}
    DEPFILE ${page}.d
    JOB_POOL heed_study
    COMMENT "Studying ${arg_TARGET}"
    COMMAND_EXPAND_LISTS VERBATIM)
  add_custom_target(${arg_TARGET} ${all} DEPENDS ${page})
endfunction()

cmake_policy(POP)
