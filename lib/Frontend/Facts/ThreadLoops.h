// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ThreadLoops: loops that do nothing but start threads, which may run side by side in derivatives, too, and what is only added up
// under a lock.
//
//     for (int t = 0; t < threads; ++t) {                 startsThreads
//       const int first = t * n / threads;
//       pool.emplace_back([&, t] {
//         double part = ...;
//         std::lock_guard<std::mutex> lock(m);            firstUnderLock: what is behind it
//         sum += part;
//       });
//     }
//
// Two threads that run side by side have nothing to do with each other, or the program has a race; but for locks, atomics, and what waits,
// which Turns.h finds.

#ifndef ADJOINT_FRONTEND_FACTS_THREADLOOPS_H
#define ADJOINT_FRONTEND_FACTS_THREADLOOPS_H

#include "clang/AST/Stmt.h"

#include <optional>

namespace adjoint::frontend {

/// Does each iteration start one thread, as the last thing that it does, and only declare numbers and pointers before?
bool startsThreads(const clang::ForStmt *loop);

/// `sum += x` in one type, and loops over nothing but that?
bool onlyAdds(const clang::Stmt *s);
/// In a block that takes a lock and then only adds: the number of the first sum.
std::optional<unsigned> firstUnderLock(const clang::CompoundStmt *block);

} // namespace adjoint::frontend

#endif
