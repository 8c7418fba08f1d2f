// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Lower/Exceptions.h"

#include "Frontend/Clang/AstVisitor.h"
#include "Frontend/Clang/ClangVersion.h"
#include "Frontend/Facts/ClassFacts.h"
#include "Frontend/Facts/Repeatable.h"
#include "Frontend/Facts/SelfContained.h"
#include "Frontend/Lower/BodyLowering.h"
#include "Frontend/Models/StandardLibrary.h"

#include <utility>

namespace adjoint::frontend {

using clang::dyn_cast;

void Exceptions::reportIn(llvm::ArrayRef<const ir::Variable *> params, const Report &report) {
  const ir::Variable *const *next = params.end() - report.paramCount();
  if (report.type)
    status.type = *next++;
  if (report.text)
    status.text = *next++;
  for (const clang::Type *type : report.objects)
    status.objects[type] = *next++;
}

// --------------------------------------------------------------- throwing

namespace {
/// Does the user say what happens when an object is copied, or ends?
bool isManaged(const clang::CXXRecordDecl *record) {
  const clang::CXXDestructorDecl *destructor = record->getDestructor();
  return (destructor && destructor->isUserProvided()) || llvm::any_of(record->methods(), [](const clang::CXXMethodDecl *method) {
           const auto *constructor = dyn_cast<clang::CXXConstructorDecl>(method);
           const bool copies = constructor ? constructor->isCopyOrMoveConstructor()
                                           : method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator();
           return copies && method->isUserProvided();
         });
}

/// Is an object of the type its members alone? Texts are members (Models::isText).
bool isCopiedByMembers(clang::QualType type, BodyLowering &body) {
  type = body.ast.getBaseElementType(type);
  const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (!record || body.unit.models.isText(type))
    return record || type.isTriviallyCopyableType(body.ast);
  if (!record->hasDefinition() || isOfLibrary(record) || isManaged(record->getDefinition()))
    return false;
  return llvm::all_of(record->bases(), [&](const clang::CXXBaseSpecifier &base) {
           return isLibraryException(base) || isCopiedByMembers(base.getType(), body);
         }) && llvm::all_of(record->fields(), [&](const clang::FieldDecl *field) {
           return isCopiedByMembers(field->getType(), body);
         });
}

/// Can a thrown object be a variable?
bool canBeKept(const clang::Type *type, BodyLowering &body) {
  return type->isArithmeticType() || type->isEnumeralType() ||
         (type->isRecordType() && isCopiedByMembers(clang::QualType(type, 0), body));
}
} // namespace

namespace {
/// Does a copy do nothing but to be made?
bool isCopiedQuietly(clang::QualType type) {
  const clang::CXXRecordDecl *record = type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition() || isOfLibrary(record))
    return true;
  return !isManaged(record->getDefinition()) &&
         llvm::all_of(record->bases(), [](const clang::CXXBaseSpecifier &base) { return isCopiedQuietly(base.getType()); }) &&
         llvm::all_of(record->fields(), [](const clang::FieldDecl *field) { return isCopiedQuietly(field->getType()); });
}

/// Is it a copy of a variable, or what a function or a constructor makes of what it is given, without any effect?
bool isMadeAlone(const clang::Expr *thrown) {
  auto isGivenAlone = [](auto args) { return llvm::all_of(args, [](const clang::Expr *arg) { return isRepeatable(arg); }); };
  if (const clang::CXXConstructExpr *construct = constructionIn(thrown); construct && !construct->getConstructor()->isCopyOrMoveConstructor())
    return changesNothing(construct->getConstructor()) && isGivenAlone(construct->arguments());
  const clang::Expr *from = thrown->IgnoreUnlessSpelledInSource()->IgnoreParens();
  if (clang::isa<clang::DeclRefExpr>(from))
    return isCopiedQuietly(from->getType());
  const auto *call = dyn_cast<clang::CallExpr>(from);
  const clang::FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  return callee && changesNothing(callee) && isGivenAlone(call->arguments());
}
} // namespace

bool Exceptions::isMadeAside(const clang::CXXThrowExpr *e) const {
  const clang::Type *type = thrownType(e->getSubExpr()->getType());
  return !areCaught() || (hasText(type) && !status.objectOf(type));
}

