// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// adjoint-gen: the command line.

#include "AdjointConfig.h"
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

cl::OptionCategory category("adjoint-gen options");

cl::opt<std::string> source(cl::Positional, cl::desc("SOURCE [-- COMPILER FLAGS]"), cl::cat(category));
cl::opt<std::string> output("o",
                            cl::desc("Where to write; default: SOURCE with .adj before the suffix; -: standard output"),
                            cl::value_desc("file"), cl::cat(category));
cl::list<std::string> functions("function", cl::desc("Differentiate this function, as if it were annotated"),
                                cl::value_desc("name"), cl::cat(category));
cl::list<std::string> wrt("wrt", cl::desc("Independent parameters of --function"), cl::value_desc("a,b"),
                          cl::CommaSeparated, cl::cat(category));
cl::list<std::string> of("of", cl::desc("Dependent parameters of --function; 'return' is what it returns"),
                         cl::value_desc("y"), cl::CommaSeparated, cl::cat(category));
cl::list<std::string> modes("mode", cl::desc("What to make of --function: reverse (the default), tangent, or both"),
                            cl::value_desc("reverse,tangent"), cl::CommaSeparated, cl::cat(category));
cl::opt<bool> value("value", cl::desc("The adjoint returns what the function returns"), cl::cat(category));
cl::opt<bool> check("check", cl::desc("Write a program that compares differences, tangent and adjoint of --function"),
                    cl::cat(category));
cl::list<std::string> point("at", cl::desc("Where --check evaluates; the rest is random: numbers, or lists 1:2:3"),
                            cl::value_desc("x=1.2,a=1:2:3"), cl::CommaSeparated, cl::cat(category));
cl::list<std::string> sizes("size", cl::desc("How many elements pointers lead to in --check; default: 16"),
                            cl::value_desc("a=12"), cl::CommaSeparated, cl::cat(category));
cl::opt<std::string> header("header", cl::desc("Also write a header with the adjoints' declarations"),
                            cl::value_desc("file"), cl::cat(category));
cl::opt<std::string> dump("dump", cl::desc("Print what a stage finds, and write nothing"), cl::value_desc("stage"),
                          cl::cat(category));
cl::opt<std::string> buildDir("p", cl::desc("Folder with compile_commands.json"), cl::value_desc("dir"),
                              cl::cat(category));
cl::opt<bool> strongZero("strong-zero",
                         cl::desc("A zero derivative stays zero, also times an infinite or undefined partial"),
                         cl::cat(category));
cl::opt<bool> strict("strict", cl::desc("A branch on an active value is an error"), cl::cat(category));
cl::opt<bool> activeBranch("Wactive-branch", cl::desc("Warn of branches on active values (default)"), cl::cat(category),
                           cl::Hidden);
cl::opt<bool> noActiveBranch("Wno-active-branch", cl::desc("Do not warn of branches on active values"),
                             cl::cat(category));
cl::opt<bool> noInline("no-inline", cl::desc("Keep small callees, references and local records as they are"),
                       cl::cat(category));
cl::opt<bool> noActivity("no-activity", cl::desc("Switch off activity analysis"), cl::cat(category));
cl::opt<bool> noTbr("no-tbr", cl::desc("Switch off to-be-recorded analysis"), cl::cat(category));
cl::opt<bool> noLiveness("no-liveness", cl::desc("Switch off liveness analysis of the forward sweep"),
                         cl::cat(category));
cl::opt<bool> noRecompute("no-recompute", cl::desc("Record values instead of recomputing them"), cl::cat(category));
cl::opt<bool> noFusion("no-fusion", cl::desc("Run the sweeps of every loop one after the other"), cl::cat(category));
cl::opt<bool> noDistribution("no-distribution", cl::desc("Do not distribute loops that add to neighbours"),
                             cl::cat(category));
cl::opt<bool> noBlocks("no-blocks", cl::desc("Push and pop each value of a counted loop"), cl::cat(category));
cl::opt<bool> cxxflags("cxxflags", cl::desc("Print the compiler flags that generated code needs"), cl::cat(category));

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

bool readOptions(const char *argv0, driver::Options &options) {
  options.source = source;
  options.check = check;
  options.point = point;
  options.sizes = sizes;
  options.output = fromHere(output.empty() ? driver::defaultOutput(source, check ? ".check" : ".adj") : output);
  options.header = fromHere(header);
  options.dump = dump;
  options.functions = functions;
  options.wrt = wrt;
  options.of = of;
  options.value = value;
  if (check)
    options.modes = {"reverse", "tangent"};
  else if (!modes.empty())
    options.modes = modes;
  options.transform.inlining = !noInline;
  options.transform.activity = !noActivity;
  options.transform.tbr = !noTbr;
  options.transform.liveness = !noLiveness;
  options.transform.recompute = !noRecompute;
  options.transform.fusion = !noFusion;
  options.transform.distribution = !noDistribution;
  options.transform.blocks = !noBlocks;
  options.transform.strict = strict;
  options.transform.strongZero = strongZero;
  options.transform.warnActiveBranch = activeBranch || !noActiveBranch;
  options.runtimeInclude = besideExecutable(argv0, config::RuntimeIncludeDir);
  options.clangResources = config::ClangResourceDir;
  if (options.source.empty())
    return fail("no SOURCE given; see adjoint-gen --help");
  bool hasClauses = !options.wrt.empty() || !options.of.empty() || options.value;
  if (hasClauses && options.functions.empty())
    return fail(
        "--wrt, --of and --value belong to --function; in the source, write '#pragma adjoint reverse wrt(...)'");
  for (const std::string &mode : options.modes)
    if (mode != "reverse" && mode != "tangent")
      return fail("no mode '" + mode + "'; there are reverse and tangent");
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
  if (!modes.empty() && options.functions.empty())
    return fail("--mode belongs to --function; in the source, write '#pragma adjoint tangent'");
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
  else if (database->getCompileCommands(getAbsolutePath(source)).empty()) {
    fail("'" + source + "' is not in the compilation database of '" + buildDir + "'");
    return nullptr;
  }
  return database;
}

} // namespace

int main(int argc, const char **argv) {
  std::string message;
  auto given = clang::tooling::FixedCompilationDatabase::loadFromCommandLine(argc, argv, message);
  cl::HideUnrelatedOptions(category);
  cl::SetVersionPrinter([](llvm::raw_ostream &out) { out << "adjoint-gen " << config::Version << "\n"; });
  cl::ParseCommandLineOptions(argc, argv, "Generates adjoints (reverse-mode derivatives) of C++ functions.\n");
  if (cxxflags) {
    printCompilerFlags(argv[0]);
    return 0;
  }
  driver::Options options;
  if (!readOptions(argv[0], options))
    return 1;
  auto commands = compileCommands(std::move(given));
  return commands && driver::run(options, *commands) ? 0 : 1;
}
