// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: python3 %S/../Support/check-refusals.py %s %t
//
// Statements that cannot be reversed.

//--- inline assembly
#pragma adjoint reverse
double f(double x) {
  double y = x * x;
  asm("nop"); // error: inline assembly cannot be differentiated; write it in C++, or in a function with a...
  return y;
}

//--- setjmp
#include <csetjmp>
std::jmp_buf place;
#pragma adjoint reverse
double f(double x) {
  double y = x * x;
  if (setjmp(place)) // error: a jump out of a function cannot be differentiated; return a status instead
    return x;
  return y;
}

//--- longjmp
#include <csetjmp>
std::jmp_buf place;
#pragma adjoint reverse
double f(double x) {
  if (x < 0.0)
    longjmp(place, 1); // error: a jump out of a function cannot be differentiated; return a status instead
  return x * x;
}

//--- computed goto
#pragma adjoint reverse
double f(double x, int n) {
  void *targets[] = {&&one, &&two}; // error: the address of a label cannot be differentiated; use switch
  goto *targets[n];
one:
  x *= x;
two:
  return x;
}

//--- backward goto past a variable that is used behind
#pragma adjoint reverse
double f(double x, int n) {
again: // error: 'goto' to an earlier label cannot be reversed; write a loop instead
  x *= x;
  double y = x;
  if (--n > 0)
    goto again;
  return x * y;
}

//--- backward goto around which a loop is left
#pragma adjoint reverse
double f(double x, int n) {
  for (int i = 0; i < n; ++i) {
  again: // error: 'goto' to an earlier label cannot be reversed; write a loop instead
    x *= x;
    if (x > 5)
      break;
    if (--n > 0)
      goto again;
  }
  return x;
}

//--- backward goto out of a block
#pragma adjoint reverse
double f(double x, int n) {
  {
  again:
    x *= x;
  }
  if (--n > 0)
    goto again; // error: 'goto' to an earlier label cannot be reversed; write a loop instead
  return x;
}

//--- goto into what a backward goto repeats
#pragma adjoint reverse
double f(double x, int n) {
  if (n > 5)
    goto middle;
again:
  x *= x;
middle: // error: this 'goto' jumps into or between nested statements;...
  x += 1;
  if (--n > 0)
    goto again;
  return x;
}

//--- goto into a block
#pragma adjoint reverse
double f(double x, int n) {
  if (n > 0)
    goto inside; // error: this 'goto' jumps into or between nested statements; only a jump forward out of them, to...
  {
    x *= x;
  inside:
    x *= 2.0;
  }
  return x;
}

//--- goto into a loop
#pragma adjoint reverse
double f(double x, int n) {
  if (n > 3)
    goto inside; // error: this 'goto' jumps into or between nested statements; only a jump forward out of them, to...
  while (n > 0) {
    x *= x;
  inside:
    --n;
  }
  return x;
}

//--- goto from one branch into the other
#pragma adjoint reverse
double f(double x, int n) {
  if (n > 0) {
    x *= x;
    goto inside; // error: this 'goto' jumps into or between nested statements; only a jump forward out of them, to...
  } else {
    x *= 3.0;
  inside:
    x += 1.0;
  }
  return x;
}

//--- a range of case labels
#pragma adjoint reverse
double f(double x, int n) {
  switch (n) {
  case 1 ... 400: // error: a range of more than 256 case labels, or one inside another statement, cannot be...
    x *= x;
  }
  return x;
}

//--- a static variable that changes
#pragma adjoint reverse
double f(double x) {
  static double last = 0.0; // error: a static variable that keeps its value from call to call cannot be...
  double result = x * last;
  last = x;
  return result;
}

//--- a static counter
#pragma adjoint reverse
double f(double x) {
  static int calls = 0; // error: a static variable that keeps its value from call to call cannot be differentiated;...
  ++calls;
  return x * calls;
}

