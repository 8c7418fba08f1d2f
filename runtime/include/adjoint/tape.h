// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tape: the stack of bytes on which a forward sweep records what its reverse sweep needs.
//
//     adjoint::Tape &tape = adjoint::Tape::local();      // one for each thread
//     tape.push(x);                                      // forward sweep
//     tape.pop(x);                                       // reverse sweep
//
// Order: what was pushed last is popped first, with the same type, and for arrays and blocks with the same
// length. push<double>, push<int> is undone by pop<int>, pop<double>. The reverse sweep of generated code
// takes away exactly what the forward sweep has recorded, so a call of an adjoint leaves the tape as long as
// it was.
//
// Blocks: what a loop of known length records may go to a block instead. It is reserved before the loop,
// indexed by the iteration, and released after the reversed loop.
//
// Values: of trivially copyable types, copied byte by byte.
//
// Objects: of any type that has a default constructor. make<T>() constructs one on the tape, take<T>() hands out the last one
// and destroys it. Those that rewind() takes away, or the end of the thread, are destroyed, last first. The context of a
// hand-written adjoint is such an object:
//
//     solve_fwd(a, b, x, n, tape.make<Factors>());       // forward sweep
//     solve_rev(a, a_b, b, b_b, n, tape.take<Factors>());  // reverse sweep; destroyed when the call is done
//
// Units: all counts are bytes of payload: sizeof what was recorded, without padding and unused memory. They
// depend on the program alone, not on how the tape obtains its memory.
//
// Errors: push, reserve and make throw std::bad_alloc if memory or the limit of set_limit is exhausted, and make throws what
// the constructor throws. pop, take and release throw std::logic_error if the tape does not hold that many bytes, or if the block is not the last one.
// The tape is unchanged then. Nothing else throws. A pop of the wrong type is not noticed.
//
// Memory: taken in chunks of growing size, at least 64 KiB. Chunks never move, so a block keeps its address
// until it is released. They are kept for reuse until trim() or the end of the thread.
#ifndef ADJOINT_TAPE_H
#define ADJOINT_TAPE_H

#include "adjoint/range.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <new>
#include <type_traits>

namespace adjoint {

class TapeParts;

class Tape {
public:
  /// A length of the tape, to which rewind() and restore() go back.
  struct Mark {
    std::size_t bytes;
    std::size_t segments = 0; // of the memory of the tape
  };

  /// The tape of the calling thread.
  static Tape &local() noexcept { return instance_; }

  Tape(const Tape &) = delete;
  Tape &operator=(const Tape &) = delete;

  /// Records one value: sizeof(T) bytes. Throws std::bad_alloc.
  template <class T> void push(const T &value) {
    check_recordable<T>();
    if (end_ - top_ < size_of<T>)
      open(1, sizeof(T), 1);
    std::memcpy(advance(sizeof(T)), &value, sizeof(T));
  }

  /// Takes away the last value, which must be a T, and stores it in `into`. Throws std::logic_error.
  template <class T> void pop(T &into) {
    check_recordable<T>();
    if (top_ - begin_ < size_of<T> || top_ > peak_)
      before_pop(sizeof(T));
    top_ -= sizeof(T);
    std::memcpy(&into, top_, sizeof(T));
  }

  /// Takes away the last value, which must be a T, and returns it. Throws std::logic_error.
  template <class T> T pop() {
    union Storage { // T may have no default constructor
      T value;
      Storage() {}
    } storage;
    pop(storage.value);
    return storage.value;
  }

  /// Records the values in this order, each as push(value) does. Throws std::bad_alloc.
  template <class... T> void push_all(const T &...values) {
    (check_recordable<T>(), ...);
    if (end_ - top_ < (size_of<T> + ...)) {
      (push(values), ...);
      return;
    }
    char *at = advance((sizeof(T) + ...));
    ((std::memcpy(at, &values, sizeof(T)), at += sizeof(T)), ...);
  }

  /// Takes away the last values, the last of all first, each as pop(into) does. Throws std::logic_error.
  template <class... T> void pop_all(T &...into) {
    (check_recordable<T>(), ...);
    if (top_ - begin_ < (size_of<T> + ...) || top_ > peak_) {
      (pop(into), ...);
      return;
    }
    char *at = top_;
    top_ = at - (size_of<T> + ...);
    ((at -= sizeof(T), std::memcpy(&into, at, sizeof(T))), ...);
  }

  /// Records the array data[0..n). Throws std::bad_alloc.
  template <class T> void push(const T *data, std::size_t n) {
    check_recordable<T>();
    if (n == 0)
      return;
    if (!fits<T>(n))
      open(n, sizeof(T), 1);
    std::memcpy(advance(n * sizeof(T)), data, n * sizeof(T));
  }

  /// Takes away n values that push(data, n) has recorded, and stores them in data[0..n). Throws std::logic_error.
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

  /// Records the elements of an array that the range says. Throws std::bad_alloc.
  template <class T> void push(const T *data, Range elements) {
    if (!elements.empty())
      push(data + elements.first, elements.size());
  }

