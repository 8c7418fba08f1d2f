// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums of each thread's own, for a parallel loop whose iterations add to the same elements of an array.
//
//     auto x_b_own = adjoint::own_window(x_b, adjoint::trips(0, n));
//     #pragma omp parallel for firstprivate(x_b_own)
//     for (int i = 0; i < n; ++i)
//       x_b_own[k[i]] += v;
//     x_b_own.add();                                        // now x_b has all sums
//
// Without OpenMP, the object itself adds to the array. A thread has a copy of it by `firstprivate`, and adds to elements of its own. Those of an OwnArray are all that the loop
// comes to, which is known before. Those of an OwnWindow go from the first to the last that the thread has come to; an element
// that is too far from the others is added to in the array, atomically. Nothing else in the loop may read these elements of the array,
// or write them.
//
// Units: indices are in elements, from the pointer given. Memory: of a window, 8 elements at most for each of the thread's iterations,
// 16 for each of its atomic additions, and 2048 (24, 48, 6144 while it grows). Up to 64 blocks, of 16 megabytes at most, are kept for the next loop.
//
// Errors: where memory is short, OwnArray ends the program, as an exception in a parallel loop does; OwnWindow adds atomically.
#ifndef ADJOINT_OWN_SUMS_H
#define ADJOINT_OWN_SUMS_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <type_traits>

// Code with and without OpenMP may be linked together.
#ifdef _OPENMP
#include <omp.h>
#define ADJOINT_OWN_SUMS_MODE with_threads
#define ADJOINT_OMP(directive) _Pragma(directive)
#else
#define ADJOINT_OWN_SUMS_MODE without_threads
#define ADJOINT_OMP(directive)
#endif

