// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Orders/WideNumbers.h"

#include "IR/Callees.h"
#include "IR/Mentions.h"

#include "llvm/ADT/StringExtras.h"

namespace adjoint::transform {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;

// ----------------------------------------------------------------- types

namespace {

std::string spelledWide(const WideClass &wide, const std::string &number) {
  return wide.name + "<" + number + ", " + std::to_string(wide.count) + ">";
}

/// `std::vector<adjoint::Taylor<double, 4>>` for `std::vector<double>`; empty for what is no container of numbers.
std::string containerSpelledWide(const WideClass &wide, llvm::StringRef spelling) {
  spelling.consume_front("::");
  static const std::set<std::string> containers = {"vector", "array", "span", "pair", "tuple", "std", "const"};
  std::string text;
  while (!spelling.empty()) {
    const llvm::StringRef word = spelling.take_while([](char c) { return llvm::isAlpha(c) || c == '_'; });
    spelling = spelling.drop_front(word.size());
    if (word == "double" || word == "float")
      text += spelledWide(wide, word.str());
    else if (word.empty() || containers.count(word.str()))
      text += word;
    else
      return "";
    if (word.empty()) {
      text += spelling.front();
      spelling = spelling.drop_front();
    }
  }
  return text;
}

std::string identifierFrom(llvm::StringRef spelling) {
  std::string name;
  for (char c : spelling)
    if (llvm::isAlnum(c) || c == '_')
      name += c;
    else if (!name.empty() && name.back() != '_')
      name += '_';
  return name;
}

} // namespace

namespace {
/// For the user; empty: nobody else can name it.
std::string spellingOf(const Record &record) {
  return !record.isMirror ? record.spelling : record.view ? record.view->spelling : "";
}
} // namespace

bool canBeWide(const Type *type) {
  while (type->element)
    type = type->element;
  const WideClass any = {"", 1, ""};
  return !type->isRecord() || !containerSpelledWide(any, spellingOf(*type->record)).empty();
}

const Type *WideTypes::of(const Type *type) {
  if (!reachesFloating(type))
    return type;
  const Type *made = withoutQualifier(type);
  return type->isConst ? context.withConst(made) : made;
}

const Type *WideTypes::withoutQualifier(const Type *type) {
  switch (type->kind) {
  case TypeKind::Floating:
    return context.floating(spelledWide(wide, type->spelling), type->bits); // a number is converted without a word
  case TypeKind::Pointer:
    return context.pointerTo(of(type->element));
  case TypeKind::Reference:
    return context.referenceTo(of(type->element));
  case TypeKind::Array:
    return context.arrayOf(of(type->element), type->count);
  case TypeKind::Record:
    return context.recordType(record(type->record));
  case TypeKind::Void:
  case TypeKind::Bool:
  case TypeKind::Integer:
  case TypeKind::Enum:
  case TypeKind::Function:
    return type;
  }
  return type;
}

const Record *WideTypes::record(const Record *narrow) {
  auto [entry, isNew] = records.insert({narrow, nullptr});
  if (!isNew)
    return entry->second;
  const std::string container = narrow->isMirror ? "" : containerSpelledWide(wide, narrow->spelling);
  const std::string plain = identifierFrom(narrow->spelling) + "_" + wide.clause + "_" + std::to_string(wide.count);
  Record *made = context.record(container.empty() ? plain : container);
  records[narrow] = made;
  made->isMirror = container.empty();
  made->emptyBraces = narrow->emptyBraces;
  made->fields = narrow->fields;
  for (Field &field : made->fields)
    field.type = of(field.type);
  if (narrow->view)
    made->view = viewOf(*narrow->view);
  return made;
}

/// Without `extend`: the caller's object has the shape of its primal.
const ClassView *WideTypes::viewOf(const ClassView &narrow) {
  auto *made = context.make<ClassView>(narrow);
  made->spelling = containerSpelledWide(wide, narrow.spelling);
  made->extend = made->shape = "";
  return made;
}

std::string WideTypes::className(const std::string &narrow) const { return containerSpelledWide(wide, narrow); }

Variable *WideTypes::variable(const Variable *narrow) {
  auto *made = context.make<Variable>(*narrow);
  made->type = of(narrow->type);
  made->user.className = className(narrow->user.className);
  return made;
}

// ------------------------------------------------------------- variables

namespace {

const Variable *baseOf(const Place *place);

/// The variables that a value of a pointer or a record may be of.
void forEachBase(const Expr *expr, const std::function<void(const Variable *)> &visit) {
  auto ofPlace = [&](const Place *place) {
    if (const Variable *base = baseOf(place))
      visit(base);
  };
  if (const auto *load = dyn_cast<LoadExpr>(expr))
    return ofPlace(load->place);
  if (const auto *address = dyn_cast<AddressExpr>(expr))
    return ofPlace(address->place);
  if (const auto *conversion = dyn_cast<CastExpr>(expr))
    return forEachBase(conversion->operand, visit);
  if (const auto *binary = dyn_cast<BinaryExpr>(expr))
    return forEachBase(binary->left->type->isPointer() ? binary->left : binary->right, visit);
  if (const auto *select = dyn_cast<SelectExpr>(expr)) {
    forEachBase(select->yes, visit);
    forEachBase(select->no, visit);
  }
}

/// The variable that holds the place, or the pointer that leads to it.
const Variable *baseOf(const Place *place) {
  if (const auto *whole = dyn_cast<VarPlace>(place))
    return whole->variable;
  if (const auto *index = dyn_cast<IndexPlace>(place))
    return baseOf(index->array);
  if (const auto *field = dyn_cast<FieldPlace>(place))
    return baseOf(field->object);
  const Variable *found = nullptr;
  forEachBase(cast<DerefPlace>(place)->pointer, [&](const Variable *base) { found = base; });
  return found;
}

} // namespace

WideVariables::WideVariables(const std::vector<const Function *> &functions, const std::vector<const Variable *> &first,
                             IntrinsicTest isWideIntrinsic)
    : isWideIntrinsic(std::move(isWideIntrinsic)) {
  for (const Variable *variable : first)
    add(variable);
  for (const Function *function : functions)
    forEachStmt(function->body, [&](const Stmt *stmt) {
      if (const auto *reserved = dyn_cast<TapeBlockStmt>(stmt))
        tapeBlocks.insert(reserved->block);
    });
  for (bool isGrown = true; isGrown;) {
    const size_t before = found.size() + results.size() + records.size();
    for (const Function *function : functions)
      forEachStmt(function->body, [&](const Stmt *stmt) { follow(*function, stmt); });
    isGrown = found.size() + results.size() + records.size() != before;
  }
}

void WideVariables::add(const Variable *variable) {
  if (reachesFloating(variable->type))
    found.insert(variable);
}

void WideVariables::addBases(const Expr *expr) {
  if (!expr->type->isFloating() && reachesFloating(expr->type))
    forEachBase(expr, [this](const Variable *base) { add(base); });
}

/// A number goes one way; a pointer and what it came from lead to the same.
void WideVariables::give(const Variable *holder, const Expr *value) {
  if (!holder || !value)
    return;
  if (isWide(value)) {
    add(holder);
    addBases(value);
  } else if (contains(holder)) {
    addBases(value);
    takeFromTape(holder, value);
  }
}

/// What is popped is what was pushed, whichever variable a sweep has for it.
void WideVariables::followRecord(unsigned record, const Place *place) {
  const Variable *holder = baseOf(place);
  if (!record || !holder || !reachesFloating(place->type))
    return;
  if (contains(holder))
    records.insert(record);
  else if (records.count(record))
    add(holder);
}

/// Each half of an adjoint has a variable of its own for a block of the tape: what a variable is restored from holds what it does.
void WideVariables::takeFromTape(const Variable *holder, const Expr *value) {
  const auto *load = dyn_cast<LoadExpr>(value);
  const Variable *block = load && value->type->isFloating() ? baseOf(load->place) : nullptr;
  if (block && tapeBlocks.count(block) && contains(holder))
    add(block);
}

void WideVariables::follow(const Function &function, const Stmt *stmt) {
  if (const auto *declare = dyn_cast<DeclareStmt>(stmt))
    give(declare->variable, declare->init);
  else if (const auto *assign = dyn_cast<AssignStmt>(stmt))
    give(baseOf(assign->place), assign->value);
  else if (const auto *call = dyn_cast<CallStmt>(stmt))
    followCall(call);
  else if (const auto *pop = dyn_cast<PopStmt>(stmt))
    followRecord(pop->record, pop->place);
  else if (const auto *push = dyn_cast<PushStmt>(stmt))
    if (const auto *load = dyn_cast<LoadExpr>(push->value))
      followRecord(push->record, load->place);
  const auto *returns = dyn_cast<ReturnStmt>(stmt);
  if (!returns || !returns->value)
    return;
  if (isWide(returns->value))
    results.insert(&function);
  if (isReturnedBy(&function))
    addBases(returns->value);
}

void WideVariables::followCall(const CallStmt *call) {
  const Function &callee = *call->callee;
  for (size_t i = 0; callee.hasBody && i < call->args.size() && i < callee.params.size(); ++i)
    give(callee.params[i], call->args[i]);
  const Variable *holder = call->result ? baseOf(call->result) : nullptr;
  if (!holder)
    return;
  if (isReturnedBy(&callee))
    add(holder);
  else if (contains(holder) && callee.hasBody && !callee.returnType->isFloating() && reachesFloating(callee.returnType))
    results.insert(&callee);
}

bool WideVariables::passesOn(const IntrinsicExpr *intrinsic) const {
  return isWideIntrinsic(intrinsic) && llvm::any_of(intrinsic->args, [this](const Expr *arg) { return isWide(arg); });
}

bool WideVariables::isWide(const Expr *expr) const {
  if (!expr || !reachesFloating(expr->type))
    return false;
  switch (expr->kind) {
  case Expr::Kind::Load:
    return isWide(cast<LoadExpr>(expr)->place);
  case Expr::Kind::Address:
    return isWide(cast<AddressExpr>(expr)->place);
  case Expr::Kind::Unary:
    return isWide(cast<UnaryExpr>(expr)->operand);
  case Expr::Kind::Binary:
    return isWide(cast<BinaryExpr>(expr)->left) || isWide(cast<BinaryExpr>(expr)->right);
  case Expr::Kind::Cast:
    return isWide(cast<CastExpr>(expr)->operand);
  case Expr::Kind::Select:
    return isWide(cast<SelectExpr>(expr)->yes) || isWide(cast<SelectExpr>(expr)->no);
  case Expr::Kind::Intrinsic:
    return passesOn(cast<IntrinsicExpr>(expr));
  case Expr::Kind::Literal:
  case Expr::Kind::FunctionRef:
  case Expr::Kind::InitList:
    return false;
  }
  return false;
}

bool WideVariables::isWide(const Place *place) const {
  const Variable *base = baseOf(place);
  return base && contains(base);
}

// -------------------------------------------------------------- rewriting

const Variable *Widening::of(const Variable *variable) {
  if (!wide.contains(variable))
    return variable;
  auto [entry, isNew] = made.insert({variable, nullptr});
  if (isNew)
    entry->second = types.variable(variable);
  return entry->second;
}

StmtList Widening::bodyOf(const Function &function) {
  current = &function;
  return rewrite(function.body);
}

/// A number stands for a wide one that has nothing else.
const Expr *Widening::valueOf(const Expr *value, const Type *type) {
  if (const auto *list = dyn_cast<InitListExpr>(value)) {
    std::vector<const Expr *> elements;
    for (const Expr *element : list->elements)
      elements.push_back(valueOf(element, element->type));
    return context.make<InitListExpr>(std::move(elements), types.of(list->type));
  }
  if (llvm::isa<LiteralExpr>(value) && type->isPointer() && reachesFloating(type))
    return context.null(context.withoutConst(types.of(type)));
  const Expr *own = rewrite(value);
  const bool isNumber = type->isFloating() && !wide.isWide(value);
  return isNumber ? context.cast(CastExpr::Form::Implicit, own, context.withoutConst(types.of(type))) : own;
}

const Expr *Widening::numberOf(const IntrinsicExpr *intrinsic) {
  std::vector<const Expr *> args;
  for (const Expr *arg : intrinsic->args)
    args.push_back(wide.isWide(arg) && arg->type->isFloating() ? context.cast(CastExpr::Form::Explicit, rewrite(arg), arg->type) : rewrite(arg));
  return context.intrinsic(intrinsic->name, intrinsic->spelling, std::move(args), intrinsic->type);
}

const Expr *Widening::replaceIntrinsic(const IntrinsicExpr *intrinsic) {
  if (!wide.isWide(intrinsic))
    return numberOf(intrinsic);
  std::vector<const Expr *> args;
  for (const Expr *arg : intrinsic->args)
    args.push_back(rewrite(arg));
  return context.intrinsic(intrinsic->name, spellingOf(intrinsic), std::move(args), types.of(intrinsic->type));
}

/// Of what is wide, the type follows from the parts.
const Expr *Widening::replace(const Expr *expr) {
  if (const auto *conversion = dyn_cast<CastExpr>(expr); conversion && wide.isWide(conversion->operand)) {
    const bool isOfNumbers = !conversion->type->isPointer(); // the classes convert nothing by themselves
    return context.cast(isOfNumbers ? CastExpr::Form::Explicit : conversion->form, rewrite(conversion->operand),
                        wide.isWide(expr) ? types.of(expr->type) : expr->type);
  }
  if (const auto *intrinsic = dyn_cast<IntrinsicExpr>(expr))
    return replaceIntrinsic(intrinsic);
  const auto *binary = dyn_cast<BinaryExpr>(expr);
  if (binary && (wide.isWide(binary->left) || wide.isWide(binary->right)))
    return context.binary(binary->op, valueOf(binary->left, binary->left->type), valueOf(binary->right, binary->right->type));
  if (!wide.isWide(expr))
    return nullptr;
  if (const auto *unary = dyn_cast<UnaryExpr>(expr))
    return context.make<UnaryExpr>(unary->op, rewrite(unary->operand), types.of(expr->type));
  if (const auto *select = dyn_cast<SelectExpr>(expr))
    return context.make<SelectExpr>(rewrite(select->condition), valueOf(select->yes, expr->type), valueOf(select->no, expr->type),
                                    types.of(expr->type), select->location);
  return nullptr;
}

bool Widening::replace(const Stmt *stmt, StmtList &out) {
  const Stmt *made = nullptr;
  if (const auto *declare = dyn_cast<DeclareStmt>(stmt); declare && declare->init && wide.contains(declare->variable)) {
    made = context.rebuilt(declare, of(declare->variable), valueOf(declare->init, declare->variable->type));
  } else if (const auto *assign = dyn_cast<AssignStmt>(stmt); assign && wide.isWide(assign->place)) {
    AssignStmt *own = context.rebuilt(assign, rewrite(assign->place), valueOf(assign->value, assign->place->type));
    own->isAtomic = false; // what runs in order
    made = own;
  } else if (const auto *allocate = dyn_cast<AllocateStmt>(stmt); allocate && wide.isWide(allocate->place)) {
    made = annotatedAs(allocate, context.make<AllocateStmt>(rewrite(allocate->place), allocate->declares, types.of(allocate->element),
                                                            allocate->count ? rewrite(allocate->count) : nullptr, allocate->form,
                                                            allocate->zeroed));
  } else if (const auto *call = dyn_cast<CallStmt>(stmt)) {
    made = rewrittenCall(call);
  } else if (const auto *loop = dyn_cast<LoopStmt>(stmt)) {
    made = inOrder(loop);
  } else if (const auto *returns = dyn_cast<ReturnStmt>(stmt); returns && returns->value && wide.isReturnedBy(current)) {
    made = annotatedAs(returns, context.make<ReturnStmt>(valueOf(returns->value, current->returnType)));
  }
  if (made)
    out.push_back(made);
  return made;
}

const Stmt *Widening::rewrittenCall(const CallStmt *call) {
  std::vector<const Expr *> args;
  for (size_t i = 0; i < call->args.size(); ++i) {
    const bool isToWide = i < call->callee->params.size() && wide.contains(call->callee->params[i]);
    args.push_back(isToWide ? valueOf(call->args[i], call->callee->params[i]->type) : rewrite(call->args[i]));
  }
  return context.rebuilt(call, call->result ? rewrite(call->result) : nullptr, call->declares, call->callee, std::move(args));
}

const Stmt *Widening::inOrder(const LoopStmt *loop) {
  LoopStmt *own = rebuild(loop);
  own->sumsInAnyOrder = own->isIndependent = own->runsInParallel = false;
  own->parallelSums.clear();
  own->reductions.clear();
  return own;
}

std::vector<const Function *> widened(Context &context, const std::vector<const Function *> &functions, WideTypes &types,
                                      const WideVariables &wide, const std::function<std::unique_ptr<Widening>()> &widen) {
  Callees others;
  std::vector<std::pair<const Function *, Function *>> copies;
  for (const Function *function : functions)
    others[function] = copies.emplace_back(function, context.make<Function>(*function)).second;
  std::vector<const Function *> made;
  for (auto &[function, copy] : copies) {
    const std::unique_ptr<Widening> widening = widen();
    for (const Variable *&param : copy->params)
      param = widening->of(param);
    if (wide.isReturnedBy(function))
      copy->returnType = types.of(function->returnType);
    copy->body = withCallees(context, widening->bodyOf(*function), others);
    made.push_back(copy);
  }
  return made;
}

bool checkWide(const std::vector<const Function *> &functions, const WideVariables &wide, const WideClass &what, Location where,
               DiagnosticSink &diagnostics) {
  std::set<std::pair<DiagId, std::string>> reported;
  auto report = [&](DiagId id, const std::string &name) {
    if (reported.insert({id, name}).second)
      diagnostics.report(id, where, {name, what.clause});
  };
  auto look = [&](const Place *place) {
    const Variable *base = baseOf(place);
    if (base && base->isGlobal() && wide.contains(base))
      report(DiagId::wide_global, base->name);
  };
  for (const Function *function : functions) {
    forEachPlaceIn(function->body, look);
    forEachStmt(function->body, [&](const Stmt *stmt) {
      const auto *call = dyn_cast<CallStmt>(stmt);
      const bool isForeign = call && (!call->callee->hasBody || !llvm::is_contained(functions, call->callee));
      if (isForeign && llvm::any_of(call->args, [&](const Expr *arg) { return wide.isWide(arg); }))
        report(DiagId::wide_call, call->callee->spelling);
    });
  }
  return reported.empty();
}

} // namespace adjoint::transform
