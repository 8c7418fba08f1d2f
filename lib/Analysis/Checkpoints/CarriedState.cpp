// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Checkpoints/CarriedState.h"

#include "Analysis/Memory/Elements.h"
#include "Analysis/Memory/Substitution.h"

namespace adjoint::analysis {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {
constexpr size_t deepest = 20; ///< calls that are followed

/// Is a copy of its bytes all that it is? Of objects of the library that holds of random engines, and not of streams.
bool isKeptAsBytes(const Type *type) {
  if (type->isArray())
    return isKeptAsBytes(type->element);
  if (!type->isRecord())
    return true;
  return type->record->isOpaque ? type->record->isValue
                                : llvm::all_of(type->record->fields, [](const Field &field) { return isKeptAsBytes(field.type); });
}
} // namespace

std::string nameOfState(const Place *place) {
  const Variable *name = rootVariable(place);
  forEachLoad(place, [&](const LoadExpr *load) { name = name ? name : rootVariable(load->place); });
  const auto *field = dyn_cast<FieldPlace>(place);
  return !field && name ? name->name : field ? field->field->name : "memory";
}

CarriedState::CarriedState(Context &context, const Program &program, const Unit &unit, const LoopStmt *loop, const Checkpoint &request)
    : context(context), program(program), unit(unit), loop(loop), request(request), ranges(context, loop), present(loop->location),
      written(unit.alias->noKeys()), sums(unit.alias->noKeys()), moving(unit.alias->noKeys()) {}

bool CarriedState::refuse(DiagId why, Location where, std::vector<std::string> args) {
  if (!refused)
    refused = Refusal{why, callees.empty() ? where : present, std::move(args)};
  return false;
}

bool CarriedState::refusePointer(const Place *pointer, Location where) {
  return refuse(DiagId::checkpoint_pointers, where, {sourceName(pointer)});
}

/// What the user calls the variable that the place is in or behind, of which it may be a part.
std::string CarriedState::sourceName(const Place *place) const {
  const Variable *name = rootVariable(place);
  forEachLoad(place, [&](const LoadExpr *load) { name = name ? name : rootVariable(load->place); });
  const Variable *found = nullptr;
  auto consider = [&](const Variable *variable) {
    if (variable && name && !variable->isTemporary && name->location.isValid() && variable->location.raw == name->location.raw)
      found = variable;
  };
  llvm::for_each(unit.original->params, consider);
  forEachStmt(unit.original->body, [&](const Stmt *stmt) { consider(declaredBy(stmt)); });
  const Place *source = nullptr; // of a name that the user has not written: what it stands for
  if (!found)
    forEachStmt(loop->body, [&](const Stmt *stmt) {
      const auto *declare = dyn_cast<DeclareStmt>(stmt);
      if (declare && declare->variable == name && declare->init)
        forEachLoad(declare->init, [&](const LoadExpr *load) { source = source ? source : load->place; });
    });
  if (source)
    return sourceName(source);
  return found ? found->name : name ? name->name : "memory";
}

std::optional<FusedLoop> CarriedState::find() {
  code.push_back(std::make_unique<Writes>(loop->body));
  forEachStmt(loop, [this](const Stmt *stmt) {
    if (const Variable *variable = declaredBy(stmt))
      own.insert(variable);
  });
  FusedLoop found;
  if (findGroups() && areOwnersKnown())
    walk(loop->body);
  if (refused)
    return std::nullopt;
  found.keptBlocks = kept;
  found.owners = owners;
  found.snapshots = request;
  found.written = written;
  found.exposed = exposedKeys();
  if (!addParts(found))
    return std::nullopt;
  return found;
}

// ------------------------------------------------------------ statements

void CarriedState::walk(const StmtList &list) {
  for (const Stmt *stmt : list)
    if (!refused)
      walk(stmt);
}

void CarriedState::branch(const Expr *condition, bool holds, const StmtList &list) {
  const bool isUnderstood = ranges.assume(inFront(condition), holds);
  doubts += !isUnderstood;
  walk(list);
  doubts -= !isUnderstood;
  ranges.forget();
}

void CarriedState::walk(const Stmt *stmt) {
  if (callees.empty())
    present = stmt->location;
  forEachOperand(stmt, [this](const Expr *e) { read(e); }, [](const Place *) {});
  switch (stmt->kind) {
  case Stmt::Kind::Declare:
    return declare(cast<DeclareStmt>(stmt));
  case Stmt::Kind::Assign:
    return write(cast<AssignStmt>(stmt)->place, stmt->location);
  case Stmt::Kind::Call:
    return call(cast<CallStmt>(stmt));
  case Stmt::Kind::Allocate:
    return allocate(cast<AllocateStmt>(stmt));
  case Stmt::Kind::Free:
    return release(cast<FreeStmt>(stmt));
  case Stmt::Kind::Block:
    return walk(cast<BlockStmt>(stmt)->body);
  case Stmt::Kind::If: {
    const auto *s = cast<IfStmt>(stmt);
    branch(s->condition, true, s->yes);
    return branch(s->condition, false, s->no);
  }
  case Stmt::Kind::Switch:
    ++doubts;
    for (const SwitchSection &section : cast<SwitchStmt>(stmt)->sections)
      walk(section.body);
    --doubts;
    return;
  case Stmt::Kind::Loop: {
    const auto *inner = cast<LoopStmt>(stmt);
    walk(inner->init);
    std::optional<CountedLoop> counted = countedLoop(inner);
    if (counted) {
      counted->first = inFront(counted->first);
      counted->bound = inFront(counted->bound);
      ranges.enter(*counted);
    }
    walk(inner->body);
    if (counted)
      ranges.leave(*counted);
    else
      walk(inner->step);
    return;
  }
  case Stmt::Kind::Return:
  case Stmt::Kind::Break:
  case Stmt::Kind::Heading:
    return;
  case Stmt::Kind::Continue:
  case Stmt::Kind::Goto:
  case Stmt::Kind::Label:
  case Stmt::Kind::Push:
  case Stmt::Kind::Pop:
  case Stmt::Kind::TapeBlock:
    refuse(DiagId::checkpoint_memory, stmt->location);
    return;
  }
}

bool CarriedState::isBoundOnce(const Variable *variable) const {
  const Type *type = variable->type;
  const bool isFollowed = type->isPointer() || type->isReference() || type->isIntegral();
  return isFollowed && code.back()->count(variable) == 1 && !code.back()->isExposed(variable);
}

void CarriedState::bind(const Variable *variable, const Expr *value) { bindings[variable] = inFront(value); }

template <class T> const T *CarriedState::inFront(const T *node) const {
  return bindings.empty() ? node : Substitution(context, bindings).rewrite(node);
}

void CarriedState::declare(const DeclareStmt *stmt) {
  own.insert(stmt->variable);
  ranges.addOwn(stmt->variable);
  bindings.erase(stmt->variable);
  if (stmt->init && isBoundOnce(stmt->variable))
    bind(stmt->variable, stmt->init);
}

/// Memory that belongs to the iteration is its own to free; where it is freed is not looked for, since the adjoint frees it
/// in the same scope.
void CarriedState::allocate(const AllocateStmt *stmt) {
  const Variable *pointer = wholeVariable(stmt->place);
  if (!pointer || !stmt->declares) {
    refuse(DiagId::checkpoint_memory, stmt->location);
    return;
  }
  own.insert(pointer);
  ranges.addOwn(pointer);
  fresh.insert(pointer);
  bindings.erase(pointer);
}

void CarriedState::release(const FreeStmt *stmt) {
  const Variable *pointer = copiedFrom(stmt->pointer);
  const bool isKept = pointer && isOwner(pointer);
  if (!pointer || (isKept ? !callees.empty() : !leadsToFresh(pointer))) {
    refuse(DiagId::checkpoint_memory, stmt->location);
    return;
  }
  if (isKept)
    owners.insert(wholeVariable(cast<LoadExpr>(withoutCasts(stmt->pointer))->place));
}

// ----------------------------------------------------------------- calls

void CarriedState::call(const CallStmt *stmt) {
  const Unit &callee = program.unit(stmt->callee);
  if (!callee.isRepeatableWithObjects) {
    const Function *why = callee.notRepeatableWithObjects;
    refuse(DiagId::checkpoint_effect, stmt->location, {why ? why->name : stmt->callee->name});
    return;
  }
  const Expr *returned = nullptr;
  if (!callee.isRepeatable && !callee.function->hasBody)
    changeObjects(stmt);
  else if (!enter(stmt, returned))
    callUnknown(stmt, program.toCaller(stmt, *unit.alias, callee, callee.writes));
  if (!stmt->result || refused)
    return;
  if (!stmt->declares)
    return write(stmt->result, stmt->location);
  const Variable *result = wholeVariable(stmt->result);
  own.insert(result);
  ranges.addOwn(result);
  bindings.erase(result);
  if (returned && isBoundOnce(result))
    bindings[result] = returned;
}

/// As if its body stood here. `returned`: what it returns, in the terms of what stands in front of the loop.
bool CarriedState::enter(const CallStmt *stmt, const Expr *&returned) {
  const Function *body = program.unit(stmt->callee).function;
  const bool isRecursive = stmt->callee == unit.original || llvm::is_contained(callees, stmt->callee);
  if (!body->hasBody || isRecursive || stmt->args.size() != body->params.size() || callees.size() == deepest)
    return false;
  std::map<const Variable *, const Expr *> inside;
  for (size_t i = 0; i < body->params.size(); ++i)
    if (!body->params[i]->type->isFloating() && !body->params[i]->type->isRecord())
      inside[body->params[i]] = inFront(stmt->args[i]);
  for (const Variable *param : body->params) {
    own.insert(param);
    ranges.addOwn(param);
  }
  std::swap(bindings, inside);
  callees.push_back(stmt->callee);
  code.push_back(std::make_unique<Writes>(body->body));
  walk(body->body);
  const auto *last = body->body.empty() ? nullptr : dyn_cast<ReturnStmt>(body->body.back());
  if (last && last->value)
    returned = inFront(last->value);
  code.pop_back();
  callees.pop_back();
  std::swap(bindings, inside);
  return true;
}

/// The call changes objects of the library that it is given, each of which is in a state of its own.
void CarriedState::changeObjects(const CallStmt *stmt) {
  for (const Expr *arg : stmt->args) {
    if (!arg->type->isPointer() || arg->type->element->isConst || !isOpaque(arg->type->element))
      continue;
    const Expr *object = inFront(arg);
    const auto *address = dyn_cast<AddressExpr>(withoutCasts(object));
    if (const Variable *variable = address ? storageOf(address->place) : nullptr) {
      if (!own.count(variable))
        writeVariable(variable, stmt->location, unit.alias->keysOf(variable));
      continue;
    }
    const std::optional<Address> block = address ? addressOf(address->place) : addressIn(object);
    if (!block || !block->offset || !isKeptAsBytes(arg->type->element))
      refuse(DiagId::checkpoint_effect, stmt->location, {stmt->callee->name});
    else if (!isFresh(block->pointer))
      writeBlock(*block, unit.alias->keysOf(context.deref(object)));
  }
}

/// Of a function whose body is not known, what it writes is known by the keys alone.
void CarriedState::callUnknown(const CallStmt *stmt, const Set &keys) {
  if (keys.none())
    return;
  if (!callees.empty()) { // which keys these are is known in its caller's terms only
    refuse(DiagId::checkpoint_effect, stmt->location, {stmt->callee->name});
    return;
  }
  for (const Expr *arg : stmt->args) {
    if (!arg->type->isPointer() || arg->type->element->isConst)
      continue;
    const Set regions = unit.alias->reachable(unit.alias->pointees(arg));
    const Set touched = unit.alias->keysOf(regions);
    if (!intersects(touched, keys))
      continue;
    const auto *address = dyn_cast<AddressExpr>(withoutCasts(inFront(arg)));
    const Variable *variable = address ? storageOf(address->place) : nullptr;
    if (variable && !holdsPointer(variable->type)) {
      if (!own.count(variable))
        writeVariable(variable, stmt->location, unit.alias->keysOf(variable));
    } else if (std::optional<Address> block = addressIn(inFront(arg)); block && !isFresh(block->pointer)) {
      writeBlock({block->pointer, nullptr}, unit.alias->keysOf(unit.alias->pointees(arg)));
    } else if (!block) {
      refuse(DiagId::checkpoint_effect, stmt->location, {stmt->callee->name});
    }
  }
  written |= keys;
}

// ---------------------------------------------------------------- places

/// The pointer whose value it is, unchanged, through names of the iteration's own.
const Variable *CarriedState::copiedFrom(const Expr *value) const {
  const auto *load = dyn_cast<LoadExpr>(withoutCasts(inFront(value)));
  return load ? wholeVariable(load->place) : nullptr;
}

/// The block that the place is in, and which elements of it the place may be, for an element has all that is in it.
std::optional<CarriedState::Address> CarriedState::addressOf(const Place *place) const {
  if (const auto *field = dyn_cast<FieldPlace>(place))
    return addressOf(field->object);
  if (const auto *index = dyn_cast<IndexPlace>(place))
    return addressOf(index->array);
  const auto *deref = dyn_cast<DerefPlace>(place);
  return deref ? addressIn(deref->pointer) : std::nullopt;
}

std::optional<CarriedState::Address> CarriedState::addressIn(const Expr *pointer) const {
  if (const auto *conversion = dyn_cast<CastExpr>(pointer)) {
    const bool isSame = conversion->operand->type->isPointer() &&
                        context.withoutConst(conversion->operand->type->element) == context.withoutConst(pointer->type->element);
    return isSame ? addressIn(conversion->operand) : std::nullopt;
  }
  if (const auto *binary = dyn_cast<BinaryExpr>(pointer)) {
    const bool isLeft = binary->left->type->isPointer();
    std::optional<Address> base = addressIn(isLeft ? binary->left : binary->right);
    return base ? movedBy(*base, binary, isLeft ? binary->right : binary->left) : std::nullopt;
  }
  const auto *load = dyn_cast<LoadExpr>(pointer);
  if (!load)
    return std::nullopt;
  const Variable *variable = wholeVariable(load->place);
  const bool isStable = variable && (groupOf(variable) || leadsToFresh(variable)) ? true : ranges.isInvariant(pointer);
  return isStable ? std::optional<Address>({load->place, context.intLiteral(0)}) : std::nullopt;
}

std::optional<CarriedState::Address> CarriedState::movedBy(const Address &base, const BinaryExpr *sum, const Expr *by) const {
  const Expr *offset = base.offset ? ranges.of(by) : nullptr;
  if (!offset)
    return Address{base.pointer, nullptr};
  const bool isBack = sum->op == BinaryOp::Sub;
  const bool isSecond = base.offset->type->isRecord() && offset->type->isRecord(); // perhaps of the same counter
  return Address{base.pointer, isBack ? ranges.difference(base.offset, offset) : ranges.sum(base.offset, offset),
                 base.isExact && ranges.isExact(by) && !(isBack && isSecond)};
}

bool CarriedState::isFresh(const Place *place) const {
  const Variable *variable = wholeVariable(place);
  return variable && leadsToFresh(variable);
}

/// Also a pointer of the iteration's own that it sets to several such blocks.
bool CarriedState::leadsToFresh(const Variable *pointer) const {
  Variables seen;
  return fresh.count(pointer) ||
         (own.count(pointer) && callees.empty() && isAllocatedHere(pointer, seen) &&
          llvm::all_of(seen, [this](const Variable *source) { return own.count(source) != 0; }));
}

void CarriedState::read(const Expr *expr) {
  if (doubts)
    return;
  forEachLoad(expr, [this](const LoadExpr *load) {
    const Place *place = inFront(load->place);
    if (storageOf(place))
      return;
    std::optional<Address> address = addressOf(place);
    if (address && address->offset && address->isExact && !isFresh(address->pointer))
      sure.push_back({address->pointer, address->offset});
  });
}

void CarriedState::write(const Place *place, Location where) {
  const Place *own = inFront(place);
  if (const Variable *variable = storageOf(own)) {
    if (groupOf(variable) && !callees.empty()) // which has its address
      refusePointer(own, where);
    else if (!this->own.count(variable))
      writeVariable(variable, where, unit.alias->keysOf(own));
    return;
  }
  const Set keys = unit.alias->keysOf(own);
  std::optional<Address> address = addressOf(own);
  if (address && isFresh(address->pointer)) {
    written |= keys;
    return;
  }
  if (holdsPointer(place->type)) {
    refusePointer(own, where);
    return;
  }
  if (!address || keys.none()) {
    refuse(DiagId::checkpoint_block, where, {sourceName(own)});
    return;
  }
  if (const std::optional<CountedLoop> counted = countedLoop(loop))
    forEachLoad(own, [&](const LoadExpr *load) {
      if (wholeVariable(load->place) == counted->counter)
        moving |= keys;
    });
  writeBlock(*address, keys);
}

void CarriedState::writeVariable(const Variable *variable, Location where, const Set &keys) {
  if (!isKeptAsBytes(variable->type)) {
    refuse(DiagId::checkpoint_effect, where, {variable->name});
    return;
  }
  if (variable->type->isPointer() && !groupOf(variable)) { // by a callee that has its address
    refusePointer(context.place(variable), where);
    return;
  }
  auto [part, isNew] = variables.insert({variable, keys});
  if (!isNew)
    part->second |= keys;
  written |= keys;
}

void CarriedState::writeBlock(const Address &address, const Set &keys) {
  written |= keys;
  const Expr *range = address.offset;
  if (range && (doubts || !address.isExact))
    doubtful.push_back({address.pointer, range, present});
  else if (range)
    sure.push_back({address.pointer, range});
  for (Block &block : blocks)
    if (same(block.pointer, address.pointer)) {
      if (block.range && !range)
        block.where = present;
      block.range = block.range && range ? ranges.hull(block.range, range) : nullptr;
      block.keys |= keys;
      return;
    }
  blocks.push_back({address.pointer, range, keys, present});
}

/// What an iteration has accessed by a pointer that it sets itself says nothing of the next.
bool CarriedState::isSure(const Doubtful &write) const {
  const Variable *pointer = wholeVariable(write.pointer);
  if (pointer && own.count(pointer))
    return false;
  return llvm::any_of(sure, [&](const auto &access) {
    return same(access.first, write.pointer) && access.second->type == write.range->type && same(access.second, write.range);
  });
}

} // namespace adjoint::analysis
