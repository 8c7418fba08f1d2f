// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ClangVersion: the differences between the Clang releases that the tool builds with. No other
// file asks which release it is.

#ifndef ADJOINT_FRONTEND_CLANG_CLANGVERSION_H
#define ADJOINT_FRONTEND_CLANG_CLANGVERSION_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"
#include "clang/AST/NestedNameSpecifier.h"
#include "clang/AST/PrettyPrinter.h"
#include "clang/Basic/Version.h"
#include "llvm/Frontend/OpenMP/OMP.h"

namespace clang {
class Sema;
class TemplateArgumentListInfo;
} // namespace clang

namespace adjoint::frontend {

/// The namespace that a name is qualified with as written (`std::sin`), else null.
inline const clang::NamespaceDecl *writtenNamespace(const clang::DeclRefExpr *name) {
#if CLANG_VERSION_MAJOR >= 22
  clang::NestedNameSpecifier qualifier = name->getQualifier();
  if (qualifier.getKind() != clang::NestedNameSpecifier::Kind::Namespace)
    return nullptr;
  const clang::NamespaceBaseDecl *space = qualifier.getAsNamespaceAndPrefix().Namespace;
  return llvm::dyn_cast<clang::NamespaceDecl>(space);
#else
  const clang::NestedNameSpecifier *qualifier = name->getQualifier();
  return qualifier ? qualifier->getAsNamespace() : nullptr;
#endif
}

inline clang::QualType typeOf(const clang::ASTContext &ast, const clang::RecordDecl *record) {
#if CLANG_VERSION_MAJOR >= 22
  return ast.getCanonicalTagType(record);
#else
  return ast.getRecordType(record);
#endif
}

inline unsigned bitWidth(const clang::ASTContext &ast, const clang::FieldDecl *bitField) {
#if CLANG_VERSION_MAJOR >= 22
  (void)ast;
  return bitField->getBitWidthValue();
#else
  return bitField->getBitWidthValue(ast);
#endif
}

/// As in a pragma: "parallel for".
inline std::string directiveName(llvm::omp::Directive directive) {
  return llvm::omp::getOpenMPDirectiveName(directive).str(); // of which newer releases can say in what version
}

inline std::string clauseName(llvm::omp::Clause clause) { return llvm::omp::getOpenMPClauseName(clause).str(); }

/// What a clause of OpenMP lists.
template <class Clause> auto itemsOf(const Clause *clause) {
#if CLANG_VERSION_MAJOR >= 22
  return clause->varlist();
#else
  return clause->varlists();
#endif
}

/// `model<arguments>`; null if they do not fit.
clang::QualType templateInstance(clang::Sema &sema, clang::TemplateDecl *model,
                                 clang::TemplateArgumentListInfo &arguments, clang::SourceLocation where);

/// How types are spelled in generated code: whole, without `struct`, without unnamed namespaces.
inline clang::PrintingPolicy generatedCodePolicy(const clang::ASTContext &ast) {
  clang::PrintingPolicy policy(ast.getLangOpts());
  policy.SuppressTagKeyword = true;
  policy.SuppressUnwrittenScope = true;
  policy.Bool = true;
  policy.AnonymousTagLocations = false;
  return policy;
}

/// All arguments of templates as they are known, not as they were written.
inline void printCanonically(clang::PrintingPolicy &policy) {
#if CLANG_VERSION_MAJOR >= 22
  policy.PrintAsCanonical = true;
#else
  policy.PrintCanonicalTypes = true;
#endif
}

} // namespace adjoint::frontend

#endif
