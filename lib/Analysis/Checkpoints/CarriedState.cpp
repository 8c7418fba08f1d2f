// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Checkpoints/CarriedState.h"

#include "Analysis/Activity/Liveness.h"
#include "Analysis/Fusion/Exposed.h"
#include "Analysis/Memory/Elements.h"
#include "Analysis/Memory/Substitution.h"
#include "IR/ClassView.h"
#include "IR/Values.h"

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

// -------------------------------------------------------------- pointers

/// The pointer whose value it is, unchanged, through names of the iteration's own.
const Variable *CarriedState::copiedFrom(const Expr *value) const {
  const auto *load = dyn_cast<LoadExpr>(withoutCasts(inFront(value)));
  return load ? wholeVariable(load->place) : nullptr;
}

const Variable *CarriedState::groupOf(const Variable *pointer) const {
  auto found = groups.find(pointer);
  return found == groups.end() ? nullptr : found->second;
}

std::vector<const Variable *> CarriedState::membersOf(const Variable *group) const {
  std::vector<const Variable *> members;
  for (const auto &[pointer, of] : groups)
    if (of == group)
      members.push_back(pointer);
  return members;
}

void CarriedState::join(const Variable *to, const Variable *from) {
  for (const Variable *pointer : {to, from})
    groups.insert({pointer, pointer});
  const Variable *joined = groups.at(from), *one = groups.at(to);
  for (auto &[pointer, group] : groups)
    if (group == joined)
      group = one;
}

/// `to = value`, where `to` is a pointer from outside, or one of the iteration's own that hands on to such a one.
bool CarriedState::flow(const Variable *to, const Expr *value, Location where) {
  groups.insert({to, to});
  const auto *load = dyn_cast<LoadExpr>(withoutCasts(value));
  const Variable *from = load ? wholeVariable(load->place) : nullptr;
  if (isNull(value)) {
    unset.insert(to);
    return true;
  }
  if (!from || !from->type->isPointer())
    return refusePointer(context.place(to), where);
  const bool isNew = !groups.count(from);
  join(to, from);
  return !isNew || !own.count(from) || flowInto(from);
}

/// All that an iteration sets a pointer of its own to.
bool CarriedState::flowInto(const Variable *pointer) {
  bool isKnown = true;
  forEachStmt(loop->body, [&](const Stmt *stmt) {
    const auto *declare = dyn_cast<DeclareStmt>(stmt);
    const auto *assign = dyn_cast<AssignStmt>(stmt);
    const auto *allocation = dyn_cast<AllocateStmt>(stmt);
    const auto *call = dyn_cast<CallStmt>(stmt);
    if (declare && declare->variable == pointer && declare->init)
      isKnown = isKnown && flow(pointer, declare->init, stmt->location);
    else if (assign && wholeVariable(assign->place) == pointer)
      isKnown = isKnown && flow(pointer, assign->value, stmt->location);
    else if (allocation && wholeVariable(allocation->place) == pointer)
      isKnown = isKnown && keep(allocation, pointer);
    else if (call && call->result && wholeVariable(call->result) == pointer)
      isKnown = isKnown && refusePointer(call->result, stmt->location);
  });
  return isKnown;
}

/// A block that leaves the iteration that allocates it.
bool CarriedState::keep(const AllocateStmt *stmt, const Variable *block) {
  const Type *element = block->type->element;
  if (request.scheme == Checkpoint::Scheme::FixedPoint || holdsPointer(element) || isOpaque(element))
    return refuse(DiagId::checkpoint_memory, stmt->location);
  kept.insert(block);
  return true;
}

bool CarriedState::isOwner(const Variable *pointer) const {
  const Variable *group = groupOf(pointer);
  return group && llvm::any_of(kept, [&](const Variable *block) { return groupOf(block) == group; });
}

/// Is all that they lead to allocated by this function, with malloc?
bool CarriedState::areOwnersKnown() {
  bool isNested = false;
  forEachStmt(loop->body, [&](const Stmt *stmt) {
    const auto *inner = dyn_cast<LoopStmt>(stmt);
    if (inner && inner->checkpoint)
      forEachStmt(inner->body, [&](const Stmt *nested) { isNested |= kept.count(declaredBy(nested)) != 0; });
  });
  for (const auto &[pointer, group] : groups) {
    Variables seen;
    if (isOwner(pointer) && (isNested || !isAllocatedHere(pointer, seen)))
      return refuse(DiagId::checkpoint_memory, loop->location);
  }
  return true;
}

bool CarriedState::isAllocatedHere(const Variable *pointer, Variables &seen) const {
  if (!seen.insert(pointer).second)
    return true;
  if (pointer->storage != Storage::Local || pointer->isAddressTaken())
    return false;
  bool isKnown = true;
  forEachStmt(unit.function->body, [&](const Stmt *stmt) {
    const auto *declare = dyn_cast<DeclareStmt>(stmt);
    const auto *assign = dyn_cast<AssignStmt>(stmt);
    const auto *allocation = dyn_cast<AllocateStmt>(stmt);
    const auto *call = dyn_cast<CallStmt>(stmt);
    if (declare && declare->variable == pointer && declare->init)
      isKnown = isKnown && isAllocatedHere(declare->init, seen);
    else if (assign && wholeVariable(assign->place) == pointer)
      isKnown = isKnown && isAllocatedHere(assign->value, seen);
    else if (allocation && wholeVariable(allocation->place) == pointer)
      isKnown = isKnown && allocation->form == AllocationForm::Malloc;
    else if (call && call->result && wholeVariable(call->result) == pointer)
      isKnown = false;
  });
  return isKnown;
}

