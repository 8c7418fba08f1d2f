// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: python3 %S/../Support/check-refusals.py %s %t
//
// Expressions that hide from the tool where a derivative flows.

//--- reinterpret_cast of a pointer to active data
#pragma adjoint reverse
double f(double x) {
  double y = x * x;
  long *bits = reinterpret_cast<long *>(&y); // error: a conversion between pointers to 'double' and 'long' cannot...
  *bits += 1;
  return y;
}

//--- reinterpret_cast of a reference
#pragma adjoint reverse
double f(double x) {
  double y = x * x;
  reinterpret_cast<long &>(y) += 1; // error: an object seen as one of another type cannot be differentiated; copy...
  return y;
}

//--- a C cast between pointers
#pragma adjoint reverse
double f(double x) {
  double y = x * x;
  ++*(int *)&y; // error: a conversion between pointers to 'double' and 'int' cannot be differentiated; keep...
  return y;
}

//--- user data of another type than that of what was given
struct Par {
  double a, b;
};
static double g(double x, void *data) {
  return x * *(double *)data; // error: a conversion between pointers to 'void' and 'double' cannot be differentiated;...
}
#pragma adjoint reverse
double f(double x) {
  Par p = {x, x * x};
  return g(x, &p);
}

//--- user data that is kept elsewhere
void *kept;
static double g(double x, void *data) {
  kept = data; // error: a conversion between pointers to 'double' and 'void' cannot be differentiated; keep pointers...
  return x * x;
}
#pragma adjoint reverse
double f(double x) { return g(x, &x); }

//--- user data of two types in a struct
struct Function {
  double (*f)(double, void *);
  void *data;
};
struct Pair {
  double a, b;
};
static double g(double x, void *data) { return x * *(double *)data; }
static double h(double x, void *data) { return x * ((Pair *)data)->b; }
#pragma adjoint reverse
double f(double x) {
  Pair pair = {x, x};
  Function one = {g, &x}, other = {h, &pair}; // error: a conversion between pointers to 'double' and 'void' cannot be...
  return one.f(x, one.data) * other.f(x, other.data);
}

//--- user data in a struct that the caller hands in
struct Function {
  double (*f)(double, void *);
  void *data;
};
#pragma adjoint reverse
double f(const Function &function, double x) {
  return *(double *)function.data * x; // error: a conversion between pointers to 'void' and 'double' cannot be...
}

//--- user data in a struct, of which it is not known what it is
struct Function {
  double (*f)(double, void *);
  void *data;
};
static double g(double x, void *data) { return x * *(double *)data; }
static void *chosen(void *one, void *other, int k) { return k == 0 ? one : other; }
#pragma adjoint reverse
double f(double x, int k) {
  double y = x * x;
  Function function = {g, &y};
  function.data = chosen(&x, &y, k); // error: a pointer to 'void' of which it is not known here what it leads to...
  return function.f(x, function.data);
}

//--- the address of a member with user data
struct Function {
  double (*f)(double, void *);
  void *data;
};
static double g(double x, void *data) { return x * *(double *)data; }
#pragma adjoint reverse
double f(double x) {
  Function function = {g, &x};
  void **data = &function.data; // error: a conversion between pointers to 'double' and 'void' cannot be differentiated;...
  return function.f(x, *data);
}

//--- user data that is returned
static void *same(void *data) {
  return data; // error: a conversion between pointers to 'double' and 'void' cannot be differentiated; keep pointers...
}
#pragma adjoint reverse
double f(double x) {
  return same(&x) ? x * x : x;
}

//--- user data as a parameter of the differentiated function, which may be of two types
struct Pair {
  double a, b;
};
#pragma adjoint reverse
double f(double x, int n, void *data) {
  if (n > 0)
    return ((Pair *)data)->b * x; // error: a conversion between pointers to 'void' and 'Pair' cannot be differentiated;...
  return *(double *)data * x;
}

//--- user data whose pointer the differentiated function changes
#pragma adjoint reverse
double f(double x, void *data, void *other) {
  if (x > 0)
    data = other;
  return *(double *)data * x; // error: a conversion between pointers to 'void' and 'double' cannot be differentiated;...
}

