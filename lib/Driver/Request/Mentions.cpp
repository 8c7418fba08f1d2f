// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Driver/Request/Mentions.h"

#include "clang/Lex/HeaderSearchOptions.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

#include <set>

namespace adjoint::driver {

namespace {

bool isPartOfName(char c) { return llvm::isAlnum(c) || c == '_'; }

/// As Fortran's names of double or single precision are, with what follows: `dgemm_(`, `idamax_ (`.
bool isFortranCall(llvm::StringRef name, llvm::StringRef rest) {
  return name.size() > 4 && name.size() < 9 && name.back() == '_' && llvm::StringRef("dsi").contains(name.front()) &&
         rest.ltrim().starts_with("(");
}

using IsName = bool (*)(llvm::StringRef name, llvm::StringRef rest);

bool isNameOfBlas(llvm::StringRef name, llvm::StringRef rest) {
  return name.contains_insensitive("blas") || name.contains_insensitive("lapack") || name.contains_insensitive("mkl") ||
         isFortranCall(name, rest);
}

bool isNameOfMpi(llvm::StringRef name, llvm::StringRef) { return name.starts_with("MPI_"); }

/// Calls `visit` with each name and the text behind it, until that says true.
template <class Visit> bool anyName(llvm::StringRef text, Visit visit) {
  for (size_t i = 0; i < text.size();) {
    const size_t begin = i;
    while (i < text.size() && isPartOfName(text[i]))
      ++i;
    if (i != begin && visit(text.slice(begin, i), text.substr(i)))
      return true;
    if (i == begin)
      ++i;
  }
  return false;
}

/// `x.h` of the text behind `include`: "x.h" or <x.h>.
llvm::StringRef includedName(llvm::StringRef rest) {
  rest = rest.ltrim(" \t");
  const char end = rest.starts_with("\"") ? '"' : rest.starts_with("<") ? '>' : '\0';
  return end ? rest.drop_front().take_until([&](char c) { return c == end || c == '\n'; }) : llvm::StringRef();
}

class Search {
public:
  Search(clang::CompilerInstance &compiler, IsName isName) : isName(isName), files(compiler.getFileManager()) {
    for (const auto &entry : compiler.getHeaderSearchOpts().UserEntries)
      if (entry.Group == clang::frontend::Angled || entry.Group == clang::frontend::Quoted)
        folders.push_back(entry.Path);
  }

  bool in(llvm::StringRef text, llvm::StringRef folder) {
    return anyName(text, [&](llvm::StringRef name, llvm::StringRef rest) {
      return isName(name, rest) || (name == "include" && inHeader(includedName(rest), folder));
    });
  }

private:
  bool inHeader(llvm::StringRef name, llvm::StringRef folder) {
    if (name.empty())
      return false;
    if (inFile(folder, name))
      return true;
    for (const std::string &other : folders)
      if (inFile(other, name))
        return true;
    return false;
  }

  bool inFile(llvm::StringRef folder, llvm::StringRef name) {
    llvm::SmallString<256> path(folder);
    llvm::sys::path::append(path, name);
    auto file = files.getOptionalFileRef(path);
    if (!file || !seen.insert(file->getUniqueID()).second) // whatever it is called: headers may include each other by "../x/x.h"
      return false;
    auto buffer = files.getBufferForFile(*file);
    return buffer && in((*buffer)->getBuffer(), llvm::sys::path::parent_path(path));
  }

  IsName isName;
  clang::FileManager &files;
  std::vector<std::string> folders;
  std::set<llvm::sys::fs::UniqueID> seen;
};

bool mentions(clang::CompilerInstance &compiler, IsName isName) {
  if (!compiler.hasSourceManager() || compiler.getSourceManager().getMainFileID().isInvalid())
    return true;
  const clang::SourceManager &sources = compiler.getSourceManager();
  auto main = sources.getFileEntryRefForID(sources.getMainFileID());
  const llvm::StringRef folder = main ? llvm::sys::path::parent_path(main->getName()) : llvm::StringRef();
  return Search(compiler, isName).in(sources.getBufferData(sources.getMainFileID()), folder.empty() ? "." : folder);
}

} // namespace

bool mentionsBlas(clang::CompilerInstance &compiler) { return mentions(compiler, isNameOfBlas); }
bool mentionsMpi(clang::CompilerInstance &compiler) { return mentions(compiler, isNameOfMpi); }

} // namespace adjoint::driver
