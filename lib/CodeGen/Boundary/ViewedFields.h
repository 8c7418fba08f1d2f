// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ViewedFields: the fields of a mirror, each with how it is read from the user's object, as boundary functions go
// through them.

#ifndef ADJOINT_CODEGEN_BOUNDARY_VIEWEDFIELDS_H
#define ADJOINT_CODEGEN_BOUNDARY_VIEWEDFIELDS_H

#include "CodeGen/Boundary/Lines.h"
#include "IR/ClassView.h"

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace adjoint::codegen {

struct ViewedField {
  ir::Field field; ///< in a part, by its path: "tail.head"
  ir::FieldView view;
};
/// In the place of a part, its own fields.
std::vector<ViewedField> viewedFields(const ir::Record &mirror);

/// The lines of `body`, under the condition that the field is there in all these objects of the user's and in the plain
/// struct (empty: in none).
void whereItIs(const ViewedField &field, Lines &lines, const std::vector<std::string> &objects, const std::string &plain,
               const std::function<void()> &body);

/// The class of the user's objects of which a boundary function is, and how the function begins: "static ". Where a class joins
/// others, so that none is the base of all, the functions are templates of the class.
std::string userClass(const ir::Record &mirror);
std::string boundaryHead(const ir::Record &mirror);

/// Visits the fields; those that only objects of a derived class have stand in a block in which `part` is the object as
/// that class. `objects`: the names of the user's objects in the function, `object` or `object_b`, and whether each is const.
void forEachField(const ir::Record &mirror, Lines &lines, const std::vector<std::pair<std::string, bool>> &objects,
                  const std::function<void(const ViewedField &, const std::string &suffixed)> &visit);

/// `text` with the object's name in place of each `$`, and its adjoint's in place of each `$b`.
std::string withObject(const std::string &text, const std::string &object);
/// The function that reaches a private member.
std::string accessorName(const ir::Record &mirror, const ir::Field &field);
/// A field of the user's object, as an expression.
std::string userField(const ir::Record &mirror, const ViewedField &field, const std::string &object, bool isConst);

/// `read_vector_double(arguments)`
std::string boundaryCall(ir::BoundaryFunction what, const ir::Record &mirror, const std::string &arguments);

const ir::Record *mirrorOf(const ir::Type *type);
/// Of an array, however deep.
const ir::Type *elementOf(const ir::Type *type);
/// What the pointer leads to and boundary functions are for.
const ir::Type *elementOf(const ViewedField &field);

bool isRing(const ir::FieldView &view);
bool isSlots(const ir::FieldView &view);
/// Are elements reached by iterating over the user's object?
inline bool isIterated(const ir::FieldView &view) { return isRing(view) || isSlots(view); }
/// Is it left out where a copy of the object is cleared and added to it: is it the copy's, too?
bool isInBoth(ir::BoundaryFunction what, const ir::FieldView &view);
/// Has the object memory of its own there?
bool isOwned(const ViewedField &field);
/// Does it call for a walk over elements behind the pointer?
bool isSequence(const ViewedField &field);
/// How many elements.
std::string extentOf(const ir::FieldView &view, const std::string &object);
/// The element of a sequence of the user's.
std::string userElement(const ir::FieldView &view, const std::string &field, const std::string &i);
/// Of a model such as that of std::span<const T>.
bool leadsToConstants(const ViewedField &field);
/// The same of an adjoint, which is written where its primal is const.
std::string adjointElement(const ViewedField &field, const std::string &name, const std::string &i);

} // namespace adjoint::codegen

#endif
