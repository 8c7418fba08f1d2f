// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Cleanup/Footprints.h"

#include "Analysis/Memory/Elements.h"
#include "Transform/Cleanup/MovesBlock.h"

namespace adjoint::transform {

using namespace ir;
using analysis::Set;

void Footprint::add(const Footprint &other) {
  reads |= other.reads;
  sets |= other.sets;
  adds |= other.adds;
  isKnown &= other.isKnown;
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

void Footprints::addOwn(const Stmt *stmt, Footprint &out) const {
  const auto *assign = llvm::dyn_cast<AssignStmt>(stmt);
  const Expr *operand = assign ? analysis::operandOfSum(assign) : nullptr;
  auto path = [&](const Place *place) { forEachExpr(place, [&](const Expr *index) { read(index, out); }); };
  if (operand) {
    read(operand, out);
    path(assign->place);
    out.isKnown &= add(assign->place, out.adds);
    return;
  }
  out.isKnown &= isPlain(stmt);
  if (const Variable *variable = declaredBy(stmt))
    out.sets |= alias.keysOf(variable);
  forEachOperand(stmt, [&](const Expr *expr) { read(expr, out); },
                 [&](const Place *place) {
                   path(place);
                   out.isKnown &= add(place, out.sets);
                 });
}

Footprint Footprints::of(const StmtList &list) const {
  Footprint out = none();
  forEachStmt(list, [&](const Stmt *inner) { addOwn(inner, out); });
  return out;
}

Footprint Footprints::of(const Expr *expr) const {
  Footprint out = none();
  read(expr, out);
  return out;
}

Set Footprints::writtenBy(const Footprint &footprint) const {
  Set written = footprint.sets;
  written |= footprint.adds;
  return alias.overlapping(written);
}

bool Footprints::disturbs(const Footprint &a, const Footprint &b) const {
  Set touched = b.reads;
  touched |= b.sets;
  touched |= b.adds;
  return analysis::intersects(writtenBy(a), touched);
}

bool Footprints::commute(const Footprint &a, const Footprint &b) const {
  return a.isKnown && b.isKnown && !disturbs(a, b) && !disturbs(b, a);
}

} // namespace adjoint::transform
