// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Driver/Pipeline/Pipeline.h"

#include "CodeGen/Wrapper/BoundaryWrapper.h"
#include "CodeGen/Boundary/BridgeFunctions.h"
#include "CodeGen/Functions/HiddenStatics.h"
#include "CodeGen/Functions/PlainStructs.h"
#include "CodeGen/Functions/Printer.h"
#include "Driver/Pipeline/HalvesText.h"
#include "Driver/Pipeline/Placement.h"
#include "Driver/Pipeline/PlainStructPlacement.h"
#include "Driver/Pipeline/Profiled.h"
#include "Driver/Pipeline/UniqueHelpers.h"
#include "Frontend/Clang/Diagnostics.h"
#include "Frontend/Facts/Threads.h"
#include "Frontend/Models/Models.h"
#include "Frontend/Names/HiddenNames.h"
#include "IR/Callees.h"
#include "IR/Verifier.h"
#include "Support/StageTimes.h"
#include "Transform/Contract/Boundary.h"
#include "Transform/Function/GlobalObjects.h"
#include "Transform/Orders/Derivative.h"
#include "Transform/Reverse/SharedHalves.h"

#include "clang/AST/DeclCXX.h"
#include "llvm/Support/raw_ostream.h"

#include <set>

namespace adjoint::driver {

const std::vector<std::string> &dumpStages() {
  static const std::vector<std::string> stages = {"ir",       "inline", "normal", "alias",    "effects", "varied",
                                                  "useful",   "activity", "plan", "tbr",  "liveness", "adjoint", "tangent"};
  return stages;
}

bool isStage(const std::string &name) { return llvm::is_contained(dumpStages(), name); }

bool leavesFunction(const std::string &name) {
  const std::optional<transform::Pass> pass = transform::passNamed(name);
  return pass && !transform::infoOf(*pass).isAnalysis;
}

namespace {

/// The definition, or the function that it is inside of: what closures name must be known as well.
const clang::Decl *outsideOfFunctions(const clang::Decl *definition) {
  while (const clang::DeclContext *around = definition->getParentFunctionOrMethod())
    definition = llvm::cast<clang::Decl>(around);
  return definition;
}

/// The class of the user's that the type, or what it leads to, is; null for none.
const ir::Record *recordNamedBy(const ir::Type *type) {
  while (type->element)
    type = type->element;
  return type->isRecord() && !type->record->isMirror ? type->record : nullptr;
}

/// `Model::price` is called Model_price.
std::string identifierOf(llvm::StringRef name) {
  std::string identifier;
  for (name.consume_front("::"); !name.empty(); name = name.drop_front(name.starts_with("::") ? 2 : 1))
    identifier += name.starts_with("::") ? '_' : name.front();
  return identifier;
}

bool mayCarryDerivative(const ir::Function &function) {
  return ir::reachesFloating(function.returnType) ||
         llvm::any_of(function.params, [](const ir::Variable *param) { return ir::reachesFloating(param->type); });
}

/// Keeps the first error, and says nothing.
class UnheardSink : public DiagnosticSink {
public:
  const std::string &firstError() const { return first; }

private:
  void emit(DiagId, Severity severity, Location, const std::string &message) override {
    if (first.empty() && severity == Severity::Error)
      first = message;
  }
  std::string first;
};

/// One request, stage by stage.
class Pipeline {
public:
  Pipeline(frontend::LoweredUnit &unit, const frontend::Target &target, const Options &options,
           const codegen::SharedStructs &shared, UniqueHelpers &helpers, DiagnosticSink &sink)
      : unit(unit), target(target), options(options), shared(shared), helpers(helpers), sink(sink),
        explained(identifierOf(options.explain)) {}

  bool hasExplained() const { return isExplained; }

