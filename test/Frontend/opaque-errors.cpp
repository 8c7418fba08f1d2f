// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: python3 %S/../Support/check-refusals.py %s %t
//
// Objects of the library without an adjoint, where active values would go through them.

//--- a distribution with an active parameter
#include <random>
#pragma adjoint reverse
double f(double x) {
  std::mt19937 engine(1);
  std::normal_distribution<double> normal(0.0, x); // error: 'normal_distribution' takes an active value into an...
  return normal(engine) * x;
}

//--- the same, in a function that gives nothing else
#include <random>
void setUp(std::normal_distribution<double> &normal, double s, int n) {
  for (int i = 0; i < n; ++i)
    if (i % 2 == 0)
      normal = std::normal_distribution<double>(0.0, s * s + i); // error: 'result' takes an active value into an...
}
#pragma adjoint reverse
double f(double x) {
  std::mt19937 engine(1);
  std::normal_distribution<double> normal;
  setUp(normal, x, 3);
  return normal(engine) * 2.0 + x;
}

//--- the same, in a tangent
#include <random>
#pragma adjoint tangent
double f(double x) {
  std::mt19937 engine(1);
  std::normal_distribution<double> normal(x * x, 1.0); // error: 'normal_distribution' takes an active value into an...
  return normal(engine) * x;
}

//--- an object of any type that the caller hands in
#include <any>
#pragma adjoint reverse // error: 'kept' of class 'std::any' cannot be handed to an adjoint: its contents cannot be...
double f(const std::any &kept, double x) {
  return std::any_cast<double>(kept) * x;
}

//--- a number that is read
#include <sstream>
#pragma adjoint reverse
double f(double x) {
  std::istringstream in("2.5");
  int n = 0;
  double y[2] = {};
  in >> n >> y[n]; // error: where this number is read to may depend on one that the same statement reads before;...
  return x * y[0];
}

//--- a function that throws what it is given, or returns
#include <stdexcept>
struct Bad : std::runtime_error {
  Bad() : std::runtime_error("bad") {}
};
static bool isStrict = false;
static void complain(const Bad &e) {
  if (!isStrict)
    return;
  throw e; // error: 'throw' of an object that is not made here cannot be differentiated; make it right here, of...
}
#pragma adjoint reverse
double f(double x) {
  if (x < 5.0)
    complain(Bad());
  return x * x;
}

//--- a character that a member function of a stream sets
#include <sstream>
#pragma adjoint reverse
double f(double x) {
  std::istringstream in("ab");
  char c = 'a';
  in.get(c); // error: a variable that an object without adjoint may keep or change cannot be differentiated; let it...
  return c == 'a' ? x : 2.0 * x;
}

//--- a container without a model
#include <ext/slist>
#pragma adjoint reverse
double f(double x) {
  __gnu_cxx::slist<double> values; // error: a value of type '__gnu_cxx::slist<double>' cannot be differentiated; no...
  values.push_front(x * x);
  return *values.begin();
}

//--- keys with an adjoint
#include <set>
#pragma adjoint reverse // error: 'values' of class 'std::set<double>' cannot be handed to an adjoint: its elements are keys,...
double f(const std::set<double> &values, double x) {
  return *values.begin() * x;
}

//--- a text in a container, changed in an expression
#include <string>
#include <vector>
#pragma adjoint reverse
double f(double x) {
  std::vector<std::string> names = {"a", "b"};
  return x * x * names[0].append("c").size(); // error: a change of a text in another object, of which the result is...
}

//--- two texts in containers, changed at once
#include <string>
#include <vector>
#pragma adjoint reverse
double f(double x) {
  std::vector<std::string> names = {"a", "b"};
  (names[0] += "c").swap(names[1]); // error: a change of two texts in other objects at once cannot be...
  return x * x * names[0].size();
}

//--- a text in a class, assigned through a function
#include <string>
struct Asset {
  std::string name;
  double price;
  std::string &title() { return name; }
};
#pragma adjoint reverse
double f(double x) {
  Asset asset = {"a", x};
  asset.title() = "b"; // error: a change of a text through a reference that a function returns cannot be...
  return asset.price * asset.price;
}

//--- a text in a class, changed through a function
#include <string>
struct Asset {
  std::string name;
  double price;
  std::string &title() { return name; }
};
#pragma adjoint reverse
double f(double x) {
  Asset asset = {"a", x};
  asset.title() += "b"; // error: a change of a text through a reference that a function returns cannot be...
  return asset.price * asset.price;
}

//--- a reference to a text that a function returns
#include <string>
struct Asset {
  std::string name;
  double price;
  std::string &title() { return name; }
};
#pragma adjoint reverse
double f(double x) {
  Asset asset = {"a", x};
  std::string &title = asset.title(); // error: a change of a text through a reference that a function returns...
  title = "b";
  return asset.price * asset.price;
}

//--- a text that a function returns, changed by another
#include <string>
#include <utility>
struct Asset {
  std::string name;
  double price;
  std::string &title() { return name; }
};
#pragma adjoint reverse
double f(double x) {
  Asset asset = {"a", x}, other = {"b", x * x};
  std::swap(asset.title(), other.title()); // error: a change of a text through a reference that a function returns...
  return asset.price * other.price;
}

//--- a container in a class, changed by a function of it
#include <ext/slist>
class Model {
public:
  double value(double x) {
    history.push_front(x); // error: a member function of a library class cannot be differentiated; use arrays,...
    return x * x;
  }

private:
  __gnu_cxx::slist<double> history;
};
#pragma adjoint reverse
double f(double x) {
  Model model;
  return model.value(x);
}

