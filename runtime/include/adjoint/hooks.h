// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hooks: code of yours that runs in the reverse sweep.
//
//     void clip(double &x_b) { x_b = std::clamp(x_b, -1.0, 1.0); }
//
//     x = adjoint::hook(x, clip);          // x is what it was; its adjoint is clipped when the reverse sweep comes by
//
// hook(x, f) gives x. In an adjoint, f gets the adjoint of that result, may change it, and x gets what f leaves. Everywhere else,
// in tangents too, f is not called. f is a function, or a lambda without captures, `void (T &)` for x of type T. It is called as
// often as the reverse sweep comes by: for each iteration of a loop, and in each pass of a fixed point. What f throws passes
// through. There is no second derivative.
//
// nesting_level() says in how many derivatives the call stands: 0 in a function itself, 1 in its adjoint or tangent, 2 in a
// Hessian-vector product, and in the adjoint of a function that calls an adjoint. It is for printing and counting.
#ifndef ADJOINT_HOOKS_H
#define ADJOINT_HOOKS_H

namespace adjoint {

/// In how many derivatives the call stands.
int nesting_level() noexcept;

template <class T, class F> T hook(T x, F &&) { return x; }

/// In generated code: as long as it lives, calls stand in so many derivatives more. Of the calling thread.
class Nesting {
public:
  explicit Nesting(int levels) noexcept : levels_(levels) { level_ += levels; }
  ~Nesting() { level_ -= levels_; }
  Nesting(const Nesting &) = delete;
  Nesting &operator=(const Nesting &) = delete;

private:
  friend int nesting_level() noexcept;
  static thread_local int level_;
  const int levels_;
};

inline thread_local int Nesting::level_ = 0;

inline int nesting_level() noexcept { return Nesting::level_; }

} // namespace adjoint

#endif // ADJOINT_HOOKS_H
