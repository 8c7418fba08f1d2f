// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads: what a function has to do with other threads, of the library's <thread>, <future>, <mutex>, <atomic>, <execution>.
//
//     std::mutex m;                                                    here: nobody outside can hold it
//     std::thread t([&] { std::lock_guard guard(m); sum += g(x); });   started: runs where it is started, in derivatives
//     while (!ready) {}                                                waits: would never end
//
// Models run threads one after the other, as a program may whose threads do not wait for each other. A lock is nothing then,
// but for one that callers, or other threads of theirs, hold as well.

#ifndef ADJOINT_FRONTEND_FACTS_THREADS_H
#define ADJOINT_FRONTEND_FACTS_THREADS_H

#include "clang/AST/Decl.h"

#include <string>
#include <vector>

namespace adjoint::frontend {

bool isThreadClass(clang::QualType type);
bool isVectorOfThreads(clang::QualType type);
/// `std::lock_guard<std::mutex> lock(m);`, which holds the lock to the end of its block.
bool takesLock(const clang::VarDecl *variable);

struct ThreadUse {
  clang::SourceLocation where;
  std::string name;
};

/// What the function starts threads by, unless these run side by side in derivatives: `std::thread`, `std::async`, `std::execution::par`;
/// each once.
std::vector<ThreadUse> threadsStartedIn(const clang::FunctionDecl *definition);

/// Refuses what waits for another thread, or leaves one alone.
void refuseWaiting(const clang::FunctionDecl *definition);

/// The locks that the functions name and that others may hold while `requested` runs: those of the file, of its parameters, and
/// of objects that it is given.
std::vector<ThreadUse> locksOfOthers(const std::vector<const clang::FunctionDecl *> &definitions,
                                     const clang::FunctionDecl *requested);

} // namespace adjoint::frontend

#endif
