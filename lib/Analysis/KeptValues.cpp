// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/KeptValues.h"

namespace adjoint::analysis {

using namespace ir;
using llvm::dyn_cast;
using llvm::isa;

KeptValues::KeptValues(const Program &program, const Unit &unit, const UseOf &useOf)
    : program(program), unit(unit) {
  collect(unit.function->body, useOf, 0);
}

Set KeptValues::writesOf(const Stmt *stmt) const {
  Set keys = unit.alias->noKeys();
  forEachStmt(stmt, [&](const Stmt *inner) {
    forEachOperand(inner, [](const Expr *) {}, [&](const Place *place) { keys |= unit.alias->keysOf(place); });
    if (const auto *call = dyn_cast<CallStmt>(inner)) {
      const Unit &callee = program.unit(call->callee);
      keys |= program.toCaller(call, *unit.alias, callee, callee.writes);
    }
  });
  return keys;
}

Set KeptValues::usesOf(const Stmt *stmt, const UseOf &useOf) const {
  Set keys = unit.alias->noKeys();
  const ReverseUse &use = useOf(stmt);
  for (const auto *loads : {&use.before, &use.after})
    for (const LoadExpr *load : *loads)
      keys |= unit.alias->keysOf(load->place);
  keys |= use.keysBefore;
  keys |= use.keysAfter;
  return keys;
}

void KeptValues::noteWrites(const Stmt *stmt, unsigned depth) {
  Set keys = writesOf(stmt);
  if (const Variable *variable = declaredBy(stmt))
    keys |= unit.alias->keysOf(variable);
  if (keys.any())
    written.push_back({keys, depth, isa<CallStmt>(stmt)});
}

/// What the reverse of the list needs.
Set KeptValues::collect(const StmtList &list, const UseOf &useOf, unsigned depth) {
  Set found = unit.alias->noKeys();
  for (const Stmt *stmt : list) {
    bool isLeaf = true;
    forEachList(stmt, [&](const StmtList &nested) {
      isLeaf = false;
      found |= collect(nested, useOf, depth + isa<LoopStmt>(stmt));
    });
    if (!isLeaf)
      continue;
    noteWrites(stmt, depth);
    found |= usesOf(stmt, useOf);
  }
  return needed[&list] = found;
}

bool KeptValues::areWrittenLessOften(const Set &keys, unsigned depth) const {
  const unsigned few = 2;
  Set touched = unit.alias->overlapping(keys);
  unsigned count = 0;
  for (const Write &write : written) {
    if (!intersects(touched, write.keys))
      continue;
    if (write.isCall || write.depth >= depth)
      return false;
    count += write.depth > 0;
  }
  return count <= few;
}

bool KeptValues::areKept(const Set &keys, const StmtList &scope, unsigned depth) const {
  auto found = needed.find(&scope);
  return (found != needed.end() && intersects(keys, found->second)) || areWrittenLessOften(keys, depth);
}

} // namespace adjoint::analysis
