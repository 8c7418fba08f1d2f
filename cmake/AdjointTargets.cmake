# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The kinds of target this project is made of.

# Installed as bin/, include/ and lib/ side by side, which the tool relies on (AdjointConfigHeader.cmake).
set(CMAKE_INSTALL_RPATH_USE_LINK_PATH ON)

# adjoint_add_layer(Name DEPS target...)
#
# One layer of the tool: a static library of every .cpp in the folder and below. Headers stand beside
# their sources and are included from lib/ (#include "IR/Type.h"). DEPS are the layers below it.
function(adjoint_add_layer name)
  cmake_parse_arguments(ARG "" "" "DEPS" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*.cpp")
  if(sources)
    add_library(${name} STATIC ${sources})
    set(scope PUBLIC)
  else()
    add_library(${name} INTERFACE)
    set(scope INTERFACE)
  endif()
  target_include_directories(${name} ${scope} "${PROJECT_SOURCE_DIR}/lib")
  target_link_libraries(${name} ${scope} AdjointLLVM ${ARG_DEPS})
endfunction()

# adjoint_add_tool(name DEPS target...)
#
# A command made of every .cpp in the folder; none is made while the folder has no sources.
function(adjoint_add_tool name)
  cmake_parse_arguments(ARG "" "" "DEPS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*.cpp")
  if(NOT sources)
    message(STATUS "${name}: no sources")
    return()
  endif()
  add_executable(${name} ${sources})
  target_link_libraries(${name} PRIVATE ${ARG_DEPS})
  install(TARGETS ${name} EXPORT AdjointTargets RUNTIME DESTINATION bin)
endfunction()

# adjoint_add_plugin(name DEPS target...)
#
# A plugin of clang++, as lib/name.so. It finds LLVM and Clang in the compiler that loads it.
function(adjoint_add_plugin name)
  cmake_parse_arguments(ARG "" "" "DEPS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*.cpp")
  add_library(${name} MODULE ${sources})
  set_target_properties(${name} PROPERTIES PREFIX "" EXPORT_NAME plugin)
  target_link_libraries(${name} PRIVATE ${ARG_DEPS})
  install(TARGETS ${name} EXPORT AdjointTargets LIBRARY DESTINATION lib)
endfunction()

# adjoint_add_unittest(Name SOURCES file... DEPS target...)
#
# A GoogleTest program, registered with ctest test by test.
function(adjoint_add_unittest name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_include_directories(${name} PRIVATE "${PROJECT_SOURCE_DIR}/unittests")
  target_link_libraries(${name} PRIVATE ${ARG_DEPS} GTest::gtest_main)
  gtest_discover_tests(${name} TEST_PREFIX "${name}/" DISCOVERY_TIMEOUT 60)
endfunction()
