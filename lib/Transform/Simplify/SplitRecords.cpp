// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   Vec v = {};  v.x = a;  Vec w = v;  s = w.x * w.y;
// becomes
//   double v_x = 0.0, v_y = 0.0;  v_x = a;  double w_x = v_x, w_y = v_y;  s = w_x * w_y;
//
// for each local record whose address is taken nowhere, and that is never needed in one piece:
// passed by value, returned, taken from a call, or copied along a path that the copy itself
// could change. What a checkpointed loop sets to another of its kind, as buffers that change places, may be returned: a copy is made
// for that. The address of one field is no obstacle where the pointer stays within it: it is moved nowhere, as
// `(&v.x)[i]` is to the fields beside it (MovedPointers). A field that nothing reads is left out with what is written to it.

#include "Analysis/Memory/MovedPointers.h"
#include "Analysis/Memory/Writes.h"
#include "IR/Identifiers.h"
#include "Transform/Simplify/Simplify.h"

#include <set>

namespace adjoint::transform {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// The field of a whole variable that a place is, or is a part of: `v.f`, `v.f[i].g`.
const FieldPlace *fieldOfVariable(const Place *place) {
  if (const auto *element = dyn_cast<IndexPlace>(place))
    return fieldOfVariable(element->array);
  const auto *field = dyn_cast<FieldPlace>(place);
  if (!field || wholeVariable(field->object))
    return field;
  return fieldOfVariable(field->object);
}

/// A scalar would hold what a bit-field cuts off.
bool hasBitField(const Record *record) {
  for (const Field &field : record->fields)
    if (field.bits)
      return true;
  return false;
}

bool hasField(const Record *record, TypeKind kind) {
  for (const Field &field : record->fields)
    if (field.type->is(kind))
      return true;
  return false;
}

/// A copy of an array is one of each element, as far as that is short.
bool hasLongArray(const Record *record) {
  const unsigned longest = 8;
  for (const Field &field : record->fields)
    if (field.type->isArray() && (field.type->count > longest || field.type->element->isArray()))
      return true;
  return false;
}

/// Which records can be split, and which of their fields are read.
class SplittableRecords {
public:
  explicit SplittableRecords(const StmtList &body) : moved(body) {
    forEachStmt(body, [&](const Stmt *stmt) {
      const auto *declare = dyn_cast<DeclareStmt>(stmt);
      const Type *type = declare ? declare->variable->type : nullptr;
      if (type && type->isRecord() && !isOpaque(type) && declare->variable->storage == Storage::Local &&
          !hasField(type->record, TypeKind::Reference) && !hasBitField(type->record))
        found.insert(declare->variable);
    });
    forEachStmt(body, [&](const Stmt *stmt) {
      if (const auto *loop = dyn_cast<LoopStmt>(stmt); loop && loop->checkpoint)
        findTurning(loop->body);
    });
    forEachStmt(body, [&](const Stmt *stmt) { look(stmt); });
    for (const Place *place : moved.places())
      if (const FieldPlace *field = fieldOfVariable(place))
        found.erase(wholeVariable(field->object));
  }

  bool contains(const Variable *variable) const { return found.count(variable) != 0; }
  bool isRead(const Variable *variable, unsigned field) const { return read.count({variable, field}) != 0; }
  bool isWritten(const Variable *variable, unsigned field) const { return written.count({variable, field}) != 0; }

  /// The record that a statement returns, if the loop sets it to others.
  const LoadExpr *returnedTurning(const Stmt *stmt) const {
    const auto *end = dyn_cast<ReturnStmt>(stmt);
    const auto *load = end && end->value ? dyn_cast<LoadExpr>(end->value) : nullptr;
    return load && turning.count(wholeVariable(load->place)) ? load : nullptr;
  }

private:
  void findTurning(const StmtList &body) {
    forEachStmt(body, [&](const Stmt *stmt) {
      const auto *assign = dyn_cast<AssignStmt>(stmt);
      const Variable *root = assign && holdsPointer(assign->place->type) ? rootVariable(assign->place) : nullptr;
      if (root && root->type->isRecord() && root->storage == Storage::Local)
        turning.insert(root);
    });
  }

