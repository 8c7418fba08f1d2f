// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PluginArguments: `-fplugin-arg-adjoint-KEY=VALUE`, named like the options of the command.

#ifndef ADJOINT_DRIVER_PLUGIN_PLUGINARGUMENTS_H
#define ADJOINT_DRIVER_PLUGIN_PLUGINARGUMENTS_H

#include "Driver/Request/Options.h"
#include "Support/Diagnostics.h"

namespace adjoint::driver {

/// False after an error was reported.
bool readPluginArguments(const std::vector<std::string> &arguments, Options &options, DiagnosticSink &sink);

} // namespace adjoint::driver

#endif
