// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parse: runs a Clang action over the source, with the flags that it is compiled with and
// those that the tool adds.

#ifndef ADJOINT_DRIVER_REQUEST_PARSE_H
#define ADJOINT_DRIVER_REQUEST_PARSE_H

#include "Driver/Request/Options.h"

#include "clang/Frontend/FrontendAction.h"
#include "clang/Tooling/CompilationDatabase.h"

#include <functional>
#include <memory>

namespace adjoint::driver {

enum class Diagnose { Yes, No };

using ActionMaker = std::function<std::unique_ptr<clang::FrontendAction>()>;

/// Parses `text` in the source's place. False if there were errors.
bool parse(const Options &options, const clang::tooling::CompilationDatabase &commands, const std::string &text,
           const ActionMaker &makeAction, Diagnose diagnose);

} // namespace adjoint::driver

#endif
