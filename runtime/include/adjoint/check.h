// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The part of a program written by `adjoint-gen --check` that does not depend on the checked function.
//
// The program defines a class Case for each function. A Case holds all arguments and the result, and has
//
//     explicit Case(Values &)                       the point, from the command line or at random
//     shape(run)                                    where it returns a container: makes its result as long as that of `run`
//     inputs(visit), outputs(visit)                 call visit(name, number or array) for each independent, dependent
//     static primal(p), tangent(p, d), adjoint(p, b)  run f, f_d, f_b on the point p, tangents d, adjoints b
//     static second(p, d, b, bd)                      runs f_bd, if it is asked for
//     static jacobian(p), hessian(p)                  matrices of <adjoint/derivatives.h>, where they can be asked for
//     static sparseJacobian(p), sparseHessian(p)      those of <adjoint/sparse.h>: pattern and values
//
// and for each derivative for several directions, and each of Taylor coefficients, a class Several with
//
//     explicit Several(Values &), inputs(visit), outputs(visit)    as above, with Directions or Taylor for numbers
//     static tangent(p, d), adjoint(p, b), second(p, d, b, bd)     the one that it is; p and b are Cases
//     static taylor(p)
//
// For each argument, a random direction x_d in it alone, and random seeds y_b, these numbers must agree:
//
//     differences   the derivative of t -> <y_b, f(x + t x_d)> at 0: central differences, extrapolated
//     tangent       <y_b, F' x_d>
//     adjoint       <F'^T y_b, x_d>
//
// Tangent and adjoint are the same sums in another order: they agree to rounding, 1e-12 of the size of their terms,
// or 1e-5 if a float takes part. Differences agree to 1e-6, or 5e-3. If the differences from the left and from the
// right are two, the point is a kink, and one of them has to agree.
//
// Of second order are checked x_b, which must be that of f_b, and <x_bd, w> for a random w: by differences of f_b along
// x_d, the seeds moving along y_bd.
//
// Of several directions, each is compared with what the derivative for one gives. Of Taylor coefficients, c_0 is
// compared with f, and i c_i with the derivative of c_(i-1) along the direction, by differences. Matrices are compared
// by their products with x_d, y_b and w.
//
// Errors: a malformed number on the command line ends the program with status 2.
// Source: C. J. F. Ridders, "Accurate computation of F'(x) and F'(x) F''(x)", Advances in Engineering Software 4
// (1982).

#ifndef ADJOINT_CHECK_H
#define ADJOINT_CHECK_H

#include "adjoint/directions.h"
#include "adjoint/taylor.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <random>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace adjoint::check {

/// The numbers from `first` on, of which there are N.
template <std::size_t N, class T> T (&arrayAt(T *first))[N] { return *reinterpret_cast<T(*)[N]>(first); }

/// The values of the point by name: from the command line, or random numbers in [0.5, 1.5).
class Values {
public:
  /// `given`: what --at said, as text: "1.2", or "1:2:3" for an array. argv may hold `name=value`, which overrides it,
  /// and `--seed=N`.
  Values(std::map<std::string, std::string> given, int argc, char **argv) : given(std::move(given)) {
    seed = std::random_device()();
    for (int i = 1; i < argc; ++i) {
      const std::string argument = argv[i];
      const std::size_t equals = argument.find('=');
      if (argument.compare(0, 7, "--seed=") == 0)
        seed = static_cast<unsigned>(std::strtoul(argument.c_str() + 7, nullptr, 10));
      else if (equals != std::string::npos)
        this->given[argument.substr(0, equals)] = argument.substr(equals + 1);
    }
    random.seed(seed);
  }

