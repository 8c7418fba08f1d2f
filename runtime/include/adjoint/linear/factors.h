// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The factors of a matrix, as elementals.h hands them on: packed in words.

#ifndef ADJOINT_LINEAR_FACTORS_H
#define ADJOINT_LINEAR_FACTORS_H

#include "adjoint/linear/matrices.h"

#include <algorithm>
#include <stdexcept>

namespace adjoint::linear {

namespace detail {

/// What the words hold: whether there is such a decomposition, the packed factors, the order of rows or columns, and in the
/// decompositions that have them the coefficients of the reflections or of D.
struct Factor {
  /// Two numbers of a row or column stand in a word.
  static long orderWords(long m, long n) { return ((m > n ? m : n) + 1) / 2; }

  unsigned long &hasSucceeded;
  Values packed;
  Eigen::Map<Eigen::VectorXi> order;
  Eigen::Map<Vector> coefficients;

  Factor(unsigned long *words, long m, long n)
      : hasSucceeded(words[0]), packed(reinterpret_cast<double *>(words + 1), m, n),
        order(reinterpret_cast<int *>(words + 1 + m * n), m > n ? m : n),
        coefficients(reinterpret_cast<double *>(words + 1 + m * n + orderWords(m, n)), n) {
    if (m < n)
      throw std::domain_error("adjoint::linear: a decomposition of a matrix with fewer rows than columns");
  }
};

} // namespace detail

inline long factor_words(Decomposition how, long m, long n) {
  const bool hasCoefficients = how != Decomposition::cholesky && how != Decomposition::lu;
  return 1 + m * n + detail::Factor::orderWords(m, n) + (hasCoefficients ? n : 0);
}
inline bool has_succeeded(const unsigned long *words, long, long) { return words[0] != 0; }
inline long permuted_row(const unsigned long *factor, long n, long i) {
  const auto order = detail::Factor(const_cast<unsigned long *>(factor), n, n).order;
  return std::find(order.data(), order.data() + n, static_cast<int>(i)) - order.data();
}
inline long permuted_column(const unsigned long *words, long m, long n, long j) {
  const detail::Factor factor(const_cast<unsigned long *>(words), m, n);
  if ((factor.packed.diagonal().array() == 0.0).any())
    throw std::domain_error("adjoint::linear: the matrix has not full rank, so that its factors have no derivative");
  return factor.order(j);
}

} // namespace adjoint::linear

#endif
