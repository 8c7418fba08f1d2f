// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compares the adjoint and the tangent that are generated for a function with its tangent in dual numbers. The state is everything that goes in
// and comes out through parameters; what is only read keeps its value, so that its adjoint grows by the gradient.

#pragma once

#include "dual.h"

#include <adjoint/tape.h>

#include <cstdio>

namespace fuzz {

constexpr int maxState = 96;

struct Verdict {
  const char *what;
  int index;
  double expected, got, error;
};

/// A program without a tangent gives a null pointer.
inline bool isNull(std::nullptr_t) { return true; }
template <class Function> bool isNull(Function) { return false; }
inline double call(std::nullptr_t, double *, double *, double) { return 0.0; }
template <class Function> double call(Function tangent, double *state, double *direction, double seed) {
  return tangent(state, direction, seed);
}

/// `primal` runs on state, returns the seeded sum of what the function returns; `adjoint` leaves adjoints of inputs.
/// `passive`: the place of an input that has no adjoint, or -1.
/// `tolerance`: of the adjoints, relative to the largest of them or 1.
/// `value`: what f_b leaves in the state and returns is compared, too.
/// `tangent` runs on state and its tangents, and returns the seeded sum of the tangent of what the function returns; it
/// leaves tangents of outputs.
template <class Primal, class AdjointFunction, class TangentFunction>
Verdict compare(int size, double tolerance, const double *point, bool value, int passive, Primal primal, AdjointFunction run,
                TangentFunction tangent) {
  double seed[maxState], expected[maxState], state[maxState], adjoints[maxState];
  ref::Dual dual[maxState];
  double plain[maxState], result = 0.0;
  unsigned random = 12345u;
  for (int i = 0; i < size; ++i) {
    random = random * 1664525u + 1013904223u;
    seed[i] = (0.5 + (random >> 8) / 16777216.0) * (random & 0x80u ? 1.0 : -1.0);
  }
  const double resultSeed = 1.25;
  double scale = 1.0;
  for (int j = 0; j < size; ++j) {
    for (int i = 0; i < size; ++i)
      dual[i] = ref::Dual(point[i], i == j);
    if (j == passive)
      dual[j].d = 0.0;
    ref::Dual r = primal(dual, resultSeed);
    result = r.v;
    expected[j] = r.d;
    for (int i = 0; i < size; ++i) {
      expected[j] += seed[i] * dual[i].d;
      plain[i] = dual[i].v;
    }
    if (j == passive)
      expected[j] = seed[j];
    if (!(std::fabs(expected[j]) < 1e5))
      return {"UNSTABLE", j, expected[j], 0.0, 0.0};
    scale = std::fmax(scale, std::fabs(expected[j]));
  }
  for (int i = 0; i < size; ++i)
    if (!(std::fabs(plain[i]) < 1e5))
      return {"UNSTABLE", i, plain[i], 0.0, 0.0};
  for (int j = 0; j < size; ++j) {
    if (j == passive || isNull(tangent))
      continue;
    double direction[maxState] = {};
    for (int i = 0; i < size; ++i)
      state[i] = point[i];
    direction[j] = 1.0;
    double got = call(tangent, state, direction, resultSeed);
    for (int i = 0; i < size; ++i)
      got += seed[i] * direction[i];
    double error = std::fabs(got - expected[j]) / scale;
    if (!(error <= tolerance))
      return {"WRONGTANGENT", j, expected[j], got, error};
  }
  for (int i = 0; i < size; ++i) {
    state[i] = point[i];
    adjoints[i] = seed[i];
  }
  const std::size_t bytes = ::adjoint::Tape::local().bytes();
  double returned = run(state, adjoints, resultSeed);
  if (::adjoint::Tape::local().bytes() != bytes)
    return {"LEFTOVER", 0, double(bytes), double(::adjoint::Tape::local().bytes()), 1.0};
  Verdict worst = {"OK", 0, 0.0, 0.0, 0.0};
  for (int i = 0; i < size; ++i) {
    double error = std::fabs(adjoints[i] - expected[i]) / scale;
    if (!(error <= worst.error))
      worst = {error <= tolerance ? "OK" : "WRONG", i, expected[i], adjoints[i], error};
  }
  if (value && worst.what[0] == 'O') {
    for (int i = 0; i < size; ++i)
      if (!(std::fabs(state[i] - plain[i]) <= 0.1 * tolerance * std::fmax(1.0, std::fabs(plain[i]))))
        return {"WRONGVALUE", i, plain[i], state[i], 1.0};
    if (!(std::fabs(returned - result) <= 0.1 * tolerance * std::fmax(1.0, std::fabs(result))))
      return {"WRONGVALUE", -1, result, returned, 1.0};
  }
  return worst;
}

} // namespace fuzz
