// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CarriedState, its answers: the parts of the state, each with its range, or the whole of a block.
#include "Analysis/Checkpoints/CarriedState.h"

#include "Analysis/Activity/Liveness.h"
#include "Analysis/Fusion/Exposed.h"
#include "Analysis/Memory/Elements.h"
#include "Analysis/Memory/Positions.h"
#include "IR/ClassView.h"
#include "IR/Values.h"

namespace adjoint::analysis {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

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
  const Positions &positions = unit.versions->positions;
  Exposed facts(context, program, unit, loop, positions.loopsAround(loop).size());
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
  const Writes &writes = unit.versions->writes;
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
  const Writes &writes = unit.versions->writes;
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