void Exceptions::raise(const clang::CXXThrowExpr *e, MakingStatements statements) {
  if (!e->getSubExpr())
    return raiseAgain(e->getExprLoc());
  const clang::Type *type = thrownType(e->getSubExpr()->getType());
  const bool isAlone = isMadeAlone(e->getSubExpr());
  const bool makes = !statements.empty() || (!isRepeatable(e->getSubExpr()) && !isAlone);
  const bool saysIt = hasText(type) && (status.text || (makes && !status.objectOf(type)));
  const bool keepsIt = status.objectOf(type) || (makes && !saysIt && canBeKept(type, body));
  const clang::CXXConstructExpr *construct = constructionIn(e->getSubExpr());
  const bool isUsers = construct ? !isOfLibrary(construct->getConstructor()->getParent()) : clang::isa<clang::CallExpr>(e->getSubExpr()->IgnoreUnlessSpelledInSource());
  const bool isRepeated = isAlone || (construct ? isRepeatable(construct->getConstructor()) : !makes);
  const bool hasEffectsAside = saysIt && isUsers && !isRepeated; // where no derivatives go
  if (hasEffectsAside || (makes && saysIt == keepsIt))
    refuse(DiagId::throw_effects, e->getExprLoc());
  if (saysIt && keepsIt && !construct)
    refuse(DiagId::throw_asked, e->getExprLoc());
  if (keepsIt)
    keepObject(e->getSubExpr(), type, e->getExprLoc());
  if (saysIt)
    keepText(e->getSubExpr(), statements, e->getExprLoc());
  leaveWith(type, e->getExprLoc());
}

/// If nobody looks at it, the object is made for the effects of that.
void Exceptions::keepObject(const clang::Expr *thrown, const clang::Type *type, clang::SourceLocation where) {
  const ir::Variable *object = status.objectOf(type);
  if (!object) {
    object = body.temporary("unread_object", body.unit.types.lower(clang::QualType(type, 0)), where);
    body.emit<ir::DeclareStmt>(where, object, body.ir.zero(object->type));
  }
  body.inits.store(body.ir.place(object), thrown, where);
}

/// The object is made for what it says, and for the effects of that.
void Exceptions::keepText(const clang::Expr *thrown, MakingStatements statements, clang::SourceLocation where) {
  const ir::Variable *text = status.text;
  if (!text) {
    text = body.temporary("unread_text", textNumber(), where);
    body.emit<ir::DeclareStmt>(where, text, body.ir.zero(text->type));
  }
  body.opaques.explanation(body.ir.place(text), thrown, statements, where);
}

const ir::Type *Exceptions::textNumber() { return body.ir.integer("unsigned long", 64, false); }

/// What the library throws.
void Exceptions::raise(const clang::Type *type, clang::SourceLocation where) {
  if (status.text)
    keepName(type, where);
  leaveWith(type, where);
}

void Exceptions::keepName(const clang::Type *type, clang::SourceLocation where) {
  auto *number = body.ir.make<ir::Function>();
  number->name = number->spelling = "text_id";
  const std::string name = body.unit.types.spell(clang::QualType(type, 0));
  number->pattern = "adjoint::text_id(" + (isMadeOfNothing(type) ? name + "().what()" : "\"" + name + "\"") + ")";
  number->returnType = textNumber();
  number->isRepeatable = true;
  number->rule = ir::CallRule::Passive;
  body.emit<ir::CallStmt>(where, body.ir.place(status.text), false, number, std::vector<const ir::Expr *>());
}

void Exceptions::raiseAgain(clang::SourceLocation where) {
  if (handled.empty())
    refuse(DiagId::throw_again, where);
  const auto [thrown, types] = handled.back();
  if (areCaught()) {
    note({types, false}, where);
    setFrom(thrown, where);
    return leave(where);
  }
  for (unsigned id : idsOf(types)) {
    const clang::Type *type = body.unit.thrown.typeOf(id);
    ir::StmtList exit = body.collect([&] { throwAnew(type, thrown, where); });
    if (id == *idsOf(types).rbegin()) // the only one left
      return body.splice(std::move(exit));
    body.emit<ir::IfStmt>(where, isOneOf({type}, thrown), std::move(exit), ir::StmtList());
  }
}

