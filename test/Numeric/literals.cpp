// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Integers in other spellings than decimal: octal, hexadecimal, binary, with separators and suffixes, characters,
// enumerators, constants and macros. Where the tool decides by a number, it must be the number that C++ reads.

#include <cstddef>
#include <cstring>

#include "numeric.h"

enum Axis { X, Y = 0x1, Z };
enum class Kind : unsigned char { None, Some = 010, Other = 8 + 1 };
constexpr int width = 010, height = 0b11;
constexpr std::size_t many = 1'0;
#define EIGHT 010
#define LAST (EIGHT - 01)

// ------------------------------------------------------------- subscripts

// One element under two names, in an array that becomes variables.
#pragma adjoint reverse
double oneElement(double x, double y) {
  double v[12] = {};
  v[010] = x * x;
  v[8] = v[8] * y;
  v[0xA] = v[0b1010] + v[1'0] + y;
  v[Z] = v[2] + v[0x2u] + x;
  v[LAST] = v[010ul] * v[07];
  return v[010] + v[8] * v[10] + v[2] * v[EIGHT] + v[7];
}

// The same value is stored twice to one element, and another one between.
#pragma adjoint reverse
double overwritten(double x, double y) {
  double v[20], s = 0.0;
  for (int i = 0; i < 2; ++i) {
    v[010] = x;
    s += v[010] * y;
    v[8u] = y * s;
    s += v[8] * v[010L];
    v['\10'] = x;
    s = s * v[8] + v[width];
  }
  return s;
}

#pragma adjoint reverse
double rows(const double *x, int n) {
  double t[0x2][04] = {}, s = 0.0;
  for (int i = 0; i < n; ++i) {
    t[i & 0x1][03] += x[i] * x[i];
    t[0b1][i % 04] = t[01][3] * x[i];
    s += t[1][0x3] * t[0][03];
  }
  return s;
}

// ------------------------------------------------------------------ loops

#pragma adjoint reverse
double upwards(const double *x, int) {
  double s = 1.0;
  for (int i = 0; i < 010; ++i)
    s += x[i] * x[i] * s;
  for (int i = 01; i <= 0x9; i += 0b11)
    s = s * x[i] + x[i];
  for (long i = 0; i < 1'0L; ++i)
    s += x[i] * s;
  for (std::size_t i = 0x2u; i <= 010UL; i += 02)
    s *= x[i];
  for (unsigned i = 0; i != 010u; ++i)
    s = s * x[i] + x[i];
  for (auto i = 0ull; i < many; ++i)
    s += s * x[i];
  return s;
}

#pragma adjoint reverse
double downwards(const double *x, int) {
  double s = 1.0;
  for (int i = 0xB; i > 02; --i)
    s += x[i] * x[i] * s;
  for (int i = 0b1010; i >= 0'1; i -= 0x2)
    s = s * x[i] + x[i];
  for (int i = '\13'; i > -01; i -= 03)
    s += x[i] * s;
  for (std::size_t i = 012; i-- > 0x1;)
    s = s * x[i] + x[i];
  for (unsigned i = 010; i > 0u; i += 0xFFFFFFFFu)
    s += s * x[i];
  for (int i = EIGHT; i >= height; i -= Z)
    s *= x[i];
  return s;
}

// What each iteration overwrites goes to blocks of the tape: short ones in rows, long ones by themselves.
#pragma adjoint reverse
double nested(const double *x, int n) {
  double s = 0.5;
  for (int i = 0; i < n; ++i)
    for (int j = 01; j <= 010; ++j) {
      s = s * x[j] + x[i];
      for (int k = 0x3; k >= 01; --k)
        s = std::sin(s) * x[k + j - 01];
    }
  for (int j = width; j < 0x20; ++j)
    s = s * s + x[j % many] * s;
  for (int j = -04; j < 0x4; ++j)
    s = s * x[j + 4] + s;
  return s;
}

// 16 is not 10, and more than a block in a row takes.
#pragma adjoint reverse
double blocks(const double *x, int n) {
  double s = 1.0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 020; ++j)
      s = std::cos(s) + x[j & 07] * s * x[i];
  for (int i = 020; i < 18; ++i)
    s = s * s * x[i - 020];
  return s;
}

// -------------------------------------------------------------- conditions

inline double chosen(double x, int kind, double y) {
  if (kind == 8)
    return x * x;
  if (kind > 0x10 && kind != 021)
    return x * y;
  return kind == 17 ? y * y : x + y;
}

inline double switched(double x, int kind) {
  switch (kind) {
  case 010:
    return x * x;
  case 0x9:
    return 3.0 * x;
  case 'a':
    return x * x * x;
  case 0b1'0'1'0:
    return x + 1.0;
  case width * 2:
    return std::sin(x);
  default:
    return x * 0.5;
  }
}

inline double asKind(double x, Kind kind) {
  switch (kind) {
  case Kind::Some:
    return x * x;
  case Kind::Other:
    return std::exp(x);
  case Kind::None:
    break;
  }
  return kind < Kind::Some ? x : 0.0;
}

#pragma adjoint reverse
double decided(double x, double y) {
  double s = chosen(x, 010, y) + chosen(y, 0x11, x) * chosen(x, 0b10010, y) + chosen(x, EIGHT, y) + chosen(x, -010, y);
  s += switched(x, 8) * switched(y, 011) + switched(x, 0x61) + switched(y, '\12') * switched(x, 020) + switched(y, 10u);
  s += asKind(x, Kind::Some) * asKind(y, Kind(011)) + asKind(s, Kind::None);
  if (0)
    s *= 2.0 * x;
  if (EIGHT == 8)
    s *= y;
  if (LAST < 7 || width != 0x8)
    s *= x;
  if (1)
    s += x * y;
  if (-1L < 0xFFFFFFFFu && 0u - 1 == 0xffffffff) // in 64 bits, and in 32
    s *= 5.0 * x;
  if (0.5f == 0.5 && 0x1p-1 == 5e-1 && 1'000.0 > 999.0)
    s *= x + 1.0;
  while (true) {
    s *= y;
    if (s < 1e10)
      break;
  }
  return s;
}

#pragma adjoint reverse
double switches(const double *x, int n) {
  double s = 1.0;
  for (int i = 0; i < n; ++i)
    s = s * switched(x[i], i + 07) + switched(s, 'a' + i * 012);
  return s;
}

// -------------------------------------------------------------- arithmetic

#pragma adjoint reverse
double arithmetic(const double *x, int n) {
  double s = 0.0;
  int k = 1;
  unsigned long long random = 0x9E3779B97F4A7C15ull;
  for (int i = 0; i < n; ++i) {
    k *= 03;
    s += x[(1 << 03) - 010 + i] * x[k % n] * double(random >> 0'74);
    k += 0xF;
    random ^= random << 015;
    random *= 18446744073709551557u;
    s = s * x[k & (n - 1)] + 0x1.8p-1 * x[i] + 010 * s;
    k -= 017;
    s += std::pow(x[i], 1'0) + std::pow(x[i], 2'0) * 0.01 + std::pow(x[i], 0x2) + std::pow(x[i], 03) + std::pow(x[i], 010);
    s *= std::pow(x[i], height) + std::pow(x[i], 0b10) + 1.0 / x[i] - 1 / x[i];
  }
  return s + k * x[0] + ('b' - 'a') * x[1] + -010 * x[2] + (char)200 * x[0];
}

// ------------------------------------------------------------------ memory

#pragma adjoint reverse
double moved(const double *x, int) {
  double a[16] = {}, b[16] = {};
  for (int i = 0; i < 12; ++i)
    a[i] = x[i] * x[i];
  std::memmove(a + 010, a + 9, 03 * sizeof(double));
  std::memmove(a + 0x3, a + 02, 3 * sizeof(a[0]));
  std::memmove(&a[EIGHT], &a[width], 0x2 * sizeof(double));
  std::memcpy(b + height, a + 07, 0b101 * sizeof *a);
  double m[3][4] = {};
  std::memcpy(m, a, 012 * sizeof(double));
  std::memcpy(m[1], x + 010, Z * sizeof(double));
  double s = 0.0;
  for (int i = 0; i < 16; ++i)
    s += (i + 1) * a[i] + b[i] * x[i % 12] * a[(i + 3) % 16] + m[i % 3][i / 4] * x[i % 7];
  return s;
}

// ------------------------------------------------------------------ initial values

struct Table {
  double v[010];
  int at = 0x3;
};

#pragma adjoint reverse
double tables(double x, double y) {
  const char letters[] = "a\xe9z";
  const int octal[] = {010, 0x8, 8, 0b1000, 1'0};
  Table table = {{x, y, x * y}};
  double *p = new double[010]{x, y};
  double s = table.v[table.at - 01] * octal[0] + p[0] * octal[4] + p[01] * letters[0] + x * letters[0x1];
  for (int i = 0; i < (int)sizeof(table.v) / 010; ++i)
    s = s * x + table.v[i] * p[i];
  delete[] p;
  return s;
}

int main() {
  numeric::check("oneElement", oneElement, oneElement_b, {{0.7, 1.3}, {-0.4, 0.6}});
  numeric::check("overwritten", overwritten, overwritten_b, {{0.7, 1.3}, {-0.4, 0.6}});
  numeric::check("rows", rows, rows_b, {{0.7, 1.3, -0.4, 0.6, 0.9}, {1.1, 0.3}});
  const numeric::Vector twelve = {0.7, 1.3, -0.4, 0.6, 0.9, 1.1, 0.3, -0.8, 0.5, 1.2, -0.6, 0.4};
  const numeric::Vector other = {0.9, -0.3, 0.5, 1.1, 0.7, -0.9, 1.2, 0.4, 0.8, -0.5, 1.4, 0.6};
  numeric::check("upwards", upwards, upwards_b, {twelve, other});
  numeric::check("downwards", downwards, downwards_b, {twelve, other});
  numeric::check("nested", nested, nested_b, {twelve, other});
  numeric::check("blocks", blocks, blocks_b, {twelve, other});
  numeric::check("decided", decided, decided_b, {{0.7, 1.3}, {-0.4, 0.6}});
  numeric::check("switches", switches, switches_b, {{0.7, 1.3, -0.4, 0.6}, {0.9, 1.1}});
  numeric::check("arithmetic", arithmetic, arithmetic_b, {{0.7, 1.3, -0.4, 0.6}, {0.9, 1.1, 0.3, -0.8}});
  numeric::check("moved", moved, moved_b, {twelve, other});
  numeric::check("tables", tables, tables_b, {{0.7, 1.3}, {-0.4, 0.6}});
  return numeric::report();
}
