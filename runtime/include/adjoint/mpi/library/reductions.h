// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The elementals of adjoint/mpi/collectives.h that combine numbers: reduce, allreduce, scan.
//
// A minimum or maximum is found together with the lowest rank that has it, to which the adjoint belongs. A product is
// found as that of the factors that are not zero, and how many are, z: so the product of the others is there, without a division by
// zero:
//
//   x_b += r_b * p / x   if z = 0          x_b += r_b * p   if x is the only zero          0 else

#ifndef ADJOINT_MPI_LIBRARY_REDUCTIONS_H
#define ADJOINT_MPI_LIBRARY_REDUCTIONS_H

#include "adjoint/mpi/library/parts.h"

namespace adjoint::mpi {

namespace detail {

/// To root; or to all.
struct Destination {
  int root = 0;
  bool isAll = false;
  MPI_Comm comm = MPI_COMM_NULL;

  bool gets() const { return isAll || rankIn(comm) == root; }
  void reduce(const void *send, void *recv, int n, MPI_Datatype type, MPI_Op op) const {
    check(isAll ? MPI_Allreduce(send, recv, n, type, op, comm) : MPI_Reduce(send, recv, n, type, op, root, comm));
  }
};

/// As MPI_DOUBLE_INT has it.
struct Owned {
  double value;
  int rank;
};

/// r = op(x), and what its derivative needs, where r is known: and there alone.
class Reduction {
public:
  static void requireRule(MPI_Op op, bool isSumAlone = false) {
    const bool isThere = op == MPI_SUM || (!isSumAlone && (op == MPI_PROD || op == MPI_MIN || op == MPI_MAX));
    if (!isThere)
      throw std::invalid_argument(isSumAlone ? "adjoint::mpi: of scans, only those with MPI_SUM have derivatives"
                                             : "adjoint::mpi: only MPI_SUM, MPI_PROD, MPI_MIN and MPI_MAX have derivatives");
  }

  void run(MPI_Op with, const Numbers &x, const Destination &to, Numbers &r) {
    requireRule(with);
    op = with;
    if (op == MPI_SUM)
      to.reduce(x.data(), r.data(), counted(long(x.size())), MPI_DOUBLE, op);
    else if (op == MPI_PROD)
      multiply(x, to, r);
    else
      select(x, to, r);
  }

  /// weights[i] = the derivative of r[i] with respect to x[i] of this rank.
  Numbers weights() const {
    Numbers w(own.size(), 1.0);
    if (op == MPI_PROD)
      for (std::size_t i = 0; i < w.size(); ++i)
        w[i] = byFactor(own[i], products[i], products[i + own.size()]);
    else if (op != MPI_SUM)
      for (std::size_t i = 0; i < w.size(); ++i)
        w[i] = found[i].rank == rank ? 1.0 : 0.0;
    return w;
  }

  /// r_b of root becomes the contribution to x_b, in each process. One message holds what is not known there.
  Numbers fromRoot(const Numbers &r_b, int root, MPI_Comm comm) {
    Numbers mine = r_b;
    if (op == MPI_SUM) {
      check(MPI_Bcast(mine.data(), counted(long(mine.size())), MPI_DOUBLE, root, comm));
      return mine;
    }
    const std::size_t n = r_b.size();
    if (op == MPI_PROD) {
      if (rank == root)
        for (std::size_t i = 0; i < n; ++i)
          products[i] *= r_b[i];
      check(MPI_Bcast(products.data(), counted(long(2 * n)), MPI_DOUBLE, root, comm));
      return weights();
    }
    for (std::size_t i = 0; i < n; ++i)
      found[i].value = r_b[i];
    check(MPI_Bcast(found.data(), counted(long(n)), MPI_DOUBLE_INT, root, comm));
    for (std::size_t i = 0; i < n; ++i)
      mine[i] = found[i].rank == rank ? found[i].value : 0.0;
    return mine;
  }

  void note(const Numbers &x, MPI_Comm comm) {
    own = x;
    rank = rankIn(comm);
  }

private:
  /// products: of the factors that are not zero, then two to the power of how many are.
  static double byFactor(double x, double product, double zeros) {
    if (zeros == 1.0)
      return product / x;
    return zeros == 2.0 && x == 0.0 ? product : 0.0;
  }

