// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-SECOND: none
// NUMERIC-VARIANTS: --no-tbr
//
// Numbers that are read from texts, streams and files are constants; what they overwrite is needed.

#include "numeric.h"

#include <cmath>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#pragma adjoint reverse
double scanned(double x) {
  int n = 5, counts[2] = {5, 4};
  double factor = 0.5, y = x * n * factor;
  std::sscanf("3 2.5", "%d %lf", &n, &factor);
  for (int i = 0; i < 2; ++i) {
    y *= x * counts[i] * factor;
    std::sscanf(i == 0 ? "7" : "8", "%d", &counts[i]);
  }
  return y * x * n * factor * counts[0];
}

#pragma adjoint reverse
double streamed(double x, int n) {
  std::istringstream in("2 1.5 0.25 stop 3.5");
  int count = 4;
  double sum = x * count, value = 3.0;
  sum *= value * x;
  in >> count >> value;
  sum += count * value * x * x;
  std::vector<double> weights;
  double weight = 0.0;
  while (in >> weight)
    weights.push_back(weight);
  for (double w : weights)
    sum *= w * x;
  in.clear();
  std::string word;
  in >> word;
  for (int i = 0; i < n; ++i) {
    sum *= value * x;
    if (!(in >> value))
      value = 0.5;
  }
  return sum * value * double(word.size());
}

#pragma adjoint reverse
double fromFile(double x) {
  double numbers[3] = {1.25, -0.5, 4.0}, other = 2.0, y = x * numbers[0];
  {
    std::ofstream out("numbers-read.bin", std::ios::out | std::ios::binary);
    out.write((const char *)&numbers[1], sizeof(double));
    out.write(reinterpret_cast<const char *>(numbers), sizeof numbers);
    out.close();
  }
  y *= other * x;
  std::ifstream in("numbers-read.bin", std::ios::in | std::ios::binary);
  in.read((char *)&other, sizeof other);
  y *= other * x;
  in.close();
  std::FILE *file = std::fopen("numbers-read.bin", "rb");
  const bool isRead = std::fread(numbers, sizeof(double), 3, file) == 3;
  std::fclose(file);
  std::remove("numbers-read.bin");
  return isRead ? y * x * numbers[1] * numbers[2] : 0.0;
}

using Other = volatile double;

#pragma adjoint reverse
double volatileByAnotherName(double x, Other y) {
  const volatile double z = x * y;
  return z * x + y;
}

// In a function of two halves, for what it scans happens once.
static double scale(double x, double &sum) {
  for (int i = 0; i < 3; ++i) {
    int n = 5;
    std::sscanf(i == 1 ? "7" : "8", "%d", &n);
    sum *= 0.1 * n * x;
  }
  return sum;
}

#pragma adjoint reverse
double scannedInCallee(double x) {
  double sum = x, y = 0.0;
  for (int i = 0; i < 2; ++i)
    y += scale(x, sum) * sum;
  return y;
}

struct Reaction {
  double rate = 0, energies[2] = {0, 0};
};
static std::istream &operator>>(std::istream &in, Reaction &r) { return in >> r.rate >> r.energies[1]; }
/// Members, several in a statement; and rows of a table, each copied into names.
#pragma adjoint reverse
double members(double x) {
  std::istringstream in("2.5 3 1.5 2");
  Reaction r, q;
  in >> r.rate >> r.energies[0];
  in >> q;
  double sum = x * r.rate * std::exp(-r.energies[0] * x) + q.rate * q.energies[1] * x;
  const int index[2][2] = {{1, 2}, {2, 3}};
  for (auto [i, j] : index)
    sum += i * x + j * x * x;
  double table[2][2] = {{x, 2}, {x * x, 3}};
  for (auto [a, b] : table) {
    a *= a;
    sum += a * b;
  }
  return sum + table[0][0];
}

int main() {
  numeric::check("members", members, members_b, {{0.7}, {-1.3}});
  numeric::check("scanned", scanned, scanned_b, {{0.7}, {-1.3}});
  numeric::check("scanned in a callee", scannedInCallee, scannedInCallee_b, {{0.7}, {-1.3}});
  numeric::check(
      "streamed", {0.7}, [](const numeric::Vector &x) { return numeric::Vector{streamed(x[0], 3)}; },
      [](const numeric::Vector &x, const numeric::Vector &y_b) {
        numeric::Vector x_b(1);
        streamed_b(x[0], x_b[0], 3, y_b[0]);
        return x_b;
      });
  numeric::check("from a file", fromFile, fromFile_b, {{0.7}, {-1.3}});
  numeric::expect("values", 1.0, streamed(1.0, 0) == 4.0 * (4.0 * 3.0 + 3.0) * 0.25 * 1.5);
  double x_b = 0.0, y_b = 0.0;
  volatileByAnotherName_b(0.5, x_b, 2.0, y_b, 1.0);
  numeric::expect("volatile", 2.0, x_b);
  numeric::expect("volatile", 1.25, y_b);
  return numeric::report();
}
