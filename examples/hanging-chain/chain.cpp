// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A chain of links of equal length hangs between two nails, above a floor that it may touch: of all shapes, the one with the
// least energy. Ipopt finds it twice: with the exact Hessian of the Lagrangian, and with an approximation from gradients.
// The gradient, the Jacobian of the constraints and the Hessian are generated; the latter two are sparse.

#include <adjoint/sparse.h>

#include <coin/IpIpoptApplication.hpp>
#include <coin/IpTNLP.hpp>

#include <algorithm>
#include <cstdio>
#include <stdexcept>
#include <vector>

using Vector = std::vector<double>;

namespace {

constexpr int joints = 60;

struct Nails {
  double x0 = 0.0, y0 = 0.0, x1 = 1.0, y1 = 0.25;
};

/// The height of all joints, `points` being x and y of each.
#pragma adjoint reverse wrt(points)
double energy(const double *points) {
  double sum = 0.0;
  for (int i = 0; i < joints; ++i)
    sum += points[2 * i + 1];
  return sum / joints;
}

/// The squared length of each link.
#pragma adjoint jacobian wrt(points) of(value)
void constraints(const double *points, double *value) {
  const Nails nails;
  double x = nails.x0, y = nails.y0;
  for (int i = 0; i <= joints; ++i) {
    const double nextX = i < joints ? points[2 * i] : nails.x1, nextY = i < joints ? points[2 * i + 1] : nails.y1;
    value[i] = (nextX - x) * (nextX - x) + (nextY - y) * (nextY - y);
    x = nextX;
    y = nextY;
  }
}

/// The Lagrangian: factor times the energy, and the constraints times their multipliers.
#pragma adjoint hessian wrt(points)
double lagrangian(const double *points, double factor, const double *multipliers) {
  double value[joints + 1];
  constraints(points, value);
  double sum = factor * energy(points);
  for (int k = 0; k < joints + 1; ++k)
    sum += multipliers[k] * value[k];
  return sum;
}

class Chain : public Ipopt::TNLP {
public:
  using Index = Ipopt::Index;
  using Number = Ipopt::Number;

  Chain() : start(straight()), jacobian(start, Vector(joints + 1)), hessian(start, 1.0, Vector(joints + 1, 1.0)) {}

  Vector shape;
  std::vector<double> errors; ///< of each iteration: how far it is from feasible and optimal

