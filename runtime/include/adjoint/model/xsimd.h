// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// xsimd: batches of real numbers, as arrays of lanes. Sums are evaluated from the first lane to the last.

#ifndef ADJOINT_MODEL_XSIMD_H
#define ADJOINT_MODEL_XSIMD_H

#include "adjoint/model/lanes.h"

namespace xsimd {
using adjoint::marks::adjoint_is_of_library;
}

namespace adjoint::model::xsimd {

/// Of this library, nothing but the models is read.
inline constexpr bool whole_library = true;

namespace detail {
template <class T, class A> inline constexpr int lanes = static_cast<int>(A::alignment() / sizeof(T));
}
struct aligned_mode {};
struct unaligned_mode {};

template <class T, class A> class batch_bool : public model::simd::Mask<detail::lanes<T, A>> {
public:
  ADJOINT_MODEL_IS_ITS_ORIGINAL
  using Lanes = model::simd::Mask<detail::lanes<T, A>>;
  using model::simd::Mask<detail::lanes<T, A>>::Mask;
  batch_bool(const Lanes &other) : Lanes(other) {}
  ADJOINT_MODEL_MASKS(batch_bool)
  bool get(size_t k) const { return (*this)[static_cast<int>(k)]; }
};

template <class T, class A> class batch : public model::simd::Lanes<batch<T, A>, T, detail::lanes<T, A>> {
public:
  ADJOINT_MODEL_IS_ITS_ORIGINAL
  using value_type = T;
  using batch_bool_type = batch_bool<T, A>;
  static constexpr size_t size = static_cast<size_t>(detail::lanes<T, A>);

  batch() {}
  batch(const T &all) { this->setAll(all); }
  batch(const initializer_list<T> &given) {
    this->set([&given](int k) { return given.begin()[k]; });
  }
  template <class U> static batch broadcast(const U &value) { return batch(static_cast<T>(value)); }
  T get(size_t k) const { return (*this)[static_cast<int>(k)]; }
#define ADJOINT_MODEL_MEMORY(kind)                                                                                     \
  template <class U> static batch load_##kind(const U *memory) {                                                       \
    batch made;                                                                                                        \
    made.Lanes::load(memory);                                                                                          \
    return made;                                                                                                       \
  }                                                                                                                    \
  template <class U> static batch load(const U *memory, const kind##_mode &) { return load_##kind(memory); }           \
  template <class U> void store_##kind(U *memory) const { this->Lanes::store(memory); }                                \
  template <class U> void store(U *memory, const kind##_mode &) const { this->Lanes::store(memory); }
  using Lanes = model::simd::Lanes<batch, T, detail::lanes<T, A>>;
  ADJOINT_MODEL_MEMORY(aligned)
  ADJOINT_MODEL_MEMORY(unaligned)
#undef ADJOINT_MODEL_MEMORY
  ADJOINT_MODEL_COMPARISONS(batch, batch_bool_type)

private:
  friend model::simd::Lanes<batch, T, detail::lanes<T, A>>;
  T lane[detail::lanes<T, A>];
};

ADJOINT_MODEL_WITH_NUMBERS(batch, batch_bool)

#define ADJOINT_MODEL_MEMORY(kind)                                                                                     \
  template <class A, class T> batch<T, A> load_##kind(const T *memory) {                       \
    return batch<T, A>::load_##kind(memory);                                                                           \
  }                                                                                                                    \
  template <class A, class T> batch<T, A> load(const T *memory, const kind##_mode &) {         \
    return batch<T, A>::load_##kind(memory);                                                                           \
  }                                                                                                                    \
  template <class A, class T> void store_##kind(T *memory, const batch<T, A> &v) {             \
    v.store_##kind(memory);                                                                                            \
  }                                                                                                                    \
  template <class A, class T> void store(T *memory, const batch<T, A> &v, const kind##_mode &) { \
    v.store_##kind(memory);                                                                                            \
  }
ADJOINT_MODEL_MEMORY(aligned)
ADJOINT_MODEL_MEMORY(unaligned)
#undef ADJOINT_MODEL_MEMORY
template <class A, class T> batch<T, A> load(const T *memory) { return batch<T, A>::load_aligned(memory); }
template <class A, class T> void store(T *memory, const batch<T, A> &v) { v.store_aligned(memory); }

template <class T, class A> T hadd(const batch<T, A> &v) { return model::simd::sum(v); }
template <class T, class A> T reduce_add(const batch<T, A> &v) { return model::simd::sum(v); }
template <class T, class A> T reduce_min(const batch<T, A> &v) { return model::simd::least(v); }
template <class T, class A> T reduce_max(const batch<T, A> &v) { return model::simd::greatest(v); }
template <class T, class A> bool all(const batch_bool<T, A> &mask) { return mask.all(); }
template <class T, class A> bool any(const batch_bool<T, A> &mask) { return mask.any(); }
template <class T, class A> bool none(const batch_bool<T, A> &mask) { return !mask.any(); }
template <class T, class A> batch<T, A> select(const batch_bool<T, A> &mask, const batch<T, A> &yes, const batch<T, A> &no) {
  batch<T, A> made = no;
  made.change(mask, yes, [](T &x, const T &y) { x = y; });
  return made;
}
ADJOINT_MODEL_LANE_FUNCTIONS(batch)
#define ADJOINT_MODEL_FUSED(name, value)                                                                               \
  template <class T, class A> batch<T, A> name(const batch<T, A> &a, const batch<T, A> &b, const batch<T, A> &c) {     \
    return model::simd::forEach(a, b, c, [](T x, T y, T z) { return value; });                                         \
  }
ADJOINT_MODEL_FUSED(fms, x * y - z)
ADJOINT_MODEL_FUSED(fnma, z - x * y)
ADJOINT_MODEL_FUSED(fnms, -(x * y) - z)
#undef ADJOINT_MODEL_FUSED
template <class T, class A> batch<T, A> rsqrt(const batch<T, A> &v) {
  return model::simd::forEach(v, [](T x) { return T(1) / elementary::sqrt(x); });
}
#define ADJOINT_MODEL_ARITHMETIC(name, op)                                                                             \
  template <class T, class A> batch<T, A> name(const batch<T, A> &a, const batch<T, A> &b) { return a op b; }
ADJOINT_MODEL_ARITHMETIC(add, +)
ADJOINT_MODEL_ARITHMETIC(sub, -)
ADJOINT_MODEL_ARITHMETIC(mul, *)
ADJOINT_MODEL_ARITHMETIC(div, /)
#undef ADJOINT_MODEL_ARITHMETIC
template <class T, class A> batch<T, A> neg(const batch<T, A> &a) { return -a; }

} // namespace adjoint::model::xsimd

#endif
