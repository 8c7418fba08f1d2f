// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tapes for the parts of a parallel loop.
//
//     adjoint::TapeParts &parts = adjoint::Tape::local().parts();
//     parts.begin();                                        // forward sweep
//     #pragma omp parallel for
//     for (int part = 0; part < adjoint::TapeParts::count; ++part) {
//       const adjoint::TapeParts::Turn turn(parts, part);
//       ...                                                 // records what iterations leave, in order
//     }
//
// What iterations record is an order, and threads have none. So the iterations are divided into parts, always the same: part k
// has the iterations from part_first(k, low, high) to part_end(k, low, high). Each part has a tape of its own, whichever thread
// runs it: in the forward sweep its iterations record there, and in the reverse sweep, backwards, they take that away. Parts run
// in any order, by any number of threads, which may differ between the sweeps.
//
// Order: as of the tape. The reverse loop of the last forward loop comes first, and end() follows it. Loops in a part have
// parts of their own.
//
// Units: as of the tape. Their memory counts in Tape::capacity(), not in Tape::bytes(), and a limit does not bound it.
//
// Errors: begin() throws std::bad_alloc, and is without effect then. An exception cannot leave a parallel loop. One that leaves the sweep
// elsewhere takes away what the parts have recorded, as Tape::Frame does.
#ifndef ADJOINT_PARTS_H
#define ADJOINT_PARTS_H

#include "adjoint/tape.h"

#include <type_traits>

namespace adjoint {

class TapeParts {
public:
  static constexpr int count = 64;

  /// In front of the loop of a forward sweep: from here on, what parts record goes when the tape is rewound to its present length.
  void begin();
  /// Behind the loop of the reverse sweep. Throws std::logic_error if the last thing on the tape is no begin().
  void end();

  /// While it lives, the tape of the calling thread is that of the part.
  class Turn {
  public:
    Turn(TapeParts &parts, int part) noexcept : tape_(parts.tapes_[part]) { Tape::local().swap(tape_); }
    ~Turn() { Tape::local().swap(tape_); }
    Turn(const Turn &) = delete;
    Turn &operator=(const Turn &) = delete;

  private:
    Tape &tape_;
  };

  TapeParts(const TapeParts &) = delete;
  TapeParts &operator=(const TapeParts &) = delete;

private:
  friend class Tape;
  struct Begun;

  TapeParts() = default;
  ~TapeParts();

  Tape tapes_[count];
};

/// The first iteration of a part of `for (i = low; i < high; ++i)`. Where iterations are few, the parts without any stand between the others,
/// so that threads with a block of parts each have as many iterations each.
template <class Counter> constexpr Counter part_first(int part, Counter low, std::common_type_t<Counter> high) {
  const std::size_t all = trips(low, high), each = all / TapeParts::count, more = all % TapeParts::count;
  const std::size_t k = std::size_t(part);
  return static_cast<Counter>(std::size_t(low) + k * each + k * more / TapeParts::count);
}
/// The first iteration behind it.
template <class Counter> constexpr Counter part_end(int part, Counter low, std::common_type_t<Counter> high) {
  return part_first(part + 1, low, high);
}

/// A part has `least` iterations, or none, unless all are fewer, and the last parts are those without: then iterations of two parts with another
/// one in between are farther apart than `least`.
template <class Counter>
constexpr Counter part_first(int part, Counter low, std::common_type_t<Counter> high, std::size_t least) {
  const std::size_t all = trips(low, high), most = all / least, any = most == 0 ? 1 : most;
  const std::size_t count = any < TapeParts::count ? any : TapeParts::count, each = all / count, more = all % count;
  const std::size_t k = std::size_t(part) < count ? std::size_t(part) : count;
  return static_cast<Counter>(std::size_t(low) + k * each + (k < more ? k : more));
}
template <class Counter>
constexpr Counter part_end(int part, Counter low, std::common_type_t<Counter> high, std::size_t least) {
  return part_first(part + 1, low, high, least);
}

} // namespace adjoint

#endif // ADJOINT_PARTS_H
