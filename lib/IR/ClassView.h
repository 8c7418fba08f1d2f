// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ClassView: how the user's object behind a mirror is read and written, field by field. The
// frontend fills it; the wrappers that stand between the user's types and the mirrors
// (CodeGen/BoundaryWrapper) are printed from it.

#ifndef ADJOINT_IR_CLASSVIEW_H
#define ADJOINT_IR_CLASSVIEW_H

#include "IR/Expr.h"

namespace adjoint::ir {

/// One field of a mirror. In texts, `$` stands for the object, an expression that a `.` may follow.
struct FieldView {
  enum class Kind {
    Member,     ///< `$.text`: a member that everybody may name
    Private,    ///< the member `text`, through an accessor
    Base,       ///< the object as its base class `text`
    Expression, ///< `text`, to be read only: what a model says of a library class
    Constant,   ///< `text`, not of the object at all
    Part,       ///< a record whose own views are of the object: it has nothing for itself
    Ring,       ///< a ring of nodes, one for each element of the object, in the order of iteration; see adjoint/mirrors.h
    Slots,      ///< an array of pointers, one to each element of the object, in the order of iteration
    ClassNumber ///< which of ClassView::classes the object is of
  };
  Kind kind = Kind::Member;
  std::string text;
  /// Of a Part: its parts are numbered on from here, by the `#` in their texts.
  bool isRest = false;
  /// When the field is there, by the user's object ("$.has_value()") and by the mirror ("$.filled"); empty: always.
  std::string where, plainWhere;
  /// Private: the member's type and the class that declares it, as C++ writes them.
  std::string memberType, owner;
  /// Of a hierarchy: the derived class whose objects have the field; empty: all have it.
  std::string part;
  /// A reference among the user's members: the field is a pointer.
  bool isReference = false;
  /// Of a pointer: copies of the object lead to the same, which none of them has for itself.
  bool isShared = false;
  /// Of a pointer: one object of its own, made by `new`; other memory of its own is of std::calloc.
  bool isObject = false;
  /// Does the user's class say that the field never changes? Of a model's pointer: does it lead to constants?
  bool isConst = false;
  /// A key: a constant of the differentiation, whatever it holds.
  bool isKey = false;
  /// Of a pointer: how many objects it leads to, of the user's object ("$.size()") and of the mirror ("$.size");
  /// empty: nobody knows.
  std::string extent, plainExtent;
  /// Of slots: where the mirror's first is ("$.start").
  std::string plainFirst;
};

/// What stands in the nodes of a ring.
const Field &valueOfRing(const Field &ring);
/// What the object has any number of, in a ring or behind a pointer whose extent is known; null: nothing.
const Type *elementsOf(const FieldView &view, const Field &field);

/// Of an object that consists of a number of scalars: where its plain struct has them, and how many.
struct Sequence {
  const Field *elements, *count;
};
/// None: the object is another one, or cannot be given a number of elements.
std::optional<Sequence> sequenceIn(const Record &mirror);

/// Does it say how many objects a pointer of the record leads to, alone or as a factor?
bool isExtent(const Record &mirror, const Field &field);

/// Is the field a pointer to numbers of which nobody knows how many there are?
bool isUncounted(const FieldView &view, const Field &field);
/// Does the object hold one?
bool holdsUncounted(const Record &record);
/// Does it hold one of which a copy may have numbers of its own?
bool mayCopyUncounted(const Record &record);

/// A class of a hierarchy of which there can be objects.
struct DynamicClass {
  std::string spelling;
  unsigned number;
};

struct ClassView : Node {
  std::string spelling;          ///< the user's class, as C++ names it
  std::vector<FieldView> fields; ///< parallel to Record::fields
  /// A statement that gives `$b`, an adjoint, at least the shape of its primal `$`, new numbers
  /// being zero; empty: nothing can be missing.
  std::string extend;
  /// A statement that gives the user's object `$` the shape of its struct `$p`; empty: it has always the same.
  std::string shape;
  /// Of a class of the user's: can an object be made of nothing?
  bool canBeMade = true;
  /// Of a class of the user's: does a copy constructor of its own say what a copy leads to?
  bool copiesByItself = false;
  /// Of a class of the user's: does its default constructor make all numbers zero?
  bool isNewZero = true;
  /// Are the elements constants, which have no adjoint beside them?
  bool holdsConstants = false;
  /// Of a hierarchy, `spelling` being its root; empty: what an object is of is known.
  std::vector<DynamicClass> classes;
  /// Of a hierarchy: is there a class in it that is not derived from the root? Then no field is common to all.
  bool isJoined = false;
  /// Why objects of the class cannot cross the boundary; empty: they can.
  std::string obstacle;
};

/// The names of the functions that are printed for a mirror, and of nothing else in the file.
enum class BoundaryFunction { Read, Write, Extend, Clear, Add, Seed, Own, Release, Shape, Fill, Put, Take };
std::string boundaryFunctionName(BoundaryFunction what, const std::string &mirror);
constexpr BoundaryFunction boundaryFunctions[] = {BoundaryFunction::Read,  BoundaryFunction::Write,
                                                  BoundaryFunction::Extend, BoundaryFunction::Clear,
                                                  BoundaryFunction::Add,   BoundaryFunction::Seed,
                                                  BoundaryFunction::Own,   BoundaryFunction::Release,
                                                  BoundaryFunction::Shape, BoundaryFunction::Fill,
                                                  BoundaryFunction::Put,   BoundaryFunction::Take};

} // namespace adjoint::ir

#endif
