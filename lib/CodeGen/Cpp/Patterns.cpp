// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CodeGen/Cpp/Patterns.h"

namespace adjoint::codegen {

std::string filled(llvm::StringRef pattern, PatternArgument argument) {
  std::string text;
  for (size_t at = pattern.find('$'); at != llvm::StringRef::npos; at = pattern.find('$')) {
    text += pattern.take_front(at);
    pattern = pattern.drop_front(at + 1);
    unsigned number = 0;
    if (pattern.consumeInteger(10, number)) {
      text += '$';
      continue;
    }
    pattern.consume_front(" ");
    text += argument(number, text, pattern);
  }
  return text + pattern.str();
}

} // namespace adjoint::codegen
