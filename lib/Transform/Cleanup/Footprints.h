// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Footprints: what statements read and write, and whether two of them may change places.
//
//   reads(s), writes(s): keys of Alias, all that is nested in s included
//   s and t commute if  writes(s) ∩ (reads(t) ∪ writes(t)) = ∅  and  reads(s) ∩ writes(t) = ∅

#ifndef ADJOINT_TRANSFORM_CLEANUP_FOOTPRINTS_H
#define ADJOINT_TRANSFORM_CLEANUP_FOOTPRINTS_H

#include "Analysis/Memory/Alias.h"

namespace adjoint::transform {

/// `reads` and `writes` hold whatever may overlap them, too.
struct Footprint {
  analysis::Set reads, writes;
  bool isKnown = true; ///< nothing else is read, written or done; records are no matter of footprints

  void add(const Footprint &other);
};

bool commute(const Footprint &a, const Footprint &b);

class Footprints {
public:
  explicit Footprints(const analysis::Alias &alias) : alias(alias) {}

  Footprint none() const { return {alias.noKeys(), alias.noKeys()}; }
  Footprint of(const ir::Stmt *stmt) const;
  Footprint of(const ir::StmtList &list) const;
  Footprint of(const ir::Expr *expr) const;

private:
  void read(const ir::Expr *expr, Footprint &out) const;
  void write(const ir::Place *place, Footprint &out) const;
  void close(Footprint &out) const;
  bool add(const ir::Place *place, analysis::Set &out) const;
  void addOwn(const ir::Stmt *stmt, Footprint &out) const;

  const analysis::Alias &alias;
};

} // namespace adjoint::transform

#endif
