// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SelfPointers: classes whose copies hold their own address, so that an object is where it was made and nowhere else:
//
//   Small(const Small &o) : data(o.count > 4 ? new double[o.count] : room) { ... }
//   Robot(const Robot &o) : joints(o.joints) { for (Joint &j : joints) j.owner = this; }
//
// Generated code hands objects to functions, and back, member by member: what is passed and returned may not be of such a class.

#ifndef ADJOINT_FRONTEND_FACTS_SELFPOINTERS_H
#define ADJOINT_FRONTEND_FACTS_SELFPOINTERS_H

#include "clang/AST/DeclCXX.h"

namespace adjoint::frontend {

/// Does a constructor that copies or moves write such an address down, it or a member function that it calls? Where objects are
/// neither copied nor moved, any constructor counts.
bool holdsOwnAddress(const clang::CXXRecordDecl *record);

} // namespace adjoint::frontend

#endif
