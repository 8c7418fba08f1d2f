// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Rules/RuleText.h"

#include "IR/Algebra.h"
#include "IR/Values.h"

#include <cassert>
#include <cctype>
#include <cstdlib>
#include <optional>

namespace adjoint::rules {

using namespace ir;

namespace {

bool isWordCharacter(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.'; }

/// What `y == 0` is for an argument that is a number; none for other conditions.
std::optional<bool> decided(const Expr *condition) {
  const auto *test = llvm::dyn_cast<BinaryExpr>(condition);
  if (!test || test->op != BinaryOp::Equal)
    return std::nullopt;
  std::optional<long double> left = realValue(test->left), right = realValue(test->right);
  return left && right ? std::optional<bool>(*left == *right) : std::nullopt;
}

class Reader {
public:
  Reader(Context &context, const std::string &text, const IntrinsicExpr *call, const Expr *result)
      : context(context), text(text), call(call), result(result) {}

  const Expr *read() {
    const Expr *expr = expression();
    assert(at == text.size() && "a rule must be read to its end");
    return expr;
  }

private:
  void skipSpace() {
    while (at < text.size() && text[at] == ' ')
      ++at;
  }
  bool take(const char *token) {
    skipSpace();
    size_t length = std::char_traits<char>::length(token);
    if (text.compare(at, length, token) != 0)
      return false;
    at += length;
    return true;
  }

  const Expr *expression() {
    const Expr *left = sum();
    static const std::pair<const char *, BinaryOp> comparisons[] = {
        {"<=", BinaryOp::LessEq}, {">=", BinaryOp::GreaterEq}, {"==", BinaryOp::Equal},
        {"!=", BinaryOp::NotEqual}, {"<", BinaryOp::Less},      {">", BinaryOp::Greater}};
    for (const auto &[token, op] : comparisons)
      if (take(token))
        return context.binary(op, left, sum());
    return left;
  }

  const Expr *sum() {
    const Expr *left = product();
    while (true) {
      if (take("+"))
        left = ir::sum(context, left, product());
      else if (take("-"))
        left = ir::difference(context, left, product());
      else
        return left;
    }
  }

  const Expr *product() {
    const Expr *left = factor();
    while (true) {
      if (take("*"))
        left = ir::product(context, left, factor());
      else if (take("/"))
        left = ir::quotient(context, left, factor());
      else
        return left;
    }
  }

  const Expr *factor() {
    if (take("-"))
      return ir::negated(context, factor());
    if (take("(")) {
      const Expr *inner = expression();
      take(")");
      return inner;
    }
    skipSpace();
    std::string word;
    while (at < text.size() && isWordCharacter(text[at]))
      word += text[at++];
    if (std::isdigit(static_cast<unsigned char>(word[0])))
      return number(word);
    return take("(") ? function(word) : symbol(word);
  }

  /// In the type of the call, with the rule's digits.
  const Expr *number(std::string digits) {
    const unsigned bits = call->type->bits;
    const char *text = digits.c_str();
    const long double value = bits <= 32   ? std::strtof(text, nullptr)
                              : bits <= 64 ? std::strtod(text, nullptr)
                                           : std::strtold(text, nullptr);
    if (digits.find_first_of(".e") == std::string::npos)
      digits += ".0";
    return context.numeral(Floating{value, false}, digits + (bits <= 32 ? "f" : bits <= 64 ? "" : "L"), call->type);
  }

  const Expr *symbol(const std::string &name) {
    if (name == "r")
      return result;
    unsigned index = name == "w" ? 3 : name[0] - 'x';
    assert(name.size() == 1 && index < call->args.size() && "a rule names x, y, z, w or r");
    return call->args[index];
  }

  const Expr *function(const std::string &name) {
    std::vector<const Expr *> args;
    do
      args.push_back(expression());
    while (take(","));
    take(")");
    if (name == "select") {
      std::optional<bool> known = decided(args[0]);
      return known ? args[*known ? 1 : 2] : ir::choice(context, args[0], args[1], args[2]);
    }
    bool isTest = name == "signbit";
    return context.intrinsic(name, spelled(name), args, isTest ? context.boolType() : call->type);
  }

  static std::string spelled(const std::string &name) {
    if (name == "digamma" || name == "trigamma")
      return "adjoint::" + name;
    if (name.compare(0, 7, "smooth.") != 0 && name.compare(0, 8, "special.") != 0)
      return "std::" + name;
    std::string out = "adjoint::";
    for (char c : name)
      out += c == '.' ? std::string("::") : std::string(1, c);
    return out;
  }

  Context &context;
  const std::string &text;
  const IntrinsicExpr *call;
  const Expr *result;
  size_t at = 0;
};

} // namespace

bool mentions(const std::string &text, const std::string &name) {
  for (size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
    bool startsWord = at == 0 || !isWordCharacter(text[at - 1]);
    size_t end = at + name.size();
    if (startsWord && (end == text.size() || !isWordCharacter(text[end])))
      return true;
  }
  return false;
}

const Expr *instantiate(Context &context, const std::string &text, const IntrinsicExpr *call, const Expr *result) {
  return Reader(context, text, call, result).read();
}

} // namespace adjoint::rules
