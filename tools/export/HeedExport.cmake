# SPDX-License-Identifier: BSL-1.0
# heed_export: a shared object of kernels with a C interface, its C header, pkg-config file, and a Python module.
#
#   heed_export(attention HEADER attend.hpp SOURCES attend.cpp KERNELS "attend(Q, K, V)" ...
#               [INSTRUCTION_SETS x86-64-v2 x86-64-v3 x86-64-v4] [PARALLEL] [OPTIONS ...] [LIBRARIES targets ...] [INSTALL])
#
# adds a target `attention`, a shared library, with `attention.h` and `attention.py` beside it in the current binary
# folder. heed_export(TARGET attention ...) is the same.
#
# HEADER            declares the kernels: inline constexpr heed::kernel<...> attend;
# SOURCES           compile them: template struct heed::compiled<attend>;
# KERNELS           what to export, with the names of the parameters in C and Python; without names they are a, b, c. The
#                   build fails if a name is a word of these languages, or that of something else in the same texts
# INSTRUCTION_SETS  levels of x86-64, each with kernels of its own: the library picks one when it is loaded. Needs GNU
#                   ld and objcopy. Without, kernels are compiled as the rest of the project
# PARALLEL          kernels run on several threads: of OpenMP, where there is one, else of the system
# OPTIONS           of the compiler, for the kernels; else -O3 -DNDEBUG where the project is not optimised
# LIBRARIES         targets whose folders of headers, definitions and options the sources need
# INSTALL           installs all of it: library and module to LIBDIR, header to INCLUDEDIR, attention.pc
cmake_policy(PUSH)
cmake_policy(VERSION 3.24)

set_property(GLOBAL PROPERTY heed_export_folder ${CMAKE_CURRENT_LIST_DIR})

# Objects of the kernels, compiled as `options` say; `level` ends the names of their functions.
function(heed_export_objects name level options)
  add_library(${name} OBJECT ${arg_SOURCES} ${work}/entries.cpp)
  target_link_libraries(${name} PRIVATE heed::heed ${arg_LIBRARIES})
  target_include_directories(${name} PRIVATE ${tool})
  target_compile_definitions(${name} PRIVATE HEED_EXPORT_LEVEL=${level})
  # Variables that are one for a whole process, in g++, could not be local to the kernels of an instruction set.
  target_compile_options(${name} PRIVATE ${arg_OPTIONS} ${options} -fno-lto $<$<CXX_COMPILER_ID:GNU>:-fno-gnu-unique>)
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden
                                           VISIBILITY_INLINES_HIDDEN ON INTERPROCEDURAL_OPTIMIZATION OFF)
  if(arg_PARALLEL)
    target_link_libraries(${name} PRIVATE heed::parallel)
    target_compile_definitions(${name} PRIVATE HEED_EXPORT_PARALLEL)
  endif()
endfunction()

# One object of the kernels for one instruction set. Functions that the linker would merge with those of another one, such
# as templates of the standard library, are its own: they are local. What initialises its variables is called only if the
# processor runs it: the loader, which calls what is in .init_array, does not ask. A linker may know that section by its
# name or by its type: the renamed one has other flags, and so the type of data.
function(heed_export_level result level)
  set(objects ${arg_TARGET}_v${level})
  heed_export_objects(${objects} _v${level} -march=x86-64-v${level})
  set(merged ${work}/v${level}.o)
  set(script ${work}/v${level}.ld)
  file(CONFIGURE OUTPUT ${script} @ONLY CONTENT [[
SECTIONS {
  heed_start : {
    heed_@arg_TARGET@_start_v@level@ = .;
    KEEP(*(SORT_BY_INIT_PRIORITY(.init_array.*)))
    KEEP(*(.init_array))
    heed_@arg_TARGET@_stop_v@level@ = .;
  }
} INSERT BEFORE .data;
]])
  add_custom_command(
    OUTPUT ${merged}
    COMMAND ${HEED_EXPORT_LD} -r --force-group-allocation -T ${script} -o ${merged}.all $<TARGET_OBJECTS:${objects}>
    COMMAND ${HEED_EXPORT_OBJCOPY} --wildcard --keep-global-symbol=heed_${arg_TARGET}_*
            --rename-section heed_start=heed_start_${arg_TARGET}_v${level},alloc,load,data,contents ${merged}.all ${merged}
    DEPENDS ${objects} $<TARGET_OBJECTS:${objects}> ${script}
    COMMENT "Kernels of ${arg_TARGET} for x86-64-v${level}"
    COMMAND_EXPAND_LISTS VERBATIM)
  set(${result} ${merged} PARENT_SCOPE)