//--- a constant that keeps a value of the first call
#pragma adjoint reverse
double f(double x) {
  const double first = x;
  static const double kept = first; // error: a static variable that keeps its value from call to call cannot be...
  return kept * x;
}

//--- a static array that is read before it is set
#pragma adjoint reverse
double f(double x) {
  static double line[4] = {0}; // error: a static variable that keeps its value from call to call cannot be...
  double y = x * line[0];
  for (int i = 0; i < 3; ++i)
    line[i] = line[i + 1];
  line[3] = x;
  return y;
}

//--- a static array of which too little is set
#pragma adjoint reverse
double f(double x, int n) {
  static double memory[8]; // error: a static variable that keeps its value from call to call cannot be...
  for (int i = 1; i < n; ++i)
    memory[i] = x * i;
  double s = 0.0;
  for (int i = 0; i < n; ++i)
    s += memory[i] * memory[i];
  return s;
}

//--- a static array that is set in some iterations
#pragma adjoint reverse
double f(const double *x, int n) {
  static double memory[8]; // error: a static variable that keeps its value from call to call cannot be...
  for (int i = 0; i < n; ++i) {
    if (x[i] < 0.0)
      continue;
    memory[i] = x[i] * x[i];
  }
  double s = 0.0;
  for (int i = 0; i < n; ++i)
    s += memory[i];
  return s;
}

//--- a static array whose bound changes
#pragma adjoint reverse
double f(double x, int n) {
  static double memory[8]; // error: a static variable that keeps its value from call to call cannot be...
  for (int i = 0; i < n; ++i)
    memory[i] = x * i;
  n = n + 1;
  double s = 0.0;
  for (int i = 0; i < n; ++i)
    s += memory[i] * memory[i];
  return s;
}

//--- a static array in a loop whose beginning changes
#pragma adjoint reverse
double f(double x, int n, int k) {
  static double memory[40]; // error: a static variable that keeps its value from call to call cannot be...
  for (int i = 0; i < n; ++i)
    memory[i + 10] = x * i;
  double s = 0.0;
  for (int i = k; i < n; ++i) {
    k = k + 5;
    for (int j = i - k; j < n; ++j)
      s += memory[j + 10] * x;
  }
  return s;
}

//--- a static array that is set before a loop is left
#pragma adjoint reverse
double f(const double *x, int n) {
  static double memory[8]; // error: a static variable that keeps its value from call to call cannot be...
  for (int i = 0; i < n; ++i) {
    memory[i] = x[i] * x[i];
    if (x[i] < 0.0)
      break;
  }
  double s = 0.0;
  for (int i = 0; i < n; ++i)
    s += memory[i];
  return s;
}

//--- a static array at an index that changes
#pragma adjoint reverse
double f(double x) {
  static double memory[8]; // error: a static variable that keeps its value from call to call cannot be...
  int k;
  for (k = 0; k < 3; ++k)
    x *= 1.1;
  memory[k] = x;
  double s = 0.0;
  for (k = 0; k < 5; ++k)
    s += memory[k] * x;
  return s;
}

//--- a static array of a recursion
double down(double x, int n) {
  static double memory[2]; // error: a static variable that keeps its value from call to call cannot be...
  memory[0] = x;
  double y = n > 0 ? down(x * x, n - 1) : 1.0;
  return y * memory[0];
}
#pragma adjoint reverse
double f(double x) { return down(x, 3); }

//--- a static array that is handed on
double sum(const double *values) { return values[0] + values[1]; }
#pragma adjoint reverse
double f(double x) {
  static double memory[2]; // error: a static variable that keeps its value from call to call cannot be...
  memory[0] = x;
  return sum(memory) * x;
}

//--- a static variable of a callee
double g(double x) {
  static double last = 0.0; // error: a static variable that keeps its value from call to call cannot be...
  double result = x * last;
  last = x;
  return result;
}
#pragma adjoint reverse
double f(double x) { return g(x) * x; }

