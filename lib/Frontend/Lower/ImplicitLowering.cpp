// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Lower/ImplicitLowering.h"

#include "Analysis/Memory/PassedPointers.h"
#include "Frontend/Facts/ClassFacts.h"
#include "Frontend/Lower/CheckpointLowering.h"
#include "IR/Visit.h"

namespace adjoint::frontend {

using clang::dyn_cast;

namespace {

/// What the statement computes, and the name of the variable that takes it.
std::pair<const clang::Expr *, llvm::StringRef> computedBy(const clang::Stmt *s) {
  if (const auto *declaration = dyn_cast<clang::DeclStmt>(s)) {
    const auto *variable = declaration->isSingleDecl() ? dyn_cast<clang::VarDecl>(declaration->getSingleDecl()) : nullptr;
    return variable && variable->getInit() ? std::pair(variable->getInit(), variable->getName()) : std::pair(nullptr, "");
  }
  const auto *e = dyn_cast<clang::Expr>(s);
  const auto *assignment = e ? dyn_cast<clang::BinaryOperator>(e->IgnoreUnlessSpelledInSource()) : nullptr;
  if (!assignment || assignment->getOpcode() != clang::BO_Assign)
    return {e, ""};
  const auto *target = dyn_cast<clang::DeclRefExpr>(assignment->getLHS()->IgnoreParenImpCasts());
  return {target ? assignment->getRHS() : nullptr, target ? target->getDecl()->getName() : ""};
}

bool isNumberOrPointer(const ir::Type *type) { return type->isFloating() || (type->isPointer() && type->element->isFloating()); }

} // namespace

const clang::CallExpr *ImplicitLowering::call() const {
  const clang::Expr *computed = computedBy(s).first;
  const auto *call = computed ? dyn_cast<clang::CallExpr>(computed->IgnoreUnlessSpelledInSource()) : nullptr;
  const clang::FunctionDecl *function = call ? call->getDirectCallee() : nullptr;
  if (!function || memberFunction(function))
    refuseIt(DiagId::implicit_call);
  return call;
}

ir::StmtList ImplicitLowering::completed(const ir::StmtList &lowered) {
  ir::StmtList out;
  for (const ir::Stmt *stmt : lowered) {
    const auto *plain = llvm::dyn_cast<ir::CallStmt>(stmt);
    out.push_back(plain && plain->callee == body.implicitFunction ? completed(plain) : stmt);
  }
  return out;
}

void ImplicitLowering::refuseIt(DiagId id, std::vector<std::string> args) const {
  args.insert(args.begin(), pragma.directive());
  refuse(id, where, args);
}

/// Does the call return the unknown?
bool ImplicitLowering::isGiven() const { return computedBy(s).second == pragma.unknown; }

const clang::FunctionDecl *ImplicitLowering::findFunction() const {
  std::vector<const clang::FunctionDecl *> found = functionsNamed(body.ast, pragma.function, body.definition->getDeclContext());
  llvm::erase_if(found, [&](const clang::FunctionDecl *function) {
    return function->getNumParams() != pragma.args.size() || memberFunction(function);
  });
  const bool isOne = !found.empty() && llvm::all_of(found, [&](const clang::FunctionDecl *function) {
    return clang::declaresSameEntity(function, found[0]);
  });
  if (!isOne || !found[0]->hasBody())
    refuseIt(DiagId::implicit_function, {pragma.function, pragma.role(), "there is not one definition of a function of that name with so many parameters"});
  return found[0];
}

/// Which parameter is the unknown, and which one takes the residual?
void ImplicitLowering::findRoles(const ir::Function &function, ir::ImplicitFunction &roles) const {
  const auto unknown = llvm::find(pragma.args, pragma.unknown);
  const auto output = pragma.isMinimum ? pragma.args.end() : llvm::find(pragma.args, "result");
  if (unknown == pragma.args.end() || llvm::count(pragma.args, pragma.unknown) != 1)
    refuseIt(DiagId::implicit_function, {pragma.function, pragma.role(), "its arguments do not name the unknown, or do so twice"});
  roles.unknown = unknown - pragma.args.begin();
  if (output != pragma.args.end())
    roles.output = output - pragma.args.begin();
  checkTypes(function, roles);
}

void ImplicitLowering::checkTypes(const ir::Function &function, const ir::ImplicitFunction &roles) const {
  auto wrong = [&](const char *why) { refuseIt(DiagId::implicit_function, {pragma.function, pragma.role(), why}); };
  const ir::Type *type = function.params[roles.unknown]->type;
  if (function.needsCopy || function.rule != ir::CallRule::Derive || !function.hasBody)
    wrong("it takes objects, or is not differentiated from its source");
  if (pragma.isMinimum && (!function.returnType->isFloating() || !isNumberOrPointer(type)))
    wrong("it has to return a number, and to take the unknown as a number or as a pointer to numbers");
  if (roles.output ? !function.returnType->isVoid() : !function.returnType->isFloating())
    wrong("it has to return a number, or nothing if 'result' stands for what it writes to");
  if ((!pragma.isMinimum && type->isPointer() != roles.output.has_value()) || !isNumberOrPointer(type))
    wrong("the unknown has to be a number if it returns one, else a pointer to numbers");
  for (unsigned i = 0; i < function.params.size(); ++i) {
    const ir::Type *param = function.params[i]->type;
    const bool isOutput = roles.output == i;
    if (!isOutput && analysis::isWritable(param))
      wrong(pragma.isMinimum ? "it must not write to what it is given: let it take pointers to constants"
                             : "it has to write to 'result' alone, which is a pointer to numbers");
    if (isOutput && (!isNumberOrPointer(param) || !param->isPointer() || param->element->isConst))
      wrong("it has to write to 'result' alone, which is a pointer to numbers");
  }
}

/// Declared alone.
ir::Function *ImplicitLowering::slopeOf(const ir::Function &objective, unsigned unknown) {
  ir::Function *&slope = body.unit.slopeOf(&objective, unknown);
  if (slope)
    return slope;
  slope = body.ir.make<ir::Function>();
  slope->name = objective.name + "_d";
  slope->spelling = slope->name;
  slope->location = objective.location;
  slope->returnType = objective.returnType;
  slope->specifiers = "static ";
  for (unsigned i = 0; i < objective.params.size(); ++i) {
    const ir::Variable *param = objective.params[i];
    slope->params.push_back(body.ir.make<ir::Variable>(param->name, param->type, ir::Storage::Parameter));
    if (i == unknown)
      slope->params.push_back(body.ir.make<ir::Variable>(param->name + "_d", param->type, ir::Storage::Parameter));
  }
  return slope;
}

/// Of what the call is given, it may write to the unknown alone.
void ImplicitLowering::requireUnknown(const ir::CallStmt *plain) const {
  bool isFound = isGiven();
  for (size_t i = 0; i < plain->callee->params.size(); ++i) {
    const ir::Type *type = plain->callee->params[i]->type;
    if (!ir::pointsToFloating(type) || !analysis::isWritable(type))
      continue;
    bool isUnknown = false;
    ir::forEachPlace(plain->args[i], [&](const ir::Place *place) {
      const ir::Variable *root = ir::rootVariable(place);
      isUnknown |= root && root->name == pragma.unknown;
    });
    if (!isUnknown)
      refuseIt(DiagId::implicit_outputs, {plain->callee->spelling, pragma.unknown});
    isFound = true;
  }
  if (!isFound)
    refuseIt(DiagId::implicit_unknown, {pragma.unknown});
}

const ir::Expr *ImplicitLowering::count(bool isNumber) {
  if (isNumber)
    return body.ir.intLiteral(1);
  CheckpointLowering words(body, where);
  if (pragma.extent)
    return words.countOf(*pragma.extent);
  const ir::Variable *variable = words.variable(pragma.unknown);
  if (!variable || !variable->type->isArray())
    refuseIt(DiagId::implicit_extent, {pragma.unknown});
  return body.ir.intLiteral(variable->type->count);
}

const ir::Expr *ImplicitLowering::argument(const ir::Function &residual, unsigned param, const ir::ImplicitFunction &roles) {
  const ir::Type *type = residual.params[param]->type;
  const bool isLater = roles.output == param || roles.direction() == param || (roles.unknown == param && roles.isOfNumber());
  if (isLater)
    return body.ir.zero(body.ir.withoutConst(type));
  const std::string &word = pragma.args[roles.direction() && param > roles.unknown ? param - 1 : param];
  double number = 0.0;
  int whole = 0;
  const bool isWhole = !llvm::StringRef(word).getAsInteger(10, whole);
  if (isWhole && type->isIntegral())
    return body.ir.cast(ir::CastExpr::Form::Implicit, body.ir.intLiteral(whole), body.ir.withoutConst(type));
  if (!llvm::StringRef(word).getAsDouble(number) && type->isFloating())
    return body.ir.cast(ir::CastExpr::Form::Implicit, body.ir.numeral(ir::Floating{number, false}, isWhole ? word + ".0" : word, body.unit.types.lower(body.ast.DoubleTy)),
                        body.ir.withoutConst(type));
  const ir::Variable *variable = CheckpointLowering(body, where).variable(word);
  if (!variable)
    refuseIt(DiagId::implicit_argument, {word});
  const ir::Place *place = body.ir.place(variable);
  const ir::Type *wanted = type->isReference() ? body.ir.pointerTo(type->element) : body.ir.withoutConst(type);
  const ir::Expr *value = type->isReference()      ? body.ir.addressOf(place)
                          : place->type->isArray() ? body.ir.addressOf(body.ir.index(place, body.ir.intLiteral(0)))
                                                   : body.ir.load(place);
  if (value->type == wanted)
    return value;
  const bool arePointers = value->type->isPointer() && wanted->isPointer();
  const bool isAlike = arePointers ? body.ir.withoutConst(value->type->element) == body.ir.withoutConst(wanted->element)
                                   : !value->type->isPointer() && !wanted->isPointer() && value->type->isScalar() && wanted->isScalar();
  if (!isAlike)
    refuseIt(DiagId::implicit_argument, {word});
  return body.ir.cast(ir::CastExpr::Form::Implicit, value, wanted);
}

const ir::Stmt *ImplicitLowering::completed(const ir::CallStmt *plain) {
  requireUnknown(plain);
  if (plain->callee->needsCopy)
    refuseIt(DiagId::implicit_call);
  const clang::FunctionDecl *decl = findFunction();
  const ir::Function *residual = body.unit.function(decl);
  ir::ImplicitFunction roles;
  roles.first = plain->args.size();
  roles.isMatrixFree = pragma.isMatrixFree;
  findRoles(*residual, roles);
  if (pragma.isMinimum) {
    roles.objective = residual;
    residual = roles.slope = slopeOf(*residual, roles.unknown);
  }
  roles.residual = residual;
  if (isGiven() != roles.isOfNumber())
    refuseIt(DiagId::implicit_unknown, {pragma.unknown});
  auto *function = body.ir.make<ir::Function>(*plain->callee);
  std::vector<const ir::Expr *> args = plain->args;
  auto add = [&](const std::string &name, const ir::Type *type, const ir::Expr *arg) {
    function->params.push_back(body.ir.make<ir::Variable>(name, type, ir::Storage::Parameter));
    args.push_back(arg);
  };
  const ir::Type *pointer = body.unit.types.lower(body.ast.getPointerType(decl->getType()));
  add("residual", pointer, body.ir.make<ir::FunctionRefExpr>(residual, residual->spelling, pointer));
  for (unsigned i = 0; i < residual->params.size(); ++i)
    add(residual->params[i]->name, residual->params[i]->type, argument(*residual, i, roles));
  const ir::Expr *unknowns = count(roles.isOfNumber());
  add("unknowns", unknowns->type, unknowns);
  function->pattern = function->spelling + "(";
  for (size_t i = 0; i < plain->args.size(); ++i)
    function->pattern += (i == 0 ? "$" : ", $") + std::to_string(i);
  function->pattern += ")";
  function->implicit = roles;
  return body.ir.rebuilt(plain, function, args);
}

} // namespace adjoint::frontend
