// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Vc: vectors and arrays of numbers, as arrays of lanes. Sums are evaluated from the first lane to the last. A SimdArray is the
// Vector of fixed size that the library derives from it.

#ifndef ADJOINT_MODEL_VC_H
#define ADJOINT_MODEL_VC_H

#include "adjoint/model/lanes.h"

/// What Vc calls Vc, with the number of its interface.
namespace Vc_1 {
using adjoint::marks::adjoint_is_of_library;
namespace VectorAbi {
struct Sse;
struct Avx;
} // namespace VectorAbi
namespace simd_abi {
template <int n> struct fixed_size;
}
} // namespace Vc_1

namespace adjoint::model::Vc_1 {

/// Of this library, nothing but the models is read.
inline constexpr bool whole_library = true;

namespace detail {
template <class T, class Abi> inline constexpr int lanes = 1;
template <class T> inline constexpr int lanes<T, ::Vc_1::VectorAbi::Sse> = static_cast<int>(16 / sizeof(T));
template <class T> inline constexpr int lanes<T, ::Vc_1::VectorAbi::Avx> = static_cast<int>(32 / sizeof(T));
template <class T, int n> inline constexpr int lanes<T, ::Vc_1::simd_abi::fixed_size<n>> = n;
} // namespace detail

namespace LoadStoreFlags {
struct StreamingFlag {};
struct UnalignedFlag {};
template <class... Flags> struct LoadStoreFlags {};
} // namespace LoadStoreFlags
inline constexpr LoadStoreFlags::LoadStoreFlags<> Aligned{};
inline constexpr LoadStoreFlags::LoadStoreFlags<LoadStoreFlags::UnalignedFlag> Unaligned{};
inline constexpr LoadStoreFlags::LoadStoreFlags<LoadStoreFlags::StreamingFlag> Streaming{};
namespace detail {
template <class X> inline constexpr bool areFlags = false;
template <class... Flags> inline constexpr bool areFlags<LoadStoreFlags::LoadStoreFlags<Flags...>> = true;
} // namespace detail

struct VectorSpecialInitializerZero {};
struct VectorSpecialInitializerOne {};
struct VectorSpecialInitializerIndexesFromZero {};
inline constexpr VectorSpecialInitializerZero Zero{};
inline constexpr VectorSpecialInitializerOne One{};
inline constexpr VectorSpecialInitializerIndexesFromZero IndexesFromZero{};

template <class T, class Abi> class Mask : public model::simd::Mask<detail::lanes<T, Abi>> {
public:
  ADJOINT_MODEL_IS_ITS_ORIGINAL
  using Lanes = model::simd::Mask<detail::lanes<T, Abi>>;
  static constexpr size_t Size = static_cast<size_t>(detail::lanes<T, Abi>);
  static constexpr size_t size() { return Size; }

  Mask() : Lanes(false) {}
  explicit Mask(bool all) : Lanes(all) {}
  explicit Mask(const VectorSpecialInitializerZero &) : Lanes(false) {}
  explicit Mask(const VectorSpecialInitializerOne &) : Lanes(true) {}
  Mask(const Lanes &other) : Lanes(other) {}
  static Mask Zero() { return Mask(false); }
  static Mask One() { return Mask(true); }
  ADJOINT_MODEL_MASKS(Mask)
  bool isFull() const { return this->all(); }
  bool isEmpty() const { return !this->any(); }
  bool isNotEmpty() const { return this->any(); }
  bool isMix() const { return this->any() && !this->all(); }
#define ADJOINT_MODEL_ASSIGNMENT(op, how)                                                                              \
  Mask &operator op(const Lanes &other) {                                                                              \
    *this = *this how Mask(other);                                                                                     \
    return *this;                                                                                                      \
  }
  ADJOINT_MODEL_ASSIGNMENT(&=, &)
  ADJOINT_MODEL_ASSIGNMENT(|=, |)
  ADJOINT_MODEL_ASSIGNMENT(^=, ^)
#undef ADJOINT_MODEL_ASSIGNMENT
};
template <class T, size_t n> using SimdMaskArray = Mask<T, ::Vc_1::simd_abi::fixed_size<static_cast<int>(n)>>;

/// Assignments to the lanes of a V that a mask names.
#define ADJOINT_MODEL_MASKED_ASSIGNMENTS(V)                                                                            \
  ADJOINT_MODEL_MASKED_ASSIGNMENT(V, =)                                                                                \
  ADJOINT_MODEL_MASKED_ASSIGNMENT(V, +=)                                                                               \
  ADJOINT_MODEL_MASKED_ASSIGNMENT(V, -=)                                                                               \
  ADJOINT_MODEL_MASKED_ASSIGNMENT(V, *=)                                                                               \
  ADJOINT_MODEL_MASKED_ASSIGNMENT(V, /=)
#define ADJOINT_MODEL_MASKED_ASSIGNMENT(V, op)                                                                         \
  void operator op(const V &other) {                                                                                   \
    values.change(mask, other, [](auto &x, const auto &y) { x op y; });                                                \
  }

namespace Common {
/// What v(mask) gives.
template <class V, class M> class WriteMaskedVector {
public:
  WriteMaskedVector(V &values, const M &mask) : values(values), mask(mask) {}
  ADJOINT_MODEL_MASKED_ASSIGNMENTS(V)
  V &operator++() {
    *this += V(1);
    return values;
  }
  V &operator--() {
    *this -= V(1);
    return values;
  }
  V operator++(int) {
    const V old = values;
    *this += V(1);
    return old;
  }
  V operator--(int) {
    const V old = values;
    *this -= V(1);
    return old;
  }

private:
  V &values;
  const M mask;
};
} // namespace Common

namespace WhereImpl {
/// What where(mask) | v gives; V is a reference.
template <class M, class V> class MaskedLValue {
public:
  using Values = typename remove_reference<V>::type;
  MaskedLValue(const M &mask, Values &values) : mask(mask), values(values) {}
  ADJOINT_MODEL_MASKED_ASSIGNMENTS(Values)
  void operator++() { *this += Values(1); }
  void operator++(int) { *this += Values(1); }
  void operator--() { *this -= Values(1); }
  void operator--(int) { *this -= Values(1); }

private:
  const M mask;
  Values &values;
};
template <class M> class WhereMask {
public:
  WhereMask(const M &mask) : mask(mask) {}
  template <class V> MaskedLValue<M, V &> operator|(V &values) const { return MaskedLValue<M, V &>(mask, values); }
  template <class V> MaskedLValue<M, V &> operator()(V &values) const { return MaskedLValue<M, V &>(mask, values); }

private:
  const M mask;
};
} // namespace WhereImpl
template <class M> WhereImpl::WhereMask<M> where(const M &mask) { return WhereImpl::WhereMask<M>(mask); }
template <class M, class V> WhereImpl::MaskedLValue<M, V> where(const M &mask, V &values) {
  return WhereImpl::MaskedLValue<M, V>(mask, values);
}

namespace Detail {
/// What v[k] gives.
template <class V, class Accessor> using ElementReference = typename V::value_type &;
} // namespace Detail

template <class T, class Abi> class Vector : public model::simd::Lanes<Vector<T, Abi>, T, detail::lanes<T, Abi>> {
public:
  ADJOINT_MODEL_IS_ITS_ORIGINAL
  using Lanes = model::simd::Lanes<Vector, T, detail::lanes<T, Abi>>;
  using value_type = T;
  using EntryType = T;
  using mask_type = Mask<T, Abi>;
  using MaskType = mask_type;
  using IndexType = Vector<int, ::Vc_1::simd_abi::fixed_size<detail::lanes<T, Abi>>>;
  using index_type = IndexType;
  static constexpr size_t Size = static_cast<size_t>(detail::lanes<T, Abi>);

  Vector() {}
  Vector(const T &all) { this->setAll(all); }
  explicit Vector(const VectorSpecialInitializerZero &) { this->setAll(T(0)); }
  explicit Vector(const VectorSpecialInitializerOne &) { this->setAll(T(1)); }
  explicit Vector(const VectorSpecialInitializerIndexesFromZero &) {
    this->set([](int k) { return k; });
  }
  Vector(const initializer_list<T> &given) {
    this->set([&given](int k) { return given.begin()[k]; });
  }
  template <class U, class B> Vector(const Vector<U, B> &other) {
    this->set([&other](int k) { return other[k]; });
  }
  /// A function of the lane's number.
  template <class G, class = decltype(static_cast<T>(static_cast<const G *>(nullptr)->operator()(0)))>
  explicit Vector(const G &value) {
    this->set(value);
  }
  template <class U> explicit Vector(const U *memory) { Lanes::load(memory); }
  /// With flags, or from the places that a vector of numbers says.
  template <class U, class X> Vector(const U *memory, const X &how) {
    if constexpr (detail::areFlags<X>)
      Lanes::load(memory);
    else
      gather(memory, how);
  }
  template <class G> static Vector generate(const G &value) {
    Vector made;
    made.set(value);
    return made;
  }
  static Vector Zero() { return Vector(T(0)); }
  static Vector One() { return Vector(T(1)); }
  static Vector IndexesFromZero() { return Vector(Vc_1::IndexesFromZero); }

  template <class U> void load(const U *memory) { Lanes::load(memory); }
  template <class U, class... F> void load(const U *memory, const LoadStoreFlags::LoadStoreFlags<F...> &) { Lanes::load(memory); }
  template <class U> void store(U *memory) const { Lanes::store(memory); }
  template <class U, class... F> void store(U *memory, const LoadStoreFlags::LoadStoreFlags<F...> &) const { Lanes::store(memory); }
  template <class U> void store(U *memory, const mask_type &mask) const {
    for (int k = 0; k < detail::lanes<T, Abi>; ++k)
      if (mask[k])
        memory[k] = static_cast<U>(lane[k]);
  }
  template <class U, class... F> void store(U *memory, const mask_type &mask, const LoadStoreFlags::LoadStoreFlags<F...> &) const {
    store(memory, mask);
  }
  template <class U, class I> void gather(const U *memory, const I &places) {
    this->set([memory, &places](int k) { return memory[places[k]]; });
  }
  template <class U, class I> void scatter(U *memory, const I &places) const {
    for (int k = 0; k < detail::lanes<T, Abi>; ++k)
      memory[places[k]] = static_cast<U>(lane[k]);
  }
  void setZero() { this->setAll(T(0)); }
  void setZero(const mask_type &mask) { (*this)(mask) = Vector(T(0)); }
  Common::WriteMaskedVector<Vector, mask_type> operator()(const mask_type &mask) {
    return Common::WriteMaskedVector<Vector, mask_type>(*this, mask);
  }
  mask_type operator!() const { return *this == Vector(T(0)); }
  Vector &operator++() { return *this += Vector(T(1)); }
  Vector &operator--() { return *this -= Vector(T(1)); }
  Vector operator++(int) {
    const Vector old = *this;
    ++*this;
    return old;
  }
  Vector operator--(int) {
    const Vector old = *this;
    --*this;
    return old;
  }

  T sum() const { return model::simd::sum(*this); }
  T min() const { return model::simd::least(*this); }
  T max() const { return model::simd::greatest(*this); }
  T product() const {
    return model::simd::folded(*this, [](T x, T y) { return x * y; });
  }
  T sum(const mask_type &mask) const {
    T s = T(0);
    for (int k = 0; k < detail::lanes<T, Abi>; ++k)
      if (mask[k])
        s += lane[k];
    return s;
  }
  /// Lane k gets f of lane k.
  template <class F> Vector apply(F f) const { return model::simd::forEach(*this, f); }
  Vector reversed() const {
    Vector made;
    for (int k = 0; k < detail::lanes<T, Abi>; ++k)
      made.lane[k] = lane[detail::lanes<T, Abi> - 1 - k];
    return made;
  }
  /// Lane k gets lane k + by: of a ring, and otherwise zero where there is none.
  Vector rotated(int by) const {
    constexpr int n = detail::lanes<T, Abi>;
    Vector made;
    for (int k = 0; k < n; ++k)
      made.lane[k] = lane[((k + by) % n + n) % n];
    return made;
  }
  Vector shifted(int by) const {
    Vector made(T(0));
    for (int k = 0; k < detail::lanes<T, Abi>; ++k)
      if (k + by >= 0 && k + by < detail::lanes<T, Abi>)
        made.lane[k] = lane[k + by];
    return made;
  }
  ADJOINT_MODEL_COMPARISONS(Vector, mask_type)

private:
  friend Lanes;
  T lane[detail::lanes<T, Abi>];
};
template <class T, size_t n> using SimdArray = Vector<T, ::Vc_1::simd_abi::fixed_size<static_cast<int>(n)>>;

ADJOINT_MODEL_WITH_NUMBERS(Vector, Mask)

/// Lanes that the other has not are zero.
template <class To, class T, class Abi> To simd_cast(const Vector<T, Abi> &other) {
  To made(typename To::value_type(0));
  for (int k = 0; k < static_cast<int>(To::Size) && k < detail::lanes<T, Abi>; ++k)
    made[k] = static_cast<typename To::value_type>(other[k]);
  return made;
}

template <class T, class Abi> bool all_of(const Mask<T, Abi> &mask) { return mask.all(); }
template <class T, class Abi> bool any_of(const Mask<T, Abi> &mask) { return mask.any(); }
template <class T, class Abi> bool none_of(const Mask<T, Abi> &mask) { return !mask.any(); }
template <class T, class Abi> bool some_of(const Mask<T, Abi> &mask) { return mask.isMix(); }

template <int n, class T, class Abi>
Vector<T, Abi> iif(const model::simd::Mask<n> &mask, const Vector<T, Abi> &yes, const Vector<T, Abi> &no) {
  Vector<T, Abi> made = no;
  made.change(mask, yes, [](T &x, const T &y) { x = y; });
  return made;
}
template <class T> T iif(bool condition, const T &yes, const T &no) { return condition ? yes : no; }

ADJOINT_MODEL_LANE_FUNCTIONS(Vector)
template <class T, class Abi> Vector<T, Abi> reciprocal(const Vector<T, Abi> &v) { return Vector<T, Abi>(T(1)) / v; }
template <class T, class Abi> Vector<T, Abi> rsqrt(const Vector<T, Abi> &v) { return Vector<T, Abi>(T(1)) / sqrt(v); }
template <class T, class Abi> void sincos(const Vector<T, Abi> &v, Vector<T, Abi> *sine, Vector<T, Abi> *cosine) {
  *sine = sin(v);
  *cosine = cos(v);
}
template <class T, class Abi> Mask<T, Abi> isnegative(const Vector<T, Abi> &v) { return v < Vector<T, Abi>(T(0)); }
template <class T, class Abi> Mask<T, Abi> isnan(const Vector<T, Abi> &v) { return v != v; }

} // namespace adjoint::model::Vc_1

#endif
