// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The factors of a matrix, as elementals.h hands them on: packed in words.

#ifndef ADJOINT_LINEAR_FACTORS_H
#define ADJOINT_LINEAR_FACTORS_H

#include "adjoint/linear/matrices.h"

#include <stdexcept>

namespace adjoint::linear {

namespace detail {

/// What the words hold: the packed factors, coefficients of the reflections or of D, the order of rows or columns, and whether there
/// is such a decomposition.
struct Factor {
  Values packed;
  Eigen::Map<Vector> coefficients;
  Eigen::Map<Eigen::VectorXi> order;
  unsigned long &hasSucceeded;

  Factor(unsigned long *words, long m, long n)
      : packed(reinterpret_cast<double *>(words), m, n), coefficients(packed.data() + m * n, n),
        order(reinterpret_cast<int *>(coefficients.data() + n), m > n ? m : n), hasSucceeded(words[m * n + n + order.size()]) {
    if (m < n)
      throw std::domain_error("adjoint::linear: a decomposition of a matrix with fewer rows than columns");
  }
};

} // namespace detail

inline long factor_words(Decomposition, long m, long n) { return m * n + n + (m > n ? m : n) + 1; }
inline bool has_succeeded(const unsigned long *words, long m, long n) {
  return words[factor_words(Decomposition::lu, m, n) - 1] != 0;
}

} // namespace adjoint::linear

#endif
