// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: python3 %S/../Support/check-refusals.py %s %t
//
// Loops that snapshots are asked for and cannot be had.

//--- a clause that does not exist
#pragma adjoint reverse
double f(double x) {
  double a = x;
#pragma adjoint checkpoint often // error: malformed '#pragma adjoint checkpoint': expected snapshots(20), memory(200MB),...
  for (int t = 0; t < 9; ++t)
    a = a * a;
  return a;
}

//--- no snapshots
#pragma adjoint reverse
double f(double x) {
  double a = x;
#pragma adjoint checkpoint snapshots(0) // error: malformed '#pragma adjoint checkpoint': expected snapshots(20), memory(200MB),...
  for (int t = 0; t < 9; ++t)
    a = a * a;
  return a;
}

//--- a directory that is not named
#pragma adjoint reverse
double f(double x, const char *where) {
  double a = x;
#pragma adjoint checkpoint disk(where) // error: malformed '#pragma adjoint checkpoint': expected snapshots(20), memory(200MB),...
  for (int t = 0; t < 9; ++t)
    a = a * a;
  return a;
}

//--- two numbers of snapshots
#pragma adjoint reverse
double f(double x) {
  double a = x;
#pragma adjoint checkpoint snapshots(3) every(2) // error: malformed '#pragma adjoint checkpoint': expected snapshots(20), memory(200MB),...
  for (int t = 0; t < 9; ++t)
    a = a * a;
  return a;
}

//--- a statement on disk
#pragma adjoint reverse
double f(double x) {
  double a = x;
#pragma adjoint checkpoint disk("/tmp")
  a = a * a; // error: disk(...) in '#pragma adjoint checkpoint' is for loops: a statement has one snapshot;...
  return a;
}

//--- before nothing
#pragma adjoint reverse
double f(double x) {
  return x * x;
#pragma adjoint checkpoint snapshots(3) // error: '#pragma adjoint checkpoint' must stand right before a loop, a block or a...
}

//--- before a declaration
#pragma adjoint reverse
double f(double x) {
#pragma adjoint checkpoint
  double a = x * x; // error: '#pragma adjoint checkpoint' cannot stand before a declaration;...
  return a;
}

//--- before a statement that leaves a loop
#pragma adjoint reverse
double f(double x) {
  double a = x;
  for (int t = 0; t < 9; ++t) {
    a = a * x;
#pragma adjoint checkpoint
    if (t == 3) // error: '#pragma adjoint checkpoint' cannot stand before a statement that is left by break,...
      break;
  }
  return a;
}

//--- indices that are not made of counters
#pragma adjoint reverse
void f(int n, const int *order, double *u) {
#pragma adjoint checkpoint snapshots(3)
  for (int t = 0; t < 9; ++t)
    for (int i = 0; i < n; ++i)
      u[order[i]] = u[order[i]] * u[order[i]]; // error: a snapshot for '#pragma adjoint checkpoint' has to hold what this loop writes to 'u' here, and how many elements...
}

//--- a condition that may be what keeps the index inside
#pragma adjoint reverse
void f(int n, const bool *isInside, double *u) {
#pragma adjoint checkpoint snapshots(3)
  for (int t = 0; t < 9; ++t)
    for (int i = 0; i < n; ++i)
      if (isInside[i])
        u[i - 1] = u[i] * u[i]; // error: a snapshot for '#pragma adjoint checkpoint' has to hold what this loop writes to 'u' here, and how many elements...
}

//--- an index with a counter added and subtracted
#pragma adjoint reverse
void f(int n, double *u) {
#pragma adjoint checkpoint snapshots(3)
  for (int t = 0; t < 9; ++t)
    for (int i = 0; i < n; ++i)
      for (int j = i; j < n; ++j)
        u[j - i] = u[j - i] * u[j - i]; // error: a snapshot for '#pragma adjoint checkpoint' has to hold what this loop writes to 'u' here, and how many elements...
}

//--- an extent of what is no pointer
#pragma adjoint reverse
double f(double x, int n) {
  double a = x;
#pragma adjoint checkpoint snapshots(3) extent(b, n)
  for (int t = 0; t < 9; ++t) // error: 'b' in extent(b, ...) is the name of no pointer of this function, or of several variables
    a = a * a;
  return a;
}

