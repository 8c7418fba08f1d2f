// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products with strong zeros: zero times anything is zero, also times an infinity or NaN. What generated code calls
// with --strong-zero.

#ifndef ADJOINT_STRONG_H
#define ADJOINT_STRONG_H

namespace adjoint::strong {

/// A partial derivative times a derivative.
template <class T> inline T product(T partial, T derivative) {
  return derivative == T(0) ? T(0) : partial * derivative;
}

/// A derivative over a value.
template <class T> inline T quotient(T derivative, T divisor) {
  return derivative == T(0) ? T(0) : derivative / divisor;
}

} // namespace adjoint::strong

#endif
