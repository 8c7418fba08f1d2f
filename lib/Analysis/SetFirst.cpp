// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/SetFirst.h"

#include "Analysis/Bounds.h"
#include "Analysis/Writes.h"
#include "IR/Callees.h"

#include "llvm/ADT/STLExtras.h"

namespace adjoint::analysis {

using namespace ir;
using llvm::dyn_cast;

namespace {

/// One index of a store, and the loop that has run through it; none: that index alone.
struct Dimension {
  const Expr *index;
  std::optional<CountedLoop> loop;
};
using Stored = std::vector<Dimension>;

/// Variables that have one value wherever they are used, but for the counters of counted loops.
class SteadyVariables {
public:
  explicit SteadyVariables(const Function &function) : writes(function.body) {
    std::set<const Stmt *> ofLoops;
    forEachStmt(function.body, [&](const Stmt *stmt) {
      const auto *loop = dyn_cast<LoopStmt>(stmt);
      std::optional<CountedLoop> counted = loop ? countedLoop(loop) : std::nullopt;
      if (!counted)
        return;
      counters.insert(counted->counter);
      ofLoops.insert(loop->init.begin(), loop->init.end());
      ofLoops.insert(loop->step.begin(), loop->step.end());
    });
    forEachStmt(function.body, [&](const Stmt *stmt) {
      if (ofLoops.count(stmt) || declaredBy(stmt))
        return;
      forEachOperand(stmt, [](const Expr *) {}, [&](const Place *place) { changed.insert(rootVariable(place)); });
    });
  }

  /// Counters count in their loops alone.
  bool isMadeOfThem(const Expr *expr, const std::vector<CountedLoop> &around) const {
    bool isSteady = true;
    forEachLoad(expr, [&](const LoadExpr *load) {
      const Variable *variable = wholeVariable(load->place);
      isSteady = isSteady && variable && !variable->isGlobal() && !variable->type->isReference() &&
                 !writes.isExposed(variable) && !changed.count(variable) &&
                 (!counters.count(variable) ||
                  llvm::any_of(around, [&](const CountedLoop &loop) { return loop.counter == variable; }));
    });
    return isSteady;
  }

private:
  Writes writes;
  std::set<const Variable *> changed, counters;
};

bool calls(const Function *caller, const Function *callee, std::set<const Function *> &seen) {
  bool isFound = false;
  forEachCallee(caller->body, [&](const Function *called, const Stmt *) {
    isFound = isFound || called == callee || (seen.insert(called).second && calls(called, callee, seen));
  });
  return isFound;
}

class SetFirstWalk {
public:
  SetFirstWalk(const Function &function, const Variable *array) : array(array), steady(function) {}

  bool isRight = true;

  void list(const StmtList &statements) {
    for (const Stmt *stmt : statements)
      visit(stmt);
  }

private:
  void visit(const Stmt *stmt) {
    if (const auto *loop = dyn_cast<LoopStmt>(stmt))
      return visitLoop(loop);
    forEachOperand(stmt, [&](const Expr *e) { checkReads(e); }, [&](const Place *place) { checkPath(place); });
    if (const auto *block = dyn_cast<BlockStmt>(stmt))
      return list(block->body);
    forEachList(stmt, [&](const StmtList &branch) {
      const size_t before = stored.size();
      list(branch);
      stored.resize(before);
    });
    if (llvm::isa<LabelStmt>(stmt)) // what stands before may have been jumped over
      stored.clear();
    forEachOperand(stmt, [](const Expr *) {}, [&](const Place *place) { addStore(place); });
  }

  void visitLoop(const LoopStmt *loop) {
    list(loop->init);
    std::optional<CountedLoop> counted = countedLoop(loop);
    if (counted)
      loops.push_back(*counted);
    if (loop->condition)
      checkReads(loop->condition);
    const size_t before = stored.size();
    list(loop->body);
    list(loop->step);
    if (counted)
      loops.pop_back();
    std::vector<Stored> inside(stored.begin() + before, stored.end());
    stored.resize(before);
    if (counted && !mayBeLeft(loop))
      for (Stored &one : inside)
        if (standsForAll(one, loop, *counted))
          stored.push_back(std::move(one));
  }

