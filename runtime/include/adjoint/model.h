// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All models of the C++ library. Only the tool includes this header, before the user's source; see
// adjoint/model/core.h and docs/models.md.

#ifndef ADJOINT_MODEL_H
#define ADJOINT_MODEL_H

#pragma GCC system_header // for the models too: users get no warnings from them
#if defined(__cplusplus) && __cplusplus >= 201703L // in other languages the tool refuses its pragmas

#include "adjoint/model/algorithm.h"
#include "adjoint/model/any.h"
#include "adjoint/model/array.h"
#include "adjoint/model/complex.h"
#include "adjoint/model/core.h"
#include "adjoint/model/deque.h"
#include "adjoint/model/erase.h"
#include "adjoint/model/execution.h"
#include "adjoint/model/functional.h"
#include "adjoint/model/heap.h"
#include "adjoint/model/iterator.h"
#include "adjoint/model/list.h"
#include "adjoint/model/memory.h"
#include "adjoint/model/numeric.h"
#include "adjoint/model/ranges.h"
#include "adjoint/model/shuffles.h"
#include "adjoint/model/simd.h"
#include "adjoint/model/span.h"
#include "adjoint/model/sorted.h"
#include "adjoint/model/table.h"
#include "adjoint/model/threads.h"
#include "adjoint/model/utility.h"
#include "adjoint/model/valarray.h"
#include "adjoint/model/variant.h"
#include "adjoint/model/vector.h"
#include "adjoint/model/vectors.h"
#include "adjoint/model/views.h"
#include "adjoint/model/text.h"

#if __has_include(<Vc/Vc>)
#include "adjoint/model/vc.h"
#endif
#if __has_include(<xsimd/xsimd.hpp>)
#include "adjoint/model/xsimd.h"
#endif
#if __has_include(<Eigen/Core>)
#include "adjoint/model/eigen.h"
#endif

#endif

#endif
