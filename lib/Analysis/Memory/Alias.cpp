// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Memory/Alias.h"

#include "Analysis/Memory/EntryPointers.h"

#include <algorithm>
#include <functional>
#include <tuple>

namespace adjoint::analysis {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

bool intersects(const Set &a, const Set &b) { return a.anyCommon(b); }
bool contains(const Set &whole, const Set &part) { return !part.test(whole); }

std::vector<unsigned> elements(const Set &set) {
  auto bits = set.set_bits();
  return std::vector<unsigned>(bits.begin(), bits.end());
}

// --------------------------------------------------------------- regions

namespace {
/// Not as they lie in memory: what is generated follows the numbers of regions.
std::vector<const Variable *> inOrder(const std::set<const Variable *> &globals) {
  std::vector<const Variable *> ordered(globals.begin(), globals.end());
  std::sort(ordered.begin(), ordered.end(), [](const Variable *a, const Variable *b) {
    return std::tie(a->location.raw, a->name) < std::tie(b->location.raw, b->name);
  });
  return ordered;
}
} // namespace

Alias::Alias(const Function &function, const std::set<const Variable *> &globals, Callees callees,
             const WithAdjoints &withAdjoints, const Function *itself)
    : params(function.params), callees(std::move(callees)), itself(itself) {
  for (unsigned i = 0; i < withAdjoints.objects.size() && i < params.size(); ++i) {
    if (!reachesFloating(params[i]->type))
      continue;
    (withAdjoints.objects[i] ? active : passive).insert(params[i]);
    if (withAdjoints.objects[i] && withAdjoints.behind[i])
      activeBehind.insert(params[i]);
  }
  for (const Variable *param : function.params) {
    addVariable(param);
    addTargets(param);
  }
  for (const Variable *global : inOrder(globals)) {
    addVariable(global);
    addTargets(global);
  }
  addSites(function);
  computeOverlaps();
  solve(function);
  mixMembers(function);
  numberKeys();
}

unsigned Alias::add(Region region) {
  const Node *owner = region.variable ? static_cast<const Node *>(region.variable) : region.site;
  auto [slot, isNew] = index.insert({{owner, static_cast<int>(region.kind)}, static_cast<unsigned>(regions.size())});
  if (isNew)
    regions.push_back(std::move(region));
  return slot->second;
}

int Alias::find(Region::Kind kind, const Variable *variable) const {
  auto found = index.find({variable, static_cast<int>(kind)});
  return found == index.end() ? -1 : static_cast<int>(found->second);
}

void Alias::addVariable(const Variable *variable) {
  if (regionOf(variable) >= 0)
    return;
  add({Region::Kind::Variable, variable, nullptr, leavesOf(variable->type)});
}

void Alias::addTargets(const Variable *variable) {
  if (!holdsPointer(variable->type))
    return;
  std::set<Leaf> targets = targetLeaves(variable->type);
  bool leadsOn = holdsPointers(targets);
  add({Region::Kind::Target, variable, nullptr, targets});
  if (!leadsOn)
    return;
  add({Region::Kind::Deep, variable, nullptr, leavesBeyond(variable->type)});
}

namespace {
/// Might a call of it allocate memory?
bool mayAllocate(const Function *function, std::set<const Function *> &seen) {
  if (!function->hasBody)
    return true;
  if (!seen.insert(function).second)
    return false;
  bool found = false;
  forEachStmt(function->body, [&](const Stmt *stmt) {
    const auto *call = dyn_cast<CallStmt>(stmt);
    found = found || llvm::isa<AllocateStmt>(stmt) || (call && mayAllocate(call->callee, seen));
  });
  return found;
}
} // namespace

/// A callee can leave pointers to what it allocates in its result, in what its arguments lead to, and in globals.
void Alias::addHandedOut(const CallStmt *call) {
  std::set<Leaf> leaves = reachableLeaves(call->callee->returnType);
  auto addAll = [&](const std::set<Leaf> &more) { leaves.insert(more.begin(), more.end()); };
  for (const Variable *param : call->callee->params) // nowhere to store a pointer in what holds none
    addAll(leavesBehind(param->type));
  const Alias *callee = callees ? callees(call->callee) : nullptr;
  for (const Region &region : regions) {
    bool isGlobal = region.kind == Region::Kind::Variable && region.variable->isGlobal();
    if (isGlobal && holdsPointer(region.variable->type) && (!callee || callee->regionOf(region.variable) >= 0))
      addAll(reachableLeaves(region.variable->type));
  }
  std::set<const Function *> seenFunctions;
  if (holdsPointers(leaves) && mayAllocate(call->callee, seenFunctions))
    add({Region::Kind::Heap, nullptr, call, leaves});
}

void Alias::addSites(const Function &function) {
  auto seen = [&](const Place *place) {
    const Variable *variable = rootVariable(place);
    if (!variable)
      return;
    addVariable(variable);
    if (variable->storage == Storage::Local && variable->isRestrict) // a block of the tape
      addTargets(variable);
  };
  forEachStmt(function.body, [&](const Stmt *stmt) {
    if (const auto *declare = dyn_cast<DeclareStmt>(stmt))
      addVariable(declare->variable);
    if (const auto *allocation = dyn_cast<AllocateStmt>(stmt))
      add({Region::Kind::Heap, nullptr, stmt, leavesOf(allocation->element)});
    if (const auto *call = dyn_cast<CallStmt>(stmt))
      addHandedOut(call);
    forEachOperand(
        stmt, [&](const Expr *e) { forEachPlace(e, seen); },
        [&](const Place *p) {
          seen(p);
          forEachExpr(p, [&](const Expr *e) { forEachPlace(e, seen); });
        });
  });
}

bool Alias::isLocal(unsigned i) const {
  const Region &r = regions[i];
  switch (r.kind) {
  case Region::Kind::Variable:
    return !r.variable->isGlobal();
  case Region::Kind::Heap:
    return true;
  case Region::Kind::Target:
  case Region::Kind::Deep:
    return false;
  }
  return false;
}

namespace {
/// The type of what is in the region, or leads there; null where it is unknown.
const Type *typeIn(const Region &region) {
  const auto *allocation = llvm::dyn_cast_or_null<AllocateStmt>(region.site);
  return region.variable ? region.variable->type : allocation ? allocation->element : nullptr;
}
} // namespace

bool Alias::mayLeadToFloating(unsigned i) const {
  const Type *type = typeIn(regions[i]);
  if (type && !ir::mayLeadToFloating(type) && !reachesFloating(type))
    return false;
  return llvm::any_of(regions[i].leaves, [](const Leaf &leaf) { return isPointer(leaf) || isFloating(leaf); });
}

namespace {
/// Is it a member that the region does not know, of a type that it holds?
bool isForeign(const Region &region, const Leaf &leaf) {
  return !leaf.member.empty() && !region.leaves.count(leaf) && !region.leaves.count({leaf.type, {}}) &&
         llvm::any_of(region.leaves, [&](const Leaf &own) { return own.type == leaf.type; });
}
} // namespace

/// What is accessed as more than it is known to be, as a base that is taken for the class derived from it, has no members.
void Alias::mixMembers(const Function &function) {
  std::set<unsigned> mixed;
  Set withMembers(regions.size());
  for (unsigned r = 0; r < regions.size(); ++r)
    withMembers[r] = llvm::any_of(regions[r].leaves, [](const Leaf &leaf) { return !leaf.member.empty(); });
  if (withMembers.none())
    return;
  auto access = [&](Set accessed, const std::function<std::set<Leaf>()> &leavesOfAccess) {
    accessed &= withMembers;
    const std::set<Leaf> leaves = accessed.any() ? leavesOfAccess() : std::set<Leaf>();
    for (unsigned r : accessed.set_bits())
      if (llvm::any_of(leaves, [&](const Leaf &leaf) { return isForeign(regions[r], leaf); }))
        mixed.insert(r);
  };
  std::map<const Type *, Set> seenAs; // regions that have been accessed as an object of the type
  auto lookAtObject = [&](const Place *place) {
    Set &seen = seenAs.try_emplace(place->type, regions.size()).first->second;
    Set accessed = regionsOf(place);
    accessed.reset(seen);
    seen |= accessed;
    access(accessed, [&] { return leavesOf(place->type); });
  };
  auto look = [&](const Place *place) {
    if (isa<FieldPlace, IndexPlace>(place))
      access(regionsOf(place), [&] { return leavesOf(place); });
    else if (!isa<VarPlace>(place)) // which is what it was declared as
      lookAtObject(place);
  };
  forEachStmt(function.body, [&](const Stmt *stmt) {
    forEachOperand(stmt, [&](const Expr *e) { forEachPlace(e, look); }, [&](const Place *place) {
      look(place);
      forEachExpr(place, [&](const Expr *e) { forEachPlace(e, look); });
    });
    const auto *call = dyn_cast<CallStmt>(stmt);
    const Alias *callee = call ? solutionFor(call->callee) : nullptr;
    for (unsigned r = 0; callee && r < callee->regionCount(); ++r)
      access(seenAt(call, *callee, r), [&] { return callee->region(r).leaves; });
  });
  for (unsigned r : mixed) {
    std::set<Leaf> plain;
    for (const Leaf &leaf : regions[r].leaves)
      plain.insert({leaf.type, {}});
    regions[r].leaves = plain;
  }
}

void Alias::numberKeys() {
  for (unsigned r = 0; r < regions.size(); ++r) {
    firstKey.push_back(keys.size());
    for (const Leaf &leaf : regions[r].leaves)
      keys.push_back({r, &leaf, {}});
  }
  firstKey.push_back(keys.size());
  for (Key &key : keys)
    for (unsigned r : overlaps[key.region])
      for (unsigned other = firstKey[r]; other < firstKey[r + 1]; ++other)
        if (mayCoincide(*key.leaf, *keys[other].leaf) &&
            !(isFloating(*key.leaf) && haveNumbersApart(regions[key.region], regions[r])))
          key.overlaps.push_back(other);
}

namespace {

/// What objects in the region are, if these are records and it is known.
const Record *recordIn(const Region &region) {
  const Type *type = region.variable ? region.variable->type : nullptr;
  bool isBehind = region.kind == Region::Kind::Target;
  if (!type || region.kind == Region::Kind::Deep || (isBehind && !type->isPointer() && !type->isReference()))
    return nullptr;
  type = isBehind ? type->element : type;
  while (type->isArray())
    type = type->element;
  return type->isRecord() ? type->record : nullptr;
}

bool isPartOf(const Record *part, const Record *whole) {
  if (part == whole)
    return true;
  for (const Field &field : whole->fields) {
    const Type *type = field.type;
    while (type->isArray())
      type = type->element;
    if (type->isRecord() && isPartOf(part, type->record))
      return true;
  }
  return false;
}

/// Objects of different classes, neither a part (or base) of the other, do not share memory.
bool areApart(const Region &a, const Region &b) {
  const Record *first = recordIn(a), *second = recordIn(b);
  return first && second && !isPartOf(first, second) && !isPartOf(second, first);
}

/// An object of the file is neither another one nor a global that a function names.
bool areDistinctObjects(const Region &a, const Region &b) {
  auto objectIn = [](const Region &r) { return r.kind == Region::Kind::Target ? r.variable->globalObject : ""; };
  const std::string first = objectIn(a), second = objectIn(b);
  if (first.empty() || second.empty())
    return (!first.empty() && b.kind == Region::Kind::Variable) || (!second.empty() && a.kind == Region::Kind::Variable);
  return first != second;
}

} // namespace

bool isBehindObject(const Region &region) {
  const Type *type = region.variable ? region.variable->type : nullptr;
  const bool isObject = type && !type->isPointer() && !type->isReference();
  return region.kind == Region::Kind::Deep || (region.kind == Region::Kind::Target && isObject);
}

bool Alias::areKeptApart(const Variable *a, const Variable *b) const {
  return (active.count(a) && passive.count(b)) || (passive.count(a) && active.count(b));
}

/// Of parameters with adjoints: only one of the regions has one. Integers may be shared all the same.
bool Alias::haveNumbersApart(const Region &a, const Region &b) const {
  auto hasAdjoint = [&](const Region &region) { return !isBehindObject(region) || activeBehind.count(region.variable); };
  return active.count(a.variable) && active.count(b.variable) && hasAdjoint(a) != hasAdjoint(b);
}

namespace {
/// May it be memory that another region is as well?
bool isOpen(const Region &region) {
  bool isTarget = region.kind == Region::Kind::Target || region.kind == Region::Kind::Deep;
  return isTarget || (region.kind == Region::Kind::Variable && region.variable->isGlobal());
}
} // namespace

/// Of two open regions.
bool Alias::computeOverlap(const Region &a, const Region &b) const {
  if (a.kind == Region::Kind::Variable && b.kind == Region::Kind::Variable)
    return false;
  if (a.variable->isAdjoint != b.variable->isAdjoint || a.variable->isTangent != b.variable->isTangent)
    return false;
  bool sameOwner = a.variable == b.variable;
  if (!sameOwner && (a.variable->isRestrict || b.variable->isRestrict))
    return false;
  if (areApart(a, b) || areDistinctObjects(a, b) || areKeptApart(a.variable, b.variable))
    return false;
  const bool areNumbersApart = haveNumbersApart(a, b);
  return llvm::any_of(a.leaves, [&](const Leaf &leaf) {
    return (!areNumbersApart || !isFloating(leaf)) && mayCoincide(b.leaves, leaf);
  });
}

void Alias::computeOverlaps() {
  overlaps.resize(regions.size());
  std::vector<unsigned> open;
  for (unsigned r = 0; r < regions.size(); ++r)
    if (isOpen(regions[r]))
      open.push_back(r);
  for (unsigned a : open)
    for (unsigned b : open)
      if (a != b && computeOverlap(regions[a], regions[b]))
        overlaps[a].push_back(b);
}

bool Alias::mayOverlap(unsigned a, unsigned b) const {
  return a == b || std::binary_search(overlaps[a].begin(), overlaps[a].end(), b);
}

// ------------------------------------------------------------- points-to

void Alias::solve(const Function &function) {
  content.resize(regions.size());
  stored.resize(regions.size());
  noRegions = returned = Set(regions.size());
  auto add = [&](unsigned to, unsigned pointee) {
    content[to].resize(regions.size());
    content[to].set(pointee);
  };
  for (unsigned i = 0; i < regions.size(); ++i) {
    if (regions[i].kind != Region::Kind::Target)
      continue;
    const Variable *owner = regions[i].variable;
    if (!owner->isGlobal() || mayUseEntryPointers(function, owner))
      add(regionOf(owner), i);
    int deep = deepOf(owner);
    if (deep < 0)
      continue;
    add(i, deep);
    add(deep, deep);
  }
  pushesHere = false;
  forEachStmt(function.body, [&](const Stmt *stmt) { pushesHere |= isa<PushStmt>(stmt); });
  bool changed = true;
  while (changed) {
    changed = false;
    forEachStmt(function.body, [&](const Stmt *stmt) { changed |= transfer(stmt); });
  }
}

Set Alias::widened(const Set &regionSet) const {
  Set out = regionSet;
  for (unsigned r : regionSet.set_bits())
    for (unsigned other : overlaps[r])
      out.set(other);
  return out;
}

bool Alias::store(const Set &where, const Set &pointers) {
  bool changed = false;
  for (unsigned r : where.set_bits()) {
    changed |= !contains(stored[r], pointers);
    stored[r] |= pointers;
  }
  for (unsigned r : elements(widened(where))) { // what only may be the same memory keeps to its types
    const Set held = where.test(r) ? pointers : fitting(r, pointers);
    changed |= !contains(content[r], held);
    content[r] |= held;
  }
  return changed;
}

bool Alias::transfer(const Stmt *stmt) {
  switch (stmt->kind) {
  case Stmt::Kind::Declare: {
    const auto *s = cast<DeclareStmt>(stmt);
    if (!s->init || !holdsPointer(s->variable->type))
      return false;
    VarPlace place(s->variable);
    return store(&place, pointees(s->init));
  }
  case Stmt::Kind::Assign: {
    const auto *s = cast<AssignStmt>(stmt);
    return holdsPointer(s->place->type) && store(s->place, pointees(s->value));
  }
  case Stmt::Kind::Allocate: {
    Set fresh(regions.size());
    fresh.set(index.at({stmt, static_cast<int>(Region::Kind::Heap)}));
    return store(cast<AllocateStmt>(stmt)->place, fresh);
  }
  case Stmt::Kind::Call:
    return transferCall(cast<CallStmt>(stmt));
  case Stmt::Kind::Pop: { // what a pop brings back was in the variable before, if it was pushed here
    const Place *place = cast<PopStmt>(stmt)->place;
    return !pushesHere && holdsPointer(place->type) && store(place, Set(regions.size(), true));
  }
  case Stmt::Kind::Return:
    if (const Expr *value = cast<ReturnStmt>(stmt)->value; value && holdsPointer(value->type)) {
      const Set pointers = pointees(value);
      const bool isNew = !contains(returned, pointers);
      returned |= pointers;
      return isNew && itself; // which may call itself
    }
    return false;
  case Stmt::Kind::Free:
  case Stmt::Kind::Block:
  case Stmt::Kind::If:
  case Stmt::Kind::Loop:
  case Stmt::Kind::Switch:
  case Stmt::Kind::Break:
  case Stmt::Kind::Continue:
  case Stmt::Kind::Goto:
  case Stmt::Kind::Label:
  case Stmt::Kind::Push:
  case Stmt::Kind::TapeBlock:
  case Stmt::Kind::Heading:
    return false;
  }
  return false;
}

Set Alias::regionsOf(const Place *place) const {
  Set out(regions.size());
  switch (place->kind) {
  case Place::Kind::Var: {
    int r = regionOf(cast<VarPlace>(place)->variable);
    if (r >= 0)
      out.set(r);
    return out;
  }
  case Place::Kind::Deref:
    return pointees(cast<DerefPlace>(place)->pointer);
  case Place::Kind::Index:
    return regionsOf(cast<IndexPlace>(place)->array);
  case Place::Kind::Field:
    return regionsOf(cast<FieldPlace>(place)->object);
  }
  return out;
}

Set Alias::pointees(const Expr *value) const {
  Set out(regions.size());
  if (!holdsPointer(value->type)) // an index beside pointers, or an integer that an index is made of
    return out;
  switch (value->kind) {
  case Expr::Kind::Load: // what is stored to overlapping regions is in the content already
    for (unsigned r : elements(regionsOf(cast<LoadExpr>(value)->place)))
      out |= content[r];
    return out;
  case Expr::Kind::Address:
    return regionsOf(cast<AddressExpr>(value)->place);
  case Expr::Kind::Binary:
    out = pointees(cast<BinaryExpr>(value)->left);
    out |= pointees(cast<BinaryExpr>(value)->right);
    return out;
  case Expr::Kind::Cast:
    if (cast<CastExpr>(value)->form == CastExpr::Form::Address)
      return out;
    return pointees(cast<CastExpr>(value)->operand);
  case Expr::Kind::Select:
    out = pointees(cast<SelectExpr>(value)->yes);
    out |= pointees(cast<SelectExpr>(value)->no);
    return out;
  case Expr::Kind::InitList:
    for (const Expr *element : cast<InitListExpr>(value)->elements)
      out |= pointees(element);
    return out;
  case Expr::Kind::Literal:
  case Expr::Kind::Unary:
  case Expr::Kind::Intrinsic:
  case Expr::Kind::FunctionRef:
    return out;
  }
  return out;
}

Set Alias::reachable(Set from) const {
  for (bool grown = true; grown;) {
    Set next = from;
    for (unsigned r : elements(widened(from)))
      next |= content[r];
    grown = next != from;
    from = next;
  }
  return from;
}

// ------------------------------------------------------------------ keys

/// One member is not accessed as another; where none of the name is, the storage is accessed as what it is not.
bool Alias::addKeys(unsigned region, const Leaf &leaf, Set &out) const {
  bool isHeld = regions[region].leaves.count(leaf) != 0, any = false;
  bool isPlainHeld = regions[region].leaves.count({leaf.type, {}}) != 0;
  for (unsigned k = firstKey[region]; k < firstKey[region + 1]; ++k) {
    const Leaf &own = *keys[k].leaf;
    bool isMeant = leaf.member.empty() || own.member == leaf.member || (!isHeld && (own.member.empty() || !isPlainHeld));
    if (own.type != leaf.type || !isMeant)
      continue;
    out.set(k);
    any = true;
  }
  return any;
}

Set Alias::keysOf(unsigned region, const Leaf &leaf) const {
  Set out(keyCount());
  addKeys(region, leaf, out);
  return out;
}

Set Alias::keysOf(const Set &regionSet) const {
  Set out(keyCount());
  for (unsigned r : regionSet.set_bits())
    if (firstKey[r] < firstKey[r + 1])
      out.set(firstKey[r], firstKey[r + 1]);
  return out;
}

Set Alias::allKeys() const {
  Set all(regions.size(), true);
  return keysOf(all);
}

Set Alias::keysOf(const Variable *variable) const {
  VarPlace place(variable);
  return keysOf(&place);
}

Set Alias::keysOf(const Place *place) const {
  Set out(keyCount());
  if (const Variable *variable = wholeVariable(place)) { // all of it
    if (int r = regionOf(variable); r >= 0 && firstKey[r] < firstKey[r + 1])
      out.set(firstKey[r], firstKey[r + 1]);
    return out;
  }
  std::set<Leaf> leaves = leavesOf(place);
  for (unsigned r : elements(regionsOf(place))) {
    bool isKnownType = false;
    for (const Leaf &leaf : leaves)
      isKnownType |= addKeys(r, leaf, out);
    if (!isKnownType && firstKey[r] < firstKey[r + 1]) // accessed as bytes
      out.set(firstKey[r], firstKey[r + 1]);
  }
  return out;
}

Set Alias::overlapping(const Set &some) const {
  Set out = some;
  for (unsigned k : some.set_bits())
    for (unsigned other : keys[k].overlaps)
      out.set(other);
  return out;
}

Set Alias::overlapping(const Set &some, const Set &isolated) const {
  Set open = some;
  open.reset(isolated);
  open = overlapping(open);
  open.reset(isolated);
  open |= some;
  return open;
}

Set Alias::floatingOnly(const Set &some) const {
  Set out(keyCount());
  for (unsigned k : some.set_bits())
    if (isFloating(leafOfKey(k)))
      out.set(k);
  return out;
}

Set Alias::regionsIn(const Set &some) const {
  Set out(regions.size());
  for (unsigned k : some.set_bits())
    out.set(regionOfKey(k));
  return out;
}

std::string Alias::nameOf(unsigned i) const {
  const Region &r = regions[i];
  switch (r.kind) {
  case Region::Kind::Variable:
    return r.variable->name;
  case Region::Kind::Target:
    return "*" + r.variable->name;
  case Region::Kind::Deep:
    return "**" + r.variable->name;
  case Region::Kind::Heap:
    return "new@" + std::to_string(i);
  }
  return "";
}

} // namespace adjoint::analysis
