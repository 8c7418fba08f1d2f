// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: eigen
// RUN: %numeric
// NUMERIC-FLAGS: -isystem /usr/include/eigen3
// NUMERIC-NEEDS-ANALYSES
//
// Solutions with Eigen's sparse factorisations and iterations: of both orders, of the triangles that are read, again with the same factors,
// again with others; and sparse matrices that are parameters, whose adjoints have their pattern.

#include "numeric.h"

#include <Eigen/Sparse>

#include <cmath>
#include <stdexcept>
#include <vector>

using Sparse = Eigen::SparseMatrix<double>;
using ByRows = Eigen::SparseMatrix<double, Eigen::RowMajor>;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Symmetric and definite, if `skew` is zero.
template <class M> M built(const double *p, int n, double skew) {
  std::vector<Eigen::Triplet<double>> entries;
  for (int i = 0; i < n; ++i) {
    entries.emplace_back(i, i, 4.0 + p[i] * p[i]);
    entries.emplace_back(i, (i + 2) % n, p[i] * p[0] + skew);
    entries.emplace_back((i + 2) % n, i, p[i] * p[0] - skew);
  }
  M a(n, n);
  a.setFromTriplets(entries.begin(), entries.end());
  return a;
}
VectorXd rightOf(const double *p, int n) { return Eigen::Map<const VectorXd>(p, n); }

#pragma adjoint reverse
double cholesky(const double *p, int n) {
  const Sparse a = built<Sparse>(p, n, 0.0);
  const Eigen::SimplicialLLT<Sparse> llt(a);
  const Eigen::SimplicialLDLT<Sparse, Eigen::Upper> ldlt(2.0 * a);
  if (llt.info() != Eigen::Success || ldlt.info() != Eigen::Success)
    return 0.0;
  const VectorXd b = rightOf(p, n), x = llt.solve(b), y = ldlt.solve(x.cwiseProduct(b));
  MatrixXd many(n, 2);
  many << x, y;
  const MatrixXd z = llt.solve(many);
  return x.squaredNorm() + y.dot(b) * x(0) + z.squaredNorm() + z(1, 0);
}

/// The triangle that is read says what the matrix is.
#pragma adjoint reverse
double triangles(const double *p, int n) {
  const Sparse a = built<Sparse>(p, n, 0.3);
  const ByRows b = a;
  const VectorXd r = rightOf(p, n), x = Eigen::SimplicialLLT<Sparse>(a).solve(r), y = Eigen::SimplicialLLT<Sparse, Eigen::Upper>(a).solve(r),
                 u = Eigen::SimplicialLDLT<ByRows>(b).solve(r), v = Eigen::SimplicialLDLT<ByRows, Eigen::Upper>(b).solve(r);
  return x.squaredNorm() + y.dot(r) * x(0) + u(1) * v(0) + v.squaredNorm() * u(0);
}

#pragma adjoint reverse
double factorised(const double *p, int n) {
  const Sparse a = built<Sparse>(p, n, 0.7);
  Eigen::SparseLU<Sparse> lu;
  lu.analyzePattern(a);
  lu.factorize(a);
  VectorXd x = lu.solve(rightOf(p, n));
  double s = 0.0;
  for (int k = 0; k < 3; ++k) {
    const VectorXd right = x.array().sin().matrix() + x;
    x = lu.solve(right);
    s += x.squaredNorm();
  }
  lu.compute(a + built<Sparse>(p, n, 0.2));
  const MatrixXd many = lu.solve(MatrixXd::Identity(n, 2));
  return s + many.squaredNorm() * x(0) + many(1, 1);
}

#pragma adjoint reverse
double iterations(const double *p, int n) {
  const Sparse a = built<Sparse>(p, n, 0.0), c = built<Sparse>(p, n, 0.3);
  const ByRows b = a;
  Eigen::ConjugateGradient<Sparse> lower(a);
  Eigen::ConjugateGradient<ByRows, Eigen::Lower | Eigen::Upper> both;
  both.setTolerance(1e-15);
  both.setMaxIterations(200);
  both.compute(b);
  Eigen::BiCGSTAB<Sparse> general(c);
  const VectorXd r = rightOf(p, n), x = lower.solve(r), y = both.solve(x.cwiseProduct(r)), z = general.solve(y);
  if (lower.info() != Eigen::Success || both.info() != Eigen::Success)
    return 0.0;
  return x.squaredNorm() + y(0) * x(1) + z.squaredNorm();
}

