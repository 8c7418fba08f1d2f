// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// FileWriter: a file that is written beside the one that it will be renamed to. Whoever
// reads that sees the old or the new one, and of several files all can be written before any
// is renamed.

#ifndef ADJOINT_DRIVER_OUTPUT_FILEWRITER_H
#define ADJOINT_DRIVER_OUTPUT_FILEWRITER_H

#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"

#include <optional>
#include <string>

namespace adjoint::driver {

class FileWriter {
public:
  /// "-" is standard output.
  explicit FileWriter(const std::string &path) : path(path) {}
  ~FileWriter();

  llvm::Error write(const std::string &text);
  /// Shows what has been written, if anything.
  llvm::Error finish();

private:
  llvm::Error failure(llvm::Error error) const;

  const std::string path;
  std::string forOutput;
  std::optional<llvm::sys::fs::TempFile> temporary;
};

} // namespace adjoint::driver

#endif
