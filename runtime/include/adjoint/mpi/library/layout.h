// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Layout: where the numbers of a buffer are, as its datatype says, in the order in which they are sent. With the
// layout, packed numbers are copied, added and set to zero.
//
// The datatype is MPI_DOUBLE or made of nothing else; otherwise std::invalid_argument is thrown.

#ifndef ADJOINT_MPI_LIBRARY_LAYOUT_H
#define ADJOINT_MPI_LIBRARY_LAYOUT_H

#include <mpi.h>

#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

namespace adjoint::mpi::detail {

using Numbers = std::vector<double>;

inline int counted(long n) { return static_cast<int>(n); }

/// Throws std::runtime_error if MPI reports an error, which it does where its own handler does not end the program.
inline void check(int code) {
  if (code != MPI_SUCCESS)
    throw std::runtime_error("adjoint::mpi: error " + std::to_string(code) + " of MPI");
}

/// The places of the numbers of a datatype, in bytes.
class Places {
public:
  explicit Places(MPI_Datatype type) { add(type, 0); }
  const std::vector<MPI_Aint> &all() const { return places; }

private:
  struct Contents {
    int combiner = 0;
    std::vector<int> integers;
    std::vector<MPI_Aint> addresses;
    std::vector<MPI_Datatype> types;

    explicit Contents(MPI_Datatype type) {
      int n = 0, a = 0, t = 0;
      check(MPI_Type_get_envelope(type, &n, &a, &t, &combiner));
      if (combiner == MPI_COMBINER_NAMED)
        return;
      integers.resize(static_cast<std::size_t>(n) + 1);
      addresses.resize(static_cast<std::size_t>(a) + 1);
      types.resize(static_cast<std::size_t>(t));
      check(MPI_Type_get_contents(type, n, a, t, integers.data(), addresses.data(), types.data()));
    }
    ~Contents() {
      for (MPI_Datatype &type : types)
        if (isDerived(type))
          MPI_Type_free(&type);
    }
    Contents(const Contents &) = delete;
    Contents &operator=(const Contents &) = delete;

  private:
    static bool isDerived(MPI_Datatype type) {
      int n = 0, a = 0, t = 0, combiner = 0;
      MPI_Type_get_envelope(type, &n, &a, &t, &combiner);
      return combiner != MPI_COMBINER_NAMED;
    }
  };

  [[noreturn]] static void refuse() {
    throw std::invalid_argument("adjoint::mpi: only MPI_DOUBLE, and datatypes that are made of it, have derivatives");
  }

  static MPI_Aint extentOf(MPI_Datatype type) {
    MPI_Aint lower = 0, extent = 0;
    check(MPI_Type_get_extent(type, &lower, &extent));
    return extent;
  }

  void repeat(MPI_Datatype type, long n, MPI_Aint stride, MPI_Aint from) {
    for (long i = 0; i < n; ++i)
      add(type, from + i * stride);
  }

  void add(MPI_Datatype type, MPI_Aint from) {
    if (type == MPI_DOUBLE)
      return places.push_back(from);
    const Contents c(type);
    if (c.combiner == MPI_COMBINER_NAMED)
      refuse();
    addDerived(c, from);
  }

  void addDerived(const Contents &c, MPI_Aint from) {
    const MPI_Datatype inner = c.types[0];
    const MPI_Aint extent = extentOf(inner);
    const std::vector<int> &n = c.integers;
    switch (c.combiner) {
    case MPI_COMBINER_DUP:
    case MPI_COMBINER_RESIZED:
      return add(inner, from);
    case MPI_COMBINER_CONTIGUOUS:
      return repeat(inner, n[0], extent, from);
    case MPI_COMBINER_VECTOR:
      for (int i = 0; i < n[0]; ++i)
        repeat(inner, n[1], extent, from + MPI_Aint(i) * n[2] * extent);
      return;
    case MPI_COMBINER_HVECTOR:
      for (int i = 0; i < n[0]; ++i)
        repeat(inner, n[1], extent, from + i * c.addresses[0]);
      return;
    case MPI_COMBINER_INDEXED:
      for (int i = 0; i < n[0]; ++i)
        repeat(inner, n[at(1 + i)], extent, from + n[at(1 + n[0] + i)] * extent);
      return;
    case MPI_COMBINER_HINDEXED:
      for (int i = 0; i < n[0]; ++i)
        repeat(inner, n[at(1 + i)], extent, from + c.addresses[at(i)]);
      return;
    case MPI_COMBINER_INDEXED_BLOCK:
      for (int i = 0; i < n[0]; ++i)
        repeat(inner, n[1], extent, from + n[at(2 + i)] * extent);
      return;
    case MPI_COMBINER_STRUCT:
      for (int i = 0; i < n[0]; ++i)
        repeat(c.types[at(i)], n[at(1 + i)], extentOf(c.types[at(i)]), from + c.addresses[at(i)]);
      return;
    case MPI_COMBINER_SUBARRAY:
      return addSubarray(c, from, extent);
    default:
      refuse();
    }
  }

