// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenMpClauses: what the clauses of a directive of OpenMP say. Whatever they say that is not understood is refused by name.

#ifndef ADJOINT_FRONTEND_LOWER_OPENMPCLAUSES_H
#define ADJOINT_FRONTEND_LOWER_OPENMPCLAUSES_H

#include "clang/AST/Decl.h"
#include "clang/AST/StmtOpenMP.h"

#include <string>
#include <vector>

namespace adjoint::frontend {

/// What an iteration leaves in it, another one needs.
struct CarriedVariable {
  const clang::VarDecl *decl;
  std::string op;        ///< of the reduction; empty: lastprivate
  bool isWhole = true;   ///< not a section of an array
  bool isCopied = false; ///< firstprivate, too
};

struct DataClauses {
  std::vector<const clang::VarDecl *> fresh;   ///< private
  std::vector<const clang::VarDecl *> copied;  ///< firstprivate, and not lastprivate
  std::vector<const clang::VarDecl *> added;   ///< reduction(+)
  std::vector<CarriedVariable> carried;        ///< lastprivate, and other reductions
  bool isOrdered = false;
  bool isOff = false;                          ///< if(false)
};

bool isCarried(const DataClauses &data, const clang::VarDecl *variable);
/// "reduction(max : m)"
std::string nameOf(const CarriedVariable &carried);

DataClauses dataClauses(const clang::OMPExecutableDirective *s, const clang::ASTContext &ast);

/// Those that say how a loop is run, to be repeated: "schedule(dynamic, 4) num_threads(2)". Only constants can be. With `Iterations::InParts`
/// nothing is said of chunks.
enum class Iterations { One, InParts };
std::string repeatedClauses(const clang::OMPExecutableDirective *s, const clang::ASTContext &ast, Iterations iterations = Iterations::One);

/// Of numbers that each thread of a region has for itself, those that all loops in it set first in each iteration, and that nothing else in
/// it names: an iteration may have them for itself.
std::vector<const clang::VarDecl *> setFirstByIterations(const clang::OMPExecutableDirective *region, const DataClauses &data);
/// Does the statement name it?
bool names(const clang::Stmt *s, const clang::VarDecl *variable);

/// The statement behind the directive.
const clang::Stmt *blockOf(const clang::OMPExecutableDirective *s);

} // namespace adjoint::frontend

#endif
