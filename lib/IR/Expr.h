// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Expressions and places: pure trees, immutable, shared freely.
//
// An expression has a value and no effect. A place names storage: a variable and an
// access path of dereferences, indices and fields. Every read is a LoadExpr of a
// place; every write is a statement that names one.
//
// References are pointers that dereference themselves: a variable `T &r` holds an
// address, `LoadExpr(VarPlace(r))` is that address (type `T *`), and what the user
// writes as `r` is `DerefPlace(LoadExpr(VarPlace(r)))`.
//
// Arrays do not decay silently: the address of the first element is
// `AddressExpr(IndexPlace(array, 0))`, and `p[i]` is `DerefPlace(p + i)`.

#ifndef ADJOINT_IR_EXPR_H
#define ADJOINT_IR_EXPR_H

#include "IR/Constant.h"
#include "IR/Type.h"
#include "Support/Diagnostics.h"

#include "llvm/Support/Casting.h"

#include <memory>
#include <string>
#include <vector>

namespace adjoint::ir {

class Function;

/// Everything that a Context owns.
class Node {
public:
  virtual ~Node() = default;
};

enum class Storage { Parameter, Local, Global, StaticLocal };

/// What the user passes for a parameter, where the parameter's type does not say it.
struct UserParameter {
  /// The class that C++ names there: of an object whose record stands for several, or of an iterator.
  std::string className;
  /// That of the adjoint, where it is another one: of an iterator over constants, or a view of them.
  std::string adjointClass;
  /// Of an iterator `$`, the pointer that it is in generated code ("$.operator->()"); empty: no iterator, or nobody knows.
  std::string pointer;
  bool isIterator = false;
  /// The object is a constant, of which members are written all the same.
  bool isConst = false;
};

/// A static member that only its class may name: generated code reaches it through a function, `Cell_count()`.
struct HiddenStatic : Node {
  std::string accessor; ///< "Cell_count"
  std::string type;     ///< as the user spells it
  std::string member;   ///< "Cell::count"
};

class Variable : public Node {
public:
  Variable(std::string name, const Type *type, Storage storage, Location location = {})
      : name(std::move(name)), type(type), storage(storage), location(location) {}

  std::string name; ///< as printed; qualified where it has to be
  const Type *type;
  Storage storage;
  Location location;
  /// Made by the tool, not written by the user.
  bool isTemporary = false;
  /// Holds adjoints, or leads to them: never overlaps primal memory.
  bool isAdjoint = false;
  /// Of a tangent that is differentiated again: holds tangents, or leads to them. Never overlaps what does not.
  bool isTangent = false;
  /// What its adjoint is called; empty: what it is called itself, with `_b`.
  std::string adjointName;
  /// A parameter declared `__restrict`, or a block of the tape: what it points to is reached through it alone.
  bool isRestrict = false;
  /// Leads to the object, and to it alone, that was a local variable until its storage was moved (see SplitForm).
  bool isMovedLocal = false;
  /// Belongs to one iteration of a parallel loop, though it is declared around it (see HoistStorage).
  bool isOfIteration = false;
  /// Storage that was moved to the top: in so many loops it was declared, and has no value when an iteration of the innermost of
  /// them begins; 0: it has one.
  unsigned unsetInLoops = 0;
  /// Of a derivative's loop that stands in the place of another: the counter of that one.
  const Variable *countedBefore = nullptr;
  /// A pointer whose elements are a thread's own, and are added to an array behind the loop (see OwnSums).
  bool isOwnSums = false;
  UserParameter user; ///< of a parameter
  /// Does it lead to objects of a known type, but is a pointer to void for the user?
  bool isUntyped() const { return user.className == "void"; }
  /// Of a parameter: the object of the file that it always is (see GlobalObjects); empty: the caller gives it.
  std::string globalObject;
  /// Of a global: may another global lead to it when a function is entered?
  bool mayBePointedTo = true;
  /// Of a global pointer: does it lead nowhere when a function that is differentiated is entered?
  bool isUnsetOnEntry = false;
  /// Of a global: can no other file name it?
  bool isOfFile = false;
  /// Of a global that generated code cannot name; its name is a call of the accessor.
  const HiddenStatic *hidden = nullptr;

