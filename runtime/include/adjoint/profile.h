// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The profile: what each line of the source costs in generated code, measured where the program runs. Code that was
// generated with --profile says in which line it is:
//
//     void f_b(double x, double &x_b, double y_b) {
//       const adjoint::profile::Call call("model.cpp");     // until the end of the function
//       // Forward sweep.
//       adjoint::profile::forward(12);                      // what follows comes from line 12
//       ...
//       adjoint::profile::at(13);                           // from line 13, in the same sweep
//       ...
//       // Reverse sweep.
//       adjoint::profile::reverse(13);
//       ...
//     }
//
// Counted for each file, line and sweep:
//
//   visits       how often control came to the line, from another or anew
//   bytes        by how much the tape had grown when control left the line; what shrinks it counts nothing
//   nanoseconds  how long control was there, by std::chrono::steady_clock
//
// Functions that the line calls belong to the line, but for generated ones, which have lines of their own. So the times
// of all lines add up to the time that calls of adjoints took. What was not generated with --profile is not counted, nor
// is what a program does between its calls of adjoints.
//
// Cost: a mark reads the clock, which takes some tens of nanoseconds. They count for the lines.
//
// When the program ends, the counts are written to the file that the environment variable ADJOINT_PROFILE names;
// without it, to adjoint-profile.json in the present folder. A file that is there is replaced. A program that has
// counted nothing writes none. `adjoint-gen --report=FILE.html --measured=adjoint-profile.json` shows what is in it:
//
//     {"lines": [
//       {"file": "model.cpp", "line": 12, "sweep": "forward", "visits": 1, "bytes": 8, "nanoseconds": 73},
//       {"file": "model.cpp", "line": 13, "sweep": "reverse", "visits": 1, "bytes": 0, "nanoseconds": 51}
//     ]}
//
// in the order of files, lines and sweeps. A file has the name that it had when its adjoints were generated.
//
//   Threads  each thread counts for itself, and adds its counts to those of the program when it ends; a thread that
//            runs longer than the program is not in the file
//   Errors   Call, at, forward and reverse throw std::bad_alloc; a file that cannot be written at the end of the
//            program is reported on the error output
//   After    generated code must not run in destructors of objects of static or thread storage duration
#ifndef ADJOINT_PROFILE_H
#define ADJOINT_PROFILE_H

#include <string>

namespace adjoint {
namespace profile {

/// While it lives, marks of the calling thread name lines of this file. At its end, the caller's line goes on.
class Call {
public:
  /// `file`: of static storage duration. Until the first mark, the caller's line goes on.
  explicit Call(const char *file);
  ~Call();
  Call(const Call &) = delete;
  Call &operator=(const Call &) = delete;

private:
  void *file_, *line_; // the caller's
  int sweep_;
};

/// From here on, what runs belongs to the line, which is at least 0, in the sweep that the function is in: the one that it
/// named last, else its caller's. Without a caller it is the forward sweep.
void at(int line);
/// The same in the forward sweep.
void forward(int line);
/// The same in the reverse sweep.
void reverse(int line);

/// Writes what the calling thread and those that have ended have counted until now. At the end of the program it is
/// written once more. Throws std::runtime_error if it cannot.
void write(const std::string &file);

/// Forgets what the calling thread and those that have ended have counted, as after a first run that only fills caches.
void reset();

} // namespace profile
} // namespace adjoint

#endif // ADJOINT_PROFILE_H
