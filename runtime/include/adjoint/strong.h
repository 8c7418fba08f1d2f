// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products and quotients with strong zeros, which generated code calls with --strong-zero.
//
// A strong zero is a zero that stays zero: zero times an infinity or NaN is zero, and zero divided by zero is zero.
// Only a derivative that is zero counts; a partial derivative that is zero is multiplied as usual.

#ifndef ADJOINT_STRONG_H
#define ADJOINT_STRONG_H

namespace adjoint::strong {

/// partial * derivative; 0 if the derivative is 0.
template <class Number> inline Number product(Number partial, Number derivative) {
  return derivative == Number(0) ? Number(0) : partial * derivative;
}

/// derivative / divisor; 0 if the derivative is 0.
template <class Number> inline Number quotient(Number derivative, Number divisor) {
  return derivative == Number(0) ? Number(0) : derivative / divisor;
}

} // namespace adjoint::strong

#endif