void Exceptions::setFrom(const Status &thrown, clang::SourceLocation where) {
  body.assign(body.ir.place(status.type), body.ir.load(thrown.type), where);
  if (status.text)
    body.assign(body.ir.place(status.text), body.ir.load(thrown.text), where);
  for (auto [type, object] : status.objects)
    if (const ir::Variable *given = thrown.objectOf(type))
      body.assign(body.ir.place(object), body.ir.load(given), where);
}

void Exceptions::leaveWith(const clang::Type *type, clang::SourceLocation where) {
  note({{type}, false}, where);
  body.assign(body.ir.place(status.type), body.ir.intLiteral(body.unit.thrown.idOf(type)), where);
  leave(where);
}

Report Exceptions::reportOf(llvm::function_ref<ThrownTypes::Set()> thrown, clang::SourceLocation where) {
  if (!areCaught())
    return {};
  const ThrownTypes::Set set = thrown();
  note(set, where);
  Report report;
  report.type = !set.empty();
  report.text = report.type && status.text;
  for (const clang::Type *type : inOrder(set.types))
    if (status.objectOf(type))
      report.objects.push_back(type);
  return report;
}

void Exceptions::addReport(std::vector<const ir::Expr *> &args, const Report &report) {
  auto add = [&](const ir::Variable *variable) { args.push_back(body.ir.addressOf(body.ir.place(variable))); };
  if (report.type)
    add(status.type);
  if (report.text)
    add(status.text);
  for (const clang::Type *type : report.objects)
    add(status.objectOf(type));
}

void Exceptions::note(const ThrownTypes::Set &thrown, clang::SourceLocation where) {
  if (thrown.others)
    refuse(DiagId::unknown_exception, where);
  current.types.insert(thrown.types.begin(), thrown.types.end());
}

void Exceptions::leaveIfThrown(clang::SourceLocation where) {
  ir::StmtList exit = body.collect([&] { leave(where); });
  const ir::Expr *isThrown = body.ir.binary(ir::BinaryOp::NotEqual, body.ir.load(status.type), body.ir.intLiteral(0));
  body.emit<ir::IfStmt>(where, isThrown, std::move(exit), ir::StmtList());
}

void Exceptions::constructing(const std::function<void()> &lower) {
  const size_t before = current.parts.size();
  lower();
  current.parts.erase(current.parts.begin() + before, current.parts.end());
}

void Exceptions::beginPart(const ir::Place *part, clang::QualType type, clang::SourceLocation where) {
  if (areCaught() && needsDestruction(type, body.unit.models))
    current.parts.push_back({part, type, where, nullptr});
}

void Exceptions::leave(clang::SourceLocation where) {
  body.lifetimes.end(body.temporaries());
  if (current.label.empty())
    return returnNothing(where);
  body.lifetimes.end(current.parts);
  body.lifetimes.leaveTo(current.around);
  body.emit<ir::GotoStmt>(where, current.label);
}

void Exceptions::returnNothing(clang::SourceLocation where) {
  body.lifetimes.leaveByReturn(nullptr);
  body.lifetimes.end(current.parts);
  const ir::Type *type = body.function.returnType;
  if (type->isVoid()) {
    body.emit<ir::ReturnStmt>(where, nullptr);
    return;
  }
  const ir::Variable *nothing = body.temporary("nothing", body.ir.withoutConst(type), where);
  body.emit<ir::DeclareStmt>(where, nothing, body.ir.zero(nothing->type));
  body.emit<ir::ReturnStmt>(where, body.ir.load(nothing));
}

// --------------------------------------------------------------- catching

