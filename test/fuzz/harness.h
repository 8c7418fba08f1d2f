// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compares the adjoint and the tangent that are generated for a function with its tangent in dual numbers. The state is everything that goes in
// and comes out through parameters; what is only read keeps its value, so that its adjoint grows by the gradient.

#pragma once

#include "dual.h"

#include <adjoint/tape.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace fuzz {

constexpr int maxState = 96;

struct Verdict {
  const char *what;
  int index;
  double expected, got, error;
};

// Pointers to functions, so that what compares is compiled once.
using Primal = ref::Dual (*)(ref::Dual *state, double seed);
using Adjoint = double (*)(double *state, double *adjoints, double seed);
using Tangent = double (*)(double *state, double *direction, double seed); ///< null for a program without a tangent

/// x and x_d, x_b and x_bd, and the seeds of the result; null for a program without.
using Second = void (*)(double *state, double *direction, double *adjoints, double *products, double seed, double seedAlong);

/// A way in which the parameters of a program lie in the state.
struct Mode {
  int size, passive; ///< `passive`: the place of an input that has no adjoint, or -1
  Primal primal;
  Adjoint adjoint;
  Tangent tangent;
  Second second;
};

struct Program {
  int number;
  double tolerance;
  bool value;       ///< what f_b leaves in the state and returns is compared, too
  bool isGenerated; ///< there are functions of the signatures that the contract gives
  const double *point;
  int modeCount;
  const Mode *modes;
};

/// What the reference gives at a point.
struct Reference {
  double gradient[maxState]; ///< of the seeded sum of outputs, for each input
  double state[maxState], result = 0.0;
  double scale = 1.0; ///< the largest derivative, or 1
  int tooLarge = -1;  ///< the place of a number that is too large to compare, or -1
};

constexpr double largest = 1e5;

/// `primal` runs on state, and returns the seeded sum of what the function returns.
inline Reference reference(int size, const double *point, const double *seed, double resultSeed, int passive,
                           Primal primal) {
  Reference out;
  ref::isHuge = false;
  ref::Dual dual[maxState];
  for (int j = 0; j < size; ++j) {
    for (int i = 0; i < size; ++i)
      dual[i] = ref::Dual(point[i], i == j && j != passive);
    ref::Dual r = primal(dual, resultSeed);
    out.result = r.v;
    out.gradient[j] = r.d;
    for (int i = 0; i < size; ++i) {
      out.gradient[j] += seed[i] * dual[i].d;
      out.state[i] = dual[i].v;
    }
    if (j == passive)
      out.gradient[j] = seed[j];
    out.scale = std::fmax(out.scale, std::fabs(out.gradient[j]));
    if (!(std::fabs(out.gradient[j]) < largest) || !(std::fabs(out.state[j]) < largest) ||
        ref::isHuge)
      out.tooLarge = j;
  }
  return out;
}

/// How far rounding takes a derivative, relative to the largest one: that of the reference with noise, twice. Infinite
/// where it leads to another branch with a NaN.
inline double roundingError(const Reference &exact, int size, const double *point, const double *seed, double resultSeed,
                            int passive, Primal primal) {
  double worst = 0.0;
  ref::isNoisy = true;
  for (int round = 0; round < 2; ++round) {
    Reference noisy = reference(size, point, seed, resultSeed, passive, primal);
    for (int i = 0; i < size; ++i) {
      double error = std::fabs(noisy.gradient[i] - exact.gradient[i]) / exact.scale;
      worst = error <= worst ? worst : std::isnan(error) ? HUGE_VAL : error;
    }
  }
  ref::isNoisy = false;
  return worst;
}

constexpr double roundingFactor = 32.0; ///< adjoints round elsewhere, and their sums are longer
constexpr double stableError = 1e-8;    ///< what only rounding beyond that explains counts as not compared
constexpr double valueTolerance = 1e-9;

constexpr double resultSeed = 1.25;

/// Of the outputs.
inline void setSeeds(int size, double *seed) {
  unsigned random = 12345u;
  for (int i = 0; i < size; ++i) {
    random = random * 1664525u + 1013904223u;
    seed[i] = (0.5 + (random >> 8) / 16777216.0) * (random & 0x80u ? 1.0 : -1.0);
  }
}

/// The tangent of the adjoint, beside the adjoint's own results: by differences of the adjoint, where they tell.
inline Verdict compareSecond(const Mode &mode, const double *point, const double *seed, const double *adjoints) {
  const int size = mode.size;
  double direction[maxState], along[maxState], moved[3][2][maxState];
  setSeeds(size, along);
  for (int i = 0; i < size; ++i)
    direction[i] = i == mode.passive ? 0.0 : along[size - 1 - i];
  constexpr double steps[3] = {1e-4, 5e-5, 1e-5}, resultAlong = -0.5;
  for (int k = 0; k < 3; ++k)
    for (int side = 0; side < 2; ++side) {
      const double h = side ? -steps[k] : steps[k];
      double state[maxState], *out = moved[k][side];
      for (int i = 0; i < size; ++i) {
        state[i] = point[i] + h * direction[i];
        out[i] = seed[i] + h * along[i];
      }
      mode.adjoint(state, out, resultSeed + h * resultAlong);
    }
  double state[maxState], tangents[maxState], first[maxState], products[maxState], scale = 1.0, error = 0.0, expected[maxState];
  for (int i = 0; i < size; ++i) {
    state[i] = point[i], tangents[i] = direction[i], first[i] = seed[i], products[i] = along[i];
    auto slope = [&](int k) { return (moved[k][0][i] - moved[k][1][i]) / (2 * steps[k]); };
    expected[i] = (4 * slope(1) - slope(0)) / 3;
    scale = std::fmax(scale, std::fabs(expected[i]));
    const double others[2] = {slope(1) - slope(0), slope(2) - expected[i]}; // between which a kink may lie
    for (const double other : others)
      error = std::fabs(other) <= error ? error : std::fabs(other); // a NaN stays
  }
  mode.second(state, tangents, first, products, resultSeed, resultAlong);
  Verdict worst = {"OK", 0, 0.0, 0.0, 0.0};
  if (!(error <= 1e-4 * scale) || !(scale < largest)) // a kink, or too large a curvature
    return worst;
  for (int i = 0; i < size; ++i) {
    const double firstError = std::fabs(first[i] - adjoints[i]) / std::fmax(1.0, std::fabs(adjoints[i]));
    if (i != mode.passive && !(firstError <= 1e-7))
      return {"WRONGSECOND", i, adjoints[i], first[i], firstError};
    const double secondError = std::fabs(products[i] - expected[i]) / scale;
    if (i != mode.passive && !(secondError <= 1e-5 + 2 * error / scale))
      return {"WRONGSECOND", i, expected[i], products[i], secondError};
  }
  return worst;
}

