// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: python3 %S/../Support/check-refusals.py %s %t
//
// Objects of the file that cannot be read once, when the adjoint begins.

//--- the function changes it, and a copy would lead to the same
#include <memory>
std::shared_ptr<double> weight = std::make_shared<double>(0.4);
#pragma adjoint reverse // error: 'weight' of class 'std::shared_ptr<double>' cannot be handed to an adjoint: the function changes it, and it may share...
double f(double x) {
  *weight = x;
  return *weight * x;
}

//--- the product needs its tangent
#include <vector>
std::vector<double> weights = {0.4, 1.2};
#pragma adjoint hessian_vector // error: 'weights' of class 'std::vector<double>' cannot be handed to an adjoint: the function changes it, and it may share...
double f(double x) {
  weights[0] = x;
  return weights[0] * weights[1];
}

//--- the tangent of a map
#include <map>
std::map<int, double> table;
#pragma adjoint tangent // error: 'table' of class 'std::map<int, double>' cannot be handed to a tangent: its keys may stand in another order...
double f(double x) {
  table[1] = x;
  return table[1] * x;
}

//--- a function that is not differentiated might change it
#include <vector>
std::vector<double> weights = {0.4, 1.2};
#pragma adjoint passive
void update();
#pragma adjoint reverse // error: 'weights' of class 'std::vector<double>' cannot be handed to an adjoint: 'update', which is not differentiated,...
double f(double x) {
  update();
  return x * weights[0];
}

//--- it leads to another variable of the file
#include <vector>
static double level;
static std::vector<double *> places = {&level};
#pragma adjoint reverse // error: 'places' of class 'std::vector<double *>' cannot be handed to an adjoint: it may lead to another...
double f(double x) {
  level = x * x;
  return *places[0];
}

//--- a parameter has its name
#include <vector>
std::vector<double> weights = {0.4, 1.2};
static double first(double x) { return weights[0] * x; }
#pragma adjoint reverse // error: 'weights' of class 'std::vector<double>' cannot be handed to an adjoint: a parameter has its name;...
double f(double x, int weights) {
  return first(x) * weights;
}

//--- a pointer of the file might lead into it
#include <vector>
std::vector<double> weights = {0.4, 1.2};
double *first = weights.data();
#pragma adjoint reverse // error: 'weights' of class 'std::vector<double>' cannot be handed to an adjoint: the pointer 'first' of the file...
double f(double x) {
  first[0] = x;
  return weights[0] * x;
}

//--- its name has arguments
#include <vector>
template <class T> std::vector<T> weights = {0.4, 1.2};
#pragma adjoint reverse // error: 'weights<double>' of class 'std::vector<double>' cannot be handed to an adjoint: its name has arguments;...
double f(double x) { return weights<double>[0] * x; }

//--- a state that an active number goes into
class Mean {
public:
  static Mean &get() {
    static Mean mean; // error: a static variable that keeps its value from call to call cannot be differentiated; drop...
    return mean;
  }
  void add(double x) {
    sum += x;
    ++count;
  }
  double value() const { return sum / count; }

private:
  double sum = 0;
  int count = 0;
};
#pragma adjoint reverse
double f(const double *x, int n) {
  for (int i = 0; i < n; ++i)
    Mean::get().add(x[i]);
  return Mean::get().value();
}

//--- a state that other code of the function changes
static double factors[3];
static int next() {
  static int count = 0; // error: a static variable that keeps its value from call to call cannot be differentiated; drop...
  factors[0] += 1;
  return count++;
}
#pragma adjoint reverse
double f(double x) {
  factors[0] = x;
  return factors[next()] * x;
}

//--- a cache of an active function
#include <map>
static double squared(double x) {
  static std::map<double, double> known; // error: a static variable that keeps its value from call to call cannot be...
  if (known.count(x))
    return known[x];
  return known[x] = x * x;
}
#pragma adjoint reverse
double f(double x) {
  return squared(x) * x;
}

//--- a table that depends on the first call
static double scaled(double x, int n) {
  static double table[4];
  static bool isFilled = false; // error: a static variable that keeps its value from call to call cannot be differentiated;...
  if (!isFilled) {
    for (int i = 0; i < 4; ++i)
      table[i] = i * n;
    isFilled = true;
  }
  return table[1] * x;
}
#pragma adjoint reverse
double f(double x, int n) {
  return scaled(x, n) * x;
}

//--- a work container whose memory the caller gets
#include <vector>
struct Keeper {
  double *p;
};
static void fill(Keeper &k, const double *x, int n) {
  static std::vector<double> work; // error: a static variable that keeps its value from call to call cannot be differentiated; drop...
  work.assign(x, x + n);
  k.p = work.data();
}
#pragma adjoint reverse
double f(const double *x, int n) {
  Keeper k;
  fill(k, x, n);
  return k.p[0] * k.p[1];
}

//--- a work container that is read before it is stored to
#include <vector>
#pragma adjoint reverse
double f(const double *x, int n) {
  static std::vector<double> work; // error: a static variable that keeps its value from call to call cannot be differentiated; drop...
  work.resize(n);
  double sum = 0.0;
  for (int i = 0; i < n; ++i) {
    sum += work[i];
    work[i] = x[i];
  }
  return sum;
}