namespace {

/// `e.what()` of a variable.
const clang::VarDecl *askedForText(const clang::Expr *e) {
  const auto *call = dyn_cast<clang::CXXMemberCallExpr>(e->IgnoreParens());
  const clang::CXXMethodDecl *method = call ? call->getMethodDecl() : nullptr;
  if (!method || !method->getIdentifier() || method->getName() != "what" || call->getNumArgs() != 0 ||
      !hasText(thrownType(typeOf(method->getASTContext(), method->getParent()))))
    return nullptr;
  const auto *name = dyn_cast<clang::DeclRefExpr>(call->getImplicitObjectArgument()->IgnoreParenImpCasts());
  return name ? dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
}

class TextCounter : public AstVisitor {
public:
  explicit TextCounter(const clang::VarDecl *variable) : variable(variable) {}
  bool VisitCXXMemberCallExpr(clang::CXXMemberCallExpr *e) override {
    count += askedForText(e) == variable;
    return true;
  }
  unsigned count = 0;

private:
  const clang::VarDecl *variable;
};

/// Of the handler's object: how often it is named, and how often it is asked for its text.
struct Uses {
  unsigned all = 0, texts = 0;
};

Uses usesIn(const clang::CXXCatchStmt *handler) {
  const clang::VarDecl *object = handler->getExceptionDecl();
  if (!object)
    return {};
  TextCounter counter(object);
  counter.TraverseStmt(handler->getHandlerBlock());
  return {mentions(handler->getHandlerBlock(), object), counter.count};
}

bool throwsAgain(const clang::Stmt *s) {
  const auto *exit = clang::dyn_cast_or_null<clang::CXXThrowExpr>(s);
  if (!s || clang::isa<clang::LambdaExpr>(s) || clang::isa<clang::CXXCatchStmt>(s))
    return false;
  return (exit && !exit->getSubExpr()) || llvm::any_of(s->children(), throwsAgain);
}

/// Those of the types that the handler takes are removed.
std::set<const clang::Type *> takenBy(const clang::CXXCatchStmt *handler, std::set<const clang::Type *> &types) {
  std::set<const clang::Type *> taken;
  for (const clang::Type *type : types)
    if (handler->getCaughtType().isNull() || catches(handler->getCaughtType(), type))
      taken.insert(type);
  for (const clang::Type *type : taken)
    types.erase(type);
  return taken;
}

} // namespace

const ir::Expr *Exceptions::whatOf(const clang::Expr *e) const {
  const clang::VarDecl *object = texts.empty() ? nullptr : askedForText(e);
  auto text = texts.find(object);
  return text == texts.end() ? nullptr : body.ir.load(text->second);
}

/// Does a handler ask for the text, or is it to be thrown again where nobody here catches it?
bool Exceptions::needsText(const clang::CXXTryStmt *s) const {
  std::set<const clang::Type *> left = body.unit.thrown.in(s->getTryBlock()).types;
  bool needs = status.text != nullptr;
  for (unsigned i = 0; i < s->getNumHandlers(); ++i) {
    const clang::CXXCatchStmt *handler = s->getHandler(i);
    const bool leaves = !areCaught() && throwsAgain(handler->getHandlerBlock());
    needs = needs || usesIn(handler).texts != 0;
    for (const clang::Type *type : takenBy(handler, left))
      needs = needs || (leaves && isMadeFromText(type));
  }
  return needs || (!areCaught() && llvm::any_of(left, isMadeFromText));
}

namespace {
bool looksAt(const clang::CXXCatchStmt *handler) {
  const Uses uses = usesIn(handler);
  return uses.all != uses.texts;
}
} // namespace

/// The types of which handlers here or further out look at the object, and those that have to be thrown again as they are.
std::vector<const clang::Type *> Exceptions::keptIn(const clang::CXXTryStmt *s) {
  std::set<const clang::Type *> left = body.unit.thrown.in(s->getTryBlock()).types, kept;
  auto keep = [&](const clang::Type *type, bool isLookedAt, bool leaves) {
    const bool isThrownAgain = leaves && !areCaught() && !isMadeOfNothing(type);
    if (canBeKept(type, body) && (isLookedAt || isThrownAgain || (leaves && status.objectOf(type))))
      kept.insert(type);
  };
  for (unsigned i = 0; i < s->getNumHandlers(); ++i) {
    const clang::CXXCatchStmt *handler = s->getHandler(i);
    for (const clang::Type *type : takenBy(handler, left))
      keep(type, looksAt(handler), throwsAgain(handler->getHandlerBlock()));
  }
  for (const clang::Type *type : left)
    keep(type, false, true);
  return inOrder(kept);
}

