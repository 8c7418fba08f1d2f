// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Implicit functions: the linear system in the derivative of x with r(x, p) = 0. Generated code calls what is here:
//
//     double *system = adjoint::implicit_system<double>(n);       // zeros, on the tape
//     for (int k = 0; k < n; ++k)
//       residual_b(x, adjoint::implicit_row(system, n, k), ..., adjoint::implicit_values(system, n), adjoint::implicit_unit(system, n, k));
//     adjoint::solve_implicit(system, n, x_b);                    // J^T m = -x_b, x_b = 0
//     residual_b_2(x, ..., p_b, adjoint::implicit_values(system, n), adjoint::implicit_multipliers(system, n));
//     adjoint::end_implicit(system, n);
//
// Of an objective f that is least at x, the rows are those of its second derivatives, f_d_b(x, row, unit, ..., 1.0), where f_d is the
// derivative along a direction.
//
// The matrix is dense, n * n numbers, row by row. It is factored in place, by rows with partial pivoting: n^3 / 3 multiplications.
//
// Errors: std::domain_error where a pivot is zero or not finite, for then there is no derivative; std::bad_alloc.
//
// Source: G. H. Golub and C. F. Van Loan, Matrix Computations, 4th ed., section 3.4.
#ifndef ADJOINT_IMPLICIT_H
#define ADJOINT_IMPLICIT_H

#include "adjoint/tape.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <stdexcept>

namespace adjoint {

namespace implicit {

template <class T> T regular(T pivot) {
  if (pivot == T(0) || !std::isfinite(pivot))
    throw std::domain_error("adjoint: an implicit function has no derivative: the residual's Jacobian is singular");
  return pivot;
}

/// The matrix becomes its factors; the right-hand side, of the transposed matrix, the solution.
template <class T> void solve_transposed(T *matrix, std::size_t n, T *x) {
  // Equations of the transposed system are columns of the matrix, and are exchanged; its unknowns are rows.
  for (std::size_t k = 0; k < n; ++k) {
    T *const row = matrix + k * n;
    std::size_t pivot = k;
    for (std::size_t j = k + 1; j < n; ++j)
      if (std::abs(row[j]) > std::abs(row[pivot]))
        pivot = j;
    regular(row[pivot]);
    if (pivot != k) { // equations k and pivot of the transposed system
      for (std::size_t i = 0; i < n; ++i)
        std::swap(matrix[i * n + k], matrix[i * n + pivot]);
      std::swap(x[k], x[pivot]);
    }
    for (std::size_t j = k + 1; j < n; ++j) {
      row[j] /= row[k];
      x[j] -= row[j] * x[k];
    }
    for (std::size_t i = k + 1; i < n; ++i) {
      T *const other = matrix + i * n;
      for (std::size_t j = k + 1; j < n; ++j)
        other[j] -= row[j] * other[k];
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t i = k + 1; i < n; ++i)
      x[k] -= matrix[i * n + k] * x[i];
    x[k] /= matrix[k * n + k];
  }
}

} // namespace implicit

/// Matrix, multipliers and values: zeros.
template <class T, class Count> T *implicit_system(Count count) {
  const std::size_t n = std::size_t(count), size = n * (n + 2);
  T *system = Tape::local().reserve<T>(size);
  std::fill_n(system, size, T(0));
  return system;
}

template <class T, class Count> void end_implicit(T *system, Count count) {
  const std::size_t n = std::size_t(count);
  Tape::local().release(system, n * (n + 2));
}

template <class T, class Count> T *implicit_row(T *system, Count count, Count k) { return system + std::size_t(k) * std::size_t(count); }

template <class T, class Count> T *implicit_multipliers(T *system, Count count) {
  return system + std::size_t(count) * std::size_t(count);
}

template <class T, class Count> T *implicit_values(T *system, Count count) { return implicit_multipliers(system, count) + count; }

/// The multipliers as a unit vector.
template <class T, class Count> T *implicit_unit(T *system, Count count, Count k) {
  T *unit = implicit_multipliers(system, count);
  std::fill_n(unit, std::size_t(count), T(0));
  unit[k] = T(1);
  return unit;
}

/// The values as a unit vector: of an objective, which leaves none.
template <class T, class Count> T *implicit_direction(T *system, Count count, Count k) {
  T *unit = implicit_values(system, count);
  std::fill_n(unit, std::size_t(count), T(0));
  unit[k] = T(1);
  return unit;
}

/// The multipliers as zeros.
template <class T, class Count> T *implicit_change(T *system, Count count) {
  T *change = implicit_multipliers(system, count);
  std::fill_n(change, std::size_t(count), T(0));
  return change;
}

template <class T, class Count> void solve_implicit(T *system, Count count, T *x_b) {
  const std::size_t n = std::size_t(count);
  T *multipliers = implicit_multipliers(system, count);
  for (std::size_t i = 0; i < n; ++i) {
    multipliers[i] = -x_b[i];
    x_b[i] = T(0);
  }
  implicit::solve_transposed(system, n, multipliers);
}

/// The same of rows that are columns of the Jacobian: J x_d = -r_d, with r_d in the multipliers.
template <class T, class Count> void solve_implicit_tangent(T *system, Count count, T *x_d) {
  const std::size_t n = std::size_t(count);
  T *change = implicit_multipliers(system, count);
  for (std::size_t i = 0; i < n; ++i)
    change[i] = -change[i];
  implicit::solve_transposed(system, n, change);
  std::copy_n(change, n, x_d);
}

/// Behind a call that has found unknowns and left them in an object: nothing is to be done but in derivatives.
template <class T> void solved(const T *) {}

/// Of a residual that is a container.
inline void implicit_require_size(std::size_t given, std::size_t wanted) {
  if (given != wanted)
    throw std::length_error("a residual has another size than its unknowns");
}

/// Of one unknown.
template <class T> T implicit_multiplier(T slope, T x_b) { return -x_b / implicit::regular(slope); }

} // namespace adjoint

#endif // ADJOINT_IMPLICIT_H