  bool isGlobal() const { return storage == Storage::Global || storage == Storage::StaticLocal; }
  /// Is its address taken somewhere in the function? Then it may be written through a pointer.
  bool isAddressTaken() const { return addressTaken; }
  /// A container that keeps its memory from call to call: is what it has in it that of an earlier call, until it is stored to?
  bool isLeftFromBefore() const { return leftFromBefore; }

private:
  friend class Context; // which notes them: see Context::noteAddressTaken, noteLeftFromBefore
  bool addressTaken = false, leftFromBefore = false;
};

// ---------------------------------------------------------------- places

class Expr;

class Place : public Node {
public:
  enum class Kind { Var, Deref, Index, Field };
  const Kind kind;
  const Type *const type; ///< of what is stored there

protected:
  Place(Kind kind, const Type *type) : kind(kind), type(type) {}
};

class VarPlace : public Place {
public:
  VarPlace(const Variable *variable) : Place(Kind::Var, variable->type), variable(variable) {}
  const Variable *const variable;
  static bool classof(const Place *p) { return p->kind == Kind::Var; }
};

/// `*pointer`
class DerefPlace : public Place {
public:
  DerefPlace(const Expr *pointer, const Type *type) : Place(Kind::Deref, type), pointer(pointer) {}
  const Expr *const pointer;
  static bool classof(const Place *p) { return p->kind == Kind::Deref; }
};

/// `array[index]`, where `array` is a place of array type (never a pointer).
class IndexPlace : public Place {
public:
  IndexPlace(const Place *array, const Expr *index)
      : Place(Kind::Index, array->type->element), array(array), index(index) {}
  const Place *const array;
  const Expr *const index;
  static bool classof(const Place *p) { return p->kind == Kind::Index; }
};

/// `object.field`
class FieldPlace : public Place {
public:
  FieldPlace(const Place *object, const Field *field, const Type *type)
      : Place(Kind::Field, type), object(object), field(field) {}
  const Place *const object;
  const Field *const field;
  static bool classof(const Place *p) { return p->kind == Kind::Field; }
};

// ----------------------------------------------------------- expressions

enum class UnaryOp { Minus, Not, BitNot };
enum class BinaryOp {
  Add, Sub, Mul, Div, Rem,        // arithmetic; Add and Sub also pointer ± integer, Sub pointer - pointer
  Shl, Shr, BitAnd, BitOr, BitXor,
  Less, LessEq, Greater, GreaterEq, Equal, NotEqual,
  And, Or,                        // short-circuit
};
bool isComparison(BinaryOp op);

class Expr : public Node {
public:
  enum class Kind { Literal, Load, Address, Unary, Binary, Cast, Select, Intrinsic, FunctionRef, InitList };
  const Kind kind;
  const Type *const type; ///< without const

protected:
  Expr(Kind kind, const Type *type) : kind(kind), type(type) {}
};

/// A constant: its value, and for the printer how the user wrote it. What nobody wrote is written as its value says.
class LiteralExpr : public Expr {
public:
  LiteralExpr(Constant value, std::string spelling, bool isNamed, const Type *type)
      : Expr(Kind::Literal, type), value(value), spelling(std::move(spelling)), isNamed(isNamed) {}
  const Constant value;
  const std::string spelling; ///< "0x10", "ns::limit"; or empty
  const bool isNamed;         ///< written as a name or an expression ("ns::limit", "sizeof(S)", "'a'"), not as a number
  static bool classof(const Expr *e) { return e->kind == Kind::Literal; }
};

class LoadExpr : public Expr {
public:
  LoadExpr(const Place *place, const Type *type) : Expr(Kind::Load, type), place(place) {}
  const Place *const place;
  static bool classof(const Expr *e) { return e->kind == Kind::Load; }
};

/// `&place`, of pointer type; never of a DerefPlace (that folds to its pointer).
class AddressExpr : public Expr {
public:
  AddressExpr(const Place *place, const Type *type) : Expr(Kind::Address, type), place(place) {}
  const Place *const place;
  static bool classof(const Expr *e) { return e->kind == Kind::Address; }
};

class UnaryExpr : public Expr {
public:
  UnaryExpr(UnaryOp op, const Expr *operand, const Type *type)
      : Expr(Kind::Unary, type), op(op), operand(operand) {}
  const UnaryOp op;
  const Expr *const operand;
  static bool classof(const Expr *e) { return e->kind == Kind::Unary; }
};

/// Arithmetic operands have been converted to a common type (by CastExpr) already.
class BinaryExpr : public Expr {
public:
  BinaryExpr(BinaryOp op, const Expr *left, const Expr *right, const Type *type)
      : Expr(Kind::Binary, type), op(op), left(left), right(right) {}
  const BinaryOp op;
  const Expr *const left, *const right;
  static bool classof(const Expr *e) { return e->kind == Kind::Binary; }
};

/// A conversion. Implicit ones are printed only where leaving them out would change the meaning.
class CastExpr : public Expr {
public:
  enum class Form {
    Implicit,
    Explicit,
    Const,  ///< const_cast
    Address ///< reinterpret_cast of a pointer to an integer, or of a constant to a pointer that leads nowhere
  };
  CastExpr(Form form, const Expr *operand, const Type *type)
      : Expr(Kind::Cast, type), form(form), operand(operand) {}
  const Form form;
  const Expr *const operand;
  static bool classof(const Expr *e) { return e->kind == Kind::Cast; }
};

/// `condition ? yes : no`
class SelectExpr : public Expr {
public:
  SelectExpr(const Expr *condition, const Expr *yes, const Expr *no, const Type *type, Location location = {})
      : Expr(Kind::Select, type), condition(condition), yes(yes), no(no), location(location) {}
  const Expr *const condition, *const yes, *const no;
  const Location location; ///< where the user wrote it; invalid: where the statement is
  static bool classof(const Expr *e) { return e->kind == Kind::Select; }
};

/// A pure library function. `name` is its key in the rules ("sin"); `spelling` what is
/// printed ("std::sin"). The type of each argument is the parameter's type.
class IntrinsicExpr : public Expr {
public:
  IntrinsicExpr(std::string name, std::string spelling, std::vector<const Expr *> args, const Type *type)
      : Expr(Kind::Intrinsic, type), name(std::move(name)), spelling(std::move(spelling)), args(std::move(args)) {}
  const std::string name, spelling;
  const std::vector<const Expr *> args;
  static bool classof(const Expr *e) { return e->kind == Kind::Intrinsic; }
};

/// A function used as a value.
class FunctionRefExpr : public Expr {
public:
  FunctionRefExpr(const Function *function, std::string spelling, const Type *type, bool isOverloaded = false)
      : Expr(Kind::FunctionRef, type), function(function), spelling(std::move(spelling)), isOverloaded(isOverloaded) {}
  const Function *const function; ///< null where its definition does not matter
  const std::string spelling;
  const bool isOverloaded; ///< one of several of that name, which the type tells apart
  static bool classof(const Expr *e) { return e->kind == Kind::FunctionRef; }
};

/// `{a, b, {c}}`, only as the initialiser of a DeclareStmt, and only of constants
/// (a table of coefficients). No elements: `{}`, all zero.
class InitListExpr : public Expr {
public:
  InitListExpr(std::vector<const Expr *> elements, const Type *type)
      : Expr(Kind::InitList, type), elements(std::move(elements)) {}
  const std::vector<const Expr *> elements;
  static bool classof(const Expr *e) { return e->kind == Kind::InitList; }
};

} // namespace adjoint::ir

#endif
