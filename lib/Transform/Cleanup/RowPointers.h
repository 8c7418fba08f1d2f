// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RowPointers: which pointers are to rows of vectors of vectors, and which of them lead to different rows?
//
//   double *const above = u[i - 1].elements;       above and below lead to different blocks of memory, and
//   double *const below = u[i + 1].elements;       both to other ones than made, if u and v do
//   double *const made = v[i].elements;
//
// They do where each object has a block of its own (OwnRows.h). Pointers that stand one behind the other, directly in front of
// the loop, are of one moment: what their indices mention has one value in all of them, and u and v are what they are in the loop.

#ifndef ADJOINT_TRANSFORM_CLEANUP_ROWPOINTERS_H
#define ADJOINT_TRANSFORM_CLEANUP_ROWPOINTERS_H

#include "Analysis/Memory/OwnRows.h"
#include "Transform/Cleanup/Iteration.h"

namespace adjoint::transform {

/// Has each of the objects that the pointer may lead to a block of its own behind the member, all made by the function?
using HasOwnRows = std::function<bool(const ir::Variable *base, const ir::Field *member)>;

class RowPointers {
public:
  /// `bases`: which pointers to the objects lead to different blocks.
  RowPointers(const ir::StmtList &body, AreApart bases, HasOwnRows hasOwnRows);

  bool areApart(const ir::Variable *counter, const ir::Variable *a, const ir::Variable *b) const;

private:
  struct Row {
    analysis::RowElement element; ///< without a column
    const ir::Stmt *next;         ///< behind the declarations that stand there
  };

  void visit(const ir::StmtList &list);

  const AreApart bases;
  const HasOwnRows hasOwnRows;
  std::map<const ir::Variable *, Row> rows;
};

/// `base[row].member`, a pointer; the column is null.
std::optional<analysis::RowElement> rowOf(const ir::Expr *pointer);

} // namespace adjoint::transform

#endif
