// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Record/KeptValues.h"

#include <algorithm>

namespace adjoint::analysis {

using namespace ir;
using llvm::dyn_cast;
using llvm::isa;

namespace {
constexpr unsigned few = 2; ///< statements that overwrite a number
} // namespace

KeptValues::KeptValues(const Program &program, const Unit &unit, const UseOf &useOf, const Positions &positions)
    : program(program), unit(unit), positions(positions), writes(unit.alias->keyCount()),
      users(unit.alias->keyCount()) {
  collect(unit.function->body, useOf, 0);
}

Set KeptValues::writesOf(const Stmt *leaf) const {
  Set keys = unit.alias->noKeys();
  forEachOperand(leaf, [](const Expr *) {}, [&](const Place *place) { keys |= unit.alias->keysOf(place); });
  if (const auto *call = dyn_cast<CallStmt>(leaf)) {
    const Unit &callee = program.unit(call->callee);
    keys |= program.toCaller(call, *unit.alias, callee, callee.writes);
  }
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

void KeptValues::noteWrites(const Stmt *leaf, unsigned depth) {
  const unsigned number = positions.numberOf(leaf);
  Set keys = writesOf(leaf);
  for (unsigned k : keys.set_bits())
    writes[k].statements.push_back(leaf);
  if (const Variable *variable = declaredBy(leaf))
    keys |= unit.alias->keysOf(variable);
  for (unsigned k : keys.set_bits()) {
    Writes &own = writes[k];
    own.depth = std::max(own.depth, depth);
    own.any = true;
    own.isCalled |= isa<CallStmt>(leaf);
    if (depth > 0 && own.inLoops.size() <= few)
      own.inLoops.push_back(number);
  }
}

bool KeptValues::areWritten(const Set &keys, Interval where, IsElsewhere isElsewhere) const {
  unsigned patience = 100; // statements that are asked where they write
  for (unsigned k : keys.set_bits()) {
    const std::vector<const Stmt *> &statements = writes[k].statements;
    auto it = std::lower_bound(statements.begin(), statements.end(), where.first,
                               [&](const Stmt *stmt, unsigned first) { return positions.numberOf(stmt) < first; });
    for (; it != statements.end() && positions.numberOf(*it) <= where.last; ++it)
      if (patience-- == 0 || !isElsewhere(*it))
        return true;
  }
  return false;
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
    const Set used = usesOf(stmt, useOf);
    for (unsigned k : used.set_bits())
      users[k].push_back(stmt);
    found |= used;
  }
  return needed[&list] = found;
}

bool KeptValues::areWrittenLessOften(const Set &keys, unsigned depth) const {
  std::set<unsigned> inLoops;
  for (unsigned k : elements(unit.alias->overlapping(keys))) {
    const Writes &own = writes[k];
    if (own.isCalled || (own.any && own.depth >= depth))
      return false;
    inLoops.insert(own.inLoops.begin(), own.inLoops.end());
  }
  return inLoops.size() <= few;
}

bool KeptValues::areCalled(const Set &keys) const {
  return llvm::any_of(elements(keys), [&](unsigned k) { return writes[k].isCalled; });
}

bool KeptValues::areNeeded(const Set &keys) const {
  auto found = needed.find(&unit.function->body);
  return found != needed.end() && intersects(keys, found->second);
}

bool KeptValues::areKept(const Set &keys, const StmtList &scope, unsigned depth) const {
  auto found = needed.find(&scope);
  return (found != needed.end() && intersects(keys, found->second)) || areWrittenLessOften(keys, depth);
}

} // namespace adjoint::analysis