endfunction()

function(heed_export)
  cmake_parse_arguments(PARSE_ARGV 0 arg "PARALLEL;INSTALL" "TARGET;HEADER"
                        "SOURCES;KERNELS;INSTRUCTION_SETS;OPTIONS;LIBRARIES")
  if(NOT arg_TARGET)
    list(POP_FRONT arg_UNPARSED_ARGUMENTS arg_TARGET)
  endif()
  if(NOT arg_TARGET OR NOT arg_HEADER OR NOT arg_SOURCES OR NOT arg_KERNELS)
    message(FATAL_ERROR "heed_export needs a target, HEADER, SOURCES and KERNELS")
  endif()
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "heed_export does not know ${arg_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT arg_TARGET MATCHES "^[A-Za-z_][A-Za-z0-9_]*$")
    message(FATAL_ERROR "heed_export: ${arg_TARGET} is no name in C and Python")
  endif()
  get_property(tool GLOBAL PROPERTY heed_export_folder)
  set(work ${CMAKE_CURRENT_BINARY_DIR}/${arg_TARGET}.export)
  set(name ${arg_TARGET})
  cmake_path(ABSOLUTE_PATH arg_HEADER BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} NORMALIZE OUTPUT_VARIABLE header)
  if(NOT arg_OPTIONS AND NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CXX_FLAGS MATCHES "-O")
    set(arg_OPTIONS -O3 -DNDEBUG)
  endif()

  set(levels)
  foreach(instruction_set IN LISTS arg_INSTRUCTION_SETS)
    if(NOT instruction_set MATCHES "^x86-64-v([234])$")
      message(FATAL_ERROR "heed_export: INSTRUCTION_SETS are x86-64-v2, x86-64-v3 and x86-64-v4, not ${instruction_set}")
    endif()
    list(APPEND levels ${CMAKE_MATCH_1})
  endforeach()
  list(REMOVE_DUPLICATES levels)
  list(SORT levels)
  if(levels)  # those of GNU, whatever the compiler uses
    find_program(HEED_EXPORT_LD NAMES ld.bfd ld REQUIRED)
    find_program(HEED_EXPORT_OBJCOPY NAMES objcopy REQUIRED)
  endif()

  set(described)
  set(entries)
  set(functions)
  foreach(kernel IN LISTS arg_KERNELS)
    string(REGEX REPLACE "[ \t\r\n]+" " " kernel "${kernel}")
    if(NOT kernel MATCHES "^(([A-Za-z0-9_]+::)*([A-Za-z_][A-Za-z0-9_]*))(\\((.*)\\))?$")
      message(FATAL_ERROR "heed_export: KERNELS are written attend or \"attend(Q, K, V)\", not ${kernel}")
    endif()
    set(object ${CMAKE_MATCH_1})
    set(function ${CMAKE_MATCH_3})
    set(parameters ${CMAKE_MATCH_5})
    string(APPEND functions "${function}; ${function}_size[s]; ")  # a pattern, as not all have one
    list(APPEND described "heed_export::describe_kernel<${object}>(\"${function}\", \"${parameters}\")")
    string(APPEND entries
           "extern \"C\" heed_export::error_code HEED_ENTRY(heed_${name}_${function}, HEED_EXPORT_LEVEL)(\n"
           "    heed_export::task what, const heed_export::array* results, const heed_export::array* arguments,\n"
           "    heed_export::words* said) {\n"
           "    return heed_export::call_in_words<${object}>(what, results, arguments, said, \"${parameters}\");\n}\n")
  endforeach()
  list(JOIN described ", " described)
  list(JOIN levels ", " levels_listed)
  set(levels_of_library ${levels})
  set(levels ${levels_listed})
  configure_file(${tool}/describe.cpp.in ${work}/describe.cpp @ONLY)
  configure_file(${tool}/entries.cpp.in ${work}/entries.cpp @ONLY)

  # Header, module and the source of the C functions follow from the types of the kernels.
  add_executable(${name}_describe ${work}/describe.cpp)
  target_link_libraries(${name}_describe PRIVATE heed::heed ${arg_LIBRARIES})
  target_include_directories(${name}_describe PRIVATE ${tool})
  set_target_properties(${name}_describe PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${work})
  set(texts ${work}/${name}.h ${work}/${name}.py ${work}/${name}_interface.cpp)
  add_custom_command(OUTPUT ${texts} COMMAND ${name}_describe ${work} ${tool}/module_head.py
                     DEPENDS ${name}_describe ${tool}/module_head.py COMMENT "Describing ${name}" VERBATIM)

  set(kernels)
  foreach(level IN LISTS levels_of_library)
    heed_export_level(merged ${level})
    list(APPEND kernels ${merged})
  endforeach()
  if(NOT kernels)
    heed_export_objects(${name}_kernels "" "")
    set(kernels $<TARGET_OBJECTS:${name}_kernels>)
  endif()
  set_source_files_properties(${kernels} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)

  add_library(${name} SHARED ${work}/${name}_interface.cpp ${work}/${name}.h ${work}/${name}.py ${kernels})
  target_compile_features(${name} PRIVATE cxx_std_20)
  if(levels)  # this code chooses the instruction set, so any processor must run it
    target_compile_options(${name} PRIVATE -march=x86-64)
  endif()
  target_include_directories(${name} PRIVATE ${tool} INTERFACE $<BUILD_INTERFACE:${work}>)
  set_target_properties(${name} PROPERTIES LINKER_LANGUAGE CXX POSITION_INDEPENDENT_CODE ON PREFIX lib SUFFIX .so)
  file(CONFIGURE OUTPUT ${work}/exported.map CONTENT "{ global: @name@_*; heed_python_*; heed_start_python; @functions@ local: *; };\n" @ONLY)
  target_link_options(${name} PRIVATE -Wl,--version-script=${work}/exported.map)
  target_link_libraries(${name} PRIVATE ${arg_LIBRARIES})
  # A kernel that no source compiles is missing now, and not when the library is loaded. Sanitizers leave their own
  # functions to the program.
  if(NOT "${CMAKE_CXX_FLAGS} ${arg_OPTIONS}" MATCHES "-fsanitize")
    target_link_options(${name} PRIVATE -Wl,--no-undefined)
  endif()
  if(arg_PARALLEL)
    target_link_libraries(${name} PRIVATE heed::parallel)
  endif()
  add_custom_command(TARGET ${name} POST_BUILD
                     COMMAND ${CMAKE_COMMAND} -E copy ${work}/${name}.py ${work}/${name}.h $<TARGET_FILE_DIR:${name}> VERBATIM)
  if(arg_INSTALL)
    heed_export_install(${name})
  endif()