  void look(const Stmt *stmt) {
    if (const LoadExpr *load = returnedTurning(stmt))
      return copy(nullptr, nullptr, load);
    if (const auto *declare = dyn_cast<DeclareStmt>(stmt); declare && declare->variable->type->isRecord())
      return copy(declare->variable, nullptr, declare->init);
    if (const auto *assign = dyn_cast<AssignStmt>(stmt); assign && assign->place->type->isRecord())
      return copy(wholeVariable(assign->place), assign->place, assign->value);
    if (const Variable *variable = declaredBy(stmt)) // by a call
      found.erase(variable);
    forEachOperand(
        stmt, [&](const Expr *e) { lookInside(e); },
        [&](const Place *place) {
          if (const Variable *variable = wholeVariable(place))
            found.erase(variable);
          if (const FieldPlace *field = fieldOfVariable(place))
            written.insert({wholeVariable(field->object), field->field->index});
          if (!isa<AssignStmt>(stmt)) // something else than a value depends on the field being there
            lookAt(place);
          lookInPath(place);
        });
  }

  /// `to = value` of a whole record. `to` is a variable, or else the place is some other.
  void copy(const Variable *to, const Place *place, const Expr *value) {
    if (to && place)
      for (const Field &field : to->type->record->fields)
        written.insert({to, field.index});
    if (place && !to)
      lookInPath(place);
    std::vector<const Place *> from;
    bool isPlain = !value || isa<InitListExpr>(value) || sources(value, from);
    if (!isPlain) {
      lookInside(value);
      return giveUp(to, from);
    }
    if (place && !isStablePath(place))
      giveUp(to, from);
    for (const Place *source : from) {
      lookInPath(source);
      const Variable *variable = wholeVariable(source);
      if (variable)
        readAll(variable);
      else if (const FieldPlace *field = fieldOfVariable(source))
        read.insert({wholeVariable(field->object), field->field->index});
      if (hasLongArray(source->type->record) || !isStablePath(source) || variable == to)
        giveUp(to, from);
    }
    if (place && value && isa<InitListExpr>(value))
      giveUp(to, from);
  }

  void giveUp(const Variable *to, const std::vector<const Place *> &from) {
    found.erase(to);
    for (const Place *source : from)
      found.erase(wholeVariable(source));
  }

  /// The records that the value is a copy of: one, or one of two.
  bool sources(const Expr *value, std::vector<const Place *> &places) {
    if (const auto *load = dyn_cast<LoadExpr>(value)) {
      places.push_back(load->place);
      return true;
    }
    const auto *select = dyn_cast<SelectExpr>(value);
    if (!select)
      return false;
    bool isSimple = true; // evaluated once for each field
    forEachLoad(select->condition, [&](const LoadExpr *load) { isSimple &= wholeVariable(load->place) != nullptr; });
    lookInside(select->condition);
    return isSimple && sources(select->yes, places) && sources(select->no, places);
  }

  /// Does nothing that a copy of fields writes stand in the path?
  static bool isStablePath(const Place *place) {
    bool isStable = true;
    forEachLoad(place, [&](const LoadExpr *load) {
      const Variable *variable = wholeVariable(load->place);
      isStable &= variable && !variable->isGlobal() && !variable->isAddressTaken();
    });
    return isStable;
  }

  void readAll(const Variable *variable) {
    for (const Field &field : variable->type->record->fields)
      read.insert({variable, field.index});
  }

  void lookInside(const Expr *expr) {
    forEachExpr(expr, [&](const Expr *e) {
      if (const auto *load = dyn_cast<LoadExpr>(e))
        lookAt(load->place);
      else if (const auto *address = dyn_cast<AddressExpr>(e))
        lookAt(address->place);
    });
  }
  void lookInPath(const Place *place) {
    forEachExpr(place, [&](const Expr *e) { lookInside(e); });
  }
  /// A place that is read, or whose address is taken.
  void lookAt(const Place *place) {
    if (const FieldPlace *field = fieldOfVariable(place))
      read.insert({wholeVariable(field->object), field->field->index});
    else if (const Variable *variable = rootVariable(place))
      found.erase(variable);
  }

