// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tape: where a forward sweep keeps what its reverse sweep needs.
//
// Every thread has one, a stack of bytes. What was pushed last is popped first, with the same type (and
// for arrays and blocks the same length): push<double>, push<int> is undone by pop<int>, pop<double>. The
// forward half of generated code leaves exactly what its backward half takes away, so that a tape is as
// long after a gradient as it was before.
//
// Units: every count of this interface is in bytes of payload, that is sizeof of what was recorded, with
// neither padding nor unused memory counted. Counts therefore depend on the program alone, not on how the
// tape obtains its memory.
//
// Errors: whatever records (push, reserve) throws std::bad_alloc if memory or the limit set by set_limit
// is exhausted, and then has no effect. Taking away what is not there (pop, release) throws
// std::logic_error where it would leave the memory of the tape, and then has no effect either. Nothing
// else throws.
//
// What a loop of known length records may go to a block: reserved before the loop, indexed by the iteration, and
// released behind the reversed loop.
//
// Memory is taken in chunks of growing size that never move: the address of a block holds until the block
// is released. Chunks are kept for reuse until trim() or the end of the thread.
#ifndef ADJOINT_TAPE_H
#define ADJOINT_TAPE_H

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <type_traits>

namespace adjoint {

class Tape {
public:
  /// A length of the tape to come back to.
  struct Mark {
    std::size_t bytes;
  };

  /// The tape of the calling thread.
  static Tape &local() noexcept { return instance_; }

  Tape(const Tape &) = delete;
  Tape &operator=(const Tape &) = delete;

  /// Records one value; a bool takes one byte.
  template <class T> void push(const T &value) {
    check_recordable<T>();
    if (end_ - top_ < size_of<T>)
      open(1, sizeof(T), 1);
    std::memcpy(advance(sizeof(T)), &value, sizeof(T));
  }

  /// Takes away the last value, which was recorded as a T, and stores it to `into`.
  template <class T> void pop(T &into) {
    check_recordable<T>();
    if (top_ - begin_ < size_of<T> || top_ > peak_)
      before_pop(sizeof(T));
    top_ -= sizeof(T);
    std::memcpy(&into, top_, sizeof(T));
  }

  /// Takes away the last value, which was recorded as a T, and returns it.
  template <class T> T pop() {
    union Storage { // T may have no default constructor
      T value;
      Storage() {}
    } storage;
    pop(storage.value);
    return storage.value;
  }

  /// Records data[0..n).
  template <class T> void push(const T *data, std::size_t n) {
    check_recordable<T>();
    if (n == 0)
      return;
    if (!fits<T>(n))
      open(n, sizeof(T), 1);
    std::memcpy(advance(n * sizeof(T)), data, n * sizeof(T));
  }

  /// Takes away n values recorded by push(data, n), and stores them to data[0..n).
  template <class T> void pop(T *data, std::size_t n) {
    check_recordable<T>();
    if (n == 0)
      return;
    const std::size_t bytes = n * sizeof(T);
    if (std::size_t(top_ - begin_) < bytes || top_ > peak_)
      before_pop(bytes);
    top_ -= bytes;
    std::memcpy(data, top_, bytes);
  }

  /// Records a block of n values that the caller will write: uninitialised, contiguous, aligned for T,
  /// at the same address until it is released. A block of no values is a null pointer.
  template <class T> T *reserve(std::size_t n) {
    check_recordable<T>();
    return static_cast<T *>(reserveBlock(n, sizeof(T), alignof(T)));
  }

  /// Takes away the last block, which reserve<T>(n) has returned. Its values are lost.
  template <class T> void release(T *block, std::size_t n) {
    if (n == 0)
      return;
    const std::size_t bytes = n * sizeof(T);
    char *begin = reinterpret_cast<char *>(block);
    if (std::size_t(top_ - begin_) < bytes || top_ - bytes != begin || top_ > peak_)
      before_release(begin, bytes);
    top_ = begin;
  }

  /// How many bytes are recorded now.
  std::size_t bytes() const noexcept { return base_ + std::size_t(top_ - begin_); }

  /// The most bytes ever recorded at once, since the thread began or since reset_high_water().
  std::size_t high_water() const noexcept { return bytes() > high_ ? bytes() : high_; }

