// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The elementals of adjoint/mpi/messages.h.

#ifndef ADJOINT_MPI_LIBRARY_MESSAGES_H
#define ADJOINT_MPI_LIBRARY_MESSAGES_H

#include "adjoint/mpi/library/order.h"
#include "adjoint/mpi/library/state.h"
#include "adjoint/mpi/messages.h"

namespace adjoint::mpi {

namespace detail {

/// An adjoint could be taken for a message of any process with any tag.
inline void requireChannel(int source, int tag) {
  if (source == MPI_ANY_SOURCE && tag == MPI_ANY_TAG)
    throw std::invalid_argument("adjoint::mpi: a message of any source with any tag has no derivative; name the tag");
}

struct SentState : State {
  Layout layout;
  Turn turn;

  void note(int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm) {
    layout = Layout(count, type);
    tag_of_adjoint(tag);
    turn.take({true, dest, tag, comm});
  }

  /// The adjoints that come back.
  void reverse(double *buf_b) {
    const Channel to = turn.of();
    Numbers come(static_cast<std::size_t>(layout.size()));
    turn.run([&] {
      check(MPI_Recv(come.data(), counted(layout.size()), MPI_DOUBLE, to.peer, tag_of_adjoint(to.tag), to.comm,
                     MPI_STATUS_IGNORE));
    });
    layout.add(buf_b, come.data(), layout.size());
  }
};

struct ReceivedState : State {
  Overwritten before;
  Before<MPI_Status> status;
  Turn turn;
  long received = 0;

  void begin(const double *buf, int count, MPI_Datatype type, int source, int tag, const MPI_Status *asked) {
    requireChannel(source, tag);
    before.note(buf, Layout(count, type));
    status.note(asked);
  }
  void end(MPI_Comm comm, const MPI_Status &how) {
    received = receivedBy(how);
    tag_of_adjoint(how.MPI_TAG);
    turn.take({false, how.MPI_SOURCE, how.MPI_TAG, comm});
  }

  void reverse(double *buf, double *buf_b, MPI_Status *asked) {
    const Channel from = turn.of();
    const Numbers back = before.layout.packed(buf_b, received);
    turn.run([&] {
      check(MPI_Send(back.data(), counted(received), MPI_DOUBLE, from.peer, tag_of_adjoint(from.tag), from.comm));
    });
    before.layout.clear(buf_b, received);
    before.restore(buf);
    status.restore(asked);
  }
};

/// One message holds values and tangents: so no other comes in between.
inline Numbers both(const Layout &layout, const double *buf, const double *buf_d) {
  Numbers made = layout.packed(buf);
  const Numbers tangents = layout.packed(buf_d);
  made.insert(made.end(), tangents.begin(), tangents.end());
  return made;
}

/// Of what was received for values and tangents. The status is that of the values.
inline void apart(const Layout &layout, const Numbers &come, double *buf, double *buf_d, MPI_Status *asked,
                  MPI_Status status) {
  const long n = receivedBy(status) / 2;
  layout.unpack(buf, come.data(), n);
  layout.unpack(buf_d, come.data() + n, n);
  if (asked == MPI_STATUS_IGNORE)
    return;
  check(MPI_Status_set_elements(&status, MPI_DOUBLE, counted(n)));
  tell(asked, status);
}

inline Numbers twice(const Layout &layout) { return Numbers(static_cast<std::size_t>(2 * layout.size())); }

} // namespace detail

// ------------------------------------------------------------------ send

inline void send(const double *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm) {
  detail::check(MPI_Send(buf, count, type, dest, tag, comm));
}
inline void send_fwd(const double *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
                     Context &context) {
  detail::keep<detail::SentState>(context).note(count, type, dest, tag, comm);
  send(buf, count, type, dest, tag, comm);
}
inline void send_rev(const double *, double *buf_b, int, MPI_Datatype, int, int, MPI_Comm, Context &context) {
  detail::kept<detail::SentState>(context).reverse(buf_b);
}
inline void send_d(const double *buf, const double *buf_d, int count, MPI_Datatype type, int dest, int tag,
                   MPI_Comm comm) {
  const detail::Numbers numbers = detail::both(detail::Layout(count, type), buf, buf_d);
  detail::check(MPI_Send(numbers.data(), detail::counted(long(numbers.size())), MPI_DOUBLE, dest, tag, comm));
}

inline void ssend(const double *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm) {
  detail::check(MPI_Ssend(buf, count, type, dest, tag, comm));
}
inline void ssend_fwd(const double *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
                      Context &context) {
  detail::keep<detail::SentState>(context).note(count, type, dest, tag, comm);
  ssend(buf, count, type, dest, tag, comm);
}
inline void ssend_rev(const double *, double *buf_b, int, MPI_Datatype, int, int, MPI_Comm, Context &context) {
  detail::kept<detail::SentState>(context).reverse(buf_b);
}
inline void ssend_d(const double *buf, const double *buf_d, int count, MPI_Datatype type, int dest, int tag,
                    MPI_Comm comm) {
  const detail::Numbers numbers = detail::both(detail::Layout(count, type), buf, buf_d);
  detail::check(MPI_Ssend(numbers.data(), detail::counted(long(numbers.size())), MPI_DOUBLE, dest, tag, comm));
}

// ------------------------------------------------------------------ recv

inline void recv(double *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Status *status) {
  detail::check(MPI_Recv(buf, count, type, source, tag, comm, status));
}
inline void recv_fwd(double *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Status *status,
                     Context &context) {
  auto &state = detail::keep<detail::ReceivedState>(context);
  state.begin(buf, count, type, source, tag, status);
  MPI_Status how;
  recv(buf, count, type, source, tag, comm, &how);
  state.end(comm, how);
  detail::tell(status, how);
}
inline void recv_rev(double *buf, double *buf_b, int, MPI_Datatype, int, int, MPI_Comm, MPI_Status *status,
                     Context &context) {
  detail::kept<detail::ReceivedState>(context).reverse(buf, buf_b, status);
}
inline void recv_d(double *buf, double *buf_d, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
                   MPI_Status *status) {
  const detail::Layout layout(count, type);
  detail::Numbers numbers = detail::twice(layout);
  MPI_Status how;
  recv(numbers.data(), detail::counted(long(numbers.size())), MPI_DOUBLE, source, tag, comm, &how);
  detail::apart(layout, numbers, buf, buf_d, status, how);
}

// ------------------------------------------------------- both directions

namespace detail {

struct ExchangedState : State {
  SentState sent;
  ReceivedState received;

