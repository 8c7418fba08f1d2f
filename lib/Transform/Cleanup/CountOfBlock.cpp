// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Cleanup/CountOfBlock.h"

#include "Analysis/Loops/Bounds.h"
#include "IR/Values.h"
#include "Transform/Cleanup/BlockPointers.h"

#include "llvm/ADT/STLExtras.h"

#include <functional>

namespace adjoint::transform {

using namespace ir;
using llvm::dyn_cast;

namespace {

bool findPath(const StmtList &list, const Stmt *stmt, Path &path) {
  for (size_t at = 0; at < list.size(); ++at) {
    path.push_back({&list, at});
    bool isThere = list[at] == stmt;
    forEachList(list[at], [&](const StmtList &nested) { isThere = isThere || findPath(nested, stmt, path); });
    if (isThere)
      return true;
    path.pop_back();
  }
  return false;
}

/// Is what the statement declares visible at the place?
bool isVisible(const Path &declaration, const Path &place) {
  if (declaration.empty() || declaration.size() > place.size())
    return false;
  const Position &own = declaration.back(), &around = place[declaration.size() - 1];
  return own.list == around.list && own.at < around.at;
}

} // namespace

Path pathTo(const StmtList &body, const Stmt *stmt) {
  Path path;
  findPath(body, stmt, path);
  return path;
}

CountOfBlock::CountOfBlock(Context &context, const StmtList &body) : context(context), body(body), changes(body) {
  forEachStmt(body, [this](const Stmt *stmt) {
    if (const auto *declare = dyn_cast<DeclareStmt>(stmt))
      declared[declare->variable] = declare;
  });
}

/// The statement of the same list that gives the variable the value that it has at the place; null: not known.
const Stmt *CountOfBlock::definitionBefore(const Variable *variable, const Path &place) const {
  const Position &here = place.back();
  for (size_t at = here.at; at-- > 0;) {
    const Stmt *stmt = (*here.list)[at];
    if (flowOf(stmt).to == variable)
      return flowOf(stmt).value ? stmt : nullptr;
    if (analysis::Writes(StmtList{stmt}).mayWrite(variable))
      return nullptr;
  }
  return nullptr;
}

/// Has it one value as long as it lives?
bool CountOfBlock::isSteady(const Variable *variable) const {
  if (variable->isGlobal() || changes.isExposed(variable))
    return false;
  return changes.count(variable) <= (variable->storage == Storage::Parameter ? 0u : 1u);
}

/// Variables are replaced by what they are set to, as far as that stays as it is.
class CountOfBlock::Origins : public Rewriter {
public:
  explicit Origins(const CountOfBlock &count) : Rewriter(count.context), count(count) {}
  using Rewriter::rewrite;

protected:
  using Rewriter::replace;
  const Expr *replace(const Expr *expr) override {
    const auto *load = dyn_cast<LoadExpr>(expr);
    const Variable *variable = load ? wholeVariable(load->place) : nullptr;
    const auto known = variable && count.isSteady(variable) ? count.declared.find(variable) : count.declared.end();
    if (known == count.declared.end() || !known->second->init || !expr->type->isIntegral())
      return load;
    const Expr *origin = rewrite(known->second->init);
    bool isSteady = true;
    forEachLoad(origin, [&](const LoadExpr *inner) {
      const Variable *part = wholeVariable(inner->place);
      isSteady &= part ? count.isSteady(part) : !count.changes.mayChange(inner);
    });
    return isSteady ? context.cast(CastExpr::Form::Implicit, origin, expr->type) : load;
  }

private:
  const CountOfBlock &count;
};

bool CountOfBlock::areEqual(const Expr *a, const Expr *b) const {
  return analysis::distanceBetween(Origins(*this).rewrite(a), Origins(*this).rewrite(b)) == 0;
}

/// The value of an expression that is computed in one place, as another place says it.
class CountOfBlock::Saying : public Rewriter {
public:
  Saying(const CountOfBlock &count, const Path &place, Path from)
      : Rewriter(count.context), count(count), place(place), from(std::move(from)) {}
  using Rewriter::rewrite;
  bool isPossible = true;

protected:
  using Rewriter::replace;
  const Expr *replace(const Expr *expr) override {
    const auto *load = dyn_cast<LoadExpr>(expr);
    if (!load)
      return nullptr;
    const Variable *variable = wholeVariable(load->place);
    if (!variable) {
      isPossible &= !count.changes.mayChange(load) && !mentionsLocals(load);
      return load;
    }
    if (count.isSteady(variable) && isVisibleAtPlace(variable))
      return load;
    const auto known = count.declared.find(variable);
    const Stmt *definition =
        count.isSteady(variable) && known != count.declared.end() ? known->second : count.definitionBefore(variable, from);
    if (!definition || !flowOf(definition).value || ++depth > 20) {
      isPossible = false;
      return load;
    }
    Path before = pathTo(count.body, definition);
    std::swap(before, from);
    const Expr *value = context.cast(CastExpr::Form::Implicit, rewrite(flowOf(definition).value), variable->type);
    std::swap(before, from);
    return value;
  }

private:
  bool isVisibleAtPlace(const Variable *variable) const {
    const auto known = count.declared.find(variable);
    return variable->storage == Storage::Parameter ||
           (known != count.declared.end() && known->second->init && isVisible(pathTo(count.body, known->second), place));
  }
  static bool mentionsLocals(const LoadExpr *load) {
    bool found = false;
    forEachLoad(load->place, [&](const LoadExpr *inner) { found |= !rootVariable(inner->place) || rootVariable(inner->place)->storage != Storage::Parameter; });
    const Variable *root = rootVariable(load->place);
    return found || (root && root->storage != Storage::Parameter);
  }