//--- an extent that is no sum of products
#pragma adjoint reverse
void f(int n, double *u) {
#pragma adjoint checkpoint snapshots(3) extent(u, size(n))
  for (int t = 0; t < 9; ++t) // error: extent(u, ...) says how many elements 'u' leads to by numbers and integer variables...
    u[0] = u[0] * u[0];
}

//--- vectors that a step keeps
#include <vector>
#pragma adjoint reverse
double f(double x) {
  std::vector<std::vector<double>> v = {{x}};
#pragma adjoint checkpoint snapshots(3)
  for (int t = 0; t < 9; ++t) // error: '#pragma adjoint checkpoint' cannot repeat this loop: an iteration changes pointers here...
    v.push_back({v.back()[0] * x});
  return v.back()[0];
}

//--- a vector of the caller's that grows
#include <vector>
#pragma adjoint reverse
double f(std::vector<double> &v, double x) {
#pragma adjoint checkpoint snapshots(3)
  for (int t = 0; t < 9; ++t) // error: '#pragma adjoint checkpoint' cannot repeat this loop: an iteration changes pointers here...
    v.push_back(v.back() * x);
  return v.back();
}

//--- vectors in a vector that are swapped
#include <utility>
#include <vector>
#pragma adjoint reverse
double f(std::vector<std::vector<double>> first, int n) {
  std::vector<std::vector<double>> second = first;
#pragma adjoint checkpoint snapshots(3)
  for (int t = 0; t < n; ++t) { // error: '#pragma adjoint checkpoint' cannot repeat this loop: an iteration changes pointers here, of 'first',...
    second[0][0] = first[1][0] * first[0][0];
    std::swap(first, second);
  }
  return first[0][0];
}

//--- vectors in a vector that are written
#include <vector>
#pragma adjoint reverse
double f(const std::vector<std::vector<double>> &x, int n) {
  std::vector<std::vector<double>> rows(x);
#pragma adjoint checkpoint snapshots(3)
  for (int t = 0; t < n; ++t)
    for (int i = 0; i < 4; ++i)
      rows[i][0] = rows[i][0] * rows[(i + 1) % 4][0]; // error: a snapshot for '#pragma adjoint checkpoint' has to hold what this loop writes to 'rows' here, by a pointer...
  return rows[0][0];
}

//--- vectors in a vector that are assigned
#include <vector>
#pragma adjoint reverse
double f(const std::vector<std::vector<double>> &x, int n) {
  std::vector<std::vector<double>> rows(x);
#pragma adjoint checkpoint snapshots(3)
  for (int t = 0; t < n; ++t) { // error: '#pragma adjoint checkpoint' cannot repeat this loop: an iteration changes pointers here...
    std::vector<std::vector<double>> next = rows;
    next[0][0] = rows[0][0] * rows[1][0];
    rows = next;
  }
  return rows[0][0];
}

//--- vectors in an array that are swapped
#include <array>
#include <vector>
#pragma adjoint reverse
double f(const std::vector<double> &x, int n) {
  std::array<std::vector<double>, 2> now{x, x}, next{x, x};
#pragma adjoint checkpoint snapshots(3)
  for (int t = 0; t < n; ++t) { // error: '#pragma adjoint checkpoint' cannot repeat this loop: an iteration changes pointers here,...
    next[0][1] = now[1][0] * now[0][0];
    now.swap(next);
  }
  return now[0][1];
}

//--- vectors of the caller's that are moved
#include <utility>
#include <vector>
#pragma adjoint reverse
double f(std::vector<double> &u) {
#pragma adjoint checkpoint snapshots(3)
  for (int t = 0; t < 9; ++t) { // error: '#pragma adjoint checkpoint' cannot repeat this loop: an iteration changes pointers here, of 'u',...
    std::vector<double> v(u.size());
    v[0] = u[0] * u[0];
    u = std::move(v);
  }
  return u[0];
}

//--- a vector that grows in two loops with snapshots
#include <vector>
#pragma adjoint reverse
double f(double x) {
  std::vector<double> v = {x};
#pragma adjoint checkpoint snapshots(3)
  for (int t = 0; t < 9; ++t) { // error: '#pragma adjoint checkpoint' cannot repeat this loop: an iteration allocates memory here...
    v[0] = v[0] * v.back();
#pragma adjoint checkpoint snapshots(3)
    for (int s = 0; s < t; ++s)
      v.push_back(v.back() * x);
  }
  return v.back();
}

