// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Rules/References.h"

#include "../../runtime/include/adjoint/math.h"
#include "../../runtime/include/adjoint/smooth.h"
#include "../../runtime/include/adjoint/special.h"
#include "../../runtime/include/adjoint/strong.h"

#include <cmath>
#include <cstdlib>

namespace adjoint::rules {

namespace {

const std::vector<Reals> Anywhere = {{-3.3L}, {-0.7L}, {0.2L}, {1.9L}};
const std::vector<Reals> Positive = {{0.01L}, {0.4L}, {1.7L}, {30.L}};
const std::vector<Reals> Inside = {{-0.9L}, {-0.3L}, {0.2L}, {0.8L}};
const std::vector<Reals> Pairs = {{0.3L, 1.2L}, {-0.7L, 0.4L}, {2.5L, -1.1L}, {-1.3L, -2.9L}};
const std::vector<Reals> Triples = {{0.3L, 1.2L, -0.5L}, {-0.7L, 0.4L, 2.2L}, {2.5L, -1.1L, 0.9L}};
const std::vector<Reals> Shifts = {{0.3L, 3}, {-1.7L, -2}, {2.5L, 0}};
const std::vector<Reals> Counts = {{3}, {-5}};
const std::vector<Reals> CountPairs = {{3, -2}, {-5, 7}};
// With a width of 1/4: inside it and outside, on both sides.
const std::vector<Reals> Widths = {{0.1L, 0.25L}, {-0.2L, 0.25L}, {1.5L, 0.25L}, {-2.L, 0.25L}};
const std::vector<Reals> PairWidths = {
    {1.1L, 1.2L, 0.25L}, {0.6L, 0.5L, 0.25L}, {2.L, -1.L, 0.25L}, {-1.L, 0.3L, 0.25L}};
const std::vector<Reals> Choices = {{0.1L, 2.L, 5.L, 0.25L}, {-0.2L, 1.L, 3.L, 0.25L}, {1.5L, -1.L, 2.L, 0.25L}};

/// An exact function whose derivative is smoothed within the width: there it has the derivative of the soft one.
template <class Soft, class Exact> RealFunction clipped(Soft soft, Exact exact, bool isOfDifference) {
  return [=](const Reals &a) {
    const Real distance = isOfDifference ? a[0] - a[1] : a[0];
    return std::fabs(distance) <= a.back() ? soft(a) : exact(a);
  };
}

const auto clamp = [](const Reals &a) { return a[0] < a[1] ? a[1] : a[2] < a[0] ? a[2] : a[0]; };

#define ONE(function) [](const Reals &a) -> Real { return function(a[0]); }
#define TWO(function) [](const Reals &a) -> Real { return function(a[0], a[1]); }
#define THREE(function) [](const Reals &a) -> Real { return function(a[0], a[1], a[2]); }
#define FOUR(function) [](const Reals &a) -> Real { return function(a[0], a[1], a[2], a[3]); }

std::map<std::string, Reference> elementary() {
  return {
      {"sin", {ONE(std::sin), "f", Anywhere, {}}},
      {"cos", {ONE(std::cos), "f", Anywhere, {}}},
      {"tan", {ONE(std::tan), "f", Anywhere, {}}},
      {"asin", {ONE(std::asin), "f", Inside, {}}},
      {"acos", {ONE(std::acos), "f", Inside, {}}},
      {"atan", {ONE(std::atan), "f", Anywhere, {}}},
      {"atan2", {TWO(std::atan2), "ff", Pairs, {}}},
      {"sinh", {ONE(std::sinh), "f", Anywhere, {}}},
      {"cosh", {ONE(std::cosh), "f", Anywhere, {}}},
      {"tanh", {ONE(std::tanh), "f", Anywhere, {}}},
      {"asinh", {ONE(std::asinh), "f", Anywhere, {}}},
      {"acosh", {ONE(std::acosh), "f", {{1.2L}, {1.5L}, {9.L}}, {}}},
      {"atanh", {ONE(std::atanh), "f", Inside, {}}},
      {"exp", {ONE(std::exp), "f", Anywhere, {}}},
      {"exp2", {ONE(std::exp2), "f", Anywhere, {}}},
      {"exp10", {[](const Reals &a) -> Real { return std::pow(10.0L, a[0]); }, "f", Anywhere, {}}},
      {"expm1", {ONE(std::expm1), "f", Anywhere, {}}},
      {"log", {ONE(std::log), "f", Positive, {}}},
      {"log2", {ONE(std::log2), "f", Positive, {}}},
      {"log10", {ONE(std::log10), "f", Positive, {}}},
      {"log1p", {ONE(std::log1p), "f", Inside, {}}},
      {"pow", {TWO(std::pow), "ff", {{0.3L, 1.2L}, {2.5L, -1.1L}, {1.7L, 0.L}, {4.L, 2.L}}, {}}},
      {"sqrt", {ONE(std::sqrt), "f", Positive, {}}},
      {"cbrt", {ONE(std::cbrt), "f", Anywhere, {}}},
      {"hypot", {TWO(std::hypot), "ff", Pairs, {}}},
      {"hypot3", {THREE(std::hypot), "fff", Triples, {}}},
      {"erf", {ONE(std::erf), "f", Anywhere, {}}},
      {"erfc", {ONE(std::erfc), "f", Anywhere, {}}},
      {"tgamma", {ONE(std::tgamma), "f", {{-2.3L}, {-0.6L}, {0.4L}, {3.5L}}, {}}},
      {"lgamma", {ONE(std::lgamma), "f", {{-2.3L}, {-0.6L}, {0.4L}, {3.5L}}, {}}},
      {"digamma", {ONE(adjoint::digamma), "f", {{-2.3L}, {-0.6L}, {0.4L}, {3.5L}}, {}}},
      {"strong.product", {TWO(adjoint::strong::product), "ff", Pairs, {}}},
      {"strong.quotient", {TWO(adjoint::strong::quotient), "ff", Pairs, {}}},
      {"trigamma", {ONE(adjoint::trigamma), "f", {}, {}}},
  };
}

/// Of an order or degree n, which is a whole number.
#define OF_DEGREE(function) [](const Reals &a) -> Real { return function(unsigned(a[0]), a[1]); }
#define OF_DEGREES(function) [](const Reals &a) -> Real { return function(unsigned(a[0]), unsigned(a[1]), a[2]); }

std::map<std::string, Reference> special() {
  namespace s = adjoint::special;
  const std::vector<Reals> orders = {{0, 0.7L}, {1, 2.3L}, {2.5L, 1.1L}, {3, 4.9L}};
  const std::vector<Reals> degrees = {{0, 0.7L}, {1, 0.3L}, {2, 0.9L}, {5, 0.2L}};
  const std::vector<Reals> twoDegrees = {{0, 0, 0.7L}, {2, 1, 0.3L}, {3, 3, 0.6L}, {5, 2, 0.2L}};
  const std::vector<Reals> moduli = {{0.3L, 0.7L}, {-0.6L, 1.1L}, {0.9L, 0.4L}};
  return {
      {"beta", {TWO(std::beta), "ff", {{0.3L, 1.2L}, {2.5L, 1.1L}, {1.7L, 3.L}}, {}}},
      {"expint", {ONE(std::expint), "f", {{-1.3L}, {0.4L}, {2.1L}}, {}}},
      {"comp_ellint_1", {ONE(std::comp_ellint_1), "f", {{-0.7L}, {0.2L}, {0.9L}}, {}}},
      {"comp_ellint_2", {ONE(std::comp_ellint_2), "f", {{-0.7L}, {0.2L}, {0.9L}}, {}}},
      {"comp_ellint_3", {TWO(std::comp_ellint_3), "ff", {{-0.7L, 0.2L}, {0.2L, -0.8L}, {0.9L, 0.3L}, {0.5L, 0.25L}, {0.4L, 0}, {0, -40}}, {}}},
      {"ellint_1", {TWO(std::ellint_1), "ff", moduli, {}}},
      {"ellint_2", {TWO(std::ellint_2), "ff", moduli, {}}},
      {"j0", {ONE(::j0l), "f", Positive, {}}},
      {"j1", {ONE(::j1l), "f", Positive, {}}},
      {"jn", {[](const Reals &a) -> Real { return ::jnl(int(a[0]), a[1]); }, "if", {{-2, 0.7L}, {0, 0.4L}, {3, 1.9L}}, {}}},
      {"y0", {ONE(::y0l), "f", {{0.4L}, {1.7L}, {3.1L}}, {}}},
      {"y1", {ONE(::y1l), "f", {{0.4L}, {1.7L}, {3.1L}}, {}}},
      {"yn", {[](const Reals &a) -> Real { return ::ynl(int(a[0]), a[1]); }, "if", {{0, 0.7L}, {1, 0.4L}, {3, 1.9L}}, {}}},
      {"cyl_bessel_j", {TWO(std::cyl_bessel_j), "hf", orders, {}}},
      {"cyl_bessel_i", {TWO(std::cyl_bessel_i), "hf", orders, {}}},
      {"cyl_bessel_k", {TWO(std::cyl_bessel_k), "hf", orders, {}}},
      {"cyl_neumann", {TWO(std::cyl_neumann), "hf", orders, {}}},
      {"sph_bessel", {OF_DEGREE(std::sph_bessel), "if", degrees, {}}},
      {"sph_neumann", {OF_DEGREE(std::sph_neumann), "if", degrees, {}}},
      {"legendre", {OF_DEGREE(std::legendre), "if", degrees, {}}},
      {"assoc_legendre", {OF_DEGREES(std::assoc_legendre), "iif", twoDegrees, {}}},
      {"hermite", {OF_DEGREE(std::hermite), "if", degrees, {}}},
      {"laguerre", {OF_DEGREE(std::laguerre), "if", degrees, {}}},
      {"assoc_laguerre", {OF_DEGREES(std::assoc_laguerre), "iif", twoDegrees, {}}},
      // Their derivatives.
      {"special.j0_d", {ONE(s::j0_d), "f", {}, {}}},
      {"special.j1_d", {ONE(s::j1_d), "f", {}, {}}},
      {"special.jn_d", {[](const Reals &a) -> Real { return s::jn_d(int(a[0]), a[1]); }, "if", {}, {}}},
      {"special.y0_d", {ONE(s::y0_d), "f", {}, {}}},
      {"special.y1_d", {ONE(s::y1_d), "f", {}, {}}},
      {"special.yn_d", {[](const Reals &a) -> Real { return s::yn_d(int(a[0]), a[1]); }, "if", {}, {}}},
      {"special.cyl_bessel_j_d", {TWO(s::cyl_bessel_j_d), "hf", {}, {}}},
      {"special.cyl_bessel_i_d", {TWO(s::cyl_bessel_i_d), "hf", {}, {}}},
      {"special.cyl_bessel_k_d", {TWO(s::cyl_bessel_k_d), "hf", {}, {}}},
      {"special.cyl_neumann_d", {TWO(s::cyl_neumann_d), "hf", {}, {}}},
      {"special.sph_bessel_d", {OF_DEGREE(s::sph_bessel_d), "if", {}, {}}},
      {"special.sph_neumann_d", {OF_DEGREE(s::sph_neumann_d), "if", {}, {}}},
      {"special.comp_ellint_3_k", {TWO(s::comp_ellint_3_k), "ff", {}, {}}},
      {"special.comp_ellint_3_nu", {TWO(s::comp_ellint_3_nu), "ff", {}, {}}},
      {"special.legendre_d", {OF_DEGREE(s::legendre_d), "if", {}, {}}},
      {"special.assoc_legendre_d", {OF_DEGREES(s::assoc_legendre_d), "iif", {}, {}}},
      {"special.hermite_d", {OF_DEGREE(s::hermite_d), "if", {}, {}}},
      {"special.laguerre_d", {OF_DEGREE(s::laguerre_d), "if", {}, {}}},
      {"special.assoc_laguerre_d", {OF_DEGREES(s::assoc_laguerre_d), "iif", {}, {}}},
  };
}

#undef OF_DEGREE
#undef OF_DEGREES

std::map<std::string, Reference> piecewise() {
  auto ldexp = [](const Reals &a) { return std::ldexp(a[0], int(a[1])); };
  return {
      {"fabs", {ONE(std::fabs), "f", Anywhere, {}}},
      {"fmin", {TWO(std::fmin), "ff", Pairs, {}}},
      {"fmax", {TWO(std::fmax), "ff", Pairs, {}}},
      {"min", {TWO(std::min), "ff", Pairs, {}}},
      {"max", {TWO(std::max), "ff", Pairs, {}}},
      {"clamp", {clamp, "fff", {{0.3L, -1.L, 2.L}, {-1.5L, -1.L, 2.L}, {2.7L, -1.L, 2.L}}, {}}},
      {"fdim", {TWO(std::fdim), "ff", Pairs, {}}},
      {"fma", {THREE(std::fma), "fff", Triples, {}}},
      {"fmod", {TWO(std::fmod), "ff", {{7.3L, 2.1L}, {-7.3L, 2.1L}, {7.3L, -2.1L}, {0.4L, 2.1L}}, {}}},
      {"remainder", {TWO(std::remainder), "ff", {{7.3L, 2.1L}, {-7.9L, 2.1L}, {7.3L, -2.1L}, {0.4L, 2.1L}}, {}}},
      {"copysign", {TWO(std::copysign), "ff", Pairs, {}}},
      {"nextafter", {TWO(std::nextafter), "ff", Pairs, {}}},
      {"nexttoward", {TWO(std::nexttoward), "ff", Pairs, {}}},
      {"ldexp", {ldexp, "fi", Shifts, {}}},
      {"scalbn", {ldexp, "fi", Shifts, {}}},
      {"scalbln", {ldexp, "fi", Shifts, {}}},
  };
}

std::map<std::string, Reference> smoothed() {
  using namespace smooth;
  return {
      {"smooth.max0", {TWO(max0), "fh", Widths, clipped(TWO(soft::max0), TWO(max0), false)}},
      {"smooth.max", {THREE(smooth::max), "ffh", PairWidths, clipped(THREE(soft::max), THREE(smooth::max), true)}},
      {"smooth.min", {THREE(smooth::min), "ffh", PairWidths, clipped(THREE(soft::min), THREE(smooth::min), true)}},
      {"smooth.abs", {TWO(smooth::abs), "fh", Widths, clipped(TWO(soft::abs), TWO(smooth::abs), false)}},
      {"smooth.step", {TWO(step), "fh", Widths, TWO(soft::step)}},
      {"smooth.select", {FOUR(smooth::select), "fffh", Choices, FOUR(soft::select)}},
      {"smooth.soft.max0", {TWO(soft::max0), "fh", Widths, {}}},
      {"smooth.soft.max", {THREE(soft::max), "ffh", PairWidths, {}}},
      {"smooth.soft.min", {THREE(soft::min), "ffh", PairWidths, {}}},
      {"smooth.soft.abs", {TWO(soft::abs), "fh", Widths, {}}},
      {"smooth.soft.step", {TWO(soft::step), "fh", Widths, {}}},
      {"smooth.soft.select", {FOUR(soft::select), "fffh", Choices, {}}},
      // Their derivatives.
      {"smooth.max0_d", {TWO(max0_d), "fh", {}, {}}},
      {"smooth.max_dx", {THREE(max_dx), "ffh", {}, {}}},
      {"smooth.max_dy", {THREE(max_dy), "ffh", {}, {}}},
      {"smooth.min_dx", {THREE(min_dx), "ffh", {}, {}}},
      {"smooth.min_dy", {THREE(min_dy), "ffh", {}, {}}},
      {"smooth.abs_d", {TWO(abs_d), "fh", {}, {}}},
      {"smooth.step_d", {TWO(step_d), "fh", {}, {}}},
      {"smooth.select_dc", {FOUR(select_dc), "fffh", {}, {}}},
      {"smooth.select_da", {FOUR(select_da), "fffh", {}, {}}},
      {"smooth.select_db", {FOUR(select_db), "fffh", {}, {}}},
      {"smooth.soft.max0_d", {TWO(soft::max0_d), "fh", {}, {}}},
      {"smooth.soft.max_dx", {THREE(soft::max_dx), "ffh", {}, {}}},
      {"smooth.soft.max_dy", {THREE(soft::max_dy), "ffh", {}, {}}},
      {"smooth.soft.min_dx", {THREE(soft::min_dx), "ffh", {}, {}}},
      {"smooth.soft.min_dy", {THREE(soft::min_dy), "ffh", {}, {}}},
      {"smooth.soft.abs_d", {TWO(soft::abs_d), "fh", {}, {}}},
      {"smooth.soft.step_d", {TWO(soft::step_d), "fh", {}, {}}},
      {"smooth.soft.select_dc", {FOUR(soft::select_dc), "fffh", {}, {}}},
      {"smooth.soft.select_da", {FOUR(soft::select_da), "fffh", {}, {}}},
      {"smooth.soft.select_db", {FOUR(soft::select_db), "fffh", {}, {}}},
  };
}

std::map<std::string, Reference> passive() {
  auto fpclassify = [](const Reals &a) { return Real(std::fpclassify(a[0])); };
  return {
      {"floor", {ONE(std::floor), "f", Anywhere, {}}},
      {"ceil", {ONE(std::ceil), "f", Anywhere, {}}},
      {"round", {ONE(std::round), "f", Anywhere, {}}},
      {"trunc", {ONE(std::trunc), "f", Anywhere, {}}},
      {"rint", {ONE(std::rint), "f", Anywhere, {}}},
      {"nearbyint", {ONE(std::nearbyint), "f", Anywhere, {}}},
      {"lround", {ONE(std::lround), "f", Anywhere, {}}},
      {"llround", {ONE(std::llround), "f", Anywhere, {}}},
      {"lrint", {ONE(std::lrint), "f", Anywhere, {}}},
      {"llrint", {ONE(std::llrint), "f", Anywhere, {}}},
      {"logb", {ONE(std::logb), "f", Anywhere, {}}},
      {"ilogb", {ONE(std::ilogb), "f", Anywhere, {}}},
      {"frexp_exponent", {ONE(adjoint::frexp_exponent), "f", Anywhere, {}}},
      {"remquo_quotient", {TWO(adjoint::remquo_quotient), "ff", Pairs, {}}},
      {"isnan", {ONE(std::isnan), "f", Anywhere, {}}},
      {"isinf", {ONE(std::isinf), "f", Anywhere, {}}},
      {"isfinite", {ONE(std::isfinite), "f", Anywhere, {}}},
      {"isnormal", {ONE(std::isnormal), "f", Anywhere, {}}},
      {"signbit", {ONE(std::signbit), "f", Anywhere, {}}},
      {"fpclassify", {fpclassify, "f", Anywhere, {}}},
      {"isless", {TWO(std::isless), "ff", Pairs, {}}},
      {"islessequal", {TWO(std::islessequal), "ff", Pairs, {}}},
      {"isgreater", {TWO(std::isgreater), "ff", Pairs, {}}},
      {"isgreaterequal", {TWO(std::isgreaterequal), "ff", Pairs, {}}},
      {"islessgreater", {TWO(std::islessgreater), "ff", Pairs, {}}},
      {"isunordered", {TWO(std::isunordered), "ff", Pairs, {}}},
      {"nan", {[](const Reals &) { return Real(std::nanl("")); }, "i", Counts, {}}},
      {"iabs", {[](const Reals &a) { return Real(std::llabs((long long)a[0])); }, "i", Counts, {}}},
      {"imin", {TWO(std::min), "ii", CountPairs, {}}},
      {"imax", {TWO(std::max), "ii", CountPairs, {}}},
      {"iclamp", {clamp, "iii", {{3, -2, 1}}, {}}},
  };
}

#undef ONE
#undef TWO
#undef THREE
#undef FOUR

} // namespace

const std::map<std::string, Reference> &allReferences() {
  static const std::map<std::string, Reference> table = [] {
    std::map<std::string, Reference> all = elementary();
    for (const auto &more : {special(), piecewise(), smoothed(), passive()})
      all.insert(more.begin(), more.end());
    return all;
  }();
  return table;
}

const Reference *referenceOf(const std::string &intrinsic) {
  auto found = allReferences().find(intrinsic);
  return found == allReferences().end() ? nullptr : &found->second;
}

} // namespace adjoint::rules