  std::optional<GeneratedAdjoint> run() {
    called = ir::reachedFrom(target.request.function);
    llvm::erase_if(called, [](const ir::Function *function) { return !function->hasBody; });
    dump("ir", codegen::printFunctions(called));
    if (!verify(called, "lowering") || !acceptOpenMp() || !acceptThreads())
      return std::nullopt;

    StageTimes::Stage stage(stageTimes(), "derive");
    const transform::DumpSink dumps = {
        [this](const std::string &stage, const std::string &text) { dump(stage, text); },
        [this](const std::string &stage, const ir::Function &f) { dump(stage, codegen::printFunction(f)); },
        [this](transform::Pass pass, const ir::Function &f) {
          if (transform::infoOf(pass).name == options.dumpAfter && !target.request.isForMatrix)
            llvm::outs() << codegen::printFunction(f);
        },
        [this](const analysis::FunctionFacts &found) { note(found); },
        [this](Location location) { return unit.lineOf(location); }};
    const std::optional<ir::Request> request = transform::withObjectsPassed(unit.ir, target.request, sink);
    if (!request)
      return std::nullopt;
    std::optional<transform::Result> adjoint =
        transform::buildDerivative(unit.ir, *request, options.transform, sink, options.writesNothing() || !options.report.empty() ? &dumps : nullptr);
    if (!adjoint)
      return std::nullopt;
    if (options.profile)
      adjoint->functions = profiled(unit.ir, transform::PassRunner(unit.ir, options.transform, sink, &dumps),
                                    adjoint->functions, options.source, dumps.lineOf);
    if (!verify(adjoint->functions, "the transformation"))
      return std::nullopt;

    StageTimes::Stage printing(stageTimes(), "print");
    GeneratedAdjoint result;
    result.target = &target;
    result.facts = std::move(facts);
    if (adjoint->boundary) {
      adjoint->functions.push_back(wrapperOf(adjoint->functions.back(), transform::derivativeSignature(unit.ir, *request)));
      result.boundary = codegen::definitionsFor(*adjoint->boundary);
    }
    codegen::addDefinitionsForBridges(adjoint->functions, result.boundary);
    std::optional<transform::SharedHalves> halves = halvesForOthers(*request);
    if (halves && !verify(halves->functions, "the transformation"))
      return std::nullopt;
    if (halves)
      codegen::addDefinitionsForBridges(halves->functions, result.boundary);
    result.uses = definitionsUsed(adjoint->functions, result.boundary);
    noteFileScope(adjoint->functions, result);
    if (halves)
      noteFileScope(halves->functions, result);
    for (const ir::Function *function : adjoint->functions)
      ir::forEachCallee(function->body, [&](const ir::Function *callee, const ir::Stmt *) {
        if (!callee->hasBody)
          result.called.insert(callee->spelling);
      });
    result.declaration = codegen::printDeclaration(*adjoint->functions.back());
    bool isInPlace = standsBehindItsFunction(unit, result);
    const void *scope = target.function->getDeclContext()->getEnclosingNamespaceContext()->getPrimaryContext();
    std::vector<const ir::Function *> functions = helpers.admit(scope, adjoint->functions, isInPlace);
    std::string wrapper = adjoint->boundary ? printWrapper(functions, *adjoint->boundary, *request) : "";
    result.definitions = codegen::printFunctions(functions, &result.origins) + wrapper;
    if (halves)
      appendHalves(*halves, helpers.admit(scope, halves->functions, isInPlace), functions, result.definitions);
    result.mirrors = codegen::mirrorsOf(functions);
    result.hiddenStatics = codegen::hiddenStaticsOf(functions);
    dump(target.request.mode == ir::Mode::Tangent ? "tangent" : "adjoint", result.definitions);
    return result;
  }

private:
  /// Reports OpenMP that is passed over in what may be differentiated. False where that is an error.
  bool acceptOpenMp() const {
    const bool isError = options.transform.strict;
    if (!isError && !options.transform.warnOpenMpSequential)
      return true;
    const DiagId id = isError ? DiagId::openmp_sequential_strict : DiagId::openmp_sequential;
    bool isAccepted = true;
    for (const ir::Function *function : called)
      if (const clang::FunctionDecl *definition = unit.definitionOf(function); definition && mayCarryDerivative(*function))
        for (const frontend::OpenMpPragmas::Pragma &pragma : unit.openMp.in(definition)) {
          sink.report(id, frontend::locationOf(pragma.where), {pragma.directive});
          isAccepted = !isError;
        }
    return isAccepted;
  }

  /// Reports threads that derivatives have none of, and locks that would have to be held. False where that is an error.
  bool acceptThreads() const {
    const bool isStrict = options.transform.strict;
    const DiagId id = isStrict ? DiagId::threads_sequential_strict : DiagId::threads_sequential;
    bool isAccepted = true;
    std::vector<const clang::FunctionDecl *> definitions;
    for (const ir::Function *function : called)
      if (const clang::FunctionDecl *definition = unit.definitionOf(function); definition && !frontend::isOfModels(definition)) {
        definitions.push_back(definition);
        if (mayCarryDerivative(*function) && (isStrict || options.transform.warnOpenMpSequential))
          for (const frontend::ThreadUse &start : frontend::threadsStartedIn(definition)) {
            sink.report(id, frontend::locationOf(start.where), {start.name});
            isAccepted = isAccepted && !isStrict;
          }
      }
    for (const frontend::ThreadUse &lock : frontend::locksOfOthers(definitions, target.function)) {
      sink.report(DiagId::lock, frontend::locationOf(lock.where), {lock.name});
      return false;
    }
    return isAccepted;
  }