  bool get_nlp_info(Index &n, Index &m, Index &inJacobian, Index &inHessian, IndexStyleEnum &style) override {
    n = 2 * joints;
    m = joints + 1;
    inJacobian = static_cast<Index>(jacobian.pattern().size());
    inHessian = (static_cast<Index>(hessian.pattern().size()) + n) / 2; // one triangle, of which the diagonal is full
    style = C_STYLE;
    return true;
  }
  bool get_bounds_info(Index n, Number *low, Number *high, Index m, Number *least, Number *most) override {
    for (Index k = 0; k < n; ++k)
      low[k] = k % 2 == 0 ? -1e19 : -0.5; // the floor
    std::fill_n(high, n, 1e19);
    const double length = 1.8 / (joints + 1);
    std::fill_n(least, m, -1e19);
    std::fill_n(most, m, length * length);
    return true;
  }
  bool get_starting_point(Index, bool, Number *x, bool, Number *, Number *, Index, bool, Number *) override {
    std::copy(start.begin(), start.end(), x);
    return true;
  }
  bool eval_f(Index, const Number *x, bool, Number &value) override {
    value = energy(x);
    return true;
  }
  bool eval_grad_f(Index n, const Number *x, bool, Number *gradient) override {
    std::fill_n(gradient, n, 0.0);
    energy_b(x, gradient, 1.0);
    return true;
  }
  bool eval_g(Index, const Number *x, bool, Index, Number *value) override {
    constraints(x, value);
    return true;
  }
  bool eval_jac_g(Index n, const Number *x, bool, Index, Index, Index *rows, Index *columns, Number *values) override {
    if (!values) {
      const std::vector<int> row = jacobian.pattern().rows(), &column = jacobian.pattern().columns();
      std::copy(row.begin(), row.end(), rows);
      std::copy(column.begin(), column.end(), columns);
      return true;
    }
    const Vector found = jacobian(Vector(x, x + n), Vector(joints + 1));
    std::copy(found.begin(), found.end(), values);
    return true;
  }
  bool eval_h(Index n, const Number *x, bool, Number factor, Index m, const Number *multipliers, bool, Index, Index *rows,
              Index *columns, Number *values) override {
    const std::vector<int> row = hessian.pattern().rows(), &column = hessian.pattern().columns();
    const Vector found = values ? hessian(Vector(x, x + n), factor, Vector(multipliers, multipliers + m)) : Vector();
    for (std::size_t k = 0, place = 0; k < row.size(); ++k) {
      if (column[k] > row[k])
        continue;
      if (values) {
        values[place++] = found[k];
      } else {
        rows[place] = row[k];
        columns[place++] = column[k];
      }
    }
    return true;
  }
  bool intermediate_callback(Ipopt::AlgorithmMode, Index, Number, Number infeasible, Number notOptimal, Number, Number, Number,
                             Number, Number, Index, const Ipopt::IpoptData *, Ipopt::IpoptCalculatedQuantities *) override {
    errors.push_back(std::max(infeasible, notOptimal));
    return true;
  }
  void finalize_solution(Ipopt::SolverReturn, Index n, const Number *x, const Number *, const Number *, Index, const Number *,
                         const Number *, Number, const Ipopt::IpoptData *, Ipopt::IpoptCalculatedQuantities *) override {
    shape.assign(x, x + n);
  }

private:
  static Vector straight() {
    const Nails nails;
    Vector points;
    for (int i = 1; i <= joints; ++i) {
      const double t = double(i) / (joints + 1);
      points.push_back(nails.x0 + t * (nails.x1 - nails.x0));
      points.push_back(nails.y0 + t * (nails.y1 - nails.y0) - 2.0 * t * (1.0 - t));
    }
    return points;
  }

  const Vector start;
  const adjoint::SparseJacobian<constraints> jacobian;
  const adjoint::SparseHessian<lagrangian> hessian;
};

Ipopt::SmartPtr<Chain> solve(bool isExact) {
  Ipopt::SmartPtr<Chain> chain = new Chain;
  Ipopt::SmartPtr<Ipopt::IpoptApplication> solver = IpoptApplicationFactory();
  solver->Options()->SetIntegerValue("print_level", 0);
  solver->Options()->SetStringValue("sb", "yes");
  solver->Options()->SetNumericValue("tol", 1e-10);
  solver->Options()->SetIntegerValue("max_iter", 2000);
  solver->Options()->SetStringValue("hessian_approximation", isExact ? "exact" : "limited-memory");
  if (solver->Initialize() != Ipopt::Solve_Succeeded || solver->OptimizeTNLP(chain) < 0)
    throw std::runtime_error("Ipopt found no solution");
  return chain;
}

} // namespace

int main() {
  const Ipopt::SmartPtr<Chain> exact = solve(true), approximate = solve(false);
  std::printf("exact Hessian: %zu iterations, energy %.8f\n", exact->errors.size() - 1, energy(exact->shape.data()));
  std::printf("from gradients: %zu iterations, energy %.8f\n", approximate->errors.size() - 1, energy(approximate->shape.data()));

  std::FILE *file = std::fopen("convergence.csv", "w");
  if (!file)
    return 1;
  std::fputs("iteration,exact,approximate\n", file);
  for (std::size_t k = 0; k < std::max(exact->errors.size(), approximate->errors.size()); ++k) {
    std::fprintf(file, "%zu,", k);
    for (const Chain *chain : {GetRawPtr(exact), GetRawPtr(approximate)})
      if (k < chain->errors.size())
        std::fprintf(file, "%g%s", chain->errors[k], chain == GetRawPtr(exact) ? "," : "");
      else if (chain == GetRawPtr(exact))
        std::fputc(',', file);
    std::fputc('\n', file);
  }
  std::fclose(file);
}
