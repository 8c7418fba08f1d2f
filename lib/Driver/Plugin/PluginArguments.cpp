// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Driver/Plugin/PluginArguments.h"

#include "Driver/Pipeline/Pipeline.h"
#include "Driver/Request/CheckpointOption.h"
#include "Driver/Request/FunctionFinder.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

#include <algorithm>

namespace adjoint::driver {

namespace {

std::vector<std::string> listIn(const std::string &value) {
  llvm::SmallVector<llvm::StringRef, 4> entries;
  llvm::StringRef(value).split(entries, ',');
  return {entries.begin(), entries.end()};
}

using Setter = void (*)(Options &, const std::string &value);

/// One argument: its name, with '=' where it takes a value.
struct Argument {
  const char *name;
  Setter set;
};
/// Besides these, one for each pass and analysis: `no-tbr`.
const Argument arguments[] = {
    {"checkpoint=", [](Options &o, const std::string &value) { o.checkpoint = value; }},
    {"dump-dir=", [](Options &o, const std::string &value) { o.dumpDir = value; }},
    {"dump=", [](Options &o, const std::string &value) { o.dump = value; }},
    {"dump-after=", [](Options &o, const std::string &value) { o.dumpAfter = value; }},
    {"explain=", [](Options &o, const std::string &value) { o.explain = value; }},
    {"function=", [](Options &o, const std::string &value) { o.functions.push_back(value); }},
    {"header=", [](Options &o, const std::string &value) { o.header = value; }},
    {"measured=", [](Options &o, const std::string &value) { o.measured = value; }},
    {"mode=", [](Options &o, const std::string &value) { o.modes = listIn(value); }},
    {"o=", [](Options &o, const std::string &value) { o.output = value; }},
    {"of=", [](Options &o, const std::string &value) { o.of = listIn(value); }},
    {"profile", [](Options &o, const std::string &) { o.profile = true; }},
    {"report=", [](Options &o, const std::string &value) { o.report = value; }},
    {"strict", [](Options &o, const std::string &) { o.transform.strict = true; }},
    {"strong-zero", [](Options &o, const std::string &) { o.transform.strongZero = true; }},
    {"value", [](Options &o, const std::string &) { o.value = true; }},
    {"verify-each", [](Options &o, const std::string &) { o.transform.verifyEach = true; }},
    {"wrt=", [](Options &o, const std::string &value) { o.wrt = listIn(value); }},
    {"Wactive-branch", [](Options &o, const std::string &) { o.transform.warnActiveBranch = true; }},
    {"Wopenmp-sequential", [](Options &o, const std::string &) { o.transform.warnOpenMpSequential = true; }},
    {"Wno-openmp-sequential", [](Options &o, const std::string &) { o.toleratesSequential = true; }},
    {"Wno-nothing-active", [](Options &o, const std::string &) { o.transform.warnNothingActive = false; }},
    {"Wno-text-roundtrip", [](Options &o, const std::string &) { o.transform.warnTextRoundTrip = false; }},
};

/// Are the values right? Reports what is wrong.
bool areRight(const Options &options, DiagnosticSink &sink) {
  auto fail = [&](DiagId why, std::vector<std::string> args = {}) {
    sink.report(why, Location(), std::move(args));
    return false;
  };
  for (const std::string &mode : options.modes)
    if (!isMode(mode))
      return fail(DiagId::plugin_mode, {mode});
  if (!options.dump.empty() && !isStage(options.dump))
    return fail(DiagId::plugin_stage, {options.dump, llvm::join(dumpStages(), ", ")});
  if (!options.dumpAfter.empty() && !leavesFunction(options.dumpAfter))
    return fail(DiagId::plugin_pass, {options.dumpAfter});
  if (!options.measured.empty() && options.report.empty())
    return fail(DiagId::plugin_measured);
  if (!options.checkpoint.empty() && !checkpointMemory(options.checkpoint))
    return fail(DiagId::checkpoint_option, {options.checkpoint});
  bool hasClauses = !options.wrt.empty() || !options.of.empty() || options.value;
  return !hasClauses || !options.functions.empty() || fail(DiagId::plugin_clauses);
}

std::string knownArguments() {
  std::vector<std::string> names;
  for (const Argument &argument : arguments)
    names.push_back(llvm::StringRef(argument.name).rtrim('=').str());
  return llvm::join(names, ", ") + ", and no-NAME for each NAME that adjoint-gen --list-passes calls optional";
}

/// `no-tbr`. False if there is no such switch.
bool switchOff(llvm::StringRef argument, Options &options) {
  if (!argument.consume_front("no-"))
    return false;
  const std::optional<transform::Pass> pass = transform::passNamed(argument);
  if (!pass || transform::infoOf(*pass).need == transform::Need::Required)
    return false;
  options.transform.off.add(*pass);
  return true;
}

} // namespace

bool readPluginArguments(const std::vector<std::string> &given, Options &options, DiagnosticSink &sink) {
  for (const std::string &text : given) {
    if (switchOff(text, options))
      continue;
    size_t end = text.find('=');
    std::string name = text.substr(0, end == std::string::npos ? end : end + 1);
    auto argument = std::find_if(std::begin(arguments), std::end(arguments),
                                 [&](const Argument &known) { return name == known.name; });
    if (argument == std::end(arguments)) {
      sink.report(DiagId::plugin_argument, Location(), {text, knownArguments()});
      return false;
    }
    argument->set(options, end == std::string::npos ? "" : text.substr(end + 1));
  }
  if (!areRight(options, sink))
    return false;
  options.transform.checkpointMemory = checkpointMemory(options.checkpoint).value_or(0);
  return true;
}

} // namespace adjoint::driver
