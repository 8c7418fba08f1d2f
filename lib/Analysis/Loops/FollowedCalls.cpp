// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Loops/FollowedCalls.h"

#include "IR/Callees.h"

#include "llvm/ADT/STLExtras.h"

#include <functional>
#include <set>

namespace adjoint::analysis {

using namespace ir;
using llvm::dyn_cast;

namespace {

void noteVariables(const Expr *expr, std::set<const Variable *> &found) {
  forEachPlace(expr, [&](const Place *place) {
    if (const Variable *variable = rootVariable(place))
      found.insert(variable);
  });
}

bool areSame(const CountedLoop &a, const CountedLoop &b) {
  return a.counter == b.counter && a.test == b.test && a.step == b.step && same(a.first, b.first) &&
         same(a.bound, b.bound);
}

bool areSame(const FollowedCalls::Entry &a, const FollowedCalls::Entry &b) {
  auto sameArg = [](const Expr *one, const Expr *other) { return one && other ? same(one, other) : one == other; };
  auto sameLoop = [](const CountedLoop &one, const CountedLoop &other) { return areSame(one, other); };
  return std::equal(a.args.begin(), a.args.end(), b.args.begin(), b.args.end(), sameArg) &&
         std::equal(a.loops.begin(), a.loops.end(), b.loops.begin(), b.loops.end(), sameLoop);
}

} // namespace

FollowedCalls::Entry FollowedCalls::entry(std::vector<const Expr *> args, const std::vector<CountedLoop> &loops) {
  Entry found{std::move(args), {}};
  std::set<const Variable *> mentioned;
  for (const Expr *arg : found.args)
    if (arg)
      noteVariables(arg, mentioned);
  for (const CountedLoop &loop : llvm::reverse(loops)) { // whose bounds may mention counters of loops around
    if (!mentioned.count(loop.counter))
      continue;
    noteVariables(loop.first, mentioned);
    noteVariables(loop.bound, mentioned);
    found.loops.push_back(loop);
  }
  return found;
}

FollowedCalls::Key FollowedCalls::keyOf(const Function *callee, const Entry &entry) {
  std::set<const Variable *> mentioned;
  for (const Expr *arg : entry.args)
    if (arg)
      noteVariables(arg, mentioned);
  return {callee, {mentioned.begin(), mentioned.end()}};
}

const FollowedCalls::Written *FollowedCalls::find(const Function *callee, const Entry &entry,
                                                  const DefinedStorage &defined) const {
  const Key key = keyOf(callee, entry);
  auto found = followed.find(key);
  if (found == followed.end())
    return nullptr;
  auto holds = [&](const Followed &call) {
    for (size_t i = 0; i < key.second.size(); ++i)
      if (!defined.holds(key.second[i], call.before[i]))
        return false;
    return llvm::all_of(call.globals, [&](const Variable *global) { return defined.contains(global); });
  };
  for (const auto &call : found->second)
    if (areSame(call->entry, entry) && holds(*call))
      return &call->written;
  return nullptr;
}

FollowedCalls::Written &FollowedCalls::add(const Function *callee, const Entry &entry, const DefinedStorage &defined) {
  const Key key = keyOf(callee, entry);
  auto call = std::make_unique<Followed>();
  call->entry = entry;
  for (const Variable *variable : key.second)
    call->before.push_back(defined.partOf(variable));
  call->globals = defined.globals();
  return followed[key].emplace_back(std::move(call))->written;
}

void FollowedCalls::countPlaces() {
  std::set<const Function *> seen;
  std::function<void(const StmtList &)> count = [&](const StmtList &code) {
    forEachStmt(code, [&](const Stmt *stmt) {
      const auto *call = dyn_cast<CallStmt>(stmt);
      if (!call)
        return;
      ++places[call->callee];
      if (seen.insert(call->callee).second)
        count(program.unit(call->callee).function->body);
    });
  };
  count(body);
}

bool FollowedCalls::allow(const Function *callee) {
  if (++times[callee] <= limit)
    return true;
  if (places.empty())
    countPlaces();
  return times[callee] <= limit * places[callee];
}

} // namespace adjoint::analysis
