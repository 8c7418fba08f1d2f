// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Destructors at every exit from a scope; copies and moves that are written by hand; buffers that free what they own.

#include "numeric.h"

#include <utility>
#include <vector>

/// Owns an array.
class Buffer {
public:
  explicit Buffer(int n) : size(n), data(new double[n]) {
    for (int i = 0; i < n; ++i)
      data[i] = 0.0;
  }
  Buffer(int n, double value) : Buffer(n) {
    for (int i = 0; i < size; ++i)
      data[i] = value;
  }
  Buffer(const Buffer &o) : size(o.size), data(new double[o.size]) {
    for (int i = 0; i < size; ++i)
      data[i] = o.data[i];
  }
  Buffer(Buffer &&o) : size(o.size), data(o.data) {
    o.size = 0;
    o.data = nullptr;
  }
  Buffer &operator=(Buffer o) {
    std::swap(size, o.size);
    std::swap(data, o.data);
    return *this;
  }
  ~Buffer() { delete[] data; }

  double &operator[](int i) { return data[i]; }
  double operator[](int i) const { return data[i]; }
  int count() const { return size; }
  double sum() const {
    double s = 0.0;
    for (int i = 0; i < size; ++i)
      s += data[i] * data[i];
    return s;
  }

private:
  int size;
  double *data;
};

#pragma adjoint reverse
double owned(double a, double b) {
  Buffer x(3);
  x[0] = a;
  x[1] = a * b;
  x[2] = x[0] * x[1];
  x[0] *= x[2];
  return x.sum() * x[0];
}

#pragma adjoint reverse
double copied(double a, double b) {
  Buffer x(2, a);
  Buffer y = x;
  y[0] *= b;
  x[1] = y[0] * y[1];
  y = x;
  y[1] *= a;
  return x.sum() + y.sum() * b;
}

#pragma adjoint reverse
double moved(double a, double b) {
  Buffer x(2, a);
  x[1] = b;
  Buffer y = std::move(x);
  y[0] *= y[1];
  x = Buffer(2, b);
  x[0] = y[0] * a;
  y = std::move(x);
  return y.sum() + y[0];
}

Buffer scaled(const Buffer &x, double s) {
  Buffer r(x.count());
  for (int i = 0; i < x.count(); ++i)
    r[i] = s * x[i];
  return r;
}
Buffer either(const Buffer &x, double s) {
  if (s < 0.0)
    return Buffer(x.count(), s);
  return scaled(x, s);
}
double consume(Buffer x, double s) {
  x[0] *= s;
  return x.sum();
}

#pragma adjoint reverse
double returned(double a, double b) {
  Buffer x(2, a);
  Buffer y = scaled(x, b);
  y[1] = scaled(y, a).sum();
  return consume(y, b) + either(y, a)[1] + consume(either(x, -b), y[0]) + x.sum();
}

/// What happens at the end counts.
struct Guard {
  double &total;
  double weight;
  Guard(double &t, double w) : total(t), weight(w) {}
  ~Guard() { total += weight * total; }
};

#pragma adjoint reverse
double exits(const double *x, int n) {
  double total = 1.0;
  {
    Guard outer(total, x[0]);
    total *= x[1];
    for (int i = 0; i < n; ++i) {
      Guard g(total, x[i]);
      total += x[i];
      if (x[i] > 2.0)
        break;
      if (x[i] < 0.0)
        continue;
      Guard h(total, 0.5);
      total *= 1.1;
    }
    total *= x[0];
  }
  return total;
}

double early(double &total, double x) {
  Guard g(total, x);
  if (x > 1.0)
    return total * x;
  Guard h(total, 2.0 * x);
  switch (static_cast<int>(10.0 * x)) {
  case 3: {
    Guard k(total, 0.3);
    total += x;
    break;
  }
  case 4: {
    Guard k(total, 0.4);
    return total;
  }
  default:
    total -= x;
  }
  return total * total;
}

#pragma adjoint reverse
double returns(double a, double b) {
  double total = a * b;
  double r = early(total, a);
  r += early(total, b) * total;
  return r * total;
}

#pragma adjoint reverse
double temporaries(double a, double b) {
  double total = a;
  double r = (Guard(total, b), total * 2.0) + total;
  Guard(total, a);
  const Guard &kept = Guard(total, 0.5 * b);
  r += kept.weight * total;
  r *= a > 1.0 ? Guard(total, a).total * b : total;
  return r + total;
}

struct Pair {
  Guard first, second;
  Pair(double &t, double a) : first(t, a), second(t, 2.0 * a) {}
};

#pragma adjoint reverse
double members(double a, double b) {
  double total = a;
  {
    Pair p(total, b);
    total *= p.first.weight;
  }
  {
    Guard several[2] = {{total, a}, {total, b}};
    total += several[0].weight * several[1].weight;
  }
  return total;
}

#pragma adjoint reverse
double jumps(double a, double b) {
  double total = a;
  {
    Guard g(total, b);
    {
      Guard h(total, a);
      if (a > b)
        goto end;
      total *= b;
    }
    total *= 2.0;
  }
end:
  return total * b;
}

struct Node {
  double value;
  Node *next;
  Node(double v, Node *n) : value(v), next(n) {}
  ~Node() { delete next; }
};

#pragma adjoint reverse
double list(const double *x, int n) {
  Node *head = nullptr;
  for (int i = 0; i < n; ++i)
    head = new Node(x[i] * x[i], head);
  double sum = 0.0;
  for (Node *p = head; p; p = p->next)
    sum = sum * p->value + p->value;
  delete head;
  return sum;
}

// What is returned lies in memory that ends with the function.
struct Point {
  double a, b;
};
static Point lastOf(const double *x, int n) {
  std::vector<Point> pairs(n);
  for (int i = 0; i < n; ++i)
    pairs[i] = {x[i] * x[i], x[i] + x[0]};
  return pairs[n - 1];
}

#pragma adjoint reverse
double elementReturned(const double *x, int n) {
  const Point last = lastOf(x, n);
  return last.a * last.b;
}

int main() {
  numeric::Points points = {{0.7, 1.3}, {2.1, 0.45}, {0.35, 0.8}};
  numeric::check("owned", owned, owned_b, points);
  numeric::check("copied", copied, copied_b, points);
  numeric::check("moved", moved, moved_b, points);
  numeric::check("returned", returned, returned_b, points);
  numeric::check("exits", exits, exits_b, {{0.7, 1.3, -0.4}, {0.2, 0.9, 2.1, 0.6}, {0.5, 0.6}});
  numeric::check("returns", returns, returns_b, points);
  numeric::check("temporaries", temporaries, temporaries_b, points);
  numeric::check("members", members, members_b, points);
  numeric::check("jumps", jumps, jumps_b, points);
  numeric::check("list", list, list_b, {{0.7, 1.3, -0.4}, {0.2, 0.9, 2.1, 0.6}});
  numeric::check("elementReturned", elementReturned, elementReturned_b, {{0.7, 1.3, -0.4}, {0.2, 0.9, 2.1, 0.6}});
  return numeric::report();
}