  const analysis::MovedPointers moved;
  std::set<const Variable *> found;
  std::set<const Variable *> turning; ///< in a checkpointed loop
  std::set<std::pair<const Variable *, unsigned>> read, written;
};

class RecordSplitting : public Rewriter {
public:
  RecordSplitting(Context &context, const StmtList &body) : Rewriter(context), candidates(body) {}
  using Rewriter::rewrite;

protected:
  using Rewriter::replace;

  const Variable *replace(const Variable *variable) override {
    auto found = filled.find(variable);
    return found == filled.end() ? variable : found->second;
  }

  const Place *replace(const Place *place) override {
    const auto *field = dyn_cast<FieldPlace>(place);
    const Variable *variable = field ? wholeVariable(field->object) : nullptr;
    if (!variable || !candidates.contains(variable))
      return nullptr;
    return context.make<VarPlace>(part(variable, field->field->index));
  }

  bool replace(const Stmt *stmt, StmtList &out) override {
    if (const auto *declare = dyn_cast<DeclareStmt>(stmt))
      return splitDeclaration(declare, out);
    if (const LoadExpr *load = candidates.returnedTurning(stmt); load && isSplit(load->place))
      return splitReturn(cast<ReturnStmt>(stmt), load, out);
    const auto *assign = dyn_cast<AssignStmt>(stmt);
    if (!assign)
      return false;
    if (const FieldPlace *field = fieldOfVariable(assign->place))
      if (isDropped(wholeVariable(field->object), field->field->index))
        return true;
    return splitCopy(assign, out);
  }

private:
  bool isSplit(const Place *place) const { return candidates.contains(wholeVariable(place)); }
  bool isDropped(const Variable *variable, unsigned field) const {
    return candidates.contains(variable) && !candidates.isRead(variable, field);
  }

  /// `made_values`, of what a call of made() gave.
  static std::string nameOfWhole(const Variable *variable) {
    llvm::StringRef name = variable->name;
    if (variable->isTemporary)
      name.consume_back("_value");
    return name.str();
  }

  /// `isFilled`: not initialised, but set element by element.
  const Variable *part(const Variable *variable, unsigned index, bool isFilled = false) {
    const Variable *&slot = parts[{variable, index}];
    if (slot)
      return slot;
    const Field &field = variable->type->record->fields[index];
    const bool isSetLater = isFilled || emptyBraces(field.type) == EmptyBraces::OtherThan; // behind its declaration
    const Type *type = variable->type->isConst && !isSetLater ? context.withConst(field.type) : field.type;
    auto *made = context.make<Variable>(memberName(nameOfWhole(variable), field.name), type, Storage::Local, variable->location);
    made->isTemporary = variable->isTemporary || type->isIntegral();
    if (variable->isLeftFromBefore())
      context.noteLeftFromBefore(made);
    return slot = made;
  }

  bool splitDeclaration(const DeclareStmt *declare, StmtList &out) {
    const Variable *variable = declare->variable;
    if (!candidates.contains(variable)) // a copy of one that is split
      return declare->init && isCopyOfSplit(declare->init) ? declareCopy(declare, out) : false;
    for (const Field &field : variable->type->record->fields) {
      if (isDropped(variable, field.index))
        continue;
      bool isCopiedArray = field.type->isArray() && declare->init && !isa<InitListExpr>(declare->init);
      const Expr *init = isCopiedArray   ? nullptr
                         : declare->init ? partOf(declare->init, field)
                                         : neverWritten(variable, field);
      add(declare, context.make<DeclareStmt>(part(variable, field.index, isCopiedArray), init), out);
      if (isCopiedArray)
        copyField(declare, context.make<VarPlace>(part(variable, field.index)), declare->init, field, out);
    }
    return true;
  }

  /// Zero for a number that something reads and nothing writes: a member of another class of the hierarchy, in a
  /// virtual function that is not the object's own.
  const Expr *neverWritten(const Variable *variable, const Field &field) {
    bool isNumber = field.type->isFloating() || field.type->isIntegral();
    return isNumber && !candidates.isWritten(variable, field.index) ? context.zero(field.type) : nullptr;
  }

