// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Unit/Injection.h"

#include "Frontend/Clang/Diagnostics.h"
#include "Frontend/Clang/Markers.h"
#include "Frontend/Clang/Namespaces.h"
#include "Frontend/Facts/ClassFacts.h"
#include "Frontend/Facts/InjectedCode.h"
#include "Frontend/Names/FunctionConstants.h"
#include "Frontend/Names/HiddenNames.h"
#include "Frontend/Requests/ConstantNamed.h"
#include "Frontend/Requests/NamedFunction.h"
#include "Frontend/Requests/Requests.h"

#include "clang/AST/DeclCXX.h"
#include "clang/Lex/Lexer.h"
#include "clang/Sema/ExternalSemaSource.h"
#include "clang/Sema/Sema.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace adjoint::frontend {

using clang::dyn_cast;

namespace {

/// While the source is parsed, what is wrong with a request is not said; that comes when it has been parsed.
class SilentSink : public DiagnosticSink {
  void emit(DiagId, Severity, Location, const std::string &) override {}
};

/// What the names of buffers with injected text begin with.
/// At the end of the file Clang asks for the definitions of functions that only this file can define; those of adjoints
/// are yet to come.
class AdjointsComeLater : public clang::ExternalSemaSource {
  void ReadUndefinedButUsed(llvm::MapVector<clang::NamedDecl *, clang::SourceLocation> &undefined) override {
    undefined.remove_if([](const auto &entry) {
      const auto *function = dyn_cast<clang::FunctionDecl>(entry.first);
      return function && isInjected(function);
    });
  }
};

/// The last function that the user has declared before the marker, in its scope.
const clang::FunctionDecl *functionBefore(const clang::TagDecl *marker) {
  const clang::FunctionDecl *last = nullptr;
  for (const clang::Decl *decl : marker->getLexicalDeclContext()->decls()) {
    if (decl == marker)
      break;
    if (const auto *linkage = dyn_cast<clang::LinkageSpecDecl>(decl); linkage && !linkage->hasBraces())
      decl = linkage->decls_empty() ? decl : *linkage->decls_begin(); // extern "C" double f() {}
    const auto *function = dyn_cast<clang::FunctionDecl>(decl);
    if (function && !function->isImplicit() && !isInjected(function))
      last = function;
  }
  return last;
}

} // namespace

std::string adjointName(const ir::Request &request) {
  return request.name.empty() ? request.function->name + ir::suffixOf(request) : request.name;
}

void nameAfterUser(ir::Request &request, const clang::FunctionDecl *function, const Pragma &pragma) {
  const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(function);
  if (!request.name.empty() || !method)
    return;
  const llvm::StringRef written = pragma.function;
  const std::string own = method->getParent()->isLambda() ? written.substr(written.rfind(':') + 1).str()
                          : method->getIdentifier()       ? method->getNameAsString()
                                                          : "";
  if (!own.empty())
    request.name = own + ir::suffixOf(request);
}

void Injection::afterDefinition(const clang::TagDecl *tag) {
  std::optional<unsigned> marked = markedPragma(compiler.getPreprocessor(), tag);
  if (!marked)
    return afterClass(tag);
  unsigned number = *marked;
  if (!pragmas.all()[number].function.empty())
    afterNaming(number, tag);
  else if (tag->getDeclContext()->isRecord())
    inClasses.push_back({number, tag}); // bodies are parsed at the end of the outermost class
  else if (auto member = members.find(number); member != members.end())
    declareAdjoint(number, member->second, blockAround(member->second), tag->getLocation());
  else if (const clang::FunctionDecl *function = functionBefore(tag))
    declareAdjoint(number, function, blockAround(function), tag->getLocation());
}

void Injection::afterNaming(unsigned number, const clang::TagDecl *marker) {
  const Pragma &pragma = pragmas.all()[number];
  if (number != pragma.first && !pragmas.isNamed(pragma.first)) // which has been reported
    return;
  if (const clang::FunctionDecl *function = namedFunction(compiler.getSema(), pragma, marker, sink)) {
    pragmas.addNamed(number, function, marker);
    declareAdjoint(number, function, marker->getLexicalDeclContext(), marker->getLocation());
  }
}