//--- user data whose pointer changes
static double g(double x, void *data) {
  data = nullptr;
  return data ? x : x * x;
}
#pragma adjoint reverse
double f(double x, double *y) {
  return g(x, y); // error: a conversion between pointers to 'double' and 'void' cannot be differentiated; keep...
}

//--- active data through a pointer to void that changes
#pragma adjoint reverse
double f(double x) {
  double y = x * x;
  void *memory = &y; // error: a conversion between pointers to 'double' and 'void' cannot be differentiated; keep...
  memory = &x;
  return *static_cast<double *>(memory);
}

//--- an integer as a pointer
#pragma adjoint reverse
double f(double x, unsigned long address) {
  double *y = reinterpret_cast<double *>(address); // error: a conversion of an integer to a pointer cannot be...
  return x * *y;
}

//--- reading a volatile object
#pragma adjoint reverse
double f(double x, volatile double *y) { return x * *y; } // error: access to a volatile object cannot be...

//--- writing a volatile object
volatile double sink;
#pragma adjoint reverse
double f(double x) {
  sink = x * x; // error: access to a volatile object cannot be differentiated; drop 'volatile'
  return x * x;
}

//--- a statement expression that gives an object
struct Pair {
  double a, b;
};
#pragma adjoint reverse
double f(double x) {
  return ({ Pair p{x, x * x}; p; }).b; // error: a statement expression that gives an object cannot be differentiated;...
}

//--- a pointer to a member
struct Pair {
  double first, second;
};
#pragma adjoint reverse
double f(const Pair &p, double Pair::*member) { return p.*member * p.first; } // error: a function that takes or returns a pointer to a member...

//--- a pointer to a member in an object that the caller makes
struct Layer {
  double weight;
  double wave(double x) const { return weight * x; }
};
struct Step {
  double (Layer::*apply)(double) const;
  double scale;
};
#pragma adjoint reverse
double f(const Layer &layer, const Step &step) { return (layer.*step.apply)(step.scale); } // error: the target of...

//--- a variable of the file that points to members
struct Pair {
  double first, second;
};
double Pair::*chosen = &Pair::first; // error: the variable 'chosen', which generated code cannot use, cannot be...
#pragma adjoint reverse
double f(const Pair &p) { return p.*chosen * p.first; }

//--- a pointer to a member of a base
struct Base {
  double value;
};
struct Derived : Base {
  double other;
};
#pragma adjoint reverse
double f(double x, int n) {
  Derived d;
  d.value = x, d.other = x * x;
  double Derived::*member = n ? &Derived::other : static_cast<double Derived::*>(&Base::value);
  return d.*member * x; // error: the target of this call is not known here; call the function directly, or through...
}

//--- memory that is moved
#include <cstdlib>
#pragma adjoint reverse
double f(double x) {
  double *p = static_cast<double *>(std::malloc(2 * sizeof(double)));
  p[0] = x;
  p = static_cast<double *>(std::realloc(p, 4 * sizeof(double))); // error: realloc, which moves an unknown number...
  p[3] = p[0] * x;
  double y = p[3];
  std::free(p);
  return y;
}

//--- an atomic operation
#pragma adjoint reverse
double f(double x, int *n) { return x * x * __atomic_add_fetch(n, 1, 0); } // error: an atomic operation cannot be...

//--- placement new
#include <new>
#pragma adjoint reverse
double f(double x) {
  alignas(double) unsigned char memory[sizeof(double)];
  double *y = new (memory) double(x * x); // error: placement new in memory that is not of the object's type cannot...
  return *y;
}

//--- memory of another type
#include <cstring>
#pragma adjoint reverse
double f(double x) {
  double y = x * x;
  float z[2];
  std::memcpy(z, &y, sizeof y); // error: a copy of bytes between different types cannot be differentiated; copy...
  return z[0];
}

//--- the bits of a number
#include <cstring>
#pragma adjoint reverse
double f(double x) {
  unsigned long bits;
  std::memcpy(&bits, &x, sizeof x); // error: a copy of bytes between different types cannot be differentiated; copy...
  bits &= ~1ul;
  double y;
  std::memcpy(&y, &bits, sizeof y);
  return y;
}

