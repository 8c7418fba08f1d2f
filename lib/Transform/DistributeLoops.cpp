// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/DistributeLoops.h"

#include "Analysis/Bounds.h"
#include "Analysis/Elements.h"

#include <algorithm>

namespace adjoint::transform {

using namespace ir;
using analysis::CountedLoop;
using analysis::Element;
using analysis::Set;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// An access of an element in the body of a loop.
struct Access {
  const Stmt *stmt;
  const Place *place;
  enum class Kind { Read, Set, Sum } kind;
};

/// What an innermost loop does in one iteration.
class Body {
public:
  Body(const StmtList &work, const CountedLoop &counted, const analysis::Alias &alias)
      : work(work), counted(counted), alias(alias), writes(work) {}

  bool canBeDistributed();
  /// Assignments in the order of the body, each group to a loop of its own.
  std::vector<std::vector<const AssignStmt *>> groups() const;
  /// The group with the constants that it mentions.
  StmtList withConstants(const std::vector<const AssignStmt *> &group) const;

private:
  bool addDeclaration(const DeclareStmt *declare);
  bool addAssignment(const AssignStmt *assign);
  void addReads(const Stmt *stmt, const Expr *expr);
  bool meet(const Place *a, const Place *b) const;
  bool isOrdered(const Access &a, const Access &b) const;
  bool isElement(const Place *place) const;
  bool keepsConstants() const;
  std::set<const Variable *> constantsIn(const Expr *expr) const;