namespace {
/// Does the class's own `;` follow its brace?
bool endsDeclaration(const clang::TagDecl *tag, const clang::Preprocessor &preprocessor) {
  std::optional<clang::Token> next = clang::Lexer::findNextToken(
      tag->getBraceRange().getEnd(), preprocessor.getSourceManager(), preprocessor.getLangOpts());
  return next && next->is(clang::tok::semi);
}

const clang::DeclContext *outermostClass(const clang::TagDecl *marker) {
  const clang::DeclContext *context = marker->getLexicalDeclContext();
  while (context->getLexicalParent()->isRecord())
    context = context->getLexicalParent();
  return context;
}
} // namespace

/// At the end of the outermost class the bodies inside are complete, but its `;` is still to come: a marker goes
/// behind that for each of the annotated member functions. Other classes end before, as templates that the bodies use.
void Injection::afterClass(const clang::TagDecl *tag) {
  const auto *record = dyn_cast<clang::RecordDecl>(tag);
  auto isInside = [&](const auto &entry) { return record && outermostClass(entry.second) == record; };
  auto inside = std::stable_partition(inClasses.begin(), inClasses.end(), std::not_fn(isInside));
  const std::vector<std::pair<unsigned, const clang::TagDecl *>> ended(inside, inClasses.end());
  inClasses.erase(inside, inClasses.end());
  if (ended.empty())
    return;
  clang::Preprocessor &preprocessor = compiler.getPreprocessor();
  const bool canDeclare = !tag->isDependentContext() && endsDeclaration(tag, preprocessor);
  std::vector<clang::Token> tokens;
  for (const auto &[number, marker] : ended) {
    const clang::FunctionDecl *function = canDeclare ? functionBefore(marker) : nullptr;
    if (!function)
      continue;
    members[number] = function;
    appendMarker(preprocessor, number, tag->getBraceRange().getEnd(), tokens);
  }
  if (tokens.empty())
    return;
  auto owned = std::make_unique<clang::Token[]>(tokens.size());
  std::copy(tokens.begin(), tokens.end(), owned.get());
  preprocessor.EnterTokenStream(std::move(owned), tokens.size(), /*DisableMacroExpansion=*/true, /*IsReinject=*/true);
}

/// Now that the function is known, width(n) is.
bool Injection::hasWidth(unsigned number, const clang::FunctionDecl *function) {
  const Pragma &pragma = pragmas.all()[number];
  if (!pragma.widthName.empty()) {
    const std::optional<uint64_t> width = constantNamed(function, pragma.widthName);
    if (!width || *width < 1 || *width > maxWidth)
      return false;
    pragmas.setWidth(number, static_cast<unsigned>(*width));
  }
  return !pragma.isForMatrix || pragma.width != 1;
}

/// `--function=f` of a function that bears a pragma asks for what has been declared.
bool Injection::isDeclaredBy(unsigned number, const clang::FunctionDecl *function) const {
  const auto found = declared.find(function->getCanonicalDecl());
  return found != declared.end() && llvm::any_of(found->second, [&](unsigned other) {
           return other != number && repeats(pragmas.all()[number], pragmas.all()[other]);
         });
}

void Injection::declareAdjoint(unsigned number, const clang::FunctionDecl *function, const clang::DeclContext *block,
                               clang::SourceLocation where) {
  if (function->isInvalidDecl() || leadsToLocalClass(function))
    return;
  if (!hasWidth(number, function) || isDeclaredBy(number, function))
    return;
  declared[function->getCanonicalDecl()].push_back(number);
  SilentSink silent;
  UnitLowering unit(compiler.getSema(), signatures, pragmas, silent);
  unit.names.standIn(function->getDeclContext());
  const ir::Function *image = unit.lowerSignature(function);
  std::optional<ir::Request> request = image ? makeRequest(pragmas.all()[number], image, silent) : std::nullopt;
  if (request)
    nameAfterUser(*request, function, pragmas.all()[number]);
  if (request && (conflicting(*request, function) || !knowsNumbers(*request, function->getASTContext())))
    return;
  const ir::Function *adjoint = request ? contract.signature(signatures, *request) : nullptr;
  if (!adjoint)
    return;
  const std::string connection = connect(number, *request, function);
  if (request->isForMatrix && connection.empty())
    return;
  if (!isExpected)
    compiler.getSema().addExternalSource(new AdjointsComeLater);
  isExpected = true;
  std::string declaration = contract.declaration(*adjoint) + connection;
  declaration = withHiddenNames(function, declaration);
  std::string text = inNamespacesOf(function->getDeclContext(), declaration, block) + "\n";
  clang::SourceManager &sources = compiler.getSourceManager();
  auto buffer = llvm::MemoryBuffer::getMemBufferCopy(text, injectedBufferPrefix + image->name + ">");
  clang::FileID file = sources.createFileID(std::move(buffer), clang::SrcMgr::C_User, 0, 0, where);
  compiler.getPreprocessor().EnterSourceFile(file, nullptr, where);
}

