// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of <immintrin.h> that move lanes, add neighbours, or change the first lane alone: what sums over a register need.
//
// Those with a number that says what goes where are macros, which stand for builtins of the compiler. Most of them work
// on each 128 bits alone: a group.

#ifndef ADJOINT_MODEL_SHUFFLES_H
#define ADJOINT_MODEL_SHUFFLES_H

#include "adjoint/model/vectors.h"

namespace adjoint::model {

namespace simd {
template <class T> inline constexpr int group = 2;
template <> inline constexpr int group<float> = 4;

/// Lane k is value(k).
template <class T, int n, class F> lanes<T, n> lanesOf(F value) {
  lanes<T, n> made;
  made.set(value);
  return made;
}
/// n lanes, from one on.
template <int n, class T, int m> lanes<T, n> part(const lanes<T, m> &a, int first) {
  return lanesOf<T, n>([&](int k) { return a[first + k]; });
}
/// The first lanes are those of a, the rest is zero.
template <int n, class T, int m> lanes<T, n> widened(const lanes<T, m> &a) {
  lanes<T, n> made(T(0));
  for (int k = 0; k < m; ++k)
    made[k] = a[k];
  return made;
}
template <class T, int m> lanes<T, 2 * m> joined(const lanes<T, m> &low, const lanes<T, m> &high) {
  lanes<T, 2 * m> made;
  for (int k = 0; k < m; ++k) {
    made[k] = low[k];
    made[m + k] = high[k];
  }
  return made;
}
/// Of each group: lane `first` of a, that of b, the next one of a, that of b, and so on.
template <class T, int n> lanes<T, n> interleaved(const lanes<T, n> &a, const lanes<T, n> &b, int first) {
  lanes<T, n> made;
  for (int from = 0; from < n; from += group<T>)
    for (int k = 0; k < group<T> / 2; ++k) {
      made[from + 2 * k] = a[from + first + k];
      made[from + 2 * k + 1] = b[from + first + k];
    }
  return made;
}
/// Of each group: f of neighbours in a, then of those in b.
template <class T, int n, class F> lanes<T, n> ofNeighbours(const lanes<T, n> &a, const lanes<T, n> &b, F f) {
  lanes<T, n> made;
  for (int from = 0; from < n; from += group<T>)
    for (int k = 0; k < group<T> / 2; ++k) {
      made[from + k] = f(a[from + 2 * k], a[from + 2 * k + 1]);
      made[from + group<T> / 2 + k] = f(b[from + 2 * k], b[from + 2 * k + 1]);
    }
  return made;
}
/// Which lane of the same group lane k gets. Of two doubles, each lane has a bit in the mask; of four floats, two bits
/// that are the same in each group.
inline int inGroup(const lanes<double, 2> &, int k, int mask) { return (k & ~1) + ((mask >> k) & 1); }
inline int inGroup(const lanes<double, 4> &, int k, int mask) { return (k & ~1) + ((mask >> k) & 1); }
inline int inGroup(const lanes<float, 4> &, int k, int mask) { return (k & ~3) + ((mask >> (2 * (k & 3))) & 3); }
inline int inGroup(const lanes<float, 8> &, int k, int mask) { return (k & ~3) + ((mask >> (2 * (k & 3))) & 3); }

template <class T, int n> lanes<T, n> permuted(const lanes<T, n> &a, int mask) {
  return lanesOf<T, n>([&](int k) { return a[inGroup(a, k, mask)]; });
}
/// The first half of each group is of a, the second of b.
template <class T, int n> lanes<T, n> shuffled(const lanes<T, n> &a, const lanes<T, n> &b, int mask) {
  return lanesOf<T, n>([&](int k) {
    const int from = inGroup(a, k, mask);
    return k % group<T> < group<T> / 2 ? a[from] : b[from];
  });
}
template <class T, int n> lanes<T, n> blended(const lanes<T, n> &a, const lanes<T, n> &b, int mask) {
  return lanesOf<T, n>([&](int k) { return (mask >> k) & 1 ? b[k] : a[k]; });
}
/// Four bits of the mask for each half: a half of a or b, or zero.
template <class T, int n> lanes<T, n> halves(const lanes<T, n> &a, const lanes<T, n> &b, int mask) {
  return lanesOf<T, n>([&](int k) {
    const int from = mask >> (k < n / 2 ? 0 : 4), lane = (from & 1) * (n / 2) + k % (n / 2);
    return from & 8 ? T(0) : from & 2 ? b[lane] : a[lane];
  });
}
/// A copy of a with b in its first or second half.
template <class T, int n> lanes<T, n> withHalf(const lanes<T, n> &a, const lanes<T, n / 2> &b, int half) {
  lanes<T, n> made = a;
  for (int k = 0; k < n / 2; ++k)
    made[(half & 1) * (n / 2) + k] = b[k];
  return made;
}
/// A copy of a with another first lane.
template <class T, int n> lanes<T, n> withFirst(const lanes<T, n> &a, T first) {
  lanes<T, n> made = a;
  made[0] = first;
  return made;
}
} // namespace simd

namespace extern_c {
#define ADJOINT_MODEL_SHUFFLES(prefix, suffix, T, n)                                                                   \
  inline lanes<T, n> prefix##_unpacklo_##suffix(const lanes<T, n> &a, const lanes<T, n> &b) {                          \
    return simd::interleaved(a, b, 0);                                                                                 \
  }                                                                                                                    \
  inline lanes<T, n> prefix##_unpackhi_##suffix(const lanes<T, n> &a, const lanes<T, n> &b) {                          \
    return simd::interleaved(a, b, simd::group<T> / 2);                                                                \
  }                                                                                                                    \
  inline lanes<T, n> prefix##_hadd_##suffix(const lanes<T, n> &a, const lanes<T, n> &b) {                              \
    return simd::ofNeighbours(a, b, [](T x, T y) { return x + y; });                                                   \
  }                                                                                                                    \
  inline lanes<T, n> prefix##_hsub_##suffix(const lanes<T, n> &a, const lanes<T, n> &b) {                              \
    return simd::ofNeighbours(a, b, [](T x, T y) { return x - y; });                                                   \
  }                                                                                                                    \
  inline lanes<T, n> prefix##_addsub_##suffix(const lanes<T, n> &a, const lanes<T, n> &b) {                            \
    return simd::lanesOf<T, n>([&](int k) { return k & 1 ? a[k] + b[k] : a[k] - b[k]; });                              \
  }