//--- a variable-length array of objects with destructors
#include <string>
#pragma adjoint reverse
double f(double x, int n) {
  std::string names[n]; // error: a value of type 'std::string[n]' cannot be differentiated; use a std::vector with...
  return x * names[0].size();
}

//--- a type of variable length that has a name
#pragma adjoint reverse
double f(double x, int n) {
  typedef double Row[n];
  n = 2;
  Row row; // error: a value of type 'Row' cannot be differentiated; allocate the array with new[], and pass it as a...
  row[0] = x * x;
  return row[0];
}

//--- rows of variable length in a lambda
#pragma adjoint reverse
double f(double x, int n) {
  double rows[n][n];
  auto at = [&](int i) -> double & { return rows[i][i]; }; // error: a value of type 'double[n]' cannot be...
  at(1) = x * x;
  return at(1);
}

//--- rows of variable length as a parameter
#pragma adjoint reverse
double f(int n, const double (*rows)[n]) { // error: a value of type 'const double (*)[n]' cannot be differentiated;...
  return rows[1][0] * rows[0][1];
}

//--- alloca in a loop
#pragma adjoint reverse
double f(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    double *t = (double *)__builtin_alloca(sizeof(double)); // error: memory of alloca in a loop, which lives until...
    *t = x[i] * x[i];
    s += *t;
  }
  return s;
}

//--- alloca without a type
#pragma adjoint reverse
double f(double x) {
  void *memory = __builtin_alloca(8); // error: memory without a type cannot be differentiated; convert the result...
  double *t = static_cast<double *>(memory);
  *t = x * x;
  return *t;
}

//--- a variable with a cleanup
double total = 0.0;
void add(double *x) { total += *x; }
#pragma adjoint reverse
double f(double x) {
  {
    __attribute__((cleanup(add))) double y = x * x; // error: a variable with a cleanup cannot be differentiated;...
  }
  return total * x;
}

//--- a kernel
// flags: -- -x cuda -nocudainc -nocudalib
#pragma adjoint reverse wrt(x) of(y)
__attribute__((global)) void f(const double *x, double *y, int i) { y[i] = x[0] * x[i]; } // error: a kernel of a GPU (__global__), which 'f' is, cannot be differentiated...

//--- a function of a GPU
// flags: -- -x cuda --cuda-device-only -nocudainc -nocudalib
#pragma adjoint reverse
__attribute__((device)) double f(double x) { return x * x; } // error: a function of a GPU (__device__), which 'f' is, cannot be differentiated...

//--- a calling convention
__attribute__((ms_abi)) double g(double x) { return x * x; } // error: a function of the calling convention 'ms_abi', which 'g' is, cannot be differentiated...
#pragma adjoint reverse
double f(double x) { return g(x) * x; }

//--- inline assembly in a callee
void g(double &x) { asm("" : "+x"(x)); } // error: inline assembly cannot be differentiated; write it in C++, or in...
#pragma adjoint reverse
double f(double x) {
  g(x);
  return x * x;
}

//--- a constructor that is one try block
struct Checked {
  double value;
  explicit Checked(double x) try : value(x) { // error: 'try' around the body of a constructor or destructor cannot be...
    if (x > 1)
      throw x;
  } catch (double) {
    throw 1;
  }
};
#pragma adjoint reverse
double f(double x) {
  try {
    return Checked(x).value;
  } catch (int) {
  }
  return 0.0;
}
double g(double x) { return x; }

//--- an object with a destructor that belongs to a whole switch
double total = 0.0;
struct Guard {
  ~Guard() { total += 1.0; }
  double x = 2.0;
};
#pragma adjoint reverse
double f(double x, int n) {
  switch (n) { // error: an object with a destructor that belongs to the whole switch cannot be differentiated; put...
  default:
    Guard g;
    x *= g.x;
  }
  return x * total;
}