//--- pointers that lead elsewhere
struct Node {
  double value;
  Node *next;
};
#pragma adjoint reverse
double f(Node *first) {
  double a = 1.0;
  Node *now = first;
#pragma adjoint checkpoint snapshots(3)
  for (int t = 0; t < 9; ++t) {
    a = a * now->value;
    now = now->next; // error: '#pragma adjoint checkpoint' cannot repeat this loop: an iteration changes pointers here...
  }
  return a;
}

//--- what a second call would not do again
#include <cstdlib>
#pragma adjoint reverse
double f(double x) {
  double a = x;
#pragma adjoint checkpoint snapshots(3)
  for (int t = 0; t < 9; ++t)
    a = a * a * std::rand(); // error: '#pragma adjoint checkpoint' cannot repeat this loop: 'rand' would not do the same again;...
  return a;
}

//--- random numbers of a distribution that holds memory
#include <random>
#pragma adjoint reverse
double f(double x) {
  std::mt19937 engine(3);
  std::discrete_distribution<int> pick{1, 2, 3};
  double a = x;
#pragma adjoint checkpoint snapshots(3)
  for (int t = 0; t < 9; ++t)
    a = a * a * pick(engine); // error: '#pragma adjoint checkpoint' cannot repeat this loop: 'result' would not do the same again;...
  return a;
}

//--- what is printed
#include <iostream>
#pragma adjoint reverse
double f(double x) {
  double a = x;
#pragma adjoint checkpoint snapshots(3)
  for (int t = 0; t < 9; ++t) {
    a = a * a;
    std::cout << a; // error: '#pragma adjoint checkpoint' cannot repeat this loop: 'result' would not do the same again;...
  }
  return a;
}

//--- a fixed point with a clause that does not exist
#pragma adjoint reverse
double f(double p) {
  double x = 1.0;
#pragma adjoint fixed_point tolerance(2) // error: malformed '#pragma adjoint fixed_point': expected tolerance(1e-10),...
  for (int k = 0; k < 99; ++k)
    x = 0.5 * x + p;
  return x;
}

//--- a fixed point that is no loop
#pragma adjoint reverse
double f(double p) {
  double x = 1.0;
#pragma adjoint fixed_point // error: '#pragma adjoint fixed_point' must stand right before a loop
  x = 0.5 * x + p * x;
  return x;
}

//--- an iteration that depends on its number
#pragma adjoint reverse
double f(double p) {
  double x = 1.0;
#pragma adjoint fixed_point
  for (int k = 0; k < 99; ++k) // error: '#pragma adjoint fixed_point': the iterations depend on their number 'k',...
    x = 0.5 * x * x + p * k;
  return x;
}

//--- an iteration that hands on more than numbers
#pragma adjoint reverse
double f(double p) {
  double x = 1.0;
  bool isEven = true;
#pragma adjoint fixed_point
  for (int k = 0; k < 99; ++k) { // error: '#pragma adjoint fixed_point': each iteration reads 'isEven' of the one before,...
    x = isEven ? 0.5 * x * x : p * x;
    isEven = !isEven;
  }
  return x;
}

//--- an iteration that exchanges its memory
#include <utility>
#include <vector>
#pragma adjoint reverse
double f(double p) {
  std::vector<double> x(2, 1.0), next(2);
#pragma adjoint fixed_point
  for (int k = 0; k < 99; ++k) { // error: '#pragma adjoint fixed_point': the iterations exchange the memory that 'x_elements' leads to,...
    next[0] = 0.5 * x[1] * x[0] + p;
    next[1] = 0.5 * x[0];
    std::swap(x, next);
  }
  return x[0];
}

//--- a fixed point that adds up
#pragma adjoint reverse
double f(double p) {
  double x = 1.0, total = 0.0;
#pragma adjoint fixed_point
  for (int k = 0; k < 99; ++k) { // error: '#pragma adjoint fixed_point': the iterations add to 'total', which does not...
    x = 0.5 * x * x + p;
    total += x * x;
  }
  return x * total;
}
