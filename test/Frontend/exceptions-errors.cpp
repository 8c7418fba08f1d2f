// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: python3 %S/../Support/check-refusals.py %s %t
//
// What of 'try' is refused.

//--- the handler looks at a part of what it caught
struct Failure {
  double value;
};
struct Overflow : Failure {
  int step;
};
double root(double x) {
  if (x < 0)
    throw Overflow{{x}, 2};
  return x * x;
}
#pragma adjoint reverse
double f(double x) {
  try {
    return root(x);
  } catch (const Failure &failure) { // error: a handler that looks at more of what it caught than what() says...
    return failure.value * x;
  }
}

//--- what was caught owns memory
#include <vector>
double root(double x) {
  if (x < 0)
    throw std::vector<double>{x};
  return x * x;
}
#pragma adjoint reverse
double f(double x) {
  try {
    return root(x);
  } catch (const std::vector<double> &values) { // error: a handler that looks at more of what it caught than what()...
    return values[0] * x;
  }
}

//--- the handler asks for more than the text
#include <stdexcept>
struct Failure : std::runtime_error {
  explicit Failure(int step) : std::runtime_error("failure"), step(step) {}
  int step;
};
double root(double x, int k) {
  if (x < 0) // warning: this branch depends on active 'x'; the adjoint is that of the branch taken (adjoint::smooth...
    throw Failure(k);
  return x * x;
}
#pragma adjoint reverse
double f(double x) {
  try {
    return root(x, 2);
  } catch (const Failure &failure) {
    return failure.what()[0] == 'f' ? failure.step * x : x;
  }
}

//--- the handler asks a copy of the base
#include <exception>
struct Unstable : std::exception {
  const char *what() const noexcept override { return "unstable"; }
};
double root(double x) {
  if (x < 0)
    throw Unstable();
  return x * x;
}
#pragma adjoint reverse
double f(double x) {
  try {
    return root(x);
  } catch (std::exception copy) { // error: a handler that looks at more of what it caught than what() says cannot...
    return copy.what()[0] == 'u' ? x : -x;
  }
}

//--- not all is caught
double root(double x) {
  if (x < 0) // warning: this branch depends on active 'x'; the adjoint is that of the branch taken (adjoint::smooth...
    throw 1;
  return x * x;
}
#pragma adjoint reverse
double f(double x) {
  try {
    return root(x);
  } catch (double) {
    return x;
  }
}

//--- thrown again
double root(double x) {
  if (x < 0) // warning: this branch depends on active 'x'; the adjoint is that of the branch taken (adjoint::smooth...
    throw 1;
  return x * x;
}
#pragma adjoint reverse
double f(double x) {
  try {
    return root(x);
  } catch (...) {
    throw;
  }
}

//--- a function that is not visible
#pragma adjoint passive
double limit();
#pragma adjoint reverse
double f(double x) {
  try {
    x *= limit(); // error: an exception of a type that is not known here cannot be differentiated; test the...
  } catch (...) {
    x = 0;
  }
  return x;
}

//--- an index that is checked, where the class of what it throws is not declared
#include <vector>
#pragma adjoint reverse
double f(double x, int i) {
  std::vector<double> v(3, x);
  try {
    v[0] *= v.at(i); // error: an exception of a type that is not known here cannot be differentiated; test the...
  } catch (...) {
    v[0] = 1;
  }
  return v[0] * v[1];
}

//--- a throw with effects, of an object that owns memory
#include <vector>
double root(double x, int &n) {
  if (x < 0)
    throw std::vector<int>(++n); // error: 'throw' of an object whose making has effects cannot be differentiated;...
  return x * x;
}
#pragma adjoint reverse
double f(double x) {
  int n = 0;
  try {
    x = root(x, n);
  } catch (...) {
    x *= n;
  }
  return x;
}

//--- a call through a pointer of the caller's inside 'try'
#pragma adjoint reverse
double f(double (*g)(double), double x) {
  try {
    return g(x); // error: this function comes from the caller, and what it does is not known here; let the function...
  } catch (int) {
    return 0.0;
  }
}

