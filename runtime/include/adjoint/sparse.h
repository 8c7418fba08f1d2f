// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sparse Jacobians and Hessians, of functions whose derivatives <adjoint/derivatives.h> knows (docs/derivatives.md):
//
//     #include <adjoint/sparse.h>
//
//     #pragma adjoint hessian
//     double energy(const double *x, int n);
//
//     adjoint::SparseHessian<energy> hessian(x, n);         // finds the places of nonzeros, and colours them
//     std::vector<double> values = hessian(x, n);           // as often as wanted, at any x
//     hessian.pattern().starts(), .columns()                // values are in this order, row by row
//
//     adjoint::SparseJacobian<residuals> jacobian(x, r, n);
//
// Link with -ladjoint-sparse, which colours by ColPack (Debian's libcolpack-dev).
//
//     sparse/pattern.h     places of nonzeros, row by row
//     sparse/colours.h     which columns can be computed together
//     sparse/detection.h   finds the places by sweeps with NaN
//     sparse/matrices.h    SparseJacobian, SparseHessian
#ifndef ADJOINT_SPARSE_H
#define ADJOINT_SPARSE_H

#include <adjoint/sparse/matrices.h>

#endif // ADJOINT_SPARSE_H
