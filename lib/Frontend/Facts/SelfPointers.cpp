// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Facts/SelfPointers.h"

#include "Frontend/Clang/AstVisitor.h"
#include "Frontend/Models/Intrinsics.h"

#include "clang/AST/ExprCXX.h"

#include <set>

namespace adjoint::frontend {

using clang::dyn_cast;
using clang::isa;

namespace {

bool isOfStd(clang::QualType type, llvm::StringRef name) {
  const clang::CXXRecordDecl *record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return record && record->isInStdNamespace() && record->getName() == name;
}

bool isThis(const clang::Expr *e) { return isa<clang::CXXThisExpr>(e->IgnoreParenImpCasts()); }

/// `member`, `this->member[2].x`: a part of the object that `this` leads to. Not what a pointer in it leads to.
bool isOwnPart(const clang::Expr *e) {
  e = e->IgnoreParens();
  if (const auto *cast = dyn_cast<clang::ImplicitCastExpr>(e); cast && cast->getCastKind() != clang::CK_LValueToRValue)
    return isOwnPart(cast->getSubExpr());
  if (const auto *element = dyn_cast<clang::ArraySubscriptExpr>(e))
    return isOwnPart(element->getBase());
  if (const auto *call = dyn_cast<clang::CXXOperatorCallExpr>(e); call && call->getOperator() == clang::OO_Subscript)
    return isOfStd(call->getArg(0)->getType(), "array") && isOwnPart(call->getArg(0));
  const auto *member = dyn_cast<clang::MemberExpr>(e);
  if (!member || !isa<clang::FieldDecl>(member->getMemberDecl()) || member->getType()->isReferenceType())
    return false;
  const clang::Expr *base = member->getBase()->IgnoreParenImpCasts();
  return isThis(base) || (!member->isArrow() && isOwnPart(member->getBase()));
}

bool leadsElsewhere(clang::QualType type) {
  type = type.getNonReferenceType();
  const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition())
    return type->isPointerType();
  const bool isView = isOfStd(type, "span") || isOfStd(type, "reference_wrapper");
  return isView || llvm::any_of(record->fields(), [](const clang::FieldDecl *field) {
           return field->getType()->isPointerType() || field->getType()->isReferenceType();
         });
}

/// May what the expression gives lead to a part of the object?
bool leadsToOwn(const clang::Expr *e) {
  e = e->IgnoreParens();
  if (isa<clang::CXXThisExpr>(e))
    return true;
  if (const auto *cast = dyn_cast<clang::CastExpr>(e)) {
    const bool isDecay = cast->getCastKind() == clang::CK_ArrayToPointerDecay;
    return isDecay ? isOwnPart(cast->getSubExpr()) : cast->getCastKind() != clang::CK_LValueToRValue && leadsToOwn(cast->getSubExpr());
  }
  if (const auto *full = dyn_cast<clang::FullExpr>(e))
    return leadsToOwn(full->getSubExpr());
  if (const auto *temporary = dyn_cast<clang::MaterializeTemporaryExpr>(e))
    return leadsToOwn(temporary->getSubExpr());
  if (const auto *bound = dyn_cast<clang::CXXBindTemporaryExpr>(e))
    return leadsToOwn(bound->getSubExpr());
  if (const auto *standard = dyn_cast<clang::CXXDefaultInitExpr>(e))
    return leadsToOwn(standard->getExpr());
  if (const auto *choice = dyn_cast<clang::ConditionalOperator>(e))
    return leadsToOwn(choice->getTrueExpr()) || leadsToOwn(choice->getFalseExpr());
  if (const auto *sum = dyn_cast<clang::BinaryOperator>(e))
    return sum->getType()->isPointerType() && (leadsToOwn(sum->getLHS()) || leadsToOwn(sum->getRHS()));
  if (const auto *address = dyn_cast<clang::UnaryOperator>(e))
    return address->getOpcode() == clang::UO_AddrOf && isOwnPart(address->getSubExpr());
  if (const auto *lambda = dyn_cast<clang::LambdaExpr>(e))
    return llvm::any_of(lambda->captures(), [](const clang::LambdaCapture &capture) {
      return capture.capturesThis() && capture.getCaptureKind() == clang::LCK_This;
    });
  if (const auto *list = dyn_cast<clang::InitListExpr>(e))
    return llvm::any_of(list->inits(), leadsToOwn);
  if (const auto *made = dyn_cast<clang::CXXNewExpr>(e))
    return made->getInitializer() && leadsToOwn(made->getInitializer());
  if (const auto *call = dyn_cast<clang::CXXMemberCallExpr>(e)) // data(), begin()
    return isOfStd(call->getObjectType(), "array") && call->getType()->isPointerType() && isOwnPart(call->getImplicitObjectArgument());
  if (const auto *construct = dyn_cast<clang::CXXConstructExpr>(e))
    return llvm::any_of(construct->arguments(), [&](const clang::Expr *argument) {
      const auto *object = dyn_cast<clang::UnaryOperator>(argument->IgnoreParenImpCasts());
      const bool isObject = object && object->getOpcode() == clang::UO_Deref && isThis(object->getSubExpr());
      return leadsToOwn(argument) || ((isObject || isOwnPart(argument)) && leadsElsewhere(construct->getType()) &&
                                      !construct->getConstructor()->isCopyOrMoveConstructor());
    });
  return false;
}

/// What constructors do, and the member functions that they call.
class OwnAddressSearch : public AstVisitor {
public:
  bool isFound = false;

