# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# AdjointConfig.h: what the tool has to know about its build. Driver and tools see it.
#
# The tool finds the runtime relative to its own executable, and therefore the build tree is laid out
# like an installation: bin/adjoint-gen, include/adjoint/*.h, lib/libadjoint-runtime.so.

set(_generated "${PROJECT_BINARY_DIR}/generated")
configure_file("${PROJECT_SOURCE_DIR}/cmake/AdjointConfig.h.in" "${_generated}/AdjointConfig.h" @ONLY)

add_library(AdjointConfig INTERFACE)
target_include_directories(AdjointConfig INTERFACE "${_generated}")