void Exceptions::lower(const clang::CXXTryStmt *s) {
  clang::SourceLocation where = s->getBeginLoc();
  ir::StmtList all = body.collect([&] {
    Status thrown;
    thrown.type = body.temporary("thrown", body.ir.intType(), where);
    if (needsText(s))
      thrown.text = body.temporary("thrown_text", textNumber(), where);
    const std::vector<const clang::Type *> kept = keptIn(s);
    for (const clang::Type *type : kept) {
      body.unit.types.require(clang::QualType(type, 0), where);
      thrown.objects[type] = body.temporary("thrown_object", body.unit.types.lower(clang::QualType(type, 0)), where);
    }
    std::string label = "caught_" + std::to_string(++count);
    const Status outerStatus = std::exchange(status, thrown);
    Caught outer = std::exchange(current, {{}, label, s, {}});
    ir::StmtList guarded = body.collect([&] {
      body.lifetimes.inScope(Lifetimes::ScopeKind::Block, s, [&] { body.stmts.inScope(s->getTryBlock()); });
    });
    Caught caught = std::exchange(current, std::move(outer));
    status = outerStatus;
    if (caught.types.empty()) {
      body.emit<ir::BlockStmt>(where, std::move(guarded));
      return;
    }
    body.emit<ir::DeclareStmt>(where, thrown.type, body.ir.intLiteral(0));
    if (thrown.text)
      body.emit<ir::DeclareStmt>(where, thrown.text, body.ir.zero(thrown.text->type));
    for (const clang::Type *type : kept)
      body.emit<ir::DeclareStmt>(where, thrown.objectOf(type), body.ir.zero(thrown.objectOf(type)->type));
    body.emit<ir::BlockStmt>(where, std::move(guarded));
    body.emit<ir::LabelStmt>(where, label);
    body.splice(handlers(s, thrown, caught));
  });
  body.emit<ir::BlockStmt>(where, std::move(all));
}

/// Does its class, or one of the user's that it is derived from, say what() itself?
static bool saysItself(const clang::Type *type) {
  const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition() || isOfLibrary(record))
    return false;
  record = record->getDefinition();
  return llvm::any_of(record->methods(), [](const clang::CXXMethodDecl *m) { return m->getIdentifier() && m->getName() == "what"; }) ||
         llvm::any_of(record->bases(), [](const clang::CXXBaseSpecifier &base) { return saysItself(thrownType(base.getType())); });
}

/// What the handler names is the text of what it caught, and the object itself where it is of its very type.
void Exceptions::bind(const clang::CXXCatchStmt *handler, const Status &thrown,
                      const std::set<const clang::Type *> &taken) {
  const Uses uses = usesIn(handler);
  if (uses.all == 0)
    return;
  const clang::QualType caught = handler->getCaughtType();
  const clang::Type *type = thrownType(caught.getNonReferenceType());
  const ir::Variable *object = taken == std::set<const clang::Type *>{type} ? thrown.objectOf(type) : nullptr;
  auto saysTheSame = [&](const clang::Type *type) { // a copy of a base alone may say something else
    return hasText(type) && (caught->isReferenceType() || thrownType(caught) == type);
  };
  if (object && thrown.text && !caught.getNonReferenceType().isConstQualified() && saysItself(type))
    refuse(DiagId::handler_changes, handler->getBeginLoc());
  const bool hasTexts = uses.texts == 0 || (thrown.text && llvm::all_of(taken, saysTheSame));
  if (!hasTexts || (!object && looksAt(handler)))
    refuse(DiagId::handler_looks, handler->getBeginLoc());
  if (uses.texts != 0)
    texts[handler->getExceptionDecl()] = thrown.text;
  if (object)
    body.inits.element(handler->getExceptionDecl(), body.ir.place(object));
}