  /// Lets high_water() start anew from bytes().
  void reset_high_water() noexcept;

  /// The present length of the tape.
  Mark mark() const noexcept { return {bytes()}; }

  /// Takes away everything recorded since `mark`. A tape already shorter than that stays as it is.
  void rewind(Mark mark) noexcept;

  /// From now on recording more than `bytes` in all throws std::bad_alloc. Without a call, memory is the limit.
  void set_limit(std::size_t bytes) noexcept;

  /// The limit in bytes; SIZE_MAX if none was set.
  std::size_t limit() const noexcept { return limit_; }

  /// The memory held for the tape, in bytes, in use or not.
  std::size_t capacity() const noexcept;

  /// Gives back the memory that is not in use.
  void trim() noexcept;

  /// Guards one call of generated code: if an exception leaves its scope, the tape gets the length back
  /// that it had when the guard was made.
  class Frame {
  public:
    Frame() noexcept : Frame(Tape::local()) {}
    explicit Frame(Tape &tape) noexcept : tape_(tape), mark_(tape.mark()), exceptions_(std::uncaught_exceptions()) {}
    ~Frame() {
      if (std::uncaught_exceptions() > exceptions_)
        tape_.rewind(mark_);
    }
    Frame(const Frame &) = delete;
    Frame &operator=(const Frame &) = delete;

  private:
    Tape &tape_;
    Mark mark_;
    int exceptions_;
  };

private:
  struct Store;
  struct Segment;
  struct AtThreadExit;

  template <class T> static constexpr std::ptrdiff_t size_of = std::ptrdiff_t(sizeof(T));

  template <class T> static constexpr void check_recordable() {
    static_assert(std::is_trivially_copyable_v<T>, "a tape records trivially copyable values only");
  }

  constexpr Tape() noexcept = default;

  template <class T> bool fits(std::size_t n) const noexcept {
    return end_ > top_ && n <= std::size_t(end_ - top_) / sizeof(T);
  }

  // Moves the top before the store, which the compiler must assume to write to top_ itself.
  char *advance(std::size_t bytes) noexcept {
    char *at = top_;
    top_ = at + bytes;
    return at;
  }

  // By its attribute compilers know that a block shares no memory with anything else: loops that fill it can be
  // vectorised without a comparison of addresses.
  [[gnu::malloc]] void *reserveBlock(std::size_t count, std::size_t size, std::size_t align);

  // The slow paths, where the present segment does not suffice or a high water has to be noted.
  void open(std::size_t count, std::size_t size, std::size_t align);
  void before_pop(std::size_t bytes);
  void before_release(const char *begin, std::size_t bytes);

  void makeStore();
  Segment findRoom(std::size_t needed, std::size_t align);
  void note_high_water() noexcept;
  void enter(const Segment &segment, char *top) noexcept;
  void close() noexcept;

  // The tape is a sequence of segments, each contiguous in memory; a new one is opened where alignment
  // or the end of a chunk asks for a gap. These describe the last segment.
  char *top_ = nullptr;   // where the next value goes
  char *begin_ = nullptr; // first byte of the segment
  char *end_ = nullptr;   // values must end here: the chunk's end, or sooner for the limit's sake
  char *peak_ = nullptr;  // going beyond raises the high water
  std::size_t base_ = 0;  // bytes recorded in the segments before
  std::size_t high_ = 0;  // high water as far as noted; a pop notes it where top_ > peak_
  std::size_t limit_ = SIZE_MAX;
  Store *store_ = nullptr; // segments and chunks

  static thread_local Tape instance_;
};

// Constant initialisation and no destructor: access costs no guard. The memory goes with the thread all
// the same, by a second object that Tape.cpp makes with the first chunk.
inline thread_local Tape Tape::instance_;

/// How many iterations `for (i = first; i < end; ++i)` has. The types are alike, if not one: long and long long may be two
/// names of what is told apart by its size alone.
template <class First, class End> constexpr std::size_t trips(First first, End end) {
  static_assert(sizeof(First) == sizeof(End) && std::is_signed<First>::value == std::is_signed<End>::value,
                "a range of mixed types");
  return end > first ? std::size_t(end) - std::size_t(first) : 0;
}

} // namespace adjoint

#endif // ADJOINT_TAPE_H
