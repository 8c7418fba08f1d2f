// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: python3 %S/../Support/check-refusals.py %s %t
//
// Objects that cannot be handed to an adjoint.

//--- a private reference
class Scale {
public:
  explicit Scale(const double &f) : factor(f) {}
  double of(double x) const { return factor * x; }

private:
  const double &factor;
};
#pragma adjoint reverse // error: 's' of class 'Scale' cannot be handed to an adjoint: the private member 'factor'...
double f(const Scale &s, double x) { return s.of(x); }

//--- a base class that is not public
struct Base {
  double a;
};
class Derived : Base {
public:
  double of(double x) const { return a * x; }
};
#pragma adjoint reverse // error: 's' of class 'Derived' cannot be handed to an adjoint: the base class 'Base' is...
double f(const Derived &s, double x) { return s.of(x); }

//--- objects behind a pointer
class Spring {
public:
  double force(double x) const { return k * x; }

private:
  double k = 1.0;
};
#pragma adjoint reverse // error: 's' of class 'Spring' cannot be handed to an adjoint: pass the objects by...
double f(const Spring *s, double x) { return s[0].force(x) + s[1].force(x); }

//--- an object that may be missing
class Spring {
public:
  double force(double x) const { return k * x; }

private:
  double k = 1.0;
};
#pragma adjoint reverse // error: 's' of class 'Spring' cannot be handed to an adjoint: pass the objects by...
double f(const Spring *s, double x) { return s ? s->force(x) : x; }

//--- memory of unknown size that is replaced in elements of a container
#include <vector>
class Buffer {
public:
  void grow(double x) { data = new double[1]{x * x}; }

private:
  double *data = nullptr;
};
#pragma adjoint reverse // error: 'b' of class 'std::vector<Buffer>' cannot be handed to an adjoint: how many numbers 'data'...
void f(std::vector<Buffer> &b, double x) { b[0].grow(x); }

//--- an object that is returned by reference
class Spring {
public:
  Spring &soften(double x) {
    k *= x;
    return *this;
  }

private:
  double k = 1.0;
};
#pragma adjoint reverse // error: 'result' of class 'Spring' cannot be handed to an adjoint: return the object by...
Spring &f(Spring &s, double x) { return s.soften(x); }

//--- a tangent of an object that cannot be made
class Fixed {
public:
  explicit Fixed(double k) : k(k) {}
  double of(double x) const { return k * x; }

private:
  double k;
};
#pragma adjoint tangent // error: 'result' of class 'Fixed' cannot be handed to a tangent: 'Fixed' has no default...
Fixed f(double x) { return Fixed(x * x); }

//--- a tangent of a member that stays what it is
class Fixed {
public:
  void step(double x) {
    k *= x;
    ++steps;
  }
  const double rate = 2.0;

private:
  double k = 1.0;
  int steps = 0;
};
#pragma adjoint tangent // error: 's' of class 'Fixed' cannot be handed to a tangent: 'rate' cannot be given another...
void f(Fixed &s, double x) { s.step(x); }

//--- a tangent of a view that is returned
#include <span>
// flags: -- -std=c++20
#pragma adjoint tangent // error: 'result' of class 'std::span<double>' cannot be handed to a tangent: 'elements'...
std::span<double> f(std::span<double> x) {
  x[0] *= x[1];
  return x;
}

//--- a tangent of a copy of a class with a pointer
class Buffer {
public:
  double at(int i) const { return data[i]; }

private:
  double *data = nullptr;
};
#pragma adjoint tangent // error: 'b' of class 'Buffer' cannot be handed to a tangent: a copy of it would be freed; pass...
double f(Buffer b) { return b.at(0) * b.at(1); }

//--- a tangent of a change to an object that is shared
#include <memory>
class Spring {
public:
  void soften(double x) { k *= x; }

private:
  double k = 1.0;
};
#pragma adjoint tangent // error: 's' of class 'std::shared_ptr<Spring>' cannot be handed to a tangent: pass the objects...
void f(std::shared_ptr<Spring> s, double x) { s->soften(x); }

//--- a tangent of a map
#include <map>
#pragma adjoint tangent // error: 'm' of class 'std::map<int, double>' cannot be handed to a tangent: its keys may stand...
double f(const std::map<int, double> &m) { return m.begin()->second * 2.0; }

//--- the constants of a list
#include <initializer_list>
#pragma adjoint reverse // error: 'l' of class 'std::initializer_list<double>' cannot be handed to an adjoint: its elements are constants,...
double f(std::initializer_list<double> l) {
  double s = 0.0;
  for (double v : l)
    s += v * v;
  return s;
}