  static bool mayBeLeft(const LoopStmt *loop) {
    bool isLeft = false;
    forEachStmt(loop->body, [&](const Stmt *stmt) {
      isLeft = isLeft || llvm::isa<BreakStmt, ContinueStmt, ReturnStmt, GotoStmt, LabelStmt>(stmt);
    });
    return isLeft;
  }

  /// Behind the loop, nothing may speak of its counter but as what has run through one index, nor of what it declares.
  bool standsForAll(Stored &one, const LoopStmt *loop, const CountedLoop &counted) const {
    bool isAny = false;
    for (Dimension &dimension : one) {
      if (!dimension.loop && !isAny && growsWith(dimension.index, counted.counter)) {
        dimension.loop = counted;
        isAny = true;
      } else if (mentions(dimension.index, counted.counter) ||
                 (dimension.loop && (mentions(dimension.loop->first, counted.counter) ||
                                     mentions(dimension.loop->bound, counted.counter)))) {
        return false;
      }
    }
    bool isOutside = true;
    forEachStmt(loop->body, [&](const Stmt *stmt) {
      const Variable *inner = declaredBy(stmt);
      for (const Dimension &dimension : one)
        if (inner && !(dimension.loop && dimension.loop->counter == inner))
          isOutside = isOutside && !mentions(dimension.index, inner);
    });
    return isAny && isOutside && steady.isMadeOfThem(counted.first, loops) && steady.isMadeOfThem(counted.bound, loops);
  }

  // ----------------------------------------------------------- elements

  /// The indices of `array[i][j]`; none for any other place.
  std::optional<std::vector<const Expr *>> indicesOf(const Place *place) const {
    std::vector<const Expr *> indices;
    while (const auto *element = dyn_cast<IndexPlace>(place)) {
      indices.insert(indices.begin(), element->index);
      place = element->array;
    }
    bool isElement = wholeVariable(place) == array && !indices.empty();
    return isElement ? std::optional<std::vector<const Expr *>>(indices) : std::nullopt;
  }

  void addStore(const Place *place) {
    std::optional<std::vector<const Expr *>> indices = indicesOf(place);
    auto isSteady = [&](const Expr *index) { return steady.isMadeOfThem(index, loops); };
    if (!indices || !place->type->isScalar() || !llvm::all_of(*indices, isSteady))
      return;
    Stored one;
    for (const Expr *index : *indices)
      one.push_back({index, std::nullopt});
    stored.push_back(std::move(one));
  }

  void checkReads(const Expr *expr) {
    forEachExpr(expr, [&](const Expr *part) {
      if (const auto *address = dyn_cast<AddressExpr>(part); address && rootVariable(address->place) == array)
        isRight = false;
      const auto *load = dyn_cast<LoadExpr>(part);
      if (load && rootVariable(load->place) == array)
        isRight = isRight && isStored(load->place);
    });
  }

  /// What the path of a written place reads.
  void checkPath(const Place *place) {
    forEachExpr(place, [&](const Expr *e) { checkReads(e); });
    bool isPart = rootVariable(place) == array && wholeVariable(place) != array;
    isRight = isRight && (!isPart || indicesOf(place));
  }

  bool isStored(const Place *read) const {
    std::optional<std::vector<const Expr *>> indices = indicesOf(read);
    return indices && llvm::any_of(stored, [&](const Stored &one) { return covers(one, *indices); });
  }

  bool covers(const Stored &one, const std::vector<const Expr *> &indices) const {
    if (one.size() != indices.size())
      return false;
    for (size_t i = 0; i < one.size(); ++i) {
      bool isReachedHere = one[i].loop ? isReached(loops, indices[i], *one[i].loop, one[i].index)
                                       : same(indices[i], one[i].index);
      if (!isReachedHere)
        return false;
    }
    return true;
  }

  const Variable *array;
  SteadyVariables steady;
  std::vector<CountedLoop> loops; ///< around
  std::vector<Stored> stored;     ///< for sure, by now
};

} // namespace

bool isSetFirst(const Function &function, const Variable *array) {
  std::set<const Function *> seen;
  if (calls(&function, &function, seen)) // which stores in between
    return false;
  SetFirstWalk walk(function, array);
  walk.list(function.body);
  return walk.isRight;
}

} // namespace adjoint::analysis
