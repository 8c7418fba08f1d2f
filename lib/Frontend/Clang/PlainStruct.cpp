// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Clang/PlainStruct.h"

namespace adjoint::frontend {

bool isPlainStruct(const clang::CXXRecordDecl *record) {
  record = record->getDefinition();
  return record && !record->isLambda() && !record->isUnion() && record->getNumBases() == 0 &&
         !record->isPolymorphic() && record->hasTrivialDestructor() && record->isTriviallyCopyable();
}

} // namespace adjoint::frontend