// ------------------------------------------------- <adjoint/derivatives.h>

namespace {
/// Has the header been read that declares this in namespace adjoint, be it from a file that was preprocessed before?
bool isDeclared(const clang::ASTContext &ast, llvm::StringRef name) {
  for (const clang::NamedDecl *decl : ast.getTranslationUnitDecl()->lookup(&ast.Idents.get("adjoint")))
    if (const auto *space = dyn_cast<clang::NamespaceDecl>(decl); space && !space->lookup(&ast.Idents.get(name)).empty())
      return true;
  return false;
}
} // namespace

bool knowsNumbers(const ir::Request &request, const clang::ASTContext &ast) {
  if (request.width != 0)
    return isDeclared(ast, "Directions");
  return request.order == 0 || isDeclared(ast, "Taylor");
}

namespace {
/// The functions of the derivative's name in its scope.
size_t countNamed(const ir::Request &request, const clang::FunctionDecl *function) {
  const auto found = scopeOf(function)->lookup(&function->getASTContext().Idents.get(adjointName(request)));
  return std::distance(found.begin(), found.end());
}

std::string connectionTo(const AdjointContract &contract, const ir::Request &request, const clang::FunctionDecl *function,
                         bool isOverloaded) {
  Names names(function->getASTContext());
  names.standIn(function->getDeclContext());
  const std::optional<std::string> primal = constantOf(names, function);
  return primal ? contract.connection(request, *primal, isOverloaded) : "";
}
} // namespace

/// Where the header has been included. Of several derivatives of one kind, it knows the first.
std::string Injection::connect(unsigned number, const ir::Request &request, const clang::FunctionDecl *function) {
  const bool isOfNumbers = request.order == 0 && (request.width == 0 || request.isForMatrix);
  if (!isOfNumbers || !isDeclared(function->getASTContext(), "is_adjoint_of"))
    return "";
  const std::string text = connectionTo(contract, request, function, countNamed(request, function) > 0);
  const auto key = std::make_tuple(function->getCanonicalDecl(), pragmas.all()[number].kind, request.isForMatrix);
  return !text.empty() && known.emplace(key, number).second ? text : "";
}

bool Injection::isConnected(const PragmaTable::Annotated &entry) const {
  const auto found = known.find(std::make_tuple(entry.function->getCanonicalDecl(), entry.pragma->kind, entry.pragma->isForMatrix));
  if (found == known.end())
    return false;
  const Pragma &connected = pragmas.all()[found->second];
  return &connected == entry.pragma || repeats(connected, *entry.pragma);
}

std::string Injection::connectionBehind(const PragmaTable::Annotated &entry, const ir::Request &request) const {
  if (!isConnected(entry))
    return "";
  return connectionTo(contract, request, entry.function, countNamed(request, entry.function) > 1);
}

/// Anything else than a function, or a definition of the very function that has been declared.
const clang::NamedDecl *Injection::conflicting(const ir::Request &request, const clang::FunctionDecl *function) const {
  const clang::ASTContext &ast = function->getASTContext();
  for (const clang::NamedDecl *decl : scopeOf(function)->lookup(&ast.Idents.get(adjointName(request)))) {
    const auto *other = dyn_cast<clang::FunctionDecl>(decl);
    if (!other)
      return decl;
    bool isOurs = std::any_of(other->redecls_begin(), other->redecls_end(), isInjected);
    if (isOurs && other->isDefined())
      return other->getDefinition();
  }
  return nullptr;
}

