// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Footprints: what statements read, set and add to, and whether two of them may change places.
//
//   reads(s), sets(s), adds(s): keys of Alias, all that is nested in s included; `place += e` adds to the place, and reads e
//   s and t commute if nothing that one of them sets or adds to may overlap what the other reads, sets or adds to

#ifndef ADJOINT_TRANSFORM_CLEANUP_FOOTPRINTS_H
#define ADJOINT_TRANSFORM_CLEANUP_FOOTPRINTS_H

#include "Analysis/Memory/Alias.h"

namespace adjoint::transform {

struct Footprint {
  analysis::Set reads, sets, adds;
  bool isKnown = true; ///< nothing else is read, written or done; records are no matter of footprints

  void add(const Footprint &other);
};

class Footprints {
public:
  explicit Footprints(const analysis::Alias &alias) : alias(alias) {}

  Footprint none() const { return {alias.noKeys(), alias.noKeys(), alias.noKeys()}; }
  Footprint of(const ir::Stmt *stmt) const { return of(ir::StmtList{stmt}); }
  Footprint of(const ir::StmtList &list) const;
  Footprint of(const ir::Expr *expr) const;
  bool commute(const Footprint &a, const Footprint &b) const;
  /// All that may overlap what is set or added to.
  analysis::Set writtenBy(const Footprint &footprint) const;

private:
  bool disturbs(const Footprint &a, const Footprint &b) const;
  void read(const ir::Expr *expr, Footprint &out) const;
  void addOwn(const ir::Stmt *stmt, Footprint &out) const;
  bool add(const ir::Place *place, analysis::Set &out) const;

  const analysis::Alias &alias;
};

} // namespace adjoint::transform

#endif
