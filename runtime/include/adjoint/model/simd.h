// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// <experimental/simd> of libstdc++: lanes as an array. Reductions add from the first lane to the last.

#ifndef ADJOINT_MODEL_SIMD_H
#define ADJOINT_MODEL_SIMD_H

#include "adjoint/model/lanes.h"

namespace adjoint::model::experimental {

struct element_aligned_tag {};
struct vector_aligned_tag {};
inline constexpr element_aligned_tag element_aligned{};
inline constexpr vector_aligned_tag vector_aligned{};

namespace detail {
template <class T, class Abi> inline constexpr int lanes = static_cast<int>(Abi::template _S_size<T>);
} // namespace detail

template <class T, class Abi> class simd_mask : public model::simd::Mask<detail::lanes<T, Abi>> {
public:
  using Lanes = model::simd::Mask<detail::lanes<T, Abi>>;
  using model::simd::Mask<detail::lanes<T, Abi>>::Mask;
  simd_mask(const Lanes &other) : Lanes(other) {}
  ADJOINT_MODEL_MASKS(simd_mask)
  static constexpr size_t size() { return detail::lanes<T, Abi>; }
};

template <class T, class Abi> class simd : public model::simd::Lanes<simd<T, Abi>, T, detail::lanes<T, Abi>> {
public:
  using value_type = T;
  using mask_type = simd_mask<T, Abi>;

  simd() {}
  /// One value for all lanes, or a function of the lane's number.
  template <class U> simd(const U &value) {
    if constexpr (is_number<U>)
      this->setAll(static_cast<T>(value));
    else
      this->set(value);
  }
  template <class U, class Flags> simd(const U *memory, const Flags &) { this->load(memory); }
  template <class U, class Flags> void copy_from(const U *memory, const Flags &) { this->load(memory); }
  template <class U, class Flags> void copy_to(U *memory, const Flags &) const { this->store(memory); }
  ADJOINT_MODEL_COMPARISONS(simd, mask_type)

private:
  friend model::simd::Lanes<simd, T, detail::lanes<T, Abi>>;
  T lane[detail::lanes<T, Abi>];
};

/// What v[k] gives.
template <class V, class Accessor, class T> using _SmartReference = T &;

/// where(mask, v) = x: in the lanes that the mask names.
template <class M, class V> class where_expression {
public:
  where_expression(const M &mask, V &values) : mask(mask), values(values) {}
#define ADJOINT_MODEL_ASSIGNMENT(op)                                                                                   \
  void operator op(const V &other) {                                                                                   \
    values.change(mask, other, [](auto &x, const auto &y) { x op y; });                                                \
  }
  ADJOINT_MODEL_ASSIGNMENT(=)
  ADJOINT_MODEL_ASSIGNMENT(+=)
  ADJOINT_MODEL_ASSIGNMENT(-=)
  ADJOINT_MODEL_ASSIGNMENT(*=)
  ADJOINT_MODEL_ASSIGNMENT(/=)
#undef ADJOINT_MODEL_ASSIGNMENT

private:
  const M mask;
  V &values;
};
template <class T, class Abi>
where_expression<simd_mask<T, Abi>, simd<T, Abi>> where(const simd_mask<T, Abi> &mask, simd<T, Abi> &values) {
  return where_expression<simd_mask<T, Abi>, simd<T, Abi>>(mask, values);
}
template <class T, class Abi> bool all_of(const simd_mask<T, Abi> &mask) { return mask.all(); }
template <class T, class Abi> bool any_of(const simd_mask<T, Abi> &mask) { return mask.any(); }
template <class T, class Abi> bool none_of(const simd_mask<T, Abi> &mask) { return !mask.any(); }
template <class T, class Abi> int popcount(const simd_mask<T, Abi> &mask) { return mask.count(); }

template <class T, class Abi> T reduce(const simd<T, Abi> &v) { return model::simd::sum(v); }
template <class T, class Abi, class F> T reduce(const simd<T, Abi> &v, F f) { return model::simd::folded(v, f); }
template <class T, class Abi> T hmin(const simd<T, Abi> &v) { return model::simd::least(v); }
template <class T, class Abi> T hmax(const simd<T, Abi> &v) { return model::simd::greatest(v); }
ADJOINT_MODEL_LANE_FUNCTIONS(simd)
template <class T, class Abi> simd<T, Abi> clamp(const simd<T, Abi> &v, const simd<T, Abi> &low, const simd<T, Abi> &high) {
  return min(max(v, low), high);
}

} // namespace adjoint::model::experimental

#endif
