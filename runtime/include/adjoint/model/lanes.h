// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What classes of vector registers have in common: an array of lanes, and operations lane by lane.
//
// A class D derives from Lanes<D, T, n>, and can be made of a T for all lanes. What comparisons give is a Mask<n>.

#ifndef ADJOINT_MODEL_LANES_H
#define ADJOINT_MODEL_LANES_H

#include "adjoint/model/complex.h"
#include "adjoint/model/core.h"

namespace adjoint::model {

namespace elementary {
#define ADJOINT_MODEL_ONE(name)                                                                                        \
  float name(float);                                                                                                   \
  double name(double);                                                                                                 \
  long double name(long double);
ADJOINT_MODEL_ONE(tan)
ADJOINT_MODEL_ONE(asin)
ADJOINT_MODEL_ONE(acos)
ADJOINT_MODEL_ONE(atan)
ADJOINT_MODEL_ONE(tanh)
ADJOINT_MODEL_ONE(atanh)
ADJOINT_MODEL_ONE(acosh)
ADJOINT_MODEL_ONE(cbrt)
ADJOINT_MODEL_ONE(exp2)
ADJOINT_MODEL_ONE(expm1)
ADJOINT_MODEL_ONE(log2)
ADJOINT_MODEL_ONE(log10)
ADJOINT_MODEL_ONE(round)
ADJOINT_MODEL_ONE(floor)
ADJOINT_MODEL_ONE(ceil)
ADJOINT_MODEL_ONE(trunc)
ADJOINT_MODEL_ONE(erf)
#undef ADJOINT_MODEL_ONE
} // namespace elementary

namespace simd {

template <int n> class Mask {
public:
  Mask() {}
  Mask(bool all) {
    for (int k = 0; k < n; ++k)
      is[k] = all;
  }
  bool operator[](int k) const { return is[k]; }
  bool &operator[](int k) { return is[k]; }
  Mask operator!() const {
    Mask made;
    for (int k = 0; k < n; ++k)
      made.is[k] = !is[k];
    return made;
  }
  Mask operator~() const { return !*this; }
#define ADJOINT_MODEL_LOGICAL(op, how)                                                                                 \
  friend Mask operator op(const Mask &a, const Mask &b) {                                                              \
    Mask made;                                                                                                         \
    for (int k = 0; k < n; ++k)                                                                                        \
      made.is[k] = a.is[k] how b.is[k];                                                                                \
    return made;                                                                                                       \
  }
  ADJOINT_MODEL_LOGICAL(&, &&)
  ADJOINT_MODEL_LOGICAL(|, ||)
  ADJOINT_MODEL_LOGICAL(&&, &&)
  ADJOINT_MODEL_LOGICAL(||, ||)
  ADJOINT_MODEL_LOGICAL(^, !=)
#undef ADJOINT_MODEL_LOGICAL
  bool any() const {
    bool any = false;
    for (int k = 0; k < n; ++k)
      any = any || is[k];
    return any;
  }
  bool all() const {
    bool all = true;
    for (int k = 0; k < n; ++k)
      all = all && is[k];
    return all;
  }
  int count() const {
    int count = 0;
    for (int k = 0; k < n; ++k)
      count += is[k] ? 1 : 0;
    return count;
  }

private:
  bool is[n];
};

/// D has the lanes, T lane[n], which only this class reads.
template <class D, class T, int n> class Lanes {
public:
  D &self() { return *static_cast<D *>(this); }
  const D &self() const { return *static_cast<const D *>(this); }
  const T &operator[](int k) const { return self().lane[k]; }
  T &operator[](int k) { return self().lane[k]; }

  static constexpr size_t size() { return n; }
  /// Lane k gets value(k).
  template <class F> void set(F value) {
    for (int k = 0; k < n; ++k)
      self().lane[k] = static_cast<T>(value(k));
  }
  void setAll(const T &value) {
    for (int k = 0; k < n; ++k)
      self().lane[k] = value;
  }
  template <class U> void load(const U *memory) {
    for (int k = 0; k < n; ++k)
      self().lane[k] = static_cast<T>(memory[k]);
  }
  template <class U> void store(U *memory) const {
    for (int k = 0; k < n; ++k)
      memory[k] = static_cast<U>(self().lane[k]);
  }
  /// Change those that the mask names.
  template <class F> void change(const Mask<n> &mask, const D &other, F f) {
    for (int k = 0; k < n; ++k)
      if (mask[k])
        f(self().lane[k], other.lane[k]);
  }
  template <class M, class F> static M compare(const D &a, const D &b, F f) {
    M made;
    for (int k = 0; k < n; ++k)
      made[k] = f(a.lane[k], b.lane[k]);
    return made;
  }
  D operator-() const {
    D made;
    for (int k = 0; k < n; ++k)
      made.lane[k] = -self().lane[k];
    return made;
  }
  D operator+() const { return self(); }
#define ADJOINT_MODEL_ASSIGNMENT(op)                                                                                   \
  D &operator op(const D &other) {                                                                                     \
    for (int k = 0; k < n; ++k)                                                                                        \
      self().lane[k] op other.lane[k];                                                                                 \
    return self();                                                                                                     \
  }
  ADJOINT_MODEL_ASSIGNMENT(+=)
  ADJOINT_MODEL_ASSIGNMENT(-=)
  ADJOINT_MODEL_ASSIGNMENT(*=)
  ADJOINT_MODEL_ASSIGNMENT(/=)
#undef ADJOINT_MODEL_ASSIGNMENT
#define ADJOINT_MODEL_OPERATION(op)                                                                                    \
  friend D operator op(const D &a, const D &b) {                                                                       \
    D made;                                                                                                            \
    for (int k = 0; k < n; ++k)                                                                                        \
      made[k] = a[k] op b[k];                                                                                          \
    return made;                                                                                                       \
  }
  ADJOINT_MODEL_OPERATION(+)
  ADJOINT_MODEL_OPERATION(-)
  ADJOINT_MODEL_OPERATION(*)
  ADJOINT_MODEL_OPERATION(/)
#undef ADJOINT_MODEL_OPERATION
};

template <class D, class T, int n, class F> D forEach(const Lanes<D, T, n> &a, F f) {
  D made;
  for (int k = 0; k < n; ++k)
    made[k] = f(a[k]);
  return made;
}
template <class D, class T, int n, class F> D forEach(const Lanes<D, T, n> &a, const Lanes<D, T, n> &b, F f) {
  D made;
  for (int k = 0; k < n; ++k)
    made[k] = f(a[k], b[k]);
  return made;
}
template <class D, class T, int n, class F>
D forEach(const Lanes<D, T, n> &a, const Lanes<D, T, n> &b, const Lanes<D, T, n> &c, F f) {
  D made;
  for (int k = 0; k < n; ++k)
    made[k] = f(a[k], b[k], c[k]);
  return made;
}
template <class D, class T, int n, class F> T folded(const Lanes<D, T, n> &a, F f) {
  T all = a[0];
  for (int k = 1; k < n; ++k)
    all = f(all, a[k]);
  return all;
}
template <class D, class T, int n> T sum(const Lanes<D, T, n> &a) {
  T s = a[0];
  for (int k = 1; k < n; ++k)
    s += a[k];
  return s;
}
template <class D, class T, int n> T least(const Lanes<D, T, n> &a) {
  T best = a[0];
  for (int k = 1; k < n; ++k)
    if (a[k] < best)
      best = a[k];
  return best;
}
template <class D, class T, int n> T greatest(const Lanes<D, T, n> &a) {
  T best = a[0];
  for (int k = 1; k < n; ++k)
    if (best < a[k])
      best = a[k];
  return best;
}

/// Comparisons of D, which give an M.
#define ADJOINT_MODEL_COMPARISONS(D, M)                                                                                \
  ADJOINT_MODEL_COMPARISON(D, M, <)                                                                                    \
  ADJOINT_MODEL_COMPARISON(D, M, <=)                                                                                   \
  ADJOINT_MODEL_COMPARISON(D, M, >)                                                                                    \
  ADJOINT_MODEL_COMPARISON(D, M, >=)                                                                                   \
  ADJOINT_MODEL_COMPARISON(D, M, ==)                                                                                   \
  ADJOINT_MODEL_COMPARISON(D, M, !=)
#define ADJOINT_MODEL_COMPARISON(D, M, op)                                                                             \
  friend M operator op(const D &a, const D &b) {                                                                       \
    return D::template compare<M>(a, b, [](const auto &x, const auto &y) { return x op y; });                          \
  }

/// Operations of masks, which give an M, a class that derives from a Mask.
#define ADJOINT_MODEL_MASKS(M)                                                                                         \
  M operator!() const { return M(!static_cast<const typename M::Lanes &>(*this)); }                                    \
  M operator~() const { return !*this; }                                                                               \
  ADJOINT_MODEL_MASK(M, &)                                                                                             \
  ADJOINT_MODEL_MASK(M, |)                                                                                             \
  ADJOINT_MODEL_MASK(M, &&)                                                                                            \
  ADJOINT_MODEL_MASK(M, ||)                                                                                            \
  ADJOINT_MODEL_MASK(M, ^)
#define ADJOINT_MODEL_MASK(M, op)                                                                                      \
  friend M operator op(const M &a, const M &b) {                                                                       \
    return M(static_cast<const typename M::Lanes &>(a) op static_cast<const typename M::Lanes &>(b));                  \
  }

/// Operations between a vector V and a number, which give a V or a mask M: templates with two parameters, the first being the type of
/// a lane, in a namespace where detail::lanes<T, A> is how many there are. (By these names the tool also finds that operators outside
/// of the library's class have models: without, it would read the library's.)
#define ADJOINT_MODEL_WITH_NUMBERS(V, M)                                                                               \
  ADJOINT_MODEL_ARITHMETIC_WITH_NUMBER(V, +)                                                                           \
  ADJOINT_MODEL_ARITHMETIC_WITH_NUMBER(V, -)                                                                           \
  ADJOINT_MODEL_ARITHMETIC_WITH_NUMBER(V, *)                                                                           \
  ADJOINT_MODEL_ARITHMETIC_WITH_NUMBER(V, /)                                                                           \
  ADJOINT_MODEL_WITH_NUMBER(V, M, <)                                                                                   \
  ADJOINT_MODEL_WITH_NUMBER(V, M, <=)                                                                                  \
  ADJOINT_MODEL_WITH_NUMBER(V, M, >)                                                                                   \
  ADJOINT_MODEL_WITH_NUMBER(V, M, >=)                                                                                  \
  ADJOINT_MODEL_WITH_NUMBER(V, M, ==)                                                                                  \
  ADJOINT_MODEL_WITH_NUMBER(V, M, !=)
#define ADJOINT_MODEL_ARITHMETIC_WITH_NUMBER(V, op)                                                                    \
  ADJOINT_MODEL_WITH_NUMBER(V, V, op)                                                                                  \
  template <class T_, class A_, class U_, class = enable_if_t<is_number<U_>>>                                          \
  V<T_, A_> &operator op##=(V<T_, A_> &v, const U_ &number) {                                                          \
    for (int k = 0; k < detail::lanes<T_, A_>; ++k)                                                                    \
      v[k] op##= static_cast<T_>(number);                                                                              \
    return v;                                                                                                          \
  }
#define ADJOINT_MODEL_WITH_NUMBER(V, R, op)                                                                            \
  template <class T_, class A_, class U_, class = enable_if_t<is_number<U_>>>                                          \
  R<T_, A_> operator op(const V<T_, A_> &v, const U_ &number) {                                                        \
    R<T_, A_> made;                                                                                                    \
    for (int k = 0; k < detail::lanes<T_, A_>; ++k)                                                                    \
      made[k] = v[k] op static_cast<T_>(number);                                                                       \
    return made;                                                                                                       \
  }                                                                                                                    \
  template <class T_, class A_, class U_, class = enable_if_t<is_number<U_>>>                                          \
  R<T_, A_> operator op(const U_ &number, const V<T_, A_> &v) {                                                        \
    R<T_, A_> made;                                                                                                    \
    for (int k = 0; k < detail::lanes<T_, A_>; ++k)                                                                    \
      made[k] = static_cast<T_>(number) op v[k];                                                                       \
    return made;                                                                                                       \
  }

/// Functions of lanes, for a class C with two parameters, the first being the type of a lane.
#define ADJOINT_MODEL_LANE_FUNCTIONS(C)                                                                              \
  ADJOINT_MODEL_LANE_FUNCTION(C, sqrt, sqrt)                                                                        \
  ADJOINT_MODEL_LANE_FUNCTION(C, fabs, fabs)                                                                        \
  ADJOINT_MODEL_LANE_FUNCTION(C, abs, fabs)                                                                         \
  ADJOINT_MODEL_LANE_FUNCTION(C, exp, exp)                                                                          \
  ADJOINT_MODEL_LANE_FUNCTION(C, exp2, exp2)                                                                        \
  ADJOINT_MODEL_LANE_FUNCTION(C, expm1, expm1)                                                                      \
  ADJOINT_MODEL_LANE_FUNCTION(C, log, log)                                                                          \
  ADJOINT_MODEL_LANE_FUNCTION(C, log2, log2)                                                                        \
  ADJOINT_MODEL_LANE_FUNCTION(C, log10, log10)                                                                      \
  ADJOINT_MODEL_LANE_FUNCTION(C, log1p, log1p)                                                                      \
  ADJOINT_MODEL_LANE_FUNCTION(C, cbrt, cbrt)                                                                        \
  ADJOINT_MODEL_LANE_FUNCTION(C, sin, sin)                                                                          \
  ADJOINT_MODEL_LANE_FUNCTION(C, cos, cos)                                                                          \
  ADJOINT_MODEL_LANE_FUNCTION(C, tan, tan)                                                                          \
  ADJOINT_MODEL_LANE_FUNCTION(C, asin, asin)                                                                        \
  ADJOINT_MODEL_LANE_FUNCTION(C, acos, acos)                                                                        \
  ADJOINT_MODEL_LANE_FUNCTION(C, atan, atan)                                                                        \
  ADJOINT_MODEL_LANE_FUNCTION(C, sinh, sinh)                                                                        \
  ADJOINT_MODEL_LANE_FUNCTION(C, cosh, cosh)                                                                        \
  ADJOINT_MODEL_LANE_FUNCTION(C, tanh, tanh)                                                                        \
  ADJOINT_MODEL_LANE_FUNCTION(C, asinh, asinh)                                                                      \
  ADJOINT_MODEL_LANE_FUNCTION(C, acosh, acosh)                                                                      \
  ADJOINT_MODEL_LANE_FUNCTION(C, atanh, atanh)                                                                      \
  ADJOINT_MODEL_LANE_FUNCTION(C, erf, erf)                                                                          \
  ADJOINT_MODEL_LANE_FUNCTION(C, round, round)                                                                      \
  ADJOINT_MODEL_LANE_FUNCTION(C, floor, floor)                                                                      \
  ADJOINT_MODEL_LANE_FUNCTION(C, ceil, ceil)                                                                        \
  ADJOINT_MODEL_LANE_FUNCTION(C, trunc, trunc)                                                                      \
  ADJOINT_MODEL_LANE_FUNCTION_OF_TWO(C, pow, elementary::pow(x, y))                                                 \
  ADJOINT_MODEL_LANE_FUNCTION_OF_TWO(C, atan2, elementary::atan2(x, y))                                             \
  ADJOINT_MODEL_LANE_FUNCTION_OF_TWO(C, hypot, elementary::hypot(x, y))                                             \
  ADJOINT_MODEL_LANE_FUNCTION_OF_TWO(C, copysign, elementary::copysign(x, y))                                       \
  ADJOINT_MODEL_LANE_FUNCTION_OF_TWO(C, min, (y < x ? y : x))                                                       \
  ADJOINT_MODEL_LANE_FUNCTION_OF_TWO(C, max, (x < y ? y : x))                                                       \
  template <class T_, class A_> C<T_, A_> fma(const C<T_, A_> &a, const C<T_, A_> &b, const C<T_, A_> &c) {                                            \
    return model::simd::forEach(a, b, c, [](T_ x, T_ y, T_ z) { return x * y + z; });                                         \
  }
#define ADJOINT_MODEL_LANE_FUNCTION(C, name, function)                                                              \
  template <class T_, class A_> C<T_, A_> name(const C<T_, A_> &a) {                                                                   \
    return model::simd::forEach(a, [](T_ x) { return elementary::function(x); });                                             \
  }
#define ADJOINT_MODEL_LANE_FUNCTION_OF_TWO(C, name, value)                                                          \
  template <class T_, class A_> C<T_, A_> name(const C<T_, A_> &a, const C<T_, A_> &b) {                                                       \
    return model::simd::forEach(a, b, [](T_ x, T_ y) { return value; });                                                      \
  }

} // namespace simd
} // namespace adjoint::model

#endif
