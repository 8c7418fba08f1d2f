// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// InjectedText: what the plugin has parsed behind the user's file: the definitions that the
// command inserts in it, each in its namespaces, after the includes that they need.
//
// The same text would mean something else there if the file defines macros behind a function
// that are named like something in its adjoint: those are hidden.

#ifndef ADJOINT_DRIVER_PLUGIN_INJECTEDTEXT_H
#define ADJOINT_DRIVER_PLUGIN_INJECTEDTEXT_H

#include "Driver/Pipeline/Pipeline.h"

namespace adjoint::driver {

/// A file with one adjoint, for debuggers to show.
struct DumpFile {
  std::string path, text;
};

struct InjectedText {
  std::string text;
  std::vector<DumpFile> dumpFiles;
  std::vector<std::pair<unsigned, Location>> starts; ///< lines where an adjoint begins, and its function

  /// Of the function whose adjoint stands at a line of the text.
  Location functionAt(unsigned line) const;
};

/// There is at least one adjoint.
InjectedText injectedText(const frontend::LoweredUnit &unit, const Generated &generated, const Options &options);

} // namespace adjoint::driver

#endif