ADJOINT_MODEL_SHUFFLES(_mm, pd, double, 2)
ADJOINT_MODEL_SHUFFLES(_mm, ps, float, 4)
ADJOINT_MODEL_SHUFFLES(_mm256, pd, double, 4)
ADJOINT_MODEL_SHUFFLES(_mm256, ps, float, 8)
#undef ADJOINT_MODEL_SHUFFLES

// Builtins that macros stand for.
#define ADJOINT_MODEL_MASKED(shuffle, permute, blend, T, n)                                                            \
  inline lanes<T, n> shuffle(const lanes<T, n> &a, const lanes<T, n> &b, int mask) { return simd::shuffled(a, b, mask); } \
  inline lanes<T, n> permute(const lanes<T, n> &a, int mask) { return simd::permuted(a, mask); }                       \
  inline lanes<T, n> blend(const lanes<T, n> &a, const lanes<T, n> &b, int mask) { return simd::blended(a, b, mask); }
ADJOINT_MODEL_MASKED(__builtin_ia32_shufpd, __builtin_ia32_vpermilpd, __builtin_ia32_blendpd, double, 2)
ADJOINT_MODEL_MASKED(__builtin_ia32_shufps, __builtin_ia32_vpermilps, __builtin_ia32_blendps, float, 4)
ADJOINT_MODEL_MASKED(__builtin_ia32_shufpd256, __builtin_ia32_vpermilpd256, __builtin_ia32_blendpd256, double, 4)
ADJOINT_MODEL_MASKED(__builtin_ia32_shufps256, __builtin_ia32_vpermilps256, __builtin_ia32_blendps256, float, 8)
#undef ADJOINT_MODEL_MASKED

#define ADJOINT_MODEL_HALVES(suffix, T, n)                                                                             \
  inline lanes<T, n / 2> __builtin_ia32_vextractf128_##suffix##256(const lanes<T, n> &a, int half) {                   \
    return simd::part<n / 2>(a, (half & 1) * (n / 2));                                                                 \
  }                                                                                                                    \
  inline lanes<T, n> __builtin_ia32_vinsertf128_##suffix##256(const lanes<T, n> &a, const lanes<T, n / 2> &b, int half) { \
    return simd::withHalf(a, b, half);                                                                                 \
  }                                                                                                                    \
  inline lanes<T, n> __builtin_ia32_vperm2f128_##suffix##256(const lanes<T, n> &a, const lanes<T, n> &b, int mask) {   \
    return simd::halves(a, b, mask);                                                                                   \
  }
ADJOINT_MODEL_HALVES(pd, double, 4)
ADJOINT_MODEL_HALVES(ps, float, 8)
#undef ADJOINT_MODEL_HALVES
inline lanes<double, 4> __builtin_ia32_permdf256(const lanes<double, 4> &a, int mask) {
  return simd::lanesOf<double, 4>([&](int k) { return a[(mask >> (2 * k)) & 3]; });
}
/// Where a bit of the mask is not set, the lane is that of `other`.
inline lanes<double, 4> __builtin_ia32_extractf64x4_mask(const lanes<double, 8> &a, int half, const lanes<double, 4> &other,
                                                         unsigned char mask) {
  return simd::lanesOf<double, 4>([&](int k) { return (mask >> k) & 1 ? a[(half & 1) * 4 + k] : other[k]; });
}

