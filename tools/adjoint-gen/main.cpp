// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// adjoint-gen: the command line.

#include "AdjointConfig.h"
#include "Driver/Command/Batch.h"
#include "Driver/Command/Driver.h"
#include "Driver/Pipeline/Pipeline.h"
#include "Driver/Request/CheckpointOption.h"
#include "Driver/Request/FunctionFinder.h"
#include "Support/Diagnostics.h"
#include "Support/StageTimes.h"

#include "clang/Tooling/CompilationDatabase.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Pass.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/WithColor.h"

#include <deque>

namespace cl = llvm::cl;
namespace path = llvm::sys::path;
using namespace adjoint;

namespace {

// --help shows them in alphabetical order.
cl::OptionCategory asking("What is differentiated", "Beside what '#pragma adjoint' or ADJOINT asks for in the source.");
cl::OptionCategory checking("Checking derivatives");
cl::OptionCategory inputs("What is read and written");
cl::OptionCategory showing("What is shown");
cl::OptionCategory switches("Which passes and analyses are left out", "For comparison: derivatives are the same.");

cl::list<std::string> sources(cl::Positional, cl::desc("SOURCE... [-- COMPILER FLAGS]"), cl::cat(inputs));
cl::opt<std::string> output("o", cl::desc("Output; default: SOURCE with .adj before the suffix; -: stdout"),
                            cl::value_desc("file"), cl::cat(inputs));
cl::opt<std::string> header("header", cl::desc("Also write a header with the adjoints' declarations"),
                            cl::value_desc("file"), cl::cat(inputs));
cl::opt<std::string> python("python", cl::desc("Write a module for Python, on top of pybind11"),
                            cl::value_desc("module"), cl::cat(inputs));
cl::opt<std::string> depfile("depfile", cl::desc("Also write what the output was made from, for make"),
                             cl::value_desc("file"), cl::cat(inputs));
cl::opt<std::string> buildDir("p", cl::desc("Take flags from this folder's compile_commands.json"),
                              cl::value_desc("dir"), cl::cat(inputs));
cl::opt<bool> ifAnnotated("if-annotated", cl::desc("Skip a SOURCE that asks for nothing; so several are"),
                          cl::cat(inputs));

cl::list<std::string> functions("function", cl::desc("Differentiate this function, as if it were annotated"),
                                cl::value_desc("name"), cl::cat(asking));
cl::list<std::string> wrt("wrt", cl::desc("Independent parameters of --function"), cl::value_desc("a,b"),
                          cl::CommaSeparated, cl::cat(asking));
cl::list<std::string> of("of", cl::desc("Dependent parameters of --function; 'return': its result"),
                         cl::value_desc("y"), cl::CommaSeparated, cl::cat(asking));
cl::list<std::string> modes("mode", cl::desc("What to make of --function: reverse (the default), tangent, hessian_vector, jacobian, hessian, or several of them"),
                            cl::value_desc("reverse,tangent"), cl::CommaSeparated, cl::cat(asking));
cl::opt<bool> value("value", cl::desc("The adjoint of --function returns its result"), cl::cat(asking));

cl::opt<bool> strongZero("strong-zero",
                         cl::desc("A zero derivative stays zero, also times an infinite or undefined partial"),
                         cl::cat(asking));

cl::opt<std::string> checkpoint("checkpoint", cl::desc("Snapshots for the outermost loops that carry a state, instead of records"),
                                cl::value_desc("memory(1GB)"), cl::cat(asking));

cl::opt<bool> check("check", cl::desc("Write a program that compares differences, tangent and adjoint of --function"),
                    cl::cat(checking));
cl::list<std::string> point("at", cl::desc("Where it evaluates; the rest is random: numbers, or lists 1:2:3"),
                            cl::value_desc("x=1.2,a=1:2:3"), cl::CommaSeparated, cl::cat(checking));
cl::list<std::string> sizes("size", cl::desc("How many elements pointers lead to; with --check, 16"),
                            cl::value_desc("a=12"), cl::CommaSeparated, cl::cat(checking));

cl::opt<bool> cxxflags("cxxflags", cl::desc("Print the compiler flags that generated code needs"), cl::cat(showing));
cl::opt<bool> plugin("plugin", cl::desc("Print where the plugin of clang++ is"), cl::cat(showing));
cl::opt<std::string> explain("explain", cl::desc("Print what the analyses found of each variable of a function"),
                             cl::value_desc("name"), cl::cat(showing));
cl::opt<std::string> report("report", cl::desc("Also write a page that shows the source beside its adjoints"),
                            cl::value_desc("file.html"), cl::cat(showing));
cl::opt<std::string> measured("measured", cl::desc("What a run of code with --profile wrote, for the page of --report"),
                              cl::value_desc("profile.json"), cl::cat(showing));
cl::opt<bool> profile("profile", cl::desc("Generated code measures time and bytes of the tape line by line"),
                      cl::cat(showing));
cl::opt<std::string> dump("dump", cl::desc("Print what a stage finds, and write nothing"), cl::value_desc("stage"),
                          cl::cat(showing));
cl::opt<bool> listPasses("list-passes", cl::desc("Print what there is; --no-NAME leaves an optional one out"),
                         cl::cat(showing));
cl::opt<std::string> dumpAfter("dump-after", cl::desc("Print what a pass leaves, and write nothing"),
                               cl::value_desc("pass"), cl::cat(showing));
cl::opt<bool> verifyEach("verify-each", cl::desc("Check what each pass leaves"), cl::cat(showing));
cl::opt<bool> strict("strict", cl::desc("What is warned of is an error"), cl::cat(showing));
cl::opt<bool> activeBranch("Wactive-branch", cl::desc("Warn of branches on active values (default)"), cl::cat(showing),
                           cl::Hidden);
cl::opt<bool> noActiveBranch("Wno-active-branch", cl::desc("Do not warn of branches on active values"),
                             cl::cat(showing));
cl::opt<bool> openMpSequential("Wopenmp-sequential", cl::desc("Warn of OpenMP and threads that are passed over (default)"),
                               cl::cat(showing), cl::Hidden);
cl::opt<bool> noOpenMpSequential("Wno-openmp-sequential", cl::desc("Do not warn of OpenMP and threads that are passed over"),
                                 cl::cat(showing));
cl::opt<bool> nothingActive("Wnothing-active", cl::desc("Warn of derivatives that are zero (default)"), cl::cat(showing), cl::Hidden);
cl::opt<bool> noNothingActive("Wno-nothing-active", cl::desc("Do not warn of derivatives that are zero"), cl::cat(showing));
cl::opt<bool> textRoundTrip("Wtext-roundtrip", cl::desc("Warn of derivatives that end in text (default)"), cl::cat(showing),
                            cl::Hidden);
cl::opt<bool> noTextRoundTrip("Wno-text-roundtrip", cl::desc("Do not warn of derivatives that end in text"),
                              cl::cat(showing));

/// --no-NAME for each optional pass and analysis of the table.
class PassSwitches {
public:
  PassSwitches() {
    for (const transform::PassInfo &info : transform::passTable()) {
      if (info.need == transform::Need::Required)
        continue;
      const std::string &name = names.emplace_back("no-" + info.name.str());
      options.emplace_back(llvm::StringRef(name), cl::desc(info.text), cl::cat(switches), cl::Hidden);
      passes.push_back(info.pass);
    }
  }
  transform::PassSet switchedOff() const {
    transform::PassSet off;
    for (size_t i = 0; i < passes.size(); ++i)
      if (options[i])
        off.add(passes[i]);
    return off;
  }

private:
  std::deque<std::string> names; ///< which options refer to
  std::deque<cl::opt<bool>> options;
  std::vector<transform::Pass> passes;
} passSwitches;

/// LLVM has the option --time-passes already, for passes of its own. Here it shows ours.
void adoptTimePasses() {
  cl::Option &option = *cl::getRegisteredOptions()["time-passes"];
  option.setDescription("Print where the time went");
  option.setHiddenFlag(cl::NotHidden);
  option.addCategory(showing);
}

bool fail(DiagId why, const std::vector<std::string> &args = {}) {
  llvm::WithColor::error(llvm::errs(), "adjoint-gen") << format(why, args) << "\n";
  return false;
}

/// A folder given relative to the one that the executable is in.
std::string besideExecutable(const char *argv0, const char *relative) {
  static int anchor;
  llvm::SmallString<256> folder(llvm::sys::fs::getMainExecutable(argv0, &anchor));
  path::remove_filename(folder);
  path::append(folder, relative);
  path::remove_dots(folder, /*remove_dot_dot=*/true);
  return std::string(folder);
}

void printCompilerFlags(const char *argv0) {
  std::string libraries = besideExecutable(argv0, config::RuntimeLibDir);
  llvm::outs() << "-I" << besideExecutable(argv0, config::RuntimeIncludeDir) << " -L" << libraries << " -l"
               << config::RuntimeLibName << " -Wl,-rpath," << libraries << "\n";
}

void printPasses() {
  for (const transform::PassInfo &info : transform::passTable()) {
    const bool isRequired = info.need == transform::Need::Required;
    llvm::outs() << llvm::left_justify(info.name, 30)
                 << llvm::left_justify(info.isAnalysis ? "analysis" : isRequired ? "required" : "optional", 10) << info.text
                 << "\n";
  }
}

/// Commands of a compilation database run in folders of their own.
std::string fromHere(const std::string &file) {
  if (file.empty() || file == "-")
    return file;
  llvm::SmallString<256> absolute(file);
  llvm::sys::fs::make_absolute(absolute);
  return std::string(absolute);
}

/// `name=value`, where the value has these characters.
bool isAssignment(const std::string &entry, const char *characters) {
  auto [name, value] = llvm::StringRef(entry).split('=');
  const bool isName = !name.empty() && name.find_first_of("\"\\\n ") == llvm::StringRef::npos;
  return isName && !value.empty() && value.find_first_not_of(characters) == llvm::StringRef::npos;
}

transform::Options transformOptions() {
  transform::Options options;
  options.off = passSwitches.switchedOff();
  options.verifyEach = verifyEach;
  options.strict = strict;
  options.strongZero = strongZero;
  options.warnActiveBranch = activeBranch || !noActiveBranch;
  options.warnOpenMpSequential = openMpSequential || !noOpenMpSequential;
  options.warnNothingActive = nothingActive || !noNothingActive;
  options.warnTextRoundTrip = textRoundTrip || !noTextRoundTrip;
  return options;
}

bool isIdentifier(llvm::StringRef name) {
  const auto isPart = [](char c) { return llvm::isAlnum(c) || c == '_'; };
  return !name.empty() && !llvm::isDigit(name.front()) && llvm::all_of(name, isPart);
}

bool checkPythonOptions(const driver::Options &options) {
  if (python.getNumOccurrences() == 0)
    return true;
  if (!isIdentifier(options.python))
    return fail(DiagId::python_name, {options.python});
  if (check)
    return fail(DiagId::python_check);
  for (const std::string &entry : options.sizes)
    if (llvm::StringRef(entry).split('=').second.empty())
      return fail(DiagId::python_size_malformed, {entry});
  return true;
}

/// Is what the options say of functions consistent?
bool checkFunctionOptions(const driver::Options &options) {
  bool hasClauses = !options.wrt.empty() || !options.of.empty() || options.value;
  if (hasClauses && options.functions.empty())
    return fail(DiagId::clauses_alone);
  for (const std::string &mode : options.modes)
    if (!driver::isMode(mode))
      return fail(DiagId::no_mode, {mode});
  if (!modes.empty() && options.functions.empty() && options.python.empty())
    return fail(DiagId::mode_alone);
  if (check && options.functions.empty())
    return fail(DiagId::check_alone);
  if (!check && !(options.point.empty() && (options.sizes.empty() || !options.python.empty())))
    return fail(DiagId::point_alone);
  for (const std::string &entry : options.point)
    if (!isAssignment(entry, "0123456789.:+-eEinfaxp"))
      return fail(DiagId::point_malformed, {entry});
  for (const std::string &entry : options.sizes)
    if (check && !isAssignment(entry, "0123456789"))
      return fail(DiagId::size_malformed, {entry});
  return checkPythonOptions(options);
}

bool readOptions(const char *argv0, driver::Options &options) {
  if (sources.empty())
    return fail(DiagId::no_source);
  options.source = sources.front();
  options.check = check;
  options.point = point;
  options.sizes = sizes;
  options.output =
      fromHere(output.empty() ? driver::defaultOutput(options.source, check ? ".check" : ".adj") : output);
  options.python = python;
  options.header = fromHere(header);
  options.depfile = fromHere(depfile);
  options.report = fromHere(report);
  options.measured = fromHere(measured);
  options.profile = profile;
  options.dump = dump;
  options.dumpAfter = dumpAfter;
  options.explain = explain;
  options.ifAnnotated = ifAnnotated;
  options.functions = functions;
  options.wrt = wrt;
  options.of = of;
  options.value = value;
  if (!options.python.empty())
    options.modes = {"reverse", "tangent"};
  if (!modes.empty())
    options.modes = modes;
  if (check) // compares what else is asked for with these
    for (const char *mode : {"tangent", "reverse"})
      if (!llvm::is_contained(options.modes, mode))
        options.modes.insert(options.modes.begin(), mode);
  options.transform = transformOptions();
  options.checkpoint = checkpoint;
  options.transform.checkpointMemory = driver::checkpointMemory(checkpoint).value_or(0);
  options.runtimeInclude = besideExecutable(argv0, config::RuntimeIncludeDir);
  options.clangResources = config::ClangResourceDir;
  if (!checkFunctionOptions(options))
    return false;
  if (!checkpoint.empty() && options.transform.checkpointMemory == 0)
    return fail(DiagId::checkpoint_option, {checkpoint});
  if (!options.measured.empty() && options.report.empty())
    return fail(DiagId::measured_alone);
  if (!options.dump.empty() && !driver::isStage(options.dump))
    return fail(DiagId::no_stage, {options.dump, llvm::join(driver::dumpStages(), ", ")});
  if (!options.dumpAfter.empty() && !driver::leavesFunction(options.dumpAfter))
    return fail(DiagId::no_pass, {options.dumpAfter});
  if (options.output != "-" && llvm::sys::fs::equivalent(options.source, options.output))
    return fail(DiagId::overwrites_source);
  return true;
}

/// Flags behind `--`, or from a compilation database, or none.
std::unique_ptr<clang::tooling::CompilationDatabase>
compileCommands(std::unique_ptr<clang::tooling::CompilationDatabase> given) {
  using namespace clang::tooling;
  if (given)
    return given;
  if (buildDir.empty())
    return std::make_unique<FixedCompilationDatabase>(".", std::vector<std::string>());
  std::string message;
  auto database = CompilationDatabase::loadFromDirectory(buildDir, message);
  if (!database)
    fail(DiagId::no_database, {buildDir, llvm::StringRef(message).rtrim().str()});
  else if (database->getCompileCommands(getAbsolutePath(sources.front())).empty()) {
    fail(DiagId::not_in_database, {sources.front(), buildDir});
    return nullptr;
  }
  return database;
}

/// Each source in a process that is called like this one.
bool runBatch(const std::vector<std::string> &commandLine) {
  if (!output.empty() || !header.empty() || !depfile.empty() || !report.empty() || !functions.empty() || !dump.empty() || !dumpAfter.empty() ||
      !explain.empty() || llvm::TimePassesIsEnabled)
    return fail(DiagId::several_sources);
  static int anchor;
  std::vector<std::string> command = {llvm::sys::fs::getMainExecutable(commandLine.front().c_str(), &anchor)};
  auto flags = std::find(commandLine.begin(), commandLine.end(), "--");
  for (auto argument = commandLine.begin() + 1; argument != flags; ++argument)
    if (std::find(sources.begin(), sources.end(), *argument) == sources.end())
      command.push_back(*argument);
  if (!ifAnnotated)
    command.push_back("--if-annotated");
  command.insert(command.end(), flags, commandLine.end());
  return driver::runForEach(command, {sources.begin(), sources.end()});
}

} // namespace

