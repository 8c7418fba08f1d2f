// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Rules/Rules.h"

#include "IR/Verifier.h"
#include "Rules/References.h"

#include "gtest/gtest.h"

#include <cmath>
#include <limits>

namespace adjoint::rules {
namespace {

using namespace ir;

/// A call of an intrinsic over the variables x0, x1, ..., with its result in a variable too.
class Call {
public:
  Call(Context &context, const std::string &name, const std::string &arguments, const Type *type) : context(context) {
    std::vector<const Expr *> args;
    for (char letter : arguments) {
      const Type *argument = letter == 'i' ? context.intType() : type;
      operands.push_back(variable("x" + std::to_string(operands.size()), argument));
      args.push_back(context.load(operands.back()));
    }
    result = variable("r", type);
    call = llvm::cast<IntrinsicExpr>(context.intrinsic(name, "std::" + name, args, type));
  }

  /// Null where it is zero.
  const Expr *partialBy(unsigned argument) const { return partial(context, call, argument, context.load(result)); }

  std::vector<const Variable *> operands;
  const Variable *result;
  const IntrinsicExpr *call;

private:
  const Variable *variable(const std::string &name, const Type *type) {
    return context.make<Variable>(name, type, Storage::Parameter);
  }
  Context &context;
};

class RulesTest : public ::testing::Test {
protected:
  Context c;
  const Type *LongDouble = c.floating("long double", 128);
  const Real infinity = std::numeric_limits<Real>::infinity(), nan = std::numeric_limits<Real>::quiet_NaN();

