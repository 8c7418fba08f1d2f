// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Context: owns and makes every node. The factories build well-formed nodes and fold the
// few identities that keep the IR canonical (`*&p` is p, `&*p` is p, `*(&a[0] + i)` is a[i]).

#ifndef ADJOINT_IR_CONTEXT_H
#define ADJOINT_IR_CONTEXT_H

#include "IR/Function.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <map>

namespace adjoint::ir {

class Context {
public:
  /// Any node: `make<AssignStmt>(place, value)`.
  template <class T, class... Args> T *make(Args &&...args) {
    auto owned = std::make_unique<T>(std::forward<Args>(args)...);
    T *node = owned.get();
    nodes.push_back(std::move(owned));
    return node;
  }

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
  const Place *deref(const Expr *pointer);
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
  const Expr *select(const Expr *condition, const Expr *yes, const Expr *no);
  const Expr *intrinsic(const std::string &name, const std::string &spelling, std::vector<const Expr *> args,
                        const Type *type);

private:
  const Type *unique(Type type);

  std::vector<std::unique_ptr<Node>> nodes;
  std::map<std::string, std::unique_ptr<Type>> types;
  std::map<std::string, std::unique_ptr<Record>> records;
};

} // namespace adjoint::ir

#endif
