// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What generated code tells compilers of a loop, so that they may vectorise it:
//
//   ADJOINT_SUMS(s, t)                     in front: iterations have to do with each other through s and t alone, which
//   for (int i = 0; i < n; ++i) {          they add to
//     ADJOINT_ANY_ORDER                    at the beginning of the body: its sums have no order to keep
//
// Clang reads the second, g++ from 12 on the first if it is given -fopenmp-simd. Other compilers keep the order.
#ifndef ADJOINT_SUMS_H
#define ADJOINT_SUMS_H

#ifdef __clang__
#define ADJOINT_ANY_ORDER _Pragma("clang fp reassociate(on)")
#else
#define ADJOINT_ANY_ORDER
#endif

#if defined(__GNUC__) && !defined(__clang__) && defined(__has_cpp_attribute)
#if __has_cpp_attribute(omp::directive) // which says whether -fopenmp-simd or -fopenmp is given: g++ warns of a pragma without
#define ADJOINT_PRAGMA(...) _Pragma(#__VA_ARGS__)
#define ADJOINT_SUMS(...) ADJOINT_PRAGMA(omp simd reduction(+ : __VA_ARGS__))
#endif
#endif
#ifndef ADJOINT_SUMS
#define ADJOINT_SUMS(...)
#endif

#endif
