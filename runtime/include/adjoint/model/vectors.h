// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Vector types of compilers, `double __attribute__((vector_size(32)))`, and functions of <immintrin.h> that stand for
// arithmetic instructions.

#ifndef ADJOINT_MODEL_VECTORS_H
#define ADJOINT_MODEL_VECTORS_H

#include "adjoint/model/lanes.h"

namespace adjoint::model {

template <class T, int n> class lanes;

/// *(Four *)(y + i): n numbers of an array, as a register. E may be const.
template <class E, int n> class lanes_in_memory {
public:
  explicit lanes_in_memory(E *first) : first(first) {}
#define ADJOINT_MODEL_ASSIGNMENT(op)                                                                                   \
  void operator op(const lanes<E, n> &a) const {                                                                       \
    for (int k = 0; k < n; ++k)                                                                                        \
      first[k] op a[k];                                                                                                \
  }
  ADJOINT_MODEL_ASSIGNMENT(=)
  ADJOINT_MODEL_ASSIGNMENT(+=)
  ADJOINT_MODEL_ASSIGNMENT(-=)
  ADJOINT_MODEL_ASSIGNMENT(*=)
  ADJOINT_MODEL_ASSIGNMENT(/=)
#undef ADJOINT_MODEL_ASSIGNMENT

private:
  template <class, int> friend class lanes;
  E *first;
};

template <class T, int n> class lanes : public simd::Lanes<lanes<T, n>, T, n> {
public:
  lanes() {}
  lanes(const T &all) { this->setAll(all); }
  /// A list: those that it leaves out are zero.
  template <class... More>
  lanes(const T &first, const T &second, const More &...more) : lane{first, second, static_cast<T>(more)...} {}
  template <class E> lanes(const lanes_in_memory<E, n> &memory) { this->load(memory.first); }

private:
  friend simd::Lanes<lanes, T, n>;
  T lane[n];
};

namespace extern_c {
#define ADJOINT_MODEL_REGISTER(prefix, suffix, T, n)                                                                   \
  inline lanes<T, n> prefix##_setzero_##suffix() { return lanes<T, n>(T(0)); }                                         \
  inline lanes<T, n> prefix##_set1_##suffix(T all) { return lanes<T, n>(all); }                                        \
  inline lanes<T, n> prefix##_loadu_##suffix(const T *memory) {                                                        \
    lanes<T, n> made;                                                                                                  \
    made.load(memory);                                                                                                 \
    return made;                                                                                                       \
  }                                                                                                                    \
  inline lanes<T, n> prefix##_load_##suffix(const T *memory) {                                                         \
    lanes<T, n> made;                                                                                                  \
    made.load(memory);                                                                                                 \
    return made;                                                                                                       \
  }                                                                                                                    \
  inline void prefix##_storeu_##suffix(T *memory, const lanes<T, n> &a) { a.store(memory); }                           \
  inline void prefix##_store_##suffix(T *memory, const lanes<T, n> &a) { a.store(memory); }                            \
  inline lanes<T, n> prefix##_add_##suffix(const lanes<T, n> &a, const lanes<T, n> &b) { return a + b; }               \
  inline lanes<T, n> prefix##_sub_##suffix(const lanes<T, n> &a, const lanes<T, n> &b) { return a - b; }               \
  inline lanes<T, n> prefix##_mul_##suffix(const lanes<T, n> &a, const lanes<T, n> &b) { return a * b; }               \
  inline lanes<T, n> prefix##_div_##suffix(const lanes<T, n> &a, const lanes<T, n> &b) { return a / b; }               \
  inline lanes<T, n> prefix##_sqrt_##suffix(const lanes<T, n> &a) {                                                    \
    return simd::forEach(a, [](T x) { return elementary::sqrt(x); });                                                  \
  }                                                                                                                    \
  inline lanes<T, n> prefix##_min_##suffix(const lanes<T, n> &a, const lanes<T, n> &b) {                               \
    return simd::forEach(a, b, [](T x, T y) { return x < y ? x : y; });                                                \
  }                                                                                                                    \
  inline lanes<T, n> prefix##_max_##suffix(const lanes<T, n> &a, const lanes<T, n> &b) {                               \
    return simd::forEach(a, b, [](T x, T y) { return x > y ? x : y; });                                                \
  }                                                                                                                    \
  inline lanes<T, n> prefix##_fmadd_##suffix(const lanes<T, n> &a, const lanes<T, n> &b, const lanes<T, n> &c) {       \
    return simd::forEach(a, b, c, [](T x, T y, T z) { return x * y + z; });                                            \
  }                                                                                                                    \
  inline lanes<T, n> prefix##_fmsub_##suffix(const lanes<T, n> &a, const lanes<T, n> &b, const lanes<T, n> &c) {       \
    return simd::forEach(a, b, c, [](T x, T y, T z) { return x * y - z; });                                            \
  }                                                                                                                    \
  inline lanes<T, n> prefix##_fnmadd_##suffix(const lanes<T, n> &a, const lanes<T, n> &b, const lanes<T, n> &c) {      \
    return simd::forEach(a, b, c, [](T x, T y, T z) { return z - x * y; });                                            \
  }                                                                                                                    \
  inline lanes<T, n> prefix##_fnmsub_##suffix(const lanes<T, n> &a, const lanes<T, n> &b, const lanes<T, n> &c) {      \
    return simd::forEach(a, b, c, [](T x, T y, T z) { return -(x * y) - z; });                                         \
  }
ADJOINT_MODEL_REGISTER(_mm, pd, double, 2)
ADJOINT_MODEL_REGISTER(_mm, ps, float, 4)
ADJOINT_MODEL_REGISTER(_mm256, pd, double, 4)
ADJOINT_MODEL_REGISTER(_mm256, ps, float, 8)
ADJOINT_MODEL_REGISTER(_mm512, pd, double, 8)
ADJOINT_MODEL_REGISTER(_mm512, ps, float, 16)
#undef ADJOINT_MODEL_REGISTER
// The arguments begin with the last lane.
inline lanes<double, 2> _mm_set_pd(double b, double a) { return lanes<double, 2>(a, b); }
inline lanes<double, 2> _mm_setr_pd(double a, double b) { return lanes<double, 2>(a, b); }
inline lanes<double, 4> _mm256_set_pd(double d, double c, double b, double a) { return lanes<double, 4>(a, b, c, d); }
inline lanes<double, 4> _mm256_setr_pd(double a, double b, double c, double d) { return lanes<double, 4>(a, b, c, d); }
inline lanes<float, 4> _mm_set_ps(float d, float c, float b, float a) { return lanes<float, 4>(a, b, c, d); }
inline lanes<float, 4> _mm_setr_ps(float a, float b, float c, float d) { return lanes<float, 4>(a, b, c, d); }
inline double _mm_cvtsd_f64(const lanes<double, 2> &a) { return a[0]; }
inline double _mm256_cvtsd_f64(const lanes<double, 4> &a) { return a[0]; }
inline lanes<double, 2> _mm256_castpd256_pd128(const lanes<double, 4> &a) { return lanes<double, 2>(a[0], a[1]); }
inline lanes<double, 4> _mm256_broadcast_sd(const double *memory) { return lanes<double, 4>(*memory); }
inline double _mm512_reduce_add_pd(const lanes<double, 8> &a) { return simd::sum(a); }
} // namespace extern_c

} // namespace adjoint::model

#endif