//--- weights of a draw
#include <random>
#pragma adjoint reverse
double f(double x) {
  std::mt19937 engine(7);
  double weights[2] = {x, 1.0 - x};
  std::discrete_distribution<int> pick(weights, weights + 2); // error: this operand of an object without adjoint...
  return pick(engine) * x;
}

//--- an iterator of a text
#include <string>
#pragma adjoint reverse
double f(double x, const std::string &name) {
  double y = x;
  for (auto c = name.begin(); c != name.end(); ++c) // error: what this operation of an object without adjoint gives...
    y *= *c;
  return y;
}

//--- a reference to a character of a text
#include <string>
#pragma adjoint reverse
double f(double x) {
  std::string name = "ab";
  for (char &c : name) // error: a reference to a character of a text cannot be differentiated; take the character...
    c = 'x';
  return x * name[0];
}

//--- a static engine
#include <random>
#pragma adjoint reverse
double f(double x) {
  static std::mt19937 engine(1); // error: a static variable that keeps its value from call to call cannot be...
  std::normal_distribution<double> normal;
  return x * x * normal(engine);
}

//--- a lock
#include <mutex>
static std::mutex mutex;
#pragma adjoint reverse
double f(double x) {
  std::lock_guard<std::mutex> lock(mutex); // error: a lock on 'mutex', which others may hold, cannot be...
  return x * x;
}

//--- a lock of several, in a callee
#include <mutex>
class Box {
  std::mutex &a, &b;

public:
  Box(std::mutex &a, std::mutex &b) : a(a), b(b) {}
  double get(double x) {
    std::scoped_lock lock(a, b);
    return x * x;
  }
};
static std::mutex first, second;
#pragma adjoint reverse
double f(double x) {
  Box box(first, second); // error: a lock on 'first', which others may hold, cannot be differentiated; let the...
  return box.get(x);
}

//--- a lock that can be given up, of which the tangent is asked
#include <mutex>
static std::mutex mutex;
#pragma adjoint tangent
double f(double x) {
  std::unique_lock<std::mutex> lock(mutex); // error: a lock on 'mutex', which others may hold, cannot be...
  return x * x;
}

//--- an algorithm without a model for its arguments
#include <algorithm>
#include <iterator>
#include <random>
#include <vector>
#pragma adjoint reverse
double f(double x) {
  std::vector<double> v{x, x * x}, w;
  std::mt19937 engine(2);
  std::sample(v.begin(), v.end(), std::back_inserter(w), 1, engine); // error: 'std::sample' with these arguments...
  return w[0] * v[0];
}

//--- a part of an array without a model
#include <valarray>
#pragma adjoint reverse
double f(double x) {
  std::valarray<double> v(x, 4);
  std::valarray<double> w = v[std::gslice(0, {2}, {1})]; // error: 'std::valarray<double>::operator[]' with these...
  return w[0] * w[1];
}

//--- a reference to what the library holds
#include <iostream>
#include <locale>
#pragma adjoint reverse
double f(double x) {
  const std::locale &plain = std::locale::classic(); // error: a reference into an object without adjoint cannot be...
  std::cout.imbue(plain);
  return x * x;
}

//--- a choice between texts
#include <iostream>
const char *name(int i) { return i > 2 ? "many" : "few"; }
#pragma adjoint reverse
double f(double x, int n) {
  std::cout << (n > 1 ? name(n) : "one"); // error: a choice between texts of which one is to be made cannot be...
  return x * x;
}

//--- a text in a container, changed through a reference
#include <string>
#include <vector>
void extend(std::string &name) { name += "b"; }
#pragma adjoint reverse
double f(double x) {
  std::vector<std::string> names = {"a"};
  extend(names[0]); // error: a reference through which a text in another object may change cannot be...
  return x * x * names[0].size();
}

//--- a text that an algorithm gives
#include <algorithm>
#include <string>
#pragma adjoint reverse
double f(double x) {
  const std::string a = "a", last = std::max({a, std::string("b")}); // error: 'std::max' with these arguments...
  return x * static_cast<double>(last.size());
}

//--- a text that a member of the library gives
#include <optional>
#include <string>
#pragma adjoint reverse
double f(double x) {
  std::optional<std::string> name;
  return x * static_cast<double>(name.value_or("none").size()); // error: this operand of an object without adjoint...
}

//--- a pointer to a string of an object
#include <string>
#include <vector>
struct Named {
  std::string name;
  double value;
};
#pragma adjoint reverse
double f(const double *x) {
  std::vector<Named> all{{"a", x[0]}, {"b", x[1]}};
  const std::string *first = &all[0].name; // error: a pointer to a string that an object holds cannot be differentiated; use the string...
  return *first == "a" ? all[0].value * x[0] : x[1];
}

//--- a pointer to a string of a variant
#include <string>
#include <variant>
#pragma adjoint reverse
double f(const double *x) {
  std::variant<double, std::string> value = std::string("xy");
  if (auto *text = std::get_if<1>(&value)) // error: a pointer to a string that an object holds cannot be differentiated; use the string...
    if (*text == "xy")
      return x[0] * x[1];
  return x[0];
}

//--- strings in an array that nothing is given for
#include <string>
#pragma adjoint reverse
double f(const double *x, int n) {
  std::string names[3]; // error: an object of 'std::basic_string' cannot be made here; hold it in a variable, or in std::array or...
  for (int i = 0; i < n; ++i)
    names[i % 3] += "a";
  return x[0] * x[names[0].size()];
}

//--- the same, by new
#include <string>
#pragma adjoint reverse
double f(const double *x, int n) {
  std::string *names = new std::string[n]; // error: an object of 'std::basic_string' cannot be made here; hold it in a variable, or in std::array or...
  const double value = x[names[0].size()];
  delete[] names;
  return value * value;
}
