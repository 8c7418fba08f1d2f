// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Driver/Output/Output.h"

#include "Driver/Output/FileWriter.h"
#include "Driver/Output/Report.h"
#include "Driver/Pipeline/Includes.h"
#include "Driver/Pipeline/Placement.h"
#include "Driver/Request/FunctionFinder.h"
#include "Driver/Request/MainFile.h"
#include "Frontend/Clang/Namespaces.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>

namespace adjoint::driver {

namespace {

/// The structs of the main file that the function's parameters name.
void collectRecords(const clang::SourceManager &sources, const clang::FunctionDecl *function,
                    llvm::SetVector<const clang::RecordDecl *> &records) {
  auto add = [&](clang::QualType type) {
    type = type.getNonReferenceType();
    while (type->isAnyPointerType() || type->isArrayType())
      type = type->isArrayType() ? clang::QualType(type->getBaseElementTypeUnsafe(), 0) : type->getPointeeType();
    const clang::RecordDecl *record = type->getAsRecordDecl();
    bool canBeDeclared = record && record->getIdentifier() &&
                         !llvm::isa<clang::ClassTemplateSpecializationDecl>(record) &&
                         record->getDeclContext()->isFileContext();
    if (canBeDeclared && sources.isWrittenInMainFile(sources.getExpansionLoc(record->getLocation())))
      records.insert(record);
  };
  add(function->getReturnType());
  for (const clang::ParmVarDecl *param : function->parameters())
    add(param->getType());
}

class OutputWriter {
public:
  OutputWriter(const frontend::LoweredUnit &unit, const Generated &generated, const Options &options)
      : unit(unit), sources(unit.ast.getSourceManager()), generated(generated), options(options),
        text(sources.getBufferData(sources.getMainFileID()).str()) {}

  std::string source();
  std::string header();

private:
  bool isDeclaredByHeader(const clang::FunctionDecl *function) const;
  void insertIncludes(Edits &edits);
  void dropPragma(size_t offset, Edits &edits);
  void dropPragmaOperators(const std::set<size_t> &dropped, Edits &edits);
  size_t firstAdjoint() const;

