// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Order: MPI does not let messages of one sender, receiver, tag and communicator overtake each other. So their adjoints
// must begin in the opposite order, at both ends, whatever order the program waits in:
//
//   isend(a) 0   isend(b) 1   wait(a)   wait(b)         reverse: begin b, begin a, here as well as in
//   irecv(a) 0   irecv(b) 1   wait(b)   wait(a)         this process, where a's turn comes first, and waits for b's
//
// Each message has a number among those of its kind. In the reverse sweep it begins when all later ones have begun.
//
// Adjoints have tags of their own, in the upper half of those that MPI allows, so that a process that is still in its
// forward sweep takes none for a message to receive.

#ifndef ADJOINT_MPI_LIBRARY_ORDER_H
#define ADJOINT_MPI_LIBRARY_ORDER_H

#include "adjoint/mpi/library/layout.h"

#include <functional>
#include <map>
#include <tuple>
#include <utility>

namespace adjoint::mpi::detail {

/// What messages have in common that do not overtake each other, at one end.
struct Channel {
  bool sends = false;
  int peer = MPI_PROC_NULL, tag = 0;
  MPI_Comm comm = MPI_COMM_NULL;

  bool operator<(const Channel &o) const {
    return std::tie(sends, peer, tag, comm) < std::tie(o.sends, o.peer, o.tag, o.comm);
  }
};

inline int tag_of_adjoint(int tag) {
  static const int half = [] {
    void *largest = nullptr;
    int isThere = 0;
    check(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, static_cast<void *>(&largest), &isThere));
    return (isThere ? *static_cast<int *>(largest) : 32767) / 2 + 1;
  }();
  if (tag >= half)
    throw std::invalid_argument("adjoint::mpi: tags up to " + std::to_string(half - 1) +
                                " have derivatives, the others are those of adjoints");
  return tag + half;
}

class Order {
public:
  static Order &local() {
    static thread_local Order order;
    return order;
  }

  /// When is a message begun?
  long now() { return ++clock; }

  /// The number of the message that was begun then. Of a message of any source, or with any tag, the channel is known when it
  /// has come: std::logic_error is thrown if another was begun later, and has its number.
  long next(const Channel &channel, long begun) {
    Line &line = lines[channel];
    if (line.begun > begun)
      throw std::logic_error("adjoint::mpi: a message of any source, or with any tag, is waited for after one that was begun "
                             "later; wait in the order in which they begin, or name source and tag");
    line.begun = begun;
    return line.count++;
  }

  /// In the reverse sweep: now, or when all later ones have begun.
  void begin(const Channel &channel, long number, std::function<void()> action) {
    lines.at(channel).waiting[number] = std::move(action);
    beginWaiting(channel);
  }

  /// Now. Of what began and ended in one call, nothing later is left.
  template <class Action> void run(const Channel &channel, long number, Action action) {
    Line &line = lines.at(channel);
    if (number != line.count - 1)
      throw std::logic_error("adjoint::mpi: a message has not been completed in the function that is differentiated");
    --line.count;
    action();
    beginWaiting(channel);
  }

  /// The message will have no adjoint: an exception has ended the sweep.
  void forget(const Channel &channel, long number) {
    auto line = lines.find(channel);
    if (line == lines.end() || line->second.count <= number)
      return;
    line->second.count = number;
    line->second.waiting.erase(line->second.waiting.lower_bound(number), line->second.waiting.end());
    endIfEmpty(channel);
  }

private:
  struct Line {
    long count = 0, begun = 0;
    std::map<long, std::function<void()>> waiting;
  };

  void beginWaiting(const Channel &channel) {
    Line &line = lines.at(channel);
    while (!line.waiting.empty() && line.waiting.rbegin()->first == line.count - 1) {
      std::function<void()> first = std::move(line.waiting.rbegin()->second);
      line.waiting.erase(--line.count);
      first();
    }
    endIfEmpty(channel);
  }

  void endIfEmpty(const Channel &channel) {
    if (auto line = lines.find(channel); line != lines.end() && line->second.count == 0)
      lines.erase(line);
  }

  std::map<Channel, Line> lines;
  long clock = 0;
};

/// One message's place in the order.
class Turn {
public:
  Turn() = default;
  Turn(const Turn &) = delete;
  Turn &operator=(const Turn &) = delete;
  ~Turn() {
    if (number >= 0)
      Order::local().forget(channel, number);
  }

  void take(const Channel &of) { take(of, Order::local().now()); }
  void take(const Channel &of, long begun) {
    channel = of;
    number = Order::local().next(of, begun);
  }
  bool isTaken() const { return number >= 0; }
  void begin(std::function<void()> action) { Order::local().begin(channel, given(), std::move(action)); }
  template <class Action> void run(Action action) { Order::local().run(channel, given(), action); }
  const Channel &of() const { return channel; }

private:
  long given() { return std::exchange(number, -1); }

  Channel channel;
  long number = -1;
};

} // namespace adjoint::mpi::detail

#endif
