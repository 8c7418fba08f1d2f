// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// std::deque, list, forward_list, queue, stack and priority_queue as variables.

#include "numeric.h"

#include <deque>
#include <forward_list>
#include <functional>
#include <list>
#include <queue>
#include <stack>
#include <utility>
#include <vector>

#pragma adjoint reverse
double deques(double x, double y) {
  std::deque<double> d;
  d.push_back(x);
  d.push_front(y);
  d.push_back(x * y);
  d.pop_front();
  double s = 0;
  for (double e : d)
    s += e * e;
  return s * d.front() + d.back() * d[0] * d.size();
}

#pragma adjoint reverse
double window(double x, double y) {
  std::deque<double> win;
  double s = 0, t = 0;
  for (int i = 0; i < 6; ++i) {
    double p = x + i * y * 0.1;
    win.push_back(p);
    s += p;
    if (win.size() > 3) {
      s -= win.front();
      win.pop_front();
    }
    t += s * s / win.size();
  }
  return t;
}

#pragma adjoint reverse
double inVector(double x, double y) {
  std::vector<std::deque<double>> w(2);
  w[0].push_back(x);
  w[1].push_back(y);
  w[0].push_back(x * y);
  double s = 0;
  for (auto &d : w)
    for (auto e : d)
      s += e * e;
  return s;
}

#pragma adjoint reverse
double lists(double x, double y) {
  std::list<double> l;
  l.push_back(x);
  l.push_front(y);
  l.insert(l.begin(), x * y);
  double s = 0;
  for (auto it = l.begin(); it != l.end(); ++it)
    s += *it * *it;
  l.pop_front();
  s *= l.front();
  l.reverse();
  return s * l.back();
}

#pragma adjoint reverse
double forwards(double x, double y) {
  std::forward_list<double> l;
  l.push_front(x);
  l.push_front(y);
  double s = 1;
  for (double e : l)
    s = s * e + e;
  return s;
}

#pragma adjoint reverse
double queues(double x, double y) {
  std::queue<double> q;
  q.push(x);
  q.push(y);
  q.push(x * y);
  double s = 1;
  while (!q.empty()) {
    s = s * q.front() + 1;
    q.pop();
  }
  return s;
}

#pragma adjoint reverse
double stacks(double x, double y) {
  std::stack<double> q;
  q.push(x);
  q.push(y);
  double a = q.top();
  q.pop();
  double b = q.top();
  q.pop();
  q.push(a * b);
  q.push(a + b);
  double s = q.top();
  q.pop();
  return s * q.top();
}

#pragma adjoint reverse
double largestFirst(double x, double y) {
  std::priority_queue<double> q;
  q.push(x);
  q.push(y);
  q.push(x * y);
  double s = 0, w = 1;
  while (!q.empty()) {
    s += w * q.top() * q.top();
    w *= 2;
    q.pop();
  }
  return s;
}

#pragma adjoint reverse
double smallestFirst(double x, double y) {
  std::priority_queue<double, std::vector<double>, std::greater<double>> q;
  for (double e : {x, y, x * x, y * y * 3})
    q.push(e);
  double s = 0, w = 1;
  while (q.size() > 1) {
    double a = q.top();
    q.pop();
    double b = q.top();
    q.pop();
    q.push(a + b);
    s += a * b * w;
  }
  return s * q.top();
}

#pragma adjoint reverse
double pairs(double x, double y) {
  using P = std::pair<double, int>;
  std::priority_queue<P, std::vector<P>, std::greater<P>> q;
  q.push({x, 1});
  q.push({y, 2});
  q.emplace(x * y, 3);
  double s = 0;
  while (!q.empty()) {
    auto [d, i] = q.top();
    q.pop();
    s += d * d * i;
  }
  return s;
}

int main() {
  const numeric::Points points = {{0.7, 1.3}, {2.1, 0.4}, {1.6, 1.1}};
  numeric::check("deques", deques, deques_b, points);
  numeric::check("window", window, window_b, points);
  numeric::check("inVector", inVector, inVector_b, points);
  numeric::check("lists", lists, lists_b, points);
  numeric::check("forwards", forwards, forwards_b, points);
  numeric::check("queues", queues, queues_b, points);
  numeric::check("stacks", stacks, stacks_b, points);
  numeric::check("largestFirst", largestFirst, largestFirst_b, points);
  numeric::check("smallestFirst", smallestFirst, smallestFirst_b, points);
  numeric::check("pairs", pairs, pairs_b, points);
  return numeric::report();
}
