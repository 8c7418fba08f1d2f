// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CodeGen/Functions/SharedStructs.h"

#include "CodeGen/Functions/PlainStructs.h"
#include "IR/ClassView.h"

#include "llvm/ADT/StringExtras.h"

namespace adjoint::codegen {

using namespace ir;

namespace {

constexpr const char *space = "adjoint_plain";

/// All that the struct holds and leads to, without the names that one file gives.
class Description {
public:
  explicit Description(const Record &record) { add(record); }

  std::string text;

private:
  void add(const Type *type) {
    text += type->isConst ? "const " : "";
    for (; type->element; type = type->element)
      text += type->isArray() ? "[" + std::to_string(type->count) + "]" : type->isPointer() ? "*" : "&";
    if (type->isRecord())
      add(*type->record);
    else
      text += type->spelling;
  }

  void add(const Record &record) {
    const bool isNamed = !record.isMirror || !record.view;
    text += isNamed ? record.spelling : record.view->spelling;
    if (auto [entry, isNew] = numbers.insert({&record, numbers.size()}); !isNew) {
      text += "#" + std::to_string(entry->second);
      return;
    }
    text += "{";
    for (const Field &field : record.fields) {
      text += isNamed ? "" : record.view->fields[field.index].part + " ";
      text += field.name + ":" + std::to_string(field.bits) + " ";
      add(field.type);
      text += ";";
    }
    if (!isNamed)
      for (const DynamicClass &dynamic : record.view->classes)
        text += std::to_string(dynamic.number) + " " + dynamic.spelling + ";";
    text += "}";
  }

  std::map<const Record *, size_t> numbers;
};

/// FNV-1a, which is the same everywhere.
std::string digest(const std::string &text) {
  uint32_t hash = 2166136261u;
  for (const char c : text)
    hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
  std::string digits = llvm::utohexstr(hash, /*LowerCase=*/true);
  return std::string(8 - digits.size(), '0') + digits;
}

bool isPartOfName(char c) { return llvm::isAlnum(c) || c == '_'; }

std::string nameFor(const Record &record) {
  std::string name;
  for (const char c : record.view->spelling)
    if (isPartOfName(c) || (!name.empty() && name.back() != '_'))
      name += isPartOfName(c) ? c : '_';
  return name + (name.empty() || name.back() != '_' ? "_" : "") + digest(Description(record).text);
}

} // namespace

void SharedStructs::add(const Type *type) {
  while (type->element)
    type = type->element;
  if (!type->isRecord() || contains(type->record))
    return;
  const Record &record = *type->record;
  const bool isShared = record.isMirror && record.view;
  if (isShared) {
    names[&record] = nameFor(record);
    bySpelling[record.spelling] = &record;
  }
  if (isShared || !record.isMirror)
    for (const Field &field : record.fields)
      add(field.type);
}

std::string SharedStructs::replaced(const std::string &text, const std::string &scope) const {
  std::string result;
  for (size_t i = 0; i < text.size();) {
    size_t end = i;
    while (end < text.size() && isPartOfName(text[end]))
      ++end;
    if (end == i) {
      result += text[i++];
      continue;
    }
    const std::string word = text.substr(i, end - i);
    auto found = bySpelling.find(word);
    result += found == bySpelling.end() ? word : scope + names.at(found->second);
    i = end;
  }
  return result;
}

std::string SharedStructs::withSharedNames(const std::string &text) const {
  return replaced(text, std::string("::") + space + "::");
}

std::string SharedStructs::definitions(const std::vector<const Record *> &records) const {
  if (records.empty())
    return "";
  return std::string("namespace ") + space + " {\n\n" + replaced(printPlainStructs(records), "") + "\n} // namespace " +
         space + "\n";
}

std::string SharedStructs::alias(const Record &record) const {
  return "using " + record.spelling + " = ::" + space + "::" + names.at(&record) + ";\n";
}

} // namespace adjoint::codegen