bool CarriedState::isAllocatedHere(const Expr *value, Variables &seen) const {
  const auto *load = dyn_cast<LoadExpr>(withoutCasts(value));
  const Variable *source = load ? wholeVariable(load->place) : nullptr;
  return source ? isAllocatedHere(source, seen) : isNull(value);
}

/// Pointers from outside that the loop sets, and what it sets them to. In the loop itself: what callees do with pointers
/// that they are given the address of is refused where they write them.
bool CarriedState::findGroups() {
  bool areKnown = true;
  forEachStmt(loop->body, [&](const Stmt *stmt) {
    const auto *assign = dyn_cast<AssignStmt>(stmt);
    if (!assign || !holdsPointer(assign->place->type))
      return;
    const Variable *root = rootVariable(assign->place), *pointer = wholeVariable(assign->place);
    const bool isOwn = root && own.count(root);
    if (!isOwn && areKnown)
      areKnown = pointer && pointer->type->isPointer() ? flow(pointer, assign->value, assign->location)
                                                       : refusePointer(assign->place, assign->location);
  });
  for (const auto &[pointer, group] : groups)
    if (isOwner(pointer))
      owners.insert(pointer);
  return areKnown;
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

// --------------------------------------------------------------- answers

void CarriedState::addReads(const Stmt *stmt, Set &keys) const {
  auto readIn = [&](const Expr *e) {
    forEachLoad(e, [&](const LoadExpr *load) { keys |= unit.alias->keysOf(load->place); });
  };
  forEachOperand(stmt, readIn, [&](const Place *place) { forEachExpr(place, readIn); });
  if (const auto *call = dyn_cast<CallStmt>(stmt)) {
    const Unit &callee = program.unit(call->callee);
    keys |= program.toCaller(call, *unit.alias, callee, callee.reads);
  }
}

/// What an iteration reads before it writes it; all that it reads, where that cannot be told.
Set CarriedState::exposedKeys() {
  Exposed facts(context, program, unit, loop);
  sums = facts.accumulated();
  if (facts.isKnown())
    return facts.exposed();
  Set keys = unit.alias->noKeys();
  forEachStmt(loop->body, [&](const Stmt *stmt) { addReads(stmt, keys); });
  return keys;
}

namespace {
/// A value that nothing in the function changes once it has one.
bool staysInFunction(const Writes &writes, const Expr *expr) {
  bool stays = true;
  forEachLoad(expr, [&](const LoadExpr *load) {
    const Variable *variable = wholeVariable(load->place);
    const bool isLocal = variable && (variable->storage == Storage::Local || variable->storage == Storage::Parameter);
    const unsigned once = isLocal && variable->storage == Storage::Local ? 1 : 0;
    stays = stays && isLocal && !writes.isExposed(variable) && writes.count(variable) <= once;
  });
  return stays;
}
} // namespace

/// What the model of a class says of the block that a member leads to: `$.count`.
const Expr *CarriedState::lengthOfMember(const Place *pointer) const {
  const auto *member = dyn_cast<FieldPlace>(pointer);
  const Record *record = member ? member->object->type->record : nullptr;
  if (!record || !record->view || member->field->index >= record->view->fields.size())
    return nullptr;
  llvm::StringRef length = record->view->fields[member->field->index].plainExtent;
  if (!length.consume_front("$."))
    return nullptr;
  for (const Field &field : record->fields)
    if (field.name == length)
      return context.load(context.field(member->object, field.index));
  return nullptr;
}

/// Of the block that a pointer leads to which is set once, or is copied from one that is.
const Expr *CarriedState::lengthOf(const Variable *pointer) const {
  const Writes writes(unit.function->body);
  const Expr *length = nullptr;
  forEachStmt(unit.function->body, [&](const Stmt *stmt) {
    if (const auto *allocation = dyn_cast<AllocateStmt>(stmt))
      if (wholeVariable(allocation->place) == pointer && allocation->count && staysInFunction(writes, allocation->count))
        length = allocation->count;
    const auto *declare = dyn_cast<DeclareStmt>(stmt);
    const auto *source = declare && declare->variable == pointer && declare->init ? dyn_cast<LoadExpr>(declare->init) : nullptr;
    const Variable *from = source ? wholeVariable(source->place) : nullptr;
    if (from && from != pointer && !from->isGlobal() && writes.count(from) == 1)
      length = lengthOf(from);
    else if (source && !from)
      length = lengthOfMember(source->place);
  });
  return writes.count(pointer) == 1 && !writes.isExposed(pointer) ? length : nullptr;
}

const Expr *CarriedState::wholeRange(const Place *pointer) const {
  for (const Checkpoint::Extent &extent : request.extents)
    if (same(withoutCasts(extent.pointer), context.load(pointer)))
      return ranges.upTo(extent.count);
  const Variable *variable = wholeVariable(pointer);
  const Expr *length = !variable ? lengthOfMember(pointer) : groupOf(variable) ? nullptr : lengthOf(variable);
  return length && ranges.isInvariant(length) ? ranges.upTo(length) : nullptr;
}

bool CarriedState::isOfSteps(const FusedLoop &found) const {
  bool isCarried = false, moves = false;
  for (const StatePart &part : found.state) {
    isCarried |= part.isCarried;
    moves |= part.isCarried && part.range && intersects(part.keys, moving);
  }
  return isCarried && !moves;
}

/// Null: its range is known. Else where it is not.
std::optional<Location> CarriedState::unknownIn(const Block &block) const {
  std::optional<Location> where = block.range ? std::nullopt : std::optional<Location>(block.where);
  for (const Doubtful &write : doubtful)
    if (!where && same(write.pointer, block.pointer) && !isSure(write))
      where = write.where;
  return where;
}

bool CarriedState::addBlock(const Block &block, FusedLoop &found) {
  const std::optional<Location> unknown = unknownIn(block);
  const Expr *range = unknown ? wholeRange(block.pointer) : block.range;
  if (!range)
    return refuse(DiagId::checkpoint_extent, unknown.value_or(block.where), {nameOfState(block.pointer)});
  if (!range->type->isRecord())
    range = ranges.rangeOf(range);
  found.state.push_back({context.deref(context.load(block.pointer)), range, block.keys});
  return true;
}

/// Is a snapshot to hold all of the blocks that these pointers lead to? Of owners; and of those that are allocated here, where no range
/// is known that each of them has.
bool CarriedState::areWhole(const Variable *group) const {
  if (isOwner(group))
    return true;
  const std::vector<const Variable *> members = membersOf(group);
  Variables sources;
  const bool areAllocatedHere = llvm::all_of(members, [&](const Variable *pointer) { return isAllocatedHere(pointer, sources); });
  const bool areRangesKnown = mayAllBeRead(group) && llvm::all_of(blocks, [&](const Block &block) {
                                return groupOf(wholeVariable(block.pointer)) != group || !unknownIn(block);
                              });
  return areAllocatedHere && !(areRangesKnown && haveOneLength(sources));
}

bool CarriedState::haveOneLength(const Variables &sources) const {
  const Writes writes(unit.function->body);
  const Expr *length = nullptr;
  bool isOne = true;
  forEachStmt(unit.function->body, [&](const Stmt *stmt) {
    const auto *allocation = dyn_cast<AllocateStmt>(stmt);
    const Variable *pointer = allocation ? wholeVariable(allocation->place) : nullptr;
    if (!pointer || !sources.count(pointer))
      return;
    isOne = isOne && staysInFunction(writes, allocation->count) && (!length || same(length, allocation->count));
    length = allocation->count;
  });
  return isOne;
}

/// Not where one of them may lead nowhere.
bool CarriedState::mayAllBeRead(const Variable *group) const {
  return llvm::none_of(membersOf(group), [&](const Variable *pointer) { return unset.count(pointer) != 0; });
}

/// Each of a group leads to a block that any of them may have written.
bool CarriedState::addGroup(const Variable *group, FusedLoop &found) {
  const bool isWhole = areWhole(group);
  for (const Variable *pointer : membersOf(group)) {
    if (own.count(pointer))
      continue;
    const Place *first = context.deref(context.load(pointer));
    if (isWhole)
      found.state.push_back({first, nullptr, unit.alias->keysOf(first), true});
    for (const Block &block : blocks) {
      if (isWhole || groupOf(wholeVariable(block.pointer)) != group)
        continue;
      if (!mayAllBeRead(group))
        return refusePointer(block.pointer, block.where);
      if (!addBlock({context.place(pointer), block.range, block.keys, block.where}, found))
        return false;
    }
  }
  return true;
}

/// Blocks first: what is taken off the tape first are pointers that lead to them.
bool CarriedState::addParts(FusedLoop &found) {
  for (const auto &[pointer, group] : groups)
    if (pointer == group && !addGroup(group, found))
      return false;
  for (const Block &block : blocks)
    if (!groupOf(wholeVariable(block.pointer)) && !addBlock(block, found))
      return false;
  const std::optional<CountedLoop> counted = countedLoop(loop);
  for (const auto &[variable, keys] : variables)
    if (!(counted && counted->counter == variable) && variable != loop->trips)
      found.state.push_back({context.make<VarPlace>(variable), nullptr, keys});
  const Set read = unit.alias->overlapping(found.exposed);
  for (StatePart &part : found.state) {
    part.isCarried = intersects(part.keys, read) || holdsOpaque(part.place->type); // which has no keys
    if (!part.range && !part.isWhole)
      found.exposed.reset(part.keys);
  }
  return true;
}

} // namespace adjoint::analysis