//--- an iterator that the caller sees move
#include <vector>
#pragma adjoint reverse // error: the iterator 'it' cannot be handed to an adjoint: pass one of a std::vector, a...
double f(std::vector<double>::iterator &it, double x) { return *it++ * x; }

//--- an iterator over bits
#include <vector>
#pragma adjoint reverse // error: the iterator 'it' cannot be handed to an adjoint: pass one of a std::vector, a...
double f(std::vector<bool>::iterator it, double x) { return *it ? x * x : x; }

//--- the value of an iterator
#include <vector>
#pragma adjoint reverse value // error: 'f' returns an iterator, which its adjoint or tangent cannot give; return a...
std::vector<double>::iterator f(std::vector<double>::iterator it, double x) {
  *it *= x;
  return it + 1;
}

//--- bits of a vector
#include <vector>
#pragma adjoint reverse // error: 'mask' of class 'std::vector<bool>' cannot be handed to an adjoint: its elements are single...
double f(const std::vector<bool> &mask, double x) {
  return mask[0] ? x * x : x;
}

//--- what a function object holds
#include <functional>
#pragma adjoint reverse // error: 'g' of class 'std::function<double (double)>' cannot be handed to an adjoint: its contents cannot be...
double f(const std::function<double(double)> &g, double x) { return g ? x * x : x; }

//--- a private class around
class Outer {
  class Inner {
  public:
    double of(double x) const { return a * x; }

  private:
    double a = 1.0;
  };

public:
  Inner inner;
};
#pragma adjoint reverse // error: 'o' of class 'Outer' cannot be handed to an adjoint: the adjoint cannot name the...
double f(const Outer &o, double x) { return o.inner.of(x) * x; }

//--- a private member of a private class
class Outer {
  struct Inner {
    double a;
  };
  Inner inner;

public:
  double of(double x) const { return inner.a * x; }
};
#pragma adjoint reverse // error: 'o' of class 'Outer' cannot be handed to an adjoint: the type of the private...
double f(const Outer &o, double x) { return o.of(x) * x; }

//--- a pointer to a member
class Chosen {
public:
  double a, b;
  double Chosen::*which = &Chosen::a;
  double of(double x) const { return a * x; }

private:
  int kind = 1;
};
#pragma adjoint reverse // error: 'c' of class 'Chosen' cannot be handed to an adjoint: 'which' points to a member;...
double f(const Chosen &c, double x) { return c.of(x) * x; }

//--- a private reference in a derived class
struct Shape {
  virtual ~Shape() {}
  virtual double size(double x) const { return x * x; }
};
class Rod : public Shape {
public:
  explicit Rod(const double &l) : length(l) {}
  double size(double x) const override { return length * x; }

private:
  const double &length;
};
#pragma adjoint reverse // error: 's' of class 'Shape' cannot be handed to an adjoint: for the derived class 'Rod',...
double f(const Shape &s, double x) { return s.size(x); }

//--- an object of a hierarchy that is made
struct Shape {
  double a = 1.0;
  virtual ~Shape() {}
  virtual double size(double x) const { return x * a; }
};
struct Rod : Shape {
  double size(double x) const override { return a * x * x; }
};
#pragma adjoint reverse // error: 'result' of class 'Shape' cannot be handed to an adjoint: which class an object is...
Shape f(double x) {
  Shape s;
  s.a = x * x;
  return s;
}

//--- a list that grows
#include <list>
#pragma adjoint reverse // error: 'values' of class 'std::list<double>' cannot be handed to an adjoint: which of its...
void f(std::list<double> &values, double x) { values.push_back(x * x); }

//--- objects behind a private pointer
class Spring {
public:
  double force(double x) const { return k * x; }

private:
  double k = 1.0;
};
class Holder {
public:
  void set(Spring *s) { spring = s; }
  double force(double x) const { return spring->force(x); }

private:
  Spring *spring = nullptr;
};
#pragma adjoint reverse // error: 'h' of class 'Holder' cannot be handed to an adjoint: how many objects 'spring'...
double f(const Holder &h, double x) { return h.force(x) * x; }

//--- pointers to such objects
#include <vector>
class Spring {
public:
  double force(double x) const { return k * x; }

private:
  double k = 1.0;
};
#pragma adjoint reverse // error: 'm' of class 'std::vector<Spring *>' cannot be handed to an adjoint: it holds pointers to objects that adjoints see as plain structs; hold the objects, or std::unique_ptr or std::shared_ptr of them
double f(const std::vector<Spring *> &m, double x) { return m[0]->force(x) * x; }

//--- numbers that others may share, replaced
#include <memory>
#pragma adjoint reverse // error: 'p' of class 'std::shared_ptr<double>' cannot be handed to an adjoint: it may be given...
void f(std::shared_ptr<double> &p, double x) { p = std::make_shared<double>(x * x); }
