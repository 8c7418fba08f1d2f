// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: eigen
// RUN: python3 %S/../Support/check-refusals.py %s %t
//
// What the model of Eigen leaves out is refused where it is used, and not somewhere in Eigen's headers.
// flags: -- -I/usr/include/eigen3
#include <Eigen/Dense>

//--- a class
#pragma adjoint reverse
double f(const Eigen::MatrixXd &a) {
  Eigen::Transpositions<Eigen::Dynamic> t(3); // error: this use of...
  return (t * a).sum();
}

//--- a member function
#pragma adjoint reverse
double f(const Eigen::MatrixXd &a) {
  return a.eigenvalues()(0).real(); // error: 'Eigen::MatrixBase<Eigen::Matrix<double, -1, -1>>::eigenvalues' with...
}

//--- a column by indices of what is stored by rows, whose sum Eigen has wrong
#pragma adjoint reverse
double f(const Eigen::Matrix<double, 3, 3, Eigen::RowMajor> &a) {
  const Eigen::Vector2i rows(2, 0);
  return a(rows, 1).sum(); // error: 'Eigen::DenseBase<Eigen::Matrix<double, 3, 3, 1>>::operator()'...
}

//--- indices from the caller
#pragma adjoint reverse // error: 's' of class 'Eigen::ArithmeticSequence<>' cannot be handed to an adjoint...
double f(const Eigen::VectorXd &a, const Eigen::ArithmeticSequence<Eigen::Index, Eigen::Index> &s) {
  return a(s).sum();
}

//--- columns from the last
#pragma adjoint reverse
double f(const Eigen::MatrixXd &a) {
  auto columns = a.colwise();
  return (*columns.rbegin()).sum(); // error: 'Eigen::internal::subvector_stl_reverse_iterator<const Eigen::Matrix<double, -1, -1>, Eigen::Vertical>::operator*' with...
}

//--- a view where an object of another class is made
#include <memory>
struct Holder {
  explicit Holder(const Eigen::Ref<const Eigen::VectorXd> &values) : sum(values.sum()) {}
  double sum;
};
#pragma adjoint reverse
double f(const Eigen::VectorXd &a) {
  return std::make_shared<Holder>(a * 2.0)->sum; // error: 'std::make_shared' with arguments of these types cannot be...
}

//--- what a model does not know of an element that is a number to it
#include <vector>
#pragma adjoint reverse
double f(double x) {
  std::vector<bool> b(2, true);
  b[0].flip(); // error: 'std::_Bit_reference::flip' with these...
  return b[0] ? x : x * x;
}

//--- a solution with long double
#pragma adjoint reverse
double f(const double *x, int) {
  Eigen::Matrix<long double, 2, 2> a = Eigen::Map<const Eigen::Matrix2d>(x).cast<long double>();
  const Eigen::Matrix<long double, 2, 1> b = a.col(0), c = a.partialPivLu().solve(b); // error: what the library computes here, a decomposition, an inverse or a determinant of a matrix whose numbers are neither double nor float, cannot be differentiated; convert the matrix by 'cast<double>()'...
  return static_cast<double>(c(0));
}

//--- an inverse with complex numbers
#pragma adjoint reverse
double f(const double *x, int) {
  Eigen::Matrix2cd a;
  a << x[0], 1.0, 2.0, x[1];
  return a.inverse()(0, 1).real(); // error: what the library computes here, a decomposition, an inverse or a determinant of a matrix whose numbers are neither double nor float, cannot be differentiated; convert...
}
