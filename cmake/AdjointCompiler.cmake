# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# How every target of this project is compiled.

set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

if(PROJECT_IS_TOP_LEVEL AND NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

# Assertions stay on in every build type: a wrong derivative costs more than a branch.
set(CMAKE_CXX_FLAGS_RELEASE "-O2")

option(ADJOINT_WERROR "Treat warnings as errors" OFF)
add_compile_options(-Wall -Wextra)
if(ADJOINT_WERROR)
  add_compile_options(-Werror)
endif()

# Most of a file's time goes into headers of Clang, so several files are compiled as one. With -DCMAKE_UNITY_BUILD=OFF, each
# file by itself.
if(NOT DEFINED CMAKE_UNITY_BUILD)
  set(CMAKE_UNITY_BUILD ON)
endif()
if(NOT DEFINED CMAKE_UNITY_BUILD_BATCH_SIZE)
  set(CMAKE_UNITY_BUILD_BATCH_SIZE 16)
endif()

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CCACHE_PROGRAM}")
endif()