namespace {
bool hasSameTypes(UnitLowering &unit, const ir::Function &written, const ir::Function &asked) {
  bool isSame = written.params.size() == asked.params.size() && written.returnType == asked.returnType;
  for (size_t i = 0; isSame && i < asked.params.size(); ++i)
    isSame = unit.ir.withoutConst(written.params[i]->type) == unit.ir.withoutConst(asked.params[i]->type);
  return isSame;
}
} // namespace

const clang::FunctionDecl *declaredDerivative(UnitLowering &unit, const AdjointContract &contract,
                                              const PragmaTable::Annotated &entry) {
  SilentSink silent;
  const ir::Function *image = unit.lowerSignature(entry.function);
  std::optional<ir::Request> request = image ? makeRequest(*entry.pragma, image, silent) : std::nullopt;
  if (!request || request->width != 0 || request->order != 0)
    return nullptr;
  nameAfterUser(*request, entry.function, *entry.pragma);
  const ir::Function *asked = contract.signature(unit.ir, *request);
  for (const clang::NamedDecl *decl : scopeOf(entry.function)->lookup(&entry.function->getASTContext().Idents.get(adjointName(*request)))) {
    const auto *function = dyn_cast<clang::FunctionDecl>(decl);
    const bool isOurs = function && isGenerated(function);
    const ir::Function *written = isOurs ? unit.lowerSignature(function) : nullptr;
    if (written && hasSameTypes(unit, *written, *asked))
      return function;
  }
  return nullptr;
}

namespace {

/// What the contract asks for, but for the context.
const ir::Function *askedFor(UnitLowering &unit, const AdjointContract &contract, PragmaKind kind, const ir::Function *image,
                             const std::string &name) {
  if (kind == PragmaKind::ForwardOf) { // which does what the function does
    auto *forward = unit.ir.make<ir::Function>(*image);
    forward->name = forward->spelling = name;
    return forward;
  }
  ir::Request request = plainRequest(image);
  request.mode = kind == PragmaKind::TangentOf ? ir::Mode::Tangent : ir::Mode::Reverse;
  request.name = name;
  return contract.signature(unit.ir, request);
}

std::string declarationOf(const AdjointContract &contract, const ir::Function &asked, bool hasContext) {
  std::string text = llvm::StringRef(contract.declaration(asked)).rtrim(";\n").str();
  if (hasContext)
    text.insert(text.rfind(')'), asked.params.empty() ? "Context &context" : ", Context &context");
  return text;
}

} // namespace

bool isDerivativeOf(UnitLowering &unit, const AdjointContract &contract, PragmaKind kind,
                    const clang::FunctionDecl *function, const clang::FunctionDecl *derivative,
                    std::string &expected) {
  const ir::Function *image = unit.lowerSignature(function);
  if (!image)
    return false;
  const ir::Function *asked = askedFor(unit, contract, kind, image, derivative->getNameAsString());
  expected = declarationOf(contract, *asked, isHalf(kind));
  if (isHalf(kind) && contextOf(derivative).isNull())
    return false;
  const ir::Function *written = unit.lowerSignature(derivative, /*leftOut=*/isHalf(kind));
  return written && hasSameTypes(unit, *written, *asked);
}

bool checkPosition(const clang::FunctionDecl *function, DiagnosticSink &sink) {
  auto report = [&](DiagId why) {
    sink.report(why, locationOf(function->getLocation()));
    return false;
  };
  if (clang::isa<clang::CXXConstructorDecl>(function) || clang::isa<clang::CXXDestructorDecl>(function))
    return report(DiagId::constructor);
  if (function->isCXXClassMember() && function->getParentFunctionOrMethod())
    return report(DiagId::local_member);
  if (function->isTemplated())
    return report(DiagId::function_template);
  if (leadsToMember(function))
    return report(DiagId::member_pointer_passed);
  if (leadsToLocalClass(function))
    return report(DiagId::local_class_passed);
  if (function->isConsteval())
    return report(DiagId::consteval_function);
  return true;
}

} // namespace adjoint::frontend
