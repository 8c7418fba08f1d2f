// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Exposed.h"

#include "Analysis/Bounds.h"
#include "Analysis/Elements.h"

#include <algorithm>

namespace adjoint::analysis {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

Exposed::Exposed(Context &context, const Program &program, const Unit &unit, const LoopStmt *loop)
    : context(context), program(program), unit(unit), read(unit.alias->noKeys()), writes(unit.alias->noKeys()) {
  bodies.emplace_back(loop->body);
  noteDeclared(loop->body);
  Defined defined;
  if (std::optional<CountedLoop> counted = countedLoop(loop)) {
    counter = counted->counter;
    defined.variables.insert(counter);
  }
  walk(loop->body, defined);
  for (const Read &element : pending)
    if (isCarried(element, loop))
      read |= element.keys;
}

void Exposed::noteDeclared(const StmtList &body) {
  forEachStmt(body, [&](const Stmt *stmt) {
    const auto *declare = dyn_cast<DeclareStmt>(stmt);
    if ((declare && declare->init) || isa<CallStmt>(stmt))
      declared.insert(declaredBy(stmt));
  });
}

// ------------------------------------------------------------ statements

void Exposed::walk(const StmtList &list, Defined &defined) {
  for (const Stmt *stmt : list)
    walk(stmt, defined);
}

void Exposed::walk(const Stmt *stmt, Defined &defined) {
  switch (stmt->kind) {
  case Stmt::Kind::Declare:
    return declare(cast<DeclareStmt>(stmt), defined);
  case Stmt::Kind::Assign:
    return assign(cast<AssignStmt>(stmt), defined);
  case Stmt::Kind::Call:
    return call(cast<CallStmt>(stmt), defined);
  case Stmt::Kind::Return:
    if (const Expr *value = cast<ReturnStmt>(stmt)->value)
      readExpr(value, defined);
    return;
  case Stmt::Kind::Block:
    return walk(cast<BlockStmt>(stmt)->body, defined);
  case Stmt::Kind::If: {
    const auto *branch = cast<IfStmt>(stmt);
    readExpr(branch->condition, defined);
    return walkBranches({&branch->yes, &branch->no}, false, defined);
  }
  case Stmt::Kind::Switch: {
    const auto *choice = cast<SwitchStmt>(stmt);
    readExpr(choice->condition, defined);
    std::vector<const StmtList *> sections;
    bool mayPassBy = true;
    for (const SwitchSection &section : choice->sections) {
      sections.push_back(&section.body);
      mayPassBy &= !section.isDefault;
    }
    return walkBranches(sections, mayPassBy, defined);
  }
  case Stmt::Kind::Loop:
    return walkLoop(cast<LoopStmt>(stmt), defined);
  case Stmt::Kind::Break:
  case Stmt::Kind::Comment:
    return;
  case Stmt::Kind::Allocate:
  case Stmt::Kind::Free:
  case Stmt::Kind::Continue:
  case Stmt::Kind::Goto:
  case Stmt::Kind::Label:
  case Stmt::Kind::Push:
  case Stmt::Kind::Pop:
  case Stmt::Kind::TapeBlock:
    known = false;
    return;
  }
}

/// Behind branches, the variables that all of them have written.
void Exposed::walkBranches(const std::vector<const StmtList *> &branches, bool mayPassBy, Defined &defined) {
  std::optional<std::set<const Variable *>> common;
  if (mayPassBy)
    common = defined.variables;
  for (const StmtList *branch : branches) {
    Defined inside = defined;
    walk(*branch, inside);
    std::set<const Variable *> both;
    for (const Variable *variable : inside.variables)
      if (!common || common->count(variable))
        both.insert(variable);
    common = both;
  }
  if (common)
    defined.variables = *common;
}

void Exposed::walkLoop(const LoopStmt *loop, Defined &defined) {
  walk(loop->init, defined);
  if (loop->condition)
    readExpr(loop->condition, defined);
  std::optional<CountedLoop> counted = countedLoop(loop);
  if (counted) {
    counted->first = inCaller(counted->first);
    counted->bound = inCaller(counted->bound);
    loops.push_back(*counted);
  }
  Defined inside = defined;
  walk(loop->body, inside);
  walk(loop->step, inside);
  if (!counted)
    return;
  loops.pop_back();
  addSections(*counted, inside, defined);
}

namespace {
/// Puts an expression in the place of a variable's value.
class Substitution : public Rewriter {
public:
  Substitution(Context &context, const std::map<const Variable *, const Expr *> &values)
      : Rewriter(context), values(values) {}

protected:
  using Rewriter::replace;
  const Expr *replace(const Expr *expr) override {
    const auto *load = dyn_cast<LoadExpr>(expr);
    const Variable *variable = load ? wholeVariable(load->place) : nullptr;
    auto found = variable ? values.find(variable) : values.end();
    return found == values.end() ? nullptr : found->second;
  }

private:
  const std::map<const Variable *, const Expr *> &values;
};
} // namespace

template <class T> const T *Exposed::inCaller(const T *node) const { return Substitution(context, bindings).rewrite(node); }

/// p[i] written in each iteration is p[first .. bound) written by the loop.
void Exposed::addSections(const CountedLoop &counted, const Defined &inside, Defined &defined) const {
  bool hasUnitSteps = counted.step == 1 || counted.step == -1;
  std::optional<Range> range = hasUnitSteps ? rangeOf(context, counted) : std::nullopt;
  if (!range)
    return;
  std::vector<Section> found;
  for (size_t i = defined.sections.size(); i < inside.sections.size(); ++i) {
    const Section &section = inside.sections[i];
    if (section.high || !growsWith(section.low, counted.counter))
      continue;
    const Expr *low = Substitution(context, {{counted.counter, range->low}}).rewrite(section.low);
    const Expr *high = Substitution(context, {{counted.counter, range->high}}).rewrite(section.low);
    if (isStable(low) && isStable(high))
      found.push_back({section.base, low, high});
  }
  defined.sections.insert(defined.sections.end(), found.begin(), found.end());
}

void Exposed::declare(const DeclareStmt *stmt, Defined &defined) {
  if (stmt->init)
    readExpr(stmt->init, defined);
  const Variable *variable = stmt->variable;
  defined.variables.insert(variable);
  bool isOnce = stmt->init && timesWritten(variable) == 1 && !isExposed(variable);
  bool isAddress = variable->type->isPointer() || variable->type->isReference();
  if (!isOnce || !(isAddress || variable->type->is(TypeKind::Integer)))
    return;
  const Expr *init = inCaller(stmt->init);
  if (isAddress || isStable(init))
    bindings[variable] = init;
}

void Exposed::assign(const AssignStmt *stmt, Defined &defined) {
  readPath(stmt->place, defined);
  const Expr *operand = operandOfSum(stmt);
  if (operand && !isCovered(inCaller(stmt->place), defined)) {
    readExpr(operand, defined);
    noteWritten(inCaller(stmt->place));
    return;
  }
  readExpr(stmt->value, defined);
  write(stmt->place, defined);
}

// ----------------------------------------------------------------- calls

void Exposed::call(const CallStmt *stmt, Defined &defined) {
  for (const Expr *arg : stmt->args)
    readExpr(arg, defined);
  const Unit &callee = program.unit(stmt->callee);
  known &= !callee.hasOutsideEffects && !callee.managesMemory;
  if (!follow(stmt, defined)) {
    if (!callees.empty()) { // its effects are known in its caller's terms only
      known = false;
      return;
    }
    read |= program.toCaller(stmt, *unit.alias, callee, callee.reads);
    Set written = program.toCaller(stmt, *unit.alias, callee, callee.writes);
    writes |= written;
    stores.push_back({written, std::nullopt, {}});
  }
  if (stmt->result) {
    readPath(stmt->result, defined);
    write(stmt->result, defined);
  }
}

bool Exposed::follow(const CallStmt *stmt, Defined &defined) {
  const Function *body = program.unit(stmt->callee).function;
  bool isRecursive = std::find(callees.begin(), callees.end(), stmt->callee) != callees.end();
  if (!body->hasBody || isRecursive || stmt->args.size() != body->params.size())
    return false;
  callees.push_back(stmt->callee);
  bodies.emplace_back(body->body);
  std::map<const Variable *, const Expr *> arguments;
  for (unsigned i = 0; i < body->params.size(); ++i)
    arguments[body->params[i]] = inCaller(stmt->args[i]);
  for (const auto &[param, value] : arguments)
    bindings[param] = value;
  std::vector<CountedLoop> around = loops;
  walk(body->body, defined);
  loops = around;
  callees.pop_back();
  return true;
}

// ------------------------------------------------------ reads and writes

void Exposed::readExpr(const Expr *expr, const Defined &defined) {
  forEachLoad(expr, [&](const LoadExpr *load) { readPlace(load->place, defined); });
}

void Exposed::readPath(const Place *place, const Defined &defined) {
  forEachLoad(place, [&](const LoadExpr *load) { readPlace(load->place, defined); });
}

void Exposed::readPlace(const Place *place, const Defined &defined) {
  if (const Variable *variable = wholeVariable(place); variable && bindings.count(variable))
    return; // what it is made of has been read where it was bound
  const Place *own = inCaller(place);
  if (isCovered(own, defined))
    return;
  Set keys = unit.alias->keysOf(own);
  known &= keys.any() || rootVariable(own); // variables of callees have no keys here
  if (!waits(own, defined))
    read |= keys;
}

/// Is this a read of an array of which a section has been written, to be judged when all is known?
bool Exposed::waits(const Place *place, const Defined &defined) {
  std::optional<Element> element = elementOf(place);
  if (!element)
    return false;
  for (const Section &section : defined.sections) {
    bool isFixed = section.high && section.base == element->base;
    for (const Expr *bound : {section.low, section.high})
      if (bound)
        forEachLoad(bound, [&](const LoadExpr *load) {
          const Variable *variable = wholeVariable(load->place);
          isFixed &= variable && variable != counter && timesWritten(variable) == 0 && !declared.count(variable);
        });
    if (isFixed) {
      pending.push_back({unit.alias->keysOf(place), section});
      return true;
    }
  }
  return false;
}

bool Exposed::isCarried(const Read &element, const LoopStmt *loop) const {
  Set touched = unit.alias->overlapping(element.keys);
  const Section &section = element.section;
  bool stays = std::all_of(stores.begin(), stores.end(), [&](const Write &store) {
    if (!intersects(store.keys, touched))
      return true;
    return store.element && store.element->base == section.base &&
           isNeverLess(store.loops, store.element->index, section.low) &&
           isAlwaysLess(store.loops, store.element->index, section.high);
  });
  return !stays || writesOutside(loop, touched);
}

bool Exposed::writesOutside(const LoopStmt *loop, const Set &keys) const {
  std::set<const Stmt *> inside;
  forEachStmt(loop, [&](const Stmt *stmt) { inside.insert(stmt); });
  bool found = false;
  forEachStmt(unit.function->body, [&](const Stmt *stmt) {
    if (inside.count(stmt))
      return;
    if (!isa<AllocateStmt>(stmt))
      forEachOperand(stmt, [](const Expr *) {}, [&](const Place *place) {
        found |= intersects(unit.alias->keysOf(place), keys);
      });
    if (const auto *call = dyn_cast<CallStmt>(stmt)) {
      const Unit &callee = program.unit(call->callee);
      found |= intersects(program.toCaller(call, *unit.alias, callee, callee.writes), keys);
    }
  });
  return found;
}

void Exposed::noteWritten(const Place *place) {
  Set keys = unit.alias->keysOf(place);
  known &= keys.any() || rootVariable(place);
  writes |= keys;
  std::optional<Element> element = elementOf(place);
  if (element && !isStable(element->index))
    element.reset();
  stores.push_back({keys, element, loops});
}

void Exposed::write(const Place *place, Defined &defined) {
  const Place *own = inCaller(place);
  noteWritten(own);
  if (const Variable *variable = wholeVariable(own)) {
    defined.variables.insert(variable);
    return;
  }
  std::optional<Element> element = elementOf(own);
  if (element && isStable(element->index))
    defined.sections.push_back({element->base, element->index, nullptr});
}

// -------------------------------------------------------------- elements

unsigned Exposed::timesWritten(const Variable *variable) const {
  unsigned times = 0;
  for (const Writes &body : bodies)
    times += body.count(variable);
  return times;
}

bool Exposed::isExposed(const Variable *variable) const {
  return std::any_of(bodies.begin(), bodies.end(), [&](const Writes &body) { return body.isExposed(variable); });
}

/// Has the expression one value as long as the iteration, and the loops around, stand where they are?
bool Exposed::isStable(const Expr *expr) const {
  bool stable = true;
  forEachLoad(expr, [&](const LoadExpr *load) {
    const Variable *variable = wholeVariable(load->place);
    bool isCounter = std::any_of(loops.begin(), loops.end(), [&](const CountedLoop &l) { return l.counter == variable; });
    bool isOwnConstant = variable && declared.count(variable) && timesWritten(variable) == 1;
    bool isOuter = variable && !variable->isGlobal() && unit.alias->regionOf(variable) >= 0 && timesWritten(variable) == 0;
    stable &= isCounter || (variable && !isExposed(variable) && (isOwnConstant || isOuter));
  });
  return stable;
}

/// A place as an element of an array, or of what a pointer that never changes points to.
std::optional<Exposed::Element> Exposed::elementOf(const Place *place) const {
  const Expr *zero = context.intLiteral(0);
  if (const auto *element = dyn_cast<IndexPlace>(place)) {
    const Variable *array = wholeVariable(element->array);
    return array ? std::optional<Element>({array, element->index}) : std::nullopt;
  }
  const auto *deref = dyn_cast<DerefPlace>(place);
  const Expr *index = nullptr;
  const Expr *pointer = deref ? deref->pointer : nullptr;
  while (pointer) {
    if (const auto *conversion = dyn_cast<CastExpr>(pointer)) {
      const Type *from = conversion->operand->type, *to = conversion->type;
      if (!from->isPointer() || context.withoutConst(from->element) != context.withoutConst(to->element))
        return std::nullopt;
      pointer = conversion->operand;
      continue;
    }
    const auto *sum = dyn_cast<BinaryExpr>(pointer);
    if (!sum)
      break;
    if (sum->op != BinaryOp::Add || !sum->left->type->isPointer())
      return std::nullopt;
    index = index ? context.binary(BinaryOp::Add, sum->right, index) : sum->right;
    pointer = sum->left;
  }
  const auto *load = pointer ? dyn_cast<LoadExpr>(pointer) : nullptr;
  const Variable *base = load ? wholeVariable(load->place) : nullptr;
  if (base && isStable(load))
    return Element{base, index ? index : zero};
  const auto *address = pointer ? dyn_cast<AddressExpr>(pointer) : nullptr;
  const auto *first = address ? dyn_cast<IndexPlace>(address->place) : nullptr;
  const Variable *array = first ? wholeVariable(first->array) : nullptr;
  if (!array)
    return std::nullopt;
  return Element{array, index ? context.binary(BinaryOp::Add, first->index, index) : first->index};
}

bool Exposed::isCovered(const Place *place, const Defined &defined) const {
  const Variable *root = rootVariable(place);
  if (root && defined.variables.count(root))
    return true;
  std::optional<Element> element = elementOf(place);
  if (!element || !isStable(element->index))
    return false;
  return std::any_of(defined.sections.begin(), defined.sections.end(), [&](const Section &section) {
    if (section.base != element->base)
      return false;
    if (!section.high)
      return same(section.low, element->index);
    return isNeverLess(loops, element->index, section.low) && isAlwaysLess(loops, element->index, section.high);
  });
}

} // namespace adjoint::analysis
