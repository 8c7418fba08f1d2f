// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: python3 %S/../Support/check-refusals.py %s %t
//
// Types whose values have no adjoint, or not yet.

//--- a union
union Either {
  double number;
  long bits;
};
#pragma adjoint reverse
double f(double x) {
  Either e; // error: a value of type 'Either' cannot be differentiated; use a struct: the members of a union share...
  e.number = x * x;
  return e.number;
}

//--- active data through a union
union Bits {
  double number;
  unsigned long bits;
};
#pragma adjoint reverse
double f(double x) {
  Bits b = {x}; // error: a value of type 'Bits' cannot be differentiated; use a struct: the members of a union...
  b.bits &= ~1ul;
  return b.number * x;
}

//--- a union as a parameter
union Either {
  double number;
  long bits;
};
#pragma adjoint reverse
double f(Either *e) { return e->number * e->number; } // error: a member of a union cannot be differentiated; use a...

//--- a union of integers of two types
union Word {
  int whole;
  unsigned char parts[4];
};
#pragma adjoint reverse
double f(double x) {
  Word w = {3}; // error: a value of type 'Word' cannot be differentiated; use a struct: the members of a union...
  return x * w.parts[0];
}

//--- the elements of an array, as one object of a struct
union Vec {
  double v[3];
  struct {
    double x, y, z;
  } axis;
};
#pragma adjoint reverse
double f(const double *x) {
  Vec a = {{x[0], x[1], x[2]}};
  auto t = a.axis; // error: a member of a union cannot be differentiated; use a struct: the members of a union share...
  return t.x * a.axis.y;
}

//--- names of fewer elements come first
union Vec {
  struct {
    double x, y;
  };
  double v[3];
};
#pragma adjoint reverse
double f(const double *x) {
  Vec a; // error: a value of type 'Vec' cannot be differentiated; use a struct: the members of a union share...
  a.v[1] = x[0];
  return a.y * x[1];
}

//--- an unnamed union in a struct
struct Holder {
  int kind;
  union {
    double number;
    long bits;
  };
};
#pragma adjoint reverse
double f(const Holder &h) { return h.number * h.number; } // error: a member of a union cannot be differentiated;...

//--- a volatile member
struct Register {
  volatile double number;
};
#pragma adjoint reverse
double f(double x) {
  Register y{x * x}; // error: a value of type 'Register' cannot be differentiated; a volatile object...
  return y.number;
}

//--- a class of the standard library
#include <ext/slist>
#pragma adjoint reverse
double f(const __gnu_cxx::slist<double> &x) { return x.size() * *x.begin(); } // error: a member function of...

//--- an operator of a class of the standard library
#include <ext/slist>
#pragma adjoint reverse
double f(const __gnu_cxx::slist<double> &x, double y) { return x == x ? y : y * y; } // error: an operator of a library class cannot...

//--- a member that the model of a class does not have
#include <vector>
#pragma adjoint reverse
double f(double x) {
  std::vector<double> v(2, x);
  return v.get_allocator() == v.get_allocator() ? v[0] * v[1] : 0.0; // error: 'std::operator==' with these arguments cannot be...
}

//--- a complex number of C
#pragma adjoint reverse
double f(double x) {
  _Complex double z = x; // error: a value of type '_Complex double' cannot be differentiated; hold the real and the...
  return __real__(z * z);
}

//--- a vector register
typedef double Four __attribute__((vector_size(32)));
#pragma adjoint reverse
double f(Four x) { return x[0] * x[1]; } // error: a value of type '__attribute__((__vector_size__(4 * sizeof(double)))) double' cannot be differentiated; use an array

//--- a variable that points to numbers as to vector registers
typedef double Four __attribute__((vector_size(32)));
#pragma adjoint reverse
double f(const double *x) {
  const Four *v = (const Four *)x; // error: a conversion between pointers to 'double' and '__attribute__((__vector_size__(4 * sizeof(double)))) double' cannot...
  return v[0][1] * v[0][2];
}

