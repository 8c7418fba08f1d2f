// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ClassView: how the user's object behind a mirror is read and written, field by field. The
// frontend fills it; the wrappers that stand between the user's types and the mirrors
// (CodeGen/Boundary) are printed from it.

#ifndef ADJOINT_IR_CLASSVIEW_H
#define ADJOINT_IR_CLASSVIEW_H

#include <string>
#include <vector>

namespace adjoint::ir {

/// One field of a mirror. In texts, `$` stands for the object, an expression without operators
/// that bind less than a member access.
struct FieldView {
  enum class Kind {
    Member,    ///< `$.text`: a member that everybody may name. One that is a reference is a pointer in the mirror
    Private,   ///< the member `text`, through an accessor
    Base,      ///< the object as its base class `text`
    Expression ///< `text`, to be read only: what a model says of a library class
  };
  Kind kind = Kind::Member;
  std::string text;
  /// Private: the member's type and the class that declares it, as C++ writes them.
  std::string memberType, owner;
  /// A pointer to mirrors: how many objects it leads to (`$.size()`); empty: nobody knows.
  std::string extent;
};

struct ClassView {
  std::string spelling; ///< the user's class, as C++ names it
  std::vector<FieldView> fields; ///< parallel to Record::fields
  /// A statement that gives `$b`, an adjoint, at least the shape of its primal `$`, new numbers
  /// being zero; empty: nothing can be missing.
  std::string extend;
  /// Why objects of the class cannot cross the boundary; empty: they can.
  std::string obstacle;
};

} // namespace adjoint::ir

#endif
