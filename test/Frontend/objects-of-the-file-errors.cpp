// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: python3 %S/../Support/check-refusals.py %s %t
//
// Objects of the file that cannot be read once, when the adjoint begins.

//--- the function changes it
#include <vector>
std::vector<double> weights = {0.4, 1.2};
#pragma adjoint reverse // error: 'weights' of class 'std::vector<double>' cannot be handed to an adjoint: the function changes it;...
double f(double x) {
  weights[0] = x;
  return weights[0] * weights[1];
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
static double first() { return weights[0]; }
#pragma adjoint reverse // error: 'weights' of class 'std::vector<double>' cannot be handed to an adjoint: a parameter has its name;...
double f(double x, int weights) {
  return x * first() * weights;
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
