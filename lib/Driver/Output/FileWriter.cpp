// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Driver/Output/FileWriter.h"

#include "Support/Diagnostics.h"

#include "llvm/Support/raw_ostream.h"

namespace adjoint::driver {

namespace fs = llvm::sys::fs;

FileWriter::~FileWriter() {
  if (temporary)
    llvm::consumeError(temporary->discard());
}

llvm::Error FileWriter::write(const std::string &text) {
  if (path == "-") {
    forOutput = text;
    return llvm::Error::success();
  }
  auto file = fs::TempFile::create(path + ".%%%%%%", fs::all_read | fs::owner_write);
  if (!file)
    return failure(file.takeError());
  temporary.emplace(std::move(*file));
  llvm::raw_fd_ostream out(temporary->FD, /*shouldClose=*/false);
  out << text;
  out.flush();
  std::error_code error = out.error();
  out.clear_error();
  return error ? failure(llvm::errorCodeToError(error)) : llvm::Error::success();
}

llvm::Error FileWriter::finish() {
  llvm::outs() << forOutput;
  llvm::Error error = temporary ? temporary->keep(path) : llvm::Error::success();
  temporary.reset();
  return error ? failure(std::move(error)) : llvm::Error::success();
}

llvm::Error FileWriter::failure(llvm::Error error) const {
  return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 format(DiagId::cannot_write, {path, llvm::toString(std::move(error))}));
}

} // namespace adjoint::driver
