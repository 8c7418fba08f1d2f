// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Cleanup/BlockPointers.h"

#include "IR/Function.h"
#include "IR/Values.h"

namespace adjoint::transform {

using namespace ir;
using llvm::dyn_cast;
using llvm::isa;

Flow flowOf(const Stmt *stmt) {
  if (const auto *declare = dyn_cast<DeclareStmt>(stmt))
    return {declare->variable, declare->init};
  const auto *assign = dyn_cast<AssignStmt>(stmt);
  return assign ? Flow{wholeVariable(assign->place), assign->value} : Flow();
}

namespace {

/// The pointer whose value it is; null: none.
const Variable *pointerOf(const Expr *value) {
  const auto *load = value && value->type->isPointer() ? dyn_cast<LoadExpr>(withoutCasts(value)) : nullptr;
  return load ? wholeVariable(load->place) : nullptr;
}

/// May pointers that it is given be somewhere when it is done?
bool mayKeepPointers(const Function *function, std::set<const Function *> &seen) {
  const Function *source = function->derivativeOf ? function->derivativeOf : function->halfOf ? function->halfOf : function;
  if (!seen.insert(source).second)
    return false;
  if (!source->hasBody)
    return !source->storesNoPointers;
  bool keeps = source->returnType->isPointer() || source->returnType->isReference();
  forEachStmt(source->body, [&](const Stmt *stmt) {
    const auto *assign = dyn_cast<AssignStmt>(stmt);
    const Variable *variable = assign ? wholeVariable(assign->place) : nullptr;
    const bool isNumber = assign && (assign->place->type->isFloating() || assign->place->type->isIntegral());
    keeps |= assign && !isNumber && (!variable || variable->isGlobal());
    const auto *call = dyn_cast<CallStmt>(stmt);
    keeps = keeps || (call && mayKeepPointers(call->callee, seen));
  });
  return keeps;
}

/// How often a statement names each pointer, less the times that reach an element, or that the value goes where it is known.
class Uses {
public:
  explicit Uses(const Stmt *stmt) {
    forEachOperand(stmt, [this](const Expr *expr) { look(expr); }, [this](const Place *place) { look(place); });
    const auto *push = dyn_cast<PushStmt>(stmt);
    const auto *release = dyn_cast<FreeStmt>(stmt);
    if (flowOf(stmt).to)
      stays(flowOf(stmt).value);
    if (push || release)
      stays(push ? push->value : release->pointer);
    std::set<const Function *> seen;
    if (const auto *call = dyn_cast<CallStmt>(stmt); call && !mayKeepPointers(call->callee, seen))
      for (const Expr *arg : call->args)
        stays(arg);
  }
  const std::map<const Variable *, int> &left() const { return counts; }

private:
  template <class Tree> void look(const Tree *tree) {
    forEachLoad(tree, [this](const LoadExpr *load) {
      if (const Variable *variable = wholeVariable(load->place); variable && load->type->isPointer())
        ++counts[variable];
    });
    forEachPlace(tree, [this](const Place *place) {
      const auto *deref = dyn_cast<DerefPlace>(place);
      const auto *sum = deref ? dyn_cast<BinaryExpr>(deref->pointer) : nullptr;
      if (deref)
        stays(sum ? sum->left : deref->pointer);
    });
  }
  void stays(const Expr *value) {
    if (const Variable *variable = pointerOf(value))
      --counts[variable];
  }

  std::map<const Variable *, int> counts;
};

} // namespace

BlockPointers::BlockPointers(const std::vector<const StmtList *> &bodies) {
  for (const StmtList *body : bodies)
    forEachStmt(*body, [this](const Stmt *stmt) { look(stmt); });
}

void BlockPointers::look(const Stmt *stmt) {
  noteSource(stmt);
  const Uses uses(stmt);
  for (const auto &[variable, count] : uses.left())
    if (count != 0)
      facts[variable].isKnown = false;
}

/// What a pointer is set to.
void BlockPointers::noteSource(const Stmt *stmt) {
  const Flow flow = flowOf(stmt);
  if (flow.to && flow.value && flow.to->type->isPointer() && !isNull(flow.value)) {
    const Variable *from = pointerOf(flow.value);
    facts[flow.to].isKnown &= from != nullptr;
    if (from) {
      facts[flow.to].others.insert(from);
      facts[from].others.insert(flow.to);
    }
  }
  if (const auto *allocation = dyn_cast<AllocateStmt>(stmt))
    if (const Variable *variable = wholeVariable(allocation->place))
      facts[variable].allocations.push_back(allocation);
  const auto *pop = dyn_cast<PopStmt>(stmt);
  const auto *call = dyn_cast<CallStmt>(stmt);
  if (pop && pop->record == 0)
    facts[wholeVariable(pop->place)].isKnown = false;
  if (call && call->result)
    facts[wholeVariable(call->result)].isKnown = false;
  if (const auto *block = dyn_cast<TapeBlockStmt>(stmt))
    facts[block->block].isKnown = false;
}

SameBlocks BlockPointers::with(const Variable *pointer) const {
  SameBlocks same;
  std::vector<const Variable *> open = {pointer};
  while (!open.empty()) {
    const Variable *variable = open.back();
    open.pop_back();
    if (!same.pointers.insert(variable).second)
      continue;
    const auto found = facts.find(variable);
    const bool isOwn = variable->storage == Storage::Local && variable->type->isPointer() && !variable->isAddressTaken() && !variable->isRestrict;
    if (!isOwn || found == facts.end() || !found->second.isKnown)
      return {};
    open.insert(open.end(), found->second.others.begin(), found->second.others.end());
    same.allocations.insert(same.allocations.end(), found->second.allocations.begin(), found->second.allocations.end());
  }
  return same;
}

} // namespace adjoint::transform
