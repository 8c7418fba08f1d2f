// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The elementals of adjoint/mpi/collectives.h that hand numbers on: bcast, gather, scatter, allgather, alltoall.

#ifndef ADJOINT_MPI_LIBRARY_PARTS_H
#define ADJOINT_MPI_LIBRARY_PARTS_H

#include "adjoint/mpi/collectives.h"
#include "adjoint/mpi/library/state.h"

#include <algorithm>

namespace adjoint::mpi {

namespace detail {

inline int rankIn(MPI_Comm comm) {
  int rank = 0;
  check(MPI_Comm_rank(comm, &rank));
  return rank;
}
inline int sizeOf(MPI_Comm comm) {
  int size = 0;
  check(MPI_Comm_size(comm, &size));
  return size;
}

/// The parts of a buffer, one for each rank.
class Parts {
public:
  Parts() = default;
  Parts(int ranks, int count, const int *counts, const int *places, MPI_Datatype type) {
    for (int r = 0; r < ranks; ++r) {
      layouts.emplace_back(counts ? counts[r] : count, type, places ? places[r] : long(r) * count);
      firsts.push_back(total);
      lengths.push_back(counted(layouts.back().size()));
      total += lengths.back();
    }
  }

  const Layout &of(int rank) const { return layouts[static_cast<std::size_t>(rank)]; }
  int size() const { return total; }
  const int *counts() const { return lengths.data(); }
  const int *starts() const { return firsts.data(); }

