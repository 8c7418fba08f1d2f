// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Report: the answers of the analyses as text, one line a statement or variable, for --dump
// and for the tests that check them.

#ifndef ADJOINT_ANALYSIS_REPORT_REPORT_H
#define ADJOINT_ANALYSIS_REPORT_REPORT_H

#include "Analysis/Activity/Liveness.h"
#include "Analysis/Memory/Program.h"

#include <functional>

namespace adjoint::analysis {

class Activity;
class Tbr;

/// The line of a location in the user's source, 0 for none.
using LineOf = std::function<unsigned(Location)>;

/// "*p: *q" for regions that may overlap, "p -> v" for what pointers may lead to.
std::string reportAlias(const Unit &unit);
/// "reads *x, writes *y"
std::string reportEffects(const Unit &unit);
/// "line 7: x y" for what is varied (useful, active) after the statement.
std::string reportVaried(const Unit &unit, const Activity &activity, const LineOf &lineOf);
std::string reportUseful(const Unit &unit, const Activity &activity, const LineOf &lineOf);
std::string reportActivity(const Unit &unit, const Activity &activity, const LineOf &lineOf);
/// "line 7: recorded, needed for line 5"
std::string reportTbr(const Unit &unit, const Tbr &tbr, const LineOf &lineOf);
/// "line 9: not executed" for primal statements that the forward sweep leaves out.
std::string reportLiveness(const Unit &unit, const std::set<const ir::Stmt *> &executed, const LineOf &lineOf);

} // namespace adjoint::analysis

#endif