ir::StmtList Exceptions::handlers(const clang::CXXTryStmt *s, const Status &thrown, const Caught &caught) {
  std::set<const clang::Type *> left = caught.types;
  std::vector<std::pair<const ir::Expr *, ir::StmtList>> arms;
  for (unsigned i = 0; i < s->getNumHandlers(); ++i) {
    const clang::CXXCatchStmt *handler = s->getHandler(i);
    const std::set<const clang::Type *> taken = takenBy(handler, left);
    if (taken.empty())
      continue;
    handled.push_back({thrown, taken});
    ir::StmtList arm = body.collect([&] {
      bind(handler, thrown, taken);
      body.stmts.inScope(handler->getHandlerBlock());
    });
    arms.push_back({isOneOf(taken, thrown), std::move(arm)});
    handled.pop_back();
  }
  ir::StmtList rest = passOn(left, thrown, s->getBeginLoc());
  for (auto arm = arms.rbegin(); arm != arms.rend(); ++arm)
    rest = body.collect([&] {
      body.emit<ir::IfStmt>(s->getBeginLoc(), arm->first, std::move(arm->second), std::move(rest));
    });
  return rest;
}

/// What no handler takes goes to the code around.
ir::StmtList Exceptions::passOn(const std::set<const clang::Type *> &types, const Status &thrown,
                                clang::SourceLocation where) {
  if (types.empty())
    return {};
  auto ifOneOf = [&](const std::set<const clang::Type *> &some, const std::function<void()> &leaving) {
    ir::StmtList exit = body.collect(leaving);
    body.emit<ir::IfStmt>(where, isOneOf(some, thrown), std::move(exit), ir::StmtList());
  };
  return body.collect([&] {
    if (!areCaught()) {
      for (unsigned id : idsOf(types)) {
        const clang::Type *type = body.unit.thrown.typeOf(id);
        ifOneOf({type}, [&] { throwAnew(type, thrown, where); });
      }
      return;
    }
    note({types, false}, where);
    ifOneOf(types, [&] {
      setFrom(thrown, where);
      leave(where);
    });
  });
}

/// Where nobody here catches it: an object of the library's is made from its text again, one without data of nothing.
void Exceptions::throwAnew(const clang::Type *type, const Status &thrown, clang::SourceLocation where) {
  const bool isNumber = !type->isRecordType() && thrown.objectOf(type), isText = isMadeFromText(type) && thrown.text;
  if (!isMadeOfNothing(type) && !isNumber && !isText)
    refuse(DiagId::exception_leaves, where);
  auto *exit = body.ir.make<ir::Function>();
  exit->name = exit->spelling = "throw";
  exit->pattern = "throw " + body.unit.types.spell(clang::QualType(type, 0));
  exit->pattern += isNumber ? "($0 )" : isText ? "(adjoint::text($0 ))" : "()";
  exit->returnType = body.ir.voidType();
  exit->rule = ir::CallRule::Passive;
  exit->isRepeatable = true;
  std::vector<const ir::Expr *> args;
  if (const ir::Variable *given = isNumber ? thrown.objectOf(type) : isText ? thrown.text : nullptr) {
    exit->params.push_back(body.ir.make<ir::Variable>("given", given->type, ir::Storage::Parameter));
    args.push_back(body.ir.load(given));
  }
  body.emit<ir::CallStmt>(where, nullptr, false, exit, std::move(args));
}

/// In the order in which they were met, not in that of addresses.
std::set<unsigned> Exceptions::idsOf(const std::set<const clang::Type *> &types) {
  std::set<unsigned> ids;
  for (const clang::Type *type : types)
    ids.insert(body.unit.thrown.idOf(type));
  return ids;
}

std::vector<const clang::Type *> Exceptions::inOrder(const std::set<const clang::Type *> &types) {
  std::vector<const clang::Type *> ordered;
  for (unsigned id : idsOf(types))
    ordered.push_back(body.unit.thrown.typeOf(id));
  return ordered;
}

const ir::Expr *Exceptions::isOneOf(const std::set<const clang::Type *> &types, const Status &thrown) {
  const ir::Expr *any = nullptr;
  for (unsigned id : idsOf(types)) {
    const ir::Expr *isIt = body.ir.binary(ir::BinaryOp::Equal, body.ir.load(thrown.type), body.ir.intLiteral(id));
    any = any ? body.ir.binary(ir::BinaryOp::Or, any, isIt) : isIt;
  }
  return any;
}

} // namespace adjoint::frontend