  void multiply(const Numbers &x, const Destination &to, Numbers &r) {
    const std::size_t n = x.size();
    Numbers factors(2 * n);
    products.assign(2 * n, 1.0);
    for (std::size_t i = 0; i < n; ++i) {
      factors[i] = x[i] == 0.0 ? 1.0 : x[i];
      factors[i + n] = x[i] == 0.0 ? 2.0 : 1.0;
    }
    to.reduce(factors.data(), products.data(), counted(long(2 * n)), MPI_DOUBLE, MPI_PROD);
    for (std::size_t i = 0; i < n; ++i)
      r[i] = products[i + n] == 1.0 ? products[i] : 0.0;
  }

  void select(const Numbers &x, const Destination &to, Numbers &r) {
    const std::size_t n = x.size();
    std::vector<Owned> given(n);
    found.assign(n, {0.0, -1});
    for (std::size_t i = 0; i < n; ++i)
      given[i] = {x[i], rank};
    to.reduce(given.data(), found.data(), counted(long(n)), MPI_DOUBLE_INT, op == MPI_MIN ? MPI_MINLOC : MPI_MAXLOC);
    for (std::size_t i = 0; i < n; ++i)
      r[i] = found[i].value;
  }

  MPI_Op op = MPI_SUM;
  int rank = 0;
  Numbers own, products;
  std::vector<Owned> found;
};

struct ReductionState : State {
  Layout layout;
  Reduction reduction;
  Numbers before;
};

inline void reduceForward(const double *send, double *recv, int count, MPI_Datatype type, MPI_Op op,
                          const Destination &to, bool in_place, Context &context) {
  auto &state = keep<ReductionState>(context);
  state.layout = Layout(count, type);
  const Numbers x = state.layout.packed(in_place ? recv : send);
  if (to.gets())
    state.before = state.layout.packed(recv);
  Numbers r = numbersOf(state.layout);
  state.reduction.note(x, to.comm);
  state.reduction.run(op, x, to, r);
  if (to.gets())
    state.layout.unpack(recv, r.data(), state.layout.size());
}

/// All processes get the weights; the tangent is a sum of their products.
inline void reduceTangent(const double *send, const double *send_d, double *recv, double *recv_d, int count,
                          MPI_Datatype type, MPI_Op op, const Destination &to, bool in_place) {
  const Layout layout(count, type);
  const Numbers x = layout.packed(in_place ? recv : send);
  Numbers x_d = layout.packed(in_place ? recv_d : send_d), r = numbersOf(layout), r_d = r;
  Reduction reduction;
  reduction.note(x, to.comm);
  reduction.run(op, x, Destination{0, true, to.comm}, r);
  const Numbers weights = reduction.weights();
  for (std::size_t i = 0; i < x_d.size(); ++i)
    x_d[i] = weights[i] == 0.0 ? 0.0 : x_d[i] * weights[i];
  to.reduce(x_d.data(), r_d.data(), counted(layout.size()), MPI_DOUBLE, MPI_SUM);
  if (!to.gets())
    return;
  layout.unpack(recv, r.data(), layout.size());
  layout.unpack(recv_d, r_d.data(), layout.size());
}

/// The ranks from the last to the first.
class Backwards {
public:
  explicit Backwards(MPI_Comm comm) { check(MPI_Comm_split(comm, 0, -rankIn(comm), &made)); }
  ~Backwards() { MPI_Comm_free(&made); }
  Backwards(const Backwards &) = delete;
  Backwards &operator=(const Backwards &) = delete;
  MPI_Comm get() const { return made; }

private:
  MPI_Comm made = MPI_COMM_NULL;
};

} // namespace detail

// ---------------------------------------------------------------- reduce

inline void reduce(const double *send, double *recv, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm,
                   bool in_place) {
  detail::check(MPI_Reduce(in_place ? MPI_IN_PLACE : send, recv, count, type, op, root, comm));
}
inline void reduce_fwd(const double *send, double *recv, int count, MPI_Datatype type, MPI_Op op, int root,
                       MPI_Comm comm, bool in_place, Context &context) {
  detail::reduceForward(send, recv, count, type, op, {root, false, comm}, in_place, context);
}
inline void reduce_rev(const double *, double *send_b, double *recv, double *recv_b, int, MPI_Datatype, MPI_Op,
                       int root, MPI_Comm comm, bool in_place, Context &context) {
  auto &state = detail::kept<detail::ReductionState>(context);
  const bool isRoot = detail::rankIn(comm) == root;
  const long n = state.layout.size();
  const detail::Numbers r_b = isRoot ? state.layout.packed(recv_b) : detail::numbersOf(state.layout);
  const detail::Numbers mine = state.reduction.fromRoot(r_b, root, comm);
  if (isRoot) {
    state.layout.clear(recv_b, n);
    state.layout.unpack(recv, state.before.data(), n);
  }
  state.layout.add(in_place ? recv_b : send_b, mine.data(), n);
}
inline void reduce_d(const double *send, const double *send_d, double *recv, double *recv_d, int count,
                     MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm, bool in_place) {
  detail::reduceTangent(send, send_d, recv, recv_d, count, type, op, {root, false, comm}, in_place);
}

// ------------------------------------------------------------- allreduce

inline void allreduce(const double *send, double *recv, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                      bool in_place) {
  detail::check(MPI_Allreduce(in_place ? MPI_IN_PLACE : send, recv, count, type, op, comm));
}
inline void allreduce_fwd(const double *send, double *recv, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                          bool in_place, Context &context) {
  detail::reduceForward(send, recv, count, type, op, {0, true, comm}, in_place, context);
}
inline void allreduce_rev(const double *, double *send_b, double *recv, double *recv_b, int, MPI_Datatype, MPI_Op,
                          MPI_Comm comm, bool in_place, Context &context) {
  auto &state = detail::kept<detail::ReductionState>(context);
  const long n = state.layout.size();
  const detail::Numbers mine = state.layout.packed(recv_b), weights = state.reduction.weights();
  detail::Numbers sum = detail::numbersOf(state.layout);
  detail::check(MPI_Allreduce(mine.data(), sum.data(), detail::counted(n), MPI_DOUBLE, MPI_SUM, comm));
  for (std::size_t i = 0; i < sum.size(); ++i)
    sum[i] = weights[i] == 0.0 ? 0.0 : sum[i] * weights[i];
  state.layout.clear(recv_b, n);
  state.layout.unpack(recv, state.before.data(), n);
  state.layout.add(in_place ? recv_b : send_b, sum.data(), n);
}
inline void allreduce_d(const double *send, const double *send_d, double *recv, double *recv_d, int count,
                        MPI_Datatype type, MPI_Op op, MPI_Comm comm, bool in_place) {
  detail::reduceTangent(send, send_d, recv, recv_d, count, type, op, {0, true, comm}, in_place);
}

// ------------------------------------------------------------------ scan

namespace detail {
inline void prefix(const void *send, double *recv, int count, MPI_Datatype type, MPI_Comm comm, bool exclusive) {
  check(exclusive ? MPI_Exscan(send, recv, count, type, MPI_SUM, comm)
                  : MPI_Scan(send, recv, count, type, MPI_SUM, comm));
}
} // namespace detail

inline void scan(const double *send, double *recv, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                 bool exclusive, bool in_place) {
  detail::Reduction::requireRule(op, true);
  detail::prefix(in_place ? MPI_IN_PLACE : send, recv, count, type, comm, exclusive);
}
inline void scan_fwd(const double *send, double *recv, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                     bool exclusive, bool in_place, Context &context) {
  auto &state = detail::keep<detail::ReductionState>(context);
  state.layout = detail::Layout(count, type);
  state.before = state.layout.packed(recv);
  scan(send, recv, count, type, op, comm, exclusive, in_place);
}
/// The first rank's recv is not written to if it is exclusive.
inline void scan_rev(const double *, double *send_b, double *recv, double *recv_b, int, MPI_Datatype, MPI_Op,
                     MPI_Comm comm, bool exclusive, bool in_place, Context &context) {
  auto &state = detail::kept<detail::ReductionState>(context);
  const long n = state.layout.size();
  const detail::Numbers mine = state.layout.packed(recv_b);
  detail::Numbers sum = detail::numbersOf(state.layout);
  const detail::Backwards backwards(comm);
  detail::prefix(mine.data(), sum.data(), detail::counted(n), MPI_DOUBLE, backwards.get(), exclusive);
  if (exclusive && detail::rankIn(backwards.get()) == 0)
    std::fill(sum.begin(), sum.end(), 0.0);
  if (!exclusive || detail::rankIn(comm) != 0) {
    state.layout.clear(recv_b, n);
    state.layout.unpack(recv, state.before.data(), n);
  }
  state.layout.add(in_place ? recv_b : send_b, sum.data(), n);
}
inline void scan_d(const double *send, const double *send_d, double *recv, double *recv_d, int count, MPI_Datatype type,
                   MPI_Op op, MPI_Comm comm, bool exclusive, bool in_place) {
  scan(send, recv, count, type, op, comm, exclusive, in_place);
  scan(send_d, recv_d, count, type, op, comm, exclusive, in_place);
}

} // namespace adjoint::mpi

#endif
