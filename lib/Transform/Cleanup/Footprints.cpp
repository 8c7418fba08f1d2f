// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Cleanup/Footprints.h"

#include "Transform/Cleanup/MovesBlock.h"

namespace adjoint::transform {

using namespace ir;
using analysis::Set;

void Footprint::add(const Footprint &other) {
  reads |= other.reads;
  writes |= other.writes;
  isKnown &= other.isKnown;
}

bool commute(const Footprint &a, const Footprint &b) {
  return a.isKnown && b.isKnown && !analysis::intersects(a.writes, b.reads) && !analysis::intersects(a.writes, b.writes) &&
         !analysis::intersects(a.reads, b.writes);
}

namespace {

/// Does it do nothing but what its operands say, and run to its end?
bool isPlain(const Stmt *stmt) {
  switch (stmt->kind) {
  case Stmt::Kind::Assign:
  case Stmt::Kind::Declare:
  case Stmt::Kind::If:
  case Stmt::Kind::Loop:
  case Stmt::Kind::Block:
  case Stmt::Kind::Heading:
    return true;
  case Stmt::Kind::Push:
  case Stmt::Kind::Pop:
    return !movesBlock(stmt);
  case Stmt::Kind::Call:
  case Stmt::Kind::Allocate:
  case Stmt::Kind::Free:
  case Stmt::Kind::Switch:
  case Stmt::Kind::Break:
  case Stmt::Kind::Continue:
  case Stmt::Kind::Return:
  case Stmt::Kind::Goto:
  case Stmt::Kind::Label:
  case Stmt::Kind::TapeBlock:
    return false;
  }
  return false;
}

} // namespace

/// Are the keys of the place known?
bool Footprints::add(const Place *place, Set &out) const {
  const Set own = alias.keysOf(place);
  out |= own;
  return own.any() || rootVariable(place);
}

void Footprints::read(const Expr *expr, Footprint &out) const {
  forEachLoad(expr, [&](const LoadExpr *load) { out.isKnown &= add(load->place, out.reads); });
}

void Footprints::write(const Place *place, Footprint &out) const {
  out.isKnown &= add(place, out.writes);
  forEachExpr(place, [&](const Expr *index) { read(index, out); });
}

void Footprints::addOwn(const Stmt *stmt, Footprint &out) const {
  out.isKnown &= isPlain(stmt);
  if (const Variable *variable = declaredBy(stmt))
    out.writes |= alias.keysOf(variable);
  forEachOperand(stmt, [&](const Expr *expr) { read(expr, out); }, [&](const Place *place) { write(place, out); });
}

void Footprints::close(Footprint &out) const {
  out.reads = alias.overlapping(out.reads);
  out.writes = alias.overlapping(out.writes);
}

Footprint Footprints::of(const Stmt *stmt) const {
  Footprint out = none();
  forEachStmt(stmt, [&](const Stmt *inner) { addOwn(inner, out); });
  close(out);
  return out;
}

Footprint Footprints::of(const StmtList &list) const {
  Footprint out = none();
  forEachStmt(list, [&](const Stmt *inner) { addOwn(inner, out); });
  close(out);
  return out;
}

Footprint Footprints::of(const Expr *expr) const {
  Footprint out = none();
  read(expr, out);
  close(out);
  return out;
}

} // namespace adjoint::transform
