// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes: the table of Passes.def as data.

#ifndef ADJOINT_TRANSFORM_PASSES_PASSES_H
#define ADJOINT_TRANSFORM_PASSES_PASSES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <bitset>
#include <optional>

namespace adjoint::transform {

/// A pass or an analysis.
enum class Pass {
#define PASS(id, name, need, text) id,
#define ANALYSIS(id, name, text) id,
#include "Transform/Passes/Passes.def"
};

enum class Need { Required, Optional };

struct PassInfo {
  Pass pass;
  llvm::StringRef name; ///< of the switch --no-NAME, and of --dump-after=NAME
  llvm::StringRef text; ///< what it does
  Need need;
  bool isAnalysis;      ///< it changes nothing itself: nothing can be dumped after it
};

/// In the order of the table.
llvm::ArrayRef<PassInfo> passTable();
const PassInfo &infoOf(Pass pass);
std::optional<Pass> passNamed(llvm::StringRef name);

class PassSet {
public:
  void add(Pass pass) { bits.set(size_t(pass)); }
  bool contains(Pass pass) const { return bits.test(size_t(pass)); }

  static constexpr size_t room = 128;

private:
  std::bitset<room> bits;
};

} // namespace adjoint::transform

#endif