//--- a reference to numbers as to a vector register
typedef double Four __attribute__((vector_size(32)));
static double sum(const Four &v) { return v[0] + v[1] + v[2] + v[3]; }
#pragma adjoint reverse
double f(const double *x) {
  return x[0] * sum(*(const Four *)x); // error: a conversion between pointers to 'double' and '__attribute__((__vector_size__(4 * sizeof(double)))) double' cannot...
}

//--- what a store of a vector register gives
typedef double Four __attribute__((vector_size(32)));
#pragma adjoint reverse
double f(const double *x, double *y) {
  Four a = *(const Four *)x;
  (*(Four *)y = a) *= a; // error: a conversion between pointers to 'double' and '__attribute__((__vector_size__(4 * sizeof(double)))) double' cannot...
  return y[0] * y[1];
}

//--- a vector register of numbers of another type
typedef double Four __attribute__((vector_size(32)));
#pragma adjoint reverse
double f(double x, const float *y) {
  Four a = *(const Four *)y; // error: a conversion between pointers to 'float' and '__attribute__((__vector_size__(4 * sizeof(double)))) double' cannot...
  return a[0] * x;
}

//--- a vector register of three numbers, of which memory has four
typedef double Three __attribute__((ext_vector_type(3)));
#pragma adjoint reverse
double f(const double *x) {
  Three a = *(const Three *)x; // error: a conversion between pointers to 'double' and 'double __attribute__((ext_vector_type(3)))' cannot...
  return a[0] * a[1];
}

//--- members as a vector register
typedef double Four __attribute__((vector_size(32)));
struct Point {
  double x, y, z, w;
};
#pragma adjoint reverse
double f(const Point &p) {
  Four a = *(const Four *)&p.x; // error: a conversion between pointers to 'double' and '__attribute__((__vector_size__(4 * sizeof(double)))) double' cannot...
  return a[0] * a[1];
}

//--- an atomic number
#pragma adjoint reverse
double f(double x) {
  _Atomic(double) y = x; // error: a value of type '_Atomic(double)' cannot be differentiated; use a plain object...
  return y * x;
}

//--- a 128-bit number
#pragma adjoint reverse
double f(double x) {
  __float128 y = x; // error: a value of type '__float128' cannot be differentiated; use float, double or long double
  return static_cast<double>(y * y);
}

//--- an object that points into itself
struct Small {
  double buffer[3], *data;
  explicit Small(double x) : buffer{x, x, x}, data(buffer) {}
  Small(const Small &o) : buffer{o.buffer[0], o.buffer[1], o.buffer[2]}, data(&buffer[0]) {}
};
#pragma adjoint reverse
double f(double x) {
  Small s(x); // error: a value of type 'Small' cannot be differentiated; its objects point into themselves; use indices
  return s.data[1] * x;
}

//--- copies that hold their own address, passed by value
struct Part {
  struct Robot *owner;
};
struct Robot {
  double length;
  Part parts[2];
  explicit Robot(double l) : length(l) { own(); }
  Robot(const Robot &o) : length(o.length) { own(); }
  void own() {
    for (Part &part : parts)
      part.owner = this;
  }
};
double reach(Robot r) { // error: 'reach' takes or returns a 'Robot' by value, and copies of it hold their own address; use references, or indices
  r.length *= 2.0;
  return r.parts[1].owner->length;
}
#pragma adjoint reverse
double f(double x) {
  Robot r(x);
  return reach(r);
}

//--- by a member that begins so
struct Arm {
  double length;
  const double *at = &length;
  explicit Arm(double l) : length(l) {}
  Arm(const Arm &o) : length(o.length) {}
};
Arm twice(double x) { // error: 'twice' takes or returns a 'Arm' by value, and copies of it hold their own address; use references, or indices
  return Arm(x * x);
}
#pragma adjoint reverse
double f(double x) { return *twice(x).at; }