  /// The last index runs fastest in the order of C, the first in that of Fortran.
  void addSubarray(const Contents &c, MPI_Aint from, MPI_Aint extent) {
    const int dimensions = c.integers[0];
    const int *sizes = &c.integers[1], *counts = sizes + dimensions, *starts = counts + dimensions;
    const bool isByRow = starts[dimensions] == MPI_ORDER_C;
    long total = 1;
    for (int d = 0; d < dimensions; ++d)
      total *= counts[d];
    for (long element = 0; element < total; ++element) {
      long rest = element, place = 0, stride = 1;
      for (int k = 0; k < dimensions; ++k) {
        const int d = isByRow ? dimensions - 1 - k : k;
        place += (starts[d] + rest % counts[d]) * stride;
        rest /= counts[d];
        stride *= sizes[d];
      }
      add(c.types[0], from + place * extent);
    }
  }

  static std::size_t at(int i) { return static_cast<std::size_t>(i); }

  std::vector<MPI_Aint> places;
};

class Layout {
public:
  Layout() = default;
  /// `first` is where the buffer begins, in elements of the type.
  Layout(int count, MPI_Datatype type, long first = 0) {
    if (type == MPI_DOUBLE) {
      begin = first;
      numbers = count;
      return;
    }
    const Places one(type);
    MPI_Aint lower = 0, extent = 0;
    check(MPI_Type_get_extent(type, &lower, &extent));
    for (long i = 0; i < count; ++i)
      for (MPI_Aint place : one.all())
        where.push_back(((first + i) * extent + place) / MPI_Aint(sizeof(double)));
    numbers = static_cast<long>(where.size());
    isScattered = true;
  }

  long size() const { return numbers; }

  /// Of the first n numbers.
  void pack(const double *from, double *packed, long n) const {
    for (long i = 0; i < n; ++i)
      packed[i] = from[place(i)];
  }
  void unpack(double *to, const double *packed, long n) const {
    for (long i = 0; i < n; ++i)
      to[place(i)] = packed[i];
  }
  void add(double *to, const double *packed, long n) const {
    for (long i = 0; i < n; ++i)
      to[place(i)] += packed[i];
  }
  void clear(double *to, long n) const {
    for (long i = 0; i < n; ++i)
      to[place(i)] = 0.0;
  }

  Numbers packed(const double *from, long n) const {
    Numbers made(static_cast<std::size_t>(n));
    pack(from, made.data(), n);
    return made;
  }
  Numbers packed(const double *from) const { return packed(from, numbers); }

private:
  long place(long i) const { return isScattered ? long(where[static_cast<std::size_t>(i)]) : begin + i; }

  bool isScattered = false;
  long begin = 0, numbers = 0;
  std::vector<MPI_Aint> where;
};

/// How many doubles have come?
inline long receivedBy(const MPI_Status &status) {
  int n = 0;
  check(MPI_Get_elements(&status, MPI_DOUBLE, &n));
  return n;
}

/// Where nobody asked for it, it is nowhere.
inline void tell(MPI_Status *asked, const MPI_Status &status) {
  if (asked != MPI_STATUS_IGNORE)
    *asked = status;
}

} // namespace adjoint::mpi::detail

#endif
