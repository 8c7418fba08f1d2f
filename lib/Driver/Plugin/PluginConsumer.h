// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PluginConsumer: the tool inside a compiler. While the file is parsed, pragmas are read and
// adjoints declared, as in the command; at its end, when nothing is left to read, the
// definitions are generated and entered for the parser to go on with.

#ifndef ADJOINT_DRIVER_PLUGIN_PLUGINCONSUMER_H
#define ADJOINT_DRIVER_PLUGIN_PLUGINCONSUMER_H

#include "Driver/Request/Options.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/Frontend/CompilerInstance.h"

namespace adjoint::driver {

/// To be made before the main file is entered. Of the options, `source` and `clangResources` are the compiler's.
std::unique_ptr<clang::ASTConsumer> makePluginConsumer(clang::CompilerInstance &compiler, const Options &options);

} // namespace adjoint::driver

#endif