/// `primal` runs on state, returns the seeded sum of what the function returns; `adjoint` leaves adjoints of inputs.
/// `tolerance`: of the adjoints, relative to the largest of them or 1. Where it is exceeded, a multiple of what rounding
/// does to the reference counts.
/// `tangent` runs on state and its tangents, and returns the seeded sum of the tangent of what the function returns; it
/// leaves tangents of outputs.
inline Verdict compare(const Program &program, const Mode &mode) {
  const auto [size, passive, primal, run, tangent, second] = mode;
  const double tolerance = program.tolerance, *point = program.point;
  double seed[maxState], state[maxState], adjoints[maxState];
  setSeeds(size, seed);
  const Reference expected = reference(size, point, seed, resultSeed, passive, primal);
  if (expected.tooLarge >= 0)
    return {"UNSTABLE", expected.tooLarge, expected.gradient[expected.tooLarge], 0.0, 0.0};
  double allowed = tolerance, rounding = -1.0;
  auto isWrong = [&](double error) {
    if (!(error <= allowed) && rounding < 0.0) {
      rounding = roundingFactor * roundingError(expected, size, point, seed, resultSeed, passive, primal);
      allowed = std::fmax(allowed, rounding);
    }
    return !(error <= allowed);
  };
  Verdict worst = {"OK", 0, 0.0, 0.0, 0.0};
  auto note = [&](const char *what, int i, double got) {
    double error = std::fabs(got - expected.gradient[i]) / expected.scale;
    if (isWrong(error) && !(error <= worst.error))
      worst = {what, i, expected.gradient[i], got, error};
  };
  for (int j = 0; tangent && j < size; ++j) {
    if (j == passive)
      continue;
    double direction[maxState] = {};
    for (int i = 0; i < size; ++i)
      state[i] = point[i];
    direction[j] = 1.0;
    double got = tangent(state, direction, resultSeed);
    for (int i = 0; i < size; ++i)
      got += seed[i] * direction[i];
    note("WRONGTANGENT", j, got);
  }
  double returned = 0.0;
  for (int call = 0; call < 2; ++call) { // what the first has left behind would show in the second
    for (int i = 0; i < size; ++i) {
      state[i] = point[i];
      adjoints[i] = seed[i];
    }
    const std::size_t bytes = ::adjoint::Tape::local().bytes();
    returned = run(state, adjoints, resultSeed);
    if (::adjoint::Tape::local().bytes() != bytes)
      return {"LEFTOVER", 0, double(bytes), double(::adjoint::Tape::local().bytes()), 1.0};
    for (int i = 0; i < size && worst.what[0] == 'O'; ++i)
      note("WRONG", i, adjoints[i]);
    if (worst.what[0] != 'O')
      return worst;
  }
  if (rounding > stableError)
    return {"UNSTABLE", 0, 0.0, 0.0, rounding};
  if (second)
    worst = compareSecond(mode, point, seed, adjoints);
  if (worst.what[0] != 'O')
    return worst;
  if (!program.value)
    return worst;
  allowed = std::fmax(0.1 * tolerance, valueTolerance);
  for (int i = 0; i < size; ++i)
    if (!(std::fabs(state[i] - expected.state[i]) <= allowed * std::fmax(1.0, std::fabs(expected.state[i]))))
      return {"WRONGVALUE", i, expected.state[i], state[i], 1.0};
  if (!(std::fabs(returned - expected.result) <= allowed * std::fmax(1.0, std::fabs(expected.result))))
    return {"WRONGVALUE", -1, expected.result, returned, 1.0};
  return worst;
}

inline void compareModes(const Program &program) {
  for (int m = 0; m < program.modeCount; ++m) {
    std::printf("BEGIN %d %d\n", program.number, m);
    std::fflush(stdout);
    Verdict v = {"SIGNATURE", 0, 0.0, 0.0, 0.0};
    if (program.isGenerated)
      v = compare(program, program.modes[m]);
    std::printf("DONE %d %d %s %d %.17g %.17g %.3g\n", program.number, m, v.what, v.index, v.expected, v.got, v.error);
    std::fflush(stdout);
  }
}

/// Arguments: numbers of programs.
template <int count> int main(const Program (&programs)[count], int argc, char **argv) {
  for (int a = 1; a < argc; ++a)
    for (const Program &program : programs)
      if (program.number == std::atoi(argv[a]))
        compareModes(program);
  return 0;
}

} // namespace fuzz