/// Newton's method: other factors in each step.
#pragma adjoint reverse
double newton(const double *p, int n) {
  VectorXd x = VectorXd::Ones(n);
  const VectorXd b = rightOf(p, n);
  Eigen::SparseLU<Sparse> solver;
  for (int k = 0; k < 4; ++k) {
    Sparse j(n, n);
    VectorXd r(n);
    for (int i = 0; i < n; ++i) {
      const int next = (i + 1) % n;
      r(i) = 3.0 * x(i) + x(i) * x(i) * x(i) - 0.5 * x(next) * x(i) - b(i);
      j.insert(i, i) = 3.0 + 3.0 * x(i) * x(i) - 0.5 * x(next);
      j.coeffRef(i, next) -= 0.5 * x(i);
    }
    j.makeCompressed();
    solver.compute(j);
    x -= solver.solve(r);
  }
  return x.squaredNorm() + x(0);
}

/// As people write it: a network of springs under load, some nodes of which are fixed. Its compliance, by nodes' positions and stiffness.
#pragma adjoint reverse
double compliance(const double *p, int n) {
  const int nodes = n / 2;
  const Eigen::Map<const Eigen::Matrix2Xd> at(p, 2, nodes);
  std::vector<Eigen::Triplet<double>> entries;
  auto connect = [&](int a, int b, double stiffness) {
    const Eigen::Vector2d d = at.col(b) - at.col(a) + Eigen::Vector2d(0.1 * (b - a), 1.0);
    const Eigen::Matrix2d k = stiffness / d.norm() * d.normalized() * d.normalized().transpose();
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 2; ++j) {
        entries.emplace_back(2 * a + i, 2 * a + j, k(i, j));
        entries.emplace_back(2 * b + i, 2 * b + j, k(i, j));
        entries.emplace_back(2 * a + i, 2 * b + j, -k(i, j));
        entries.emplace_back(2 * b + i, 2 * a + j, -k(i, j));
      }
  };
  for (int a = 0; a < nodes; ++a)
    for (int b = a + 1; b < nodes && b < a + 3; ++b)
      connect(a, b, 2.0 + at(0, a));
  Sparse k(2 * nodes, 2 * nodes);
  k.setFromTriplets(entries.begin(), entries.end());
  for (int i = 0; i < 2 * nodes; ++i)
    k.coeffRef(i, i) += i < 2 ? 1e3 : 0.1; // the first node is held, the others stand on something soft
  VectorXd load = VectorXd::Zero(2 * nodes);
  load(2 * nodes - 1) = -1.0;
  Eigen::SimplicialLDLT<Sparse> solver;
  solver.compute(k);
  const VectorXd u = solver.solve(load);
  return load.dot(u) + u.squaredNorm();
}

// Parameters.

#pragma adjoint reverse
double energy(const Sparse &a, const ByRows &b, const VectorXd &x) {
  const VectorXd y = a * x, z = b * y;
  const Eigen::SimplicialLLT<Sparse> llt(a);
  return z.squaredNorm() + llt.solve(x).dot(y) + a.coeff(1, 1) * a.norm() + b.transpose().toDense()(0, 1);
}

struct Problem {
  Sparse matrix;
  VectorXd right;
};

#pragma adjoint reverse
void relax(Problem &problem, double t) {
  for (int k = 0; k < problem.matrix.outerSize(); ++k)
    for (Sparse::InnerIterator it(problem.matrix, k); it; ++it)
      it.valueRef() *= 1.0 + t * problem.right(it.row());
  Eigen::SparseLU<Sparse> lu(problem.matrix);
  problem.right += lu.solve(problem.right) * t;
}

Sparse patternOf(int n) {
  const std::vector<double> ones(static_cast<std::size_t>(n), 1.0);
  return built<Sparse>(ones.data(), n, 0.5);
}
template <class M> M withValues(const M &pattern, const double *values) {
  M made = pattern;
  std::copy(values, values + pattern.nonZeros(), made.valuePtr());
  return made;
}
template <class M> void append(numeric::Vector &numbers, const M &m, long count) {
  numbers.insert(numbers.end(), m.data(), m.data() + count);
}
void append(numeric::Vector &numbers, const Sparse &m) { numbers.insert(numbers.end(), m.valuePtr(), m.valuePtr() + m.nonZeros()); }

