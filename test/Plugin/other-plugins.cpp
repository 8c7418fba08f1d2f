// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Other plugins, loaded before or after, see the adjoints like everything else.
//
// RUN: %uncached-clangxx %plugin -fplugin=%build/test/other-plugin.so %s -o %t.exe %runtime-flags | FileCheck %s
// RUN: %t.exe
// RUN: %uncached-clangxx -fplugin=%build/test/other-plugin.so %plugin %s -o %t.exe %runtime-flags | FileCheck %s
// RUN: %t.exe
//
// CHECK: {{^}}seen{{$}}
// CHECK: {{^}}seen_b{{$}}

#pragma adjoint reverse
double seen(const double *x, int n) {
  double product = 1.0;
  for (int i = 0; i < n; ++i)
    product *= x[i];
  return product;
}

int main() {
  const double x[] = {2.0, 3.0};
  double x_b[2] = {};
  seen_b(x, x_b, 2, 1.0);
  return x_b[0] == 3.0 && x_b[1] == 2.0 ? 0 : 1;
}