  Numbers empty() const { return Numbers(static_cast<std::size_t>(total)); }
  Numbers packed(const double *from) const {
    Numbers made = empty();
    for (std::size_t r = 0; r < layouts.size(); ++r)
      layouts[r].pack(from, made.data() + firsts[r], lengths[r]);
    return made;
  }
  void add(double *to, const Numbers &numbers) const {
    for (std::size_t r = 0; r < layouts.size(); ++r)
      layouts[r].add(to, numbers.data() + firsts[r], lengths[r]);
  }
  void unpack(double *to, const Numbers &numbers) const {
    for (std::size_t r = 0; r < layouts.size(); ++r)
      layouts[r].unpack(to, numbers.data() + firsts[r], lengths[r]);
  }
  void clear(double *to) const {
    for (std::size_t r = 0; r < layouts.size(); ++r)
      layouts[r].clear(to, lengths[r]);
  }

private:
  std::vector<Layout> layouts;
  std::vector<int> firsts, lengths;
  int total = 0;
};

inline Numbers numbersOf(const Layout &layout) { return Numbers(static_cast<std::size_t>(layout.size())); }

struct BroadcastState : State {
  Overwritten before;
};
struct PartsState : State {
  Layout one;     ///< of this rank's part, outside of the buffer of parts
  Parts parts;    ///< of all
  Numbers before; ///< what was overwritten
};
struct ExchangeState : State {
  Parts sent, received;
  Numbers before;
};

} // namespace detail

inline void require_in_place(const void *buf) {
  if (buf != MPI_IN_PLACE)
    throw std::invalid_argument("adjoint::mpi: a buffer that is a pointer to void has no derivative; give it its type");
}

// ----------------------------------------------------------------- bcast

inline void bcast(double *buf, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  detail::check(MPI_Bcast(buf, count, type, root, comm));
}
inline void bcast_fwd(double *buf, int count, MPI_Datatype type, int root, MPI_Comm comm, Context &context) {
  detail::keep<detail::BroadcastState>(context).before.note(buf, detail::Layout(count, type));
  bcast(buf, count, type, root, comm);
}
inline void bcast_rev(double *buf, double *buf_b, int, MPI_Datatype, int root, MPI_Comm comm, Context &context) {
  const detail::Overwritten &before = detail::kept<detail::BroadcastState>(context).before;
  const detail::Layout &layout = before.layout;
  const detail::Numbers mine = layout.packed(buf_b);
  detail::Numbers sum = detail::numbersOf(layout);
  detail::check(MPI_Reduce(mine.data(), sum.data(), detail::counted(layout.size()), MPI_DOUBLE, MPI_SUM, root, comm));
  layout.unpack(buf_b, sum.data(), layout.size()); // zero but for root
  before.restore(buf);
}
inline void bcast_d(double *buf, double *buf_d, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  bcast(buf, count, type, root, comm);
  bcast(buf_d, count, type, root, comm);
}

// ---------------------------------------------------------------- gather

inline void gather(const double *send, int send_count, MPI_Datatype send_type, double *recv, int recv_count,
                   const int *counts, const int *places, MPI_Datatype recv_type, int root, MPI_Comm comm,
                   bool with_counts, bool in_place) {
  const void *from = in_place ? MPI_IN_PLACE : send;
  detail::check(with_counts ? MPI_Gatherv(from, send_count, send_type, recv, counts, places, recv_type, root, comm)
                       : MPI_Gather(from, send_count, send_type, recv, recv_count, recv_type, root, comm));
}
inline void gather_fwd(const double *send, int send_count, MPI_Datatype send_type, double *recv, int recv_count,
                       const int *counts, const int *places, MPI_Datatype recv_type, int root, MPI_Comm comm,
                       bool with_counts, bool in_place, Context &context) {
  auto &state = detail::keep<detail::PartsState>(context);
  const int rank = detail::rankIn(comm);
  if (rank == root) {
    state.parts = detail::Parts(detail::sizeOf(comm), recv_count, counts, places, recv_type);
    state.before = state.parts.packed(recv);
  }
  state.one = in_place ? state.parts.of(rank) : detail::Layout(send_count, send_type);
  gather(send, send_count, send_type, recv, recv_count, counts, places, recv_type, root, comm, with_counts, in_place);
}
inline void gather_rev(const double *, double *send_b, int, MPI_Datatype, double *recv, double *recv_b, int, const int *,
                       const int *, MPI_Datatype, int root, MPI_Comm comm, bool, bool in_place, Context &context) {
  const auto &state = detail::kept<detail::PartsState>(context);
  const detail::Numbers all = state.parts.packed(recv_b);
  detail::Numbers mine = detail::numbersOf(state.one);
  detail::check(MPI_Scatterv(all.data(), state.parts.counts(), state.parts.starts(), MPI_DOUBLE, mine.data(),
                             detail::counted(state.one.size()), MPI_DOUBLE, root, comm));
  state.parts.clear(recv_b);
  state.one.add(in_place ? recv_b : send_b, mine.data(), state.one.size());
  state.parts.unpack(recv, state.before);
}
inline void gather_d(const double *send, const double *send_d, int send_count, MPI_Datatype send_type, double *recv,
                     double *recv_d, int recv_count, const int *counts, const int *places, MPI_Datatype recv_type,
                     int root, MPI_Comm comm, bool with_counts, bool in_place) {
  gather(send, send_count, send_type, recv, recv_count, counts, places, recv_type, root, comm, with_counts, in_place);
  gather(send_d, send_count, send_type, recv_d, recv_count, counts, places, recv_type, root, comm, with_counts, in_place);
}

// --------------------------------------------------------------- scatter

inline void scatter(const double *send, int send_count, const int *counts, const int *places, MPI_Datatype send_type,
                    double *recv, int recv_count, MPI_Datatype recv_type, int root, MPI_Comm comm, bool with_counts, bool in_place) {
  void *to = in_place ? MPI_IN_PLACE : recv;
  detail::check(with_counts ? MPI_Scatterv(send, counts, places, send_type, to, recv_count, recv_type, root, comm)
                       : MPI_Scatter(send, send_count, send_type, to, recv_count, recv_type, root, comm));
}
inline void scatter_fwd(const double *send, int send_count, const int *counts, const int *places,
                        MPI_Datatype send_type, double *recv, int recv_count, MPI_Datatype recv_type, int root,
                        MPI_Comm comm, bool with_counts, bool in_place, Context &context) {
  auto &state = detail::keep<detail::PartsState>(context);
  const int rank = detail::rankIn(comm);
  if (rank == root)
    state.parts = detail::Parts(detail::sizeOf(comm), send_count, counts, places, send_type);
  state.one = in_place ? state.parts.of(rank) : detail::Layout(recv_count, recv_type);
  if (!in_place)
    state.before = state.one.packed(recv);
  scatter(send, send_count, counts, places, send_type, recv, recv_count, recv_type, root, comm, with_counts, in_place);
}
inline void scatter_rev(const double *, double *send_b, int, const int *, const int *, MPI_Datatype, double *recv,
                        double *recv_b, int, MPI_Datatype, int root, MPI_Comm comm, bool, bool in_place, Context &context) {
  const auto &state = detail::kept<detail::PartsState>(context);
  const long n = state.one.size();
  const detail::Numbers mine = in_place ? detail::numbersOf(state.one) : state.one.packed(recv_b);
  detail::Numbers all = state.parts.empty();
  detail::check(MPI_Gatherv(mine.data(), detail::counted(n), MPI_DOUBLE, all.data(), state.parts.counts(),
                            state.parts.starts(), MPI_DOUBLE, root, comm));
  if (!in_place) {
    state.one.clear(recv_b, n);
    state.one.unpack(recv, state.before.data(), n);
  }
  state.parts.add(send_b, all);
}
inline void scatter_d(const double *send, const double *send_d, int send_count, const int *counts, const int *places,
                      MPI_Datatype send_type, double *recv, double *recv_d, int recv_count, MPI_Datatype recv_type,
                      int root, MPI_Comm comm, bool with_counts, bool in_place) {
  scatter(send, send_count, counts, places, send_type, recv, recv_count, recv_type, root, comm, with_counts, in_place);
  scatter(send_d, send_count, counts, places, send_type, recv_d, recv_count, recv_type, root, comm, with_counts, in_place);
}

// ------------------------------------------------------------- allgather

inline void allgather(const double *send, int send_count, MPI_Datatype send_type, double *recv, int recv_count,
                      const int *counts, const int *places, MPI_Datatype recv_type, MPI_Comm comm, bool in_place) {
  const void *from = in_place ? MPI_IN_PLACE : send;
  detail::check(counts ? MPI_Allgatherv(from, send_count, send_type, recv, counts, places, recv_type, comm)
                       : MPI_Allgather(from, send_count, send_type, recv, recv_count, recv_type, comm));
}
inline void allgather_fwd(const double *send, int send_count, MPI_Datatype send_type, double *recv, int recv_count,
                          const int *counts, const int *places, MPI_Datatype recv_type, MPI_Comm comm, bool in_place,
                          Context &context) {
  auto &state = detail::keep<detail::PartsState>(context);
  state.parts = detail::Parts(detail::sizeOf(comm), recv_count, counts, places, recv_type);
  state.before = state.parts.packed(recv);
  state.one = in_place ? state.parts.of(detail::rankIn(comm)) : detail::Layout(send_count, send_type);
  allgather(send, send_count, send_type, recv, recv_count, counts, places, recv_type, comm, in_place);
}
inline void allgather_rev(const double *, double *send_b, int, MPI_Datatype, double *recv, double *recv_b, int,
                          const int *, const int *, MPI_Datatype, MPI_Comm comm, bool in_place, Context &context) {
  const auto &state = detail::kept<detail::PartsState>(context);
  const detail::Numbers all = state.parts.packed(recv_b);
  detail::Numbers mine = detail::numbersOf(state.one);
  detail::check(MPI_Reduce_scatter(all.data(), mine.data(), state.parts.counts(), MPI_DOUBLE, MPI_SUM, comm));
  state.parts.clear(recv_b);
  state.one.add(in_place ? recv_b : send_b, mine.data(), state.one.size());
  state.parts.unpack(recv, state.before);
}
inline void allgather_d(const double *send, const double *send_d, int send_count, MPI_Datatype send_type, double *recv,
                        double *recv_d, int recv_count, const int *counts, const int *places, MPI_Datatype recv_type,
                        MPI_Comm comm, bool in_place) {
  allgather(send, send_count, send_type, recv, recv_count, counts, places, recv_type, comm, in_place);
  allgather(send_d, send_count, send_type, recv_d, recv_count, counts, places, recv_type, comm, in_place);
}

// -------------------------------------------------------------- alltoall

inline void alltoall(const double *send, int send_count, const int *send_counts, const int *send_places,
                     MPI_Datatype send_type, double *recv, int recv_count, const int *recv_counts,
                     const int *recv_places, MPI_Datatype recv_type, MPI_Comm comm) {
  detail::check(send_counts ? MPI_Alltoallv(send, send_counts, send_places, send_type, recv, recv_counts, recv_places,
                                            recv_type, comm)
                            : MPI_Alltoall(send, send_count, send_type, recv, recv_count, recv_type, comm));
}
inline void alltoall_fwd(const double *send, int send_count, const int *send_counts, const int *send_places,
                         MPI_Datatype send_type, double *recv, int recv_count, const int *recv_counts,
                         const int *recv_places, MPI_Datatype recv_type, MPI_Comm comm, Context &context) {
  auto &state = detail::keep<detail::ExchangeState>(context);
  const int ranks = detail::sizeOf(comm);
  state.sent = detail::Parts(ranks, send_count, send_counts, send_places, send_type);
  state.received = detail::Parts(ranks, recv_count, recv_counts, recv_places, recv_type);
  state.before = state.received.packed(recv);
  alltoall(send, send_count, send_counts, send_places, send_type, recv, recv_count, recv_counts, recv_places, recv_type,
           comm);
}
inline void alltoall_rev(const double *, double *send_b, int, const int *, const int *, MPI_Datatype, double *recv,
                         double *recv_b, int, const int *, const int *, MPI_Datatype, MPI_Comm comm, Context &context) {
  const auto &state = detail::kept<detail::ExchangeState>(context);
  const detail::Numbers back = state.received.packed(recv_b);
  detail::Numbers come = state.sent.empty();
  detail::check(MPI_Alltoallv(back.data(), state.received.counts(), state.received.starts(), MPI_DOUBLE, come.data(),
                              state.sent.counts(), state.sent.starts(), MPI_DOUBLE, comm));
  state.received.clear(recv_b);
  state.sent.add(send_b, come);
  state.received.unpack(recv, state.before);
}
inline void alltoall_d(const double *send, const double *send_d, int send_count, const int *send_counts,
                       const int *send_places, MPI_Datatype send_type, double *recv, double *recv_d, int recv_count,
                       const int *recv_counts, const int *recv_places, MPI_Datatype recv_type, MPI_Comm comm) {
  alltoall(send, send_count, send_counts, send_places, send_type, recv, recv_count, recv_counts, recv_places, recv_type,
           comm);
  alltoall(send_d, send_count, send_counts, send_places, send_type, recv_d, recv_count, recv_counts, recv_places,
           recv_type, comm);
}

} // namespace adjoint::mpi

#endif
