// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// adjoint-gen: the command line.

#include "AdjointConfig.h"
#include "Driver/Batch.h"
#include "Driver/Driver.h"
#include "Driver/Pipeline.h"

#include "clang/Tooling/CompilationDatabase.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/WithColor.h"

namespace cl = llvm::cl;
namespace path = llvm::sys::path;
using namespace adjoint;

namespace {

// --help shows them in alphabetical order.
cl::OptionCategory asking("What is differentiated", "Beside what '#pragma adjoint' or ADJOINT asks for in the source.");
cl::OptionCategory checking("Checking derivatives");
cl::OptionCategory inputs("What is read and written");
cl::OptionCategory showing("What is shown");
cl::OptionCategory switches("Which analyses are switched off", "For comparison: results are the same.");

cl::list<std::string> sources(cl::Positional, cl::desc("SOURCE... [-- COMPILER FLAGS]"), cl::cat(inputs));
cl::opt<std::string> output("o", cl::desc("Output; default: SOURCE with .adj before the suffix; -: stdout"),
                            cl::value_desc("file"), cl::cat(inputs));
cl::opt<std::string> header("header", cl::desc("Also write a header with the adjoints' declarations"),
                            cl::value_desc("file"), cl::cat(inputs));
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
cl::list<std::string> modes("mode", cl::desc("What to make of --function: reverse (the default), tangent, or both"),
                            cl::value_desc("reverse,tangent"), cl::CommaSeparated, cl::cat(asking));
cl::opt<bool> value("value", cl::desc("The adjoint of --function returns its result"), cl::cat(asking));

cl::opt<bool> strongZero("strong-zero",
                         cl::desc("A zero derivative stays zero, also times an infinite or undefined partial"),
                         cl::cat(asking));

cl::opt<bool> check("check", cl::desc("Write a program that compares differences, tangent and adjoint of --function"),
                    cl::cat(checking));
cl::list<std::string> point("at", cl::desc("Where it evaluates; the rest is random: numbers, or lists 1:2:3"),
                            cl::value_desc("x=1.2,a=1:2:3"), cl::CommaSeparated, cl::cat(checking));
cl::list<std::string> sizes("size", cl::desc("How many elements pointers lead to; default: 16"),
                            cl::value_desc("a=12"), cl::CommaSeparated, cl::cat(checking));

cl::opt<bool> cxxflags("cxxflags", cl::desc("Print the compiler flags that generated code needs"), cl::cat(showing));
cl::opt<bool> plugin("plugin", cl::desc("Print where the plugin of clang++ is"), cl::cat(showing));
cl::opt<std::string> explain("explain", cl::desc("Print what the analyses found of each variable of a function"),
                             cl::value_desc("name"), cl::cat(showing));
cl::opt<std::string> dump("dump", cl::desc("Print what a stage finds, and write nothing"), cl::value_desc("stage"),
                          cl::cat(showing));
cl::opt<bool> strict("strict", cl::desc("What is warned of is an error"), cl::cat(showing));
cl::opt<bool> activeBranch("Wactive-branch", cl::desc("Warn of branches on active values (default)"), cl::cat(showing),
                           cl::Hidden);
cl::opt<bool> noActiveBranch("Wno-active-branch", cl::desc("Do not warn of branches on active values"),
                             cl::cat(showing));
cl::opt<bool> openMpSequential("Wopenmp-sequential", cl::desc("Warn of OpenMP that is passed over (default)"),
                               cl::cat(showing), cl::Hidden);
cl::opt<bool> noOpenMpSequential("Wno-openmp-sequential", cl::desc("Do not warn of OpenMP that is passed over"),
                                 cl::cat(showing));
cl::opt<bool> textRoundTrip("Wtext-roundtrip", cl::desc("Warn of derivatives that end in text (default)"), cl::cat(showing),
                            cl::Hidden);
cl::opt<bool> noTextRoundTrip("Wno-text-roundtrip", cl::desc("Do not warn of derivatives that end in text"),
                              cl::cat(showing));

cl::opt<bool> noInline("no-inline", cl::desc("Dissolving small callees, references and local records"),
                       cl::cat(switches));
cl::opt<bool> noFlatten("no-flatten", cl::desc("Dissolving the blocks of the source"), cl::cat(switches));
cl::opt<bool> noInlineLoops("no-inline-loops", cl::desc("Dissolving callees with loops"), cl::cat(switches));
cl::opt<bool> noActivity("no-activity", cl::desc("Activity: what derivatives flow through"), cl::cat(switches));
cl::opt<bool> noTbr("no-tbr", cl::desc("To be recorded: what the reverse sweep needs"), cl::cat(switches));
cl::opt<bool> noApart("no-apart", cl::desc("Pointers apart: records know which lead to different blocks"),
                      cl::cat(switches));
cl::opt<bool> noNewBlocks("no-new-blocks", cl::desc("New blocks: nothing is recorded of what they held"),
                          cl::cat(switches));
cl::opt<bool> noLiveness("no-liveness", cl::desc("Liveness: what of the forward sweep is needed"), cl::cat(switches));
cl::opt<bool> noRecompute("no-recompute", cl::desc("Recomputation of what is cheaper than its record"),
                          cl::cat(switches));
cl::opt<bool> noQuotients("no-quotients", cl::desc("Recomputation of quotients that the loop around does not change"),
                          cl::cat(switches));
cl::opt<bool> noDistribution("no-distribution", cl::desc("Distribution of loops that add to neighbours"),
                             cl::cat(switches));
cl::opt<bool> noOneSweep("no-one-sweep", cl::desc("Value and adjoint of a recursion at once"), cl::cat(switches));
cl::opt<bool> noZeros("no-zeros", cl::desc("Passing over loops whose adjoint is zero"), cl::cat(switches));
cl::opt<bool> noSums("no-sums", cl::desc("Sums of a loop in variables, in any order"), cl::cat(switches));
cl::opt<bool> noUpward("no-upward", cl::desc("Upward loops for reversed loops around loops"), cl::cat(switches));
cl::opt<bool> noFusion("no-fusion", cl::desc("Fusion of both sweeps of a loop"), cl::cat(switches));
cl::opt<bool> noBlocks("no-blocks", cl::desc("Blocks of the tape for counted loops"), cl::cat(switches));

bool fail(const llvm::Twine &message) {
  llvm::WithColor::error(llvm::errs(), "adjoint-gen") << message << "\n";
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
  options.inlining = !noInline;
  options.flatten = !noFlatten;
  options.loopInlining = !noInlineLoops;
  options.activity = !noActivity;
  options.tbr = !noTbr;
  options.liveness = !noLiveness;
  options.recompute = !noRecompute;
  options.fusion = !noFusion;
  options.distribution = !noDistribution;
  options.oneSweep = !noOneSweep;
  options.zeros = !noZeros;
  options.sums = !noSums;
  options.upward = !noUpward;
  options.quotients = !noQuotients;
  options.apart = !noApart;
  options.newBlocks = !noNewBlocks;
  options.blocks = !noBlocks;
  options.strict = strict;
  options.strongZero = strongZero;
  options.warnActiveBranch = activeBranch || !noActiveBranch;
  options.warnOpenMpSequential = openMpSequential || !noOpenMpSequential;
  options.warnTextRoundTrip = textRoundTrip || !noTextRoundTrip;
  return options;
}

/// Is what the options say of functions consistent?
bool checkFunctionOptions(const driver::Options &options) {
  bool hasClauses = !options.wrt.empty() || !options.of.empty() || options.value;
  if (hasClauses && options.functions.empty())
    return fail(
        "--wrt, --of and --value belong to --function; in the source, write '#pragma adjoint reverse wrt(...)'");
  for (const std::string &mode : options.modes)
    if (mode != "reverse" && mode != "tangent")
      return fail("no mode '" + mode + "'; there are reverse and tangent");
  if (!modes.empty() && options.functions.empty())
    return fail("--mode belongs to --function; in the source, write '#pragma adjoint tangent'");
  if (check && options.functions.empty())
    return fail("--check needs --function");
  if (!check && !(options.point.empty() && options.sizes.empty()))
    return fail("--at and --size belong to --check");
  for (const std::string &entry : options.point)
    if (!isAssignment(entry, "0123456789.:+-eEinfaxp"))
      return fail("--at: '" + entry + "' is not name=number or name=number:number");
  for (const std::string &entry : options.sizes)
    if (!isAssignment(entry, "0123456789"))
      return fail("--size: '" + entry + "' is not name=number");
  return true;
}

bool readOptions(const char *argv0, driver::Options &options) {
  if (sources.empty())
    return fail("no SOURCE given; see adjoint-gen --help");
  options.source = sources.front();
  options.check = check;
  options.point = point;
  options.sizes = sizes;
  options.output =
      fromHere(output.empty() ? driver::defaultOutput(options.source, check ? ".check" : ".adj") : output);
  options.header = fromHere(header);
  options.depfile = fromHere(depfile);
  options.dump = dump;
  options.explain = explain;
  options.ifAnnotated = ifAnnotated;
  options.functions = functions;
  options.wrt = wrt;
  options.of = of;
  options.value = value;
  if (check)
    options.modes = {"reverse", "tangent"};
  else if (!modes.empty())
    options.modes = modes;
  options.transform = transformOptions();
  options.runtimeInclude = besideExecutable(argv0, config::RuntimeIncludeDir);
  options.clangResources = config::ClangResourceDir;
  if (!checkFunctionOptions(options))
    return false;
  const std::vector<std::string> &stages = driver::dumpStages();
  if (!options.dump.empty() && std::find(stages.begin(), stages.end(), options.dump) == stages.end())
    return fail("no stage '" + options.dump + "' to dump; there are " + llvm::join(stages, ", "));
  if (options.output != "-" && llvm::sys::fs::equivalent(options.source, options.output))
    return fail("the output would overwrite the source");
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
    fail(message);
  else if (database->getCompileCommands(getAbsolutePath(sources.front())).empty()) {
    fail("'" + sources.front() + "' is not in the compilation database of '" + buildDir + "'");
    return nullptr;
  }
  return database;
}

/// Each source in a process that is called like this one.
bool runBatch(const std::vector<std::string> &commandLine) {
  if (!output.empty() || !header.empty() || !depfile.empty() || !functions.empty() || !dump.empty() || !explain.empty())
    return fail("-o, --header, --depfile, --function, --dump and --explain take one SOURCE");
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
  if (sources.size() > 1)
    return runBatch(commandLine) ? 0 : 1;
  driver::Options options;
  if (!readOptions(argv[0], options))
    return 1;
  auto commands = compileCommands(std::move(given));
  return commands && driver::run(options, *commands) ? 0 : 1;
}
