// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compares the derivatives of a program of matrices with each other, and with central differences. Inputs, outputs and their
// derivatives are numbers one after the other; a program says how objects are made of them.

#pragma once

#include <Eigen/Core>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

namespace fuzz {

using Numbers = std::vector<double>;

/// Objects of numbers, one after the other.
class Taker {
public:
  explicit Taker(const Numbers &from) : from(from) {}

  template <class T> T take(int rows, int cols) {
    if constexpr (std::is_same_v<T, double>) {
      return from[at++];
    } else {
      T made(rows, cols);
      for (int j = 0; j < cols; ++j)
        for (int i = 0; i < rows; ++i)
          made(i, j) = from[at++];
      return made;
    }
  }

private:
  const Numbers &from;
  std::size_t at = 0;
};

/// Numbers of an object of these sizes, less what was there before.
template <class T> void put(Numbers &to, const T &object, int rows, int cols, double before = 0.0) {
  if constexpr (std::is_same_v<T, double>) {
    to.push_back(object - before);
  } else {
    if (object.rows() != rows || object.cols() != cols)
      throw std::length_error("a matrix has another size: " + std::to_string(object.rows()) + " " + std::to_string(object.cols()));
    for (int j = 0; j < cols; ++j)
      for (int i = 0; i < rows; ++i)
        to.push_back(object(i, j) - before);
  }
}

template <class T> T filled(T object, double value) {
  if constexpr (std::is_same_v<T, double>)
    object = value;
  else
    object.setConstant(value);
  return object;
}
/// What the adjoint of an input is before: a matrix of zeros may be given as an empty one.
template <class T> T initial(const T &object, double value) { return filled(object, value); }
inline Eigen::MatrixXd initial(const Eigen::MatrixXd &object, double value) {
  return value == 0.0 ? Eigen::MatrixXd() : filled(object, value);
}

struct Program {
  const char *name;
  bool takesEmpty; ///< n may be zero
  int (*inputs)(int n);
  Numbers (*value)(const Numbers &x, int n);
  Numbers (*reverse)(const Numbers &x, const Numbers &y_b, double before, int n); ///< what is added to x_b
  Numbers (*forward)(const Numbers &x, const Numbers &x_d, int n);                ///< y, and y_d
  Numbers (*second)(const Numbers &x, const Numbers &x_d, const Numbers &y_b, const Numbers &y_bd, int n); ///< x_b, and x_bd; or null
};

inline Numbers someNumbers(std::size_t count, unsigned which) {
  Numbers made(count);
  unsigned state = 2654435761u * (which + 1);
  for (double &number : made) {
    state = state * 1664525u + 1013904223u;
    number = double(state >> 8) / double(1u << 24) * 2.0 - 1.0;
  }
  return made;
}
inline Numbers along(const Numbers &x, const Numbers &x_d, double h) {
  Numbers moved = x;
  for (std::size_t i = 0; i < x.size(); ++i)
    moved[i] += h * x_d[i];
  return moved;
}
inline double dot(const Numbers &a, const Numbers &b, double &scale) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    sum += a[i] * b[i];
    scale += std::fabs(a[i] * b[i]);
  }
  return sum;
}
inline bool isSmall(const Numbers &values) {
  for (double value : values)
    if (!(std::fabs(value) < 1e6))
      return false;
  return true;
}

/// Compares at one n. What is found is printed: a kind of failure, or that the values say nothing.
class Check {
public:
  Check(const Program &program, int n) : program(program), n(n) {}

  bool run() {
    const Numbers x = someNumbers(std::size_t(program.inputs(n)), unsigned(n)), y = program.value(x, n);
    if (!isSmall(y))
      return print("unstable", 0, 0, 0), true;
    for (unsigned round = 0; round < 2 && isGood; ++round)
      first(x, y, round);
    if (program.second && isGood)
      second(x, y);
    return isGood;
  }

private:
  void print(const char *what, std::size_t at, double expected, double got) {
    std::printf("%s n=%d: %s: %zu expected %.17g got %.17g\n", program.name, n, what, at, expected, got);
  }
  bool compare(const char *what, std::size_t at, double expected, double got, double tolerance) {
    if (std::fabs(expected - got) <= tolerance)
      return true;
    print(what, at, expected, got);
    return isGood = false;
  }