  /// Takes away what push(data, elements) has recorded. Throws std::logic_error.
  template <class T> void pop(T *data, Range elements) {
    if (!elements.empty())
      pop(data + elements.first, elements.size());
  }

  /// Reserves a block of n values of type T for the caller to write: uninitialised, contiguous, aligned for T. It
  /// keeps its address until release(). For n = 0, a null pointer. Throws std::bad_alloc.
  template <class T> T *reserve(std::size_t n) {
    check_recordable<T>();
    return static_cast<T *>(reserveBlock(n, sizeof(T), alignof(T)));
  }

  /// The same, of n zeros.
  template <class T> T *zeros(std::size_t n) {
    T *block = reserve<T>(n);
    if (n != 0)
      std::memset(static_cast<void *>(block), 0, n * sizeof(T));
    return block;
  }

  /// Takes away the last block, which reserve<T>(n) returned. Its values are lost. Throws std::logic_error.
  template <class T> void release(T *block, std::size_t n) {
    if (n == 0)
      return;
    const std::size_t bytes = n * sizeof(T);
    char *begin = reinterpret_cast<char *>(block);
    if (std::size_t(top_ - begin_) < bytes || top_ - bytes != begin || top_ > peak_)
      before_release(begin, bytes);
    top_ = begin;
  }

  /// The same of a block whose length is not at hand: what lies on the tape behind its beginning is lost, too.
  template <class T> void release(T *block) {
    if (!block)
      return;
    char *begin = reinterpret_cast<char *>(block);
    if (!holds(begin) || top_ > peak_)
      before_release(begin);
    top_ = begin;
  }

  /// The last object, while the expression that take() stands in is evaluated; then it is destroyed.
  template <class T> class Taken {
  public:
    explicit Taken(Tape &tape) : tape_(tape), object_(tape.last<T>()) {}
    ~Taken() { tape_.drop(object_); }
    Taken(const Taken &) = delete;
    Taken &operator=(const Taken &) = delete;
    operator T &() const noexcept { return *object_; }

  private:
    Tape &tape_;
    T *const object_;
  };

  /// Constructs an object at the end of the tape, with zeros where it has no constructor: sizeof(T) bytes, and two words more
  /// if it has a destructor. Throws std::bad_alloc.
  template <class T> T &make() {
    if constexpr (std::is_trivially_destructible_v<T>)
      return *constructed<T>();
    else
      return make_linked<T>();
  }

  /// Takes away the last object, which must be a T that make() has made. Throws std::logic_error.
  template <class T> Taken<T> take() { return Taken<T>(*this); }

  /// The bytes that are recorded now.
  std::size_t bytes() const noexcept { return base_ + std::size_t(top_ - begin_); }

  /// The largest value of bytes() since the thread began or since reset_high_water().
  std::size_t high_water() const noexcept { return bytes() > high_ ? bytes() : high_; }

  /// Sets the high-water mark to bytes().
  void reset_high_water() noexcept;

  /// The present length, for rewind().
  Mark mark() const noexcept { return {bytes(), segments_}; }

  /// Takes away everything recorded since `mark`, and destroys the objects in it. A tape that is shorter already stays as it is.
  void rewind(Mark mark) noexcept;

  /// Brings back everything that was taken away since `mark`, if nothing has been recorded in between. Objects with a
  /// destructor do not come back.
  void restore(Mark mark) noexcept;

  /// Where the byte number `from` is that was recorded, counted from 0, and how many `bytes` follow it in one stretch of memory.
  const char *stretch(std::size_t from, std::size_t &bytes) const noexcept;

  /// Sets a limit: recording more than `bytes` in all throws std::bad_alloc. By default there is none.
  void set_limit(std::size_t bytes) noexcept;

  /// The limit in bytes; SIZE_MAX if there is none.
  std::size_t limit() const noexcept { return limit_; }

  /// The bytes of memory that the tape holds, in use or not.
  std::size_t capacity() const noexcept;

  /// Frees the memory that is not in use.
  void trim() noexcept;

  /// The tapes of parallel loops that begin where this is the tape of the calling thread (parts.h). Throws std::bad_alloc.
  TapeParts &parts();

  /// A guard for one call of generated code: if an exception leaves its scope, it rewinds the tape to the length
  /// that it had when the guard was made. Without an exception it does nothing.
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
  friend class TapeParts;
  struct Store;
  struct Segment;
  struct AtThreadExit;

  // Precedes an object that has a destructor.
  struct Link {
    Link *previous;
    void (*destroy)(Link *) noexcept;
  };
  template <class T> struct Linked : Link {
    T object{};
    static void destroyed(Link *link) noexcept { static_cast<Linked *>(link)->~Linked(); }
  };

  template <class T> static constexpr std::ptrdiff_t size_of = std::ptrdiff_t(sizeof(T));

  template <class T> static constexpr void check_recordable() {
    static_assert(std::is_trivially_copyable_v<T>, "a tape records trivially copyable values only");
  }

