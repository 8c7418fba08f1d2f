// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Driver/Plugin/PluginConsumer.h"

#include "Driver/Output/FileWriter.h"
#include "Driver/Output/Output.h"
#include "Driver/Plugin/GeneratedCodeErrors.h"
#include "Driver/Plugin/InjectedText.h"
#include "Driver/Request/Contract.h"
#include "Driver/Request/FunctionFinder.h"
#include "Driver/Request/ReadFirst.h"
#include "Frontend/Clang/Markers.h"
#include "Frontend/Unit/UnitReader.h"

#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Sema/Sema.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <utility>

namespace adjoint::driver {

namespace {

namespace fs = llvm::sys::fs;

llvm::Error writeDumpFiles(const std::vector<DumpFile> &files) {
  for (const DumpFile &file : files) {
    if (std::error_code error = fs::create_directories(llvm::sys::path::parent_path(file.path)))
      return llvm::createStringError(error, format(DiagId::cannot_create_folder, {file.path}));
    FileWriter writer(file.path);
    if (llvm::Error error = writer.write(file.text))
      return error;
    if (llvm::Error error = writer.finish())
      return error;
  }
  return llvm::Error::success();
}

/// A file that shows what is wrong with it to any compiler; none if it cannot be written.
std::optional<std::string> writeReproducer(const std::string &text) {
  llvm::SmallString<128> path;
  int descriptor = 0;
  if (fs::createTemporaryFile("adjoint-reproducer", "cpp", descriptor, path))
    return std::nullopt;
  llvm::raw_fd_ostream(descriptor, /*shouldClose=*/true) << text;
  return path.str().str();
}

/// Pragmas for the functions that the options name, to stand behind all of the file, and a marker.
std::string requestsIn(const Options &options, const std::string &marker) {
  std::string text;
  for (const std::string &function : options.functions)
    for (const std::string &mode : options.modes)
      text += "#pragma " + pragmaText(options, mode, function) + "\n";
  return text.empty() ? text : text + "enum " + marker + " {};\n";
}

/// Where the primal is compiled to parallel code, it is said what is not parallel in derivatives.
Options withWarnings(Options options, const clang::LangOptions &language) {
  options.transform.warnOpenMpSequential |= language.OpenMP && !options.toleratesSequential;
  return options;
}

class PluginConsumer : public clang::ASTConsumer {
public:
  PluginConsumer(clang::CompilerInstance &compiler, const Options &options)
      : compiler(compiler), options(withWarnings(options, compiler.getLangOpts())),
        afterRequests(frontend::markerName(compiler.getPreprocessor(), "after_requests")),
        requests(requestsIn(options, afterRequests)), contract(adjointContract()), reader(compiler, contract),
        sink(compiler.getDiagnostics()), errors(new GeneratedCodeErrors(compiler.getDiagnostics())) {
    compiler.getDiagnostics().setClient(errors, /*ShouldOwnClient=*/true);
    if (!frontend::refusalOf(compiler))
      frontend::enterEndMarker(compiler.getPreprocessor());
  }

  void HandleTagDeclDefinition(clang::TagDecl *tag) override {
    const bool isEnd = frontend::isEndMarker(compiler.getPreprocessor(), tag);
    if (isEnd && !requests.empty())
      enter(std::exchange(requests, ""), "<command line>");
    else if (isEnd || tag->getName() == afterRequests)
      atEnd();
    else
      reader.afterDefinition(tag);
  }
  void HandleTranslationUnit(clang::ASTContext &) override;

private:
  void atEnd();
  void generate(frontend::LoweredUnit &unit);
  clang::FileID enter(const std::string &text, const std::string &name);

