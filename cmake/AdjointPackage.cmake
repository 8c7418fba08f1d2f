# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What find_package(Adjoint) finds in an installation; the same targets and functions for a project that adds this one as
# a subdirectory.
include(CMakePackageConfigHelpers)

add_library(Adjoint::runtime ALIAS adjoint-runtime)
if(TARGET adjoint-sparse)
  add_library(Adjoint::sparse ALIAS adjoint-sparse)
endif()
add_library(Adjoint::plugin ALIAS adjoint-plugin)
add_executable(Adjoint::adjoint-gen ALIAS adjoint-gen)
set(ADJOINT_CLANG_VERSION ${LLVM_VERSION_MAJOR})
set(ADJOINT_PYTHON_PACKAGE "${PROJECT_SOURCE_DIR}/runtime/python/adjoint_gen")
include("${PROJECT_SOURCE_DIR}/cmake/package/AdjointFunctions.cmake")

set(_package lib/cmake/Adjoint)
set(_generated "${PROJECT_BINARY_DIR}/generated")
configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/package/AdjointConfig.cmake.in"
  "${_generated}/AdjointConfig.cmake" INSTALL_DESTINATION ${_package})
write_basic_package_version_file("${_generated}/AdjointConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(EXPORT AdjointTargets NAMESPACE Adjoint:: DESTINATION ${_package})
install(FILES "${_generated}/AdjointConfig.cmake" "${_generated}/AdjointConfigVersion.cmake"
  "${PROJECT_SOURCE_DIR}/cmake/package/AdjointFunctions.cmake" DESTINATION ${_package})
install(DIRECTORY "${PROJECT_SOURCE_DIR}/runtime/python/adjoint_gen" DESTINATION share/adjoint/python
  PATTERN __pycache__ EXCLUDE)
install(FILES "${PROJECT_SOURCE_DIR}/docs/adjoint-gen.1" DESTINATION share/man/man1)
