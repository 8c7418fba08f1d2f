// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Objects of the file, of classes of the library and of the user's, that functions read.

#include "numeric.h"

#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <vector>

static std::vector<double> weights = {0.4, 1.2, -0.7};
static const std::vector<double> squares = [] {
  std::vector<double> v;
  for (double w : weights)
    v.push_back(w * w);
  return v;
}();
std::map<std::string, double> rates = {{"low", 0.1}, {"high", 0.3}};

// One function names it, another passes it on.
double weighted(const double *x, int n) {
  double s = 0.0;
  for (int i = 0; i < n; ++i)
    s += weights[static_cast<std::size_t>(i) % weights.size()] * x[i] * x[i];
  return s;
}
double total(const double *x, int n, int depth) {
  return depth == 0 ? weighted(x, n) : total(x, n, depth - 1) * 0.5 + squares.back();
}

#pragma adjoint reverse
double scored(const double *x, int n) {
  double weights_object = 0.5; // no clash
  for (double w : squares)
    weights_object += w * std::sin(x[0]);
  return total(x, n, 2) * weights_object * rates.at("high");
}

// Another request with the same callees.
#pragma adjoint reverse value
double scoredAgain(const double *x, int n) { return total(x, n, 1) + weighted(x, n) * 0.1; }

namespace model {

class Curve {
public:
  explicit Curve(double shift) : knots{0.0, 1.0, 2.0}, values{1.0, 1.5, 1.2}, shift(shift) {}
  double at(double t) const {
    for (std::size_t i = 1; i < knots.size(); ++i)
      if (t < knots[i])
        return values[i - 1] + (values[i] - values[i - 1]) * (t - knots[i - 1]) + shift * t;
    return values.back();
  }

private:
  std::vector<double> knots, values;
  double shift;
};

static Curve curve(0.1);
struct Settings {
  static std::vector<int> order;
};
std::vector<int> Settings::order = {2, 0, 1};

#pragma adjoint reverse
double priced(const double *x, int n) {
  auto discount = [](double t) { return std::exp(-curve.at(t) * t); };
  double s = 0.0;
  for (int k : Settings::order)
    s += x[k % n] * discount(std::fabs(x[k]));
  return s;
}

} // namespace model

struct Shape {
  double scale = 2.0;
  virtual ~Shape() {}
  virtual double area(double r) const { return scale * r; }
};
struct Disc : Shape {
  double area(double r) const override { return scale * r * r; }
};
static std::unique_ptr<double> unit = std::make_unique<double>(1.7);
static Disc disc;

#pragma adjoint reverse
double measured(const double *x, int n) {
  const Shape &shape = disc;
  double s = 0.0;
  for (int i = 0; i < n; ++i)
    s += shape.area(x[i]) * *unit;
  return s;
}

// Stores through a pointer of the file, and texts that are looked up, change no object of it.
static double *cursor;

#pragma adjoint reverse
double written(const double *x, int n) {
  double local[4] = {0.1, 0.4, 0.3, 0.2};
  cursor = local;
  std::map<std::string, double> named{{"a", 0.5}, {"b", x[0]}};
  for (int i = 0; i < n; ++i) {
    cursor[i % 4] += x[i] * named["b"];
    named["a"] += weighted(x, n) * local[1];
  }
  *(cursor + 1) *= 0.5;
  return local[0] * named["a"] + cursor[1];
}

int main() {
  numeric::check("scored", scored, scored_b, {{0.4, 0.9, 1.3}, {-0.8, 1.4, 0.25}});
  numeric::check("priced", model::priced, model::priced_b, {{0.4, 0.9, 1.3}, {-0.8, 1.4, 0.25}});
  numeric::check("measured", measured, measured_b, {{0.4, 0.9, 1.3}, {-0.8, 1.4, 0.25}});
  numeric::check("written", written, written_b, {{0.4, 0.9, 1.3}, {-0.8, 1.4, 0.25}});
  weights[1] = 0.3;
  weights.push_back(2.0);
  numeric::check("scored", scored, scored_b, {{0.4, 0.9, 1.3, 0.2, 0.5}});
  numeric::check(
      "scoredAgain", {0.4, 0.9, 1.3}, [](const numeric::Vector &x) { return numeric::Vector{scoredAgain(x.data(), 3)}; },
      [](const numeric::Vector &x, const numeric::Vector &y_b) {
        numeric::Vector x_b(3);
        numeric::expect("value", scoredAgain(x.data(), 3), scoredAgain_b(x.data(), x_b.data(), 3, y_b[0]));
        return x_b;
      });
  return numeric::report();
}