//--- a rethrow
#pragma adjoint reverse
double f(double x) {
  if (x < 0.0)
    throw; // error: 'throw' of what was caught cannot be differentiated; throw an object that is made anew, or...
  return x * x;
}

//--- a return without a value
#pragma adjoint reverse
double f(double x) {
  if (x < 0.0)
    return; // error: 'return' without a value from a function that returns one cannot be differentiated; return a value
  return x * x;
}

//--- an address in a constant that each call makes anew
#include <vector>
const double *rates(int i) {
  static const std::vector<double> table{0.5, 1.5};
  const std::vector<double> &all = table;
  return &all[i]; // error: an address in the constant 'table' cannot be differentiated; return the value, or the...
}
#pragma adjoint reverse
double f(double x) { return x * *rates(1); }

//--- a static constant whose making counts
#include <vector>
int made = 0;
struct Counted {
  std::vector<double> values{1.0};
  Counted() { ++made; }
};
#pragma adjoint reverse
double f(double x) {
  static const Counted counted; // error: a static variable that keeps its value from call to call cannot be...
  return counted.values[0] * x;
}

//--- a static constant that remembers
#include <vector>
struct Cached {
  mutable double last = 0.0;
  std::vector<double> values{1.0};
  double next(double x) const { return last = last * x + values[0]; }
};
#pragma adjoint reverse
double f(double x) {
  static const Cached cached; // error: a static variable that keeps its value from call to call cannot be...
  return cached.next(x) * x;
}

//--- exceptions of Windows
// flags: -- --target=x86_64-pc-windows-msvc -fms-extensions
#pragma adjoint reverse
double f(double x) {
  __try { // error: this statement cannot be differentiated; use declarations, assignments, calls, if, switch and loops
    x *= x;
  } __finally {
    x += 1.0;
  }
  return x;
}

//--- if consteval
// flags: -- -std=c++23
#pragma adjoint reverse
constexpr double f(double x) {
  if consteval { // error: 'if consteval' cannot be differentiated; use a plain if
    return x;
  }
  return x * x;
}

//--- a goto to an address that the caller gives
#pragma adjoint reverse
double f(double x, void *target) {
  if (target)
    goto *target; // error: a computed 'goto' cannot be differentiated; use switch
  (void)sizeof(&&end);
end:
  return x * x;
}

//--- a case label behind a declaration in another statement
#pragma adjoint reverse
double f(double x, int n) {
  switch (n) {
  case 0:
    if (x > 0.0) {
      double y;
      y = 2.0;
      x *= y;
    case 1: // error: a case label inside another statement cannot be differentiated; put it directly into the switch
      x *= x;
    }
  }
  return x;
}

//--- default in another statement
#pragma adjoint reverse
double f(double x, int n) {
  switch (n) {
  case 0:
    if (n < 3) {
      x *= 2.0;
    default: // error: a case label inside another statement cannot be differentiated; put it directly into the switch
      x *= x;
    }
  }
  return x;
}

//--- a coroutine
// flags: -- -std=c++20
#include <coroutine>
struct Task {
  struct promise_type {
    Task get_return_object() { return {}; }
    std::suspend_never initial_suspend() { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
};
Task run(double x) { co_return; } // error: a coroutine cannot be differentiated; write a function that returns its...
#pragma adjoint reverse
double f(double x) {
  run(x);
  return x * x;
}

//--- a new array in parentheses
// flags: -- -std=c++20
#pragma adjoint reverse
double f(double x) {
  double *a = new double[2](x, x * x); // error: this initialisation of an array cannot be differentiated; list its elements, or...
  const double s = a[0] * a[1];
  delete[] a;
  return s;
}

//--- initialised by itself
#pragma adjoint reverse
double f(double x) {
  double t = x * t + x; // error: the initialiser of 't' reads 't' itself, which has no value yet; give it one first
  return t * x;
}
