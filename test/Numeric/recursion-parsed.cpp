// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-NEEDS-ANALYSES (a parser would have an adjoint)
//
// A parser that builds a tree, and the recursion that evaluates it: what is passive beside the tree stays without an adjoint.

#include "numeric.h"

#include <map>
#include <memory>
#include <stdexcept>
#include <string>

namespace {

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
double parsed(double x, double y) {
  const std::string text = "2*a+(b+3)*b/(a+c)";
  Environment env{{"a", x}, {"b", y}};
  env["c"] = x * y;
  return Parser(text).sum()->eval(env);
}

int main() {
  numeric::check("parsed", parsed, parsed_b, {{0.7, 1.3}, {0.4, 0.9}});
  return numeric::report();
}
