// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pipeline: from the requests of a translation unit to the text of their adjoints.

#ifndef ADJOINT_DRIVER_PIPELINE_PIPELINE_H
#define ADJOINT_DRIVER_PIPELINE_PIPELINE_H

#include "Analysis/Report/Facts.h"
#include "CodeGen/Boundary/BoundaryFunctions.h"
#include "CodeGen/Functions/Printer.h"
#include "Driver/Request/Options.h"
#include "Frontend/Unit/Frontend.h"

#include <optional>
#include <set>

namespace adjoint::driver {

/// The adjoint of one function.
struct GeneratedAdjoint {
  const frontend::Target *target = nullptr;
  std::string declaration;
  std::string definitions; ///< with the helpers that it calls
  codegen::LineOrigins origins; ///< of the lines of `definitions`; none of those at the end that cross a boundary
  std::vector<analysis::FunctionFacts> facts; ///< of the function and its helpers, if somebody asks for them
  /// Definitions in the file that must stand before `definitions`.
  std::vector<const clang::Decl *> uses;
  /// The plain structs that must be defined before `definitions`, in order.
  std::vector<const ir::Record *> mirrors;
  std::vector<const ir::HiddenStatic *> hiddenStatics; ///< that are reached through a function, defined behind the structs
  std::vector<codegen::BoundaryDefinition> boundary; ///< behind the structs, in order
  std::vector<const ir::Function *> halvesElsewhere; ///< of other files, that are called
  std::set<std::string> called; ///< functions that it does not define, as it calls them
  std::string fileScope; ///< stands before `definitions`, outside of all namespaces

  bool usesSharedStructs = false;

  bool needsFileScope() const { return usesSharedStructs || !halvesElsewhere.empty(); }
};

struct Generated {
  std::vector<GeneratedAdjoint> adjoints;
};

/// None after an error was reported; what is wrong with the other requests is reported too. With a dump asked for,
/// prints that instead.
std::optional<Generated> buildAdjoints(frontend::LoweredUnit &unit, const Options &options);

/// The stages that --dump knows, in order.
const std::vector<std::string> &dumpStages();
bool isStage(const std::string &name);
/// Is there a pass of this name, so that --dump-after can print what it leaves?
bool leavesFunction(const std::string &pass);

} // namespace adjoint::driver

#endif
