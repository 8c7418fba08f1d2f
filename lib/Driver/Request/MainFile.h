// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MainFile: positions in the file that the adjoints are inserted in.

#ifndef ADJOINT_DRIVER_REQUEST_MAINFILE_H
#define ADJOINT_DRIVER_REQUEST_MAINFILE_H

#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace adjoint::driver {

class MainFile {
public:
  explicit MainFile(const clang::SourceManager &sources)
      : sources(sources), text(sources.getBufferData(sources.getMainFileID())) {}

  bool holds(clang::SourceLocation where) const { return sources.isWrittenInMainFile(sources.getExpansionLoc(where)); }
  /// Does it hold the directive by which something in a header is included?
  bool includes(clang::SourceLocation where) const { return inMainFile(where).isValid(); }
  /// For what stands in a header, of the directive that includes it, or 0 if that is not in the file: it is on the
  /// command line, or the header is precompiled.
  size_t offsetOf(clang::SourceLocation where) const;
  /// Of the brace, or of the last character of the macro call that it comes from.
  size_t offsetOfBrace(clang::SourceLocation brace) const;
  /// Of the semicolon behind a declaration; of one inside its class, of that behind the outermost class.
  size_t endOfDeclaration(const clang::FunctionDecl *function) const;
  /// Of the last character of the function's definition; of a class, or a function defined inside one, of the `;`
  /// behind the outermost class.
  size_t endOf(const clang::Decl *definition) const;
  /// Of the last character of the pragma that begins there: a directive, `_Pragma("...")`, or a macro.
  size_t endOfPragma(clang::SourceLocation where) const;
  std::string indentationOf(const clang::FunctionDecl *function) const;
  std::string indentationAt(size_t offset) const;
  size_t endOfLine(size_t offset) const { return std::min(text.find('\n', offset), text.size()); }

  /// Where text goes that follows what ends at `end`: the end of the line if there is nothing else on it, else the
  /// next character.
  size_t behind(size_t end) const;
  bool isEndOfLine(size_t offset) const { return offset == text.size() || text[offset] == '\n'; }

private:
  clang::SourceLocation inMainFile(clang::SourceLocation where) const;

  const clang::SourceManager &sources;
  llvm::StringRef text;
};

} // namespace adjoint::driver

#endif
