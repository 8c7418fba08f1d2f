// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MemoryLowering: allocation and release, and the functions that copy and fill memory,
// which become loops over typed elements.

#ifndef ADJOINT_FRONTEND_LOWER_MEMORYLOWERING_H
#define ADJOINT_FRONTEND_LOWER_MEMORYLOWERING_H

#include "IR/Context.h"

#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"

#include <functional>
#include <optional>

namespace adjoint::frontend {

class BodyLowering;

class MemoryLowering {
public:
  explicit MemoryLowering(BodyLowering &body) : body(body) {}

  const ir::Expr *value(const clang::CXXNewExpr *e);
  /// The result of a typed malloc, calloc or alloca; null for any other conversion.
  const ir::Expr *allocate(const clang::CastExpr *e);
  /// How much it moves, `realloc` does not say.
  void refuseReallocation(const clang::Expr *e) const;
  /// `left = new T[n]` as one statement; null where it is something else.
  const ir::Place *allocateInto(const clang::Expr *left, const clang::Expr *right);
  /// `T *v = new T[n]` as one statement; false where it is something else.
  bool declareAllocated(const ir::Variable *variable, const clang::Expr *init, clang::SourceLocation where);

  void release(const clang::CXXDeleteExpr *e);
  void release(const clang::CallExpr *e);
  void copy(const clang::CallExpr *e); ///< memcpy, memmove
  void fill(const clang::CallExpr *e); ///< memset
  void zero(const ir::Place *place, clang::SourceLocation where);
  /// Of an array of objects that one constructor makes.
  void constructEach(const ir::Expr *start, const ir::Expr *count, const clang::CXXConstructExpr *construct, clang::SourceLocation where);
  /// A record or scalar, or each element of an array.
  void copyElement(const ir::Place *to, const ir::Place *from, clang::SourceLocation where);
  void forEachIndex(uint64_t count, clang::SourceLocation where, const std::function<void(const ir::Expr *)> &action);
  /// Of arrays in arrays the innermost elements; of anything else the place itself.
  void forEachElement(const ir::Place *place, clang::SourceLocation where,
                      const std::function<void(const ir::Place *)> &action, bool descending = false);

private:
  struct Allocation {
    const ir::Type *element;
    const ir::Expr *count;
    ir::AllocationForm form;
    bool zeroed;
    const clang::Expr *init; ///< to be stored afterwards; null: nothing
    bool isNoted = false; ///< an array of objects that `delete[]` has to end, or of numbers of which somebody asks for the size
  };
  using ElementAction = std::function<void(const ir::Expr *index)>;

  bool isAllocation(const clang::Expr *e) const;
  const ir::Expr *inPlace(const clang::CXXNewExpr *e);
  Allocation describe(const clang::Expr *e);
  Allocation describeNew(const clang::CXXNewExpr *e);
  Allocation describeMalloc(const clang::CallExpr *call, clang::QualType element);
  void requireElement(clang::QualType element, clang::SourceLocation where) const;
  void noteSize(const Allocation &allocation, const ir::Place *pointer, clang::SourceLocation where);
  void endObjects(const ir::Expr *pointer, clang::QualType type, clang::SourceLocation where);
  void initialise(const Allocation &allocation, const ir::Place *pointer, clang::SourceLocation where);
  const ir::Expr *intoTemporary(const Allocation &a, clang::SourceLocation where);
  const ir::Expr *elementCount(const clang::Expr *bytes, clang::QualType element);
  const ir::Expr *elementCount(const clang::Expr *count, const clang::Expr *each, clang::QualType element);
  const clang::Expr *typedPointer(const clang::Expr *e) const;
  const ir::Expr *steady(const ir::Expr *value, const std::string &name, clang::SourceLocation where);
  void loop(const ir::Expr *count, bool descending, clang::SourceLocation where, const ElementAction &action);
  void copyRows(const ir::Expr *to, const ir::Expr *from, const ir::Expr *count, clang::SourceLocation where);

  BodyLowering &body;
};

} // namespace adjoint::frontend

#endif
