// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Options: what a user asks of the tool, whichever door they came through.

#ifndef ADJOINT_DRIVER_REQUEST_OPTIONS_H
#define ADJOINT_DRIVER_REQUEST_OPTIONS_H

#include "Transform/Passes/Options.h"

#include <string>
#include <vector>

namespace adjoint::driver {

struct Options {
  bool toleratesSequential = false; ///< plugin: nothing is said of sequential loops, even if the primal's are parallel
  std::string source;
  std::string output; ///< "-": standard output; empty: none
  std::string header; ///< empty: none
  std::string report; ///< a page that shows what was found; empty: none
  std::string measured; ///< a profile, which the page shows; empty: none
  std::string depfile; ///< what the output was made of, as make reads it; empty: none
  /// A stage whose result is printed; then no output is written.
  std::string dump;
  /// A pass after which each function is printed; then no output is written.
  std::string dumpAfter;
  /// A function, requested or called, of which the analyses' answers are printed; then no output is written.
  std::string explain;
  /// A source that asks for nothing is no error; then nothing is written.
  bool ifAnnotated = false;
  /// The source includes nothing any more. Of the plugin.
  bool isPreprocessed = false;
  /// Folder for a file with each adjoint, which debug information names; empty: none. Of the plugin.
  std::string dumpDir;
  /// Qualified names of functions to be treated as annotated, with these clauses.
  std::vector<std::string> functions, wrt, of;
  std::string checkpoint; ///< "memory(1GB)": loops that have snapshots without a pragma are chosen; empty: none
  std::vector<std::string> modes = {"reverse"}; ///< see isMode
  bool value = false;                           ///< of the adjoint
  bool profile = false;                         ///< generated code counts what each line costs
  bool check = false;                           ///< write a program that checks the derivatives
  std::string python;                           ///< write a module for Python of this name; empty: none
  /// Of that program: "x=1.2", "a=1:2:3"; and, of a module for Python too, how many elements pointers lead to, "a=12".
  std::vector<std::string> point, sizes;
  transform::Options transform;
  /// Folder of the runtime's headers, and of Clang's own.
  std::string runtimeInclude, clangResources;

  bool writesNothing() const { return !dump.empty() || !dumpAfter.empty() || !explain.empty(); }
};

/// `model.cpp` becomes `model.adj.cpp` (`infix`: ".adj").
std::string defaultOutput(const std::string &source, const std::string &infix);

} // namespace adjoint::driver

#endif
