// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: eigen
// RUN: python3 %S/../Support/check-refusals.py %s %t
//
// What the model of Eigen's sparse matrices leaves out is refused where it is used.
// flags: -- -I/usr/include/eigen3
#include <Eigen/Sparse>

using Sparse = Eigen::SparseMatrix<double>;

//--- a part
#pragma adjoint reverse
double f(const Sparse &a) {
  return a.col(0).sum(); // error: 'Eigen::SparseMatrixBase<Eigen::SparseMatrix<double>>::col' with these arguments...
}

//--- another type of indices
#pragma adjoint reverse
double f(double s) {
  Eigen::SparseMatrix<double, 0, long> a(4, 4); // error: this use of Eigen::SparseMatrix<double, 0, long> cannot be differentiated...
  a.insert(0, 0) = s;
  return a.sum();
}

//--- another factorisation
#pragma adjoint reverse
double f(const Sparse &a, const Eigen::VectorXd &b) {
  const Eigen::SparseQR<Sparse, Eigen::COLAMDOrdering<int>> qr(a); // error: this use of const Eigen::SparseQR<Eigen::SparseMatrix<double>...
  const Eigen::VectorXd x = qr.solve(b);
  return x.sum();
}

//--- a solution in single precision
#pragma adjoint reverse
double f(const Eigen::SparseMatrix<float> &a, const Eigen::VectorXf &b) {
  Eigen::SimplicialLLT<Eigen::SparseMatrix<float>> llt;
  llt.compute(a); // error: 'Eigen::SimplicialLLT<Eigen::SparseMatrix<float>>::compute' with these arguments cannot be...
  return llt.solve(b)(0);
}

//--- what an iteration says of its way
#pragma adjoint reverse
double f(const Sparse &a, const Eigen::VectorXd &b) {
  Eigen::ConjugateGradient<Sparse> solver(a);
  const Eigen::VectorXd x = solver.solve(b);
  return x.sum() * double(solver.iterations()); // error: 'Eigen::IterativeSolverBase<Eigen::ConjugateGradient<Eigen::SparseMatrix<double>>>...
}