namespace adjoint {
namespace own {

/// `bytes` and perhaps more, all zero; null where memory is short.
void *take(std::size_t &bytes) noexcept;
/// What has been taken, with as many bytes as it has, all of them zero again.
void leave(void *memory, std::size_t bytes) noexcept;

inline namespace ADJOINT_OWN_SUMS_MODE {

/// Elements from `first` on.
template <class T> struct Block {
  Block *next = nullptr;
  std::ptrdiff_t first;
  std::size_t count, bytes;
  T *elements;

  /// With all elements zero; null where memory is short.
  static Block *make(std::ptrdiff_t first, std::size_t count) noexcept {
    std::size_t bytes = std::max<std::size_t>(1, count) * sizeof(T);
    void *memory = take(bytes);
    Block *made = memory ? new (std::nothrow) Block(first, count, bytes, static_cast<T *>(memory)) : nullptr;
    if (memory && !made)
      leave(memory, bytes);
    return made;
  }
  ~Block() { leave(elements, bytes); }
  Block(const Block &) = delete;
  Block &operator=(const Block &) = delete;

  std::ptrdiff_t end() const { return first + static_cast<std::ptrdiff_t>(count); }

private:
  Block(std::ptrdiff_t first, std::size_t count, std::size_t bytes, T *elements)
      : first(first), count(count), bytes(bytes), elements(elements) {}
};

/// What threads have added up.
template <class T> class Blocks {
public:
  explicit Blocks(T *array) noexcept : array_(array) {}
  Blocks(const Blocks &) = delete;
  Blocks &operator=(const Blocks &) = delete;

  void give(Block<T> *block) noexcept {
    ADJOINT_OMP("omp critical(adjoint_own_sums)")
    {
      block->next = blocks_;
      blocks_ = block;
    }
  }

  void add() noexcept {
    if (!blocks_)
      return;
    std::ptrdiff_t first = blocks_->first, end = blocks_->end();
    for (const Block<T> *of = blocks_; of; of = of->next) {
      first = std::min(first, of->first);
      end = std::max(end, of->end());
    }
    const std::ptrdiff_t piece = 4096;
    ADJOINT_OMP("omp parallel for schedule(static) if (end - first > 2 * piece)")
    for (std::ptrdiff_t from = first; from < end; from += piece)
      addPiece(from, std::min(end, from + piece));
    while (Block<T> *of = blocks_) {
      blocks_ = of->next;
      delete of;
    }
  }

private:
  /// Elements that are zero may lie outside of the array.
  void addPiece(std::ptrdiff_t from, std::ptrdiff_t to) const noexcept {
    for (const Block<T> *of = blocks_; of; of = of->next) {
      const std::ptrdiff_t first = std::max(from, of->first), end = std::min(to, of->end());
      for (std::ptrdiff_t i = first; i < end; ++i) {
        T &sum = of->elements[i - of->first];
        if (sum != T(0))
          array_[i] += sum;
        sum = T(0);
      }
    }
  }

  T *array_;
  Block<T> *blocks_ = nullptr;
};

inline std::size_t threads() noexcept {
#ifdef _OPENMP
  return static_cast<std::size_t>(omp_get_max_threads());
#else
  return 1;
#endif
}

} // namespace ADJOINT_OWN_SUMS_MODE
} // namespace own

inline namespace ADJOINT_OWN_SUMS_MODE {

/// Elements from `first` to before `end`.
struct Indices {
  std::ptrdiff_t first, end;
};

template <class T> class OwnArray {
  static_assert(std::is_floating_point<T>::value, "sums of numbers");

public:
  OwnArray(T *array, Indices all) noexcept
      : blocks_(array), first_(all.first), count_(static_cast<std::size_t>(all.end - all.first)), all_(&blocks_) {
#ifndef _OPENMP
    elements_ = array;
#endif
  }
  OwnArray(const OwnArray &of)
      : blocks_(nullptr), first_(of.first_), count_(of.count_), all_(of.all_), block_(own::Block<T>::make(first_, count_)) {
    if (!block_)
      throw std::bad_alloc();
    elements_ = block_->elements;
  }
  OwnArray &operator=(const OwnArray &) = delete;
  ~OwnArray() {
    if (block_)
      all_->give(block_);
  }

  T &operator[](std::ptrdiff_t index) {
#ifndef _OPENMP
    if (!block_) // no copy
      return elements_[index];
#endif
    return elements_[index - first_];
  }
  /// Behind the loop.
  void add() noexcept { blocks_.add(); }

private:
  own::Blocks<T> blocks_;
  std::ptrdiff_t first_;
  std::size_t count_;
  own::Blocks<T> *all_;
  own::Block<T> *block_ = nullptr;
  T *elements_ = nullptr;
};

/// For a loop of `trips` iterations.
template <class T> class OwnWindow {
  static_assert(std::is_floating_point<T>::value, "sums of numbers");

public:
  /// An element that is added to.
  class Sum {
  public:
    void operator+=(T value) const { of_.add(index_, value); }
    void operator-=(T value) const { of_.add(index_, -value); }
    Sum operator*() const { return *this; }

  private:
    friend class OwnWindow;
    Sum(OwnWindow &of, std::ptrdiff_t index) : of_(of), index_(index) {}
    OwnWindow &of_;
    std::ptrdiff_t index_;
  };

  OwnWindow(T *array, std::size_t trips) noexcept
      : blocks_(array), array_(array), most_(std::max<std::size_t>(2048, 8 * (trips / own::threads()))), all_(&blocks_) {}
  OwnWindow(const OwnWindow &of) noexcept : blocks_(nullptr), array_(of.array_), most_(of.most_), all_(of.all_) {}
  OwnWindow &operator=(const OwnWindow &) = delete;
  ~OwnWindow() {
    if (block_)
      all_->give(block_);
  }

  Sum operator[](std::ptrdiff_t index) { return Sum(*this, index); }
  /// Of the number that a pointer leads to, in the same array or struct, or in one of an array of structs.
  Sum of(const T *number) {
    const auto distance = reinterpret_cast<std::uintptr_t>(number) - reinterpret_cast<std::uintptr_t>(array_);
    return Sum(*this, static_cast<std::ptrdiff_t>(distance) / static_cast<std::ptrdiff_t>(sizeof(T)));
  }
  /// Behind the loop.
  void add() noexcept { blocks_.add(); }

private:
  void add(std::ptrdiff_t index, T value) noexcept {
    const std::size_t at = static_cast<std::size_t>(index - first_);
    if (at < count_)
      elements_[at] += value;
    else
      addFar(index, value);
  }

  /// To an element outside of the window, which grows where that pays.
#ifdef __GNUC__
  __attribute__((noinline))
#endif
  void
  addFar(std::ptrdiff_t index, T value) noexcept {
    if (all_ == &blocks_) { // no copy
      array_[index] += value;
      return;
    }
    const auto count = static_cast<std::ptrdiff_t>(count_), room = count / 2 + 32;
    const std::ptrdiff_t first = count == 0 || index < first_ ? index - room : first_;
    const std::ptrdiff_t end = count == 0 || index >= first_ + count ? index + room : first_ + count;
    if (grow(first, static_cast<std::size_t>(end - first))) {
      elements_[index - first_] += value;
      return;
    }
    most_ += 16; // as often as this happens, more would pay
    ADJOINT_OMP("omp atomic")
    array_[index] += value;
  }

  bool grow(std::ptrdiff_t first, std::size_t count) noexcept {
    own::Block<T> *made = count <= most_ ? own::Block<T>::make(first, count) : nullptr;
    if (!made)
      return false;
    if (block_) {
      std::memcpy(made->elements + (first_ - first), elements_, count_ * sizeof(T));
      std::memset(elements_, 0, count_ * sizeof(T));
    }
    delete block_;
    block_ = made;
    elements_ = made->elements;
    first_ = first;
    count_ = count;
    return true;
  }

  own::Blocks<T> blocks_;
  T *array_;
  std::size_t most_;
  own::Blocks<T> *all_;
  own::Block<T> *block_ = nullptr;
  T *elements_ = nullptr;
  std::ptrdiff_t first_ = 0;
  std::size_t count_ = 0;
};

/// Those that `first` and multiples of counters make: each counter adds what is between zero and its span.
template <class... Spans> constexpr Indices indices(std::ptrdiff_t first, Spans... spans) noexcept {
  Indices all = {first, first + 1};
  ((static_cast<std::ptrdiff_t>(spans) < 0 ? all.first += static_cast<std::ptrdiff_t>(spans)
                                           : all.end += static_cast<std::ptrdiff_t>(spans)),
   ...);
  return all;
}

/// Elements of all `parts`, and those between.
template <class T, class... More> OwnArray<T> own_array(T *array, Indices first, More... more) noexcept {
  return OwnArray<T>(array, {std::min({first.first, more.first...}), std::max({first.end, more.end...})});
}
/// The thread's own of what `number` leads to.
template <class T> typename OwnWindow<T>::Sum own_of(OwnWindow<T> &window, const T *number) { return window.of(number); }
template <class T> OwnWindow<T> own_window(T *array, std::size_t trips) noexcept { return OwnWindow<T>(array, trips); }

} // namespace ADJOINT_OWN_SUMS_MODE
} // namespace adjoint

#undef ADJOINT_OMP
#undef ADJOINT_OWN_SUMS_MODE

#endif // ADJOINT_OWN_SUMS_H