  template <class T> void fill(const std::string &name, T &value) {
    const std::vector<double> numbers = numbersOf(name);
    value = static_cast<T>(numbers.empty() ? drawn<T>() : numbers[0]);
  }
  template <class T, std::size_t N> void fill(const std::string &name, T (&values)[N]) { fillEach(name, values, N); }
  template <class T, std::size_t N, std::size_t M> void fill(const std::string &name, T (&values)[N][M]) {
    fillEach(name, &values[0][0], N * M);
  }
  /// The vector gets as many elements as are given; `size` if none or a single number is.
  template <class T> void fill(const std::string &name, std::vector<T> &values, std::size_t size) {
    const std::vector<double> numbers = numbersOf(name);
    values.assign(numbers.size() > 1 ? numbers.size() : size, T());
    fillEach(name, values.data(), values.size());
  }

  /// A random number with an absolute value in [0.5, 1.5), for directions and seeds.
  double direction() {
    const double magnitude = std::uniform_real_distribution<double>(0.5, 1.5)(random);
    return random() & 1u ? magnitude : -magnitude;
  }
  /// Starts the random numbers anew, so that each function gets the same ones, whatever was checked before.
  void restart() { random.seed(seed); }
  /// False, with a message, if a name was given that no parameter has.
  bool allUsed() const {
    bool all = true;
    for (const auto &entry : given)
      if (!used.count(entry.first)) {
        std::printf("there is nothing named '%s' to be given a value\n", entry.first.c_str());
        all = false;
      }
    return all;
  }

  unsigned seed = 0;

private:
  std::vector<double> numbersOf(const std::string &name) {
    std::vector<double> numbers;
    const auto found = given.find(name);
    if (found == given.end())
      return numbers;
    used[name] = true;
    for (const char *at = found->second.c_str(); *at;) {
      char *end = nullptr;
      numbers.push_back(std::strtod(at, &end));
      if (end == at)
        std::fprintf(stderr, "'%s=%s' is no list of numbers\n", name.c_str(), found->second.c_str()), std::exit(2);
      at = *end ? end + 1 : end;
    }
    return numbers;
  }
  /// The value of a parameter that was not given. Integers are small, so that a size does not exceed the arrays.
  template <class T> double drawn() {
    if (std::is_floating_point<T>::value)
      return std::uniform_real_distribution<double>(0.5, 1.5)(random);
    return std::is_enum<T>::value ? 0.0 : std::is_same<T, bool>::value ? 1.0 : 4.0;
  }
  template <class T> void fillEach(const std::string &name, T *values, std::size_t size) {
    const std::vector<double> numbers = numbersOf(name);
    for (std::size_t i = 0; i < size; ++i) {
      double value = std::is_floating_point<T>::value ? drawn<T>() : 0.0; // integers may be indices
      if (!numbers.empty())
        value = numbers[std::min(i, numbers.size() - 1)];
      values[i] = static_cast<T>(value);
    }
  }

  std::map<std::string, std::string> given;
  std::map<std::string, bool> used;
  std::mt19937 random;
};

/// One floating-point number of an argument: where it is, and its type.
struct Leaf {
  std::string argument;
  enum Kind { Float, Double, LongDouble } kind;
  void *at;

  double get() const {
    return kind == Float    ? double(*static_cast<float *>(at))
           : kind == Double ? *static_cast<double *>(at)
                            : double(*static_cast<long double *>(at));
  }
  void set(double value) const {
    if (kind == Float)
      *static_cast<float *>(at) = static_cast<float>(value);
    else if (kind == Double)
      *static_cast<double *>(at) = value;
    else
      *static_cast<long double *>(at) = value;
  }
};

/// A visitor for Case::inputs and Case::outputs that collects all numbers; of Directions and Taylor, one entry.
class Leaves {
public:
  explicit Leaves(std::size_t entry = 0) : entry(entry) {}

