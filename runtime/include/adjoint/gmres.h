// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Linear systems of implicit functions whose matrix nobody makes: J^T m = -x_b by GMRES, which asks for products of J^T with
// directions alone. Generated code calls these functions (`solver(gmres)` of `#pragma adjoint implicit` and `argmin`); nobody else
// needs them.
//
//     double *system = adjoint::gmres_system(n, x_b);             // on the tape; x_b = 0
//     bool more = adjoint::gmres_more(system, n);
//     while (more) {
//       residual_b(x, adjoint::gmres_product(system, n), ..., adjoint::gmres_direction(system, n));
//       more = adjoint::gmres_more(system, n);
//     }
//     residual_b_2(x, ..., p_b, adjoint::gmres_solution(system, n));
//     adjoint::end_gmres(system, n);
//
// Tangents: J x_d = -r_d is solved likewise, with products of J.
//
//     double *system = adjoint::gmres_tangent<double>(n);
//     residual_d(x, ..., p_d, adjoint::gmres_change(system, n));
//     bool more = adjoint::gmres_start(system, n);                // and so on
//     adjoint::gmres_finish(system, n, x_d);
//
// Memory: n * (m + 6) numbers, where m, the steps between two restarts, is n or 100, whichever is less. The iteration ends where
// the residual of the linear system is 1e-12 of its right-hand side, or stands still below 4e-10 of it (of double numbers).
//
// Errors: std::domain_error where it does not come that far in 20 n + 1000 products, or the matrix is singular; std::bad_alloc.
//
// Source: Y. Saad and M. H. Schultz, GMRES: a generalized minimal residual algorithm for solving nonsymmetric linear systems, SIAM J. Sci.
// Stat. Comput. 7 (1986), 856-869; Y. Saad, Iterative Methods for Sparse Linear Systems, 2nd ed., algorithms 6.9 and 6.11.
#ifndef ADJOINT_GMRES_H
#define ADJOINT_GMRES_H

#include "adjoint/tape.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <stdexcept>

namespace adjoint {

namespace gmres {

template <class T> T dot(const T *a, const T *b, std::size_t n) { return std::inner_product(a, a + n, b, T(0)); }
template <class T> T norm(const T *a, std::size_t n) { return std::sqrt(dot(a, a, n)); }
template <class T> void add(T *to, T factor, const T *what, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i)
    to[i] += factor * what[i];
}

[[noreturn]] inline void fail() {
  throw std::domain_error("adjoint: an implicit function has no derivative: GMRES does not solve the linear system");
}

/// One block of numbers: how far the iteration is, the vectors, and the small least-squares problem, a column after the other.
template <class T> class System {
public:
  System(T *block, std::size_t n) : n(n), m(steps(n)), at(block) {}

  static std::size_t steps(std::size_t n) { return std::min<std::size_t>(n, 100); }
  static std::size_t size(std::size_t n) {
    const std::size_t m = steps(n);
    return counters + n * (m + 6) + m * (m + 4) + 1;
  }

  T *solution() { return vector(0); }
  T *product() { return vector(1); }
  T *direction() { return vector(2); }
  T *values() { return vector(3); } ///< for what a residual writes

  /// The right-hand side is what stands in the direction, with the other sign.
  void begin() {
    for (std::size_t i = 0; i < n; ++i)
      rightSide()[i] = -direction()[i];
    scale() = norm(rightSide(), n);
    restart(rightSide(), scale());
    isOver() = scale() == T(0) ? T(1) : T(0);
  }

  /// Takes the product that was asked for, if any, and asks for another one: false where none is needed.
  bool next() {
    if (isOver() != T(0))
      return false;
    if (isAsked() != T(0)) {
      asked() += T(1);
      if (isChecking() != T(0))
        check();
      else
        extend();
    }
    isAsked() = T(1);
    return isOver() == T(0);
  }

  /// A copy: adjoints use their seeds up.
  T *ask() {
    std::copy_n(isChecking() != T(0) ? solution() : basis(step()), n, direction());
    return direction();
  }

private:
  static constexpr std::size_t counters = 8;
  static T enough() { return T(4096) * std::numeric_limits<T>::epsilon(); }
  static T atLeast() { return std::max(enough(), std::pow(std::numeric_limits<T>::epsilon(), T(0.6))); }

  T &isOver() { return at[0]; }
  T &isAsked() { return at[1]; }
  T &isChecking() { return at[2]; }
  T &asked() { return at[3]; }
  T &scale() { return at[4]; }
  T &before() { return at[5]; } ///< the residual at the last restart
  T &done() { return at[6]; }   ///< steps since then
  std::size_t step() { return std::size_t(done()); }

  T *vector(std::size_t i) { return at + counters + i * n; }
  T *rightSide() { return vector(4); }
  T *basis(std::size_t i) { return vector(5 + i); }
  T *small() { return vector(m + 6); }
  T *column(std::size_t k) { return small() + k * (m + 1); }
  T &cosine(std::size_t k) { return small()[m * (m + 1) + k]; }
  T &sine(std::size_t k) { return small()[m * (m + 2) + k]; }
  T *rotated() { return small() + m * (m + 3); } ///< the right-hand side of the small problem

  void restart(const T *residual, T length) {
    before() = length;
    done() = isChecking() = T(0);
    std::fill_n(rotated(), m + 1, T(0));
    rotated()[0] = length;
    for (std::size_t i = 0; length != T(0) && i < n; ++i)
      basis(0)[i] = residual[i] / length;
  }

  /// The product with the last vector of the basis makes the next one.
  void extend() {
    const std::size_t k = step();
    T *const w = product(), *const h = column(k);
    std::fill_n(h, m + 1, T(0));
    for (int again = 0; again < 2; ++again) // for orthogonality to rounding
      for (std::size_t i = 0; i <= k; ++i) {
        const T along = dot(w, basis(i), n);
        h[i] += along;
        add(w, -along, basis(i), n);
      }
    const T length = norm(w, n);
    if (!std::isfinite(length))
      fail();
    for (std::size_t i = 0; length != T(0) && i < n; ++i)
      basis(k + 1)[i] = w[i] / length;
    rotate(k, length);
    done() += T(1);
    if (length == T(0) || step() == m || std::abs(rotated()[k + 1]) <= T(0.1) * enough() * scale())
      close();
  }

  void rotate(std::size_t k, T below) {
    T *const h = column(k);
    for (std::size_t i = 0; i < k; ++i) {
      const T upper = cosine(i) * h[i] + sine(i) * h[i + 1];
      h[i + 1] = cosine(i) * h[i + 1] - sine(i) * h[i];
      h[i] = upper;
    }
    const T length = std::hypot(h[k], below);
    if (length == T(0))
      fail();
    cosine(k) = h[k] / length;
    sine(k) = below / length;
    h[k] = length;
    rotated()[k + 1] = -sine(k) * rotated()[k];
    rotated()[k] *= cosine(k);
  }

  /// Adds what the basis gives to the solution, whose residual is asked for next.
  void close() {
    T *const y = rotated();
    for (std::size_t k = step(); k-- > 0;) {
      y[k] /= column(k)[k];
      for (std::size_t i = 0; i < k; ++i)
        y[i] -= column(k)[i] * y[k];
      add(solution(), y[k], basis(k), n);
    }
    isChecking() = T(1);
  }

  void check() {
    T *const residual = product();
    for (std::size_t i = 0; i < n; ++i)
      residual[i] = rightSide()[i] - residual[i];
    const T length = norm(residual, n);
    const bool standsStill = length > T(0.5) * before();
    if (length <= enough() * scale() || (standsStill && length <= atLeast() * scale())) {
      isOver() = T(1);
      return;
    }
    if (!std::isfinite(length) || asked() > T(20) * T(n) + T(1000))
      fail();
    restart(residual, length);
  }

  const std::size_t n, m;
  T *const at;
};

} // namespace gmres

