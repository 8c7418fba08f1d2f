// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Lower/ImplicitLowering.h"

#include "Analysis/Memory/PassedPointers.h"
#include "Frontend/Facts/ClassFacts.h"
#include "Frontend/Lower/CheckpointLowering.h"
#include "Frontend/Lower/FlatResidual.h"
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
  const clang::Expr *spelled = e ? e->IgnoreUnlessSpelledInSource() : nullptr, *left = nullptr, *right = nullptr;
  if (const auto *assignment = spelled ? dyn_cast<clang::BinaryOperator>(spelled) : nullptr; assignment && assignment->getOpcode() == clang::BO_Assign)
    std::tie(left, right) = std::pair(assignment->getLHS(), assignment->getRHS());
  else if (const auto *ofObjects = spelled ? dyn_cast<clang::CXXOperatorCallExpr>(spelled) : nullptr; ofObjects && ofObjects->getOperator() == clang::OO_Equal)
    std::tie(left, right) = std::pair(ofObjects->getArg(0), ofObjects->getArg(1));
  else
    return {e, ""};
  const auto *target = dyn_cast<clang::DeclRefExpr>(left->IgnoreParenImpCasts());
  return {target ? right : nullptr, target ? target->getDecl()->getName() : ""};
}

bool isReference(const ir::Type *type) { return type->isReference() && type->element->isRecord(); }
bool isConstant(const ir::Type *type) { return isReference(type) && type->element->isConst; }
/// Unknowns, or what a residual is left in.
bool areNumbers(const ir::Type *type) { return isReference(type) && FlatResidual::isSequence(type); }

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
    if (!plain || plain->callee != body.implicitFunction)
      out.push_back(stmt);
    else if (const ir::CallStmt *ofObject = foundIn(plain, out))
      out.push_back(completed(ofObject));
    else
      out.push_back(completed(plain));
  }
  return out;
}

/// Of a call that leaves the unknowns in an object, the statement that is differentiated: for a bridge, one behind it, of which the
/// derivative is all there is to it. Null: the unknowns are a number or an array.
const ir::CallStmt *ImplicitLowering::foundIn(const ir::CallStmt *plain, ir::StmtList &out) {
  const std::optional<ir::Bridge> &bridge = plain->callee->bridge;
  if (!bridge)
    return nullptr;
  if (bridge->part == ir::Bridge::Part::Take) {
    elements = plain->args.back();
    unknowns = plain->args[plain->args.size() - 2];
    return plain;
  }
  if (plain->callee->returnType->isFloating())
    return foundNumber(plain, out);
  requireUnknown(plain);
  const auto &params = plain->callee->params;
  const auto array = llvm::find_if(params, [](const ir::Variable *param) { return isNumberOrPointer(param->type) && param->type->isPointer() && !param->type->element->isConst; });
  if (array != params.end()) {
    elements = plain->args[array - params.begin()];
    out.push_back(body.ir.rebuilt(plain, asConstant(plain), plain->args));
    return solved(elements, body.ir.voidType(), nullptr, false);
  }
  const auto written = llvm::find_if(params, [](const ir::Variable *param) { return isReference(param->type) && !param->type->element->isConst; });
  if (written == params.end() || !areNumbers((*written)->type))
    return nullptr;
  const ir::Place *object = body.ir.deref(plain->args[written - params.begin()]);
  const ir::Sequence sequence = *ir::sequenceIn(*(*written)->type->element->record);
  elements = body.ir.load(body.ir.field(object, sequence.elements->index));
  unknowns = body.ir.load(body.ir.field(object, sequence.count->index));
  out.push_back(body.ir.rebuilt(plain, asConstant(plain), plain->args));
  return solved(elements, body.ir.voidType(), nullptr, false);
}

const ir::Function *ImplicitLowering::asConstant(const ir::CallStmt *plain) const {
  auto *constant = body.ir.make<ir::Function>(*plain->callee);
  constant->rule = ir::CallRule::Passive;
  return constant;
}

/// `x = solve_on_structs(p)` becomes an assignment of what that has returned.
const ir::CallStmt *ImplicitLowering::foundNumber(const ir::CallStmt *plain, ir::StmtList &out) {
  const ir::Type *number = body.ir.withoutConst(plain->callee->returnType);
  const ir::Variable *value = body.temporary(plain->callee->name + "_value", body.ir.withConst(number), where);
  out.push_back(body.ir.rebuilt(plain, body.ir.place(value), true, asConstant(plain), plain->args));
  return solved(body.ir.load(body.ir.place(value)), number, plain->result, plain->declares);
}

