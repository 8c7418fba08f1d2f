// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MemberDispatch: a pointer to a member is that member's number, and what it is used for a choice among the members that
// it can lead to.
//
//     double dispatch(int member, const Layer &self, double x) {
//       if (member == 1)
//         return Layer_wave(self, x);
//       return Layer_square(self, x);
//     }
//     double &dispatch(int member, Params &self) {
//       if (member == 3)
//         return self.alpha;
//       return self.beta;
//     }

#ifndef ADJOINT_FRONTEND_LOWER_MEMBERDISPATCH_H
#define ADJOINT_FRONTEND_LOWER_MEMBERDISPATCH_H

#include "Frontend/Lower/UnitLowering.h"

namespace adjoint::frontend {

/// Null if there is no member, or one of a base that is a part of the object.
const ir::Function *makeMemberDispatcher(UnitLowering &unit, const clang::MemberPointerType *type, bool isConstObject,
                                         const std::vector<const clang::ValueDecl *> &members);

} // namespace adjoint::frontend

#endif