//--- memset with another byte than zero
#include <cstring>
#pragma adjoint reverse
double f(double x) {
  double y[2];
  std::memset(y, 1, sizeof y); // error: memset with other bytes than zero cannot be differentiated; assign the...
  return x * y[0];
}

//--- memory from malloc that has no type
#include <cstdlib>
#pragma adjoint reverse
double f(double x) {
  void *memory = std::malloc(8); // error: memory without a type cannot be differentiated; convert the result to a...
  double *y = static_cast<double *>(memory);
  *y = x * x;
  double result = *y;
  std::free(memory);
  return result;
}

//--- the bits of a number, by a builtin
#pragma adjoint reverse
double f(double x) {
  auto bits = __builtin_bit_cast(unsigned long, x); // error: an object seen as one of another type cannot be...
  return x * (bits & 1);
}

//--- memory that is resized
#include <cstdlib>
#pragma adjoint reverse
double f(double x) {
  auto *y = static_cast<double *>(std::malloc(sizeof(double)));
  *y = x * x;
  y = static_cast<double *>(std::realloc(y, 2 * sizeof(double))); // error: realloc, which moves an unknown number...
  double result = *y;
  std::free(y);
  return result;
}

//--- a conversion from a base to a derived class
struct Base {
  double x;
};
struct Derived : Base {
  double y;
};
double second(Base &b) { return static_cast<Derived &>(b).y; } // error: a conversion from a base to a derived class...
#pragma adjoint reverse
double f(double x) {
  Derived d;
  d.x = d.y = x * x;
  return second(d);
}

//--- what is thrown is made from an object
#include <string>
struct Error {
  double x;
  std::string text;
};
struct Wrapped {
  explicit Wrapped(const Error &e) : error(e) {}
  Error error;
};
#pragma adjoint reverse
double f(double x) {
  Error e{x, "late"};
  if (x < 0.0)
    throw Wrapped(e); // error: this operand of an object without adjoint cannot be differentiated; give it numbers,...
  return x * x;
}

//--- a dynamic_cast to a reference
struct Base {
  virtual double value(double x) const { return x; }
};
struct Derived : Base {
  double value(double x) const override { return x * x; }
};
double g(const Base &b, double x) { return dynamic_cast<const Derived &>(b).value(x); } // error: a dynamic_cast to...
#pragma adjoint reverse
double f(double x) {
  Derived d;
  return g(d, x);
}

//--- three-way comparison
// flags: -- -std=c++20
#include <compare>
#pragma adjoint reverse
double f(double x, double y) {
  return (x <=> y) < 0 ? x : x * y; // error: a three-way comparison cannot be differentiated; compare with <, == and >
}

//--- an order by a three-way comparison
// flags: -- -std=c++20
#include <compare>
struct Price {
  double value;
  auto operator<=>(const Price &o) const { return value <=> o.value; }
};
#pragma adjoint reverse
double f(double x, double y) {
  return Price{x} < Price{y} ? x : x * y; // error: an order that operator<=> gives cannot be differentiated; define...
}

//--- a default order of a member that is ordered otherwise
// flags: -- -std=c++20
#include <compare>
struct Falling {
  double value;
  auto operator<=>(const Falling &o) const { return o.value <=> value; }
};
struct Price {
  Falling falling;
  auto operator<=>(const Price &) const = default;
};
#pragma adjoint reverse
double f(double x, double y) {
  Price p{{x}}, q{{y}};
  return p < q ? x : x * y; // error: an order that operator<=> gives cannot be differentiated; define this...
}

//--- a default order of arrays
// flags: -- -std=c++20
#include <compare>
struct Price {
  double value[2];
  auto operator<=>(const Price &) const = default;
};
#pragma adjoint reverse
double f(double x, double y) {
  Price p{{x, y}}, q{{y, x}};
  return p < q ? x : x * y; // error: an order that operator<=> gives cannot be differentiated; define this...
}

//--- the type of an object
#include <typeinfo>
struct Base {
  virtual ~Base() {}
};
#pragma adjoint reverse
double f(double x) {
  Base b;
  return typeid(b) == typeid(Base) ? x * x : x; // error: this expression cannot be differentiated; use arithmetic,...
}