// Wider and narrower registers. The lanes that a cast to a wider one leaves open are zero.
inline lanes<float, 4> _mm256_castps256_ps128(const lanes<float, 8> &a) { return simd::part<4>(a, 0); }
inline lanes<double, 4> _mm256_castpd128_pd256(const lanes<double, 2> &a) { return simd::widened<4>(a); }
inline lanes<float, 8> _mm256_castps128_ps256(const lanes<float, 4> &a) { return simd::widened<8>(a); }
inline lanes<double, 4> _mm256_zextpd128_pd256(const lanes<double, 2> &a) { return simd::widened<4>(a); }
inline lanes<float, 8> _mm256_zextps128_ps256(const lanes<float, 4> &a) { return simd::widened<8>(a); }
inline lanes<double, 4> _mm512_castpd512_pd256(const lanes<double, 8> &a) { return simd::part<4>(a, 0); }
inline lanes<double, 4> _mm256_set_m128d(const lanes<double, 2> &high, const lanes<double, 2> &low) {
  return simd::joined(low, high);
}
inline lanes<float, 8> _mm256_set_m128(const lanes<float, 4> &high, const lanes<float, 4> &low) {
  return simd::joined(low, high);
}

// Of floats and of pairs of doubles.
inline lanes<float, 4> _mm_movehl_ps(const lanes<float, 4> &a, const lanes<float, 4> &b) {
  return lanes<float, 4>(b[2], b[3], a[2], a[3]);
}
inline lanes<float, 4> _mm_movelh_ps(const lanes<float, 4> &a, const lanes<float, 4> &b) {
  return lanes<float, 4>(a[0], a[1], b[0], b[1]);
}
inline lanes<float, 4> _mm_movehdup_ps(const lanes<float, 4> &a) { return lanes<float, 4>(a[1], a[1], a[3], a[3]); }
inline lanes<float, 4> _mm_moveldup_ps(const lanes<float, 4> &a) { return lanes<float, 4>(a[0], a[0], a[2], a[2]); }
inline lanes<double, 2> _mm_movedup_pd(const lanes<double, 2> &a) { return lanes<double, 2>(a[0], a[0]); }
inline lanes<double, 4> _mm256_movedup_pd(const lanes<double, 4> &a) { return lanes<double, 4>(a[0], a[0], a[2], a[2]); }

// The first lane alone.
#define ADJOINT_MODEL_FIRST(suffix, T, n)                                                                              \
  inline lanes<T, n> _mm_add_##suffix(const lanes<T, n> &a, const lanes<T, n> &b) {                                    \
    return simd::withFirst(a, static_cast<T>(a[0] + b[0]));                                                            \
  }                                                                                                                    \
  inline lanes<T, n> _mm_sub_##suffix(const lanes<T, n> &a, const lanes<T, n> &b) {                                    \
    return simd::withFirst(a, static_cast<T>(a[0] - b[0]));                                                            \
  }                                                                                                                    \
  inline lanes<T, n> _mm_mul_##suffix(const lanes<T, n> &a, const lanes<T, n> &b) {                                    \
    return simd::withFirst(a, static_cast<T>(a[0] * b[0]));                                                            \
  }                                                                                                                    \
  inline lanes<T, n> _mm_div_##suffix(const lanes<T, n> &a, const lanes<T, n> &b) {                                    \
    return simd::withFirst(a, static_cast<T>(a[0] / b[0]));                                                            \
  }                                                                                                                    \
  inline lanes<T, n> _mm_min_##suffix(const lanes<T, n> &a, const lanes<T, n> &b) {                                    \
    return simd::withFirst(a, a[0] < b[0] ? a[0] : b[0]);                                                              \
  }                                                                                                                    \
  inline lanes<T, n> _mm_max_##suffix(const lanes<T, n> &a, const lanes<T, n> &b) {                                    \
    return simd::withFirst(a, a[0] > b[0] ? a[0] : b[0]);                                                              \
  }                                                                                                                    \
  inline lanes<T, n> _mm_move_##suffix(const lanes<T, n> &a, const lanes<T, n> &b) { return simd::withFirst(a, b[0]); } \
  inline lanes<T, n> _mm_set_##suffix(T first) { return simd::withFirst(lanes<T, n>(T(0)), first); }                   \
  inline lanes<T, n> _mm_load_##suffix(const T *memory) { return simd::withFirst(lanes<T, n>(T(0)), *memory); }        \
  inline void _mm_store_##suffix(T *memory, const lanes<T, n> &a) { *memory = a[0]; }
ADJOINT_MODEL_FIRST(sd, double, 2)
ADJOINT_MODEL_FIRST(ss, float, 4)
#undef ADJOINT_MODEL_FIRST
inline lanes<double, 2> _mm_sqrt_sd(const lanes<double, 2> &a, const lanes<double, 2> &b) {
  return simd::withFirst(a, elementary::sqrt(b[0]));
}
inline lanes<float, 4> _mm_sqrt_ss(const lanes<float, 4> &a) { return simd::withFirst(a, elementary::sqrt(a[0])); }
inline float _mm_cvtss_f32(const lanes<float, 4> &a) { return a[0]; }
inline float _mm256_cvtss_f32(const lanes<float, 8> &a) { return a[0]; }
} // namespace extern_c

} // namespace adjoint::model

#endif