endfunction()

function(heed_export_install name)
  include(GNUInstallDirs)
  cmake_path(RELATIVE_PATH CMAKE_INSTALL_FULL_LIBDIR BASE_DIRECTORY ${CMAKE_INSTALL_PREFIX} OUTPUT_VARIABLE libdir)
  cmake_path(RELATIVE_PATH CMAKE_INSTALL_FULL_INCLUDEDIR BASE_DIRECTORY ${CMAKE_INSTALL_PREFIX} OUTPUT_VARIABLE includedir)
  cmake_path(RELATIVE_PATH CMAKE_INSTALL_PREFIX BASE_DIRECTORY ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig OUTPUT_VARIABLE prefix)
  set(version 0)
  if(PROJECT_VERSION)
    set(version ${PROJECT_VERSION})
  endif()
  file(CONFIGURE OUTPUT ${work}/${name}.pc @ONLY CONTENT [[
prefix=${pcfiledir}/@prefix@
libdir=${prefix}/@libdir@
includedir=${prefix}/@includedir@

Name: @name@
Description: Kernels of heed behind C functions
Version: @version@
Cflags: -I${includedir}
Libs: -L${libdir} -l@name@
]])
  install(TARGETS ${name} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(FILES ${work}/${name}.py DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(FILES ${work}/${name}.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  install(FILES ${work}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endfunction()

cmake_policy(POP)
