// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "IR/Verifier.h"

#include "IR/VerifyTypes.h"
#include "IR/Visit.h"

#include <set>

namespace adjoint::ir {

using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {

class Verifier {
public:
  explicit Verifier(const Function &function) : function(function) {}

  /// What is wrong; empty: nothing.
  std::string run() {
    for (const Variable *param : function.params)
      visible.insert(param);
    checkList(function.body, {});
    return problem;
  }

private:
  /// What surrounds a statement.
  struct Context {
    bool inLoop = false;
    bool inSwitch = false;
    std::set<std::string> labels; ///< that stand later in an enclosing list
  };

  void fail(const std::string &rule) {
    if (problem.empty())
      problem = "in '" + function.name + "', " + rule;
  }
  void require(bool holds, const std::string &rule) {
    if (!holds)
      fail(rule);
  }

  // ------------------------------------------------------- trees

  void check(const Expr *expr, bool isInitialiser = false) {
    const Expr *top = expr;
    forEachExpr(expr, [&](const Expr *e) {
      if (std::string rule = brokenRule(e); !rule.empty())
        fail(rule);
      require(isInitialiser || !isa<InitListExpr>(e), "E9: a list outside a declaration");
      if (const auto *load = dyn_cast<LoadExpr>(e))
        checkNode(load->place);
      else if (const auto *address = dyn_cast<AddressExpr>(e))
        checkNode(address->place);
      require(!isa<InitListExpr>(top) || !isa<LoadExpr>(e), "E9: a list that is not constant");
    });
  }

  /// The place and its prefixes; not the expressions in its path.
  void checkNode(const Place *place) {
    if (std::string rule = brokenRule(place); !rule.empty())
      fail(rule);
    if (const auto *element = dyn_cast<IndexPlace>(place))
      return checkNode(element->array);
    if (const auto *field = dyn_cast<FieldPlace>(place))
      return checkNode(field->object);
    if (const Variable *variable = wholeVariable(place))
      if (!variable->isGlobal() && !visible.count(variable))
        fail("V1: '" + variable->name + "' is used where it is not visible");
  }

  void check(const Place *place) {
    checkNode(place);
    forEachExpr(place, [&](const Expr *e) {
      if (std::string rule = brokenRule(e); !rule.empty())
        fail(rule);
      if (const auto *load = dyn_cast<LoadExpr>(e))
        checkNode(load->place);
      else if (const auto *address = dyn_cast<AddressExpr>(e))
        checkNode(address->place);
    });
  }

  void checkCondition(const Expr *condition, const char *what) {
    check(condition);
    require(isCondition(condition->type), std::string("E5: the condition of ") + what + " is none");
  }

  // ------------------------------------------------------ writes

  void declare(const Variable *variable) {
    bool isStatic = variable->storage == Storage::StaticLocal;
    require(variable->storage != Storage::Parameter && variable->storage != Storage::Global,
            "V2: '" + variable->name + "' is declared, but is no local");
    const bool isNew = visible.insert(variable).second;
    if (isNew)
      declared.push_back(variable);
    require(isNew || isStatic, "V2: '" + variable->name + "' is declared twice");
  }

  void checkWritten(const Place *place, bool declares) {
    if (declares) {
      const Variable *variable = wholeVariable(place);
      if (!variable)
        return fail("S5: a declaration of what is no variable");
      declare(variable);
      return check(place);
    }
    check(place);
    require(!isConstDeep(place->type), "S3: a const place is written" + named(place));
    require(!place->type->isReference(), "S3: a reference is bound anew" + named(place));
  }

  static std::string named(const Place *place) {
    const Variable *variable = rootVariable(place);
    return variable ? " ('" + variable->name + "')" : "";
  }

  // -------------------------------------------------- statements

  void checkList(const StmtList &list, const Context &context) {
    const size_t before = declared.size();
    checkOpenList(list, context);
    hideSince(before);
  }

  void hideSince(size_t before) {
    for (; declared.size() > before; declared.pop_back())
      visible.erase(declared.back());
  }

  /// Leaves what the list declares visible.
  void checkOpenList(const StmtList &list, const Context &around) {
    Context context = around;
    for (const Stmt *stmt : list)
      if (const auto *label = dyn_cast<LabelStmt>(stmt))
        context.labels.insert(label->label);
    for (size_t i = 0; i < list.size() && problem.empty(); ++i) {
      if (const auto *label = dyn_cast<LabelStmt>(list[i]); label && !around.labels.count(label->label))
        context.labels.erase(label->label);
      check(list[i], context);
    }
  }

  void check(const Stmt *stmt, const Context &context) {
    switch (stmt->kind) {
    case Stmt::Kind::Declare:
      return checkDeclare(cast<DeclareStmt>(stmt));
    case Stmt::Kind::Assign:
      return checkAssign(cast<AssignStmt>(stmt));
    case Stmt::Kind::Call:
      return checkCall(cast<CallStmt>(stmt));
    case Stmt::Kind::Allocate:
      return checkAllocate(cast<AllocateStmt>(stmt));
    case Stmt::Kind::Free:
      check(cast<FreeStmt>(stmt)->pointer);
      return require(cast<FreeStmt>(stmt)->pointer->type->isPointer(), "S6: what is freed is no pointer");
    case Stmt::Kind::Block:
      return checkList(cast<BlockStmt>(stmt)->body, context);
    case Stmt::Kind::If:
      checkCondition(cast<IfStmt>(stmt)->condition, "a branch");
      checkList(cast<IfStmt>(stmt)->yes, context);
      return checkList(cast<IfStmt>(stmt)->no, context);
    case Stmt::Kind::Loop:
      return checkLoop(cast<LoopStmt>(stmt), context);
    case Stmt::Kind::Switch:
      return checkSwitch(cast<SwitchStmt>(stmt), context);
    case Stmt::Kind::Break:
      return require(context.inLoop || context.inSwitch, "S7: a break outside a loop and a switch");
    case Stmt::Kind::Continue:
      return require(context.inLoop, "S7: a continue outside a loop");
    case Stmt::Kind::Return:
      return checkReturn(cast<ReturnStmt>(stmt));
    case Stmt::Kind::Goto:
      return require(context.labels.count(cast<GotoStmt>(stmt)->label) != 0,
                     "S10: no label '" + cast<GotoStmt>(stmt)->label + "' stands ahead");
    case Stmt::Kind::Label:
      return require(labels.insert(cast<LabelStmt>(stmt)->label).second,
                     "S10: the label '" + cast<LabelStmt>(stmt)->label + "' stands twice");
    case Stmt::Kind::Push:
      checkRange(cast<PushStmt>(stmt)->range);
      return check(cast<PushStmt>(stmt)->value);
    case Stmt::Kind::Pop:
      checkRange(cast<PopStmt>(stmt)->range);
      return checkWritten(cast<PopStmt>(stmt)->place, cast<PopStmt>(stmt)->declares);
    case Stmt::Kind::TapeBlock:
      return checkTapeBlock(cast<TapeBlockStmt>(stmt));
    case Stmt::Kind::Heading:
      return;
    }
  }

  void checkRange(const Expr *range) {
    if (!range)
      return;
    check(range);
    require(range->type->isRecord(), "S12: elements that no range says");
  }

  void checkTapeBlock(const TapeBlockStmt *stmt) {
    check(stmt->count);
    require(stmt->count->type->is(TypeKind::Integer), "S11: a block of the tape whose length is no number");
    require(stmt->block->type->isPointer(), "S11: a block of the tape without a pointer to it");
    if (stmt->declares())
      return declare(stmt->block);
    require(visible.count(stmt->block), "S11: no such block of the tape");
  }

  void checkDeclare(const DeclareStmt *declaration) {
    const Variable *variable = declaration->variable;
    const Expr *init = declaration->init;
    const Type *type = variable->type;
    if (init)
      check(init, true);
    declare(variable);
    if (!init) {
      return require(!type->isReference() && !(type->isConst && type->isScalar()),
                     "S1: '" + variable->name + "' needs an initialiser");
    }
    require(isValueFor(init->type, type), "S1: the initialiser of '" + variable->name + "' has another type");
    require(!type->isArray() || isa<InitListExpr>(init) || isa<LoadExpr>(init),
            "S2: the array '" + variable->name + "' is initialised neither by a list nor by a copy");
  }

  void checkAssign(const AssignStmt *assign) {
    check(assign->value);
    checkWritten(assign->place, false);
    require(!assign->place->type->isArray(), "S2: an array is assigned" + named(assign->place));
    require(isValueFor(assign->value->type, assign->place->type),
            "S1: the assigned value has another type" + named(assign->place));
  }

  void checkCall(const CallStmt *call) {
    for (const Expr *arg : call->args)
      check(arg);
    if (!call->callee)
      return fail("S4: a call of no function");
    const Function &callee = *call->callee;
    const std::string of = " of '" + callee.name + "'";
    size_t given = call->args.size(), wanted = callee.params.size();
    require(given == wanted || (callee.isVariadic && given > wanted), "S4: wrong number of arguments" + of);
    for (size_t i = 0; i < given && i < wanted; ++i)
      require(isValueFor(call->args[i]->type, callee.params[i]->type),
              "S4: argument " + std::to_string(i + 1) + of + " has another type");
    if (call->result) {
      checkWritten(call->result, call->declares);
      checkResult(call->result->type, callee);
    }
    require(call->result || !call->declares, "S5: a declaration of nothing");
  }

  void checkResult(const Type *result, const Function &callee) {
    const Type *returned = callee.returnType;
    bool fits = sameValueType(result, returned);
    if (returned->isReference()) // the object, its address, or another reference to it
      fits |= sameValueType(result, returned->element) ||
              ((result->isPointer() || result->isReference()) && sameValueType(result->element, returned->element));
    require(fits && !returned->isVoid(), "S4: the result of '" + callee.name + "' has another type");
  }

  void checkAllocate(const AllocateStmt *allocation) {
    if (allocation->count) {
      check(allocation->count);
      require(allocation->count->type->isIntegral(), "S6: the number of elements is no integer");
    }
    const bool isOne = allocation->form == AllocationForm::New;
    require(allocation->form == AllocationForm::Tape || (allocation->count == nullptr) == isOne,
            "S6: a number of elements that there should not be, or none");
    checkWritten(allocation->place, allocation->declares);
    const Type *type = allocation->place->type;
    require(type->isPointer() && sameValueType(type->element, allocation->element),
            "S6: memory for a pointer to another type");
  }

  void checkLoop(const LoopStmt *loop, Context context) {
    const size_t before = declared.size();
    Context header = context;
    header.inLoop = header.inSwitch = false;
    checkOpenList(loop->init, header);
    if (loop->condition)
      checkCondition(loop->condition, "a loop");
    checkList(loop->step, header);
    context.inLoop = true;
    checkList(loop->body, context);
    hideSince(before);
  }

  void checkSwitch(const SwitchStmt *choice, Context context) {
    check(choice->condition);
    require(choice->condition->type->isIntegral(), "S8: a switch over what is no integer");
    context.inSwitch = true;
    unsigned defaults = 0;
    for (const SwitchSection &section : choice->sections) {
      defaults += section.isDefault;
      for (const Expr *label : section.labels)
        checkLabel(label, choice->condition->type);
      checkList(section.body, context);
    }
    require(defaults <= 1, "S8: two defaults");
  }

  void checkLabel(const Expr *label, const Type *type) {
    check(label);
    require(label->type == type, "S8: a label of another type than the condition");
    forEachLoad(label, [this](const LoadExpr *) { fail("S8: a label that is not constant"); });
  }

  void checkReturn(const ReturnStmt *ret) {
    require((ret->value != nullptr) == !function.returnType->isVoid(),
            "S9: a value returned where there is none, or none");
    if (!ret->value)
      return;
    check(ret->value);
    require(isValueFor(ret->value->type, function.returnType), "S1: the returned value has another type");
  }

  const Function &function;
  std::set<const Variable *> visible;
  std::vector<const Variable *> declared; ///< of the visible ones, in the order of their declaration
  std::set<std::string> labels;
  std::string problem;
};

} // namespace

bool verify(const Function &function, std::string &whatIsWrong) {
  whatIsWrong = Verifier(function).run();
  return whatIsWrong.empty();
}

} // namespace adjoint::ir
