// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// One-dimensional arrays: local ones and parameters, elements overwritten between use and use, active and passive
// indices that change.

#include "numeric.h"

#pragma adjoint reverse
double localArray(double x, double y) {
  double v[3];
  v[0] = x * y;
  v[1] = v[0] * x;
  v[2] = v[0] * v[1];
  v[0] = v[2] / y;
  v[1] *= v[0];
  return v[0] * v[1] + v[2];
}

#pragma adjoint reverse
double localArrayInLoop(const double *x, int n) {
  double window[3] = {1.0, 0.5, 0.25};
  for (int i = 0; i < n; ++i) {
    window[i % 3] = window[(i + 1) % 3] * x[i] + window[(i + 2) % 3];
    window[(i + 1) % 3] *= x[i];
  }
  return window[0] * window[1] + window[2];
}

#pragma adjoint reverse
double arrayBornInLoop(const double *x, int n) {
  double s = 1.0;
  for (int i = 0; i < n; ++i) {
    double v[2];
    v[0] = x[i] * s;
    v[1] = v[0] * v[0];
    v[0] += v[1] * x[i];
    s = v[0] - 0.2 * v[1];
  }
  return s;
}

#pragma adjoint reverse
double arrayParameter(const double x[3]) {
  double s = x[0] * x[1];
  s = s * x[2] - x[0];
  return s * s;
}

#pragma adjoint reverse
double referenceToArray(const double (&x)[3], double (&y)[2]) {
  y[0] = y[1] * x[0];
  y[1] = y[0] * x[1] + y[1] * y[1];
  y[0] *= x[2];
  return y[0] * x[0];
}

#pragma adjoint reverse
void inPlace(double *x, int n) {
  for (int i = 0; i < n; ++i)
    x[i] = x[i] * x[(i + 1) % n];
}

#pragma adjoint reverse
void reversal(double *x, int n) {
  for (int i = 0, j = n - 1; i < j; ++i, --j) {
    double t = x[i];
    x[i] = x[j] * x[j];
    x[j] = t * x[i];
  }
}

#pragma adjoint reverse
void gather(const double *x, double *y, int n) {
  const int order[4] = {2, 0, 1, 2};
  for (int i = 0; i < 4; ++i)
    y[i] = x[order[i] % n] * x[i % n];
  y[0] *= y[3];
  y[3] = y[0] + y[1] * y[2];
}

// The index is itself an array element that is overwritten after use.
#pragma adjoint reverse
double indexArray(const double *x, int n) {
  int order[8];
  for (int i = 0; i < n; ++i)
    order[i] = (3 * i + 1) % n;
  double s = 1.0;
  int k = 0;
  for (int i = 0; i < n; ++i) {
    s = s * x[order[k]] + 0.1 * i;
    int next = order[k];
    order[k] = 0;
    k = next;
  }
  return s;
}

// Data decide where the value goes.
#pragma adjoint reverse
double histogram(const double *x, int n) {
  double bins[3] = {1.0, 1.0, 1.0};
  for (int i = 0; i < n; ++i) {
    int bin = x[i] < 0.5 ? 0 : x[i] < 1.0 ? 1 : 2;
    bins[bin] *= x[i] + 0.5;
  }
  return bins[0] + bins[1] * bins[1] + bins[0] * bins[2];
}

// A pure output that is written twice: only the last value counts.
#pragma adjoint reverse
void writtenTwice(const double *x, double *y) {
  y[0] = x[0] * x[1];
  y[1] = y[0] * x[0];
  y[0] = y[1] * y[1];
  y[1] = x[1];
  y[1] = x[0] * y[0];
}

#pragma adjoint reverse
double largest(const double *x, int n) {
  double best = x[0];
  int where = 0;
  for (int i = 1; i < n; ++i)
    if (x[i] > best) {
      best = x[i];
      where = i;
    }
  return best * best + x[(where + 1) % n];
}

#pragma adjoint reverse
void bubbleSort(double *x, int n) {
  for (int end = n - 1; end > 0; --end)
    for (int i = 0; i < end; ++i)
      if (x[i] > x[i + 1]) {
        double t = x[i];
        x[i] = x[i + 1];
        x[i + 1] = t;
      }
  for (int i = 0; i < n; ++i)
    x[i] *= i + x[0];
}

int main() {
  numeric::check("localArray", localArray, localArray_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("localArrayInLoop", localArrayInLoop, localArrayInLoop_b,
                 {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6, 1.2}});
  numeric::check("arrayBornInLoop", arrayBornInLoop, arrayBornInLoop_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6}});
  numeric::check("arrayParameter", arrayParameter, arrayParameter_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4}});
  for (double shift : {0.0, 0.6})
    numeric::check(
        "referenceToArray", {0.7 + shift, 1.3, -0.8, 0.4, 1.2},
        [](const numeric::Vector &v) {
          double x[3] = {v[0], v[1], v[2]}, y[2] = {v[3], v[4]};
          double result = referenceToArray(x, y);
          return numeric::Vector{y[0], y[1], result};
        },
        [](const numeric::Vector &v, const numeric::Vector &seed) {
          double x[3] = {v[0], v[1], v[2]}, y[2] = {v[3], v[4]};
          double x_b[3] = {}, y_b[2] = {seed[0], seed[1]};
          referenceToArray_b(x, x_b, y, y_b, seed[2]);
          return numeric::Vector{x_b[0], x_b[1], x_b[2], y_b[0], y_b[1]};
        });
  numeric::check("inPlace", inPlace, inPlace_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6}});
  numeric::check("reversal", reversal, reversal_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6}});
  numeric::check("gather", gather, gather_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6}}, 4);
  numeric::check("indexArray", indexArray, indexArray_b, {{0.7, 1.3, -0.8, 0.4}, {1.1, 0.9, 0.4, -0.6, 0.8}});
  numeric::check("histogram", histogram, histogram_b, {{0.7, 1.3, -0.8, 0.2, 0.9}, {1.1, 0.9, 0.4, 1.6, 0.8}});
  numeric::check("writtenTwice", writtenTwice, writtenTwice_b, {{0.7, 1.3}, {-0.8, 0.9}}, 2);
  numeric::check("largest", largest, largest_b, {{0.7, 1.3, -0.8, 0.4}, {1.1, 0.9, 0.4, 1.6, 0.8}});
  numeric::check("bubbleSort", bubbleSort, bubbleSort_b, {{0.7, 1.3, -0.8, 0.4}, {1.1, 0.9, 0.4, 1.6, 0.8}});
  return numeric::report();
}
