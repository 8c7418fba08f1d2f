// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Growth: a branch that moves the elements of a container to larger memory, where there is no room for one more.
//
//   if (count == room) {                       or   if (count < room) {
//     T *larger = calloc(2 * room), ...;              ... new (elements + count) T(...) ...
//     elements = larger;  room = 2 * room;          } else {
//   }                                                 T *larger = calloc(2 * room), ...;
//                                                   }

#ifndef ADJOINT_TRANSFORM_NORMALFORM_GROWTH_H
#define ADJOINT_TRANSFORM_NORMALFORM_GROWTH_H

#include "IR/Visit.h"

#include <optional>

namespace adjoint::transform {

/// The function's own variable that the place is, whose address nothing has; else null.
const ir::Variable *plainVariable(const ir::Place *place);
/// The same of an expression that reads it.
const ir::Variable *variableIn(const ir::Expr *expr);
/// The same of what a statement sets.
const ir::Variable *writtenBy(const ir::Stmt *stmt);

/// What a container that grows is made of.
struct Container {
  const ir::Variable *elements = nullptr, *count = nullptr, *room = nullptr;

  bool operator==(const Container &other) const {
    return elements == other.elements && count == other.count && room == other.room;
  }
  bool has(const ir::Variable *variable) const {
    return variable && (variable == elements || variable == count || variable == room);
  }
  /// Does the statement, or one nested in it, set any of them?
  bool isWrittenIn(const ir::Stmt *stmt) const;
  bool isWrittenIn(const ir::StmtList &list) const;
};

struct Growth {
  Container container;
  const ir::AllocateStmt *larger;
  const ir::StmtList *grows, *stays; ///< what happens where there is no room, and where there is
};

/// Besides making room, a growth does what it would do if there were room, too.
std::optional<Growth> growthIn(const ir::Stmt *stmt);

/// Where growths have been decided: no elements move to larger blocks. Was there one?
bool dropMoves(ir::Context &context, ir::StmtList &body);

} // namespace adjoint::transform

#endif