  clang::CompilerInstance &compiler;
  const Options options;
  const std::string afterRequests; ///< the marker behind what functions are asked for by name
  std::string requests;            ///< pragmas for these, and the marker, until they have been entered
  const frontend::AdjointContract contract;
  frontend::UnitReader reader;
  frontend::ClangSink sink;
  GeneratedCodeErrors *errors; ///< which the compiler owns
  InjectedText injected;
  std::string asFile; ///< what the command would write
};

void PluginConsumer::atEnd() {
  if (compiler.getDiagnostics().hasErrorOccurred())
    return;
  compiler.getSema().PerformPendingInstantiations(); // as the compiler does at the end
  reader.finish([this](frontend::LoweredUnit &unit) { generate(unit); });
}

void PluginConsumer::generate(frontend::LoweredUnit &unit) {
  std::optional<Generated> generated = buildAdjoints(unit, options);
  if (!generated || generated->adjoints.empty())
    return;
  injected = injectedText(unit, *generated, options);
  asFile = sourceWithAdjoints(unit, *generated, options);
  llvm::Error error = llvm::joinErrors(writeOutputs(unit, *generated, options, asFile), writeDumpFiles(injected.dumpFiles));
  if (error)
    sink.report(DiagId::plugin_output, Location(), {llvm::toString(std::move(error))});
  else
    errors->setGenerated(enter(injected.text, "<adjoints of " + options.source + ">"), compiler.getSema());
}

clang::FileID PluginConsumer::enter(const std::string &text, const std::string &name) {
  clang::SourceManager &sources = compiler.getSourceManager();
  clang::SourceLocation end = sources.getLocForEndOfFile(sources.getMainFileID());
  auto buffer = llvm::MemoryBuffer::getMemBufferCopy(text, name);
  clang::FileID file = sources.createFileID(std::move(buffer), clang::SrcMgr::C_System, 0, 0, end);
  compiler.getPreprocessor().EnterSourceFile(file, nullptr, end);
  return file;
}

void PluginConsumer::HandleTranslationUnit(clang::ASTContext &) {
  if (!errors->first() || errors->getNumErrors() != 0) // a brace that is missing in the source, say, spoils what is generated, too
    return;
  clang::DiagnosticsEngine &engine = compiler.getDiagnostics();
  if (engine.hasFatalErrorOccurred()) // nothing would be shown after it
    engine.Reset(/*soft=*/true);
  Location function = injected.functionAt(errors->first()->line);
  if (options.isPreprocessed)
    return sink.report(DiagId::preprocessed, function);
  sink.report(DiagId::internal, function, {"the generated code", errors->first()->message});
  if (std::optional<std::string> path = writeReproducer(asFile))
    sink.report(DiagId::reproducer, Location(), {*path});
}

} // namespace

namespace {
/// Has the compiler read before the source what the command has it read: the macro, and models of the C++ library.
void readFirst(clang::CompilerInstance &compiler, bool hasModels) {
  clang::Preprocessor &preprocessor = compiler.getPreprocessor();
  preprocessor.setPredefines("#define ADJOINT_GEN 1\n" + preprocessor.getPredefines()); // before what -include names
  if (hasModels)
    readModelsFirst(compiler);
  clang::PreprocessorOptions &options = compiler.getPreprocessorOpts();
  if (!options.ImplicitPCHInclude.empty())
    options.addMacroDef("ADJOINT_GEN=1"); // the reader of a precompiled header makes the predefines anew
}
} // namespace

std::unique_ptr<clang::ASTConsumer> makePluginConsumer(clang::CompilerInstance &compiler, const Options &options) {
  if (auto headers = compiler.getFileManager().getOptionalDirectoryRef(options.runtimeInclude))
    compiler.getPreprocessor().getHeaderSearchInfo().AddSearchPath(
        {*headers, clang::SrcMgr::C_System, /*isFramework=*/false}, /*isAngled=*/true);
  readFirst(compiler, !options.isPreprocessed && !frontend::refusalOf(compiler));
  return std::make_unique<PluginConsumer>(compiler, options);
}

} // namespace adjoint::driver
