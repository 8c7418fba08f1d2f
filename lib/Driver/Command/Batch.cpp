// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Driver/Command/Batch.h"

#include "Support/Diagnostics.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/ThreadPool.h"
#include "llvm/Support/WithColor.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>
#include <system_error>

namespace adjoint::driver {

namespace {

class Batch {
public:
  Batch(const std::vector<std::string> &command, size_t count) : command(command), count(count) {}

  void run(const std::string &source);
  bool succeeded() const { return failures == 0; }

private:
  bool execute(const std::string &source, const std::string &log);
  void reportNoLog(const std::string &source, std::error_code error);
  void report(const std::string &source, const std::string &log);

  const std::vector<std::string> &command;
  const size_t count;
  std::mutex printing;
  size_t done = 0;
  std::atomic<unsigned> failures = 0;
};

void Batch::run(const std::string &source) {
  llvm::SmallString<128> log;
  if (std::error_code error = llvm::sys::fs::createTemporaryFile("adjoint-gen", "log", log)) {
    ++failures;
    return reportNoLog(source, error);
  }
  if (!execute(source, log.str().str()))
    ++failures;
  report(source, log.str().str());
  llvm::sys::fs::remove(log);
}

bool Batch::execute(const std::string &source, const std::string &log) {
  std::vector<llvm::StringRef> arguments(command.begin(), command.end());
  arguments.insert(std::find(arguments.begin(), arguments.end(), "--"), source);
  const std::optional<llvm::StringRef> redirects[] = {std::nullopt, llvm::StringRef(log), llvm::StringRef(log)};
  return llvm::sys::ExecuteAndWait(command.front(), arguments, std::nullopt, redirects) == 0;
}

void Batch::reportNoLog(const std::string &source, std::error_code error) {
  std::lock_guard<std::mutex> lock(printing);
  ++done;
  llvm::WithColor::error(llvm::errs(), "adjoint-gen")
      << format(DiagId::cannot_run, {source, error.message()}) << "\n";
}

void Batch::report(const std::string &source, const std::string &log) {
  std::lock_guard<std::mutex> lock(printing);
  ++done;
  if (llvm::errs().is_displayed())
    llvm::errs() << "[" << done << "/" << count << "] " << source << "\n";
  if (auto said = llvm::MemoryBuffer::getFile(log))
    llvm::errs() << (*said)->getBuffer();
}

} // namespace

bool runForEach(const std::vector<std::string> &command, const std::vector<std::string> &sources) {
  Batch batch(command, sources.size());
  llvm::DefaultThreadPool pool;
  for (const std::string &source : sources)
    pool.async([&batch, &source] { batch.run(source); });
  pool.wait();
  return batch.succeeded();
}

} // namespace adjoint::driver