  void reverse(double *out_b, double *in, double *in_b, MPI_Status *asked) {
    const Channel to = sent.turn.of(), from = received.turn.of();
    const Layout &layout = received.before.layout;
    const Numbers back = layout.packed(in_b, received.received);
    Numbers come(static_cast<std::size_t>(sent.layout.size()));
    received.turn.run([] {}); // in one call with the other
    sent.turn.run([&] {
      check(MPI_Sendrecv(back.data(), counted(received.received), MPI_DOUBLE, from.peer, tag_of_adjoint(from.tag),
                         come.data(), counted(sent.layout.size()), MPI_DOUBLE, to.peer, tag_of_adjoint(to.tag),
                         to.comm, MPI_STATUS_IGNORE));
    });
    layout.clear(in_b, received.received);
    sent.layout.add(out_b, come.data(), sent.layout.size());
    received.before.restore(in);
    received.status.restore(asked);
  }
};

} // namespace detail

inline void sendrecv(const double *out, int out_count, MPI_Datatype out_type, int dest, int out_tag, double *in,
                     int in_count, MPI_Datatype in_type, int source, int in_tag, MPI_Comm comm, MPI_Status *status) {
  detail::check(MPI_Sendrecv(out, out_count, out_type, dest, out_tag, in, in_count, in_type, source, in_tag, comm,
                             status));
}
inline void sendrecv_fwd(const double *out, int out_count, MPI_Datatype out_type, int dest, int out_tag, double *in,
                         int in_count, MPI_Datatype in_type, int source, int in_tag, MPI_Comm comm, MPI_Status *status,
                         Context &context) {
  auto &state = detail::keep<detail::ExchangedState>(context);
  state.sent.note(out_count, out_type, dest, out_tag, comm);
  state.received.begin(in, in_count, in_type, source, in_tag, status);
  MPI_Status how;
  sendrecv(out, out_count, out_type, dest, out_tag, in, in_count, in_type, source, in_tag, comm, &how);
  state.received.end(comm, how);
  detail::tell(status, how);
}
inline void sendrecv_rev(const double *, double *out_b, int, MPI_Datatype, int, int, double *in, double *in_b, int,
                         MPI_Datatype, int, int, MPI_Comm, MPI_Status *status, Context &context) {
  detail::kept<detail::ExchangedState>(context).reverse(out_b, in, in_b, status);
}
inline void sendrecv_d(const double *out, const double *out_d, int out_count, MPI_Datatype out_type, int dest,
                       int out_tag, double *in, double *in_d, int in_count, MPI_Datatype in_type, int source,
                       int in_tag, MPI_Comm comm, MPI_Status *status) {
  const detail::Numbers numbers = detail::both(detail::Layout(out_count, out_type), out, out_d);
  const detail::Layout layout(in_count, in_type);
  detail::Numbers come = detail::twice(layout);
  MPI_Status how;
  sendrecv(numbers.data(), detail::counted(long(numbers.size())), MPI_DOUBLE, dest, out_tag, come.data(),
           detail::counted(long(come.size())), MPI_DOUBLE, source, in_tag, comm, &how);
  detail::apart(layout, come, in, in_d, status, how);
}

inline void sendrecv_replace(double *buf, int count, MPI_Datatype type, int dest, int out_tag, int source, int in_tag,
                             MPI_Comm comm, MPI_Status *status) {
  detail::check(MPI_Sendrecv_replace(buf, count, type, dest, out_tag, source, in_tag, comm, status));
}
inline void sendrecv_replace_fwd(double *buf, int count, MPI_Datatype type, int dest, int out_tag, int source,
                                 int in_tag, MPI_Comm comm, MPI_Status *status, Context &context) {
  auto &state = detail::keep<detail::ExchangedState>(context);
  state.sent.note(count, type, dest, out_tag, comm);
  state.received.begin(buf, count, type, source, in_tag, status);
  MPI_Status how;
  sendrecv_replace(buf, count, type, dest, out_tag, source, in_tag, comm, &how);
  state.received.end(comm, how);
  detail::tell(status, how);
}
inline void sendrecv_replace_rev(double *buf, double *buf_b, int, MPI_Datatype, int, int, int, int, MPI_Comm,
                                 MPI_Status *status, Context &context) {
  detail::kept<detail::ExchangedState>(context).reverse(buf_b, buf, buf_b, status);
}
inline void sendrecv_replace_d(double *buf, double *buf_d, int count, MPI_Datatype type, int dest, int out_tag,
                               int source, int in_tag, MPI_Comm comm, MPI_Status *status) {
  const detail::Layout layout(count, type);
  detail::Numbers numbers = detail::both(layout, buf, buf_d);
  MPI_Status how;
  sendrecv_replace(numbers.data(), detail::counted(long(numbers.size())), MPI_DOUBLE, dest, out_tag, source, in_tag,
                   comm, &how);
  detail::apart(layout, numbers, buf, buf_d, status, how);
}

} // namespace adjoint::mpi

#endif
