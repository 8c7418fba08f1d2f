# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What projects call that use adjoints.

# The clang++ whose plugins Adjoint::plugin is one of.
set_property(GLOBAL PROPERTY ADJOINT_CLANG_VERSION "${ADJOINT_CLANG_VERSION}")
# What modules for Python have beside them.
set_property(GLOBAL PROPERTY ADJOINT_PYTHON_PACKAGE "${ADJOINT_PYTHON_PACKAGE}")

# adjoint_generate(TARGET target SOURCES source... [OPTIONS option...] [FLAGS flag...])
#
# Has adjoint-gen read these sources of the target when it is built, and compiles what it writes in their place, with
# any compiler. A source that is not yet one of the target's becomes one. The tool sees the target's include
# directories, definitions, standard and precompiled headers, and the FLAGS; OPTIONS are its own. What it writes is written again when the
# source, what it includes, or the tool has changed.
function(adjoint_generate)
  cmake_parse_arguments(ARG "" "TARGET" "SOURCES;OPTIONS;FLAGS" ${ARGN})
  if(NOT TARGET "${ARG_TARGET}" OR NOT ARG_SOURCES OR ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "usage: adjoint_generate(TARGET target SOURCES source... [OPTIONS ...] [FLAGS ...])")
  endif()
  set(_includes "$<TARGET_PROPERTY:${ARG_TARGET},INCLUDE_DIRECTORIES>")
  set(_definitions "$<TARGET_PROPERTY:${ARG_TARGET},COMPILE_DEFINITIONS>")
  set(_standard "$<TARGET_PROPERTY:${ARG_TARGET},CXX_STANDARD>")
  set(_features "$<TARGET_PROPERTY:${ARG_TARGET},COMPILE_FEATURES>")
  # What target_precompile_headers has every source begin with; the compiler gets it with what is written, too.
  get_property(_isMulti GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
  set(_first "$<TARGET_PROPERTY:${ARG_TARGET},BINARY_DIR>/CMakeFiles/${ARG_TARGET}.dir/$<${_isMulti}:$<CONFIG>/>cmake_pch.hxx")
  set(_precompiled "$<BOOL:$<TARGET_PROPERTY:${ARG_TARGET},PRECOMPILE_HEADERS>>")
  set(_feature "$<IF:$<IN_LIST:cxx_std_23,${_features}>,23,$<IF:$<IN_LIST:cxx_std_20,${_features}>,20,17>>")
  foreach(_source IN LISTS ARG_SOURCES)
    cmake_path(ABSOLUTE_PATH _source OUTPUT_VARIABLE _path)
    cmake_path(GET _path PARENT_PATH _folder)
    cmake_path(RELATIVE_PATH _path BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" OUTPUT_VARIABLE _name)
    string(REPLACE "../" "up/" _name "${_name}")
    set(_output "${CMAKE_CURRENT_BINARY_DIR}/${ARG_TARGET}.adjoints/${_name}")
    cmake_path(GET _output PARENT_PATH _outputFolder)
    file(MAKE_DIRECTORY "${_outputFolder}")
    add_custom_command(OUTPUT "${_output}"
      COMMAND Adjoint::adjoint-gen "${_path}" -o "${_output}" --depfile=${_output}.d ${ARG_OPTIONS} --
        "-std=c++$<IF:$<BOOL:${_standard}>,${_standard},${_feature}>"
        "$<$<BOOL:${_includes}>:-I$<JOIN:${_includes},;-I>>"
        "$<$<BOOL:${_definitions}>:-D$<JOIN:${_definitions},;-D>>"
        "$<${_precompiled}:-include;${_first}>"
        ${ARG_FLAGS}
      DEPENDS "${_path}" Adjoint::adjoint-gen
      DEPFILE "${_output}.d"
      COMMENT "Differentiating ${_name}"
      COMMAND_EXPAND_LISTS VERBATIM)
    # What the source includes by names relative to itself is not beside the output.
    set_source_files_properties("${_output}" PROPERTIES INCLUDE_DIRECTORIES "${_folder}"
      COMPILE_OPTIONS "$<$<CXX_COMPILER_ID:GNU>:-fopenmp-simd>") # sums in any order
    set_source_files_properties("${_path}" PROPERTIES HEADER_FILE_ONLY ON)
    target_sources(${ARG_TARGET} PRIVATE "${_path}" "${_output}")
  endforeach()
  target_link_libraries(${ARG_TARGET} PRIVATE Adjoint::runtime)
endfunction()

# adjoint_plugin(TARGET target [OPTIONS option...])
#
# Compiles the target with the plugin: annotated functions of all its sources get their adjoints on the way. For the
# clang++ that the plugin is built for. OPTIONS are the plugin's, as in OPTIONS dump-dir=adjoints.
function(adjoint_plugin)
  cmake_parse_arguments(ARG "" "TARGET" "OPTIONS" ${ARGN})
  if(NOT TARGET "${ARG_TARGET}" OR ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "usage: adjoint_plugin(TARGET target [OPTIONS option...])")
  endif()
  get_property(_version GLOBAL PROPERTY ADJOINT_CLANG_VERSION)
  string(REGEX MATCH "^[0-9]+" _compiler "${CMAKE_CXX_COMPILER_VERSION}")
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang" OR NOT _compiler EQUAL _version)
    message(FATAL_ERROR "The plugin is one of clang++-${_version}, and the compiler is ${CMAKE_CXX_COMPILER_ID} "
      "${CMAKE_CXX_COMPILER_VERSION}: configure with -DCMAKE_CXX_COMPILER=clang++-${_version}, or use adjoint_generate.")
  endif()
  list(TRANSFORM ARG_OPTIONS PREPEND "-fplugin-arg-adjoint-")
  set(_flags "-fplugin=$<TARGET_FILE:Adjoint::plugin>" ${ARG_OPTIONS})
  target_compile_options(${ARG_TARGET} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:${_flags}>")
  target_link_libraries(${ARG_TARGET} PRIVATE Adjoint::runtime)
  add_dependencies(${ARG_TARGET} Adjoint::plugin)
endfunction()

# adjoint_python_module(name SOURCES source... [OPTIONS option...] [FLAGS flag...])
#
# A module for Python, of the functions that the sources annotate or OPTIONS name (--function=f), built with pybind11 beside
# the adaptors for other packages, adjoint_gen. Sources without either are left to target_sources.
function(adjoint_python_module name)
  cmake_parse_arguments(ARG "" "" "SOURCES;OPTIONS;FLAGS" ${ARGN})
  if(NOT ARG_SOURCES OR ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "usage: adjoint_python_module(name SOURCES source... [OPTIONS ...] [FLAGS ...])")
  endif()
  find_package(Python REQUIRED COMPONENTS Interpreter Development.Module)
  find_package(pybind11 CONFIG REQUIRED)
  list(GET ARG_SOURCES 0 _first)
  pybind11_add_module(${name} MODULE NO_EXTRAS "${_first}")
  target_compile_features(${name} PRIVATE cxx_std_17)
  adjoint_generate(TARGET ${name} SOURCES ${ARG_SOURCES} OPTIONS --python=${name} ${ARG_OPTIONS} FLAGS ${ARG_FLAGS})
  get_property(_adaptors GLOBAL PROPERTY ADJOINT_PYTHON_PACKAGE)
  file(COPY "${_adaptors}" DESTINATION "${CMAKE_CURRENT_BINARY_DIR}" PATTERN __pycache__ EXCLUDE)
endfunction()
