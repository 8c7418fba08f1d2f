// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Requests/Pragmas.h"

#include "Frontend/Clang/AstVisitor.h"
#include "Frontend/Clang/Diagnostics.h"
#include "Frontend/Clang/Namespaces.h"
#include "Frontend/Models/StandardLibrary.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Lex/Lexer.h"

#include <algorithm>

namespace adjoint::frontend {

using clang::dyn_cast;

namespace {

using Position = std::pair<clang::FileID, unsigned>;

/// In a file, or, behind the first token that a macro stands for, in that macro.
Position positionIn(const clang::SourceManager &sources, clang::SourceLocation where) {
  while (where.isMacroID() && sources.isAtStartOfImmediateMacroExpansion(where, &where))
    continue;
  return sources.getDecomposedLoc(where);
}

/// Where functions and statements begin.
class Landmarks : public AstVisitor {
public:

  explicit Landmarks(const clang::SourceManager &sources) : sources(sources) {}

  std::set<Position> statements, blocks, loops, declarations;
  std::set<Position> parallel; ///< loops behind a directive of OpenMP

  bool VisitFunctionDecl(clang::FunctionDecl *function) override {
    functions[sources.getDecomposedExpansionLoc(function->getLocation())].push_back(function);
    return true;
  }
  /// The first function whose name stands behind; null: there is none in the file, or, of a place in a macro, in that macro.
  const clang::FunctionDecl *functionBehind(clang::SourceLocation where) const {
    const Position from = sources.getDecomposedExpansionLoc(where);
    for (auto here = functions.lower_bound(from); here != functions.end() && here->first.first == from.first; ++here) {
      if (where.isFileID())
        return here->second.front();
      for (const clang::FunctionDecl *function : here->second)
        if (here->first == from && sources.isBeforeInTranslationUnit(where, function->getLocation()))
          return function;
    }
    return nullptr;
  }
  bool VisitCompoundStmt(clang::CompoundStmt *s) override {
    for (const clang::Stmt *child : s->body())
      mark(child);
    return true;
  }
  bool VisitIfStmt(clang::IfStmt *s) override {
    mark(s->getThen());
    return mark(s->getElse());
  }
  bool VisitForStmt(clang::ForStmt *s) override { return markLoop(s); }
  bool VisitOMPLoopDirective(clang::OMPLoopDirective *s) override {
    if (s->hasAssociatedStmt())
      parallel.insert(positionOf(s->getInnermostCapturedStmt()->getCapturedStmt()->getBeginLoc()));
    return true;
  }
  bool VisitWhileStmt(clang::WhileStmt *s) override { return markLoop(s); }
  bool VisitDoStmt(clang::DoStmt *s) override { return markLoop(s); }
  bool VisitCXXForRangeStmt(clang::CXXForRangeStmt *s) override { return markLoop(s); }
  bool VisitSwitchCase(clang::SwitchCase *s) override { return mark(s->getSubStmt()); }
  bool VisitLabelStmt(clang::LabelStmt *s) override { return mark(s->getSubStmt()); }

private:
  const clang::SourceManager &sources;
  std::map<Position, std::vector<const clang::FunctionDecl *>> functions; ///< by the position of their names, in a file

