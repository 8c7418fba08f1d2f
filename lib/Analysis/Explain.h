// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Explain: for each variable of a function, and for what it points to, the answers of the
// analyses in words: is it varied and useful, from where and up to where, what of it is
// recorded, and for which line. For --explain.

#ifndef ADJOINT_ANALYSIS_EXPLAIN_H
#define ADJOINT_ANALYSIS_EXPLAIN_H

#include "Analysis/Report.h"

namespace adjoint::analysis {

/// Begins with "function f". Sizes are those of the values that one execution records.
std::string explain(const Unit &unit, const Activity &activity, const Tbr &tbr, const LineOf &lineOf);

} // namespace adjoint::analysis

#endif
