// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Report: a page that shows the source beside its adjoints, with what the analyses found (--report). One HTML file without
// anything beside it.

#ifndef ADJOINT_DRIVER_OUTPUT_REPORT_H
#define ADJOINT_DRIVER_OUTPUT_REPORT_H

#include "Driver/Pipeline/Pipeline.h"

#include "llvm/Support/Error.h"

namespace adjoint::driver {

/// What the page shows, as JSON:
///   source     name of the file
///   lines      its text
///   functions  name, line, lastLine; variables (name, isActive, activity, records); regions (line, what, form, detail)
///   records    line, bytes, text: what the forward sweep keeps at a line, each time that it passes
///   measured   line, sweep, visits, bytes, nanoseconds: what a run has counted (Measured.h); missing if there was none
///   adjoints   name; lines (text, from: the line of the source that it comes from, 0 for none)
/// An error if what was measured cannot be read.
llvm::Expected<std::string> reportData(const frontend::LoweredUnit &unit, const Generated &generated,
                                       const Options &options);

/// The page.
std::string reportPage(const std::string &title, const std::string &data);

} // namespace adjoint::driver

#endif