  template <class Loop> bool markLoop(const Loop *s) {
    loops.insert(positionOf(s->getBeginLoc()));
    return mark(s->getBody());
  }
  Position positionOf(clang::SourceLocation where) const { return positionIn(sources, where); }
  bool mark(const clang::Stmt *s) {
    if (s && clang::isa<clang::DeclStmt>(s))
      declarations.insert(positionOf(s->getBeginLoc()));
    if (s)
      (clang::isa<clang::CompoundStmt>(s) ? blocks : statements).insert(positionOf(s->getBeginLoc()));
    return true;
  }
};

/// Does a declaration that begins at the one place have its name at the other? What a macro makes of them is not read again.
bool isOneDeclaration(const clang::SourceManager &sources, const clang::LangOptions &language, clang::SourceLocation begin,
                      clang::SourceLocation name) {
  if (begin.isMacroID())
    return true;
  const unsigned nameOffset = sources.getDecomposedExpansionLoc(name).second;
  auto [file, offset] = sources.getDecomposedLoc(begin);
  llvm::StringRef text = sources.getBufferData(file);
  clang::Lexer lexer(sources.getLocForStartOfFile(file), language, text.begin(), text.begin() + offset, text.end());
  clang::Token token;
  unsigned depth = 0;
  while (!lexer.LexFromRawLexer(token) && sources.getFileOffset(token.getLocation()) < nameOffset) {
    depth += token.isOneOf(clang::tok::l_paren, clang::tok::l_square);
    depth -= depth && token.isOneOf(clang::tok::r_paren, clang::tok::r_square);
    if (depth == 0 && token.isOneOf(clang::tok::semi, clang::tok::l_brace, clang::tok::r_brace))
      return false;
  }
  return true;
}

struct KindText {
  const char *directive, *target;
};

KindText textOf(PragmaKind kind) {
  switch (kind) {
  case PragmaKind::Reverse:
    return {"reverse", "the definition of a function"};
  case PragmaKind::Tangent:
    return {"tangent", "the definition of a function"};
  case PragmaKind::HessianVector:
    return {"hessian_vector", "the definition of a function"};
  case PragmaKind::DerivativeOf:
    return {"derivative_of", "the declaration or definition of the hand-written adjoint"};
  case PragmaKind::TangentOf:
    return {"tangent_of", "the declaration or definition of the hand-written tangent"};
  case PragmaKind::ForwardOf:
    return {"forward_of", "the declaration or definition of the forward half"};
  case PragmaKind::ReverseOf:
    return {"reverse_of", "the declaration or definition of the reverse half"};
  case PragmaKind::Passive:
    return {"passive", "the declaration or definition of a function"};
  case PragmaKind::Differences:
    return {"differences", "the declaration or definition of a function"};
  case PragmaKind::NoPrimal:
    return {"noprimal", "a statement"};
  case PragmaKind::NoTbr:
    return {"notbr", "a statement"};
  case PragmaKind::Record:
    return {"record", "the declaration of a variable"};
  case PragmaKind::Recompute:
    return {"recompute", "the declaration of a variable"};
  case PragmaKind::Checkpoint:
    return {"checkpoint", "a loop, a block or a statement"};
  case PragmaKind::FixedPoint:
    return {"fixed_point", "a loop"};
  case PragmaKind::Implicit:
    return {"implicit", "a statement"};
  case PragmaKind::Sums:
    return {"sums", "a parallel loop"};
  }
  return {};
}

bool isOfDeclaration(PragmaKind kind) { return kind == PragmaKind::Record || kind == PragmaKind::Recompute; }
bool isOfLoop(PragmaKind kind) { return kind == PragmaKind::FixedPoint || kind == PragmaKind::Sums; }
bool isOfStatement(PragmaKind kind) { return kind >= PragmaKind::NoPrimal; }

} // namespace

PragmaTable::Position PragmaTable::positionOf(clang::SourceLocation where) const { return positionIn(*sources, where); }

bool PragmaTable::attach(const clang::ASTContext &ast, DiagnosticSink &sink) {
  sources = &ast.getSourceManager();
  if (pragmas.empty())
    return true;
  Landmarks landmarks(*sources);
  landmarks.TraverseDecl(ast.getTranslationUnitDecl());
  bool success = true;
  for (const Pragma &pragma : pragmas) {
    Position anchor = positionOf(pragma.anchor);
    bool isAttached = false;
    if (!pragma.function.empty()) {
      success = attachNamed(&pragma - pragmas.data(), sink) && success;
      continue;
    }
    if (isOfStatement(pragma.kind)) {
      const bool mayBeBlock = pragma.kind == PragmaKind::Checkpoint;
      const bool isOfParallel = pragma.kind == PragmaKind::Sums && ast.getLangOpts().OpenMP;
      isAttached = isOfParallel                           ? landmarks.parallel.count(anchor)
                   : isOfLoop(pragma.kind)                ? landmarks.loops.count(anchor)
                   : isOfDeclaration(pragma.kind)         ? landmarks.declarations.count(anchor)
                                                          : landmarks.statements.count(anchor) || (mayBeBlock && landmarks.blocks.count(anchor));
      addFlag(pragma, flags[anchor]);
    } else {
      const clang::FunctionDecl *function = landmarks.functionBehind(pragma.anchor);
      isAttached = function && isOneDeclaration(*sources, ast.getLangOpts(), pragma.anchor, function->getLocation());
      if (isAttached)
        attachToFunction(pragma, function);
    }
    const bool isReported = &pragma != &pragmas.front() && (&pragma)[-1].where == pragma.where;
    if (!isAttached && !isReported)
      sink.report(DiagId::pragma_names_nothing, locationOf(pragma.where), {pragma.directive, textOf(pragma.kind).target});
    success = success && isAttached;
  }
  attachToDefinitions();
  dropRepeated();
  return success;
}

void PragmaTable::addFlag(const Pragma &pragma, StatementFlags &of) {
  if (pragma.kind == PragmaKind::NoPrimal)
    of.noPrimal = true;
  else if (pragma.kind == PragmaKind::NoTbr)
    of.noTbr = true;
  else if (isOfDeclaration(pragma.kind))
    of.keeping = pragma.kind == PragmaKind::Record ? ir::Keeping::Record : ir::Keeping::Recompute;
  else if (pragma.kind == PragmaKind::Implicit)
    of.implicit = pragma.implicit;
  else if (pragma.kind == PragmaKind::Sums)
    of.sums = pragma.sums;
  else
    of.checkpoint = pragma.checkpoint;
}

/// Where none was found, that has been reported when the pragma was read.
bool PragmaTable::attachNamed(unsigned number, DiagnosticSink &sink) {
  auto found = named.find(number);
  if (found == named.end())
    return false;
  if (isOfLibrary(found->second.first)) {
    sink.report(DiagId::request_of_library, locationOf(pragmas[number].where), {found->second.first->getQualifiedNameAsString()});
    return false;
  }
  requests.push_back({&pragmas[number], found->second.first, found->second.second});
  return true;
}

void PragmaTable::attachToFunction(const Pragma &pragma, const clang::FunctionDecl *function) {
  if (pragma.kind == PragmaKind::Passive)
    passive.insert(function->getCanonicalDecl());
  else if (pragma.kind == PragmaKind::Differences)
    differenced[function->getCanonicalDecl()] = &pragma;
  else if (!isRequest(pragma.kind))
    handWritten.push_back({&pragma, function});
  else if (function->doesThisDeclarationHaveABody())
    requests.push_back({&pragma, function});
  else
    declared.push_back({&pragma, function});
}

bool asksForSameKind(const Pragma &one, const Pragma &other) {
  return one.kind == other.kind && one.width == other.width && one.order == other.order && one.isForMatrix == other.isForMatrix;
}

/// A declaration asks for its definition to be differentiated unless that asks for itself.
void PragmaTable::attachToDefinitions() {
  for (const Annotated &entry : declared) {
    const clang::FunctionDecl *definition = nullptr;
    if (!entry.function->hasBody(definition))
      continue;
    bool isAnnotated = std::any_of(requests.begin(), requests.end(), [&](const Annotated &other) {
      return other.function == definition && asksForSameKind(*other.pragma, *entry.pragma);
    });
    if (!isAnnotated)
      requests.push_back({entry.pragma, definition});
  }
}

bool repeats(const Pragma &plain, const Pragma &other) {
  bool isBare = !plain.wrt && !plain.of && !plain.value;
  bool isEqual = plain.wrt == other.wrt && plain.of == other.of && plain.value == other.value;
  return asksForSameKind(plain, other) && plain.name == other.name && (isBare || isEqual);
}

/// One request is enough: `--function=f` may name a function that bears a pragma.
void PragmaTable::dropRepeated() {
  for (size_t i = requests.size(); i-- > 0;) {
    bool isRepeated = std::any_of(requests.begin(), requests.end(), [&](const Annotated &other) {
      return &other != &requests[i] && other.function == requests[i].function && repeats(*requests[i].pragma, *other.pragma);
    });
    if (isRepeated)
      requests.erase(requests.begin() + i);
  }
}

// ------------------------------------------------- hand-written adjoints

namespace {

/// Of `f`, and of `operator*`.
clang::DeclarationName nameOf(const clang::ASTContext &ast, llvm::StringRef text) {
  llvm::StringRef symbol = text;
  if (symbol.consume_front("operator"))
    for (unsigned kind = clang::OO_None + 1; kind < clang::NUM_OVERLOADED_OPERATORS; ++kind)
      if (const auto op = static_cast<clang::OverloadedOperatorKind>(kind); symbol == clang::getOperatorSpelling(op))
        return ast.DeclarationNames.getCXXOperatorName(op);
  return &ast.Idents.get(text);
}

} // namespace

std::vector<const clang::FunctionDecl *> functionsNamed(const clang::ASTContext &ast, llvm::StringRef name,
                                                        const clang::DeclContext *scope) {
  std::vector<const clang::FunctionDecl *> found;
  llvm::SmallVector<llvm::StringRef, 4> parts;
  name.split(parts, "::", -1, false);
  for (; scope && found.empty(); scope = scope->getParent()) {
    llvm::SmallVector<const clang::DeclContext *, 4> contexts = {scope};
    for (llvm::StringRef part : parts) {
      llvm::SmallVector<const clang::DeclContext *, 4> inner;
      for (const clang::DeclContext *context : contexts)
        for (const clang::NamedDecl *decl : context->lookup(nameOf(ast, part))) {
          if (const auto *function = dyn_cast<clang::FunctionDecl>(decl))
            found.push_back(function);
          if (const auto *next = dyn_cast<clang::DeclContext>(decl))
            inner.push_back(next);
        }
      contexts = inner;
    }
  }
  return found;
}

namespace {
/// Can anybody make one from nothing, and destroy it? Of what is implicit, the compiler will say.
bool hasPublicDefault(const clang::CXXRecordDecl *record) {
  auto isPublic = [](const clang::CXXMethodDecl *method) {
    return method && !method->isDeleted() && method->getAccess() == clang::AS_public;
  };
  if (record->getDestructor() && !isPublic(record->getDestructor()))
    return false;
  if (record->needsImplicitDefaultConstructor())
    return true;
  return llvm::any_of(record->ctors(), [&](const clang::CXXConstructorDecl *ctor) {
    return ctor->isDefaultConstructor() && isPublic(ctor);
  });
}
} // namespace

bool PragmaTable::bindHandWritten(const clang::ASTContext &ast, DiagnosticSink &sink, const SignatureCheck &matches) {
  bool success = true;
  for (const Annotated &entry : handWritten)
    success = bind(entry, ast, sink, matches) && success;
  for (const Annotated &entry : handWritten)
    success = success && (!isHalf(entry.pragma->kind) || isPaired(entry, sink));
  for (const Annotated &entry : declared)
    bindDeclared(entry, ast, matches);
  return success;
}

bool PragmaTable::bind(const Annotated &entry, const clang::ASTContext &ast, DiagnosticSink &sink,
                       const SignatureCheck &matches) {
  std::string expected;
  auto candidates = functionsNamed(ast, entry.pragma->name, entry.function->getDeclContext());
  for (const clang::FunctionDecl *candidate : candidates)
    if (matches(entry.pragma->kind, candidate, entry.function, expected)) {
      derivatives[{candidate->getCanonicalDecl(), entry.pragma->kind}] = entry.function;
      if (isHalf(entry.pragma->kind))
        halves[entry.function] = {entry.pragma, candidate->getCanonicalDecl()};
      if (entry.pragma->kind == PragmaKind::DerivativeOf || entry.pragma->kind == PragmaKind::ReverseOf)
        promises[{candidate->getCanonicalDecl(), entry.pragma->kind}] = entry.pragma->promises;
      return true;
    }
  if (candidates.empty())
    sink.report(DiagId::no_such_primal, locationOf(entry.pragma->where), {entry.pragma->name});
  else
    sink.report(
        DiagId::derivative_signature, locationOf(entry.function->getLocation()),
        {entry.function->getNameAsString(), textOf(entry.pragma->kind).directive, entry.pragma->name, expected});
  return false;
}

/// Has the half another one, with the same context?
bool PragmaTable::isPaired(const Annotated &half, DiagnosticSink &sink) const {
  const clang::FunctionDecl *function = halves.at(half.function).function;
  const bool isForward = half.pragma->kind == PragmaKind::ForwardOf;
  const clang::FunctionDecl *other = handWrittenFor(function, isForward ? PragmaKind::ReverseOf : PragmaKind::ForwardOf);
  auto report = [&](DiagId why, std::vector<std::string> args) {
    sink.report(why, locationOf(half.function->getLocation()), std::move(args));
    return false;
  };
  const char *missing = isForward ? "reverse_of" : "forward_of";
  if (!other)
    return report(DiagId::half_alone, {half.function->getNameAsString(), missing, half.pragma->name});
  const clang::QualType mine = contextOf(half.function), others = contextOf(other);
  if (mine.getCanonicalType() != others.getCanonicalType())
    return !isForward || report(DiagId::contexts_differ, {half.function->getNameAsString(), mine.getAsString(), other->getNameAsString(),
                                                          others.getAsString()});
  const clang::CXXRecordDecl *record = mine->getAsCXXRecordDecl();
  const bool hasName = !record || (record->getDeclName() && !record->getParentFunctionOrMethod());
  const bool isMade = !record || (record->hasDefinition() && !record->isAbstract() && hasPublicDefault(record));
  return hasName && isMade ? true : !isForward || report(DiagId::context_not_made, {mine.getAsString()});
}

/// Where the body is not at hand, calls are differentiated by calling the adjoint, if it is the one without clauses.
void PragmaTable::bindDeclared(const Annotated &entry, const clang::ASTContext &ast, const SignatureCheck &matches) {
  const clang::FunctionDecl *function = entry.function;
  if (entry.pragma->kind == PragmaKind::HessianVector || entry.pragma->isForMatrix)
    return;
  bool isTangent = entry.pragma->kind == PragmaKind::Tangent;
  PragmaKind kind = isTangent ? PragmaKind::TangentOf : PragmaKind::DerivativeOf;
  if (function->hasBody() || handWrittenFor(function, kind))
    return;
  std::string name =
      entry.pragma->name.empty() ? function->getNameAsString() + (isTangent ? "_d" : "_b") : entry.pragma->name;
  std::string expected;
  for (const clang::NamedDecl *decl : scopeOf(function)->lookup(&ast.Idents.get(name)))
    if (const auto *adjoint = dyn_cast<clang::FunctionDecl>(decl);
        adjoint && matches(kind, function, adjoint, expected)) {
      derivatives[{function->getCanonicalDecl(), kind}] = adjoint;
      if (!isTangent)
        elsewhere.insert(function->getCanonicalDecl());
    }
}

void PragmaTable::keepMatrixRequests(const std::function<bool(const Annotated &)> &isKnown) {
  auto isUseless = [&](const Annotated &entry) {
    return entry.pragma->isForMatrix && entry.pragma->widthName.empty() && !isKnown(entry);
  };
  llvm::erase_if(requests, isUseless);
  llvm::erase_if(declared, isUseless);
}

const clang::FunctionDecl *PragmaTable::handWrittenFor(const clang::FunctionDecl *function, PragmaKind kind) const {
  auto found = derivatives.find({function->getCanonicalDecl(), kind});
  return found == derivatives.end() ? nullptr : found->second;
}

std::optional<PragmaTable::HandWrittenPair> PragmaTable::handWrittenPairFor(const clang::FunctionDecl *function) const {
  const clang::FunctionDecl *forward = handWrittenFor(function, PragmaKind::ForwardOf);
  const clang::FunctionDecl *reverse = handWrittenFor(function, PragmaKind::ReverseOf);
  if (!forward || !reverse)
    return std::nullopt;
  return HandWrittenPair{forward, reverse, contextOf(forward), promisesOf(function, PragmaKind::ReverseOf)};
}

HandWrittenPromises PragmaTable::promisesOf(const clang::FunctionDecl *function, PragmaKind kind) const {
  auto found = promises.find({function->getCanonicalDecl(), kind});
  return found == promises.end() ? HandWrittenPromises() : found->second;
}

bool PragmaTable::hasHandWritten(const clang::FunctionDecl *function) const {
  return handWrittenFor(function, PragmaKind::DerivativeOf) || handWrittenFor(function, PragmaKind::TangentOf) ||
         handWrittenPairFor(function);
}

clang::QualType contextOf(const clang::FunctionDecl *half) {
  if (half->getNumParams() == 0)
    return {};
  const clang::QualType type = half->parameters().back()->getType();
  const bool isContext = type->isLValueReferenceType() && !type->getPointeeType().isConstQualified();
  return isContext ? type->getPointeeType() : clang::QualType();
}

bool PragmaTable::askForSecondOrder() const {
  return llvm::any_of(requests, [](const Annotated &entry) { return entry.pragma->kind == PragmaKind::HessianVector; });
}

bool PragmaTable::isAskedByHeader(const clang::FunctionDecl *function) const {
  return std::any_of(declared.begin(), declared.end(), [&](const Annotated &entry) {
    return entry.pragma->kind == PragmaKind::Reverse && clang::declaresSameEntity(entry.function, function) &&
           !sources->isInMainFile(sources->getExpansionLoc(entry.function->getLocation()));
  });
}

StatementFlags PragmaTable::flagsOf(const clang::Stmt *s) const {
  auto found = flags.empty() ? flags.end() : flags.find(positionOf(s->getBeginLoc()));
  return found == flags.end() ? StatementFlags() : found->second;
}

} // namespace adjoint::frontend
