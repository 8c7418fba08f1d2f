// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Loops over the characters of texts: variables, parts of other objects, temporaries, views.

#include "numeric.h"

#include <cmath>
#include <string>
#include <string_view>
#include <vector>

namespace {

double applied(const std::string &program, double v) {
  for (char c : program) {
    if (c == ' ')
      continue;
    if (c == '.')
      break;
    v = c == 's' ? std::sin(v) : c == 'q' ? v * v : v * (c - 'a' + 1) * 0.25;
  }
  return v;
}

double weighted(std::string_view letters, const double *x) {
  double s = 1;
  for (const char &c : letters)
    s *= x[c % 2] + 0.1 * (c - 'a');
  return s;
}

struct Program {
  std::string name;
  double scale;
};

} // namespace

#pragma adjoint reverse
double variables(double x, double y) { return applied("q s c.q", x) * applied(std::string(3, 'q'), 0.9 * y); }

#pragma adjoint reverse
double parts(double x, double y) {
  const std::vector<std::string> names = {"ab", "", "abc"};
  Program program{"bq", y};
  double v[] = {x, y}, s = 0;
  for (const std::string &name : names)
    for (auto c : name)
      v[c % 2] *= program.scale * std::cos(v[0]);
  for (const auto &c : program.name)
    s += v[c % 2] * x;
  return s + weighted("dcba", v) + weighted(names[2], v);
}

#pragma adjoint reverse
double temporaries(double x, double y) {
  double v = x;
  for (char c : std::string("as") + "q")
    v = applied(std::string(1, c), v) + y;
  return v;
}

// A choice between texts of one length is one of arrays.
double scaled(const char *rule, double v) { return rule[0] == 's' ? v * v : std::sin(v); }
#pragma adjoint reverse
double choices(double x, double y, int i) {
  return scaled(i == 1 ? "sq" : i == 2 ? "si" : "ab", x) * y + scaled(i > 2 ? "s" : "bc", y);
}

int main() {
  numeric::check("variables", variables, variables_b, {{0.7, 1.3}, {-0.4, 0.9}});
  numeric::check("parts", parts, parts_b, {{0.7, 1.3}, {-0.4, 0.9}});
  numeric::check("temporaries", temporaries, temporaries_b, {{0.7, 1.3}, {-0.4, 0.9}});
  for (int i = 1; i < 4; ++i)
    numeric::check("choices", {0.7, 1.3}, [i](const numeric::Vector &v) { return numeric::Vector{choices(v[0], v[1], i)}; },
                   [i](const numeric::Vector &v, const numeric::Vector &seed) {
                     double x_b = 0, y_b = 0;
                     choices_b(v[0], x_b, v[1], y_b, i, seed[0]);
                     return numeric::Vector{x_b, y_b};
                   });
  return numeric::report();
}
