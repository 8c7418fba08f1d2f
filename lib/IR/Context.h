// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Context: owns and makes every node. The factories build well-formed nodes and fold the
// few identities that keep the IR canonical (`*&p` is p, `&*p` is p, `*(&a[0] + i)` is a[i]).

#ifndef ADJOINT_IR_CONTEXT_H
#define ADJOINT_IR_CONTEXT_H

#include "IR/Function.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <map>
#include <utility>

namespace adjoint::ir {

class Context {
public:
  /// Any node: `make<AssignStmt>(place, value)`.
  template <class T, class... Args> T *make(Args &&...args) {
    auto owned = std::make_unique<T>(std::forward<Args>(args)...);
    T *node = owned.get();
    if constexpr (std::is_base_of_v<Stmt, T>)
      node->location = origin;
    nodes.push_back(std::move(owned));
    return node;
  }

  /// While it lives, statements that are made are of this place in the user's source.
  class Origin {
  public:
    Origin(Context &context, Location place) : context(context), before(std::exchange(context.origin, place)) {}
    ~Origin() { context.origin = before; }
    Origin(const Origin &) = delete;
    Origin &operator=(const Origin &) = delete;

  private:
    Context &context;
    const Location before;
  };

  // Statements anew, with other parts. What the old one has besides them stays: location, comment, pragmas, and what
  // passes have noted of it.
  DeclareStmt *rebuilt(const DeclareStmt *old, const Variable *variable, const Expr *init);
  DeclareStmt *rebuilt(const DeclareStmt *old, const Expr *init) { return rebuilt(old, old->variable, init); }
  AssignStmt *rebuilt(const AssignStmt *old, const Place *place, const Expr *value);
  CallStmt *rebuilt(const CallStmt *old, const Place *result, bool declares, const Function *callee,
                    std::vector<const Expr *> args);
  CallStmt *rebuilt(const CallStmt *old, const Function *callee, std::vector<const Expr *> args) {
    return rebuilt(old, old->result, old->declares, callee, std::move(args));
  }
  AllocateStmt *rebuilt(const AllocateStmt *old, const Place *place, bool declares, const Expr *count, bool zeroed);
  AllocateStmt *rebuilt(const AllocateStmt *old, const Place *place, bool declares, const Expr *count) {
    return rebuilt(old, place, declares, count, old->zeroed);
  }
  FreeStmt *rebuilt(const FreeStmt *old, const Expr *pointer);
  BlockStmt *rebuilt(const BlockStmt *old, StmtList body);
  IfStmt *rebuilt(const IfStmt *old, const Expr *condition, StmtList yes, StmtList no);
  LoopStmt *rebuilt(const LoopStmt *old, StmtList init, const Expr *condition, StmtList step, StmtList body);
  /// With the head and the body of another one, which is tested at the same end.
  LoopStmt *rebuilt(const LoopStmt *old, const LoopStmt *parts) {
    return rebuilt(old, parts->init, parts->condition, parts->step, parts->body);
  }
  SwitchStmt *rebuilt(const SwitchStmt *old, const Expr *condition, std::vector<SwitchSection> sections);
  ReturnStmt *rebuilt(const ReturnStmt *old, const Expr *value);
  PushStmt *rebuilt(const PushStmt *old, const Expr *value, const Expr *range);
  PopStmt *rebuilt(const PopStmt *old, const Place *place, const Expr *range);
  TapeBlockStmt *rebuilt(const TapeBlockStmt *old, const Variable *block, const Expr *count);
  /// With its scopes changed: the body of a block or a loop, branches, sections. A statement without any stays itself.
  using ScopeChange = llvm::function_ref<StmtList(const StmtList &)>;
  const Stmt *withScopes(const Stmt *old, ScopeChange change);

  /// A number for a push and its pop (PushStmt::record), which no other ones of the program have.
  unsigned newRecord() { return ++lastRecord; }

