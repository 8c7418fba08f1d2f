// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma GCC system_header

namespace installed {
inline double ends(double x) {
again:
  x *= 0.5;
  if (x > 1.0)
    goto again;
  return x;
}
template <class T> T twice(T x) { return 2.0 * ends(x); }
} // namespace installed
