// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Cleanup/DistributeLoops.h"

#include "IR/Algebra.h"
#include "Transform/Cleanup/Iteration.h"
#include "Transform/Cleanup/LoopArrangement.h"
#include "Transform/Cleanup/Vectors.h"

#include <algorithm>
#include <iterator>

namespace adjoint::transform {

using namespace ir;
using analysis::CountedLoop;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// What an innermost loop does in one iteration.
class DistributedBody {
public:
  DistributedBody(Context &context, const StmtList &work, const CountedLoop &counted, const analysis::Alias &alias, const AreApart &areApart)
      : work(work), iteration(context, work, counted, alias, areApart) {}

  bool canBeDistributed();
  /// Assignments, each group to a loop of its own.
  std::vector<std::vector<const AssignStmt *>> groups() const;
  /// The group with the constants that it mentions.
  StmtList withConstants(const std::vector<const AssignStmt *> &group) const;

private:
  void sinkStores();
  bool keepsConstants() const;
  std::set<const Variable *> constantsOf(const AssignStmt *assign) const;
  std::vector<Access> accessesOf(const AssignStmt *assign) const;
  bool isOrdered(const std::vector<Access> &first, const std::vector<Access> &second) const;
  bool areNeighbours(const Access &a, const Access &b) const;
  bool hasNeighbours() const;
  bool areNeighbours(const std::vector<Access> &first, const std::vector<Access> &second) const;
  void addConstants(const LoadExpr *load, std::set<const Variable *> &found) const;