  const CountOfBlock &count;
  const Path &place;
  Path from;
  unsigned depth = 0;
};

const Expr *CountOfBlock::at(const Path &place, const AllocateStmt *allocation) const {
  const Path from = pathTo(body, allocation);
  if (from.empty() || !allocation->count)
    return nullptr;
  Saying saying(*this, place, from);
  const Expr *count = saying.rewrite(allocation->count);
  return saying.isPossible ? count : nullptr;
}

namespace {

/// Numbers in the place of what is read, each another one: none is much the same as another, or as a few more.
class Sampled : public Rewriter {
public:
  Sampled(Context &context, std::vector<const Place *> &known) : Rewriter(context), known(known) {}
  using Rewriter::rewrite;

  long long numberOf(const Place *place) {
    auto found = llvm::find_if(known, [&](const Place *other) { return same(place, other); });
    if (found == known.end())
      found = known.insert(known.end(), place);
    long long number = 400;
    for (auto it = known.begin(); it != found && number < 100000; ++it)
      number += number / 2;
    return number;
  }

protected:
  using Rewriter::replace;
  const Expr *replace(const Expr *expr) override {
    const auto *load = dyn_cast<LoadExpr>(expr);
    const bool isNumber = load && !wholeVariable(load->place) && expr->type->isIntegral();
    return isNumber ? context.literal(numberOf(load->place), expr->type) : nullptr;
  }

private:
  std::vector<const Place *> &known;
};

} // namespace

std::optional<long long> CountOfBlock::estimated(const Expr *expr) {
  Sampled sampled(context, samples);
  unsigned depth = 0;
  std::function<std::optional<long long>(const Variable *)> known = [&](const Variable *variable) -> std::optional<long long> {
    const auto found = declared.find(variable);
    const bool isOnce = found != declared.end() && found->second->init && changes.count(variable) == 1;
    const std::optional<long long> value = isOnce && ++depth <= 200 ? computedValue(sampled.rewrite(found->second->init), known) : std::nullopt;
    return value ? value : sampled.numberOf(context.place(variable));
  };
  return computedValue(sampled.rewrite(expr), known);
}

} // namespace adjoint::transform