  bool isCopyOfSplit(const Expr *value) const {
    if (const auto *load = dyn_cast<LoadExpr>(value))
      return isSplit(load->place);
    const auto *select = dyn_cast<SelectExpr>(value);
    return select && (isCopyOfSplit(select->yes) || isCopyOfSplit(select->no));
  }

  bool declareCopy(const DeclareStmt *declare, StmtList &out) {
    const Variable *old = declare->variable;
    auto *made = context.make<Variable>(old->name, context.withoutConst(old->type), Storage::Local, old->location);
    made->isTemporary = old->isTemporary;
    context.noteAddressTaken(made, old->isAddressTaken());
    filled[old] = made;
    add(declare, context.make<DeclareStmt>(made, nullptr), out);
    copyFields(declare, context.place(made), declare->init, out);
    return true;
  }

  bool splitReturn(const ReturnStmt *end, const LoadExpr *value, StmtList &out) {
    auto *whole = context.make<Variable>("result", context.withoutConst(value->type), Storage::Local, end->location);
    whole->isTemporary = true;
    add(end, context.make<DeclareStmt>(whole, nullptr), out);
    copyFields(end, context.place(whole), value, out);
    add(end, context.make<ReturnStmt>(context.load(whole)), out);
    return true;
  }

  bool splitCopy(const AssignStmt *assign, StmtList &out) {
    const Type *type = assign->place->type;
    if (!type->isRecord() || isOpaque(type) || !(isSplit(assign->place) || isCopyOfSplit(assign->value)))
      return false;
    copyFields(assign, assign->place, assign->value, out);
    return true;
  }

  void copyFields(const Stmt *original, const Place *to, const Expr *value, StmtList &out) {
    for (const Field &field : to->type->record->fields) {
      if (isDropped(wholeVariable(to), field.index))
        continue;
      copyField(original, rewrite(context.field(to, field.index)), value, field, out);
    }
  }

  /// `to` = the field of the value.
  void copyField(const Stmt *original, const Place *to, const Expr *value, const Field &field, StmtList &out) {
    if (!field.type->isArray())
      return add(original, context.make<AssignStmt>(to, partOf(value, field)), out);
    for (unsigned i = 0; i < field.type->count; ++i)
      add(original, context.make<AssignStmt>(context.index(to, context.intLiteral(i)), elementOf(value, field, i)), out);
  }

  const Expr *elementOf(const Expr *value, const Field &field, unsigned i) {
    if (const auto *select = dyn_cast<SelectExpr>(value))
      return context.select(rewrite(select->condition), elementOf(select->yes, field, i),
                            elementOf(select->no, field, i));
    const Place *array = rewrite(context.field(cast<LoadExpr>(value)->place, field.index));
    return context.load(context.index(array, context.intLiteral(i)));
  }

  const Expr *partOf(const Expr *value, const Field &field) {
    if (const auto *list = dyn_cast<InitListExpr>(value)) {
      if (field.index < list->elements.size())
        return list->elements[field.index];
      return context.zero(field.type);
    }
    if (const auto *select = dyn_cast<SelectExpr>(value))
      return context.select(rewrite(select->condition), partOf(select->yes, field), partOf(select->no, field));
    return context.load(rewrite(context.field(cast<LoadExpr>(value)->place, field.index)));
  }

  /// The comment stands before the first part.
  template <class T> void add(const Stmt *original, T *stmt, StmtList &out) {
    annotatedAs(original, stmt);
    if (annotated == original)
      stmt->comment.clear();
    annotated = original;
    out.push_back(stmt);
  }

  SplittableRecords candidates;
  const Stmt *annotated = nullptr; ///< whose first part has been added
  std::map<const Variable *, const Variable *> filled; ///< copies that are no longer initialised, and so not const
  std::map<std::pair<const Variable *, unsigned>, const Variable *> parts;
};

} // namespace

StmtList splitRecords(Context &context, StmtList body) { return RecordSplitting(context, body).rewrite(body); }

} // namespace adjoint::transform
