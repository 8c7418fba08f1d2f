// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Memory/DefinedStorage.h"

#include "llvm/ADT/STLExtras.h"

namespace adjoint::analysis {

using namespace ir;

void DefinedStorage::add(const Variable *variable) {
  if (!known.insert(variable).second)
    return;
  variables.push_back(variable);
  if (variable->isGlobal())
    globalVariables.push_back(variable);
}

void DefinedStorage::add(const Section &section) {
  byBase[section.base].push_back(sections.size());
  sections.push_back({section, ++count});
}

bool DefinedStorage::anyOf(const Variable *base, llvm::function_ref<bool(const Section &)> holds) const {
  auto own = byBase.find(base);
  if (own == byBase.end())
    return false;
  return llvm::any_of(own->second, [&](size_t at) { return holds(sections[at].section); });
}

std::vector<const Variable *> DefinedStorage::variablesSince(Mark mark) const {
  return {variables.begin() + mark.variables, variables.end()};
}

std::vector<DefinedStorage::Section> DefinedStorage::sectionsSince(Mark mark) const {
  std::vector<Section> found;
  for (size_t at = mark.sections; at < sections.size(); ++at)
    found.push_back(sections[at].section);
  return found;
}

void DefinedStorage::undo(Mark mark) {
  for (; variables.size() > mark.variables; variables.pop_back()) {
    known.erase(variables.back());
    if (variables.back()->isGlobal())
      globalVariables.pop_back();
  }
  for (; sections.size() > mark.sections; sections.pop_back())
    byBase[sections.back().section.base].pop_back();
}

DefinedStorage::Part DefinedStorage::partOf(const Variable *variable) const {
  auto own = byBase.find(variable);
  bool hasSections = own != byBase.end() && !own->second.empty();
  return {contains(variable), hasSections ? own->second.size() : 0,
          hasSections ? sections[own->second.back()].number : 0};
}

bool DefinedStorage::holds(const Variable *variable, const Part &earlier) const {
  if (earlier.isWhole && !contains(variable))
    return false;
  if (earlier.count == 0)
    return true;
  auto own = byBase.find(variable);
  return own != byBase.end() && own->second.size() >= earlier.count &&
         sections[own->second[earlier.count - 1]].number == earlier.last;
}

} // namespace adjoint::analysis