int main(int argc, const char **argv) {
  const std::vector<std::string> commandLine(argv, argv + argc);
  std::string message;
  auto given = clang::tooling::FixedCompilationDatabase::loadFromCommandLine(argc, argv, message);
  adoptTimePasses();
  cl::HideUnrelatedOptions({&asking, &checking, &inputs, &showing, &switches});
  cl::SetVersionPrinter([](llvm::raw_ostream &out) { out << "adjoint-gen " << config::Version << "\n"; });
  cl::ParseCommandLineOptions(argc, argv, "Generates adjoints (reverse-mode derivatives) of C++ functions.\n");
  if (cxxflags) {
    printCompilerFlags(argv[0]);
    return 0;
  }
  if (plugin) {
    llvm::outs() << besideExecutable(argv[0], config::PluginFile) << "\n";
    return 0;
  }
  if (listPasses) {
    printPasses();
    return 0;
  }
  if (sources.size() > 1)
    return runBatch(commandLine) ? 0 : 1;
  driver::Options options;
  if (!readOptions(argv[0], options))
    return 1;
  auto commands = compileCommands(std::move(given));
  if (llvm::TimePassesIsEnabled)
    stageTimes().start("parse");
  const bool isDone = commands && driver::run(options, *commands);
  if (llvm::TimePassesIsEnabled)
    stageTimes().print(llvm::errs());
  return isDone ? 0 : 1;
}