/// The statement behind the call that has the derivative.
const ir::CallStmt *ImplicitLowering::solved(const ir::Expr *found, const ir::Type *returned, const ir::Place *result, bool declares) const {
  auto *function = body.ir.make<ir::Function>();
  function->name = "solved";
  function->spelling = "adjoint::solved";
  function->pattern = returned->isVoid() ? "" : "$0";
  function->returnType = returned;
  function->params = {body.ir.make<ir::Variable>("found", body.ir.withoutConst(found->type), ir::Storage::Parameter)};
  function->rule = ir::CallRule::HandWritten;
  function->bridge = ir::Bridge{ir::Bridge::Part::Take, "", nullptr, 0};
  return body.ir.make<ir::CallStmt>(result, declares, function, std::vector<const ir::Expr *>{found});
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
  const bool areSeveral = type->isPointer() || isReference(type), returnsSeveral = FlatResidual::isSequence(function.returnType);
  if (function.rule != ir::CallRule::Derive || !function.hasBody)
    wrong("it is not differentiated from its source");
  if (pragma.isMinimum && !function.returnType->isFloating())
    wrong("it has to return a number");
  if (roles.output ? !function.returnType->isVoid() : !function.returnType->isFloating() && !returnsSeveral)
    wrong("it has to return a number or a vector of numbers, or nothing if 'result' stands for what it writes to");
  if ((!pragma.isMinimum && areSeveral != (roles.output || returnsSeveral)) || !(isNumberOrPointer(type) || (isConstant(type) && areNumbers(type))))
    wrong("the unknown has to be a number if it returns one, else a pointer to numbers or a constant vector of them");
  for (unsigned i = 0; i < function.params.size(); ++i) {
    const ir::Type *param = function.params[i]->type;
    const bool isOutput = roles.output == i;
    if (!isOutput && !isConstant(param) && (analysis::isWritable(param) || param->isRecord()))
      wrong(pragma.isMinimum ? "it must not write to what it is given: let it take pointers to constants, and references to them"
                             : "it has to write to 'result' alone, which is a pointer to numbers or a vector of them");
    const bool isLeft = param->isPointer() ? isNumberOrPointer(param) && !param->element->isConst : areNumbers(param) && !isConstant(param);
    if (isOutput && !isLeft)
      wrong("it has to write to 'result' alone, which is a pointer to numbers or a vector of them");
  }
}

/// With arrays in the place of vectors: null if there are none.
ir::Function *ImplicitLowering::flattened(const ir::Function &residual, ir::ImplicitFunction &roles) const {
  const bool isFlat = !isReference(residual.params[roles.unknown]->type) && !residual.returnType->isRecord() &&
                      !(roles.output && isReference(residual.params[*roles.output]->type));
  return isFlat ? nullptr : FlatResidual(body.ir, residual, roles.unknown, roles.output).make(roles.output);
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
    if (!isUnknown && isConstant(type))
      continue;
    if (!isUnknown && plain->callee->bridge && plain->callee->bridge->part == ir::Bridge::Part::Take)
      continue; // what is returned
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
  if (unknowns)
    return unknowns;
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
  const size_t position = roles.direction() && param > roles.unknown ? param - 1 : param;
  if (position >= pragma.args.size()) // of a flat one
    return body.ir.cast(ir::CastExpr::Form::Implicit, count(false), type);
  if (param == roles.unknown && elements)
    return body.ir.cast(ir::CastExpr::Form::Implicit, elements, type);
  const std::string &word = pragma.args[position];
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
  if (const ir::Function *flat = flattened(*residual, roles))
    residual = flat;
  if (pragma.isMinimum) {
    roles.objective = residual;
    residual = roles.slope = slopeOf(*residual, roles.unknown);
  }
  roles.residual = residual;
  if (!unknowns && isGiven() != roles.isOfNumber())
    refuseIt(DiagId::implicit_unknown, {pragma.unknown});
  auto *function = body.ir.make<ir::Function>(*plain->callee);
  std::vector<const ir::Expr *> args = plain->args;
  auto add = [&](const std::string &name, const ir::Type *type, const ir::Expr *arg) {
    function->params.push_back(body.ir.make<ir::Variable>(name, type, ir::Storage::Parameter));
    args.push_back(arg);
  };
  const ir::Type *pointer = body.unit.types.lower(body.ast.getPointerType(decl->getType()));
  const ir::Expr *named = body.ir.make<ir::FunctionRefExpr>(residual, residual->spelling, pointer);
  add("residual", pointer, residual->needsCopy ? body.ir.null(pointer) : named); // of which nobody needs a copy
  for (unsigned i = 0; i < residual->params.size(); ++i)
    add(residual->params[i]->name, residual->params[i]->type, argument(*residual, i, roles));
  const ir::Expr *unknowns = count(roles.isOfNumber());
  add("unknowns", unknowns->type, unknowns);
  if (function->pattern.empty()) {
    function->pattern = function->spelling + "(";
    for (size_t i = 0; i < plain->args.size(); ++i)
      function->pattern += (i == 0 ? "$" : ", $") + std::to_string(i);
    function->pattern += ")";
  }
  function->implicit = roles;
  return body.ir.rebuilt(plain, function, args);
}

} // namespace adjoint::frontend
