// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The elementals of linear algebra (linear/elementals.h), defined by means of Eigen. Generated code includes the headers of those
// that it calls alone: decompositions take compilers long.

#ifndef ADJOINT_LINEAR_H
#define ADJOINT_LINEAR_H

#include "adjoint/linear/cholesky.h"
#include "adjoint/linear/determinant.h"
#include "adjoint/linear/eigenvalues.h"
#include "adjoint/linear/floats.h"
#include "adjoint/linear/inverse.h"
#include "adjoint/linear/ldlt.h"
#include "adjoint/linear/lu.h"
#include "adjoint/linear/multiply.h"
#include "adjoint/linear/singular-values.h"
#include "adjoint/linear/solve.h"
#include "adjoint/linear/square-root.h"
#include "adjoint/linear/svd.h"

#endif
