// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What solutions and factorisations of 300 equations cost in each sweep. Each line: the function, the milliseconds of the forward
// sweep, which is the function alone, and the reverse sweep in units of that, which is what the gradient takes beyond it.

#include "Measure.h"

using Eigen::MatrixXd;
using Eigen::VectorXd;
using Sparse = Eigen::SparseMatrix<double>;

#pragma adjoint reverse
double solveLLT(const MatrixXd &a, const VectorXd &b) {
  const VectorXd x = a.llt().solve(b);
  return x.sum();
}

#pragma adjoint reverse
double solveLDLT(const MatrixXd &a, const VectorXd &b) {
  const VectorXd x = a.ldlt().solve(b);
  return x.sum();
}

#pragma adjoint reverse
double solvePartialPivLu(const MatrixXd &a, const VectorXd &b) {
  const VectorXd x = a.partialPivLu().solve(b);
  return x.sum();
}

#pragma adjoint reverse
double solveHouseholderQr(const MatrixXd &a, const VectorXd &b) {
  const VectorXd x = a.householderQr().solve(b);
  return x.sum();
}

/// As many right-hand sides as unknowns.
#pragma adjoint reverse
double solveMany(const MatrixXd &a, const MatrixXd &b) {
  const MatrixXd x = a.partialPivLu().solve(b);
  return x.sum();
}

#pragma adjoint reverse
double inverse(const MatrixXd &a) {
  const MatrixXd x = a.inverse();
  return x.sum();
}

#pragma adjoint reverse
double determinant(const MatrixXd &a) {
  return a.determinant();
}

#pragma adjoint reverse
double matrixL(const MatrixXd &a) {
  const MatrixXd l = a.llt().matrixL();
  return l.sum();
}

#pragma adjoint reverse
double product(const MatrixXd &a, const MatrixXd &b) {
  const MatrixXd c = a * b;
  return c.sum();
}

#pragma adjoint reverse
double sparseLLT(const Sparse &a, const VectorXd &b) {
  const Eigen::SimplicialLLT<Sparse> llt(a);
  const VectorXd x = llt.solve(b);
  return x.sum();
}

/// Of a square grid, so that factors fill in.
Sparse someGrid(int side) {
  std::vector<Eigen::Triplet<double>> entries;
  for (int i = 0; i < side * side; ++i) {
    entries.emplace_back(i, i, 4.5);
    for (int j : {i + 1, i + side})
      if (j < side * side && (j != i + 1 || j % side != 0)) {
        entries.emplace_back(i, j, -1.0);
        entries.emplace_back(j, i, -1.0);
      }
  }
  Sparse made(side * side, side * side);
  made.setFromTriplets(entries.begin(), entries.end());
  return made;
}

int main(int count, char **names) {
  using namespace bench;
  chosen().assign(names + 1, names + count);
  const int n = 300;
  const MatrixXd definite = someDefinite(n), general = 0.03 * someMatrix(n, n) + MatrixXd::Identity(n, n), other = someMatrix(n, n, 1);
  const VectorXd right = someVector(n);
  measure("solveLLT", n, solveLLT, solveLLT_b, NotByHand(), definite, right);
  measure("solveLDLT", n, solveLDLT, solveLDLT_b, NotByHand(), definite, right);
  measure("solvePartialPivLu", n, solvePartialPivLu, solvePartialPivLu_b, NotByHand(), general, right);
  measure("solveHouseholderQr", n, solveHouseholderQr, solveHouseholderQr_b, NotByHand(), general, right);
  measure("solveMany", n, solveMany, solveMany_b, NotByHand(), general, other);
  measure("inverse", n, inverse, inverse_b, NotByHand(), general);
  measure("determinant", n, determinant, determinant_b, NotByHand(), general);
  measure("matrixL", n, matrixL, matrixL_b, NotByHand(), definite);
  measure("product", n, product, product_b, NotByHand(), general, other);
  measure("sparseLLT", 17 * 17, sparseLLT, sparseLLT_b, NotByHand(), someGrid(17), someVector(17 * 17));
}
