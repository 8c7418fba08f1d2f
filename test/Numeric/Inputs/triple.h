// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A class of an installed library, outside of all namespaces.
#pragma GCC system_header
#pragma once

class Triple {
public:
  Triple(double a, double b, double c) : values{a, b, c} {}
  double operator[](int i) const { return values[i]; }
  void split(double &product, double &last) const {
    product = values[0] * values[1];
    last = values[2];
  }

private:
  double values[3];
};
