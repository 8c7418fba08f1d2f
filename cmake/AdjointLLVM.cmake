# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Finds LLVM and Clang of one release and offers them as two targets:
#
#   AdjointLLVM   LLVM's headers alone (Support, ADT), and its shared library;
#   AdjointClang  Clang's headers and shared library on top of that.
#
# A layer that does not link AdjointClang cannot include a Clang header.

set(ADJOINT_LLVM_VERSION "" CACHE STRING "Major version of LLVM: 22 or 19 (empty: the newer one installed)")

if(ADJOINT_LLVM_VERSION)
  set(_candidates ${ADJOINT_LLVM_VERSION})
else()
  set(_candidates 22 19)
endif()

# LLVM's own version check refuses 22 for 22.1, so the major version is compared here.
foreach(_version IN LISTS _candidates)
  find_package(LLVM CONFIG QUIET HINTS "/usr/lib/llvm-${_version}/lib/cmake/llvm")
  if(LLVM_FOUND AND LLVM_VERSION_MAJOR EQUAL _version)
    break()
  endif()
  set(LLVM_FOUND FALSE)
  unset(LLVM_DIR CACHE)
endforeach()
if(NOT LLVM_FOUND)
  message(FATAL_ERROR "No LLVM of version ${_candidates} found; scripts/install-dependencies installs it.")
endif()
find_package(Clang REQUIRED CONFIG HINTS "${LLVM_INSTALL_PREFIX}/lib/cmake/clang" NO_DEFAULT_PATH)
message(STATUS "LLVM ${LLVM_PACKAGE_VERSION} in ${LLVM_INSTALL_PREFIX}")

# Packages keep Clang's headers beside LLVM's, so LLVM's get a folder of their own.
set(_llvm_only "${PROJECT_BINARY_DIR}/llvm-headers")
file(MAKE_DIRECTORY "${_llvm_only}")
foreach(_part llvm llvm-c)
  foreach(_dir IN LISTS LLVM_INCLUDE_DIRS)
    if(EXISTS "${_dir}/${_part}")
      file(CREATE_LINK "${_dir}/${_part}" "${_llvm_only}/${_part}" SYMBOLIC)
    endif()
  endforeach()
endforeach()

separate_arguments(_llvm_definitions UNIX_COMMAND "${LLVM_DEFINITIONS}")

add_library(AdjointLLVM INTERFACE)
target_include_directories(AdjointLLVM SYSTEM INTERFACE "${_llvm_only}")
target_compile_definitions(AdjointLLVM INTERFACE ${_llvm_definitions})
target_link_libraries(AdjointLLVM INTERFACE LLVM)
if(NOT LLVM_ENABLE_RTTI)
  target_compile_options(AdjointLLVM INTERFACE -fno-rtti)
endif()

add_library(AdjointClang INTERFACE)
target_include_directories(AdjointClang SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS} ${CLANG_INCLUDE_DIRS})
target_link_libraries(AdjointClang INTERFACE AdjointLLVM clang-cpp)

set(ADJOINT_LLVM_TOOLS_DIR "${LLVM_TOOLS_BINARY_DIR}")
set(ADJOINT_CLANG_RESOURCE_DIR "${LLVM_LIBRARY_DIR}/clang/${LLVM_VERSION_MAJOR}")
