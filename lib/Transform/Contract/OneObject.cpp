// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Contract/OneObject.h"

#include "IR/Visit.h"

#include <set>

namespace adjoint::transform {

using namespace ir;
using llvm::dyn_cast;

namespace {

bool isValueOf(const Expr *expr, const Variable *param) {
  const auto *load = dyn_cast<LoadExpr>(expr);
  return load && wholeVariable(load->place) == param;
}

/// Follows pointers from variable to variable.
class Search {
public:
  explicit Search(const analysis::Program &program) : program(program) {}

  /// `function` has the pointer as a parameter or a local variable.
  bool isOnlyFollowed(const Variable *pointer, const Function *function) {
    if (!seen.insert(pointer).second)
      return true;
    if (!program.contains(function) || !function->hasBody)
      return false;
    unsigned uses = 0, harmless = 0;
    std::vector<std::pair<const Variable *, const Function *>> others; // that have the same value
    forEachStmt(program.unit(function).function->body, [&](const Stmt *stmt) {
      countUses(stmt, pointer, uses, harmless);
      for (const Variable *copy : copiesIn(stmt, pointer))
        others.push_back({copy, function});
      if (const auto *call = dyn_cast<CallStmt>(stmt))
        for (unsigned i : argumentsOf(call, pointer))
          others.push_back({paramOf(call->callee, i), call->callee});
    });
    return uses == harmless + others.size() &&
           llvm::all_of(others, [&](const auto &other) { return isOnlyFollowed(other.first, other.second); });
  }

private:
  static void countUses(const Stmt *stmt, const Variable *pointer, unsigned &uses, unsigned &harmless) {
    auto use = [&](const Expr *part) { uses += isValueOf(part, pointer); };
    auto follow = [&](const Place *place) {
      const auto *deref = dyn_cast<DerefPlace>(place);
      harmless += deref && isValueOf(withoutCasts(deref->pointer), pointer);
    };
    auto look = [&](const auto *operand) {
      forEachExpr(operand, use);
      forEachPlace(operand, follow);
    };
    forEachOperand(stmt, [&](const Expr *e) { look(e); }, [&](const Place *written) { look(written); });
  }

  static std::vector<const Variable *> copiesIn(const Stmt *stmt, const Variable *pointer) {
    if (const auto *declare = dyn_cast<DeclareStmt>(stmt); declare && declare->init)
      return isValueOf(withoutCasts(declare->init), pointer) ? std::vector{declare->variable} : std::vector<const Variable *>();
    const auto *assign = dyn_cast<AssignStmt>(stmt);
    const Variable *copy = assign && isValueOf(withoutCasts(assign->value), pointer) ? wholeVariable(assign->place) : nullptr;
    return copy && !copy->isGlobal() ? std::vector{copy} : std::vector<const Variable *>();
  }

  std::vector<unsigned> argumentsOf(const CallStmt *call, const Variable *pointer) const {
    std::vector<unsigned> found;
    for (unsigned i = 0; i < call->args.size() && i < call->callee->params.size(); ++i)
      if (isValueOf(withoutCasts(call->args[i]), pointer))
        found.push_back(i);
    return found;
  }

  /// As the body in normal form has it.
  const Variable *paramOf(const Function *function, unsigned i) const {
    return program.contains(function) ? program.unit(function).function->params[i] : function->params[i];
  }

  const analysis::Program &program;
  std::set<const Variable *> seen;
};

} // namespace

bool leadsToOneObject(const Variable *param, const Function *function, const analysis::Program &program) {
  return Search(program).isOnlyFollowed(param, function);
}

} // namespace adjoint::transform
