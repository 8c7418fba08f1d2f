// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Lower/MemberDispatch.h"

#include "Frontend/Clang/ClangVersion.h"

namespace adjoint::frontend {

using clang::dyn_cast;

namespace {

class MemberDispatchBuilder {
public:
  MemberDispatchBuilder(UnitLowering &unit, const clang::MemberPointerType *type, bool isConstObject)
      : unit(unit), ir(unit.ir), pointee(type->getPointeeType()) {
    const ir::Type *object = unit.types.lower(typeOf(unit.ast, type->getMostRecentCXXRecordDecl()));
    const auto *prototype = pointee->getAs<clang::FunctionProtoType>();
    bool isConst = prototype ? prototype->isConst() : isConstObject;
    function = ir.make<ir::Function>();
    function->name = function->spelling = "dispatch";
    function->hasBody = function->needsCopy = true;
    addParam("member", ir.intType());
    addParam("self", ir.referenceTo(isConst ? ir.withConst(object) : object));
    if (!prototype) {
      const ir::Type *member = unit.types.lower(pointee);
      function->returnType = ir.referenceTo(isConst ? ir.withConst(member) : member);
      return;
    }
    function->returnType = unit.types.lower(prototype->getReturnType());
    for (clang::QualType param : prototype->param_types())
      addParam("x" + std::to_string(function->params.size() - 1), unit.types.lower(param));
  }

  /// False if the member is one of another object.
  bool add(const clang::ValueDecl *member, bool isLast) {
    const auto *owner = clang::cast<clang::CXXRecordDecl>(member->getDeclContext());
    const ir::Type *object = function->params[1]->type->element;
    if (unit.types.lower(typeOf(unit.ast, owner))->record != object->record)
      return false;
    const auto *method = dyn_cast<clang::CXXMethodDecl>(member);
    ir::StmtList use = method ? callOf(method) : readOf(clang::cast<clang::FieldDecl>(member));
    if (isLast) {
      function->body.insert(function->body.end(), use.begin(), use.end());
      return true;
    }
    if (function->returnType->isVoid())
      use.push_back(ir.make<ir::ReturnStmt>(nullptr));
    const ir::Expr *isThat =
        ir.binary(ir::BinaryOp::Equal, ir.load(ir.make<ir::VarPlace>(function->params[0])), unit.memberNumber(member));
    function->body.push_back(ir.make<ir::IfStmt>(isThat, std::move(use), ir::StmtList()));
    return true;
  }

  const ir::Function *result() const { return function; }

private:
  void addParam(const std::string &name, const ir::Type *type) {
    function->params.push_back(ir.make<ir::Variable>(name, type, ir::Storage::Parameter));
  }

  ir::StmtList readOf(const clang::FieldDecl *field) {
    const ir::Place *part = ir.field(ir.place(function->params[1]), unit.types.fieldIndex(field));
    const ir::Type *pointer = ir.pointerTo(function->returnType->element);
    return {ir.make<ir::ReturnStmt>(ir.cast(ir::CastExpr::Form::Implicit, ir.addressOf(part), pointer))};
  }

  ir::StmtList callOf(const clang::CXXMethodDecl *method) {
    const ir::Function *callee = method->isVirtual() ? unit.dispatcher(method) : unit.function(method);
    std::vector<const ir::Expr *> args;
    for (size_t i = 1; i < function->params.size(); ++i) {
      const ir::Type *wanted = callee->params[i - 1]->type;
      const ir::Expr *arg = ir.load(ir.make<ir::VarPlace>(function->params[i]));
      args.push_back(wanted->isReference() ? ir.cast(ir::CastExpr::Form::Const, arg, ir.pointerTo(wanted->element))
                                           : arg);
    }
    if (function->returnType->isVoid())
      return {ir.make<ir::CallStmt>(nullptr, false, callee, std::move(args))};
    const ir::Type *type = function->returnType;
    auto *value = ir.make<ir::Variable>("value", type->isReference() ? type : ir.withConst(type), ir::Storage::Local);
    value->isTemporary = true;
    const ir::Place *place = ir.make<ir::VarPlace>(value);
    return {ir.make<ir::CallStmt>(place, true, callee, std::move(args)), ir.make<ir::ReturnStmt>(ir.load(place))};
  }

  UnitLowering &unit;
  ir::Context &ir;
  clang::QualType pointee;
  ir::Function *function;
};

} // namespace

const ir::Function *makeMemberDispatcher(UnitLowering &unit, const clang::MemberPointerType *type, bool isConstObject,
                                         const std::vector<const clang::ValueDecl *> &members) {
  if (members.empty())
    return nullptr;
  MemberDispatchBuilder builder(unit, type, isConstObject);
  for (const clang::ValueDecl *member : members)
    if (!builder.add(member, member == members.back()))
      return nullptr;
  return builder.result();
}

} // namespace adjoint::frontend
