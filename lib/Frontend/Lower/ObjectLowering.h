// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ObjectLowering: objects of class type come to life and end.
//
// A constructor is a function of the object and its arguments, a destructor one of the object:
//
//     const Vec3 v(x, 2.0);        Vec3 v; Vec3_init(v, x, 2.0);
//
// A default constructor that nobody wrote, and a destructor that nobody wrote, are not
// functions: the members are initialised and ended where the object is.

#ifndef ADJOINT_FRONTEND_LOWER_OBJECTLOWERING_H
#define ADJOINT_FRONTEND_LOWER_OBJECTLOWERING_H

#include "IR/Context.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

#include <functional>

namespace adjoint::frontend {

class BodyLowering;

class ObjectLowering {
public:
  explicit ObjectLowering(BodyLowering &body) : body(body) {}

  /// Makes an object, or each element of an array of them, in storage that nothing else uses yet.
  void construct(const ir::Place *place, const clang::CXXConstructExpr *e, clang::SourceLocation where,
                 bool isZeroed = false);
  /// By an inherited constructor, with the parameters of the one that is lowered.
  void constructInherited(const ir::Place *place, const clang::CXXInheritedCtorInitExpr *e);
  /// A closure.
  void capture(const ir::Place *place, const clang::LambdaExpr *e);
  void destroy(const ir::Place *place, clang::QualType type, clang::SourceLocation where);
  /// `to = from`, of a class whose copies are trivial.
  void copy(const ir::Place *to, const ir::Place *from, const clang::CXXRecordDecl *record,
            clang::SourceLocation where);

  /// What a constructor does before its body.
  void initialisers(const clang::CXXConstructorDecl *constructor);
  /// The object that is destroyed: its parts live to the end of the destructor's scope.
  void beginParts(const clang::CXXDestructorDecl *destructor);

  /// Says which class of its hierarchy the object is now; nothing for one without virtual functions.
  void setClass(const ir::Place *object, const clang::CXXRecordDecl *record, clang::SourceLocation where);
  /// Is the object of the class, or of one derived from it?
  const ir::Expr *isOfClass(const ir::Place *object, const clang::CXXRecordDecl *record);
  /// An object of which only a base class is known here.
  void destroyDynamic(const ir::Place *object, clang::QualType type, clang::SourceLocation where);

  /// Seen as one of a base class.
  const ir::Place *asBase(const ir::Place *object, const clang::CastExpr *e);
  const ir::Place *part(const ir::Place *object, const clang::CXXRecordDecl *record, const clang::CXXRecordDecl *base);

  /// Lowers with `this` meaning the object.
  void withThis(const ir::Place *object, const std::function<void()> &lower);

private:
  const clang::Expr *handedOn(const clang::CXXInheritedCtorInitExpr *e);
  const ir::Place *partOfModel(const ir::Place *object, const clang::CXXRecordDecl *model, const clang::CXXRecordDecl *base);
  /// The class itself, if it has none.
  const clang::CXXRecordDecl *modelOf(const clang::CXXRecordDecl *record) const;
  void constructOne(const ir::Place *place, const clang::CXXConstructExpr *e, clang::SourceLocation where);
  void initialise(const ir::Place *object, const clang::CXXConstructorDecl *constructor, clang::SourceLocation where);
  void initialiseOne(const ir::Place *object, const clang::CXXConstructorDecl *constructor,
                     const clang::CXXCtorInitializer *init, clang::SourceLocation where);
  void beginPart(const ir::Place *object, const clang::CXXConstructorDecl *constructor,
                 const clang::CXXCtorInitializer *init, clang::SourceLocation where);
  void destroyParts(const ir::Place *object, const clang::CXXRecordDecl *record, clang::SourceLocation where);
  void forEachPart(const ir::Place *object, const clang::CXXRecordDecl *record,
                   const std::function<void(const ir::Place *, clang::QualType)> &action);

  BodyLowering &body;
};

} // namespace adjoint::frontend

#endif