template <class T, class Count> T *gmres_system(Count count, T *x_b) {
  const std::size_t n = std::size_t(count);
  T *block = Tape::local().zeros<T>(gmres::System<T>::size(n));
  gmres::System<T> system(block, n);
  std::copy_n(x_b, n, system.direction());
  std::fill_n(x_b, n, T(0));
  system.begin();
  return block;
}

template <class T, class Count> T *gmres_tangent(Count count) {
  return Tape::local().zeros<T>(gmres::System<T>::size(std::size_t(count)));
}

/// Takes r_d.
template <class T, class Count> T *gmres_change(T *system, Count count) {
  return gmres::System<T>(system, std::size_t(count)).direction();
}

template <class T, class Count> bool gmres_start(T *system, Count count) {
  gmres::System<T> started(system, std::size_t(count));
  started.begin();
  return started.next();
}

template <class T, class Count> void gmres_finish(T *system, Count count, T *x_d) {
  std::copy_n(gmres::System<T>(system, std::size_t(count)).solution(), std::size_t(count), x_d);
}

template <class T, class Count> bool gmres_more(T *system, Count count) { return gmres::System<T>(system, std::size_t(count)).next(); }

/// Zeros, to which the product with the direction is added.
template <class T, class Count> T *gmres_product(T *system, Count count) {
  T *product = gmres::System<T>(system, std::size_t(count)).product();
  std::fill_n(product, std::size_t(count), T(0));
  return product;
}

template <class T, class Count> T *gmres_direction(T *system, Count count) {
  return gmres::System<T>(system, std::size_t(count)).ask();
}

template <class T, class Count> T *gmres_values(T *system, Count count) {
  return gmres::System<T>(system, std::size_t(count)).values();
}

template <class T, class Count> T *gmres_solution(T *system, Count count) {
  return gmres::System<T>(system, std::size_t(count)).solution();
}

template <class T, class Count> void end_gmres(T *system, Count) { Tape::local().release(system); }

} // namespace adjoint

#endif // ADJOINT_GMRES_H