  Real valueOf(const Call &call, const Expr *partial, const Reference &reference, const Reals &point) {
    if (!partial)
      return 0;
    Evaluator evaluate;
    for (size_t i = 0; i < point.size(); ++i)
      evaluate.set(call.operands[i], point[i]);
    evaluate.set(call.result, reference.value(point));
    return evaluate(partial);
  }
  /// The partial derivative as its rule gives it.
  Real derivative(const std::string &name, unsigned argument, const Reals &point) {
    const Reference &reference = *referenceOf(name);
    Call call(c, name, reference.arguments, LongDouble);
    return valueOf(call, call.partialBy(argument), reference, point);
  }
};

/// Central differences, extrapolated twice.
Real difference(const RealFunction &f, Reals point, size_t argument) {
  const Real x = point[argument], width = 1.0L / 512 * std::fmin(1.0L, x == 0 ? 1.0L : std::fabs(x));
  auto central = [&](Real h) {
    point[argument] = x + h;
    const Real right = f(point);
    point[argument] = x - h;
    return (right - f(point)) / (2 * h);
  };
  const Real a = central(width), b = central(width / 2), c = central(width / 4);
  const Real ab = (4 * b - a) / 3, bc = (4 * c - b) / 3;
  return (16 * bc - ab) / 15;
}

TEST_F(RulesTest, everyRuleHasAReferenceFunction) {
  for (const Rule &rule : allRules()) {
    const Reference *reference = referenceOf(rule.name);
    ASSERT_TRUE(reference) << "add a reference function for '" << rule.name << "' to unittests/Rules/References.cpp";
    EXPECT_FALSE(reference->points.empty()) << rule.name;
    EXPECT_TRUE(rule.partials.empty() || rule.partials.size() == reference->arguments.size())
        << rule.name << " needs a partial for each argument, or none";
    EXPECT_EQ(find(rule.name), &rule) << rule.name << " stands twice";
  }
  for (const auto &[name, reference] : allReferences())
    EXPECT_TRUE(reference.points.empty() || find(name)) << "no rule for '" << name << "'";
}

TEST_F(RulesTest, partialsAreDerivatives) {
  for (const Rule &rule : allRules()) {
    const Reference *reference = referenceOf(rule.name);
    if (!reference)
      continue;
    Call call(c, rule.name, reference->arguments, LongDouble);
    const RealFunction &f = reference->differentiated ? reference->differentiated : reference->value;
    for (unsigned i = 0; i < reference->arguments.size(); ++i) {
      const Expr *partial = call.partialBy(i);
      EXPECT_EQ(partial != nullptr, isDifferentiable(call.call, i)) << rule.name << ", argument " << i;
      if (reference->arguments[i] != 'f')
        continue;
      for (const Reals &point : reference->points) {
        const Real expected = difference(f, point, i);
        EXPECT_NEAR(valueOf(call, partial, *reference, point), expected, 1e-11L * std::fmax(1, std::fabs(expected)))
            << rule.name << ", argument " << i << ", at " << point[0];
      }
    }
  }
}

TEST_F(RulesTest, integersCarryNoDerivative) {
  for (const auto &[name, reference] : allReferences())
    for (unsigned i = 0; i < reference.arguments.size(); ++i)
      if (reference.arguments[i] != 'f') {
        EXPECT_FALSE(isDifferentiable(Call(c, name, reference.arguments, LongDouble).call, i)) << name;
      }
}

TEST_F(RulesTest, partialsAreWellFormedInEveryPrecision) {
  for (const Type *type : {c.floating("float", 32), c.doubleType(), LongDouble})
    for (const Rule &rule : allRules()) {
      const Reference *reference = referenceOf(rule.name);
      if (!reference)
        continue;
      Call call(c, rule.name, reference->arguments, type);
      Function function;
      function.name = rule.name;
      function.returnType = c.voidType();
      function.params = call.operands;
      function.params.push_back(call.result);
      for (unsigned i = 0; i < reference->arguments.size(); ++i)
        if (const Expr *partial = call.partialBy(i)) {
          EXPECT_EQ(partial->type, type) << rule.name;
          function.body.push_back(c.make<PushStmt>(partial));
        }
      std::string whatIsWrong;
      EXPECT_TRUE(verify(function, whatIsWrong)) << whatIsWrong;
    }
}

TEST_F(RulesTest, aRuleNeedsTheResultWhereItMentionsIt) {
  auto mentions = [&](const char *name, unsigned argument) {
    return mentionsResult(Call(c, name, referenceOf(name)->arguments, LongDouble).call, argument);
  };
  EXPECT_TRUE(mentions("exp", 0));
  EXPECT_TRUE(mentions("sqrt", 0));
  EXPECT_FALSE(mentions("sin", 0));
  EXPECT_FALSE(mentions("pow", 0));
  EXPECT_TRUE(mentions("pow", 1));
  EXPECT_FALSE(mentions("floor", 0));
}

TEST_F(RulesTest, anUnknownFunctionHasNoRule) {
  EXPECT_EQ(find("unknown"), nullptr);
  const auto *call =
      llvm::cast<IntrinsicExpr>(c.intrinsic("unknown", "unknown", {c.zero(c.doubleType())}, c.doubleType()));
  EXPECT_FALSE(isDifferentiable(call, 0));
  EXPECT_EQ(partial(c, call, 0, call), nullptr);
}

// ---------------------------------------------------------- kinks (docs/rules.md)

TEST_F(RulesTest, absoluteValueAtZeroIsThatFromTheRight) {
  EXPECT_EQ(derivative("fabs", 0, {0.0L}), 1);
  EXPECT_EQ(derivative("fabs", 0, {-0.0L}), 1);
}

TEST_F(RulesTest, ofEqualArgumentsTheFirstIsTheExtremum) {
  for (const char *name : {"fmin", "fmax", "min", "max"}) {
    EXPECT_EQ(derivative(name, 0, {2, 2}), 1) << name;
    EXPECT_EQ(derivative(name, 1, {2, 2}), 0) << name;
  }
}

TEST_F(RulesTest, aNaNIsNotTheExtremum) {
  for (const char *name : {"fmin", "fmax"}) {
    EXPECT_EQ(derivative(name, 0, {2, nan}), 1) << name;
    EXPECT_EQ(derivative(name, 1, {2, nan}), 0) << name;
    EXPECT_EQ(derivative(name, 0, {nan, 2}), 0) << name;
    EXPECT_EQ(derivative(name, 1, {nan, 2}), 1) << name;
  }
  for (const char *name : {"min", "max"}) { // std::min and std::max return the first
    EXPECT_EQ(derivative(name, 0, {2, nan}), 1) << name;
    EXPECT_EQ(derivative(name, 0, {nan, 2}), 1) << name;
  }
}

TEST_F(RulesTest, whatIsClampedToAnEqualBoundIsItself) {
  for (const Reals &point : {Reals{1, 1, 2}, Reals{2, 1, 2}, Reals{1, 1, 1}}) {
    EXPECT_EQ(derivative("clamp", 0, point), 1);
    EXPECT_EQ(derivative("clamp", 1, point), 0);
    EXPECT_EQ(derivative("clamp", 2, point), 0);
  }
}

TEST_F(RulesTest, positiveDifferenceOfEqualArgumentsIsConstant) {
  EXPECT_EQ(derivative("fdim", 0, {2, 2}), 0);
  EXPECT_EQ(derivative("fdim", 1, {2, 2}), 0);
}

TEST_F(RulesTest, powersOfZero) {
  EXPECT_EQ(derivative("pow", 0, {0, 2.5L}), 0);
  EXPECT_EQ(derivative("pow", 0, {0, 1}), 1);
  EXPECT_EQ(derivative("pow", 0, {0, 0.5L}), infinity);
  EXPECT_EQ(derivative("pow", 0, {0, 0}), 0);
  for (Real y : {-1.0L, 0.0L, 0.5L, 2.0L})
    EXPECT_EQ(derivative("pow", 1, {0, y}), 0) << y;
}

TEST_F(RulesTest, powersOfNegativeNumbers) {
  EXPECT_EQ(derivative("pow", 0, {-2, 3}), 12);
  EXPECT_EQ(derivative("pow", 0, {-2, 0}), 0);
  EXPECT_EQ(derivative("pow", 1, {-2, 3}), 0);
}

TEST_F(RulesTest, smallWholePowersNeedNoPow) {
  const Variable *x = c.make<Variable>("x", LongDouble, Storage::Parameter);
  auto derivative = [&](const Expr *exponent) {
    const auto *call = llvm::cast<IntrinsicExpr>(c.intrinsic("pow", "std::pow", {c.load(x), exponent}, LongDouble));
    const Expr *found = partial(c, call, 0, call);
    forEachExpr(found, [](const Expr *e) { EXPECT_FALSE(llvm::isa<IntrinsicExpr>(e)); });
    Evaluator evaluate;
    evaluate.set(x, -1.5L);
    return evaluate(found);
  };
  EXPECT_EQ(derivative(c.literal(1, LongDouble)), 1);
  EXPECT_EQ(derivative(c.literal(2, LongDouble)), -3);
  EXPECT_EQ(derivative(c.cast(CastExpr::Form::Implicit, c.intLiteral(3), LongDouble)), 6.75L);
}

TEST_F(RulesTest, whatANumberDecidesIsDecided) {
  const Variable *x = c.make<Variable>("x", LongDouble, Storage::Parameter);
  const Expr *half = c.numeral(Floating{0.5L, true}, "0.5L", LongDouble);
  const auto *call = llvm::cast<IntrinsicExpr>(c.intrinsic("pow", "std::pow", {c.load(x), half}, LongDouble));
  EXPECT_FALSE(llvm::isa<SelectExpr>(partial(c, call, 0, call)));
}

TEST_F(RulesTest, verticalTangentsAreInfinite) {
  EXPECT_EQ(derivative("sqrt", 0, {0}), infinity);
  EXPECT_EQ(derivative("cbrt", 0, {0}), infinity);
  EXPECT_EQ(derivative("log", 0, {0}), infinity);
  EXPECT_EQ(derivative("asin", 0, {1}), infinity);
  EXPECT_EQ(derivative("acos", 0, {-1}), -infinity);
  EXPECT_EQ(derivative("acosh", 0, {1}), infinity);
  EXPECT_EQ(derivative("atanh", 0, {1}), infinity);
}

TEST_F(RulesTest, theOriginHasNoDirection) {
  for (const char *name : {"hypot", "atan2"}) {
    EXPECT_TRUE(std::isnan(derivative(name, 0, {0, 0}))) << name;
    EXPECT_TRUE(std::isnan(derivative(name, 1, {0, 0}))) << name;
  }
  EXPECT_TRUE(std::isnan(derivative("hypot3", 2, {0, 0, 0})));
}

TEST_F(RulesTest, copysignGoesBySignBits) {
  EXPECT_EQ(derivative("copysign", 0, {0.0L, 1}), 1);
  EXPECT_EQ(derivative("copysign", 0, {-0.0L, 1}), -1);
  EXPECT_EQ(derivative("copysign", 0, {-3, -0.0L}), 1);
}

/// Where the quotient is just below a whole number, and rounds to it.
TEST_F(RulesTest, remaindersBesideAMultiple) {
  unsigned found = 0;
  for (int n = 2; n < 60; ++n) {
    const Real y = 1.0L / n;
    const bool isJustBelow = std::fma(y, Real(n), -1.0L) > 0 && 1 / y == n;
    if (!isJustBelow)
      continue;
    ++found;
    EXPECT_NEAR(derivative("fmod", 1, {1, y}), 1 - n, 1e-15L * n);
    EXPECT_NEAR(derivative("remainder", 1, {1, y}), -n, 1e-15L * n);
  }
  EXPECT_GT(found, 0u);
}

TEST_F(RulesTest, smoothedDerivativesAtTheKink) {
  EXPECT_EQ(derivative("smooth.max0", 0, {0, 0.25L}), 0.5L);
  EXPECT_EQ(derivative("smooth.abs", 0, {0, 0.25L}), 0);
  EXPECT_EQ(derivative("smooth.max", 0, {1, 1, 0.25L}), 0.5L);
  EXPECT_EQ(derivative("smooth.min", 1, {1, 1, 0.25L}), 0.5L);
  EXPECT_EQ(derivative("smooth.step", 0, {0, 0.25L}), 1);
}

} // namespace
} // namespace adjoint::rules
