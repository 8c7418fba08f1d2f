// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The plugin under flags that compilers are called with.
//
// RUN: %clangxx %plugin -fsyntax-only %s
// RUN: %clangxx %plugin -O3 -g %s -o %t.exe %runtime-flags
// RUN: %t.exe
// RUN: %clangxx %plugin -O0 -Wpedantic -Wshadow -Wconversion -Wunused-macros -Wextra-semi %s -o %t.exe %runtime-flags
// RUN: %t.exe
// RUN: rm -rf %t.cache
// RUN: %clangxx %plugin -fmodules -fmodules-cache-path=%t.cache -include vector %s -o %t.exe %runtime-flags
// RUN: %t.exe
//
// What it enters is warned of nowhere.
// RUN: echo '#pragma adjoint reverse' > %t.quiet.cpp
// RUN: echo 'static double f(double x) { return x * x; }' >> %t.quiet.cpp
// RUN: echo 'double g(double); double g(double x) { return f(x); }' >> %t.quiet.cpp
// RUN: %clangxx %plugin -Weverything -Wno-c++98-compat -c %t.quiet.cpp -o %t.o %runtime-flags
//
// Nothing that it enters is a dependence, but for the header that it has included.
// RUN: %clangxx %plugin -MD -MF %t.d -c %s -o %t.o
// RUN: FileCheck %s --check-prefix=DEPENDS --input-file=%t.d
// DEPENDS-NOT: <
// DEPENDS: adjoint/tape.h
//
// What only preprocesses leaves the pragma where it is; what has been preprocessed is compiled if it has the headers.
// RUN: %clangxx %plugin -E %s -o %t.none.ii
// RUN: FileCheck %s --check-prefix=PREPROCESSED --input-file=%t.none.ii
// RUN: not %clangxx %plugin -c %t.none.ii -o %t.o 2>&1 | FileCheck %s --check-prefix=HEADERS
// RUN: %clangxx %plugin -E -include adjoint/tape.h %s -o %t.ii %runtime-flags
// RUN: %clangxx %plugin %t.ii -o %t.exe %runtime-flags
// RUN: %t.exe
// HEADERS: modes.cpp:[[# @LINE + 19]]:{{.*}}: error: this source has been preprocessed, and lacks headers that its adjoints need
// HEADERS-NOT: error:
// PREPROCESSED: {{^}}#pragma adjoint reverse
// PREPROCESSED-NEXT: {{^}}double f(
//
// In what is included, on the command line or before, too.
// RUN: echo '#include "%s"' > %t.user.cpp
// RUN: %clangxx %plugin %t.user.cpp -o %t.exe %runtime-flags
// RUN: %t.exe
// RUN: echo 'int other;' > %t.other.cpp
// RUN: %clangxx %plugin -include %s %t.other.cpp -o %t.exe %runtime-flags
// RUN: %t.exe
//
// A file without pragmas is compiled as without the plugin.
// RUN: %clangxx -c %t.other.cpp -o %t.without.o
// RUN: %clangxx %plugin -c %t.other.cpp -o %t.with.o
// RUN: cmp %t.without.o %t.with.o

#pragma adjoint reverse
double f(const double *x, int n) {
  double product = 1.0;
  for (int i = 0; i < n; ++i)
    product *= x[i];
  return product;
}

namespace {
namespace model {
#pragma adjoint reverse
double square(double x) { return x * x; }
} // namespace model
} // namespace

int main() {
  const double x[] = {2.0, 3.0, 5.0};
  double x_b[3] = {}, y_b = 0.0;
  f_b(x, x_b, 3, 1.0);
  model::square_b(3.0, y_b, 1.0);
  return model::square(x_b[0]) == 225.0 && x_b[1] == 10.0 && x_b[2] == 6.0 && y_b == 6.0 ? 0 : 1;
}
