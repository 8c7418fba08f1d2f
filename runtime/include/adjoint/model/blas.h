// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BLAS and LAPACK, by the names of Fortran (ddot_) and of C (cblas_ddot), whoever declares them. Only the tool includes this header,
// before a source that speaks of them. What is in `by_column` and `on_vectors` takes matrices by columns, what is in `with_strides`
// any.
//
// Source: C. Lawson, R. Hanson, D. Kincaid, F. Krogh, Basic linear algebra subprograms for Fortran usage, 1979; J. Dongarra,
// J. Du Croz, S. Hammarling, R. Hanson, An extended set, 1988; J. Dongarra, J. Du Croz, I. Duff, S. Hammarling, A set of level 3
// basic linear algebra subprograms, 1990.

#ifndef ADJOINT_MODEL_BLAS_H
#define ADJOINT_MODEL_BLAS_H

#pragma GCC system_header
#if defined(__cplusplus) && __cplusplus >= 201703L

#include "adjoint/model/blas/lapack.h"
#include "adjoint/model/blas/level1.h"
#include "adjoint/model/blas/level2.h"
#include "adjoint/model/blas/level3.h"

#endif

#endif