  /// Without a word where there can be none: nobody may call them.
  std::optional<transform::SharedHalves> halvesForOthers(const ir::Request &request) const {
    const bool namesObjects = request.function != target.request.function; // of the file, which have no adjoint outside
    if (target.halves.empty() || namesObjects)
      return std::nullopt;
    UnheardSink unheard;
    return transform::buildHalves(unit.ir, *target.request.function, target.halves, options.transform, unheard);
  }

  /// What the functions need before them, outside of all namespaces.
  void noteFileScope(const std::vector<const ir::Function *> &functions, GeneratedAdjoint &result) const {
    for (const ir::Function *half : halvesElsewhere(functions))
      result.halvesElsewhere.push_back(half);
    for (const ir::Record *mirror : codegen::mirrorsOf(functions))
      result.usesSharedStructs |= shared.contains(mirror);
  }

  /// The last of the functions that were made for the halves only leads to them.
  void appendHalves(const transform::SharedHalves &halves, std::vector<const ir::Function *> made,
                           std::vector<const ir::Function *> &functions, std::string &definitions) const {
    made.pop_back();
    definitions += "\n" + declarationsOfHalves(halves.declared.all(), shared) + "\n" +
                   codegen::printFunctions(made);
    functions.insert(functions.end(), made.begin(), made.end());
  }

  /// The adjoint or tangent in the user's types. That it calls the one on plain structs is all that its body says.
  const ir::Function *wrapperOf(const ir::Function *onStructs, const transform::DerivativeSignature &signature) const {
    auto *wrapper = unit.ir.make<ir::Function>(*transform::inUserTypes(unit.ir, *signature.contract));
    std::vector<const ir::Expr *> unsaid;
    wrapper->body = {unit.ir.make<ir::CallStmt>(nullptr, false, onStructs, unsaid)};
    return wrapper;
  }

  /// What the contract has and the derivative has no use of has no name.
  const ir::Function *withoutUnused(const ir::Function &signature, const std::vector<const ir::Variable *> &used) const {
    auto *made = unit.ir.make<ir::Function>(signature);
    for (const ir::Variable *&param : made->params)
      if (!llvm::is_contained(used, param)) {
        auto *unnamed = unit.ir.make<ir::Variable>(*param);
        unnamed->name.clear();
        param = unnamed;
      }
    return made;
  }

  /// Takes it off the functions, and writes it out.
  std::string printWrapper(std::vector<const ir::Function *> &functions, const ir::Boundary &boundary, const ir::Request &request) const {
    const ir::Function *signature = functions.back();
    functions.pop_back();
    const ir::Function *onStructs = llvm::cast<ir::CallStmt>(signature->body.front())->callee;
    const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(target.function);
    const bool isOfAdjoint = request.mode == ir::Mode::AdjointOfAdjoint;
    const bool asksValue = isOfAdjoint ? !signature->returnType->isVoid() : target.request.value;
    std::string primal = asksValue && !boundary.givesValue ? target.function->getNameAsString() : "";
    if (!primal.empty() && method && !method->isStatic())
      primal = "." + primal;
    std::vector<const ir::Variable *> params;
    for (unsigned position : transform::derivativeSignature(unit.ir, request).order)
      params.push_back(signature->params[position]);
    return "\n" + codegen::printWrapper({withoutUnused(*signature, params), onStructs, &boundary, primal, params});
  }

  void dump(const std::string &stage, const std::string &text) const {
    if (stage == options.dump && !target.request.isForMatrix)
      llvm::outs() << text;
  }

  void note(const analysis::FunctionFacts &found) {
    if (target.request.isForMatrix) // which is said of the derivative for one direction
      return;
    facts.push_back(found);
    if (found.name != explained)
      return;
    isExplained = true;
    llvm::outs() << textOf(found);
  }

  bool verify(const std::vector<const ir::Function *> &functions, const char *stage) {
    std::string whatIsWrong;
    for (const ir::Function *function : functions)
      if (!ir::verify(*function, whatIsWrong)) {
        sink.report(DiagId::internal, function->location, {stage, whatIsWrong});
        return false;
      }
    return true;
  }