  /// The same once more; what is nested in it stands in both.
  Stmt *copied(const Stmt *old);
  const Stmt *withComment(const Stmt *old, const std::string &comment);
  /// The first statement of several that one became, with its comment in front of their own.
  const Stmt *withCommentInFront(const std::string &comment, const Stmt *first) {
    return withComment(first, first->comment.empty() ? comment : comment + "\n" + first->comment);
  }

  /// Notes whether the address of a variable is taken. Analyses ask the variable; only markAddressTaken and passes that
  /// make variables may call this.
  void noteAddressTaken(const Variable *variable, bool isTaken);
  void noteLeftFromBefore(const Variable *variable);

  // Types.
  const Type *voidType();
  const Type *boolType();
  const Type *intType() { return integer("int", 32, true); }
  const Type *doubleType() { return floating("double", 64); }
  const Type *integer(const std::string &spelling, unsigned bits, bool isSigned);
  const Type *enumeration(const std::string &spelling, unsigned bits, bool isSigned);
  const Type *floating(const std::string &spelling, unsigned bits);
  const Type *pointerTo(const Type *element);
  const Type *referenceTo(const Type *element);
  const Type *arrayOf(const Type *element, uint64_t count);
  const Type *recordType(const Record *record);
  /// A function type, as C++ writes it; only ever behind a pointer.
  const Type *functionType(const std::string &spelling);
  const Type *withConst(const Type *type);
  const Type *withoutConst(const Type *type);
  /// A record to be filled by the caller; equal spellings give the same record.
  Record *record(const std::string &spelling);
  bool hasRecord(const std::string &spelling) const { return records.count(spelling) != 0; }

  // Places.
  /// What the user means by the name of a variable: its storage, or what a reference refers to.
  const Place *place(const Variable *variable);
  /// Of `&a[0] + i`, `a[i]`.
  const Place *deref(const Expr *pointer);
  /// `pointer[index]`, where the pointer is to an array, that is named, of which it is an element.
  const Place *subscript(const Expr *pointer, const Expr *index);
  const Place *index(const Place *array, const Expr *index);
  const Place *field(const Place *object, unsigned index);

  // Expressions.
  /// A whole number of any arithmetic type, as the type holds it.
  const Expr *literal(long long value, const Type *type);
  const Expr *intLiteral(long long value) { return literal(value, intType()); }
  const Expr *truth(bool value) { return literal(value, boolType()); }
  const Expr *null(const Type *pointer);
  /// A number as it was written; one that was not written has no spelling.
  const Expr *numeral(const Constant &value, const std::string &spelling, const Type *type);
  /// A constant that has a name, or is written as an expression.
  const Expr *named(const std::string &spelling, const Type *type, const Constant &value = Unknown());
  const Expr *zero(const Type *type);
  const Expr *load(const Place *place);
  const Expr *load(const Variable *variable) { return load(place(variable)); }
  const Expr *addressOf(const Place *place);
  /// The address of the first element of an array place.
  const Expr *decay(const Place *array);
  const Expr *unary(UnaryOp op, const Expr *operand);
  /// The type follows C++: bool for comparisons and logic, pointer for pointer ± integer,
  /// `std::ptrdiff_t` for pointer - pointer, else the left operand's.
  const Expr *binary(BinaryOp op, const Expr *left, const Expr *right);
  /// No node where the type is the same already.
  const Expr *cast(CastExpr::Form form, const Expr *operand, const Type *type);
  const Expr *select(const Expr *condition, const Expr *yes, const Expr *no, Location where = {});
  const Expr *intrinsic(const std::string &name, const std::string &spelling, std::vector<const Expr *> args,
                        const Type *type);

private:
  Location origin; ///< of statements that are being made
  unsigned lastRecord = 0;
  const Type *unique(Type type);

  std::vector<std::unique_ptr<Node>> nodes;
  std::map<std::string, std::unique_ptr<Type>> types;
  std::map<std::string, std::unique_ptr<Record>> records;
};

} // namespace adjoint::ir

#endif