//--- by a choice between the heap and a buffer
struct Buffer {
  double room[2], *data;
  int n;
  Buffer(int n, double x) : data(n > 2 ? new double[n] : room), n(n) {
    for (int i = 0; i < n; ++i)
      data[i] = x;
  }
  Buffer(const Buffer &o) : data(o.n > 2 ? new double[o.n] : room), n(o.n) {
    for (int i = 0; i < n; ++i)
      data[i] = o.data[i];
  }
  ~Buffer() {
    if (data != room)
      delete[] data;
  }
};
double first(Buffer b) { return b.data[0]; } // error: 'first' takes or returns a 'Buffer' by value, and copies of it hold their own address; use references, or indices
#pragma adjoint reverse
double f(double x) {
  Buffer b(2, x);
  return first(b);
}

//--- a base with virtual functions that is there twice
struct Named {
  virtual double named(double x) const { return weight * x; }
  double weight = 1.0;
};
struct Left : Named {};
struct Right : Named {};
struct Both : Left, Right {};
#pragma adjoint reverse
double f(double x) {
  Both b; // error: a value of type 'Both' cannot be differentiated; bases with virtual functions must be classes of...
  return b.Left::named(x) * b.Right::named(x);
}

//--- an object of one base with the other as a member
struct Left {
  virtual double left(double x) const { return x; }
};
struct Right {
  virtual double right(double x) const { return x * x; }
  Left inside; // error: a value of type 'Right' cannot be differentiated; its member 'inside' holds an object of the...
};
struct Both : Left, Right {};
#pragma adjoint reverse
double f(double x) {
  Both b;
  return b.left(x) * b.right(x);
}

//--- an object of the file that generated code cannot use
class Rate {
public:
  static int made;
  explicit Rate(double r) : r(r) { ++made; }
  double of(double x) const { return r * x; }

private:
  double r;
};
const Rate standard[] = {Rate(0.5)}; // error: the variable 'standard', which generated code cannot use, cannot be...
#pragma adjoint reverse
double f(double x) { return standard[0].of(x) * x; }

//--- a static member that generated code cannot name
class Model {
  struct Rate {
    double factor;
  };

public:
  static double value(double x) { return rate.factor * x; }

private:
  static Rate rate; // error: the variable 'rate', which generated code cannot use, cannot be differentiated;...
};
Model::Rate Model::rate = {2.0};
#pragma adjoint reverse
double f(double x) { return Model::value(x) * x; }

//--- a virtual base
struct Base {
  double x;
};
struct Derived : virtual Base {
  double y;
};
#pragma adjoint reverse
double f(double x) {
  Derived d; // error: a value of type 'Derived' cannot be differentiated; virtual bases are placed at run time;...
  d.y = x;
  return d.y * x;
}

//--- a bit-field that nobody may name
class Flags {
public:
  double x;

private:
  int kind : 3;
};
#pragma adjoint reverse
double f(double x) {
  Flags a; // error: a value of type 'Flags' cannot be differentiated; a class with bit-fields or unnamed members...
  a.x = x;
  return a.x * x;
}

//--- an object of the class's own hierarchy as a member
struct Shape {
  virtual ~Shape() {}
  virtual double size(double x) const { return x; }
};
struct Rod : Shape {
  double length = 1.0;
  double size(double x) const override { return length * x; }
};
struct Frame : Shape {
  Rod sides[2]; // error: a value of type 'Frame' cannot be differentiated; its member 'sides' holds an object of...
  double size(double x) const override { return sides[0].size(x) * x; }
};
#pragma adjoint reverse
double f(double x) {
  Frame frame;
  const Shape &shape = frame;
  return shape.size(x);
}

//--- a class without a definition
struct Incomplete;
#pragma adjoint passive
double use(const Incomplete &);
#pragma adjoint reverse
double f(double x, const Incomplete &i) {
  return x * x * use(i); // error: a value of type 'const Incomplete' cannot be differentiated; its definition is...
}

//--- streams in a container
#include <sstream>
#include <vector>
#pragma adjoint reverse
double f(double x) {
  std::vector<std::ostringstream> logs(2); // error: a value of type 'std::vector<std::basic_ostringstream<char>>' cannot be differentiated; its elements...
  return x * x;
}
