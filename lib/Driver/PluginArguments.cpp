// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Driver/PluginArguments.h"

#include "Driver/Pipeline.h"

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
const Argument arguments[] = {
    {"dump-dir=", [](Options &o, const std::string &value) { o.dumpDir = value; }},
    {"dump=", [](Options &o, const std::string &value) { o.dump = value; }},
    {"explain=", [](Options &o, const std::string &value) { o.explain = value; }},
    {"function=", [](Options &o, const std::string &value) { o.functions.push_back(value); }},
    {"header=", [](Options &o, const std::string &value) { o.header = value; }},
    {"mode=", [](Options &o, const std::string &value) { o.modes = listIn(value); }},
    {"no-activity", [](Options &o, const std::string &) { o.transform.activity = false; }},
    {"no-apart", [](Options &o, const std::string &) { o.transform.apart = false; }},
    {"no-new-blocks", [](Options &o, const std::string &) { o.transform.newBlocks = false; }},
    {"no-blocks", [](Options &o, const std::string &) { o.transform.blocks = false; }},
    {"no-distribution", [](Options &o, const std::string &) { o.transform.distribution = false; }},
    {"no-flatten", [](Options &o, const std::string &) { o.transform.flatten = false; }},
    {"no-fusion", [](Options &o, const std::string &) { o.transform.fusion = false; }},
    {"no-inline-loops", [](Options &o, const std::string &) { o.transform.loopInlining = false; }},
    {"no-inline", [](Options &o, const std::string &) { o.transform.inlining = false; }},
    {"no-liveness", [](Options &o, const std::string &) { o.transform.liveness = false; }},
    {"no-quotients", [](Options &o, const std::string &) { o.transform.quotients = false; }},
    {"no-recompute", [](Options &o, const std::string &) { o.transform.recompute = false; }},
    {"no-zeros", [](Options &o, const std::string &) { o.transform.zeros = false; }},
    {"no-one-sweep", [](Options &o, const std::string &) { o.transform.oneSweep = false; }},
    {"no-sums", [](Options &o, const std::string &) { o.transform.sums = false; }},
    {"no-upward", [](Options &o, const std::string &) { o.transform.upward = false; }},
    {"no-tbr", [](Options &o, const std::string &) { o.transform.tbr = false; }},
    {"o=", [](Options &o, const std::string &value) { o.output = value; }},
    {"of=", [](Options &o, const std::string &value) { o.of = listIn(value); }},
    {"strict", [](Options &o, const std::string &) { o.transform.strict = true; }},
    {"strong-zero", [](Options &o, const std::string &) { o.transform.strongZero = true; }},
    {"value", [](Options &o, const std::string &) { o.value = true; }},
    {"wrt=", [](Options &o, const std::string &value) { o.wrt = listIn(value); }},
    {"Wactive-branch", [](Options &o, const std::string &) { o.transform.warnActiveBranch = true; }},
    {"Wopenmp-sequential", [](Options &o, const std::string &) { o.transform.warnOpenMpSequential = true; }},
    {"Wno-text-roundtrip", [](Options &o, const std::string &) { o.transform.warnTextRoundTrip = false; }},
};

/// What is wrong with the values; empty for nothing.
std::string wrongIn(const Options &options) {
  for (const std::string &mode : options.modes)
    if (mode != "reverse" && mode != "tangent")
      return "has no mode '" + mode + "'; there are reverse and tangent";
  const std::vector<std::string> &stages = dumpStages();
  if (!options.dump.empty() && std::find(stages.begin(), stages.end(), options.dump) == stages.end())
    return "has no stage '" + options.dump + "' to dump; there are " + llvm::join(stages, ", ");
  bool hasClauses = !options.wrt.empty() || !options.of.empty() || options.value;
  if (hasClauses && options.functions.empty())
    return "takes wrt, of and value for function alone; in the source, write '#pragma adjoint reverse wrt(...)'";
  return "";
}

std::string knownArguments() {
  std::vector<std::string> names;
  for (const Argument &argument : arguments)
    names.push_back(llvm::StringRef(argument.name).rtrim('=').str());
  return llvm::join(names, ", ");
}

} // namespace

bool readPluginArguments(const std::vector<std::string> &given, Options &options, DiagnosticSink &sink) {
  for (const std::string &text : given) {
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
  std::string wrong = wrongIn(options);
  if (!wrong.empty())
    sink.report(DiagId::plugin_output, Location(), {wrong});
  return wrong.empty();
}

} // namespace adjoint::driver
