// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Recursions over pointers that store none: what is passive beside the tree stays without an adjoint.

#include "numeric.h"

#include <cmath>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>

namespace {

struct Rule {
  int n;
  double node[3];
};
constexpr Rule rules[2] = {{2, {-0.5, 0.5}}, {3, {-0.7, 0, 0.7}}};

template <class F> double quadrature(const F &f, double a, double b, const Rule &rule) {
  double s = 0;
  for (int i = 0; i < rule.n; ++i)
    s += f((a + b) / 2 + (b - a) / 2 * rule.node[i]);
  return s * (b - a) / rule.n;
}
template <class F> double adaptive(const F &f, double a, double b, int depth = 0) {
  double c = quadrature(f, a, b, rules[0]), d = quadrature(f, a, b, rules[1]);
  if (std::fabs(c - d) < 1e-12 || depth > 1)
    return d;
  double m = 0.5 * (a + b);
  return adaptive(f, a, m, depth + 1) + adaptive(f, m, b, depth + 1);
}

using Environment = std::map<std::string, double>;
struct Term {
  virtual ~Term() = default;
  virtual double eval(const Environment &env) const = 0;
};
using Pointer = std::shared_ptr<Term>;
struct Number : Term {
  double v;
  explicit Number(double v) : v(v) {}
  double eval(const Environment &) const override { return v; }
};
struct Variable : Term {
  std::string name;
  explicit Variable(std::string n) : name(std::move(n)) {}
  double eval(const Environment &env) const override { return env.at(name); }
};
struct Binary : Term {
  char op;
  Pointer left, right;
  Binary(char o, Pointer l, Pointer r) : op(o), left(std::move(l)), right(std::move(r)) {}
  double eval(const Environment &env) const override {
    double a = left->eval(env), b = right->eval(env);
    switch (op) {
    case '+':
      return a + b;
    case '*':
      return a * b;
    case '/':
      return a / b;
    }
    throw std::runtime_error("operator");
  }
};

class Parser {
public:
  explicit Parser(const std::string &text) : text(text) {}
  Pointer sum() {
    Pointer left = product();
    while (at < text.size() && text[at] == '+') {
      ++at;
      left = std::make_shared<Binary>('+', left, product());
    }
    return left;
  }

private:
  Pointer product() {
    Pointer left = primary();
    while (at < text.size() && (text[at] == '*' || text[at] == '/')) {
      char op = text[at++];
      left = std::make_shared<Binary>(op, left, primary());
    }
    return left;
  }
  Pointer primary() {
    if (text[at] == '(') {
      ++at;
      Pointer inner = sum();
      ++at;
      return inner;
    }
    if (text[at] >= '0' && text[at] <= '9')
      return std::make_shared<Number>(text[at++] - '0');
    return std::make_shared<Variable>(std::string(1, text[at++]));
  }

  const std::string &text;
  std::size_t at = 0;
};

} // namespace

#pragma adjoint reverse
double integrals(double x, double y) {
  auto f = [&](double t) { return std::exp(-x * t) * std::sin(3 * y * t); };
  auto inner = [&](double u) { return adaptive([&](double v) { return u * v + y * u * u * std::cos(v); }, 0, u); };
  return adaptive(f, 0, 2 * y) + adaptive(inner, 0.1, x);
}

#pragma adjoint reverse
double parsed(double x, double y) {
  const std::string text = "2*a+(b+3)*b/(a+c)";
  Environment env{{"a", x}, {"b", y}};
  env["c"] = x * y;
  return Parser(text).sum()->eval(env);
}

int main() {
  numeric::check("integrals", integrals, integrals_b, {{0.7, 1.3}, {0.4, 0.9}});
  numeric::check("parsed", parsed, parsed_b, {{0.7, 1.3}, {0.4, 0.9}});
  return numeric::report();
}
