// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Unit/UnitReader.h"

#include "Analysis/Memory/PassedPointers.h"
#include "Frontend/Clang/Namespaces.h"
#include "Frontend/Facts/FunctionKind.h"
#include "Frontend/Names/HiddenNames.h"
#include "Frontend/Requests/PragmaHandler.h"
#include "Frontend/Requests/Requests.h"
#include "Support/StageTimes.h"

#include "clang/Lex/Lexer.h"
#include "clang/Sema/Sema.h"

namespace adjoint::frontend {

bool isModuleUnit(llvm::StringRef text) {
  clang::LangOptions language;
  language.CPlusPlus = true;
  clang::Lexer lexer(clang::SourceLocation(), language, text.begin(), text.begin(), text.end());
  auto next = [&] {
    clang::Token token;
    lexer.LexFromRawLexer(token);
    return token.is(clang::tok::raw_identifier) ? token.getRawIdentifier() : token.is(clang::tok::semi) ? ";" : "";
  };
  llvm::StringRef first = next();
  if (first == "export")
    first = next();
  return first == "module" && !next().empty();
}

std::optional<DiagId> refusalOf(const clang::CompilerInstance &compiler) {
  if (!compiler.getLangOpts().CPlusPlus17)
    return DiagId::language;
  const clang::SourceManager &sources = compiler.getSourceManager();
  if (compiler.getLangOpts().isCompilingModule() || isModuleUnit(sources.getBufferData(sources.getMainFileID())))
    return DiagId::module_unit;
  return std::nullopt;
}

UnitReader::UnitReader(clang::CompilerInstance &compiler, const AdjointContract &contract)
    : compiler(compiler), contract(contract), sink(compiler.getDiagnostics()),
      injection(compiler, contract, pragmas, sink) {
  std::unique_ptr<clang::PragmaHandler> handler;
  if (std::optional<DiagId> why = refusalOf(compiler))
    handler = std::make_unique<PragmaRefusal>(*why, sink);
  else
    handler = std::make_unique<PragmaHandler>(pragmas, sink);
  compiler.getPreprocessor().AddPragmaHandler(handler.release()); // which the preprocessor owns
  openMp.watch(compiler.getPreprocessor());
  compiler.getLangOpts().SpellChecking = false; // names of the models would be offered for those of the library
}

void UnitReader::finish(const UnitConsumer &consume) {
  ClangSink::InOrderOfFile inOrder(sink);
  clang::ASTContext &ast = compiler.getASTContext();
  if (!attachPragmas(ast))
    return;
  std::optional<UnitLowering> unit;
  std::vector<Target> targets;
  std::vector<DeclaredTarget> declared;
  LoweringResult result;
  do {
    targets.clear();
    ir = std::make_unique<ir::Context>();
    unit.emplace(compiler.getSema(), *ir, pragmas, sink);
    result = lowerTargets(*unit, targets);
  } while (result == LoweringResult::ClassesAppeared);
  for (const OpenMpPragmas::Pragma &pragma : unit->inOneThread)
    openMp.add(pragma);
  llvm::erase_if(targets, [&](const Target &target) { return unit->leadsToRefused(target.request.function); });
  const bool isComplete = declareTargets(*unit, declared) && result == LoweringResult::Done;
  if (!isComplete && targets.empty())
    return;
  LoweredUnit lowered{
      ast, compiler.getPreprocessor(), *ir, pragmas, openMp, sink, std::move(targets), std::move(declared), unit->definitions(),
      unit->declarations(), unit->types.classesBehind(), isComplete};
  consume(lowered);
}

namespace {
/// A number as a function of numbers, and perhaps of constants?
bool isOfNumbers(const clang::FunctionDecl *function, const ir::Function &image) {
  const bool areNumbers = llvm::all_of(image.params, [](const ir::Variable *param) {
    return param->type->isFloating() || (!ir::mayLeadToFloating(param->type) && !analysis::isWritable(param->type));
  });
  return areNumbers && image.returnType->isFloating() && !image.isVariadic && !function->isCXXInstanceMember() &&
         llvm::any_of(image.params, [](const ir::Variable *param) { return param->type->isFloating(); });
}
} // namespace

bool UnitReader::attachPragmas(clang::ASTContext &ast) {
  if (!pragmas.attach(ast, sink))
    return false;
  pragmas.keepMatrixRequests([&](const PragmaTable::Annotated &entry) { return injection.isConnected(entry); });
  UnitLowering signatures(compiler.getSema(), *ir, pragmas, sink);
  auto matches = [&](PragmaKind kind, const clang::FunctionDecl *function, const clang::FunctionDecl *derivative,
                     std::string &expected) {
    return isDerivativeOf(signatures, contract, kind, function, derivative, expected);
  };
  if (!pragmas.bindHandWritten(ast, sink, matches))
    return false;
  for (const auto &[function, pragma] : pragmas.estimated())
    if (const ir::Function *image = signatures.lowerSignature(function); !image || !isOfNumbers(function, *image)) {
      sink.report(DiagId::differences_signature, locationOf(pragma->where), {function->getNameAsString()});
      return false;
    }
  for (const PragmaTable::Annotated &entry : pragmas.annotated()) {
    const bool isFirstOrder = entry.pragma->kind == PragmaKind::Reverse || entry.pragma->kind == PragmaKind::Tangent;
    if (isFirstOrder && !entry.pragma->value)
      if (const clang::FunctionDecl *derivative = declaredDerivative(signatures, contract, entry))
        pragmas.addGenerated(derivative, entry);
  }
  return true;
}

LoweringResult UnitReader::lowerTargets(UnitLowering &unit, std::vector<Target> &targets) {
  StageTimes::Stage stage(stageTimes(), "lower");
  for (const auto *list : {&pragmas.annotated(), &pragmas.annotatedDeclarations()})
    for (const PragmaTable::Annotated &entry : *list)
      unit.names.standIn(entry.function->getDeclContext());
  std::vector<const clang::FunctionDecl *> requested;
  for (const PragmaTable::Annotated &entry : pragmas.annotated())
    requested.push_back(entry.function);
  unit.setRequested(std::move(requested));
  for (const PragmaTable::Annotated &entry : pragmas.annotated())
    if (std::optional<Target> target = makeTarget(unit, entry, targets))
      targets.push_back(std::move(*target));
  const LoweringResult result = unit.lowerBodies();
  const bool areAllMade = targets.size() == pragmas.annotated().size();
  addDerivativesOfCalled(unit, targets);
  return result == LoweringResult::Done && !areAllMade ? LoweringResult::Refused : result;
}

/// What another function that is differentiated may call: adjoint and tangent of an adjoint or tangent that it calls.
void UnitReader::addDerivativesOfCalled(UnitLowering &unit, std::vector<Target> &targets) {
  for (const auto &[derivative, entry] : unit.calledDerivatives()) {
    std::optional<ir::Request> first = makeRequest(*entry->pragma, unit.requestedFunction(entry->function), sink);
    const ir::Function *called = unit.lowerSignature(derivative);
    if (!first || !called)
      continue;
    nameAfterUser(*first, entry->function, *entry->pragma);
    const std::string stem = adjointName(*first);
    const bool isAdjoint = first->mode == ir::Mode::Reverse;
    auto add = [&](ir::Mode mode, const std::string &calledAs) {
      if (calledAs.empty())
        return;
      ir::Request request = *first;
      request.mode = mode;
      request.name = stem + calledAs.substr(called->spelling.size());
      Target target{std::move(request), entry->function, entry->marker, calledAs};
      if (llvm::none_of(targets, [&](const Target &other) { return areOne(target, other); }))
        targets.push_back(std::move(target));
    };
    add(isAdjoint ? ir::Mode::AdjointOfAdjoint : ir::Mode::AdjointOfTangent, called->handWrittenAdjoint);
    add(isAdjoint ? ir::Mode::HessianVector : ir::Mode::TangentOfTangent, called->handWrittenTangent);
  }
}

/// Is its body what derivatives are made of?
bool UnitReader::checkIsDerived(const PragmaTable::Annotated &entry, const ir::Function &image) {
  if (image.rule == ir::CallRule::HandWritten)
    sink.report(DiagId::request_hand_written, locationOf(entry.pragma->where), {entry.function->getNameAsString()});
  if (image.rule == ir::CallRule::Passive)
    sink.report(DiagId::request_passive, locationOf(entry.pragma->where), {entry.function->getNameAsString()});
  return image.rule != ir::CallRule::HandWritten && image.rule != ir::CallRule::Passive;
}

/// Is the constant known that width(...) names?
bool UnitReader::checkWidth(const PragmaTable::Annotated &entry) {
  if (entry.pragma->widthName.empty())
    return true;
  sink.report(DiagId::width_unknown, locationOf(entry.pragma->where), {entry.pragma->widthName, entry.function->getNameAsString()});
  return false;
}

/// None after an error was reported.
std::optional<Target> UnitReader::makeTarget(UnitLowering &unit, const PragmaTable::Annotated &entry,
                                             const std::vector<Target> &others) {
  const ir::Function *image = checkPosition(entry.function, sink) && checkWidth(entry) ? unit.lowerSignature(entry.function) : nullptr;
  if (!image || !checkIsDerived(entry, *image))
    return std::nullopt;
  std::optional<ir::Request> request = makeRequest(*entry.pragma, unit.requestedFunction(entry.function), sink);
  if (!request)
    return std::nullopt;
  if (!knowsNumbers(*request, entry.function->getASTContext())) {
    const bool isWidth = request->width != 0;
    sink.report(DiagId::needs_header, locationOf(entry.pragma->where), {isWidth ? "width" : "order", isWidth ? "directions" : "taylor"});
    return std::nullopt;
  }
  nameAfterUser(*request, entry.function, *entry.pragma);
  const bool hasClauses = entry.pragma->wrt || entry.pragma->of || entry.pragma->value || entry.pragma->width != 0;
  const bool hasHalves = request->mode == ir::Mode::Reverse && !hasClauses && isSharedByFiles(entry.function) &&
                         pragmas.isAskedByHeader(entry.function);
  const bool isDeclaredBefore = llvm::any_of(pragmas.annotatedDeclarations(), [&](const PragmaTable::Annotated &other) {
    return other.pragma == entry.pragma;
  });
  std::string connection = isDeclaredBefore ? "" : injection.connectionBehind(entry, *request);
  Target target{std::move(*request), entry.function, entry.marker, "", std::move(connection),
                hasHalves ? std::string(ir::namespaceOfHalves) + "::" + unit.names.stem(entry.function) : ""};
  return isNameFree(target, others) ? std::optional(std::move(target)) : std::nullopt;
}

bool UnitReader::declareTargets(UnitLowering &unit, std::vector<DeclaredTarget> &targets) {
  for (const PragmaTable::Annotated &entry : pragmas.annotatedDeclarations())
    if (std::optional<DeclaredTarget> target = declareTarget(unit, entry))
      targets.push_back(std::move(*target));
  return targets.size() == pragmas.annotatedDeclarations().size();
}

/// None after an error was reported.
std::optional<DeclaredTarget> UnitReader::declareTarget(UnitLowering &unit, const PragmaTable::Annotated &entry) {
  const ir::Function *image = checkPosition(entry.function, sink) && checkWidth(entry) ? unit.lowerSignature(entry.function) : nullptr;
  std::optional<ir::Request> request = image ? makeRequest(*entry.pragma, image, sink) : std::nullopt;
  if (!request || !hasSameClauses(entry, unit))
    return std::nullopt;
  nameAfterUser(*request, entry.function, *entry.pragma);
  std::string declaration = contract.declaration(*contract.signature(*ir, *request));
  declaration += injection.connectionBehind(entry, *request);
  return DeclaredTarget{entry.function, withHiddenNames(entry.function, declaration)};
}

/// As every other pragma of the function.
bool UnitReader::hasSameClauses(const PragmaTable::Annotated &declaration, UnitLowering &unit) {
  auto requestOf = [&](const PragmaTable::Annotated &entry) {
    return makeRequest(*entry.pragma, unit.lowerSignature(entry.function), sink);
  };
  std::optional<ir::Request> here = requestOf(declaration);
  for (const auto *list : {&pragmas.annotated(), &pragmas.annotatedDeclarations()})
    for (const PragmaTable::Annotated &other : *list) {
      bool isOfSame = other.function->getCanonicalDecl() == declaration.function->getCanonicalDecl();
      if (!isOfSame || !asksForSameKind(*other.pragma, *declaration.pragma))
        continue;
      std::optional<ir::Request> there = requestOf(other);
      bool isSame = here && there && here->wrt == there->wrt && here->of == there->of &&
                    here->ofResult == there->ofResult && here->value == there->value && here->name == there->name;
      if (isSame)
        continue;
      sink.report(DiagId::clauses_differ, locationOf(other.pragma->where), {other.function->getNameAsString()});
      return false;
    }
  return true;
}

/// Do two requests ask for functions of one name and signature in one scope?
bool UnitReader::areOne(const Target &a, const Target &b) {
  const ir::Function *one = contract.signature(*ir, a.request), *other = contract.signature(*ir, b.request);
  auto isSameType = [](const ir::Variable *p, const ir::Variable *q) {
    return p->type == q->type && p->user.className == q->user.className;
  };
  return one->name == other->name && one->params.size() == other->params.size() &&
         std::equal(one->params.begin(), one->params.end(), other->params.begin(), isSameType) &&
         scopeOf(a.function)->Equals(scopeOf(b.function));
}

/// A function of that name and signature would be a second definition.
bool UnitReader::isNameFree(const Target &target, const std::vector<Target> &others) {
  const clang::NamedDecl *other = injection.conflicting(target.request, target.function);
  for (const Target &earlier : others)
    if (!other && areOne(target, earlier))
      other = target.function;
  if (!other)
    return true;
  sink.report(DiagId::name_taken, locationOf(other->getLocation()), {adjointName(target.request)});
  return false;
}

} // namespace adjoint::frontend