  std::vector<Leaf> all;
  template <class T, std::size_t N> void operator()(const char *name, Directions<T, N> &value) {
    (*this)(name, value[entry]);
  }
  template <class T, std::size_t N> void operator()(const char *name, Taylor<T, N> &value) {
    (*this)(name, value[entry]);
  }
  void operator()(const char *name, float &value) { all.push_back({name, Leaf::Float, &value}); }
  void operator()(const char *name, double &value) { all.push_back({name, Leaf::Double, &value}); }
  void operator()(const char *name, long double &value) { all.push_back({name, Leaf::LongDouble, &value}); }
  template <class T, std::size_t N> void operator()(const char *name, T (&values)[N]) {
    for (T &value : values)
      (*this)(name, value);
  }
  template <class T> void operator()(const char *name, std::vector<T> &values) {
    for (T &value : values)
      (*this)(name, value);
  }

private:
  const std::size_t entry;
};

template <class Case> std::vector<Leaf> inputsOf(Case &c, std::size_t entry = 0) {
  Leaves leaves(entry);
  c.inputs(leaves);
  return leaves.all;
}
template <class Case> std::vector<Leaf> outputsOf(Case &c, std::size_t entry = 0) {
  Leaves leaves(entry);
  c.outputs(leaves);
  return leaves.all;
}

/// A Case of the same shape with all numbers zero.
template <class Case> Case zeros(const Case &point) {
  Case c = point;
  for (const Leaf &leaf : inputsOf(c))
    leaf.set(0.0);
  for (const Leaf &leaf : outputsOf(c))
    leaf.set(0.0);
  return c;
}

using Vector = std::vector<double>;

/// Makes an object of derivatives as long as what a function has returned.
template <class T, class U> void shape(T &to, const U &from) {
  if constexpr (std::is_same_v<T, U> && std::is_copy_assignable_v<T>)
    to = from;
}
template <class T, class U> void shape(std::vector<T> &to, const std::vector<U> &from) {
  to.resize(from.size());
  for (std::size_t i = 0; i < from.size(); ++i)
    shape(to[i], from[i]);
}

#define ADJOINT_CHECK_HAS(TRAIT, FUNCTION)                                                                             \
  template <class Case, class = void> constexpr bool TRAIT = false;                                                    \
  template <class Case> constexpr bool TRAIT<Case, std::void_t<decltype(&Case::FUNCTION)>> = true;
ADJOINT_CHECK_HAS(hasShape, shape)
ADJOINT_CHECK_HAS(takesFloats, isCoarse)
ADJOINT_CHECK_HAS(hasTangent, tangent)
ADJOINT_CHECK_HAS(hasAdjoint, adjoint)
ADJOINT_CHECK_HAS(hasSecond, second)
ADJOINT_CHECK_HAS(hasTaylor, taylor)
ADJOINT_CHECK_HAS(hasJacobian, jacobian)
ADJOINT_CHECK_HAS(hasHessian, hessian)
ADJOINT_CHECK_HAS(hasSparseJacobian, sparseJacobian)
ADJOINT_CHECK_HAS(hasSparseHessian, sparseHessian)
#undef ADJOINT_CHECK_HAS

inline double dot(const Vector &a, const Vector &b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i)
    sum += a[i] * b[i];
  return sum;
}
/// The sum of the terms' absolute values: rounding errors are relative to it.
inline double sizeOf(const Vector &a, const Vector &b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i)
    sum += std::fabs(a[i] * b[i]);
  return sum;
}

/// A derivative by differences, an estimate of its error, and the step that gave it.
struct Difference {
  double value = 0.0, error = HUGE_VAL, step = 0.0;
};

/// Ridders' method: the quotient at halved steps, extrapolated to step 0. The error of `quotient` falls with
/// step^order.
template <class Quotient> Difference extrapolated(Quotient quotient, double step, double order) {
  constexpr int rows = 12;
  double table[rows][rows];
  Difference best;
  for (int i = 0; i < rows; ++i, step /= 2) {
    table[i][0] = quotient(step);
    double factor = 1.0;
    for (int j = 1; j <= i; ++j) {
      factor *= std::pow(2.0, order);
      table[i][j] = (factor * table[i][j - 1] - table[i - 1][j - 1]) / (factor - 1.0);
      const double error =
          std::fmax(std::fabs(table[i][j] - table[i][j - 1]), std::fabs(table[i][j] - table[i - 1][j - 1]));
      if (!(error <= best.error))
        continue;
      best = {table[i][j], error, step};
    }
  }
  return best;
}