  constexpr Tape() noexcept = default;

  // The memory is given back if the constructor throws.
  template <class T> T *constructed() {
    struct Room {
      Tape &tape;
      T *memory;
      ~Room() {
        if (memory)
          tape.release(memory, 1);
      }
    } room{*this, static_cast<T *>(reserveBlock(1, sizeof(T), alignof(T)))};
    T *object = ::new (static_cast<void *>(room.memory)) T{};
    room.memory = nullptr;
    return object;
  }

  template <class T> T &make_linked() {
    Linked<T> *made = constructed<Linked<T>>();
    made->previous = objects_;
    made->destroy = Linked<T>::destroyed;
    objects_ = made;
    return made->object;
  }

  template <class T> T *last() {
    if constexpr (std::is_trivially_destructible_v<T>) {
      if (top_ - begin_ < size_of<T> || top_ > peak_)
        before_pop(sizeof(T));
      return std::launder(reinterpret_cast<T *>(top_ - sizeof(T)));
    } else {
      check_object(sizeof(Linked<T>));
      return &static_cast<Linked<T> *>(objects_)->object;
    }
  }

  template <class T> void drop(T *object) noexcept {
    if constexpr (std::is_trivially_destructible_v<T>) {
      release(object, 1);
    } else {
      auto *memory = static_cast<Linked<T> *>(objects_);
      destroy_last();
      release(memory, 1);
    }
  }

  template <class T> bool fits(std::size_t n) const noexcept {
    return end_ > top_ && n <= std::size_t(end_ - top_) / sizeof(T);
  }

  // Of the last segment.
  bool holds(const char *byte) const noexcept {
    const auto at = [](const char *address) { return reinterpret_cast<std::uintptr_t>(address); };
    return at(byte) >= at(begin_) && at(byte) < at(top_);
  }

  // Moves the top before the value is stored: a compiler must assume that the store may write to top_ itself.
  char *advance(std::size_t bytes) noexcept {
    char *at = top_;
    top_ = at + bytes;
    return at;
  }

  // The attribute tells compilers that a block shares no memory with anything else, so that they vectorise loops
  // that fill it without comparing addresses.
  [[gnu::malloc]] void *reserveBlock(std::size_t count, std::size_t size, std::size_t align);

  // The slow paths: the present segment does not suffice, or the high-water mark has to be noted.
  void open(std::size_t count, std::size_t size, std::size_t align);
  void before_pop(std::size_t bytes);
  void before_release(const char *begin, std::size_t bytes);
  void before_release(const char *begin);

  void check_object(std::size_t bytes);
  void destroy_last() noexcept;
  void destroy_behind(std::size_t kept) noexcept;

  void swap(Tape &other) noexcept;
  void clear() noexcept;
  void armGuard();
  void makeStore();
  Segment findRoom(std::size_t needed, std::size_t align);
  void note_high_water() noexcept;
  void enter(const Segment &segment, char *top) noexcept;
  void close() noexcept;

  // The tape is a sequence of segments, each contiguous in memory. A new one is opened where alignment or the
  // end of a chunk makes a gap. These members describe the last segment.
  char *top_ = nullptr;   // where the next value goes
  char *begin_ = nullptr; // first byte of the segment
  char *end_ = nullptr;   // end of the room: that of the chunk, or the limit if it comes first
  char *peak_ = nullptr;  // where the high-water mark is; beyond, it rises
  std::size_t base_ = 0;  // bytes recorded in earlier segments
  std::size_t high_ = 0;  // high-water mark as noted last; pop notes it if top_ > peak_
  std::size_t limit_ = SIZE_MAX;
  std::size_t segments_ = 0; // how many there are
  Store *store_ = nullptr; // segments and chunks
  Link *objects_ = nullptr; // the last object that has a destructor
  TapeParts *parts_ = nullptr;

  static thread_local Tape instance_;
};

// Constant initialisation and no destructor, so that access needs no guard. The memory is freed at the end of the
// thread by a second object, which Tape.cpp makes with the first chunk.
inline thread_local Tape Tape::instance_;

/// The number of iterations of `for (i = first; i < end; ++i)`. Both types have one size and signedness; they need
/// not be the same, as with long and long long.
template <class First, class End> constexpr std::size_t trips(First first, End end) {
  static_assert(sizeof(First) == sizeof(End) && std::is_signed<First>::value == std::is_signed<End>::value,
                "a range of mixed types");
  return end > first ? std::size_t(end) - std::size_t(first) : 0;
}

/// Around a call that overwrites numbers[0..count): to the thread's tape, and back. Throws std::bad_alloc, std::logic_error.
template <class T, class Count> void record_numbers(const T *numbers, Count count) {
  Tape::local().push(numbers, std::size_t(count));
}
template <class T, class Count> void restore_numbers(T *numbers, Count count) { Tape::local().pop(numbers, std::size_t(count)); }

} // namespace adjoint

#endif // ADJOINT_TAPE_H