//--- an element of a vector register of truth values
typedef bool Bits __attribute__((ext_vector_type(8)));
static Bits *flags;
#pragma adjoint reverse
double f(double x) {
  return (*flags)[1] ? x : x * x; // error: an element of a vector register cannot be differentiated; use an array
}

//--- the size of a variable-length array that the size's expression changes
#pragma adjoint reverse
double f(double x, int n) {
  x *= sizeof(double[n++]); // error: the size of a variable-length array that is changed by asking for it cannot be...
  return x * n;
}

//--- an object that is a template's argument
// flags: -- -std=c++20
struct Pair {
  double first, second;
};
template <Pair p> double scaled(double x) {
  return p.second * x; // error: an object that is an argument of a template cannot be differentiated; pass it as a...
}
#pragma adjoint reverse
double f(double x) { return scaled<Pair{2.0, 3.0}>(x) * x; }

//--- a static variable of the function around a local class
#pragma adjoint reverse
double f(double x) {
  static double factor = 2.0; // error: the static variable 'factor' of another function cannot be differentiated;...
  struct Local {
    static double scaled(double x) { return factor * x; }
  };
  return Local::scaled(x) * x;
}

//--- a constant of the function around a lambda
#pragma adjoint reverse
double f(double x) {
  constexpr double factors[2] = {2.0, 3.0}; // error: the variable 'factors' of another function cannot be...
  auto scaled = [](double y) {
    constexpr double factor = factors[1];
    return y * factor;
  };
  return scaled(x) * x;
}

//--- an object without adjoint in a lambda expression
#include <sstream>
#pragma adjoint reverse
double f(double x) {
  auto square = [log = std::ostringstream()](double y) mutable { // error: a copy of 'log' in a lambda expression...
    log << "square";
    return y * y;
  };
  return square(x);
}

//--- a member of an unnamed struct
struct Pair {
  int kind;
  struct {
    double first, second;
  };
};
#pragma adjoint reverse
double f(const Pair &p) { return p.first * p.second; } // error: a member of an unnamed struct or union cannot be...

//--- a member of a class without model
#include <ext/slist>
struct History {
  __gnu_cxx::slist<int> steps;
  double last;
};
#pragma adjoint reverse
double f(const History &history) {
  const auto &steps = history.steps; // error: the member 'steps', of a library class without model, cannot be...
  return history.last * history.last * steps.size();
}

//--- a static member function through an object
struct Model {
  double factor;
  static double scaled(double x) { return x * x; }
};
#pragma adjoint reverse
double f(double x) {
  Model m{x};
  double (&scaled)(double) = m.scaled; // error: a member function that is named and not called cannot be...
  return scaled(x) * m.factor;
}

//--- a complex number of C as an integer
#pragma adjoint reverse
double f(double x) {
  return x * (int)(2.0 + 1.0i); // error: this conversion cannot be differentiated; convert between arithmetic types...
}

//--- a dynamic_cast to a pointer without type
struct Base {
  virtual ~Base() {}
};
#pragma adjoint reverse
double f(double x) {
  Base b;
  return dynamic_cast<void *>(&b) ? x * x : x; // error: a dynamic_cast to a reference, or to 'void *', cannot be...
}

//--- memory for a stream
#include <cstdlib>
#include <sstream>
#pragma adjoint reverse
double f(double x) {
  auto *log = static_cast<std::ostringstream *>(std::malloc(sizeof(std::ostringstream))); // error: an object of 'std::basic_ostringstream<char, std::char_traits<char>, std::allocator<char>>' in memory that is allocated without...
  return log ? x * x : x;
}

//--- a number of elements between rows and a flat array
#include <cstring>
#pragma adjoint reverse
double f(double x, int n) {
  double rows[3][4], flat[12];
  for (int i = 0; i < 12; ++i)
    flat[i] = x * i;
  std::memcpy(rows, flat, n * sizeof(double)); // error: a copy of a number of elements not known here, between rows...
  return rows[1][1] * rows[0][2];
}