//--- a function inside 'try' that calls through a pointer to a member
struct Curve {
  double root(double x) const { return x > 0.0 ? x * x : throw 1; }
  double cube(double x) const { return x * x * x; }
};
double choose(const Curve &curve, double x) {
  double (Curve::*g)(double) const = x > 1.0 ? &Curve::root : &Curve::cube;
  return (curve.*g)(x);
}
#pragma adjoint reverse
double f(double x) {
  try {
    return choose(Curve(), x); // error: an exception of a type that is not known here cannot be differentiated;...
  } catch (int) {
    return 0.0;
  }
}

//--- the library's part of an object
#include <stdexcept>
struct NotConverged : std::runtime_error {
  double residual;
  explicit NotConverged(double residual) : std::runtime_error("not converged"), residual(residual) {}
};
#pragma adjoint reverse
double f(double x) {
  NotConverged error(x * x);
  const std::exception &base = error; // error: the library's part of an exception's object cannot be...
  return error.residual;
}

//--- a base with virtual functions that is no exception
#include <streambuf>
struct Buffer : std::streambuf {
  double last = 0.0;
};
#pragma adjoint reverse
double f(double x) {
  Buffer buffer; // error: a value of type 'Buffer' cannot be differentiated; bases with virtual functions must be...
  buffer.last = x;
  return buffer.last;
}

//--- the constructor changes what is active
#include <stdexcept>
#include <string>
double total = 0.0;
struct Failure : std::exception {
  explicit Failure(double a) { total += a * a; }
};
#pragma adjoint reverse
double f(double x) {
  double s = 0.0;
  try {
    if (x > 0.5)
      throw Failure(x); // error: 'throw' of an object whose making has effects cannot be differentiated; make the effects...
  } catch (const std::exception &e) {
    s = std::string(e.what()) == "std::exception" ? x : 0.0;
  }
  return s + total;
}

//--- the text is made of what is counted on
#include <stdexcept>
#include <string>
int count = 0;
struct NotConverged : std::runtime_error {
  double residual;
  explicit NotConverged(double residual) : std::runtime_error("number " + std::to_string(++count)), residual(residual) {} // error: 'throw' of an object whose text is made with effects cannot be differentiated; make the text before, in a...
};
#pragma adjoint reverse
double f(double x) {
  try {
    if (x > 1.0)
      throw NotConverged(x * x);
  } catch (const NotConverged &error) {
    return error.residual;
  }
  return x;
}

//--- what is thrown was made elsewhere
#include <string>
struct Failure {
  std::string text;
  int step;
};
#pragma adjoint reverse
double f(double x) {
  Failure failure{"late", 3};
  if (x < 0.0)
    throw failure; // error: 'throw' of an object that is not made here cannot be differentiated; make it...
  return x * x;
}

//--- the handler asks for the text and the members of what a function makes
#include <stdexcept>
struct Failure : std::runtime_error {
  double value;
  explicit Failure(double value) : std::runtime_error("failure"), value(value) {}
};
Failure make(double x) { return Failure(x * x); }
#pragma adjoint reverse
double f(double x) {
  try {
    if (x < 0.0)
      throw make(x); // error: 'throw' of this object cannot be differentiated: a handler asks for both...
  } catch (const Failure &e) {
    return e.what()[0] == 'l' ? x : e.value;
  }
  return x;
}

//--- a member function makes what is thrown
#include <string>
struct Failure {
  std::string text;
};
struct Solver {
  int steps = 0;
  Failure failure() const { return Failure{std::to_string(steps)}; }
};
#pragma adjoint reverse
double f(const Solver &solver, double x) {
  if (x < 0.0)
    throw solver.failure(); // error: 'throw' of an object that is not made here cannot be differentiated;...
  return x * x;
}

//--- a function that is not visible makes what is thrown
#include <string>
struct Failure {
  std::string text;
};
Failure failure(double x);
#pragma adjoint reverse
double f(double x) {
  if (x < 0.0)
    throw failure(x); // error: 'failure', which makes an object to be thrown, calls a function that is...
  return x * x;
}

