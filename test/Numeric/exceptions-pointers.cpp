// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Calls through pointers to functions and in function objects, inside of try.

#include "numeric.h"
#include <functional>
#include <stdexcept>
#include <optional>
#include <vector>
#include <string>
#include <cmath>
// std::function that throws, member objects, lambdas as pointers, references
double sq(double x) { if (x > 100.0) throw std::domain_error("large"); return x * x; }
double cu(double x) { return x * x * x; }
void grow(double &x) { if (x > 50.0) throw 3; x *= 1.5; }
void shrink(double &x) { x *= 0.5; }
double &pick(double *a, int i) { if (i > 2) throw std::out_of_range("i"); return a[i]; }
double &first(double *a, int) { return a[0]; }
struct Model { std::function<double(double)> rate; double at(double t) const { return rate(t) * t; } };
#pragma adjoint reverse
double f(double a, double b) {
  Model m;
  if (b > 1.0) m.rate = [&](double t) { if (t > 90.0) throw std::runtime_error("t"); return t * a; };
  double s = 1.0;
  try { s += m.at(a * b); } catch (const std::bad_function_call &) { s *= b; } catch (const std::runtime_error &) { s *= a * a; }
  try { s += m.at(a * b); } catch (const std::exception &e) { s *= b + std::string(e.what()).size(); }
  return s;
}
#pragma adjoint reverse
double g(double a, double b) {
  double (*h)(double) = b > 1.0 ? sq : cu;
  void (*c)(double &) = a > 2.0 ? grow : shrink;
  double s = b;
  try { s = h(a * b) + h(a); c(s); s += 1.0; c(s); } catch (const std::exception &) { s += a * b; } catch (int) { s *= a; }
  double (*l)(double) = [](double x) { if (x < 0.0) throw std::runtime_error("neg"); return std::sqrt(x); };
  if (a > 2.5) l = cu;
  try { s += l(b - 0.5); } catch (...) { s -= a; }
  double v[3] = {a, b, a * b};
  double &(*r)(double *, int) = b > 1.0 ? pick : first;
  for (int i = 0; i < 4; ++i) {
    try { r(v, i) *= 1.5 + s; } catch (const std::out_of_range &) { s += v[1]; }
  }
  return s * a + v[0] * v[1] * v[2];
}
double apply(double (*h)(double), double x) { try { return h(x); } catch (const std::logic_error &) { return 0.3 * x; } }
#pragma adjoint reverse
double k(double a, double b) { 
  double s = 0.0;
  for (auto h : {sq, cu}) s += apply(h, a * b) * a;
  try { for (double (*h)(double) : {sq, cu}) s += h(b) * a; } catch (const std::logic_error &) { s *= a; }
  return s + apply([](double x) { if (x > 1.0) throw std::domain_error("x"); return x * x; }, b);
}
int main() {
  numeric::check("f", f, f_b, {{1.7, 1.3}, {2.1, 400.0}, {1.9, 0.4}});
  numeric::check("g", g, g_b, {{1.7, 1.3}, {2.1, 400.0}, {1.9, 0.4}, {3.0, 45.0}, {3.0, 0.2}});
  numeric::check("k", k, k_b, {{1.7, 1.3}, {2.1, 400.0}, {1.9, 0.4}});
  return numeric::report(); }
