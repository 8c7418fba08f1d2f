// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "IR/Visit.h"

#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/StringRef.h"

namespace adjoint::ir {

using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

// ----------------------------------------------------------------- walks

void forEachExpr(const Place *place, llvm::function_ref<void(const Expr *)> visit) {
  switch (place->kind) {
  case Place::Kind::Var:
    return;
  case Place::Kind::Deref:
    return forEachExpr(cast<DerefPlace>(place)->pointer, visit);
  case Place::Kind::Index:
    forEachExpr(cast<IndexPlace>(place)->array, visit);
    return forEachExpr(cast<IndexPlace>(place)->index, visit);
  case Place::Kind::Field:
    return forEachExpr(cast<FieldPlace>(place)->object, visit);
  }
}

void forEachExpr(const Expr *expr, llvm::function_ref<void(const Expr *)> visit) {
  visit(expr);
  switch (expr->kind) {
  case Expr::Kind::Literal:
  case Expr::Kind::FunctionRef:
    return;
  case Expr::Kind::Load:
    return forEachExpr(cast<LoadExpr>(expr)->place, visit);
  case Expr::Kind::Address:
    return forEachExpr(cast<AddressExpr>(expr)->place, visit);
  case Expr::Kind::Unary:
    return forEachExpr(cast<UnaryExpr>(expr)->operand, visit);
  case Expr::Kind::Binary:
    forEachExpr(cast<BinaryExpr>(expr)->left, visit);
    return forEachExpr(cast<BinaryExpr>(expr)->right, visit);
  case Expr::Kind::Cast:
    return forEachExpr(cast<CastExpr>(expr)->operand, visit);
  case Expr::Kind::Select:
    forEachExpr(cast<SelectExpr>(expr)->condition, visit);
    forEachExpr(cast<SelectExpr>(expr)->yes, visit);
    return forEachExpr(cast<SelectExpr>(expr)->no, visit);
  case Expr::Kind::Intrinsic:
    for (const Expr *arg : cast<IntrinsicExpr>(expr)->args)
      forEachExpr(arg, visit);
    return;
  case Expr::Kind::InitList:
    for (const Expr *element : cast<InitListExpr>(expr)->elements)
      forEachExpr(element, visit);
    return;
  }
}

namespace {
void placeAndPrefixes(const Place *place, llvm::function_ref<void(const Place *)> visit) {
  visit(place);
  if (const auto *element = dyn_cast<IndexPlace>(place))
    placeAndPrefixes(element->array, visit);
  else if (const auto *field = dyn_cast<FieldPlace>(place))
    placeAndPrefixes(field->object, visit);
}
} // namespace

namespace {
void placesOf(const Expr *e, llvm::function_ref<void(const Place *)> visit) {
  if (const auto *load = dyn_cast<LoadExpr>(e))
    placeAndPrefixes(load->place, visit);
  else if (const auto *address = dyn_cast<AddressExpr>(e))
    placeAndPrefixes(address->place, visit);
}
} // namespace

void forEachPlace(const Expr *expr, llvm::function_ref<void(const Place *)> visit) {
  forEachExpr(expr, [&](const Expr *e) { placesOf(e, visit); });
}

void forEachPlace(const Place *place, llvm::function_ref<void(const Place *)> visit) {
  placeAndPrefixes(place, visit);
  forEachExpr(place, [&](const Expr *e) { placesOf(e, visit); });
}

void forEachLoad(const Expr *expr, llvm::function_ref<void(const LoadExpr *)> visit) {
  forEachExpr(expr, [&](const Expr *e) {
    if (const auto *load = dyn_cast<LoadExpr>(e))
      visit(load);
  });
}

void forEachLoad(const Place *path, llvm::function_ref<void(const LoadExpr *)> visit) {
  forEachExpr(path, [&](const Expr *e) {
    if (const auto *load = dyn_cast<LoadExpr>(e))
      visit(load);
  });
}

void forEachList(const Stmt *stmt, llvm::function_ref<void(const StmtList &)> visit) {
  switch (stmt->kind) {
  case Stmt::Kind::Block:
    return visit(cast<BlockStmt>(stmt)->body);
  case Stmt::Kind::If:
    visit(cast<IfStmt>(stmt)->yes);
    return visit(cast<IfStmt>(stmt)->no);
  case Stmt::Kind::Loop:
    visit(cast<LoopStmt>(stmt)->init);
    visit(cast<LoopStmt>(stmt)->body);
    return visit(cast<LoopStmt>(stmt)->step);
  case Stmt::Kind::Switch:
    for (const SwitchSection &section : cast<SwitchStmt>(stmt)->sections)
      visit(section.body);
    return;
  case Stmt::Kind::Declare:
  case Stmt::Kind::Assign:
  case Stmt::Kind::Call:
  case Stmt::Kind::Allocate:
  case Stmt::Kind::Free:
  case Stmt::Kind::Break:
  case Stmt::Kind::Continue:
  case Stmt::Kind::Return:
  case Stmt::Kind::Goto:
  case Stmt::Kind::Label:
  case Stmt::Kind::Push:
  case Stmt::Kind::Pop:
  case Stmt::Kind::TapeBlock:
  case Stmt::Kind::Heading:
    return;
  }
}

void forEachStmt(const Stmt *stmt, llvm::function_ref<void(const Stmt *)> visit) {
  visit(stmt);
  forEachList(stmt, [&](const StmtList &list) { forEachStmt(list, visit); });
}

void forEachStmt(const StmtList &list, llvm::function_ref<void(const Stmt *)> visit) {
  for (const Stmt *stmt : list)
    forEachStmt(stmt, visit);
}

void forEachOperand(const Stmt *stmt, llvm::function_ref<void(const Expr *)> expr,
                    llvm::function_ref<void(const Place *)> written) {
  auto maybe = [&](const Expr *e) {
    if (e)
      expr(e);
  };
  switch (stmt->kind) {
  case Stmt::Kind::Declare:
    return maybe(cast<DeclareStmt>(stmt)->init);
  case Stmt::Kind::Assign:
    expr(cast<AssignStmt>(stmt)->value);
    return written(cast<AssignStmt>(stmt)->place);
  case Stmt::Kind::Call:
    for (const Expr *arg : cast<CallStmt>(stmt)->args)
      expr(arg);
    if (cast<CallStmt>(stmt)->result)
      written(cast<CallStmt>(stmt)->result);
    return;
  case Stmt::Kind::Allocate:
    maybe(cast<AllocateStmt>(stmt)->count);
    return written(cast<AllocateStmt>(stmt)->place);
  case Stmt::Kind::Free:
    return expr(cast<FreeStmt>(stmt)->pointer);
  case Stmt::Kind::If:
    return expr(cast<IfStmt>(stmt)->condition);
  case Stmt::Kind::Loop:
    return maybe(cast<LoopStmt>(stmt)->condition);
  case Stmt::Kind::Switch:
    return expr(cast<SwitchStmt>(stmt)->condition);
  case Stmt::Kind::Return:
    return maybe(cast<ReturnStmt>(stmt)->value);
  case Stmt::Kind::Push:
    maybe(cast<PushStmt>(stmt)->range);
    return expr(cast<PushStmt>(stmt)->value);
  case Stmt::Kind::Pop:
    maybe(cast<PopStmt>(stmt)->range);
    return written(cast<PopStmt>(stmt)->place);
  case Stmt::Kind::TapeBlock:
    return expr(cast<TapeBlockStmt>(stmt)->count);
  case Stmt::Kind::Block:
  case Stmt::Kind::Break:
  case Stmt::Kind::Continue:
  case Stmt::Kind::Goto:
  case Stmt::Kind::Label:
  case Stmt::Kind::Heading:
    return;
  }
}

// -------------------------------------------------------------- equality

bool same(const Place *a, const Place *b) {
  if (a == b)
    return true;
  if (a->kind != b->kind)
    return false;
  switch (a->kind) {
  case Place::Kind::Var:
    return cast<VarPlace>(a)->variable == cast<VarPlace>(b)->variable;
  case Place::Kind::Deref:
    return same(cast<DerefPlace>(a)->pointer, cast<DerefPlace>(b)->pointer);
  case Place::Kind::Index:
    return same(cast<IndexPlace>(a)->array, cast<IndexPlace>(b)->array) &&
           same(cast<IndexPlace>(a)->index, cast<IndexPlace>(b)->index);
  case Place::Kind::Field:
    return cast<FieldPlace>(a)->field == cast<FieldPlace>(b)->field &&
           same(cast<FieldPlace>(a)->object, cast<FieldPlace>(b)->object);
  }
  return false;
}

namespace {
bool same(const std::vector<const Expr *> &a, const std::vector<const Expr *> &b) {
  if (a.size() != b.size())
    return false;
  for (size_t i = 0; i < a.size(); ++i)
    if (!ir::same(a[i], b[i]))
      return false;
  return true;
}

/// Names that stand for one number are one constant, too.
bool areOneConstant(const LiteralExpr *a, const LiteralExpr *b) {
  const bool isOneText = !a->spelling.empty() && a->spelling == b->spelling;
  return isOneText || areEqual(a->value, b->value);
}
} // namespace

bool same(const Expr *a, const Expr *b) {
  if (a == b)
    return true;
  if (a->kind != b->kind || a->type != b->type)
    return false;
  switch (a->kind) {
  case Expr::Kind::Literal:
    return areOneConstant(cast<LiteralExpr>(a), cast<LiteralExpr>(b));
  case Expr::Kind::Load:
    return same(cast<LoadExpr>(a)->place, cast<LoadExpr>(b)->place);
  case Expr::Kind::Address:
    return same(cast<AddressExpr>(a)->place, cast<AddressExpr>(b)->place);
  case Expr::Kind::Unary:
    return cast<UnaryExpr>(a)->op == cast<UnaryExpr>(b)->op &&
           same(cast<UnaryExpr>(a)->operand, cast<UnaryExpr>(b)->operand);
  case Expr::Kind::Binary:
    return cast<BinaryExpr>(a)->op == cast<BinaryExpr>(b)->op &&
           same(cast<BinaryExpr>(a)->left, cast<BinaryExpr>(b)->left) &&
           same(cast<BinaryExpr>(a)->right, cast<BinaryExpr>(b)->right);
  case Expr::Kind::Cast:
    return same(cast<CastExpr>(a)->operand, cast<CastExpr>(b)->operand);
  case Expr::Kind::Select:
    return same(cast<SelectExpr>(a)->condition, cast<SelectExpr>(b)->condition) &&
           same(cast<SelectExpr>(a)->yes, cast<SelectExpr>(b)->yes) &&
           same(cast<SelectExpr>(a)->no, cast<SelectExpr>(b)->no);
  case Expr::Kind::Intrinsic:
    return cast<IntrinsicExpr>(a)->spelling == cast<IntrinsicExpr>(b)->spelling &&
           same(cast<IntrinsicExpr>(a)->args, cast<IntrinsicExpr>(b)->args);
  case Expr::Kind::FunctionRef:
    return cast<FunctionRefExpr>(a)->function == cast<FunctionRefExpr>(b)->function &&
           cast<FunctionRefExpr>(a)->spelling == cast<FunctionRefExpr>(b)->spelling;
  case Expr::Kind::InitList:
    return same(cast<InitListExpr>(a)->elements, cast<InitListExpr>(b)->elements);
  }
  return false;
}

namespace {
void addHash(const Expr *expr, llvm::hash_code &hash);

void addHash(const Place *place, llvm::hash_code &hash) {
  hash = llvm::hash_combine(hash, place->kind);
  switch (place->kind) {
  case Place::Kind::Var:
    hash = llvm::hash_combine(hash, cast<VarPlace>(place)->variable);
    return;
  case Place::Kind::Deref:
    return addHash(cast<DerefPlace>(place)->pointer, hash);
  case Place::Kind::Index:
    addHash(cast<IndexPlace>(place)->array, hash);
    return addHash(cast<IndexPlace>(place)->index, hash);
  case Place::Kind::Field:
    hash = llvm::hash_combine(hash, cast<FieldPlace>(place)->field);
    return addHash(cast<FieldPlace>(place)->object, hash);
  }
}

void addHash(const Expr *expr, llvm::hash_code &hash) {
  forEachExpr(expr, [&](const Expr *e) {
    hash = llvm::hash_combine(hash, e->kind);
    const auto *literal = dyn_cast<LiteralExpr>(e);
    const auto *integer = literal ? std::get_if<Integer>(&literal->value) : nullptr;
    if (integer) // as an index is; names of one number are the same constant
      hash = llvm::hash_combine(hash, integer->magnitude);
    else if (const auto *load = dyn_cast<LoadExpr>(e))
      hash = llvm::hash_combine(hash, rootVariable(load->place));
    else if (const auto *address = dyn_cast<AddressExpr>(e))
      hash = llvm::hash_combine(hash, rootVariable(address->place));
  });
}
} // namespace

size_t hashOf(const Place *place) {
  llvm::hash_code hash(0);
  addHash(place, hash);
  return hash;
}

const Variable *rootVariable(const Place *place) {
  switch (place->kind) {
  case Place::Kind::Var:
    return cast<VarPlace>(place)->variable;
  case Place::Kind::Deref:
    return nullptr;
  case Place::Kind::Index:
    return rootVariable(cast<IndexPlace>(place)->array);
  case Place::Kind::Field:
    return rootVariable(cast<FieldPlace>(place)->object);
  }
  return nullptr;
}

const Variable *wholeVariable(const Place *place) {
  const auto *var = dyn_cast<VarPlace>(place);
  return var ? var->variable : nullptr;
}

const Variable *objectOfParameter(const Place *place) {
  while (const auto *field = dyn_cast<FieldPlace>(place))
    place = field->object;
  const Variable *variable = wholeVariable(place);
  if (const auto *deref = dyn_cast<DerefPlace>(place)) {
    const auto *load = dyn_cast<LoadExpr>(deref->pointer);
    const Variable *reference = load ? wholeVariable(load->place) : nullptr;
    variable = reference && reference->type->isReference() ? reference : nullptr;
  }
  return variable && variable->storage == Storage::Parameter ? variable : nullptr;
}

const Expr *withoutCasts(const Expr *expr) {
  while (const auto *conversion = dyn_cast<CastExpr>(expr))
    expr = conversion->operand;
  return expr;
}

bool isWhole(const Place *place) {
  const auto *deref = dyn_cast<DerefPlace>(place);
  const auto *load = deref ? dyn_cast<LoadExpr>(deref->pointer) : nullptr;
  const Variable *pointer = load ? wholeVariable(load->place) : nullptr;
  return pointer ? pointer->isMovedLocal : wholeVariable(place) != nullptr;
}

const Variable *declaredBy(const Stmt *stmt) {
  if (const auto *declare = dyn_cast<DeclareStmt>(stmt))
    return declare->variable;
  if (const auto *call = dyn_cast<CallStmt>(stmt))
    return call->declares ? wholeVariable(call->result) : nullptr;
  if (const auto *allocation = dyn_cast<AllocateStmt>(stmt))
    return allocation->declares ? wholeVariable(allocation->place) : nullptr;
  if (const auto *pop = dyn_cast<PopStmt>(stmt))
    return pop->declares ? wholeVariable(pop->place) : nullptr;
  if (const auto *block = dyn_cast<TapeBlockStmt>(stmt))
    return block->declares() ? block->block : nullptr;
  return nullptr;
}

bool movesTape(const Stmt *stmt) {
  const auto *allocation = dyn_cast<AllocateStmt>(stmt);
  const auto *release = dyn_cast<FreeStmt>(stmt);
  return isa<PushStmt>(stmt) || isa<PopStmt>(stmt) || isa<TapeBlockStmt>(stmt) ||
         (allocation && allocation->form == AllocationForm::Tape) || (release && release->form == AllocationForm::Tape);
}

bool mentions(const Expr *expr, const Variable *variable) {
  bool found = false;
  forEachPlace(expr, [&](const Place *place) { found |= rootVariable(place) == variable; });
  return found;
}

bool mentions(const Stmt *stmt, const Variable *variable) {
  bool found = false;
  forEachStmt(stmt, [&](const Stmt *s) {
    forEachOperand(
        s, [&](const Expr *e) { found |= mentions(e, variable); },
        [&](const Place *p) {
          found |= rootVariable(p) == variable;
          forEachExpr(p, [&](const Expr *e) { found |= mentions(e, variable); });
        });
  });
  return found;
}

// ------------------------------------------------------------- rewriting

const Place *Rewriter::rewrite(const Place *place) {
  if (const Place *other = replace(place))
    return other;
  switch (place->kind) {
  case Place::Kind::Var: {
    const Variable *old = cast<VarPlace>(place)->variable;
    const Variable *now = replace(old);
    return now == old ? place : context.make<VarPlace>(now);
  }
  case Place::Kind::Deref: {
    const Expr *old = cast<DerefPlace>(place)->pointer;
    const Expr *now = rewrite(old);
    return now == old ? place : context.deref(now);
  }
  case Place::Kind::Index: {
    const auto *element = cast<IndexPlace>(place);
    const Place *array = rewrite(element->array);
    const Expr *index = rewrite(element->index);
    return array == element->array && index == element->index ? place : context.index(array, index);
  }
  case Place::Kind::Field: {
    const auto *field = cast<FieldPlace>(place);
    const Place *object = rewrite(field->object);
    return object == field->object ? place : context.field(object, field->field->index);
  }
  }
  return place;
}

const Expr *Rewriter::rewrite(const Expr *expr) {
  if (!expr)
    return nullptr;
  if (const Expr *other = replace(expr))
    return other;
  switch (expr->kind) {
  case Expr::Kind::Literal:
  case Expr::Kind::FunctionRef:
  case Expr::Kind::InitList:
    return expr;
  case Expr::Kind::Load: {
    const Place *place = rewrite(cast<LoadExpr>(expr)->place);
    return place == cast<LoadExpr>(expr)->place ? expr : context.load(place);
  }
  case Expr::Kind::Address: {
    const Place *place = rewrite(cast<AddressExpr>(expr)->place);
    return place == cast<AddressExpr>(expr)->place ? expr : context.addressOf(place);
  }
  case Expr::Kind::Unary: {
    const auto *unary = cast<UnaryExpr>(expr);
    const Expr *operand = rewrite(unary->operand);
    return operand == unary->operand ? expr : context.make<UnaryExpr>(unary->op, operand, unary->type);
  }
  case Expr::Kind::Binary: {
    const auto *binary = cast<BinaryExpr>(expr);
    const Expr *left = rewrite(binary->left), *right = rewrite(binary->right);
    bool unchanged = left == binary->left && right == binary->right;
    return unchanged ? expr : context.make<BinaryExpr>(binary->op, left, right, binary->type);
  }
  case Expr::Kind::Cast: {
    const auto *conversion = cast<CastExpr>(expr);
    const Expr *operand = rewrite(conversion->operand);
    return operand == conversion->operand ? expr
                                          : context.make<CastExpr>(conversion->form, operand, conversion->type);
  }
  case Expr::Kind::Select: {
    const auto *select = cast<SelectExpr>(expr);
    const Expr *condition = rewrite(select->condition);
    const Expr *yes = rewrite(select->yes), *no = rewrite(select->no);
    bool unchanged = condition == select->condition && yes == select->yes && no == select->no;
    return unchanged ? expr : context.make<SelectExpr>(condition, yes, no, select->type, select->location);
  }
  case Expr::Kind::Intrinsic: {
    const auto *call = cast<IntrinsicExpr>(expr);
    std::vector<const Expr *> args;
    for (const Expr *arg : call->args)
      args.push_back(rewrite(arg));
    return args == call->args ? expr : context.intrinsic(call->name, call->spelling, args, call->type);
  }
  }
  return expr;
}

StmtList Rewriter::rewrite(const StmtList &list) {
  StmtList out;
  for (const Stmt *stmt : list)
    rewrite(stmt, out);
  return out;
}

void Rewriter::rewrite(const Stmt *stmt, StmtList &out) {
  if (!replace(stmt, out))
    out.push_back(rebuild(stmt));
}

Stmt *Rewriter::rebuild(const Stmt *stmt) {
  switch (stmt->kind) {
  case Stmt::Kind::Declare: {
    const auto *s = cast<DeclareStmt>(stmt);
    return context.rebuilt(s, replace(s->variable), rewrite(s->init));
  }
  case Stmt::Kind::Assign: {
    const auto *s = cast<AssignStmt>(stmt);
    return context.rebuilt(s, rewrite(s->place), rewrite(s->value));
  }
  case Stmt::Kind::Call: {
    const auto *s = cast<CallStmt>(stmt);
    std::vector<const Expr *> args;
    for (const Expr *arg : s->args)
      args.push_back(rewrite(arg));
    const Place *result = s->result ? rewrite(s->result) : nullptr;
    return context.rebuilt(s, result, s->declares, s->callee, args);
  }
  case Stmt::Kind::Allocate: {
    const auto *s = cast<AllocateStmt>(stmt);
    return context.rebuilt(s, rewrite(s->place), s->declares, rewrite(s->count));
  }
  case Stmt::Kind::Free: {
    const auto *s = cast<FreeStmt>(stmt);
    return context.rebuilt(s, rewrite(s->pointer));
  }
  case Stmt::Kind::Block:
    return context.rebuilt(cast<BlockStmt>(stmt), rewrite(cast<BlockStmt>(stmt)->body));
  case Stmt::Kind::If: {
    const auto *s = cast<IfStmt>(stmt);
    const Expr *condition = rewrite(s->condition);
    StmtList yes = rewrite(s->yes), no = rewrite(s->no);
    return context.rebuilt(s, condition, yes, no);
  }
  case Stmt::Kind::Loop:
    return rebuild(cast<LoopStmt>(stmt));
  case Stmt::Kind::Switch: {
    const auto *s = cast<SwitchStmt>(stmt);
    const Expr *condition = rewrite(s->condition);
    std::vector<SwitchSection> sections = s->sections;
    for (SwitchSection &section : sections)
      section.body = rewrite(section.body);
    return context.rebuilt(s, condition, sections);
  }
  case Stmt::Kind::Return:
    return context.rebuilt(cast<ReturnStmt>(stmt), rewrite(cast<ReturnStmt>(stmt)->value));
  case Stmt::Kind::Push: {
    const auto *s = cast<PushStmt>(stmt);
    const Expr *value = rewrite(s->value);
    return context.rebuilt(s, value, rewrite(s->range));
  }
  case Stmt::Kind::Pop: {
    const auto *s = cast<PopStmt>(stmt);
    const Place *place = rewrite(s->place);
    return context.rebuilt(s, place, rewrite(s->range));
  }
  case Stmt::Kind::TapeBlock: {
    const auto *s = cast<TapeBlockStmt>(stmt);
    return context.rebuilt(s, replace(s->block), rewrite(s->count));
  }
  case Stmt::Kind::Break:
  case Stmt::Kind::Continue:
  case Stmt::Kind::Goto:
  case Stmt::Kind::Label:
  case Stmt::Kind::Heading:
    return context.copied(stmt);
  }
  return nullptr;
}

LoopStmt *Rewriter::rebuild(const LoopStmt *loop) {
  StmtList init = rewrite(loop->init);
  const Expr *condition = rewrite(loop->condition);
  StmtList step = rewrite(loop->step), body = rewrite(loop->body);
  LoopStmt *made = context.rebuilt(loop, init, condition, step, body);
  if (loop->trips)
    made->trips = replace(loop->trips);
  for (auto *sums : {&made->parallelSums, &made->reductions, &made->ownSums})
    for (const Variable *&sum : *sums)
      sum = replace(sum);
  if (made->checkpoint)
    for (Checkpoint::Extent &extent : made->checkpoint->extents)
      extent = {rewrite(extent.pointer), rewrite(extent.count)};
  return made;
}

bool isTable(const Stmt *stmt) {
  const auto *declare = llvm::dyn_cast<DeclareStmt>(stmt);
  const Type *type = declare ? declare->variable->type : nullptr;
  while (type && type->isArray())
    type = type->element;
  return type && type->isConst && declare->init && llvm::isa<InitListExpr>(declare->init);
}

bool isLiteralTable(const Stmt *stmt) {
  bool isLiteral = isTable(stmt);
  if (isLiteral)
    forEachExpr(llvm::cast<DeclareStmt>(stmt)->init, [&](const Expr *part) {
      const auto *load = llvm::dyn_cast<LoadExpr>(part);
      const Variable *variable = load ? rootVariable(load->place) : nullptr;
      const bool isOfFile = variable && variable->isGlobal() && variable->type->isConst && !holdsPointer(variable->type);
      isLiteral = isLiteral && (load ? isOfFile : !llvm::isa<AddressExpr>(part));
    });
  return isLiteral;
}

} // namespace adjoint::ir