  const frontend::LoweredUnit &unit;
  const clang::SourceManager &sources;
  const Generated &generated;
  const Options &options;
  const std::string text;
};

size_t OutputWriter::firstAdjoint() const {
  const MainFile file(sources);
  size_t first = text.size();
  for (const GeneratedAdjoint &adjoint : generated.adjoints) {
    const frontend::Target &target = *adjoint.target;
    first = std::min(first, file.offsetOf(target.marker ? target.marker->getLocation()
                                                        : target.function->getOuterLocStart()));
  }
  return first;
}

void OutputWriter::insertIncludes(Edits &edits) {
  std::string all;
  for (const GeneratedAdjoint &adjoint : generated.adjoints)
    all += adjoint.fileScope + adjoint.definitions;
  IncludeLines present = includeLines(text, firstAdjoint());
  std::string missing = missingIncludes(all, present);
  if (missing.empty())
    return;
  if (present.found)
    edits.insert(present.end, "\n" + missing.substr(0, missing.size() - 1));
  else
    edits.insert(present.end, missing + "\n");
}

/// Other compilers would warn of the pragma: it becomes a comment. One that the command line asked for
/// goes as it came.
void OutputWriter::dropPragma(size_t offset, Edits &edits) {
  size_t length = 0;
  if (isInsertedPragma(text, offset, length) && !options.functions.empty())
    return edits.replace(offset, length, "");
  if (text[offset] == '#')
    edits.insert(offset, "// ");
  for (size_t end = text.find('\n', offset); end != std::string::npos && end; end = text.find('\n', end + 1)) {
    size_t last = end - 1 - (text[end - 1] == '\r');
    if (text[last] != '\\')
      break;
    last = text.find_last_not_of(" \t", last - 1);
    edits.replace(last + 1, end - last, "\n// ");
  }
}

/// The same for `_Pragma("adjoint ...")`, in macros, too.
void OutputWriter::dropPragmaOperators(const std::set<size_t> &dropped, Edits &edits) {
  const clang::SourceLocation start = sources.getLocForStartOfFile(sources.getMainFileID());
  clang::Lexer lexer(start, unit.ast.getLangOpts(), text.data(), text.data(), text.data() + text.size());
  std::array<clang::Token, 4> last; // _Pragma ( "adjoint ..." )
  for (clang::Token &token : last)
    token.startToken();
  const std::string opening = "\"adjoint ";
  do {
    std::rotate(last.begin(), last.begin() + 1, last.end());
    lexer.LexFromRawLexer(last.back());
    const bool isOperator = last[0].is(clang::tok::raw_identifier) && last[0].getRawIdentifier() == "_Pragma" &&
                            last[1].is(clang::tok::l_paren) && last[2].is(clang::tok::string_literal) && last[3].is(clang::tok::r_paren);
    if (!isOperator)
      continue;
    const size_t offset = sources.getFileOffset(last[0].getLocation()), end = sources.getFileOffset(last[3].getLocation()) + 1;
    const llvm::StringRef said(last[2].getLiteralData(), last[2].getLength());
    const bool isReplaced = dropped.count(offset) && !options.functions.empty();
    if (said.starts_with(opening) && !isReplaced)
      edits.replace(offset, end - offset, "/* " + said.drop_front().drop_back().str() + " */");
  } while (last.back().isNot(clang::tok::eof));
}

std::string OutputWriter::source() {
  Edits edits;
  insertIncludes(edits);
  std::set<size_t> dropped; // one pragma may ask for several derivatives
  for (const frontend::Pragma &pragma : unit.pragmas.all())
    if (sources.isWrittenInMainFile(pragma.where) && dropped.insert(sources.getFileOffset(pragma.where)).second)
      dropPragma(sources.getFileOffset(pragma.where), edits);
  dropPragmaOperators(dropped, edits);
  for (const frontend::DeclaredTarget &target : unit.declared)
    place(unit, target, edits);
  for (const GeneratedAdjoint &adjoint : generated.adjoints)
    place(unit, adjoint, edits);
  return edits.apply(text);
}

/// That the function's own header includes. The header of adjoints does not declare it.
bool OutputWriter::isDeclaredByHeader(const clang::FunctionDecl *function) const {
  return llvm::any_of(function->redecls(), [&](const clang::FunctionDecl *declaration) {
    return !sources.isWrittenInMainFile(sources.getExpansionLoc(declaration->getLocation()));
  });
}

std::string OutputWriter::header() {
  std::string guard = "ADJOINT_" + llvm::sys::path::filename(options.header).upper();
  for (char &c : guard)
    c = std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  std::string result = "// Adjoints of functions in " + llvm::sys::path::filename(options.source).str() +
                       ", generated by adjoint-gen.\n#ifndef " + guard + "\n#define " + guard + "\n\n";
  IncludeLines includes = includeLines(text, text.size());
  for (const std::string &line : includes.lines)
    result += line + "\n";
  llvm::SetVector<const clang::RecordDecl *> records;
  std::string declarations;
  for (const GeneratedAdjoint &adjoint : generated.adjoints) {
    const clang::FunctionDecl *function = adjoint.target->function;
    if (!function->isExternallyVisible())
      continue;
    collectRecords(sources, function, records);
    const std::string connection = isDeclaredByHeader(function) ? connectionOf(adjoint) : "";
    declarations += "\n" + frontend::inNamespacesOf(function->getDeclContext(), adjoint.declaration + connection);
  }
  for (const clang::RecordDecl *record : records)
    result += "\n" +
              frontend::inNamespacesOf(record->getDeclContext(), (record->getKindName() + " " + record->getName() + ";\n").str());
  result += declarations;
  return result + "\n#endif // " + guard + "\n";
}

} // namespace

std::string sourceWithAdjoints(const frontend::LoweredUnit &unit, const Generated &generated, const Options &options) {
  return OutputWriter(unit, generated, options).source();
}

namespace {

/// As make reads it.
std::string escaped(llvm::StringRef path) {
  std::string result;
  for (char c : path) {
    if (c == ' ' || c == '#')
      result += '\\';
    result += c == '$' ? "$$" : std::string(1, c);
  }
  return result;
}

/// The files that have been read, as what the output depends on.
std::string dependencies(const clang::SourceManager &sources, const std::string &output) {
  std::set<std::string> files;
  for (auto file = sources.fileinfo_begin(); file != sources.fileinfo_end(); ++file) {
    llvm::SmallString<256> path(file->first.getName());
    llvm::sys::fs::make_absolute(path);
    if (llvm::sys::fs::exists(path))
      files.insert(path.str().str());
  }
  std::string result = escaped(output) + ":";
  for (const std::string &file : files)
    result += " \\\n  " + escaped(file);
  return result + "\n";
}

} // namespace

namespace {
llvm::Error writeReport(const frontend::LoweredUnit &unit, const Generated &generated, const Options &options,
                        FileWriter &writer) {
  llvm::Expected<std::string> data = reportData(unit, generated, options);
  return data ? writer.write(reportPage(llvm::sys::path::filename(options.source).str(), *data)) : data.takeError();
}
} // namespace

llvm::Error writeOutputs(const frontend::LoweredUnit &unit, const Generated &generated, const Options &options,
                         const std::string &text) {
  OutputWriter writer(unit, generated, options);
  FileWriter source(options.output), header(options.header), depfile(options.depfile),
      report(options.report);
  if (llvm::Error error = options.output.empty() ? llvm::Error::success() : source.write(text))
    return error;
  if (llvm::Error error = options.header.empty() ? llvm::Error::success() : header.write(writer.header()))
    return error;
  if (!options.depfile.empty())
    if (llvm::Error error = depfile.write(dependencies(unit.ast.getSourceManager(), options.output)))
      return error;
  if (!options.report.empty())
    if (llvm::Error error = writeReport(unit, generated, options, report))
      return error;
  for (FileWriter *other : {&header, &depfile, &report})
    if (llvm::Error error = other->finish())
      return error;
  return source.finish();
}

} // namespace adjoint::driver
