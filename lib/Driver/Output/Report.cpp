// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Driver/Output/Report.h"

#include "Driver/Output/Measured.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"

namespace adjoint::driver {

namespace json = llvm::json;

namespace {

std::vector<llvm::StringRef> linesOf(llvm::StringRef text) {
  llvm::SmallVector<llvm::StringRef, 0> lines;
  text.rtrim('\n').split(lines, '\n');
  for (llvm::StringRef &line : lines)
    line = line.rtrim('\r');
  return {lines.begin(), lines.end()};
}

/// JSON is UTF-8; a source may be anything.
std::string asUtf8(llvm::StringRef text) { return json::isUTF8(text) ? text.str() : json::fixUTF8(text); }

json::Value asJson(const analysis::VariableFacts &variable) {
  json::Array records;
  for (const analysis::RecordFacts &record : variable.records)
    records.push_back(textOf(record));
  return json::Object{{"name", variable.name},
                      {"isActive", variable.isActive},
                      {"activity", variable.activity},
                      {"records", std::move(records)}};
}

json::Value asJson(const analysis::RegionFacts &region) {
  return json::Object{{"line", region.line}, {"what", region.what}, {"form", region.form}, {"detail", region.detail}};
}

json::Value asJson(const analysis::FunctionFacts &facts) {
  json::Array variables, regions;
  for (const analysis::VariableFacts &variable : facts.variables)
    variables.push_back(asJson(variable));
  for (const analysis::RegionFacts &region : facts.regions)
    regions.push_back(asJson(region));
  return json::Object{{"name", facts.name},
                      {"line", facts.line},
                      {"lastLine", facts.lastLine},
                      {"variables", std::move(variables)},
                      {"regions", std::move(regions)}};
}

/// What one execution of a line puts on the tape, and why.
void addRecords(const analysis::FunctionFacts &facts, json::Array &out) {
  for (const analysis::VariableFacts &variable : facts.variables)
    for (const analysis::RecordFacts &record : variable.records)
      if (record.line)
        out.push_back(json::Object{{"line", record.line},
                                   {"bytes", int64_t(record.bytes)},
                                   {"text", variable.name + " is " + textOf(record)}});
}

json::Value asJson(const frontend::LoweredUnit &unit, const GeneratedAdjoint &adjoint) {
  json::Array lines;
  size_t number = 0;
  for (llvm::StringRef line : linesOf(adjoint.definitions)) {
    const Location from = number < adjoint.origins.size() ? adjoint.origins[number] : Location();
    lines.push_back(json::Object{{"text", asUtf8(line)}, {"from", unit.lineOf(from)}});
    ++number;
  }
  return json::Object{{"name", adjoint.target->request.name}, {"lines", std::move(lines)}};
}

} // namespace

llvm::Expected<std::string> reportData(const frontend::LoweredUnit &unit, const Generated &generated,
                                       const Options &options) {
  const clang::SourceManager &sources = unit.ast.getSourceManager();
  json::Array lines, functions, records, adjoints;
  for (llvm::StringRef line : linesOf(sources.getBufferData(sources.getMainFileID())))
    lines.push_back(asUtf8(line));
  for (const GeneratedAdjoint &adjoint : generated.adjoints) {
    adjoints.push_back(asJson(unit, adjoint));
    for (const analysis::FunctionFacts &facts : adjoint.facts) {
      functions.push_back(asJson(facts));
      addRecords(facts, records);
    }
  }
  json::Object data{{"source", llvm::sys::path::filename(options.source)},
                    {"lines", std::move(lines)},
                    {"functions", std::move(functions)},
                    {"records", std::move(records)},
                    {"adjoints", std::move(adjoints)}};
  if (!options.measured.empty()) {
    llvm::Expected<json::Array> measured = readMeasured(options.measured, options.source);
    if (!measured)
      return measured.takeError();
    data["measured"] = std::move(*measured);
  }
  return llvm::formatv("{0}", json::Value(std::move(data))).str();
}

} // namespace adjoint::driver
