// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Types: what the tool must know of a C++ type to differentiate a value of it.
//
// Types are unique within a Context (equal types are equal pointers) and never
// change. Constness is part of the type: `const double` and `double` are two.

#ifndef ADJOINT_IR_TYPE_H
#define ADJOINT_IR_TYPE_H

#include <cstdint>
#include <string>
#include <vector>

namespace adjoint::ir {

class Type;
struct ClassView;

struct Field {
  std::string name;
  const Type *type;
  unsigned index; ///< position in Record::fields
  unsigned bits = 0; ///< of a bit-field, which holds less than its type
  /// How generated code names it, `$` being the object ("$.data()"); empty: `$.name`.
  std::string access = {};
};

/// What `S s = {}` makes of a user's class.
enum class EmptyBraces {
  AllZero,   ///< every member is zero
  OtherThan, ///< something else: a constructor or a default member initialiser has its say
  Nothing    ///< no object, for constructors ask for arguments; or more than that, for they do other things, too
};

/// A struct. `fields` is filled after creation, because it may point to itself.
struct Record {
  std::string spelling; ///< as C++ names it where the adjoint stands
  std::vector<Field> fields;
  /// The user's class cannot be made and filled member by member (it owns memory, hides or
  /// refers to something, has no name): generated code defines a plain struct in its place.
  bool isMirror = false;
  /// Only handed about, whole, by name and by calls: its parts are nobody's business, and it has no adjoint.
  bool isOpaque = false;
  /// Of an opaque one: its bytes are all of it, so that a copy of them brings its state back (a random engine).
  bool isValue = false;
  /// Of classes with virtual functions: any may be derived from it, also after a function that uses it, and hold numbers.
  bool isHierarchy = false;
  /// Of a class that is used directly.
  EmptyBraces emptyBraces = EmptyBraces::AllZero;
  /// Of a mirror: how to get at the user's object. Null: no object ever crosses the boundary (a
  /// closure, a class local to a function).
  const ClassView *view = nullptr;
};

enum class TypeKind { Void, Bool, Integer, Enum, Floating, Pointer, Reference, Array, Record, Function };

class Type {
public:
  TypeKind kind = TypeKind::Void;
  bool isConst = false;
  /// Scalars, enumerations, records and functions: as C++ writes it, without const.
  std::string spelling;
  unsigned bits = 0;     ///< Bool, Integer, Enum, Floating
  bool isSigned = false; ///< Integer, Enum
  const Type *element = nullptr; ///< of Pointer, Reference, Array (with the element's constness)
  uint64_t count = 0;            ///< of Array
  const Record *record = nullptr;

  bool is(TypeKind k) const { return kind == k; }
  bool isVoid() const { return kind == TypeKind::Void; }
  bool isFloating() const { return kind == TypeKind::Floating; }
  bool isIntegral() const { return kind == TypeKind::Bool || kind == TypeKind::Integer || kind == TypeKind::Enum; }
  bool isPointer() const { return kind == TypeKind::Pointer; }
  bool isReference() const { return kind == TypeKind::Reference; }
  bool isArray() const { return kind == TypeKind::Array; }
  bool isRecord() const { return kind == TypeKind::Record; }
  /// One machine value: copied by one load and one store.
  bool isScalar() const { return isFloating() || isIntegral() || isPointer() || isReference(); }
};

/// Does a value of this type hold, or lead through pointers to, floating-point numbers?
bool reachesFloating(const Type *type);
/// The same, where pointers to void may lead to them, too.
bool mayLeadToFloating(const Type *type);
/// Does a value of this type itself hold floating-point numbers (not through pointers)?
bool holdsFloating(const Type *type);
/// Is it a record whose parts are not looked into?
inline bool isOpaque(const Type *type) { return type->record && type->record->isOpaque; }
/// Does a value of this type itself hold pointers or references?
bool holdsPointer(const Type *type);
/// Is a pointer or reference reached from this type whose target reaches floating-point numbers?
bool pointsToFloating(const Type *type);

/// What empty braces make of a value of this type, records and arrays looked into.
EmptyBraces emptyBraces(const Type *type);

} // namespace adjoint::ir

#endif