  void look(const clang::FunctionDecl *function) {
    const clang::FunctionDecl *definition = nullptr;
    if (isFound || !function->hasBody(definition) || isLibraryFunction(definition) || !seen.insert(definition).second)
      return;
    TraverseDecl(const_cast<clang::FunctionDecl *>(definition));
    if (const auto *constructor = dyn_cast<clang::CXXConstructorDecl>(definition))
      for (const clang::CXXCtorInitializer *init : constructor->inits()) // with those that the class gives its members
        initialise(init->getAnyMember(), init->getInit());
  }

  bool VisitBinaryOperator(clang::BinaryOperator *op) override {
    const auto *local = dyn_cast<clang::DeclRefExpr>(op->getLHS()->IgnoreParens());
    if (op->getOpcode() == clang::BO_Assign && !local)
      note(leadsToOwn(op->getRHS()));
    return !isFound;
  }
  bool VisitCallExpr(clang::CallExpr *call) override {
    if (const auto *assignment = dyn_cast<clang::CXXOperatorCallExpr>(call); assignment && assignment->isAssignmentOp())
      note(leadsToOwn(assignment->getArg(1)));
    const auto *member = dyn_cast<clang::CXXMemberCallExpr>(call);
    const clang::Expr *object = member ? member->getImplicitObjectArgument() : nullptr;
    note(llvm::any_of(call->arguments(), isThis)); // add(this)
    if (object && isThis(object) && call->getDirectCallee())
      look(call->getDirectCallee());
    else if (object && isOwnPart(object)) // joints.push_back({this, q})
      note(llvm::any_of(call->arguments(), [](const clang::Expr *argument) { return leadsToOwn(argument); }));
    return !isFound;
  }

private:
  void initialise(const clang::FieldDecl *field, const clang::Expr *value) {
    const bool isReference = field && field->getType()->isReferenceType();
    note(leadsToOwn(value) || (isReference && isOwnPart(value)));
    if (const auto *part = dyn_cast<clang::CXXConstructExpr>(value->IgnoreImplicit()))
      look(part->getConstructor());
  }

  void note(bool isOwn) { isFound = isFound || isOwn; }

  std::set<const clang::FunctionDecl *> seen;
};

} // namespace

bool holdsOwnAddress(const clang::CXXRecordDecl *record) {
  auto isCopied = [](const clang::CXXConstructorDecl *constructor) {
    return constructor->isCopyOrMoveConstructor() && !constructor->isDeleted();
  };
  const bool isFixed = llvm::any_of(record->ctors(), [](const clang::CXXConstructorDecl *constructor) {
                         return constructor->isCopyOrMoveConstructor();
                       }) && llvm::none_of(record->ctors(), isCopied);
  OwnAddressSearch search;
  for (const clang::CXXConstructorDecl *constructor : record->ctors())
    if (constructor->isUserProvided() && (isFixed || isCopied(constructor)))
      search.look(constructor);
  return search.isFound;
}

} // namespace adjoint::frontend