  /// The values of f in one direction against differences of them; a kink in between says nothing.
  template <class F> void differences(const char *what, const F &f, const Numbers &values, const Numbers &got) {
    double scale = 1.0;
    for (std::size_t i = 0; i < got.size(); ++i)
      scale = std::fmax(scale, std::fmax(std::fabs(values[i]), std::isfinite(got[i]) ? std::fabs(got[i]) : 0.0));
    std::vector<bool> isRight(got.size());
    Numbers last(got.size());
    bool isKink = false;
    for (double h : {1e-6, 1e-5, 1e-4, 1e-7}) {
      const Numbers after = f(h), before = f(-h);
      for (std::size_t i = 0; i < got.size(); ++i) {
        last[i] = (after[i] - before[i]) / (2.0 * h);
        isRight[i] = isRight[i] || std::fabs(last[i] - got[i]) <= 1e-5 * scale;
        isKink = isKink || (h < 5e-5 && std::fabs(after[i] - 2.0 * values[i] + before[i]) > 1e-3 * h * scale);
      }
      bool areRight = true;
      for (bool is : isRight)
        areRight = areRight && is;
      if (areRight)
        return;
    }
    for (std::size_t i = 0; i < got.size(); ++i)
      if (!isRight[i]) {
        print(isKink ? "kink" : what, i, last[i], got[i]);
        isGood = isGood && isKink;
        return;
      }
  }

  void first(const Numbers &x, const Numbers &y, unsigned round) {
    const Numbers x_d = someNumbers(x.size(), 100 + round), y_b = someNumbers(y.size(), 200 + round);
    const Numbers both = program.forward(x, x_d, n), y_d(both.begin() + long(y.size()), both.end());
    for (std::size_t i = 0; i < y.size(); ++i)
      if (!compare("value of the tangent", i, y[i], both[i], 1e-11 * (1.0 + std::fabs(y[i]))))
        return;
    const Numbers x_b = program.reverse(x, y_b, 0.0, n), again = program.reverse(x, y_b, 0.75, n);
    for (std::size_t i = 0; i < x.size(); ++i)
      if (!compare("adjoint when it adds", i, x_b[i], again[i], 1e-11 * (1.0 + std::fabs(x_b[i]))))
        return;
    double scale = 0.1;
    const double forward = dot(y_b, y_d, scale), reverse = dot(x_b, x_d, scale);
    differences("tangent", [&](double h) { return program.value(along(x, x_d, h), n); }, y, y_d);
    compare("adjoint", round, forward, reverse, 1e-10 * scale);
  }

  void second(const Numbers &x, const Numbers &y) {
    const Numbers x_d = someNumbers(x.size(), 300), y_b = someNumbers(y.size(), 301), y_bd = someNumbers(y.size(), 302);
    const Numbers x_b = program.reverse(x, y_b, 0.0, n), both = program.second(x, x_d, y_b, y_bd, n);
    for (std::size_t i = 0; i < x.size(); ++i)
      if (!compare("gradient of second order", i, x_b[i], both[i], 1e-10 * (1.0 + std::fabs(x_b[i]))))
        return;
    differences("second order", [&](double h) { return program.reverse(along(x, x_d, h), along(y_b, y_bd, h), 0.0, n); }, x_b,
                Numbers(both.begin() + long(x.size()), both.end()));
  }

  const Program &program;
  int n;
  bool isGood = true;
};

/// Runs the program whose place is given; status 1 if a derivative is wrong.
inline int run(const std::vector<Program> &programs, int argc, char **argv) {
  bool isGood = true;
  const Program &program = programs[std::size_t(argc > 1 ? std::atoi(argv[1]) : 0)];
  for (int n : {0, 1, 2, 3, 5}) {
    if (n == 0 && !program.takesEmpty)
      continue;
    std::fprintf(stderr, "%s n=%d\n", program.name, n);
    try {
      isGood = Check(program, n).run() && isGood;
    } catch (const std::exception &e) {
      std::printf("%s n=%d: exception: %s\n", program.name, n, e.what());
      isGood = false;
    }
  }
  return isGood ? 0 : 1;
}

} // namespace fuzz
