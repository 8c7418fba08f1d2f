// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Passes/Passes.h"

#include "llvm/ADT/STLExtras.h"

namespace adjoint::transform {

namespace {
constexpr PassInfo table[] = {
#define PASS(id, name, need, text) {Pass::id, name, text, Need::need, false},
#define ANALYSIS(id, name, text) {Pass::id, name, text, Need::Optional, true},
#include "Transform/Passes/Passes.def"
};
static_assert(std::size(table) <= PassSet::room, "PassSet has no room for more");
} // namespace

llvm::ArrayRef<PassInfo> passTable() { return table; }

const PassInfo &infoOf(Pass pass) { return table[size_t(pass)]; }

std::optional<Pass> passNamed(llvm::StringRef name) {
  const PassInfo *found = llvm::find_if(table, [&](const PassInfo &info) { return info.name == name; });
  return found == std::end(table) ? std::nullopt : std::optional<Pass>(found->pass);
}

} // namespace adjoint::transform
