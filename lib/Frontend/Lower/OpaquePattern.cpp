// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Lower/OpaquePattern.h"

#include "Frontend/Clang/ClangVersion.h"
#include "Frontend/Facts/ClassFacts.h"
#include "Frontend/Facts/HandedInFunctions.h"
#include "Frontend/Facts/InstalledLibraries.h"
#include "Frontend/Facts/ReturnedTexts.h"
#include "Frontend/Lower/BodyLowering.h"
#include "Frontend/Models/Intrinsics.h"
#include "Frontend/Models/Marks.h"
#include "Frontend/Models/StandardLibrary.h"

#include "llvm/Support/raw_ostream.h"

#include <utility>

namespace adjoint::frontend {

using clang::dyn_cast;
using clang::Expr;
using clang::isa;

const Expr *withoutConversions(const Expr *e) {
  while (true) {
    const Expr *inner = insideMark(e);
    if (const auto *paren = dyn_cast<clang::ParenExpr>(e))
      inner = paren->getSubExpr();
    else if (const auto *cast = dyn_cast<clang::CastExpr>(e);
             cast && (cast->getCastKind() == clang::CK_ConstructorConversion ||
                      cast->getCastKind() == clang::CK_UserDefinedConversion ||
                      (cast->getCastKind() == clang::CK_NoOp && cast->getType()->isRecordType())))
      inner = cast->getSubExpr();
    if (!inner)
      return e;
    e = inner;
  }
}

const clang::FunctionDecl *calleeOf(const Expr *e) {
  if (const auto *call = dyn_cast<clang::CallExpr>(e))
    return call->getDirectCallee();
  if (const auto *construct = dyn_cast<clang::CXXConstructExpr>(e))
    return construct->getConstructor();
  return nullptr;
}

llvm::ArrayRef<const Expr *> operandsOf(const Expr *e) {
  if (const auto *call = dyn_cast<clang::CallExpr>(e))
    return {call->getArgs(), call->getNumArgs()};
  const auto *construct = dyn_cast<clang::CXXConstructExpr>(e);
  return construct ? llvm::ArrayRef<const Expr *>(construct->getArgs(), construct->getNumArgs())
                   : llvm::ArrayRef<const Expr *>();
}

const Expr *assigned(const Expr *e) {
  if (const auto *op = dyn_cast<clang::BinaryOperator>(e))
    return op->isAssignmentOp() ? op->getLHS() : nullptr;
  const auto *op = dyn_cast<clang::UnaryOperator>(e);
  return op && op->isIncrementDecrementOp() ? op->getSubExpr() : nullptr;
}

bool holdsText(clang::QualType type) {
  const clang::CXXRecordDecl *record = type.getNonReferenceType()->getAsCXXRecordDecl();
  if (!record || !record->getIdentifier())
    return false;
  llvm::StringRef name = record->getName();
  return isOfLibrary(record) && (name == "basic_string" || name == "basic_ostream" || name == "basic_ostringstream" ||
                                 name == "basic_ofstream" || name == "basic_stringstream" || name == "basic_iostream");
}

bool isCharacters(clang::QualType type) {
  return type->isPointerType() && type->getPointeeType().isConstQualified() &&
         type->getPointeeType()->isAnyCharacterType();
}

bool isListOfNumbers(const Expr *operand) {
  const auto *list = dyn_cast<clang::CXXStdInitializerListExpr>(operand->IgnoreImplicit());
  const clang::Type *array = list ? list->getSubExpr()->getType()->getAsArrayTypeUnsafe() : nullptr;
  return array && array->getPointeeOrArrayElementType()->isArithmeticType();
}

bool isHandedInFunction(const clang::FunctionDecl *callee) {
  const clang::CXXMethodDecl *method = clang::dyn_cast_or_null<clang::CXXMethodDecl>(callee);
  return method && method->getOverloadedOperator() == clang::OO_Call && !signatureOfFunctionObject(method->getParent()).isNull();
}

bool isMoveOfText(const Expr *e, Models &models) {
  const auto *call = dyn_cast<clang::CallExpr>(e);
  const std::optional<LibraryCall> known = call ? recognise(call) : std::nullopt;
  return known && known->kind == LibraryKind::Forward && models.isText(e->getType());
}

namespace {
/// Without conversions of a pointer that leave what it leads to as it is.
const Expr *withoutQualification(const Expr *e) {
  e = e->IgnoreParens();
  const auto *cast = dyn_cast<clang::ImplicitCastExpr>(e);
  const bool isLeftOut = cast && (cast->getCastKind() == clang::CK_NoOp || cast->getCastKind() == clang::CK_LValueToRValue);
  return isLeftOut && !cast->getSubExpr()->getType()->isArrayType() ? withoutQualification(cast->getSubExpr()) : e;
}

bool isException(const clang::CXXRecordDecl *record) {
  if (!record->hasDefinition())
    return false;
  if (isOfLibrary(record) && record->getIdentifier() && record->getName() == "exception")
    return true;
  return llvm::any_of(record->bases(), [](const clang::CXXBaseSpecifier &base) {
    const clang::CXXRecordDecl *inherited = base.getType()->getAsCXXRecordDecl();
    return inherited && isException(inherited);
  });
}
} // namespace

std::string OpaquePattern::of(const Expr *e) {
  std::string text;
  llvm::raw_string_ostream os(text);
  clang::PrintingPolicy policy = generatedCodePolicy(body.ast);
  policy.FullyQualifiedName = true;
  e->printPretty(os, this, policy);
  return text;
}

std::string OpaquePattern::ofArguments(const clang::CXXConstructExpr *e) {
  noteReadOnly(e);
  std::string text;
  for (const Expr *arg : e->arguments())
    if (!isa<clang::CXXDefaultArgExpr>(arg))
      text += (text.empty() ? "" : ", ") + of(arg);
  return text;
}

const clang::CXXConstructExpr *OpaquePattern::madeException(const Expr *e) const {
  const auto *construct = dyn_cast<clang::CXXConstructExpr>(withoutConversions(e));
  const clang::CXXRecordDecl *record = e->getType()->getAsCXXRecordDecl();
  const bool isMade = construct && record && !construct->getConstructor()->isCopyOrMoveConstructor() && !isOfLibrary(record) && isException(record);
  return isMade && isNameable(e->getType()) && isAccessible(construct->getConstructor()) ? construct : nullptr;
}

void OpaquePattern::use(bool isRead) {
  readsAlone = readsAlone && isRead;
  usesValuesAlone = usesValuesAlone && isRead;
}

bool OpaquePattern::handledStmt(clang::Stmt *stmt, llvm::raw_ostream &os) {
  const auto *e = dyn_cast<Expr>(stmt);
  if (!e)
    return false;
  if (const std::optional<bool> known = printsFirst(e, os))
    return *known;
  if (const ir::Expr *number = body.exceptions.whatOf(e)) {
    os << "adjoint::text(";
    hole(number, os, false);
    os << ").c_str()";
    return true;
  }
  if (const auto *choice = dyn_cast<clang::ConditionalOperator>(e); choice && areCharacters(e->getType()))
    return choiceOfCharacters(choice, os);
  if (const auto *list = dyn_cast<clang::InitListExpr>(e))
    return elements(list, os);
  if (isPrinted(e)) {
    if (const Expr *left = assigned(withoutConversions(e)))
      written.insert(withoutConversions(left));
    requireNothingCaught(withoutConversions(e));
    use(!makesOther(e));
    noteReadOnly(withoutConversions(e));
    return false;
  }
  if (const auto *name = dyn_cast<clang::DeclRefExpr>(e); name && printsName(name, os))
    return true;
  if (body.unit.models.isText(e->getType()))
    return text(e, os);
  if (const clang::CXXConstructExpr *made = madeException(e)) {
    os << body.unit.types.spell(e->getType()) << '(' << ofArguments(made) << ')';
    return true;
  }
  if (isOpaque(e->getType(), body.unit.models)) {
    readsAlone = false;
    usesValuesAlone = usesValuesAlone && isValueOfLibrary(e->getType());
    return hole(body.ir.addressOf(body.places.place(e)), os, true);
  }
  if (bytes(e, os))
    return true;
  bool isText = e->getType()->isPointerType() && e->getType()->getPointeeType()->isAnyCharacterType();
  const bool isMemory = isOfHandedIn && e->getType()->isPointerType() && e->getType()->getPointeeType()->isArithmeticType();
  if (!e->getType()->isArithmeticType() && !e->getType()->isEnumeralType() && !isText && !isMemory && !leadsToOpaque(e->getType()))
    refuse(DiagId::opaque_operand, e->getExprLoc());
  takesFloating = takesFloating || e->getType()->isFloatingType();
  if (e->isGLValue() && !readOnly.count(e))
    return extracted(e, os);
  return hole(body.exprs.value(e), os, false);
}

bool OpaquePattern::makesOther(const Expr *e) const {
  const clang::QualType type = e->getType();
  const bool isMade = isa<clang::CXXConstructExpr>(e) && isOpaque(type, body.unit.models);
  return isMade && !isValueOfLibrary(type) && !body.unit.models.isText(type);
}

bool OpaquePattern::hasFixedPlace(const Expr *e) {
  e = e->IgnoreParenImpCasts();
  if (const auto *member = dyn_cast<clang::MemberExpr>(e))
    return member->isArrow() ? isa<clang::CXXThisExpr>(member->getBase()->IgnoreParenImpCasts()) : hasFixedPlace(member->getBase());
  if (const auto *element = dyn_cast<clang::ArraySubscriptExpr>(e))
    return isa<clang::IntegerLiteral>(element->getIdx()->IgnoreParenImpCasts()) &&
           element->getBase()->IgnoreParenImpCasts()->getType()->isArrayType() && hasFixedPlace(element->getBase());
  return isa<clang::DeclRefExpr>(e);
}

bool OpaquePattern::extracted(const Expr *e, llvm::raw_ostream &os) {
  if (!into.count(e) || !e->getType()->isArithmeticType() || e->refersToBitField())
    refuse(DiagId::opaque_keeps, e->getExprLoc());
  if (extractions++ > 0 && !hasFixedPlace(e)) // where it stands may depend on what was read before
    refuse(DiagId::opaque_extractions, e->getExprLoc());
  use(false);
  extractsFloating = extractsFloating || e->getType()->isFloatingType();
  return hole(body.ir.addressOf(body.places.place(e)), os, true);
}

bool OpaquePattern::bytes(const Expr *e, llvm::raw_ostream &os) {
  const auto *cast = dyn_cast<clang::ExplicitCastExpr>(e);
  const Expr *from = cast ? withoutQualification(cast->getSubExpr()) : nullptr;
  const bool isOfNumbers = from && from->getType()->isPointerType() && from->getType()->getPointeeType()->isRealFloatingType();
  if (!isOfNumbers || !e->getType()->isPointerType() || !e->getType()->getPointeeType()->isCharType())
    return false;
  const bool isRead = e->getType()->getPointeeType().isConstQualified() || (ofBytes && isCharacters(ofBytes->getParamDecl(0)->getType()));
  const ir::Expr *pointer = body.exprs.value(from);
  extractsFloating = extractsFloating || !isRead;
  takesFloating = takesFloating || isRead;
  use(false);
  if (isRead)
    pointer = body.ir.cast(ir::CastExpr::Form::Implicit, pointer, body.ir.pointerTo(body.ir.withConst(pointer->type->element)));
  os << "reinterpret_cast<" << (isRead ? "const " : "") << "char *>(";
  hole(pointer, os, false);
  os << ')';
  return true;
}

bool OpaquePattern::leadsToOpaque(clang::QualType type) const {
  return type->isPointerType() && isOpaque(type->getPointeeType(), body.unit.models);
}

void OpaquePattern::requireNothingCaught(const Expr *e) const {
  const clang::FunctionDecl *callee = calleeOf(e);
  if (callee && (isOfInstalledLibrary(callee) || isHandedInFunction(callee)) && body.exceptions.areCaught())
    refuse(DiagId::may_throw_in_try, e->getExprLoc());
}

bool OpaquePattern::elements(const clang::InitListExpr *list, llvm::raw_ostream &os) {
  llvm::StringRef separator = "{";
  for (const Expr *init : (list->isSemanticForm() ? list : list->getSemanticForm())->inits())
    os << std::exchange(separator, ", ") << of(init);
  os << (list->getNumInits() == 0 ? "{}" : "}");
  return true;
}

bool OpaquePattern::text(const Expr *e, llvm::raw_ostream &os) {
  const ir::Place *place = body.places.place(e);
  use(readOnly.count(e->IgnoreParens()) != 0);
  if (!TextLowering::isText(place->type))
    return hole(body.ir.addressOf(place), os, true);
  if (!readOnly.count(e->IgnoreParens()))
    return changedText(e, place, os);
  os << "adjoint::text(";
  hole(body.texts.number(place), os, false);
  os << ')';
  return true;
}

bool OpaquePattern::changedText(const Expr *e, const ir::Place *place, llvm::raw_ostream &os) {
  refuseReturnedText(e);
  if (changesText)
    refuse(DiagId::two_texts, e->getExprLoc());
  const ir::Expr *number = body.texts.number(place);
  function.params.push_back(
      body.ir.make<ir::Variable>("changed", body.ir.withoutConst(number->type), ir::Storage::Parameter));
  args.push_back(number);
  changesText = true;
  os << "text";
  return true;
}

void OpaquePattern::noteReadOnly(const Expr *e) {
  const clang::FunctionDecl *callee = calleeOf(e);
  if (!callee || written.count(e)) // `text[i] = c`
    return;
  llvm::ArrayRef<const Expr *> operands = operandsOf(e);
  if (const auto *op = dyn_cast<clang::CXXOperatorCallExpr>(e); op && op->getOperator() == clang::OO_GreaterGreater && isOfLibrary(callee))
    into.insert(operands.back());
  const auto *method = memberFunction(callee);
  const auto *member = dyn_cast<clang::CXXMemberCallExpr>(e);
  ofBytes = member && isOfLibrary(callee) && callee->getNumParams() == 2 ? callee : nullptr;
  if (member && isReadingMember(method))
    addReadOnly(member->getImplicitObjectArgument());
  if (isa<clang::CXXOperatorCallExpr>(e) && method && !operands.empty()) {
    if (isReadingMember(method))
      addReadOnly(operands.front());
    operands = operands.drop_front();
  }
  for (unsigned i = 0; i < operands.size() && i < callee->getNumParams(); ++i) {
    clang::QualType type = callee->getParamDecl(i)->getType();
    if (!type->isReferenceType() || type->getPointeeType().isConstQualified() ||
        isMoveOfText(withoutConversions(operands[i]), body.unit.models))
      addReadOnly(operands[i]);
  }
}

void OpaquePattern::addReadOnly(const Expr *operand) {
  readOnly.insert(operand->IgnoreParens());
  readOnly.insert(withoutConversions(operand)->IgnoreParens());
  if (const auto *choice = dyn_cast<clang::ConditionalOperator>(withoutConversions(operand)->IgnoreParens()))
    for (const Expr *side : {choice->getTrueExpr(), choice->getFalseExpr()})
      addReadOnly(side);
}

bool OpaquePattern::isReadingMember(const clang::CXXMethodDecl *method) {
  return method && llvm::any_of(method->getParent()->lookup(method->getDeclName()), [](const clang::NamedDecl *twin) {
           const auto *other = dyn_cast<clang::CXXMethodDecl>(twin);
           return other && other->isConst();
         });
}

bool OpaquePattern::isManipulator(const Expr *e) const {
  const clang::FunctionDecl *callee = calleeOf(e);
  return callee && (isOfLibrary(callee) || isOfInstalledLibrary(callee)) && e->isPRValue() && e->getType()->isRecordType() &&
         !body.unit.models.changes(e->getType());
}

bool OpaquePattern::isPrinted(const Expr *e) const {
  if (isa<clang::StringLiteral, clang::CharacterLiteral, clang::IntegerLiteral, clang::FloatingLiteral,
          clang::CXXBoolLiteralExpr, clang::MaterializeTemporaryExpr, clang::CXXBindTemporaryExpr,
          clang::ExprWithCleanups, clang::CXXDefaultArgExpr>(e) ||
      isListOfNumbers(e) || withoutConversions(e) != e || body.opaques.concerns(e) || isManipulator(e))
    return true;
  if (const auto *flags = dyn_cast<clang::CXXOperatorCallExpr>(e); flags && e->getType()->isEnumeralType() && isOfLibrary(calleeOf(e)))
    return true; // std::ios::out | std::ios::app
  if (const auto *member = dyn_cast<clang::MemberExpr>(e))
    return isa<clang::CXXMethodDecl>(member->getMemberDecl());
  if (const auto *paren = dyn_cast<clang::ParenExpr>(e))
    return body.opaques.concerns(paren);
  if (const auto *cast = dyn_cast<clang::CastExpr>(e)) {
    bool isOfWritten = cast->getCastKind() == clang::CK_FunctionToPointerDecay ||
                       (cast->getCastKind() == clang::CK_ArrayToPointerDecay &&
                        isa<clang::StringLiteral, clang::ConditionalOperator>(cast->getSubExpr()->IgnoreParens()));
    return isOfWritten || cast->getType()->isRecordType();
  }
  return false;
}

bool OpaquePattern::areCharacters(clang::QualType type) {
  return isCharacters(type) ||
         (type->isArrayType() && type->getAsArrayTypeUnsafe()->getElementType()->isAnyCharacterType());
}

bool OpaquePattern::choiceOfCharacters(const clang::ConditionalOperator *choice, llvm::raw_ostream &os) {
  const std::string condition = of(choice->getCond());
  std::string yes, no;
  const ir::StmtList effects = body.collect([&] {
    yes = of(choice->getTrueExpr());
    no = of(choice->getFalseExpr());
  });
  if (!effects.empty())
    refuse(DiagId::text_choice, choice->getExprLoc());
  os << condition << " ? " << yes << " : " << no;
  return true;
}

bool OpaquePattern::printsName(const clang::DeclRefExpr *e, llvm::raw_ostream &os) {
  const clang::ValueDecl *decl = e->getDecl();
  const auto *variable = dyn_cast<clang::VarDecl>(decl);
  if (!(isOfLibrary(decl) || isOfInstalledLibrary(decl)) || (variable && !variable->hasGlobalStorage()))
    return false;
  const auto *function = dyn_cast<clang::FunctionDecl>(decl);
  use(function && (function->isOverloadedOperator() || makesTextOfNumbers(function)));
  clang::PrintingPolicy policy = generatedCodePolicy(body.ast);
  decl->printQualifiedName(os, policy);
  if (e->hasExplicitTemplateArgs())
    printArguments(e->template_arguments(), os);
  return true;
}

bool OpaquePattern::makesTextOfNumbers(const clang::FunctionDecl *function) const {
  return body.unit.models.isText(function->getReturnType()) &&
         llvm::all_of(function->parameters(), [](const clang::ParmVarDecl *param) { return param->getType()->isArithmeticType(); });
}

void OpaquePattern::printArguments(llvm::ArrayRef<clang::TemplateArgumentLoc> arguments, llvm::raw_ostream &os) {
  llvm::StringRef separator = "<";
  for (const clang::TemplateArgumentLoc &argument : arguments) {
    os << std::exchange(separator, ", ");
    if (argument.getArgument().getKind() == clang::TemplateArgument::Type)
      os << body.unit.types.spell(argument.getArgument().getAsType().getCanonicalType());
    else
      argument.getArgument().print(generatedCodePolicy(body.ast), os, /*IncludeType=*/false);
  }
  os << '>';
}

bool OpaquePattern::hole(const ir::Expr *arg, llvm::raw_ostream &os, bool isObject) {
  const ir::Type *type = isObject ? body.ir.referenceTo(arg->type->element) : body.ir.withoutConst(arg->type);
  os << '$' << args.size() << ' ';
  function.params.push_back(body.ir.make<ir::Variable>("x" + std::to_string(args.size()), type, ir::Storage::Parameter));
  args.push_back(arg);
  return true;
}

} // namespace adjoint::frontend