  StmtList work;
  const Iteration iteration;
  std::map<const Variable *, const DeclareStmt *> constants;
};

bool isCheap(const Expr *expr) {
  bool cheap = true;
  forEachExpr(expr, [&](const Expr *e) {
    const auto *binary = dyn_cast<BinaryExpr>(e);
    cheap &= !isa<IntrinsicExpr>(e) && !isa<SelectExpr>(e) && !(binary && binary->op == BinaryOp::Div);
  });
  return cheap;
}

void DistributedBody::addConstants(const LoadExpr *load, std::set<const Variable *> &found) const {
  const Variable *variable = rootVariable(load->place);
  auto constant = variable ? constants.find(variable) : constants.end();
  if (constant != constants.end() && found.insert(variable).second)
    forEachLoad(constant->second->init, [&](const LoadExpr *inner) { addConstants(inner, found); });
}

std::set<const Variable *> DistributedBody::constantsOf(const AssignStmt *assign) const {
  std::set<const Variable *> found;
  forEachLoad(assign->value, [&](const LoadExpr *load) { addConstants(load, found); });
  forEachLoad(assign->place, [&](const LoadExpr *load) { addConstants(load, found); });
  return found;
}

/// `v_b[i] = 0.0` goes to the end, where nothing behind it has to do with v_b[i]: what is computed with v_b[i] can be
/// computed again up to there.
void DistributedBody::sinkStores() {
  for (size_t i = work.size(); i-- > 0;) {
    const auto *store = dyn_cast<AssignStmt>(work[i]);
    bool isLast = true;
    for (const Access &access : iteration.accesses())
      if (store && std::find(work.begin() + i + 1, work.end(), access.stmt) != work.end())
        isLast &= !iteration.meet(access.place, store->place);
    if (store && isZero(store->value) && isLast)
      std::rotate(work.begin() + i, work.begin() + i + 1, work.end());
  }
}

/// A constant is computed again in each loop that mentions it: nothing that it reads may be written before its last use.
bool DistributedBody::keepsConstants() const {
  std::vector<const Place *> written;
  bool keeps = true;
  for (const Stmt *stmt : work) {
    const auto *assign = dyn_cast<AssignStmt>(stmt);
    if (!assign)
      continue;
    for (const Variable *constant : constantsOf(assign))
      forEachLoad(constants.at(constant)->init, [&](const LoadExpr *load) {
        for (const Place *place : written)
          keeps &= !iteration.meet(load->place, place);
      });
    written.push_back(assign->place);
  }
  return keeps;
}

bool DistributedBody::canBeDistributed() {
  for (const Stmt *stmt : work) {
    const auto *declare = dyn_cast<DeclareStmt>(stmt);
    if (declare && declare->init && isCheap(declare->init)) {
      constants[declare->variable] = declare;
      continue;
    }
    const auto *assign = dyn_cast<AssignStmt>(stmt);
    if (!assign || wholeVariable(assign->place))
      return false;
  }
  if (!iteration.hasNoOrder() || !hasNeighbours())
    return false;
  sinkStores();
  return keepsConstants();
}

/// All that a loop with this assignment accesses, the constants that it mentions included.
std::vector<Access> DistributedBody::accessesOf(const AssignStmt *assign) const {
  std::set<const Stmt *> stmts = {assign};
  for (const Variable *constant : constantsOf(assign))
    stmts.insert(constants.at(constant));
  std::vector<Access> found;
  std::copy_if(iteration.accesses().begin(), iteration.accesses().end(), std::back_inserter(found),
               [&](const Access &access) { return stmts.count(access.stmt) != 0; });
  return found;
}

/// Has the second to stay behind the first?
bool DistributedBody::isOrdered(const std::vector<Access> &first, const std::vector<Access> &second) const {
  for (const Access &a : first)
    for (const Access &b : second)
      if ((a.kind != b.kind || a.kind == Access::Kind::Set) && iteration.meet(a.place, b.place))
        return true;
  return false;
}

/// Do the two write to one array at different places? What stays where it is in all iterations is no obstacle (SumLocally).
bool DistributedBody::areNeighbours(const Access &a, const Access &b) const {
  return a.kind != Access::Kind::Read && b.kind != Access::Kind::Read &&
         iteration.isMoving(a) && iteration.isMoving(b) && iteration.meet(a.place, b.place) && !same(a.place, b.place);
}

bool DistributedBody::areNeighbours(const std::vector<Access> &first, const std::vector<Access> &second) const {
  return llvm::any_of(first, [&](const Access &a) {
    return llvm::any_of(second, [&](const Access &b) { return areNeighbours(a, b); });
  });
}

bool DistributedBody::hasNeighbours() const { return areNeighbours(iteration.accesses(), iteration.accesses()); }

/// Each assignment goes to the first loop in which it is no neighbour, and which compilers still vectorise with it.
std::vector<std::vector<const AssignStmt *>> DistributedBody::groups() const {
  struct Group {
    std::vector<const AssignStmt *> assigns;
    std::vector<std::vector<Access>> accesses;
    Arrays arrays;
  };
  std::vector<Group> found;
  for (const Stmt *stmt : work) {
    const auto *assign = dyn_cast<AssignStmt>(stmt);
    if (!assign)
      continue;
    std::vector<Access> own = accessesOf(assign);
    size_t chosen = found.size();
    for (size_t i = found.size(); i-- > 0;) {
      Arrays together = found[i].arrays;
      for (const Access &access : own)
        together.add(access);
      bool isNeighbour = llvm::any_of(found[i].accesses, [&](const auto &other) { return areNeighbours(other, own); });
      if (!isNeighbour && letVectorise(together, work))
        chosen = i;
      if (llvm::any_of(found[i].accesses, [&](const auto &other) { return isOrdered(other, own); }))
        break;
    }
    if (chosen == found.size())
      found.emplace_back();
    for (const Access &access : own)
      found[chosen].arrays.add(access);
    found[chosen].assigns.push_back(assign);
    found[chosen].accesses.push_back(own);
  }
  std::vector<std::vector<const AssignStmt *>> assigns;
  for (const Group &group : found)
    assigns.push_back(group.assigns);
  return assigns;
}

StmtList DistributedBody::withConstants(const std::vector<const AssignStmt *> &group) const {
  std::set<const Variable *> mentioned;
  for (const AssignStmt *assign : group) {
    std::set<const Variable *> own = constantsOf(assign);
    mentioned.insert(own.begin(), own.end());
  }
  StmtList out;
  for (const Stmt *stmt : work) {
    const auto *declare = dyn_cast<DeclareStmt>(stmt);
    if (declare ? mentioned.count(declare->variable) != 0 : std::find(group.begin(), group.end(), stmt) != group.end())
      out.push_back(stmt);
  }
  return out;
}

class Distribution : public LoopArrangement {
public:
  using LoopArrangement::LoopArrangement;

protected:
  bool arrange(const LoopStmt *, const RunnableUpwards &found, StmtList &out) override {
    DistributedBody body(context, found.work, found.counted, alias, areApart);
    if (!body.canBeDistributed())
      return false;
    auto groups = body.groups();
    if (groups.size() < 2)
      return false;
    for (const auto &group : groups)
      out.push_back(upwardLoop(context, found.counted, found.range, body.withConstants(group)));
    return true;
  }
};

} // namespace

StmtList distributeLoops(Context &context, const StmtList &body, const analysis::Alias &alias, const AreApart &areApart) {
  return Distribution(context, alias, areApart).rewrite(body);
}

} // namespace adjoint::transform
