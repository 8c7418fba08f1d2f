// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Definitions for elementals.h: eigenvalues and eigenvectors of symmetric matrices.

#ifndef ADJOINT_LINEAR_EIGENVALUES_H
#define ADJOINT_LINEAR_EIGENVALUES_H

#include "adjoint/linear/matrices.h"

#include <Eigen/Eigenvalues>

#include <stdexcept>

namespace adjoint::linear {

inline void eigen(double *values, double *vectors, const double *a, long n) {
  using namespace detail;
  if (n == 0)
    return;
  const Eigen::SelfAdjointEigenSolver<Matrix> solver{Matrix(ConstValues(a, n, n))};
  Values(values, n, 1) = solver.eigenvalues();
  Values(vectors, n, n) = solver.eigenvectors();
}
inline void eigen_fwd(double *values, double *vectors, const double *a, long n, Nothing &) { eigen(values, vectors, a, n); }
inline void eigen_rev(double *values, double *values_b, double *vectors, double *vectors_b, const double *, double *a_b, long n,
                      Nothing &) {
  using namespace detail;
  const ConstValues v(vectors, n, n);
  Values seed(vectors_b, n, n);
  Matrix g = Matrix::Zero(n, n);
  if (!seed.isZero(0.0)) {
    g = v.transpose() * seed;
    for (long q = 0; q < n; ++q)
      for (long p = 0; p < n; ++p) {
        if (p != q && values[p] == values[q])
          throw std::domain_error("adjoint::linear: two eigenvalues are equal, so that the eigenvectors have no derivative");
        g(p, q) = p == q ? 0.0 : g(p, q) / (values[q] - values[p]);
      }
  }
  g.diagonal() += Values(values_b, n, 1);
  addSymmetric(Values(a_b, n, n), v * g * v.transpose());
  seed.setZero();
  Values(values_b, n, 1).setZero();
}

} // namespace adjoint::linear

#endif
