// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Turns: what makes threads that run one statement take turns, or tell themselves apart, in it or in a function that it calls.
//
//     std::lock_guard guard(m); h[p[i]] *= v;       takes turns: in derivatives too, only if the loop is sequential
//     a[p[i]].fetch_add(v);                          std::atomic
//     scratch()[0] = v;                              where scratch() asks for the number of the thread
//
// Models leave nothing of locks and atomics (adjoint/model/threads.h): iterations that rely on them must not run in parallel.

#ifndef ADJOINT_FRONTEND_FACTS_TURNS_H
#define ADJOINT_FRONTEND_FACTS_TURNS_H

#include "clang/AST/Stmt.h"

#include <string>

namespace adjoint::frontend {

class ClassHierarchy;

/// As a reason why the iterations of a loop run one after the other; empty: there is none.
std::string whyInTurns(const clang::Stmt *stmt, ClassHierarchy &classes);

} // namespace adjoint::frontend

#endif
