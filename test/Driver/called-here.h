// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma GCC system_header

namespace installed {
inline double ends(double x) {
  x *= 0.5;
  x += x * x;

  asm("nop");
  return x;
}
template <class T> T twice(T x) { return 2.0 * ends(x); }
} // namespace installed