/// Checks one function at one point; also its derivatives for several directions.
template <class Case, class... Several> class Checker {
public:
  Checker(const char *name, Values &values) : name(name), values(values), point(values), x(read(inputsOf(point))) {
    if constexpr (hasShape<Case>) {
      Case run = point;
      Case::primal(run);
      point.shape(run);
    }
    isCoarse = takesFloats<Case>;
    for (const Leaf &leaf : inputsOf(point)) {
      if (arguments.empty() || arguments.back() != leaf.argument)
        arguments.push_back(leaf.argument);
      isCoarse |= leaf.kind == Leaf::Float;
    }
    for (const Leaf &leaf : outputsOf(point))
      isCoarse |= leaf.kind == Leaf::Float;
  }

  /// Prints a line for each argument, and the verdict. False if something disagrees.
  bool run() {
    std::printf("%s, seed %u\n", name, values.seed);
    const Vector y = evaluate(Vector(x.size(), 0.0), 0.0);
    for (std::size_t i = 0; i < y.size(); ++i)
      y_b.push_back(values.direction());
    least = std::fmax(least, least * sizeOf(y_b, y));
    for (double value : y)
      if (!std::isfinite(value)) {
        std::printf("  the function is not finite at this point; choose another\n");
        return false;
      }
    x_b = adjoint();
    std::printf("  %-12s %-22s %-22s %-22s\n", "argument", "differences", "tangent", "adjoint");
    for (const std::string &argument : arguments)
      checkArgument(argument);
    checkIdentity();
    if constexpr (hasSecond<Case>)
      checkSecond();
    (checkSeveral<Several>(), ...);
    checkMatrices();
    std::printf("%s: %s\n", name, failed ? "derivatives disagree" : "ok");
    return !failed;
  }

private:
  static Vector read(const std::vector<Leaf> &leaves) {
    Vector numbers;
    for (const Leaf &leaf : leaves)
      numbers.push_back(leaf.get());
    return numbers;
  }
  static void write(const std::vector<Leaf> &leaves, const Vector &numbers) {
    for (std::size_t i = 0; i < leaves.size(); ++i)
      leaves[i].set(numbers[i]);
  }

  /// The outputs of f(x + t x_d).
  Vector evaluate(const Vector &x_d, double t) {
    Case c = point;
    Vector moved = x;
    for (std::size_t i = 0; i < x.size(); ++i)
      moved[i] += t * x_d[i];
    write(inputsOf(c), moved);
    Case::primal(c);
    return read(outputsOf(c));
  }
  Vector tangent(const Vector &x_d) {
    Case c = point, d = zeros(point);
    write(inputsOf(d), x_d);
    Case::tangent(c, d);
    return read(outputsOf(d));
  }
  Vector adjoint() { return adjointAt(x, y_b); }
  Vector adjointAt(const Vector &at, const Vector &seeds) {
    Case c = point, b = zeros(point);
    write(inputsOf(c), at);
    write(outputsOf(b), seeds);
    Case::adjoint(c, b);
    return read(inputsOf(b));
  }

  Vector directionIn(const std::string &argument) {
    Vector x_d(x.size(), 0.0);
    const std::vector<Leaf> leaves = inputsOf(point);
    for (std::size_t i = 0; i < x.size(); ++i)
      if (leaves[i].argument == argument)
        x_d[i] = values.direction();
    return x_d;
  }

  double firstStep() const { return isCoarse ? 0.125 : 0.03125; }
  bool agree(double a, double b, double size, double tolerance) const {
    return std::fabs(a - b) <= tolerance * std::fmax(size, least) || (std::isinf(a) && a == b);
  }

  void checkArgument(const std::string &argument) {
    const Vector x_d = directionIn(argument);
    auto along = [&](double t) { return dot(y_b, evaluate(x_d, t)); };
    const Vector y_d = tangent(x_d);
    const double forward = dot(y_b, y_d), reverse = dot(x_b, x_d);
    const double size = std::fmax(sizeOf(y_b, y_d), sizeOf(x_b, x_d));
    const Difference central =
        extrapolated([&](double h) { return (along(h) - along(-h)) / (2.0 * h); }, firstStep(), 2.0);
    std::printf("  %-12s %-22.15g %-22.15g %-22.15g ", argument.c_str(), central.value, forward, reverse);
    const bool sameSums = agree(forward, reverse, size, isCoarse ? 1e-5 : 1e-12);
    auto byDifferences = [&](double derivative, const Difference &difference) {
      const double allowed = isCoarse ? 5e-3 : 1e-6;
      return agree(derivative, difference.value, std::fmax(size, std::fabs(difference.value)), allowed) ||
             std::fabs(derivative - difference.value) <= 4.0 * difference.error * (difference.error < 1e-3 * size);
    };
    if (sameSums && byDifferences(forward, central)) {
      std::printf("ok (step %.1g)\n", central.step);
      return;
    }
    const double here = along(0.0);
    const Difference right = extrapolated([&](double h) { return (along(h) - here) / h; }, firstStep(), 1.0);
    const Difference left = extrapolated([&](double h) { return (here - along(-h)) / h; }, firstStep(), 1.0);
    const bool isKink = !agree(left.value, right.value, size, isCoarse ? 0.05 : 1e-4);
    if (isKink) {
      std::printf("kink: %.9g from the left, %.9g from the right", left.value, right.value);
      if (sameSums && (byDifferences(forward, left) || byDifferences(forward, right))) {
        std::printf("; ok\n");
        return;
      }
      std::printf("; ");
    }
    failed = true;
    auto fits = [&](double derivative) {
      return byDifferences(derivative, central) ||
             (isKink && (byDifferences(derivative, left) || byDifferences(derivative, right)));
    };
    if (sameSums)
      std::printf("THE DIFFERENCES DISAGREE\n");
    else if (fits(forward))
      std::printf("THE ADJOINT DISAGREES\n");
    else if (fits(reverse))
      std::printf("THE TANGENT DISAGREES\n");
    else
      std::printf("ALL THREE DISAGREE\n");
  }

  /// <y_b, F' x_d> = <F'^T y_b, x_d> for a direction in all arguments at once.
  void checkIdentity() {
    Vector x_d;
    for (std::size_t i = 0; i < x.size(); ++i)
      x_d.push_back(values.direction());
    const Vector y_d = tangent(x_d);
    const double forward = dot(y_b, y_d), reverse = dot(x_b, x_d);
    const double size = std::fmax(sizeOf(y_b, y_d), sizeOf(x_b, x_d));
    const bool holds = agree(forward, reverse, size, isCoarse ? 1e-5 : 1e-12);
    std::printf("  <y_b, F' x_d> = %.15g, <F'^T y_b, x_d> = %.15g, relative difference %.1e%s\n", forward, reverse,
                size > 0.0 ? std::fabs(forward - reverse) / size : 0.0, holds ? "" : " IS TOO LARGE");
    failed |= !holds;
  }

  Vector directions(std::size_t size) {
    Vector numbers(size);
    for (double &number : numbers)
      number = values.direction();
    return numbers;
  }
  static Vector moved(Vector from, const Vector &along, double t) {
    for (std::size_t i = 0; i < from.size(); ++i)
      from[i] += t * along[i];
    return from;
  }

  void checkSecond() {
    const Vector x_d = directions(x.size()), w = directions(x.size()), y_bd = directions(y_b.size());
    Case c = point, d = zeros(point), b = zeros(point), bd = zeros(point);
    write(inputsOf(d), x_d);
    write(outputsOf(b), y_b);
    write(outputsOf(bd), y_bd);
    Case::second(c, d, b, bd);
    const Vector first = read(inputsOf(b)), product = read(inputsOf(bd));
    const double size = std::fmax(sizeOf(x_b, w), sizeOf(product, w));
    auto along = [&](double t) { return dot(w, adjointAt(moved(x, x_d, t), moved(y_b, y_bd, t))); };
    const Difference central =
        extrapolated([&](double h) { return (along(h) - along(-h)) / (2.0 * h); }, firstStep(), 2.0);
    const double got = dot(w, product);
    const bool sameFirst = agree(dot(w, first), dot(w, x_b), size, isCoarse ? 1e-5 : 1e-11);
    const bool holds = agree(got, central.value, std::fmax(size, std::fabs(central.value)), isCoarse ? 5e-3 : 1e-6) ||
                       std::fabs(got - central.value) <= 4.0 * central.error * (central.error < 1e-3 * size);
    std::printf("  second order: <x_bd, w> = %.15g, differences of the adjoint %.15g%s%s\n", got, central.value,
                holds ? "" : " DISAGREE", sameFirst ? "" : "; ITS ADJOINT DISAGREES");
    failed |= !holds || !sameFirst;
  }

  // ------------------------------------------------- several directions

  void verdict(const char *what, std::size_t count, bool holds) {
    std::printf("  %s, %zu at once: %s\n", what, count, holds ? "as one by one" : "THEY DISAGREE with one by one");
    failed |= !holds;
  }
  bool areSame(const Vector &a, const Vector &b) const {
    bool holds = a.size() == b.size();
    for (std::size_t i = 0; i < a.size() && holds; ++i)
      holds = agree(a[i], b[i], std::fabs(b[i]), isCoarse ? 1e-5 : 1e-11);
    return holds;
  }

  template <class S> void checkSeveral() {
    if constexpr (hasTaylor<S>)
      checkTaylor<S>();
    else if constexpr (hasSecond<S>)
      checkSeveralProducts<S>();
    else if constexpr (hasTangent<S>)
      checkSeveralTangents<S>();
    else
      checkSeveralAdjoints<S>();
  }
  template <class S> S zerosOfSeveral() {
    S made(values);
    if constexpr (hasShape<S>)
      made.shape(point);
    for (std::size_t k = 0; k < S::count; ++k) {
      for (const Leaf &leaf : inputsOf(made, k))
        leaf.set(0.0);
      for (const Leaf &leaf : outputsOf(made, k))
        leaf.set(0.0);
    }
    return made;
  }

  template <class S> void checkSeveralTangents() {
    Case c = point;
    S d = zerosOfSeveral<S>();
    std::vector<Vector> x_d;
    for (std::size_t k = 0; k < S::count; ++k) {
      x_d.push_back(directions(x.size()));
      write(inputsOf(d, k), x_d[k]);
    }
    S::tangent(c, d);
    bool holds = true;
    for (std::size_t k = 0; k < S::count; ++k)
      holds &= areSame(read(outputsOf(d, k)), tangent(x_d[k]));
    verdict("tangents", S::count, holds);
  }
  template <class S> void checkSeveralAdjoints() {
    Case c = point;
    S b = zerosOfSeveral<S>();
    std::vector<Vector> seeds;
    for (std::size_t k = 0; k < S::count; ++k) {
      seeds.push_back(directions(y_b.size()));
      write(outputsOf(b, k), seeds[k]);
    }
    S::adjoint(c, b);
    bool holds = true;
    for (std::size_t k = 0; k < S::count; ++k)
      holds &= areSame(read(inputsOf(b, k)), adjointAt(x, seeds[k]));
    verdict("adjoints", S::count, holds);
  }
  template <class S> void checkSeveralProducts() {
    Case c = point, b = zeros(point);
    S d = zerosOfSeveral<S>(), bd = zerosOfSeveral<S>();
    std::vector<Vector> x_d, y_bd;
    for (std::size_t k = 0; k < S::count; ++k) {
      x_d.push_back(directions(x.size()));
      y_bd.push_back(directions(y_b.size()));
      write(inputsOf(d, k), x_d[k]);
      write(outputsOf(bd, k), y_bd[k]);
    }
    write(outputsOf(b), y_b);
    S::second(c, d, b, bd);
    bool holds = areSame(read(inputsOf(b)), x_b);
    for (std::size_t k = 0; k < S::count; ++k)
      holds &= areSame(read(inputsOf(bd, k)), product(x_d[k], y_bd[k]));
    verdict("products of second order", S::count, holds);
  }
  /// x_bd of f_bd.
  Vector product(const Vector &x_d, const Vector &y_bd) {
    Case c = point, d = zeros(point), b = zeros(point), bd = zeros(point);
    write(inputsOf(d), x_d);
    write(outputsOf(b), y_b);
    write(outputsOf(bd), y_bd);
    Case::second(c, d, b, bd);
    return read(inputsOf(bd));
  }

  /// Coefficients of <y_b, f(x + t x_d + s x_d)> in s.
  template <class S> Vector coefficients(const Vector &x_d, double t) {
    S c(values);
    write(inputsOf(c, 0), moved(x, x_d, t));
    write(inputsOf(c, 1), x_d);
    for (std::size_t k = 2; k <= S::count; ++k)
      write(inputsOf(c, k), Vector(x.size(), 0.0));
    S::taylor(c);
    Vector sums;
    for (std::size_t k = 0; k <= S::count; ++k)
      sums.push_back(dot(y_b, read(outputsOf(c, k))));
    return sums;
  }
  template <class S> void checkTaylor() {
    const Vector x_d = directions(x.size()), here = coefficients<S>(x_d, 0.0), y_d = tangent(x_d),
                 y = evaluate(x_d, 0.0);
    bool holds = agree(here[0], dot(y_b, y), sizeOf(y_b, y), isCoarse ? 1e-5 : 1e-11) &&
                 agree(here[1], dot(y_b, y_d), sizeOf(y_b, y_d), isCoarse ? 1e-5 : 1e-11);
    for (std::size_t k = 1; k <= S::count; ++k) {
      auto before = [&](double t) { return coefficients<S>(x_d, t)[k - 1]; };
      const Difference central =
          extrapolated([&](double h) { return (before(h) - before(-h)) / (2.0 * h); }, firstStep(), 2.0);
      const double got = double(k) * here[k], size = std::fmax(std::fabs(got), std::fabs(here[k - 1]));
      holds &= agree(got, central.value, std::fmax(size, sizeOf(y_b, y)), isCoarse ? 5e-3 : 1e-6) ||
               std::fabs(got - central.value) <= 4.0 * central.error * (central.error < 1e-3 * size);
    }
    std::printf("  Taylor coefficients to order %zu: %s\n", S::count, holds ? "ok" : "THEY DISAGREE with differences");
    failed |= !holds;
  }

  // ----------------------------------------------------------- matrices

  /// The place of each number in the rows of a Jacobian, where the result comes first.
  std::vector<std::size_t> rowsOf() {
    const std::vector<Leaf> leaves = outputsOf(point);
    std::size_t ofParameters = 0;
    while (ofParameters < leaves.size() && leaves[ofParameters].argument != "result")
      ++ofParameters;
    std::vector<std::size_t> rows;
    for (std::size_t i = 0; i < leaves.size(); ++i)
      rows.push_back(i < ofParameters ? i + leaves.size() - ofParameters : i - ofParameters);
    return rows;
  }

  void checkMatrices() {
    if constexpr (hasJacobian<Case>)
      checkJacobian("Jacobian", [&](auto add) {
        const auto J = Case::jacobian(point);
        for (std::size_t i = 0; i < J.rows(); ++i)
          for (std::size_t j = 0; j < J.columns(); ++j)
            add(i, j, double(J(i, j)));
      });
    if constexpr (hasSparseJacobian<Case>)
      checkJacobian("sparse Jacobian", [&](auto add) { addPlaces(Case::sparseJacobian(point), add); });
    if constexpr (hasHessian<Case>)
      checkHessian("Hessian", [&](auto add) {
        const auto H = Case::hessian(point);
        for (std::size_t i = 0; i < H.rows(); ++i)
          for (std::size_t j = 0; j < H.columns(); ++j)
            add(i, j, double(H(i, j)));
      });
    if constexpr (hasSparseHessian<Case>)
      checkHessian("sparse Hessian", [&](auto add) { addPlaces(Case::sparseHessian(point), add); });
  }

  template <class PatternAndValues, class Add> static void addPlaces(const PatternAndValues &matrix, Add add) {
    const auto &[pattern, numbers] = matrix;
    const auto rows = pattern.rows();
    for (std::size_t k = 0; k < numbers.size(); ++k)
      add(std::size_t(rows[k]), std::size_t(pattern.columns()[k]), double(numbers[k]));
  }

  /// J x_d and J^T y_b
  template <class Entries> void checkJacobian(const char *what, Entries entries) {
    const Vector x_d = directions(x.size());
    Vector byRows(y_b.size()), byColumns(x.size()), seeds(y_b.size());
    const std::vector<std::size_t> rows = rowsOf();
    for (std::size_t i = 0; i < rows.size(); ++i)
      seeds[rows[i]] = y_b[i];
    bool holds = true;
    entries([&](std::size_t i, std::size_t j, double number) {
      if (i >= byRows.size() || j >= byColumns.size()) {
        holds = false;
        return;
      }
      byRows[i] += number * x_d[j];
      byColumns[j] += number * seeds[i];
    });
    Vector y_d(y_b.size());
    const Vector expected = tangent(x_d);
    for (std::size_t i = 0; i < rows.size(); ++i)
      y_d[rows[i]] = expected[i];
    const double scale = std::fmax(sizeOf(y_b, expected), sizeOf(x_b, x_d));
    matrixVerdict(what, holds && areClose(byRows, y_d, scale) && areClose(byColumns, x_b, scale));
  }
  /// H x_d
  template <class Entries> void checkHessian(const char *what, Entries entries) {
    const Vector x_d = directions(x.size());
    Vector got(x.size());
    bool holds = true;
    entries([&](std::size_t i, std::size_t j, double number) {
      if (i >= got.size() || j >= got.size())
        holds = false;
      else
        got[i] += number * x_d[j];
    });
    const Vector before = std::exchange(y_b, Vector(y_b.size(), 0.0));
    y_b.back() = 1.0; // the number that is returned
    const Vector expected = product(x_d, Vector(y_b.size(), 0.0));
    y_b = before;
    matrixVerdict(what, holds && areClose(got, expected, std::fmax(sizeOf(got, x_d), sizeOf(expected, x_d))));
  }
  bool areClose(const Vector &a, const Vector &b, double scale) const {
    bool holds = a.size() == b.size();
    for (std::size_t i = 0; i < a.size() && holds; ++i)
      holds = agree(a[i], b[i], scale, isCoarse ? 1e-4 : 1e-10);
    return holds;
  }
  void matrixVerdict(const char *what, bool holds) {
    std::printf("  %s: %s\n", what, holds ? "ok" : "ITS PRODUCTS DISAGREE with those of derivatives");
    failed |= !holds;
  }

  const char *name;
  Values &values;
  Case point;
  Vector x, y_b, x_b;
  std::vector<std::string> arguments;
  double least = 1e-3; ///< derivatives are compared relative to this at least: smaller ones may be rounding errors of the outputs
  bool isCoarse = false; ///< some of it is float
  bool failed = false;
};

template <class Case, class... Several> bool run(const char *name, Values &values) {
  values.restart();
  return Checker<Case, Several...>(name, values).run();
}

} // namespace adjoint::check

#endif
