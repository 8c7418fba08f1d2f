// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Lower/MadeObject.h"

#include "Frontend/Clang/AstVisitor.h"
#include "Frontend/Facts/ClassFacts.h"
#include "Frontend/Facts/NamedGlobals.h"
#include "Frontend/Facts/ThrownTypes.h"
#include "Frontend/Lower/BodyLowering.h"
#include "Frontend/Models/StandardLibrary.h"

#include "clang/Basic/OperatorKinds.h"
#include "llvm/Support/raw_ostream.h"

#include <utility>

namespace adjoint::frontend {

using clang::dyn_cast;
using clang::Expr;
using clang::isa;

// ------------------------------------------------------------ statements

namespace {

const Expr *asWritten(const Expr *e) { return e->IgnoreUnlessSpelledInSource()->IgnoreParens(); }

const clang::VarDecl *named(const Expr *e) {
  const auto *name = dyn_cast<clang::DeclRefExpr>(asWritten(e));
  return name ? dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
}

struct NameSearch : AstVisitor {
  explicit NameSearch(const std::set<const clang::VarDecl *> &variables) : variables(variables) {}
  bool VisitDeclRefExpr(clang::DeclRefExpr *name) override {
    const auto *variable = dyn_cast<clang::VarDecl>(name->getDecl());
    return !variable || variables.count(variable) == 0;
  }
  const std::set<const clang::VarDecl *> &variables;
};

bool namesOne(const clang::Stmt *s, const std::set<const clang::VarDecl *> &variables) {
  return !NameSearch(variables).TraverseStmt(const_cast<clang::Stmt *>(s));
}

/// Declares variables that are numbers, or objects of a class.
bool declaresValues(const clang::DeclStmt *s) {
  return llvm::all_of(s->decls(), [](const clang::Decl *decl) {
    const auto *variable = dyn_cast<clang::VarDecl>(decl);
    return variable && variable->isLocalVarDecl() && !variable->isStaticLocal() && !isa<clang::DecompositionDecl>(decl) &&
           (variable->getType()->isRecordType() || variable->getType()->isArithmeticType() || variable->getType()->isEnumeralType());
  });
}

/// Are these statements that generated code writes, all of which are about the variables?
bool isMaking(const clang::Stmt *s, std::set<const clang::VarDecl *> &own) {
  if (const auto *declaration = dyn_cast<clang::DeclStmt>(s)) {
    if (!declaresValues(declaration))
      return false;
    for (const clang::Decl *decl : declaration->decls())
      own.insert(clang::cast<clang::VarDecl>(decl));
    return true;
  }
  if (const auto *block = dyn_cast<clang::CompoundStmt>(s))
    return llvm::all_of(block->body(), [&](const clang::Stmt *inner) { return isMaking(inner, own); });
  if (const auto *branch = dyn_cast<clang::IfStmt>(s))
    return !branch->getInit() && !branch->getConditionVariable() && !branch->isConstexpr() && isMaking(branch->getThen(), own) &&
           (!branch->getElse() || isMaking(branch->getElse(), own));
  if (const auto *loop = dyn_cast<clang::ForStmt>(s))
    return loop->getInit() && isMaking(loop->getInit(), own) && !loop->getConditionVariable() && isMaking(loop->getBody(), own);
  return isa<Expr>(s) && !isa<clang::CXXThrowExpr>(clang::cast<Expr>(s)->IgnoreImplicit()) && namesOne(s, own);
}

} // namespace

const clang::CXXThrowExpr *thrownBy(const clang::Stmt *s) {
  const auto *e = dyn_cast<Expr>(s);
  const auto *exit = e ? dyn_cast<clang::CXXThrowExpr>(e->IgnoreImplicit()) : nullptr;
  return exit && exit->getSubExpr() ? exit : nullptr;
}

size_t lengthOfMaking(const clang::CompoundStmt *block, size_t first) {
  const auto *declaration = dyn_cast<clang::DeclStmt>(block->body_begin()[first]);
  const auto *object = declaration && declaration->isSingleDecl() ? dyn_cast<clang::VarDecl>(declaration->getSingleDecl()) : nullptr;
  if (!object || !object->getType()->isRecordType())
    return 0;
  std::set<const clang::VarDecl *> own;
  for (size_t i = first; i < block->size(); ++i) {
    const clang::Stmt *s = block->body_begin()[i];
    if (const clang::CXXThrowExpr *exit = thrownBy(s))
      return named(exit->getSubExpr()) == object ? i - first + 1 : 0;
    if (!isMaking(s, own))
      return 0;
  }
  return 0;
}

std::string MadeObject::madeIn(MakingStatements statements, const Expr *thrown) {
  isInside = true;
  std::string inner;
  for (const clang::Stmt *s : statements)
    inner += statement(s) + " ";
  isInside = false;
  std::string given;
  for (size_t i = 0; i < args.size(); ++i)
    given += (i == 0 ? "$" : ", $") + std::to_string(i) + " ";
  return "[](" + params + ") { " + inner + "return " + named(thrown)->getNameAsString() + "; }(" + given + ")";
}

std::string MadeObject::statement(const clang::Stmt *s) {
  std::string all;
  if (const auto *declaration = dyn_cast<clang::DeclStmt>(s)) {
    for (const clang::Decl *decl : declaration->decls())
      all += (all.empty() ? "" : " ") + variable(clang::cast<clang::VarDecl>(decl));
    return all;
  }
  if (const auto *block = dyn_cast<clang::CompoundStmt>(s)) {
    for (const clang::Stmt *inner : block->body())
      all += statement(inner) + " ";
    return "{ " + all + "}";
  }
  if (const auto *e = dyn_cast<Expr>(s))
    return of(e) + ";";
  const auto *branch = dyn_cast<clang::IfStmt>(s);
  const bool outer = isChosen;
  if (branch) {
    all = "if (" + of(branch->getCond()) + ") ";
    isChosen = true;
    all += statement(branch->getThen()) + (branch->getElse() ? " else " + statement(branch->getElse()) : "");
  } else {
    const auto *loop = clang::cast<clang::ForStmt>(s);
    all = "for (" + statement(loop->getInit()) + " ";
    isChosen = true;
    all += (loop->getCond() ? of(loop->getCond()) : "") + "; " + (loop->getInc() ? of(loop->getInc()) : "") + ") " + statement(loop->getBody());
  }
  isChosen = outer;
  return all;
}

std::string MadeObject::variable(const clang::VarDecl *decl) {
  own.insert(decl);
  if (!isNameable(decl->getType()))
    refuse(DiagId::throw_unnamed_class, decl->getLocation());
  const std::string name = body.unit.types.spell(decl->getType()) + " " + decl->getNameAsString();
  const Expr *init = decl->getInit() ? decl->getInit()->IgnoreUnlessSpelledInSource() : nullptr;
  const auto *construct = init ? dyn_cast<clang::CXXConstructExpr>(init) : nullptr;
  if (!init)
    return name + ";";
  if (const auto *list = dyn_cast<clang::InitListExpr>(init); list && decl->getType()->isRecordType()) {
    std::string text = name;
    llvm::raw_string_ostream os(text);
    elements(list, os);
    return text + ";";
  }
  if (!construct || isa<clang::CXXTemporaryObjectExpr>(construct) || construct->getConstructor()->isCopyOrMoveConstructor())
    return name + " = " + of(init) + ";";
  call(construct->getConstructor(), decl->getLocation());
  const std::string given = ofArguments(construct);
  if (construct->isStdInitListInitialization())
    return name + given + ";";
  if (construct->isListInitialization())
    return name + "{" + given + "};";
  return name + (given.empty() ? "" : "(" + given + ")") + ";";
}

// ----------------------------------------------------------- expressions

std::string MadeObject::text(const Expr *thrown, MakingStatements statements) {
  if (!isNameable(thrown->getType()))
    refuse(DiagId::throw_unnamed_class, thrown->getExprLoc());
  if (!statements.empty())
    return madeIn(statements, thrown);
  const auto *construct = constructionIn(thrown);
  if (construct && !construct->getConstructor()->isCopyOrMoveConstructor())
    return constructed(construct, thrown->getType());
  const auto *list = dyn_cast<clang::InitListExpr>(construct ? construct : asWritten(thrown));
  std::string text;
  llvm::raw_string_ostream os(text);
  const Expr *from = construct ? construct->getArg(0) : asWritten(thrown);
  if (list) {
    os << body.unit.types.spell(thrown->getType());
    elements(list, os);
  } else if (isMade(from)) {
    text = of(from);
  } else if (os << body.unit.types.spell(thrown->getType()) << '('; printsPlain(from, os)) {
    os << ')';
  } else {
    refuse(DiagId::throw_copy, thrown->getExprLoc());
  }
  return text;
}

std::string MadeObject::constructed(const clang::CXXConstructExpr *e, clang::QualType type) {
  if (!isNameable(type) || !isAccessible(e->getConstructor()))
    refuse(DiagId::throw_unnamed_class, e->getExprLoc());
  call(e->getConstructor(), e->getExprLoc());
  return body.unit.types.spell(type) + "(" + ofArguments(e) + ")";
}

bool MadeObject::namesOwn(const clang::Stmt *s) const { return !own.empty() && namesOne(s, own); }

/// A new object of a class of the user's, that a constructor, a function or an operation on such an object makes.
bool MadeObject::isMade(const Expr *e) const {
  e = asWritten(e);
  const clang::CXXRecordDecl *record = e->getType()->getAsCXXRecordDecl();
  const clang::FunctionDecl *callee = calleeOf(e);
  if (const auto *cast = dyn_cast<clang::CXXFunctionalCastExpr>(e))
    return isMade(cast->getSubExpr());
  if (!record || isOfLibrary(record) || !callee)
    return callee && !isa<clang::CXXMethodDecl>(callee) && !isOfLibrary(callee) && e->getType()->isRecordType() && isCallable(callee);
  if (isa<clang::CXXConstructExpr>(e))
    return true;
  if (const auto *member = dyn_cast<clang::CXXMemberCallExpr>(e))
    return isMade(member->getImplicitObjectArgument()) || namesOwn(member->getImplicitObjectArgument());
  if (const auto *op = dyn_cast<clang::CXXOperatorCallExpr>(e))
    return isMade(op->getArg(0));
  return isCallable(callee) && e->isPRValue();
}

/// A plain object that is a variable of generated code, too: as it is there.
bool MadeObject::printsPlain(const Expr *e, llvm::raw_ostream &os) {
  const clang::CXXRecordDecl *record = e->getType()->getAsCXXRecordDecl();
  if (!record || isa<clang::InitListExpr>(e) || !record->hasDefinition() || isMirrored(record, body.unit.models) || isOfLibrary(record) || !record->isTriviallyCopyable())
    return false;
  body.unit.types.require(e->getType(), e->getExprLoc());
  use(false);
  return hole(body.ir.addressOf(body.places.place(e)), os, true);
}

namespace {
/// Can it be computed whether it is asked for or not?
bool isAlwaysDefined(const Expr *e) {
  e = e->IgnoreParenImpCasts();
  if (const auto *member = dyn_cast<clang::MemberExpr>(e))
    return !member->isArrow() && isAlwaysDefined(member->getBase());
  if (const auto *op = dyn_cast<clang::BinaryOperator>(e))
    return (op->isAdditiveOp() || op->getOpcode() == clang::BO_Mul || op->isComparisonOp()) && isAlwaysDefined(op->getLHS()) &&
           isAlwaysDefined(op->getRHS());
  return isa<clang::DeclRefExpr, clang::IntegerLiteral, clang::FloatingLiteral, clang::CharacterLiteral, clang::CXXBoolLiteralExpr>(e);
}
} // namespace

/// What is handed in is computed before all statements.
void MadeObject::requireEarly(const Expr *e) const {
  if (isInside && (hasEffects(e) || (isChosen && !isAlwaysDefined(e))))
    refuse(DiagId::throw_filled, e->getExprLoc());
}

/// Is it of memory that may not be there?
bool MadeObject::mayBeMissing(const Expr *e) const {
  const Expr *memory = e->IgnoreParenImpCasts();
  return isChosen && memory->isGLValue() && !isa<clang::StringLiteral, clang::PredefinedExpr>(memory) && !isAlwaysDefined(memory);
}

std::optional<bool> MadeObject::printsFirst(const Expr *e, llvm::raw_ostream &os) {
  if (namesOwn(e))
    return printsOwn(e, os);
  if (mayBeMissing(e))
    refuse(DiagId::throw_filled, e->getExprLoc());
  if (isMade(e)) {
    os << made(e);
    return true;
  }
  if (printsPlain(e, os))
    return true;
  const clang::QualType type = e->getType();
  const bool isNumber = type->isArithmeticType() || type->isEnumeralType();
  const bool isMemory = type->isPointerType() && type->getPointeeType()->isArithmeticType() && !type->getPointeeType()->isAnyCharacterType();
  if (isNumber || isMemory)
    requireEarly(e);
  const bool isRead = isMemory && (type->getPointeeType().isConstQualified() || indexed.count(e) != 0);
  return isRead ? std::optional(hole(body.exprs.value(e), os, false)) : std::nullopt;
}

bool MadeObject::hole(const ir::Expr *arg, llvm::raw_ostream &os, bool isObject) {
  if (!isInside)
    return OpaquePattern::hole(arg, os, isObject);
  const std::string name = "given" + std::to_string(args.size());
  params += (args.empty() ? "" : ", ") + std::string(isObject ? "auto &" : "auto ") + name;
  os << name;
  return OpaquePattern::hole(arg, llvm::nulls(), isObject);
}

std::string MadeObject::made(const Expr *e) {
  e = asWritten(e);
  if (const auto *cast = dyn_cast<clang::CXXFunctionalCastExpr>(e))
    return made(cast->getSubExpr());
  if (const auto *construct = dyn_cast<clang::CXXConstructExpr>(e))
    return constructed(construct, e->getType());
  return called(clang::cast<clang::CallExpr>(e));
}

std::string MadeObject::called(const clang::CallExpr *e) {
  const clang::FunctionDecl *callee = e->getDirectCallee();
  call(callee, e->getExprLoc());
  noteReadOnly(e);
  if (const auto *op = dyn_cast<clang::CXXOperatorCallExpr>(e)) {
    if (!op->isInfixBinaryOp())
      refuse(DiagId::throw_copy, e->getExprLoc());
    return of(op->getArg(0)) + " " + clang::getOperatorSpelling(op->getOperator()) + " " + of(op->getArg(1));
  }
  const auto *member = dyn_cast<clang::CXXMemberCallExpr>(e);
  if (member && !isAccessible(callee))
    refuse(DiagId::throw_unnamed_class, e->getExprLoc());
  const std::string name = member ? of(member->getImplicitObjectArgument()) + "." + callee->getNameAsString() : body.unit.names.of(callee);
  return name + "(" + arguments(e) + ")";
}

std::string MadeObject::arguments(const clang::CallExpr *e) {
  std::string all;
  for (const Expr *arg : e->arguments())
    if (!isa<clang::CXXDefaultArgExpr>(arg))
      all += (all.empty() ? "" : ", ") + of(arg);
  return all;
}

namespace {
/// May generated code write it behind the variables of the statements, which it names?
bool canBeWritten(const Expr *e, const std::set<const clang::VarDecl *> &own) {
  if (const auto *member = dyn_cast<clang::MemberExpr>(e))
    return isAccessible(member->getMemberDecl());
  if (const Expr *left = assigned(e)) {
    const clang::VarDecl *root = rootOf(left);
    return root && own.count(root) != 0;
  }
  if (const auto *op = dyn_cast<clang::UnaryOperator>(e))
    return op->getOpcode() != clang::UO_AddrOf;
  return isa<clang::CallExpr, clang::CXXConstructExpr, clang::BinaryOperator, clang::ArraySubscriptExpr, clang::ParenExpr,
             clang::ImplicitCastExpr, clang::MaterializeTemporaryExpr, clang::CXXBindTemporaryExpr, clang::ExprWithCleanups>(e);
}
} // namespace

/// The parts of an expression with a variable of the statements.
bool MadeObject::printsOwn(const Expr *e, llvm::raw_ostream &os) {
  if (const auto *name = dyn_cast<clang::DeclRefExpr>(e)) {
    os << name->getDecl()->getNameAsString();
    return true;
  }
  if (const auto *list = dyn_cast<clang::InitListExpr>(e))
    return elements(list, os);
  if (const auto *cast = dyn_cast<clang::ExplicitCastExpr>(e); cast && isNameable(cast->getType())) {
    os << "((" << body.unit.types.spell(cast->getType()) << ")" << of(cast->getSubExpr()) << ')';
    return true;
  }
  if (!canBeWritten(e, own))
    refuse(DiagId::throw_filled, e->getExprLoc());
  if (const auto *op = dyn_cast<clang::BinaryOperator>(e); op && op->isLogicalOp() && !isChosen) {
    os << of(op->getLHS()) << ' ' << op->getOpcodeStr().str() << ' ';
    isChosen = true;
    os << of(op->getRHS());
    isChosen = false;
    return true;
  }
  if (const auto *cast = dyn_cast<clang::ImplicitCastExpr>(e); cast && cast->getCastKind() == clang::CK_LValueToRValue)
    indexed.insert(cast->getSubExpr());
  if (const auto *element = dyn_cast<clang::ArraySubscriptExpr>(e)) {
    if (indexed.count(e) != 0 || isReadOnly(e))
      indexed.insert(element->getBase());
    return false;
  }
  if (const auto *construct = dyn_cast<clang::CXXTemporaryObjectExpr>(e)) {
    os << constructed(construct, e->getType());
    return true;
  }
  const clang::FunctionDecl *callee = calleeOf(e);
  if (const auto *function = dyn_cast<clang::CallExpr>(e); function && callee && !isa<clang::CXXMethodDecl>(callee) &&
                                                           !isa<clang::CXXOperatorCallExpr>(e) && !isOfLibrary(callee)) {
    os << called(function);
    return true;
  }
  if (isa<clang::CallExpr, clang::CXXConstructExpr>(e)) {
    if (!callee)
      refuse(DiagId::throw_filled, e->getExprLoc());
    call(callee, e->getExprLoc());
    noteReadOnly(e);
  }
  return false;
}

/// What functions read of the file's variables is handed to them in vain, to be up to date.
void MadeObject::call(const clang::FunctionDecl *callee, clang::SourceLocation where) {
  if (isOfLibrary(callee))
    return;
  const NamedGlobals globals = globalsNamedBy(callee);
  const bool isRequired = isInside || !isa<clang::CXXConstructorDecl>(callee);
  if (isRequired && !globals.isComplete)
    refuse(DiagId::throw_unseen, where, {callee->getNameAsString()});
  for (const clang::VarDecl *variable : globals.variables) {
    const bool isNumber = variable->getType()->isArithmeticType() || variable->getType()->isEnumeralType();
    if (isRequired && (isInside || !isNumber))
      refuse(DiagId::throw_global, where, {callee->getNameAsString(), variable->getNameAsString()});
    if (isNumber && body.unit.canName(variable) && handedIn.insert(variable).second)
      OpaquePattern::hole(body.ir.addressOf(body.ir.place(body.variable(variable))), llvm::nulls(), true);
  }
}

} // namespace adjoint::frontend
