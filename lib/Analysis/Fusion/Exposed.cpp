// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Fusion/Exposed.h"

#include "Analysis/Loops/Bounds.h"
#include "Analysis/Memory/Elements.h"
#include "Analysis/Memory/Substitution.h"
#include "IR/Values.h"

#include <algorithm>

namespace adjoint::analysis {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {
constexpr unsigned largest = 200; ///< expressions whose names are followed
} // namespace

Exposed::Exposed(Context &context, const Program &program, const Unit &unit, const LoopStmt *loop, size_t around)
    : context(context), program(program), unit(unit), read(unit.alias->noKeys()), writes(unit.alias->noKeys()), added(unit.alias->noKeys()),
      followed(program, loop->body), ownCode(loop->body) {
  noteDeclared(loop->body);
  noteUnset(loop->body, around + 1);
  if (std::optional<CountedLoop> counted = countedLoop(loop)) {
    counter = counted->counter;
    defined.add(counter);
  }
  walk(loop->body);
  for (const Read &element : pending)
    if (known && isCarried(element, loop))
      read |= element.keys;
}

void Exposed::noteDeclared(const StmtList &body) {
  forEachStmt(body, [&](const Stmt *stmt) {
    const auto *declare = dyn_cast<DeclareStmt>(stmt);
    if ((declare && declare->init) || isa<CallStmt>(stmt))
      declared.insert(declaredBy(stmt));
  });
}

void Exposed::noteUnset(const StmtList &body, size_t around) {
  const auto note = [&](const Place *place) {
    const Variable *variable = rootVariable(place);
    if (variable && variable->unsetInLoops >= around && !defined.contains(variable))
      defined.add(variable);
  };
  forEachStmt(body, [&](const Stmt *stmt) {
    forEachOperand(stmt, [&](const Expr *e) { forEachPlace(e, note); }, note);
  });
}

// ------------------------------------------------------------ statements

void Exposed::walk(const StmtList &list) {
  for (const Stmt *stmt : list)
    if (known)
      walk(stmt);
}

void Exposed::walk(const Stmt *stmt) {
  switch (stmt->kind) {
  case Stmt::Kind::Declare:
    return declare(cast<DeclareStmt>(stmt));
  case Stmt::Kind::Assign:
    return assign(cast<AssignStmt>(stmt));
  case Stmt::Kind::Call:
    return call(cast<CallStmt>(stmt));
  case Stmt::Kind::Return:
    if (const Expr *value = cast<ReturnStmt>(stmt)->value)
      readExpr(value);
    return;
  case Stmt::Kind::Block:
    return walk(cast<BlockStmt>(stmt)->body);
  case Stmt::Kind::If: {
    const auto *branch = cast<IfStmt>(stmt);
    readExpr(branch->condition);
    return walkBranches({&branch->yes, &branch->no}, false);
  }
  case Stmt::Kind::Switch: {
    const auto *choice = cast<SwitchStmt>(stmt);
    readExpr(choice->condition);
    std::vector<const StmtList *> sections;
    bool mayPassBy = true;
    for (const SwitchSection &section : choice->sections) {
      sections.push_back(&section.body);
      mayPassBy &= !section.isDefault;
    }
    return walkBranches(sections, mayPassBy);
  }
  case Stmt::Kind::Loop:
    return walkLoop(cast<LoopStmt>(stmt));
  case Stmt::Kind::Break:
  case Stmt::Kind::Heading:
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
void Exposed::walkBranches(const std::vector<const StmtList *> &branches, bool mayPassBy) {
  const DefinedStorage::Mark before = defined.mark();
  std::optional<std::set<const Variable *>> common;
  if (mayPassBy)
    common.emplace();
  for (const StmtList *branch : branches) {
    walk(*branch);
    std::set<const Variable *> both;
    for (const Variable *variable : defined.variablesSince(before))
      if (!common || common->count(variable))
        both.insert(variable);
    common = both;
    defined.undo(before);
  }
  if (common)
    for (const Variable *variable : *common)
      defined.add(variable);
}

void Exposed::walkLoop(const LoopStmt *loop) {
  walk(loop->init);
  if (loop->condition)
    readExpr(loop->condition);
  std::optional<CountedLoop> counted = countedLoop(loop);
  if (counted) {
    counted->first = inCaller(counted->first);
    counted->bound = inCaller(counted->bound);
    loops.push_back(*counted);
  }
  const DefinedStorage::Mark before = defined.mark();
  walk(loop->body);
  walk(loop->step);
  std::vector<Section> inside = defined.sectionsSince(before);
  defined.undo(before);
  if (!counted)
    return;
  loops.pop_back();
  for (const Section &section : sectionsOf(*counted, inside))
    addSection(section);
}

namespace {
/// Of a record that holds an array and nothing else, such as a vector register: the array; null of all others.
const Type *onlyArray(const Type *type) {
  const bool hasOne = type->isRecord() && !type->record->isOpaque && !type->record->isHierarchy && type->record->fields.size() == 1;
  const Type *field = hasOne ? type->record->fields.front().type : nullptr;
  return field && field->isArray() ? field : nullptr;
}

/// Of an array in memory of its own, rows of arrays counted through; none of a pointer.
std::optional<long long> elementsOf(const Variable *variable) {
  long long count = 1;
  const Type *type = variable->type;
  while (const Type *array = type->isArray() ? type : onlyArray(type)) {
    count *= (long long)array->count;
    type = array->element;
  }
  return type == variable->type ? std::nullopt : std::optional(count);
}

/// Of sums and products of numbers and the counter.
std::optional<long long> valueWith(const Expr *expr, const Variable *counter, long long number) {
  if (const std::optional<long long> known = integerValue(expr))
    return known;
  if (const auto *conversion = dyn_cast<CastExpr>(expr))
    return valueWith(conversion->operand, counter, number);
  if (const auto *load = dyn_cast<LoadExpr>(expr))
    return wholeVariable(load->place) == counter ? std::optional(number) : std::nullopt;
  const auto *binary = dyn_cast<BinaryExpr>(expr);
  const std::optional<long long> left = binary ? valueWith(binary->left, counter, number) : std::nullopt;
  const std::optional<long long> right = binary ? valueWith(binary->right, counter, number) : std::nullopt;
  if (!left || !right)
    return std::nullopt;
  return binary->op == BinaryOp::Add   ? std::optional(*left + *right)
         : binary->op == BinaryOp::Mul ? std::optional(*left * *right)
                                       : std::nullopt;
}
} // namespace

/// Is it p[0 .. count), or p[i * m .. i * m + m) for all i of so many rows?
bool Exposed::isWhole(const Section &section) const {
  const std::optional<long long> count = elementsOf(section.base);
  if (!count || !section.high || section.rows.size() > 1)
    return false;
  const Expr *zero = context.intLiteral(0);
  const std::optional<long long> width = distanceBetween(section.low, section.high);
  if (section.rows.empty())
    return distanceBetween(zero, section.low) == 0 && width == count;
  const DefinedStorage::Row &row = section.rows.front();
  const std::optional<long long> rows = distanceBetween(row.low, row.high);
  return width && rows && distanceBetween(zero, row.low) == 0 && *rows * *width == *count &&
         valueWith(section.low, row.counter, 0) == 0 && valueWith(section.low, row.counter, 1) == *width;
}

/// With the section of the same base that ends where it begins: p[0 .. 2) and p[2 .. 3).
Exposed::Section Exposed::withSectionInFront(const Section &section) const {
  Section joined = section;
  const std::optional<long long> low = section.rows.empty() ? integerValue(section.low) : std::nullopt;
  defined.anyOf(section.base, [&](const Section &earlier) {
    const std::optional<long long> high = earlier.high && earlier.rows.empty() ? integerValue(earlier.high) : std::nullopt;
    const std::optional<long long> least = integerValue(joined.low), other = integerValue(earlier.low);
    if (low && high && *high >= *low && other && *other < *least)
      joined.low = earlier.low;
    return false;
  });
  return joined;
}

/// An array that has been written as a whole is written whatever the index is.
void Exposed::addSection(const Section &added) {
  const Section section = withSectionInFront(added);
  defined.add(section);
  if (isWhole(section))
    defined.add(section.base);
}

template <class T> const T *Exposed::inCaller(const T *node) const {
  std::map<const Variable *, const Expr *> values;
  forEachLoad(node, [&](const LoadExpr *load) {
    const Variable *variable = wholeVariable(load->place);
    if (auto found = bindings.find(variable); variable && found != bindings.end())
      values[variable] = found->second.value;
  });
  return values.empty() ? node : Substitution(context, values).rewrite(node);
}

/// In the terms of the loop's own function.
unsigned Exposed::sizeOf(const Expr *expr) const {
  unsigned size = 0;
  forEachExpr(expr, [&](const Expr *e) {
    const auto *load = dyn_cast<LoadExpr>(e);
    auto found = load ? bindings.find(wholeVariable(load->place)) : bindings.end();
    size += found == bindings.end() ? 1 : found->second.size;
  });
  return size;
}

/// p[i] written in each iteration is p[first .. bound) written by the loop; other sections stand for all values of its counter.
std::vector<Exposed::Section> Exposed::sectionsOf(const CountedLoop &counted, const std::vector<Section> &inside) const {
  bool hasUnitSteps = counted.step == 1 || counted.step == -1;
  std::optional<Range> range = hasUnitSteps ? rangeOf(context, counted) : std::nullopt;
  std::vector<Section> found;
  if (!range)
    return found;
  for (const Section &section : inside) {
    if (section.high || !growsWith(section.low, counted.counter)) {
      Section rows = section;
      rows.rows.insert(rows.rows.begin(), {counted.counter, range->low, range->high});
      if (isStable(range->low) && isStable(range->high))
        found.push_back(rows);
      continue;
    }
    const Expr *low = Substitution(context, {{counted.counter, range->low}}).rewrite(section.low);
    const Expr *high = Substitution(context, {{counted.counter, range->high}}).rewrite(section.low);
    if (isStable(low) && isStable(high))
      found.push_back({section.base, low, high, section.rows});
  }
  return found;
}

void Exposed::declare(const DeclareStmt *stmt) {
  if (stmt->init)
    readExpr(stmt->init);
  const Variable *variable = stmt->variable;
  defined.add(variable);
  bool isOnce = stmt->init && timesWritten(variable) == 1 && !isExposed(variable);
  bool isAddress = variable->type->isPointer() || variable->type->isReference();
  if (!isOnce || !(isAddress || variable->type->is(TypeKind::Integer)))
    return;
  const unsigned size = sizeOf(stmt->init);
  const Expr *init = size > largest ? nullptr : inCaller(stmt->init);
  if (init && (isAddress || isStable(init)))
    bindings[variable] = {init, size};
}

void Exposed::assign(const AssignStmt *stmt) {
  readPath(stmt->place);
  const Expr *operand = operandOfSum(stmt);
  if (operand && !isCovered(inCaller(stmt->place))) {
    readExpr(operand);
    const Place *sum = inCaller(stmt->place);
    added |= unit.alias->keysOf(sum);
    noteWritten(sum);
    return;
  }
  readExpr(stmt->value);
  write(stmt->place);
}

// ----------------------------------------------------------------- calls

void Exposed::call(const CallStmt *stmt) {
  for (const Expr *arg : stmt->args)
    readExpr(arg);
  const Unit &callee = program.unit(stmt->callee);
  known &= !callee.hasOutsideEffects && !callee.managesMemory;
  if (!known)
    return;
  if (!follow(stmt)) {
    if (!callees.empty() || stmt->callee == unit.original) { // its effects are known in its caller's terms only
      known = false;
      return;
    }
    read |= program.toCaller(stmt, *unit.alias, callee, callee.reads);
    Set written = program.toCaller(stmt, *unit.alias, callee, callee.writes);
    writes |= written;
    stores.push_back({written, std::nullopt, {}});
  }
  if (stmt->result) {
    readPath(stmt->result);
    write(stmt->result);
  }
}

/// In the terms of the loop's own function; null for numbers, and for what would become too large.
std::vector<const Expr *> Exposed::argumentsOf(const CallStmt *stmt) const {
  std::vector<const Expr *> args;
  for (const Expr *arg : stmt->args)
    args.push_back(arg->type->isFloating() || sizeOf(arg) > largest ? nullptr : inCaller(arg));
  return args;
}

void Exposed::addWritten(const FollowedCalls::Written &written) {
  for (const Variable *variable : written.variables)
    defined.add(variable);
  for (const Section &section : written.sections)
    defined.add(section);
}

bool Exposed::follow(const CallStmt *stmt) {
  const Function *body = program.unit(stmt->callee).function;
  bool isRecursive = stmt->callee == unit.original || llvm::is_contained(callees, stmt->callee);
  if (!body->hasBody || isRecursive || stmt->args.size() != body->params.size())
    return false;
  const FollowedCalls::Entry entry = FollowedCalls::entry(argumentsOf(stmt), loops);
  if (const FollowedCalls::Written *before = followed.find(stmt->callee, entry, defined)) {
    addWritten(*before);
    return true;
  }
  if (!followed.allow(stmt->callee))
    return false;
  learn(stmt->callee, body);
  enter(stmt, entry);
  return true;
}

/// Names of the callee mean something for this call alone.
void Exposed::enter(const CallStmt *stmt, const FollowedCalls::Entry &entry) {
  const Function *body = program.unit(stmt->callee).function;
  FollowedCalls::Written &written = followed.add(stmt->callee, entry, defined);
  const DefinedStorage::Mark before = defined.mark();
  Bindings inside; // the callee's alone: what they stand for is in the terms of the loop's function
  for (unsigned i = 0; i < body->params.size(); ++i) {
    const Expr *value = entry.args[i] ? entry.args[i] : context.load(context.make<VarPlace>(body->params[i]));
    inside[body->params[i]] = {value, entry.args[i] ? sizeOf(stmt->args[i]) : 1};
  }
  std::swap(bindings, inside);
  std::vector<CountedLoop> around = loops;
  callees.push_back(stmt->callee);
  walk(body->body);
  callees.pop_back();
  loops = around;
  std::swap(bindings, inside);
  const Writes *code = &bodies.at(stmt->callee);
  auto isOwn = [&](const Variable *variable) {
    auto owner = owners.find(variable);
    return owner != owners.end() && owner->second == code;
  };
  for (const Variable *variable : defined.variablesSince(before))
    if (!isOwn(variable))
      written.variables.push_back(variable);
  for (const Section &section : defined.sectionsSince(before))
    if (!isOwn(section.base))
      written.sections.push_back(section);
  defined.undo(before);
  addWritten(written);
}

void Exposed::learn(const Function *callee, const Function *body) {
  auto [slot, isNew] = bodies.try_emplace(callee, body->body);
  if (!isNew)
    return;
  for (const Variable *param : body->params)
    owners[param] = &slot->second;
  forEachStmt(body->body, [&, code = &slot->second](const Stmt *stmt) {
    if (const Variable *variable = declaredBy(stmt))
      owners[variable] = code;
  });
}

// ------------------------------------------------------ reads and writes

void Exposed::readExpr(const Expr *expr) {
  forEachLoad(expr, [&](const LoadExpr *load) { readPlace(load->place); });
}

void Exposed::readPath(const Place *place) {
  forEachLoad(place, [&](const LoadExpr *load) { readPlace(load->place); });
}

void Exposed::readPlace(const Place *place) {
  if (const Variable *variable = wholeVariable(place); variable && bindings.count(variable))
    return; // what it is made of has been read where it was bound
  const Place *own = inCaller(place);
  if (isCovered(own))
    return;
  Set keys = unit.alias->keysOf(own);
  known &= keys.any() || storageOf(own); // variables of callees have no keys here
  if (!waits(own))
    read |= keys;
}

/// Is this a read of an array of which a section has been written, to be judged when all is known?
bool Exposed::waits(const Place *place) {
  std::optional<Element> element = elementOf(place);
  if (!element)
    return false;
  return defined.anyOf(element->base, [&](const Section &section) {
    bool isFixed = section.high && section.rows.empty();
    for (const Expr *bound : {section.low, section.high})
      if (isFixed)
        forEachLoad(bound, [&](const LoadExpr *load) {
          const Variable *variable = wholeVariable(load->place);
          isFixed &= variable && variable != counter && timesWritten(variable) == 0 && !declared.count(variable);
        });
    if (isFixed)
      pending.push_back({unit.alias->keysOf(place), section});
    return isFixed;
  });
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
  known &= keys.any() || storageOf(place);
  writes |= keys;
  std::optional<Element> element = elementOf(place);
  if (element && !isStable(element->index))
    element.reset();
  stores.push_back({keys, element, loops});
}

void Exposed::write(const Place *place) {
  const Place *own = inCaller(place);
  noteWritten(own);
  if (const Variable *variable = wholeVariable(own)) {
    defined.add(variable);
    return;
  }
  std::optional<Element> element = elementOf(own);
  if (element && isStable(element->index))
    writeElement(*element);
  else if (const auto *record = dyn_cast<IndexPlace>(own); record && onlyArray(own->type))
    writeRecord(record);
}

/// All elements of the array that it holds.
void Exposed::writeRecord(const IndexPlace *place) {
  const std::optional<Element> record = elementOfArray(place);
  if (!record || !isStable(record->index))
    return;
  const Expr *width = context.intLiteral(onlyArray(place->type)->count);
  const Expr *low = context.binary(BinaryOp::Mul, record->index, width);
  addSection(Section{record->base, low, context.binary(BinaryOp::Add, low, width)});
}

void Exposed::writeElement(const Element &element) {
  const std::optional<long long> at = integerValue(element.index);
  if (at && *at >= 0)
    addSection(Section{element.base, element.index, context.intLiteral(uint64_t(*at) + 1)});
  else
    defined.add(Section{element.base, element.index, nullptr});
}

// -------------------------------------------------------------- elements

const Writes &Exposed::codeOf(const Variable *variable) const {
  auto owner = owners.find(variable);
  return owner == owners.end() ? ownCode : *owner->second;
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

namespace {
/// An array that is all that a record holds is that record.
const Place *holderOf(const Place *array) {
  const auto *field = dyn_cast<FieldPlace>(array);
  if (!field || !onlyArray(field->object->type))
    return array;
  const auto *deref = dyn_cast<DerefPlace>(field->object);
  const auto *address = deref ? dyn_cast<AddressExpr>(deref->pointer) : nullptr;
  return address ? address->place : field->object;
}
} // namespace

/// Rows of arrays are counted through: a[i][j] is the element i * m + j.
std::optional<Exposed::Element> Exposed::elementOfArray(const IndexPlace *place) const {
  const Place *holder = holderOf(place->array);
  if (const Variable *array = wholeVariable(holder))
    return Element{array, place->index};
  const auto *inner = dyn_cast<IndexPlace>(holder);
  const std::optional<Element> row = inner ? elementOfArray(inner) : std::nullopt;
  if (!row)
    return std::nullopt;
  const uint64_t width = place->array->type->count;
  const std::optional<long long> above = integerValue(row->index), within = integerValue(place->index);
  if (above && within && *above >= 0 && *within >= 0)
    return Element{row->base, context.intLiteral(uint64_t(*above) * width + uint64_t(*within))};
  const Expr *first = context.binary(BinaryOp::Mul, row->index, context.intLiteral(width));
  return Element{row->base, context.binary(BinaryOp::Add, first, place->index)};
}

/// A place as an element of an array, or of what a pointer that never changes points to.
std::optional<Exposed::Element> Exposed::elementOf(const Place *place) const {
  const Expr *zero = context.intLiteral(0);
  if (const auto *element = dyn_cast<IndexPlace>(place))
    return place->type->isArray() || onlyArray(place->type) ? std::nullopt : elementOfArray(element);
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
  std::optional<Element> element = first && !first->type->isArray() && !onlyArray(first->type) ? elementOfArray(first) : std::nullopt;
  if (element && index)
    element->index = context.binary(BinaryOp::Add, element->index, index);
  return element;
}

bool Exposed::isCovered(const Place *place) const {
  const Variable *root = storageOf(place);
  if (root && defined.contains(root))
    return true;
  std::optional<Element> element = elementOf(place);
  if (!element || !isStable(element->index))
    return false;
  return defined.anyOf(element->base, [&](const Section &section) { return isInRows(*element, section); });
}

bool Exposed::isCovered(const Element &element, const Section &section) const {
  if (!section.high)
    return same(section.low, element.index);
  return isNeverLess(loops, element.index, section.low) && isAlwaysLess(loops, element.index, section.high);
}

/// Each counter of the rows takes the value of one around the read that runs through the same numbers.
bool Exposed::isInRows(const Element &element, Section section) const {
  if (section.rows.empty())
    return isCovered(element, section);
  const DefinedStorage::Row row = section.rows.front();
  section.rows.erase(section.rows.begin());
  return llvm::any_of(loops, [&](const CountedLoop &around) {
    const bool hasUnitSteps = around.step == 1 || around.step == -1;
    const std::optional<Range> range = hasUnitSteps ? rangeOf(context, around) : std::nullopt;
    if (!range || !same(range->low, row.low) || !same(range->high, row.high))
      return false;
    const std::map<const Variable *, const Expr *> value = {{row.counter, context.load(around.counter)}};
    auto here = [&](const Expr *e) { return e ? Substitution(context, value).rewrite(e) : nullptr; };
    Section chosen = {section.base, here(section.low), here(section.high), section.rows};
    for (DefinedStorage::Row &inner : chosen.rows)
      inner = {inner.counter, here(inner.low), here(inner.high)};
    return isInRows(element, chosen);
  });
}

} // namespace adjoint::analysis
