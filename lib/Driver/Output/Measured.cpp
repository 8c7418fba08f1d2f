// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Driver/Output/Measured.h"

#include "Support/Diagnostics.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

#include <set>

namespace adjoint::driver {

namespace json = llvm::json;

namespace {

template <class... Args> llvm::Error failure(DiagId why, Args... args) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), format(why, {args...}));
}

llvm::Expected<json::Value> parseFile(const std::string &file) {
  auto buffer = llvm::MemoryBuffer::getFile(file);
  if (!buffer)
    return failure(DiagId::cannot_read, file, buffer.getError().message());
  llvm::Expected<json::Value> all = json::parse((*buffer)->getBuffer());
  return all ? std::move(all) : failure(DiagId::profile_malformed, file, llvm::toString(all.takeError()));
}

/// Does it say all that is counted of a line?
bool isLine(const json::Object &entry) {
  const auto sweep = entry.getString("sweep");
  const bool isSweep = sweep && (*sweep == "forward" || *sweep == "reverse");
  auto isCount = [&](llvm::StringRef name) {
    const auto count = entry.getInteger(name);
    return count && *count >= 0;
  };
  return isSweep && entry.getString("file") && isCount("line") && isCount("visits") && isCount("bytes") &&
         isCount("nanoseconds");
}

std::string quotedNames(const std::set<std::string> &names) {
  return names.empty() ? "no source at all" : "'" + llvm::join(names, "', '") + "'";
}

} // namespace

llvm::Expected<json::Array> readMeasured(const std::string &file, const std::string &source) {
  llvm::Expected<json::Value> all = parseFile(file);
  if (!all)
    return all.takeError();
  const json::Object *object = all->getAsObject();
  const json::Array *lines = object ? object->getArray("lines") : nullptr;
  if (!lines)
    return failure(DiagId::profile_malformed, file, "it has no array 'lines'");
  json::Array ofSource;
  std::set<std::string> others;
  for (const json::Value &line : *lines) {
    const json::Object *entry = line.getAsObject();
    if (!entry || !isLine(*entry))
      return failure(DiagId::profile_malformed, file, "one of its 'lines' lacks a number or a sweep");
    if (*entry->getString("file") == source)
      ofSource.push_back(line);
    else
      others.insert(entry->getString("file")->str());
  }
  if (ofSource.empty())
    return failure(DiagId::profile_elsewhere, file, source, quotedNames(others));
  return ofSource;
}

} // namespace adjoint::driver
