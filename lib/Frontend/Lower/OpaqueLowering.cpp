// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Lower/OpaqueLowering.h"

#include "Frontend/Clang/ClangVersion.h"
#include "Frontend/Facts/ClassFacts.h"
#include "Frontend/Facts/HandedInFunctions.h"
#include "Frontend/Facts/InstalledLibraries.h"
#include "Frontend/Facts/ReturnedTexts.h"
#include "Frontend/Facts/SelfContained.h"
#include "Frontend/Lower/BodyLowering.h"
#include "Frontend/Models/Intrinsics.h"
#include "Frontend/Models/Marks.h"
#include "Frontend/Models/StandardLibrary.h"
#include "Frontend/Models/TextUse.h"

#include "clang/AST/PrettyPrinter.h"
#include "llvm/Support/raw_ostream.h"

#include <functional>

namespace adjoint::frontend {

using clang::dyn_cast;
using clang::Expr;
using clang::isa;

namespace {

/// Without what leaves the value and its class as they are.
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

/// Without conversions of a pointer that leave what it leads to as it is.
const Expr *withoutQualification(const Expr *e) {
  e = e->IgnoreParens();
  const auto *cast = dyn_cast<clang::ImplicitCastExpr>(e);
  const bool isLeftOut = cast && (cast->getCastKind() == clang::CK_NoOp || cast->getCastKind() == clang::CK_LValueToRValue);
  return isLeftOut && !cast->getSubExpr()->getType()->isArrayType() ? withoutQualification(cast->getSubExpr()) : e;
}

/// The variable or element that an assignment changes; null for any other expression.
const Expr *assigned(const Expr *e) {
  if (const auto *op = dyn_cast<clang::BinaryOperator>(e))
    return op->isAssignmentOp() ? op->getLHS() : nullptr;
  const auto *op = dyn_cast<clang::UnaryOperator>(e);
  return op && op->isIncrementDecrementOp() ? op->getSubExpr() : nullptr;
}

/// Streams and texts: what is put into them ends there.
bool holdsText(clang::QualType type) {
  const clang::CXXRecordDecl *record = type.getNonReferenceType()->getAsCXXRecordDecl();
  if (!record || !record->getIdentifier())
    return false;
  llvm::StringRef name = record->getName();
  return isOfLibrary(record) && (name == "basic_string" || name == "basic_ostream" || name == "basic_ostringstream" ||
                                 name == "basic_ofstream" || name == "basic_stringstream" || name == "basic_iostream");
}

/// What c_str() gives: to be read at once.
bool isCharacters(clang::QualType type) {
  return type->isPointerType() && type->getPointeeType().isConstQualified() &&
         type->getPointeeType()->isAnyCharacterType();
}

/// {1.0, 2.0}, which the library takes as a list.
bool isListOfNumbers(const Expr *operand) {
  const auto *list = dyn_cast<clang::CXXStdInitializerListExpr>(operand->IgnoreImplicit());
  const clang::Type *array = list ? list->getSubExpr()->getType()->getAsArrayTypeUnsafe() : nullptr;
  return array && array->getPointeeOrArrayElementType()->isArithmeticType();
}

/// The call of a std::function that the caller has made: no number comes back that depends on one.
bool isHandedInFunction(const clang::FunctionDecl *callee) {
  const clang::CXXMethodDecl *method = clang::dyn_cast_or_null<clang::CXXMethodDecl>(callee);
  return method && method->getOverloadedOperator() == clang::OO_Call && !signatureOfFunctionObject(method->getParent()).isNull();
}

/// A text that is moved is copied, and keeps what the library leaves open.
bool isMoveOfText(const Expr *e, Models &models) {
  const auto *call = dyn_cast<clang::CallExpr>(e);
  const std::optional<LibraryCall> known = call ? recognise(call) : std::nullopt;
  return known && known->kind == LibraryKind::Forward && models.isText(e->getType());
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

/// Prints an operation, with operands left out.
class Pattern : public clang::PrinterHelper {
public:
  Pattern(BodyLowering &body, ir::Function &function, std::vector<const ir::Expr *> &args)
      : body(body), function(function), args(args) {}

  std::string of(const Expr *e) {
    std::string text;
    llvm::raw_string_ostream os(text);
    clang::PrintingPolicy policy = generatedCodePolicy(body.ast);
    policy.FullyQualifiedName = true;
    e->printPretty(os, this, policy);
    return text;
  }

  /// Those of an object that is made, of whatever class.
  std::string ofArguments(const clang::CXXConstructExpr *e) {
    noteReadOnly(e);
    std::string text;
    for (const Expr *arg : e->arguments())
      if (!isa<clang::CXXDefaultArgExpr>(arg))
        text += (text.empty() ? "" : ", ") + of(arg);
    return text;
  }

  /// An exception of the user's that is made to be thrown by another function, or inside another one.
  const clang::CXXConstructExpr *madeException(const Expr *e) const {
    const auto *construct = dyn_cast<clang::CXXConstructExpr>(withoutConversions(e));
    const clang::CXXRecordDecl *record = e->getType()->getAsCXXRecordDecl();
    const bool isMade = construct && record && !construct->getConstructor()->isCopyOrMoveConstructor() && !isOfLibrary(record) && isException(record);
    return isMade && isNameable(e->getType()) && isAccessible(construct->getConstructor()) ? construct : nullptr;
  }

  bool takesFloating = false, changesText = false;
  bool extractsFloating = false; ///< it leaves numbers in variables
  bool isOfHandedIn = false; ///< it calls a function of the caller's
  bool readsAlone = true; ///< texts and numbers; nothing else is used, and nothing changed
  bool usesValuesAlone = true; ///< and objects that their bytes are all of

private:
  void use(bool isRead) {
    readsAlone = readsAlone && isRead;
    usesValuesAlone = usesValuesAlone && isRead;
  }

  bool handledStmt(clang::Stmt *stmt, llvm::raw_ostream &os) override {
    const auto *e = dyn_cast<Expr>(stmt);
    if (!e)
      return false;
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

  /// `std::random_device()`: what it holds is not all in its bytes, nor in a text.
  bool makesOther(const Expr *e) const {
    const clang::QualType type = e->getType();
    const bool isMade = isa<clang::CXXConstructExpr>(e) && isOpaque(type, body.unit.models);
    return isMade && !isValueOfLibrary(type) && !body.unit.models.isText(type);
  }

  /// `a`, `a.b`, `this->b`, `a[2].b`
  static bool hasFixedPlace(const Expr *e) {
    e = e->IgnoreParenImpCasts();
    if (const auto *member = dyn_cast<clang::MemberExpr>(e))
      return member->isArrow() ? isa<clang::CXXThisExpr>(member->getBase()->IgnoreParenImpCasts()) : hasFixedPlace(member->getBase());
    if (const auto *element = dyn_cast<clang::ArraySubscriptExpr>(e))
      return isa<clang::IntegerLiteral>(element->getIdx()->IgnoreParenImpCasts()) &&
             element->getBase()->IgnoreParenImpCasts()->getType()->isArrayType() && hasFixedPlace(element->getBase());
    return isa<clang::DeclRefExpr>(e);
  }

  /// A number that is read from a stream.
  bool extracted(const Expr *e, llvm::raw_ostream &os) {
    if (!into.count(e) || !e->getType()->isArithmeticType() || e->refersToBitField())
      refuse(DiagId::opaque_keeps, e->getExprLoc());
    if (extractions++ > 0 && !hasFixedPlace(e)) // where it stands may depend on what was read before
      refuse(DiagId::opaque_extractions, e->getExprLoc());
    use(false);
    extractsFloating = extractsFloating || e->getType()->isFloatingType();
    return hole(body.ir.addressOf(body.places.place(e)), os, true);
  }

  /// `(char *)&x`, for a stream to write or read the bytes.
  bool bytes(const Expr *e, llvm::raw_ostream &os) {
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

  bool leadsToOpaque(clang::QualType type) const {
    return type->isPointerType() && isOpaque(type->getPointeeType(), body.unit.models);
  }

  /// What an installed library throws is not known, nor what a function of the caller's does.
  void requireNothingCaught(const Expr *e) const {
    const clang::FunctionDecl *callee = calleeOf(e);
    if (callee && (isOfInstalledLibrary(callee) || isHandedInFunction(callee)) && body.exceptions.areCaught())
      refuse(DiagId::may_throw_in_try, e->getExprLoc());
  }

  bool elements(const clang::InitListExpr *list, llvm::raw_ostream &os) {
    llvm::StringRef separator = "{";
    for (const Expr *init : (list->isSemanticForm() ? list : list->getSemanticForm())->inits())
      os << std::exchange(separator, ", ") << of(init);
    os << (list->getNumInits() == 0 ? "{}" : "}");
    return true;
  }

  /// A std::string, or the Text that stands for one in another object.
  bool text(const Expr *e, llvm::raw_ostream &os) {
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

  /// A string for as long as the operation takes: see withChange().
  bool changedText(const Expr *e, const ir::Place *place, llvm::raw_ostream &os) {
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

  /// Operands that are taken by value or by a reference to a constant.
  void noteReadOnly(const Expr *e) {
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

  void addReadOnly(const Expr *operand) {
    readOnly.insert(operand->IgnoreParens());
    readOnly.insert(withoutConversions(operand)->IgnoreParens());
    if (const auto *choice = dyn_cast<clang::ConditionalOperator>(withoutConversions(operand)->IgnoreParens()))
      for (const Expr *side : {choice->getTrueExpr(), choice->getFalseExpr()})
        addReadOnly(side);
  }

  /// Is it const, or has it a const twin (`text[i]`)? What that returns is not written: see assigned().
  static bool isReadingMember(const clang::CXXMethodDecl *method) {
    return method && llvm::any_of(method->getParent()->lookup(method->getDeclName()), [](const clang::NamedDecl *twin) {
             const auto *other = dyn_cast<clang::CXXMethodDecl>(twin);
             return other && other->isConst();
           });
  }

  /// What the library makes to be taken at once (std::setprecision).
  bool isManipulator(const Expr *e) const {
    const clang::FunctionDecl *callee = calleeOf(e);
    return callee && (isOfLibrary(callee) || isOfInstalledLibrary(callee)) && e->isPRValue() && e->getType()->isRecordType() &&
           !body.unit.models.changes(e->getType());
  }

  bool isPrinted(const Expr *e) const {
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

  static bool areCharacters(clang::QualType type) {
    return isCharacters(type) ||
           (type->isArrayType() && type->getAsArrayTypeUnsafe()->getElementType()->isAnyCharacterType());
  }

  /// Between characters that are there already: nothing happens for either side before the choice.
  bool choiceOfCharacters(const clang::ConditionalOperator *choice, llvm::raw_ostream &os) {
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

  /// Of functions, manipulators and streams: what no name of the generated function can be.
  bool printsName(const clang::DeclRefExpr *e, llvm::raw_ostream &os) {
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

  /// Such as std::to_string.
  bool makesTextOfNumbers(const clang::FunctionDecl *function) const {
    return body.unit.models.isText(function->getReturnType()) &&
           llvm::all_of(function->parameters(), [](const clang::ParmVarDecl *param) { return param->getType()->isArithmeticType(); });
  }

  /// Types by names that mean the same where the generated function stands.
  void printArguments(llvm::ArrayRef<clang::TemplateArgumentLoc> arguments, llvm::raw_ostream &os) {
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

  bool hole(const ir::Expr *arg, llvm::raw_ostream &os, bool isObject) {
    const ir::Type *type = isObject ? body.ir.referenceTo(arg->type->element) : body.ir.withoutConst(arg->type);
    os << '$' << args.size() << ' ';
    function.params.push_back(body.ir.make<ir::Variable>("x" + std::to_string(args.size()), type, ir::Storage::Parameter));
    args.push_back(arg);
    return true;
  }

  BodyLowering &body;
  ir::Function &function;
  std::vector<const ir::Expr *> &args;
  std::set<const Expr *> readOnly, written;
  std::set<const Expr *> into; ///< what `>>` reads into
  unsigned extractions = 0;
  const clang::FunctionDecl *ofBytes = nullptr; ///< such as read and write: the last that was begun
};

std::string stemOf(const Expr *e) {
  const clang::FunctionDecl *callee = calleeOf(e);
  if (const auto *constructor = clang::dyn_cast_or_null<clang::CXXConstructorDecl>(callee))
    return constructor->getParent()->getNameAsString();
  const auto *op = dyn_cast<clang::CXXOperatorCallExpr>(e);
  if (op && op->getOperator() == clang::OO_GreaterGreater)
    return "extraction";
  return callee && callee->getIdentifier() ? callee->getNameAsString() : "result";
}

} // namespace

bool OpaqueLowering::concerns(const Expr *e) const {
  e = withoutConversions(e);
  if (const Expr *left = assigned(e))
    return concerns(left);
  if (body.exceptions.whatOf(e))
    return true;
  const clang::FunctionDecl *callee = calleeOf(e);
  Models &models = body.unit.models;
  if (!callee || !(isOfLibrary(callee) || isCalledAsItIs(callee, models)) || isMoveOfText(e, models))
    return false;
  bool isOne = isOpaque(e->getType(), models), concernsModel = false;
  auto look = [&](clang::QualType type) {
    isOne = isOne || isOpaque(type, models);
    concernsModel = concernsModel || models.changes(type);
  };
  if (const auto *member = dyn_cast<clang::CXXMemberCallExpr>(e))
    look(member->getImplicitObjectArgument()->IgnoreParenImpCasts()->getType());
  for (const Expr *operand : operandsOf(e)) {
    if (isListOfNumbers(operand) || clang::isa<clang::CXXDefaultArgExpr>(operand)) // nobody has written an allocator
      continue;
    look(operand->getType());
    concernsModel = concernsModel || models.changes(withoutConversions(operand)->IgnoreParenImpCasts()->getType());
  }
  return isOne && !concernsModel;
}

namespace {
/// What its end does would be done at another place, or not at all where nobody reads it.
void refuseEnd(const Expr *e) {
  const auto *construct = dyn_cast<clang::CXXConstructExpr>(e);
  const clang::CXXRecordDecl *record = construct ? construct->getConstructor()->getParent() : nullptr;
  if (record && isOfInstalledLibrary(record) && !record->hasTrivialDestructor())
    refuse(DiagId::opaque_end, e->getExprLoc(), {record->getQualifiedNameAsString()});
}
} // namespace

namespace {
/// The object at the left end of a chain, such as `std::cerr << x << y`.
const Expr *leftEnd(const Expr *e) {
  for (e = withoutConversions(e);;) {
    const auto *member = dyn_cast<clang::CXXMemberCallExpr>(e);
    llvm::ArrayRef<const Expr *> operands = operandsOf(e);
    const Expr *first = member ? member->getImplicitObjectArgument() : operands.empty() ? nullptr : operands.front();
    if (!first)
      return e;
    e = withoutConversions(first->IgnoreParenImpCasts());
  }
}

ir::TextUse textUseOf(const Expr *e, bool takesFloating, bool keepsText) {
  const bool givesNumber = e->getType()->isRealFloatingType();
  const bool takesText = keepsText || llvm::any_of(operandsOf(e), [](const Expr *operand) { return isCharacters(operand->getType()); });
  if (!takesText)
    return ir::TextUse::None;
  if (!takesFloating || isPrinted(leftEnd(e)))
    return givesNumber ? ir::TextUse::Reads : ir::TextUse::None;
  return givesNumber ? ir::TextUse::Both : ir::TextUse::Writes;
}
} // namespace

OpaqueLowering::Call OpaqueLowering::call(const Expr *e, bool usesResult) {
  e = withoutConversions(e);
  if (usesResult)
    refuseEnd(e);
  Call made{body.ir.make<ir::Function>(), {}};
  clang::QualType type = usesResult ? e->getType().getNonReferenceType() : body.ast.VoidTy;
  const bool leadsToOpaque = type->isPointerType() && isOpaque(type->getPointeeType(), body.unit.models);
  if (body.unit.models.changes(type) || (!isOpaque(type, body.unit.models) && !leadsToOpaque && !type->isArithmeticType() &&
                                         !type->isEnumeralType() && !type->isVoidType() && !isCharacters(type)))
    refuse(DiagId::opaque_result, e->getExprLoc());
  made.function->returnType = body.ir.withoutConst(body.unit.types.lower(type));
  Pattern pattern(body, *made.function, made.args);
  pattern.isOfHandedIn = isHandedInFunction(calleeOf(e));
  std::string text = pattern.of(e);
  const auto *construct = usesResult ? dyn_cast<clang::CXXConstructExpr>(e) : nullptr;
  if (construct && !isa<clang::CXXTemporaryObjectExpr>(construct)) {
    bool hasBraces = construct->isListInitialization() && !construct->isStdInitListInitialization();
    text = made.function->returnType->spelling + (hasBraces ? text : "(" + text + ")");
  }
  if (llvm::isa_and_nonnull<clang::CXXConversionDecl>(calleeOf(e)))
    text = "static_cast<" + body.unit.types.spell(type) + ">(" + text + ")";
  if (pattern.changesText && usesResult)
    refuse(DiagId::text_change_used, e->getExprLoc());
  made.function->name = stemOf(e);
  made.function->spelling = made.function->name;
  made.function->pattern = text;
  made.function->isOverloaded = true;
  made.function->isRepeatable = pattern.readsAlone;
  made.function->isRepeatableWithObjects = pattern.usesValuesAlone && !pattern.isOfHandedIn;
  bool keepsText = holdsText(type) || llvm::any_of(operandsOf(e), [](const Expr *operand) {
                     return holdsText(operand->getType());
                   });
  const bool mayGiveBack = pattern.extractsFloating || (pattern.takesFloating && !keepsText && !pattern.isOfHandedIn);
  made.function->rule = mayGiveBack ? ir::CallRule::Opaque : ir::CallRule::Passive;
  made.function->textUse = pattern.extractsFloating ? ir::TextUse::Reads : textUseOf(e, pattern.takesFloating, keepsText);
  return made;
}

namespace {

/// The parameter that is the number of a text before a change of it.
size_t changedParameter(const ir::Function &function) {
  auto found = llvm::find_if(function.params, [](const ir::Variable *param) { return param->name == "changed"; });
  return static_cast<size_t>(found - function.params.begin());
}

/// `name += "x"` of a text in another object: its number is then
/// `adjoint::text_after(number, [&](std::string &text) { text += "x"; })`.
void returnChange(ir::Function &function) {
  size_t changed = changedParameter(function);
  function.pattern =
      "adjoint::text_after($" + std::to_string(changed) + " , [&](std::string &text) { " + function.pattern + "; })";
  function.returnType = function.params[changed]->type;
}

} // namespace

void OpaqueLowering::number(const ir::Place *place, const Expr *e, clang::SourceLocation where) {
  const auto *construct = dyn_cast<clang::CXXConstructExpr>(e);
  if (construct && construct->getConstructor()->isDefaultConstructor())
    return body.assign(place, body.ir.literal(0, body.ir.withoutConst(place->type)), where);
  Call made{body.ir.make<ir::Function>(), {}};
  Pattern pattern(body, *made.function, made.args);
  made.function->name = made.function->spelling = "text_id";
  made.function->pattern = "adjoint::text_id(" + pattern.of(e) + ")";
  if (pattern.changesText)
    refuse(DiagId::text_change_used, where);
  made.function->returnType = body.ir.withoutConst(place->type);
  made.function->isOverloaded = true;
  made.function->rule = ir::CallRule::Passive;
  made.function->isRepeatable = pattern.readsAlone;
  made.function->textUse = pattern.takesFloating ? ir::TextUse::Writes : ir::TextUse::None;
  body.emit<ir::CallStmt>(where, place, false, made.function, std::move(made.args));
}

void OpaqueLowering::effect(const Expr *e) {
  if (body.texts.assign(withoutConversions(e)))
    return;
  Call made = call(e, /*usesResult=*/false);
  size_t changed = changedParameter(*made.function);
  const ir::Place *place = nullptr;
  if (changed != made.args.size()) {
    returnChange(*made.function);
    place = llvm::cast<ir::LoadExpr>(made.args[changed])->place;
  }
  body.emit<ir::CallStmt>(e->getExprLoc(), place, false, made.function, std::move(made.args));
}

void OpaqueLowering::raise(const Expr *object, clang::SourceLocation where) {
  Call made = call(object, /*usesResult=*/true);
  made.function->pattern = "throw " + made.function->pattern;
  made.function->textUse = ir::TextUse::None;
  made.function->isRepeatable = made.function->neverReturns = true;
  made.function->returnType = body.ir.voidType();
  body.emit<ir::CallStmt>(where, nullptr, false, made.function, std::move(made.args));
}

void OpaqueLowering::raiseMade(const Expr *object, clang::SourceLocation where) {
  Call made{body.ir.make<ir::Function>(), {}};
  Pattern pattern(body, *made.function, made.args);
  const auto *construct = constructionIn(object);
  if (!construct || construct->getConstructor()->isCopyOrMoveConstructor())
    refuse(DiagId::throw_copy, where);
  if (!isNameable(object->getType()) || !isAccessible(construct->getConstructor()))
    refuse(DiagId::throw_unnamed_class, where);
  made.function->name = made.function->spelling = "throw";
  made.function->pattern = "throw " + body.unit.types.spell(object->getType()) + "(" + pattern.ofArguments(construct) + ")";
  made.function->isRepeatable = made.function->neverReturns = true;
  made.function->isOverloaded = true;
  made.function->returnType = body.ir.voidType();
  made.function->rule = ir::CallRule::Passive;
  body.emit<ir::CallStmt>(where, nullptr, false, made.function, std::move(made.args));
}

namespace {
bool holdsReturn(const clang::Stmt *s) { return s && (isa<clang::ReturnStmt>(s) || llvm::any_of(s->children(), holdsReturn)); }

/// Does the function end by throwing, and in no other way?
bool alwaysThrows(const clang::FunctionDecl *function) {
  const clang::FunctionDecl *definition = nullptr;
  const auto *list = function->hasBody(definition) ? dyn_cast<clang::CompoundStmt>(definition->getBody()) : nullptr;
  const auto *last = list && !list->body_empty() ? dyn_cast<Expr>(list->body_back()) : nullptr;
  return last && isa<clang::CXXThrowExpr>(last->IgnoreImplicit()) && !holdsReturn(list);
}
} // namespace

bool OpaqueLowering::raiseByCall(const clang::CallExpr *e) {
  const clang::FunctionDecl *callee = e->getDirectCallee();
  if (!callee || e->getNumArgs() != 1 || !callee->getReturnType()->isVoidType() || !isCallable(callee) || !alwaysThrows(callee))
    return false;
  Call made{body.ir.make<ir::Function>(), {}};
  Pattern pattern(body, *made.function, made.args);
  if (!pattern.madeException(e->getArg(0)->IgnoreImplicit()))
    return false;
  made.function->name = made.function->spelling = "throw";
  made.function->pattern = body.unit.names.of(callee) + "(" + pattern.of(e->getArg(0)) + ")";
  made.function->isRepeatable = made.function->neverReturns = true;
  made.function->isOverloaded = true;
  made.function->returnType = body.ir.voidType();
  made.function->rule = ir::CallRule::Passive;
  body.emit<ir::CallStmt>(e->getExprLoc(), nullptr, false, made.function, std::move(made.args));
  return true;
}

void OpaqueLowering::explanation(const ir::Place *place, const Expr *object, clang::SourceLocation where) {
  Call made{body.ir.make<ir::Function>(), {}};
  Pattern pattern(body, *made.function, made.args);
  const auto *construct = constructionIn(object);
  if (!construct)
    refuse(DiagId::throw_copy, where);
  made.function->name = made.function->spelling = "text_id";
  made.function->pattern = "adjoint::text_id(" + body.unit.types.spell(object->getType()) + "(" +
                           pattern.ofArguments(construct) + ").what())";
  const clang::CXXConstructorDecl *constructor = construct->getConstructor();
  made.function->isRepeatable =
      pattern.readsAlone && (isOfLibrary(constructor->getParent()) || isSelfContained(constructor));
  made.function->returnType = body.ir.withoutConst(place->type);
  made.function->isOverloaded = true;
  made.function->rule = ir::CallRule::Passive;
  body.emit<ir::CallStmt>(where, place, false, made.function, std::move(made.args));
}

const ir::Place *OpaqueLowering::place(const Expr *e) {
  const Expr *operation = withoutConversions(e);
  bool isObject = isOpaque(operation->getType(), body.unit.models);
  if (isObject && operation->isGLValue()) { // a stream gives itself
    const Expr *first = operandsOf(operation).empty() ? nullptr : operandsOf(operation).front();
    if (const auto *member = dyn_cast<clang::CXXMemberCallExpr>(operation))
      first = member->getImplicitObjectArgument();
    if (!first || !body.ast.hasSameUnqualifiedType(first->getType(), operation->getType()) || !first->isGLValue())
      refuse(DiagId::opaque_reference, e->getExprLoc());
    effect(e);
    while (concerns(first)) // the object at the left end of the chain
      first = operandsOf(withoutConversions(first)).front();
    return body.places.place(first);
  }
  Call made = call(e, /*usesResult=*/true);
  const ir::Type *type = made.function->returnType;
  const ir::Variable *result =
      body.temporary(made.function->name + "_value", isObject ? type : body.ir.withConst(type), e->getExprLoc());
  body.emit<ir::CallStmt>(e->getExprLoc(), body.ir.place(result), true, made.function, std::move(made.args));
  return body.ir.place(result);
}

bool OpaqueLowering::declare(const ir::Variable *variable, const Expr *init, clang::SourceLocation where) {
  if (!concerns(init) || !isOpaque(init->getType(), body.unit.models))
    return false;
  Call made = call(init, /*usesResult=*/true);
  body.emit<ir::CallStmt>(where, body.ir.place(variable), true, made.function, std::move(made.args));
  return true;
}

bool OpaqueLowering::store(const ir::Place *place, const Expr *init, clang::SourceLocation where) {
  if (!concerns(init) || !isOpaque(init->getType(), body.unit.models))
    return false;
  Call made = call(init, /*usesResult=*/true);
  body.emit<ir::CallStmt>(where, place, false, made.function, std::move(made.args));
  return true;
}

} // namespace adjoint::frontend