  const StmtList work;
  const CountedLoop &counted;
  const analysis::Alias &alias;
  analysis::Writes writes;
  std::vector<Access> accesses;
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

/// An element whose place in memory is fixed but for the counter.
bool Body::isElement(const Place *place) const {
  std::optional<Element> element = analysis::elementOf(place);
  if (!element || !analysis::growsWith(element->index, counted.counter) ||
      (element->base->type->isPointer() && (element->base->isGlobal() || writes.mayWrite(element->base))))
    return false;
  bool isFixed = true;
  forEachLoad(element->index, [&](const LoadExpr *load) {
    const Variable *variable = wholeVariable(load->place);
    bool isCounter = variable == counted.counter;
    isFixed &= variable && !variable->isGlobal() && (isCounter || !writes.mayWrite(variable));
  });
  return isFixed;
}

void Body::addReads(const Stmt *stmt, const Expr *expr) {
  forEachLoad(expr, [&](const LoadExpr *load) { accesses.push_back({stmt, load->place, Access::Kind::Read}); });
}

bool Body::addDeclaration(const DeclareStmt *declare) {
  const Variable *variable = declare->variable;
  if (!declare->init || !variable->type->isFloating() || writes.count(variable) != 1 || writes.isExposed(variable) ||
      !isCheap(declare->init))
    return false;
  constants[variable] = declare;
  addReads(declare, declare->init);
  return true;
}

bool Body::addAssignment(const AssignStmt *assign) {
  std::optional<Element> element = analysis::elementOf(assign->place);
  if (!element || !element->base->isAdjoint || !assign->place->type->isFloating() || !isElement(assign->place))
    return false;
  const Expr *operand = analysis::operandOfSum(assign);
  addReads(assign, operand ? operand : assign->value);
  forEachLoad(assign->place, [&](const LoadExpr *load) { accesses.push_back({assign, load->place, Access::Kind::Read}); });
  accesses.push_back({assign, assign->place, operand ? Access::Kind::Sum : Access::Kind::Set});
  return true;
}

/// May the two be in one array?
bool Body::meet(const Place *a, const Place *b) const {
  return analysis::intersects(alias.overlapping(alias.keysOf(a)), alias.keysOf(b));
}

/// Can the two be executed in any order of iterations, as long as each iteration keeps its own?
bool Body::isOrdered(const Access &a, const Access &b) const {
  bool bothRead = a.kind == Access::Kind::Read && b.kind == Access::Kind::Read;
  bool bothAdd = a.kind == Access::Kind::Sum && b.kind == Access::Kind::Sum;
  if (bothRead || bothAdd || !meet(a.place, b.place))
    return true;
  std::optional<Element> first = analysis::elementOf(a.place), second = analysis::elementOf(b.place);
  return first && second && first->base == second->base && isElement(a.place) && same(first->index, second->index);
}

std::set<const Variable *> Body::constantsIn(const Expr *expr) const {
  std::set<const Variable *> found;
  forEachLoad(expr, [&](const LoadExpr *load) {
    const Variable *variable = rootVariable(load->place);
    auto constant = variable ? constants.find(variable) : constants.end();
    if (constant == constants.end() || !found.insert(variable).second)
      return;
    std::set<const Variable *> inner = constantsIn(constant->second->init);
    found.insert(inner.begin(), inner.end());
  });
  return found;
}

/// A constant is computed again in each loop that mentions it: nothing that it reads may be written before its last use.
bool Body::keepsConstants() const {
  std::vector<const Place *> written;
  bool keeps = true;
  for (const Stmt *stmt : work) {
    const auto *assign = dyn_cast<AssignStmt>(stmt);
    if (!assign)
      continue;
    for (const Variable *constant : constantsIn(assign->value))
      forEachLoad(constants.at(constant)->init, [&](const LoadExpr *load) {
        for (const Place *place : written)
          keeps &= !meet(load->place, place);
      });
    written.push_back(assign->place);
  }
  return keeps;
}

bool Body::canBeDistributed() {
  for (const Stmt *stmt : work) {
    const auto *declare = dyn_cast<DeclareStmt>(stmt);
    const auto *assign = dyn_cast<AssignStmt>(stmt);
    if (!(declare && addDeclaration(declare)) && !(assign && addAssignment(assign)))
      return false;
  }
  for (const Access &access : accesses)
    if (alias.keysOf(access.place).none()) // of unknown origin
      return false;
  for (size_t i = 0; i < accesses.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      if (!isOrdered(accesses[j], accesses[i]))
        return false;
  return keepsConstants();
}

std::vector<std::vector<const AssignStmt *>> Body::groups() const {
  std::vector<std::vector<const AssignStmt *>> found;
  auto meets = [&](const AssignStmt *a, const AssignStmt *b) { // at different indices
    return meet(a->place, b->place) && !same(a->place, b->place);
  };
  for (const Stmt *stmt : work) {
    const auto *assign = dyn_cast<AssignStmt>(stmt);
    if (!assign)
      continue;
    bool fits = !found.empty() && std::none_of(found.back().begin(), found.back().end(),
                                               [&](const AssignStmt *other) { return meets(assign, other); });
    if (!fits)
      found.push_back({});
    found.back().push_back(assign);
  }
  return found;
}

StmtList Body::withConstants(const std::vector<const AssignStmt *> &group) const {
  std::set<const Variable *> mentioned;
  for (const AssignStmt *assign : group) {
    std::set<const Variable *> own = constantsIn(assign->value);
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

/// Each statement stands in the tree once, each variable is declared once.
class Copy : public Rewriter {
public:
  using Rewriter::Rewriter;
  using Rewriter::rewrite;

protected:
  using Rewriter::replace;
  const Variable *replace(const Variable *variable) override {
    auto found = copies.find(variable);
    return found == copies.end() ? variable : found->second;
  }
  bool replace(const Stmt *stmt, StmtList &) override {
    if (const Variable *variable = declaredBy(stmt))
      copies[variable] = context.make<Variable>(*variable);
    return false;
  }

private:
  std::map<const Variable *, const Variable *> copies;
};

class Distribution : public Rewriter {
public:
  Distribution(Context &context, const analysis::Alias &alias)
      : Rewriter(context), alias(alias) {}
  using Rewriter::rewrite;

protected:
  using Rewriter::replace;
  bool replace(const Stmt *stmt, StmtList &out) override {
    const auto *loop = dyn_cast<LoopStmt>(stmt);
    std::optional<CountedLoop> counted = loop ? analysis::countedLoop(loop) : std::nullopt;
    bool movesFirst = loop && !counted;
    if (movesFirst)
      counted = analysis::runUpwards(loop);
    if (!counted || !counted->declares || (counted->step != 1 && counted->step != -1))
      return false;
    Body body(StmtList(loop->body.begin() + movesFirst, loop->body.end()), *counted, alias);
    if (!body.canBeDistributed())
      return false;
    auto groups = body.groups();
    std::optional<analysis::Range> range = analysis::rangeOf(context, *counted);
    if (groups.size() < 2 || !range)
      return false;
    for (const auto &group : groups)
      out.push_back(upwards(*counted, *range, body.withConstants(group)));
    return true;
  }

private:
  const Stmt *upwards(const CountedLoop &counted, const analysis::Range &range, const StmtList &body) {
    const Expr *i = context.load(counted.counter), *one = context.literal("1", i->type);
    StmtList init = {context.make<DeclareStmt>(counted.counter, range.low)};
    const Expr *condition = context.binary(BinaryOp::Less, i, range.high);
    StmtList step = {context.make<AssignStmt>(context.place(counted.counter), context.binary(BinaryOp::Add, i, one))};
    StmtList made = Copy(context).rewrite(
        StmtList{context.make<LoopStmt>(init, condition, step, body, false)});
    return made.front();
  }

  const analysis::Alias &alias;
};

} // namespace

StmtList distributeLoops(Context &context, const StmtList &body, const analysis::Alias &alias) {
  return Distribution(context, alias).rewrite(body);
}

} // namespace adjoint::transform
