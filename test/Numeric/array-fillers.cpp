// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Elements of arrays that a braced list does not name: they begin with what their class begins with, not with zeros.

#include "numeric.h"

#include <array>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

struct Rate {
  double value = 3.0;
  double doubled = 2.0 * value;
};
struct Counted {
  int count = 3;
  double weight;
};
struct Made {
  double value;
  Made() : value(3.0) {}
  explicit Made(double v) : value(v) {}
};

// Arrays of the function.
#pragma adjoint reverse
double locals(double x, double y) {
  Rate none[2]{}, empty[2] = {}, first[3] = {{x}}, rows[2][2]{}, many[20] = {{y}, {x, y}};
  Made made[2]{}, partly[3] = {Made(x)};
  Counted counted[2]{};
  double sum = 0.0;
  for (int i = 0; i < counted[1].count; ++i)
    sum += none[1].value * x + counted[0].weight * y;
  none[0].value = x;
  sum += none[0].value * none[1].doubled + empty[1].doubled * y + first[0].doubled * first[2].value;
  sum += rows[1][1].value * x + rows[0][1].doubled * y + made[1].value * x + partly[0].value * partly[2].value;
  for (const Rate &rate : many)
    sum += std::sin(rate.value * x) * rate.doubled;
  return sum;
}

// Arrays in other objects.
struct Rates {
  Rate all[2];
};
struct Begun {
  Rate all[2]{};
};

#pragma adjoint reverse
double members(double x, double y) {
  std::array<Rate, 2> none{};
  std::array<Rate, 3> first{{{x}}};
  std::array<std::array<Rate, 2>, 2> rows = {};
  std::array<Made, 2> made{};
  Rates list{}, empty = {}, named{{{x}}};
  Begun begun, again{};
  const Rates given{{{y}}};
  const std::vector<Rates> inPlace(2, given);
  return none[1].value * x + first[0].doubled * first[2].doubled * y + rows[1][0].doubled * x + made[1].value * y +
         list.all[1].doubled * x + empty.all[0].value * y + named.all[0].value * named.all[1].doubled +
         begun.all[1].doubled * x + again.all[0].value * y + inPlace[1].all[0].value * inPlace[0].all[1].doubled;
}

// Arrays on the heap.
#pragma adjoint reverse
double allocated(double x, double y, int n) {
  Rate *some = new Rate[3]{{x}};
  Rate *all = new Rate[n]{};
  Made *made = new Made[n]{};
  double *numbers = new double[4]{x, y};
  const auto owned = std::make_unique<Rate[]>(2);
  double sum = some[0].doubled * y + some[2].doubled * x + numbers[1] * numbers[1] + numbers[3] * x;
  for (int i = 0; i < n; ++i) {
    all[i].value *= x;
    sum += all[i].value * all[i].doubled + made[i].value * y;
  }
  sum += owned[1].doubled * x;
  delete[] some;
  delete[] all;
  delete[] made;
  delete[] numbers;
  return sum;
}

#pragma adjoint reverse
double allocatedThree(double x, double y) { return allocated(x, y, 3); }

// Members that begin with what others hold, in objects of which a list says little.
struct Window {
  int size;
  double weight = 2.0 * size;
  double half = weight / 2.0;
};

Rate usual() { return {}; }

#pragma adjoint reverse
double ownMembers(double x, double y) {
  Rate rate{};
  Window window{3};
  std::vector<Rate> rates;
  rates.push_back({});
  rates.emplace_back();
  rates.push_back(Rate{y});
  rate.value *= y;
  return rate.doubled * rate.value * x + Rate{}.doubled * y + usual().doubled * x + window.half * x * y +
         rates[0].doubled * x + rates[1].value * y + rates[2].doubled * x;
}

// Classes of the library that hold such objects, as elements of arrays without a list.
namespace {
struct Weighted {
  double factor = 2.0;
  double value;
};
} // namespace

#pragma adjoint reverse
double unlisted(const double *x, int n) {
  std::pair<int, Weighted> *few = new std::pair<int, Weighted>[2], *many = new std::pair<int, Weighted>[n];
  few[1].second.value = x[1];
  many[n - 1].second.value = x[0];
  double s = x[0] * few[1].second.factor * few[1].second.value;
  s += many[n - 1].second.factor * many[n - 1].second.value * many[0].second.factor;
  delete[] few;
  delete[] many;
  std::array<Weighted, 2> *rows = new std::array<Weighted, 2>[n], local[2];
  rows[1][1].value = s;
  s *= rows[1][1].factor * rows[1][1].value * local[1][0].factor;
  delete[] rows;
  std::pair<Weighted, int> pairs[3];
  pairs[1].first.value = x[1] * s;
  return s + pairs[2].first.factor * pairs[1].first.factor * pairs[1].first.value;
}

int main() {
  const numeric::Points points = {{0.7, 1.3}, {-0.4, 0.9}};
  numeric::check("locals", locals, locals_b, points);
  numeric::check("members", members, members_b, points);
  numeric::check("allocatedThree", allocatedThree, allocatedThree_b, points);
  numeric::check("ownMembers", ownMembers, ownMembers_b, points);
  numeric::check("unlisted", unlisted, unlisted_b, {{0.7, 1.3}, {-0.4, 0.9, 1.1}});
  return numeric::report();
}
