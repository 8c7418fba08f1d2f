// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   int width = n, wide = width;
//   while (...) { int old = width;  width = wide;  wide = old;  ... u[i * width + j] ... }
// becomes
//   while (...) { ... u[i * n + j] ... }
//
// An integer that only ever gets copies of another, which keeps its value, is that one: what objects of one shape have in them when they
// are swapped. Rows of one length are told apart then.
#include "Transform/Simplify/Simplify.h"

#include "Analysis/Memory/Substitution.h"
#include "Analysis/Memory/Writes.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <set>

namespace adjoint::transform {

using namespace ir;
using llvm::dyn_cast;

namespace {

using Variables = std::set<const Variable *>;

class Copies {
public:
  Copies(Context &context, const StmtList &body);

  /// What the variables are.
  analysis::Substitution::Values values() const;

private:
  void note(const Stmt *stmt);
  bool isNumber(const Variable *variable) const;
  bool isLasting(const Variable *variable) const;
  void dropOthers();
  Variables originsOf(const Variable *variable) const;

  Context &context;
  const analysis::Writes writes;
  Variables begun;                                ///< what the function declares in no block, with a value
  std::map<const Variable *, Variables> copied;   ///< of each variable, what it gets
  std::map<const Variable *, unsigned> copyCount; ///< so often
};

Copies::Copies(Context &context, const StmtList &body) : context(context), writes(body) {
  for (const Stmt *stmt : body)
    if (const auto *declare = dyn_cast<DeclareStmt>(stmt); declare && declare->init)
      begun.insert(declare->variable);
  forEachStmt(body, [&](const Stmt *stmt) { note(stmt); });
  dropOthers();
}

bool Copies::isNumber(const Variable *variable) const {
  return variable && variable->type->is(TypeKind::Integer) && !variable->isGlobal() && !writes.isExposed(variable);
}

/// Set once: where the function begins, or by its declaration in no block, which runs once.
bool Copies::isLasting(const Variable *variable) const {
  if (!isNumber(variable))
    return false;
  const bool isParameter = variable->storage == Storage::Parameter;
  return isParameter ? writes.count(variable) == 0 : begun.count(variable) && writes.count(variable) == 1;
}

void Copies::note(const Stmt *stmt) {
  const auto *declare = dyn_cast<DeclareStmt>(stmt);
  const auto *assign = dyn_cast<AssignStmt>(stmt);
  const Variable *variable = declare ? declare->variable : assign ? wholeVariable(assign->place) : nullptr;
  const auto *load = llvm::dyn_cast_or_null<LoadExpr>(declare ? declare->init : assign ? assign->value : nullptr);
  const Variable *from = load ? wholeVariable(load->place) : nullptr;
  if (!isNumber(variable) || !isNumber(from) || context.withoutConst(variable->type) != context.withoutConst(from->type))
    return;
  copied[variable].insert(from);
  ++copyCount[variable];
}

/// Those that get something else, too.
void Copies::dropOthers() {
  for (bool dropped = true; dropped;) {
    dropped = false;
    for (auto at = copied.begin(); at != copied.end();) {
      const bool isCopy = copyCount[at->first] == writes.count(at->first) && llvm::all_of(at->second, [&](const Variable *from) {
                            return copied.count(from) || isLasting(from);
                          });
      dropped |= !isCopy;
      at = isCopy ? std::next(at) : copied.erase(at);
    }
  }
}

Variables Copies::originsOf(const Variable *variable) const {
  Variables seen, origins;
  std::vector<const Variable *> next = {variable};
  while (!next.empty()) {
    const Variable *one = next.back();
    next.pop_back();
    if (!seen.insert(one).second)
      continue;
    const auto known = copied.find(one);
    if (known == copied.end())
      origins.insert(one);
    else
      next.insert(next.end(), known->second.begin(), known->second.end());
  }
  return origins;
}

/// One that is written once keeps its name, for the reader.
analysis::Substitution::Values Copies::values() const {
  analysis::Substitution::Values found;
  for (const auto &[variable, from] : copied) {
    const Variables origins = originsOf(variable);
    if (origins.size() == 1 && writes.count(variable) > 1)
      found[variable] = context.load(*origins.begin());
  }
  return found;
}

} // namespace

StmtList forwardCopies(Context &context, StmtList body) {
  bool jumpsBack = false;
  forEachStmt(body, [&](const Stmt *stmt) { jumpsBack |= llvm::isa<LabelStmt>(stmt); });
  if (jumpsBack) // and may declare once more
    return body;
  const analysis::Substitution::Values values = Copies(context, body).values();
  return values.empty() ? body : analysis::Substitution(context, values).rewrite(body);
}

} // namespace adjoint::transform
