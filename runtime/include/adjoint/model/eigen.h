// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Eigen 3.4. Expressions are evaluated where Eigen evaluates them: a product before it is used, all else coefficient by
// coefficient. Sums are evaluated from the left.

#ifndef ADJOINT_MODEL_EIGEN_H
#define ADJOINT_MODEL_EIGEN_H

#include "adjoint/model/eigen/coefficients.h"
#include "adjoint/model/eigen/decompositions.h"
#include "adjoint/model/eigen/dense.h"
#include "adjoint/model/eigen/geometry.h"
#include "adjoint/model/eigen/iterators.h"
#include "adjoint/model/eigen/matrix-base.h"
#include "adjoint/model/eigen/plain.h"
#include "adjoint/model/eigen/products.h"
#include "adjoint/model/eigen/reductions.h"
#include "adjoint/model/eigen/sequences.h"
#include "adjoint/model/eigen/slices.h"
#include "adjoint/model/eigen/sparse-scaled.h"
#include "adjoint/model/eigen/sparse.h"
#include "adjoint/model/eigen/special.h"
#include "adjoint/model/eigen/triangles.h"
#include "adjoint/model/eigen/views.h"

#endif