  std::vector<const clang::Decl *> definitionsUsed(const std::vector<const ir::Function *> &functions,
                                                   const std::vector<codegen::BoundaryDefinition> &boundary) const {
    std::vector<const clang::Decl *> uses;
    for (const ir::Function *function : called)
      if (const clang::FunctionDecl *definition = unit.definitionOf(function))
        uses.push_back(outsideOfFunctions(definition));
    auto addClasses = [&](const ir::Record *record) {
      if (auto found = unit.classes.find(record); found != unit.classes.end())
        for (const clang::CXXRecordDecl *one : found->second)
          uses.push_back(outsideOfFunctions(one));
    };
    for (const codegen::BoundaryDefinition &crossing : boundary)
      addClasses(crossing.mirror);
    for (const ir::Record *mirror : codegen::mirrorsOf(functions))
      for (const ir::Field &field : mirror->fields)
        if (const ir::Record *named = recordNamedBy(field.type))
          addClasses(named);
    return uses;
  }

  frontend::LoweredUnit &unit;
  const frontend::Target &target;
  const Options &options;
  const codegen::SharedStructs &shared;
  UniqueHelpers &helpers;
  DiagnosticSink &sink;
  const std::string explained; ///< what generated code calls the function that --explain names
  bool isExplained = false;
  std::vector<const ir::Function *> called;
  std::vector<analysis::FunctionFacts> facts;
};

/// Of a matrix whose columns are computed one by one: says so to <adjoint/derivatives.h>, which asks when it computes one.
GeneratedAdjoint oneByOne(frontend::LoweredUnit &unit, const frontend::Target &target) {
  auto *function = unit.ir.make<ir::Function>(
      *transform::inUserTypes(unit.ir, *transform::derivativeSignature(unit.ir, target.request).contract));
  for (const ir::Variable *&param : function->params) {
    auto *unnamed = unit.ir.make<ir::Variable>(*param);
    unnamed->name.clear();
    param = unnamed;
  }
  GeneratedAdjoint result;
  result.target = &target;
  result.declaration = codegen::printDeclaration(*function);
  result.definitions = llvm::StringRef(result.declaration).rtrim(";\n").str() + " {\n  throw adjoint::derivatives::OneByOne();\n}\n";
  return result;
}

/// For a matrix: if several directions cannot be taken at once, one is at a time.
GeneratedAdjoint buildForMatrix(frontend::LoweredUnit &unit, const frontend::Target &target, const Options &options,
                                const codegen::SharedStructs &shared, UniqueHelpers &helpers) {
  UnheardSink sink;
  Pipeline pipeline(unit, target, options, shared, helpers, sink);
  if (std::optional<GeneratedAdjoint> adjoint = pipeline.run())
    return std::move(*adjoint);
  if (identifierOf(options.explain) == target.request.function->name)
    llvm::outs() << "function " << target.request.function->name << ", several directions of a matrix: one by one, since "
                 << sink.firstError() << "\n";
  return oneByOne(unit, target);
}

} // namespace

std::optional<Generated> buildAdjoints(frontend::LoweredUnit &unit, const Options &options) {
  Generated generated;
  UniqueHelpers helpers(unit.ir, [&](const std::string &name) { return unit.declares(name); });
  const codegen::SharedStructs shared = sharedStructs(unit);
  bool isExplained = options.explain.empty();
  std::set<std::string> called; // without a body
  size_t wanted = 0;
  for (const frontend::Target &target : unit.targets) {
    if (!target.calledAs.empty() && !called.count(target.calledAs))
      continue;
    ++wanted;
    if (target.request.isForMatrix) {
      generated.adjoints.push_back(buildForMatrix(unit, target, options, shared, helpers));
      continue;
    }
    Pipeline pipeline(unit, target, options, shared, helpers, unit.sink);
    if (std::optional<GeneratedAdjoint> adjoint = pipeline.run()) {
      called.insert(adjoint->called.begin(), adjoint->called.end());
      generated.adjoints.push_back(std::move(*adjoint));
    }
    isExplained |= pipeline.hasExplained();
  }
  if (!unit.isComplete || generated.adjoints.size() < wanted)
    return std::nullopt;
  if (!isExplained) {
    unit.sink.report(DiagId::nothing_explained, Location(), {options.explain});
    return std::nullopt;
  }
  defineMirrors(unit, shared, generated.adjoints);
  declareHalves(unit, shared, generated.adjoints);
  for (GeneratedAdjoint &adjoint : generated.adjoints)
    for (std::string *text : {&adjoint.declaration, &adjoint.definitions, &adjoint.fileScope})
      *text = frontend::withHiddenNames(adjoint.target->function, *text);
  return generated;
}

} // namespace adjoint::driver