/// Does the adjoint say that it cannot take these?
bool isRefused(const Sparse &a, Sparse a_b) {
  const ByRows b = a;
  ByRows b_b;
  const VectorXd x = VectorXd::Ones(a.cols());
  VectorXd x_b;
  try {
    energy_b(a, a_b, b, b_b, x, x_b, 1.0);
  } catch (const std::invalid_argument &) {
    return true;
  }
  return false;
}

void objectsThatDoNotFit() {
  const Sparse pattern = patternOf(4);
  Sparse other = pattern, loose = pattern;
  other.coeffRef(0, 1) = 1.0;
  other.makeCompressed();
  loose.uncompress();
  numeric::expect("the same pattern", 0.0, isRefused(pattern, pattern * 0.0));
  numeric::expect("another pattern", 1.0, isRefused(pattern, other * 0.0));
  numeric::expect("room between the columns", 1.0, isRefused(loose, Sparse()));
}

int main() {
  objectsThatDoNotFit();
  const numeric::Points points = {{0.9, 0.4, -0.3, 0.8, 1.1}, {1.0, 0.3, -0.2, 0.3, 1.4, 0.2, -0.1}};
  numeric::check("cholesky", cholesky, cholesky_b, points);
  numeric::check("triangles", triangles, triangles_b, points);
  numeric::check("factorised", factorised, factorised_b, points);
  numeric::check("iterations", iterations, iterations_b, points);
  numeric::check("newton", newton, newton_b, points);
  numeric::check("compliance", compliance, compliance_b, {{0.9, 0.4, 1.3, 0.8, 2.1, 0.3, 0.2, 1.4}});

  const Sparse pattern = patternOf(4);
  const ByRows turned = pattern;
  const int count = static_cast<int>(pattern.nonZeros());
  numeric::Vector at;
  append(at, pattern);
  at.insert(at.end(), turned.valuePtr(), turned.valuePtr() + count);
  for (double x : {0.7, -0.3, 1.2, 0.4})
    at.push_back(x);
  auto vectorAt = [](const double *x) { return VectorXd(Eigen::Map<const VectorXd>(x, 4)); };
  numeric::check(
      "energy", at,
      [&](const numeric::Vector &v) {
        return numeric::Vector{energy(withValues(pattern, v.data()), withValues(turned, v.data() + count), vectorAt(v.data() + 2 * count))};
      },
      [&](const numeric::Vector &v, const numeric::Vector &y_b) {
        Sparse a_b; // gets the pattern
        ByRows b_b = turned * 0.0;
        VectorXd x_b;
        energy_b(withValues(pattern, v.data()), a_b, withValues(turned, v.data() + count), b_b, vectorAt(v.data() + 2 * count), x_b, y_b[0]);
        numeric::Vector v_b;
        append(v_b, a_b);
        v_b.insert(v_b.end(), b_b.valuePtr(), b_b.valuePtr() + count);
        append(v_b, x_b, 4);
        return v_b;
      });
  numeric::Vector start(at.begin(), at.begin() + count);
  for (double x : {0.7, -0.3, 1.2, 0.4, 0.3})
    start.push_back(x);
  auto problemAt = [&](const numeric::Vector &v) { return Problem{withValues(pattern, v.data()), vectorAt(v.data() + count)}; };
  auto numbersOf = [&](const Problem &problem) {
    numeric::Vector numbers;
    append(numbers, problem.matrix);
    append(numbers, problem.right, 4);
    return numbers;
  };
  numeric::check(
      "relax", start,
      [&](const numeric::Vector &v) {
        Problem problem = problemAt(v);
        relax(problem, v.back());
        return numbersOf(problem);
      },
      [&](const numeric::Vector &v, const numeric::Vector &y_b) {
        Problem problem = problemAt(v), problem_b = problemAt(y_b);
        double t_b = 0.0;
        relax_b(problem, problem_b, v.back(), t_b);
        numeric::Vector v_b = numbersOf(problem_b);
        v_b.push_back(t_b);
        return v_b;
      });
  return numeric::report();
}
