// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Macros by which generated code tells compilers what was found of a loop, so that they may vectorise it.
//
//     ADJOINT_SUMS(s, t)                 before the loop: iterations depend on each other only through s and t, which
//     for (int i = 0; i < n; ++i) {      they add to
//       ADJOINT_ANY_ORDER                first in the body: sums may be added in any order
//
//     ADJOINT_INDEPENDENT                before the loop: iterations do not depend on each other, and its arrays need not be compared
//
//     #pragma omp parallel for ADJOINT_SIMD reduction(+ : s)         the same of a parallel loop
//
// Clang reads ADJOINT_ANY_ORDER; what it makes of `parallel for simd` with a reduction at -O1 is wrong. g++ reads ADJOINT_SUMS, from version 12
// on and with -fopenmp-simd. Both read ADJOINT_INDEPENDENT. Other compilers keep the order of the source; rounding may differ between compilers.
//
// Clang does not warn of loops that it leaves as they are, also of the user's behind this header (-Wpass-failed).
#ifndef ADJOINT_LOOPS_H
#define ADJOINT_LOOPS_H

#ifdef __clang__
#define ADJOINT_ANY_ORDER _Pragma("clang fp reassociate(on)")
#define ADJOINT_SIMD
#else
#define ADJOINT_ANY_ORDER
#define ADJOINT_SIMD simd
#endif

#ifdef __clang__
#pragma clang diagnostic ignored "-Wpass-failed"
#define ADJOINT_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#elif defined(__GNUC__)
#define ADJOINT_INDEPENDENT _Pragma("GCC ivdep")
#ifdef __has_cpp_attribute
#if __has_cpp_attribute(omp::directive) // true with -fopenmp-simd or -fopenmp; without, g++ warns of the pragma
#define ADJOINT_PRAGMA(...) _Pragma(#__VA_ARGS__)
#define ADJOINT_SUMS(...) ADJOINT_PRAGMA(omp simd reduction(+ : __VA_ARGS__))
#endif
#endif
#endif
#ifndef ADJOINT_SUMS
#define ADJOINT_SUMS(...)
#endif
#ifndef ADJOINT_INDEPENDENT
#define ADJOINT_INDEPENDENT
#endif

#endif
