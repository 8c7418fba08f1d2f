// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products and quotients with strong zeros, which generated code calls with --strong-zero, and where a partial derivative may be
// infinite.
//
// A strong zero is a zero that stays zero: zero times an infinity or NaN is zero, and zero divided by zero is zero.
// Only a derivative that is zero counts; a partial derivative that is zero is multiplied as usual.

#ifndef ADJOINT_STRONG_H
#define ADJOINT_STRONG_H

namespace adjoint::strong {

/// Of the calling thread: the pattern of a sparse matrix is being found by directions that are NaN (sparse/detection.h). There is no
/// strong zero then (but in other threads that f starts), which could hide one of them: a derivative may be zero at this point alone.
inline thread_local bool finds_patterns = false;

/// partial * derivative; 0 if the derivative is 0.
template <class Number> inline Number product(Number partial, Number derivative) {
  return derivative == Number(0) && !finds_patterns ? Number(0) : partial * derivative;
}

/// derivative / divisor; 0 if the derivative is 0.
template <class Number> inline Number quotient(Number derivative, Number divisor) {
  return derivative == Number(0) && !finds_patterns ? Number(0) : derivative / divisor;
}

} // namespace adjoint::strong

#endif
