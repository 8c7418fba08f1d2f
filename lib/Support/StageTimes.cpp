// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Support/StageTimes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

namespace adjoint {

void StageTimes::addToOpen() {
  const llvm::TimeRecord now = llvm::TimeRecord::getCurrentTime();
  if (!open.empty()) {
    llvm::TimeRecord passed = now;
    passed -= since;
    spent[open.back()] += passed;
  }
  since = now;
}

void StageTimes::enter(llvm::StringRef name) {
  addToOpen();
  open.push_back(name);
}

void StageTimes::leave() {
  addToOpen();
  open.pop_back();
}

void StageTimes::print(llvm::raw_ostream &out) {
  while (!open.empty())
    leave();
  auto stages = spent.takeVector();
  llvm::stable_sort(stages, [](const auto &a, const auto &b) { return a.second.getWallTime() > b.second.getWallTime(); });
  llvm::TimeRecord total;
  for (const auto &stage : stages)
    total += stage.second;
  out << "   seconds      %  stage\n";
  auto line = [&](llvm::StringRef name, double seconds) {
    out << llvm::format("%10.4f  %5.1f  ", seconds, 100 * seconds / total.getWallTime()) << name << "\n";
  };
  for (const auto &[name, time] : stages)
    line(name, time.getWallTime());
  line("total", total.getWallTime());
}

StageTimes &stageTimes() {
  static StageTimes times;
  return times;
}

} // namespace adjoint