//--- what is thrown is made with a text of the file
#include <string>
struct Failure {
  std::string text;
};
std::string prefix;
Failure failure(double x) { return Failure{prefix + std::to_string(x)}; }
#pragma adjoint reverse
double f(double x) {
  if (x < 0.0)
    throw failure(x); // error: 'failure', which makes an object to be thrown, uses 'prefix', a variable...
  return x * x;
}

//--- the statements that make what is thrown change what they are given
#include <string>
struct Failure {
  std::string text;
  void add(double &x) { text += std::to_string(x += 1.0); }
};
#pragma adjoint reverse
double f(double x) {
  if (x < 0.0) {
    Failure e;
    e.add(x); // error: a variable that an object without adjoint may keep or change cannot be...
    throw e;
  }
  return x * x;
}

//--- what may not be computed is handed in
#include <string>
struct Failure {
  std::string text;
  void add(double x) { text += std::to_string(x); }
};
#pragma adjoint reverse
double f(const double *x, int n) {
  if (x[0] < 0.0) {
    Failure e;
    if (n > 5)
      e.add(x[5]); // error: this part of an object that is made to be thrown cannot be left as it is;...
    throw e;
  }
  return x[0] * x[0];
}

//--- a text that may not be there is handed in
#include <string>
#include <vector>
struct Failure {
  std::string text;
  void add(const std::string &t) { text += t; }
};
#pragma adjoint reverse
double f(double x, const std::vector<std::string> &names, int n) {
  if (x < 0.0) {
    Failure e;
    if (n > 5)
      e.add(names[5]); // error: this part of an object that is made to be thrown cannot be left as it is;...
    throw e;
  }
  return x * x;
}

//--- a private class is thrown
#include <vector>
class Solver {
public:
  double root(double x) {
    if (x < 0.0)
      throw Failure({1, 2}); // error: 'throw' of a class that generated code cannot name cannot be differentiated;...
    return x * x;
  }

private:
  struct Failure {
    std::vector<int> steps;
    Failure(std::vector<int> steps) : steps(steps) {}
  };
};
#pragma adjoint reverse
double f(double x) { return Solver().root(x); }

//--- a function that is left alone, inside 'try'
#pragma adjoint passive
double limit(double x) { // error: a function that may throw, called inside 'try', cannot be differentiated; catch...
  if (x < 0.0)
    throw 1;
  return x;
}
#pragma adjoint reverse
double f(double x) {
  try {
    x *= limit(3.0);
  } catch (int) {
    x = 0.0;
  }
  return x;
}

//--- a call through a pointer to a member inside 'try'
struct Curve {
  double root(double x) const { return x > 0.0 ? x * x : throw 1; }
  double cube(double x) const { return x * x * x; }
};
#pragma adjoint reverse
double f(double x, int n) {
  Curve curve;
  double (Curve::*g)(double) const = n > 1 ? &Curve::root : &Curve::cube;
  try {
    return (curve.*g)(x); // error: a call through a pointer inside 'try' cannot be differentiated; call the...
  } catch (int) {
    return 0.0;
  }
}

//--- a handler that may change what it asks
#include <exception>
struct Failure : std::exception {
  int step;
  explicit Failure(int step) : step(step) {}
  const char *what() const noexcept override { return step > 2 ? "late" : "early"; }
};
double root(double x) {
  if (x < 0.0)
    throw Failure(3);
  return x * x;
}
#pragma adjoint reverse
double f(double x) {
  try {
    return root(x);
  } catch (Failure &failure) { // error: a handler that may change an object which is asked for its text cannot be...
    failure.step = 1;
    return failure.what()[0] == 'l' ? x : 2.0 * x;
  }
}

//--- thrown again, with data
#include <stdexcept>
struct NotConverged : std::runtime_error {
  double residual;
  explicit NotConverged(double residual) : std::runtime_error("not converged"), residual(residual) {}
};
double root(double x) {
  if (x < 0.0)
    throw NotConverged(x);
  return x * x;
}
#pragma adjoint reverse
double f(double x) {
  try {
    return root(x);
  } catch (const NotConverged &error) {
    if (error.residual < -3.0)
      throw; // error: an exception that leaves the function and holds more than a text cannot be differentiated;...
    return error.residual * x;
  }
}
