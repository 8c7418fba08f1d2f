// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-TANGENTS: none (objects would have to cross the boundary)
//
// std::vector among the parameters of the function itself: read, overwritten, grown, passed by value, returned, nested.

#include "numeric.h"

#include <cmath>
#include <vector>

using Vector = std::vector<double>;

#pragma adjoint reverse
double sumOfSquares(const std::vector<double> &x) {
  double s = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i)
    s += x[i] * x[i] * x[0];
  return s;
}

/// A vector that knows more.
struct Polynomial : std::vector<double> {
  double factor = 1;
  void grow(double by) {
    factor *= by;
    push_back(by * front());
  }
};

#pragma adjoint reverse
double derived(Polynomial &p, double t) {
  p.grow(t);
  double r = 0;
  for (double c : p)
    r = r * t + c;
  return r * p.factor;
}

#pragma adjoint reverse
void scaleInPlace(std::vector<double> &x, double factor) {
  for (std::size_t i = 0; i < x.size(); ++i) {
    x[i] = std::sin(x[i]) * factor;
    x[i] = x[i] * x[i];
  }
}

#pragma adjoint reverse
void filled(const std::vector<double> &x, std::vector<double> &y) {
  y.resize(x.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    y[i] = std::exp(x[i]) * x[0];
}

#pragma adjoint reverse
void appended(const std::vector<double> &x, std::vector<double> &y) {
  for (std::size_t i = 0; i < x.size(); ++i)
    y.push_back(x[i] * x[i] + y[0]);
}

#pragma adjoint reverse
std::vector<double> made(const std::vector<double> &x, double a) {
  std::vector<double> y(x.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    y[i] = a * x[i] * x[i];
  return y;
}

#pragma adjoint reverse
double byValue(std::vector<double> x) {
  for (std::size_t i = 0; i < x.size(); ++i)
    x[i] = x[i] * x[i];
  x.push_back(x[0] * x[1]);
  double s = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i)
    s += x[i] * x[i];
  return s;
}

#pragma adjoint reverse
double nested(const std::vector<std::vector<double>> &rows) {
  double product = 1.0;
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t j = 0; j < rows[i].size(); ++j)
      product *= rows[i][j];
  return product * product;
}

#pragma adjoint reverse value
std::vector<double> withValue(std::vector<double> &x, double a) {
  std::vector<double> y;
  for (std::size_t i = 0; i < x.size(); ++i) {
    y.push_back(a * x[i] * x[i]);
    x[i] = std::sin(x[i]);
  }
  return y;
}

// What is overwritten is needed by nobody but the call that gives the value.
#pragma adjoint reverse value
double valueOfOverwritten(const std::vector<double> &w, double *u) {
  u[1] = 0.6 * u[1];
  return w[0] * u[1] - 0.2 * u[0];
}

class Net {
public:
  explicit Net(const Vector &w) : layers{Vector(w.begin(), w.begin() + 2), Vector(w.begin() + 2, w.end())} {}
  double out(double x) const;
  std::vector<Vector> layers;

private:
  int count = 2;
};

double Net::out(double x) const {
  double s = x;
  for (int i = 0; i < count; ++i)
    for (std::size_t j = 0; j < layers[i].size(); ++j)
      s = std::sin(s * layers[i][j]) + s;
  return s;
}

#pragma adjoint reverse
double outOf(const Net &net, double x) { return net.out(x) * x; }

#pragma adjoint reverse
void shrunk(std::vector<double> &x) {
  double last = x.back();
  x.pop_back();
  for (double &v : x)
    v = v * last;
}

#pragma adjoint reverse
void exchanged(std::vector<double> &x, std::vector<double> &y) {
  x.swap(y);
  x[0] = x[0] * y[1];
}

#pragma adjoint reverse
void rowsGrown(std::vector<std::vector<double>> &rows, double a) {
  rows[0].push_back(a * rows[0][0]);
  rows.push_back(rows[0]);
  rows[1][0] = rows[1][0] * a;
}

struct Point {
  double x, y;
};

#pragma adjoint reverse
std::vector<Point> turned(const std::vector<Point> &points, double a) {
  std::vector<Point> out;
  for (const Point &p : points)
    out.push_back({p.x * std::cos(a) - p.y * std::sin(a), p.x * std::sin(a) + p.y * std::cos(a)});
  return out;
}

int main() {
  const Vector x = {0.7, 1.3, -0.4};
  numeric::check(
      "sumOfSquares", x, [](const Vector &p) { return Vector{sumOfSquares(p)}; },
      [](const Vector &p, const Vector &y_b) {
        Vector p_b; // extended
        sumOfSquares_b(p, p_b, y_b[0]);
        return p_b;
      });
  numeric::check(
      "scaleInPlace", {0.7, 1.3, -0.4, 2.0},
      [](const Vector &p) {
        Vector v(p.begin(), p.begin() + 3);
        scaleInPlace(v, p[3]);
        return v;
      },
      [](const Vector &p, const Vector &y_b) {
        Vector v(p.begin(), p.begin() + 3), v_b = y_b;
        double factor_b = 0.0;
        scaleInPlace_b(v, v_b, p[3], factor_b);
        v_b.push_back(factor_b);
        return v_b;
      });
  for (std::size_t before : {0u, 2u, 5u})
    numeric::check(
        "filled", x,
        [&](const Vector &p) {
          Vector y(before, 1.0);
          filled(p, y);
          return y;
        },
        [&](const Vector &p, const Vector &y_b) {
          Vector y(before, 1.0), out_b = y_b, p_b(p.size());
          filled_b(p, p_b, y, out_b);
          numeric::consumed("filled", out_b);
          return p_b;
        });
  numeric::check(
      "appended", {0.7, 1.3, -0.4, 2.0},
      [](const Vector &p) {
        Vector in(p.begin(), p.begin() + 3), y = {p[3]};
        appended(in, y);
        return y;
      },
      [](const Vector &p, const Vector &y_b) {
        Vector in(p.begin(), p.begin() + 3), y = {p[3]}, in_b(3), out_b = y_b;
        appended_b(in, in_b, y, out_b);
        in_b.push_back(out_b[0]);
        return in_b;
      });
  numeric::check(
      "made", {0.7, 1.3, -0.4, 2.0},
      [](const Vector &p) { return made(Vector(p.begin(), p.begin() + 3), p[3]); },
      [](const Vector &p, const Vector &y_b) {
        Vector in(p.begin(), p.begin() + 3), in_b(3);
        double a_b = 0.0;
        made_b(in, in_b, p[3], a_b, y_b);
        in_b.push_back(a_b);
        return in_b;
      });
  numeric::check(
      "byValue", x, [](const Vector &p) { return Vector{byValue(p)}; },
      [](const Vector &p, const Vector &y_b) {
        Vector p_b(p.size(), 1.0); // added to
        byValue_b(p, p_b, y_b[0]);
        for (double &v : p_b)
          v -= 1.0;
        return p_b;
      });
  numeric::check(
      "nested", {0.7, 1.3, -0.4},
      [](const Vector &p) { return Vector{nested({{p[0]}, {}, {p[1], p[2]}})}; },
      [](const Vector &p, const Vector &y_b) {
        std::vector<Vector> rows = {{p[0]}, {}, {p[1], p[2]}}, rows_b;
        nested_b(rows, rows_b, y_b[0]);
        return Vector{rows_b[0][0], rows_b[2][0], rows_b[2][1]};
      });
  numeric::check(
      "valueOfOverwritten", {0.7, 1.3, -0.4},
      [](const Vector &p) {
        Vector w(1, p[0]);
        double u[2] = {p[1], p[2]};
        double value = valueOfOverwritten(w, u);
        return Vector{value, u[0], u[1]};
      },
      [](const Vector &p, const Vector &y_b) {
        Vector w(1, p[0]), w_b(1, 0.0);
        double u[2] = {p[1], p[2]}, u_b[2] = {y_b[1], y_b[2]};
        double value = valueOfOverwritten_b(w, w_b, u, u_b, y_b[0]);
        numeric::expect("valueOfOverwritten", 0.6 * p[0] * p[2] - 0.2 * p[1], value);
        numeric::expect("valueOfOverwritten", 0.6 * p[2], u[1]);
        return Vector{w_b[0], u_b[0], u_b[1]};
      });
  numeric::check(
      "withValue", {0.7, 1.3, -0.4, 2.0},
      [](const Vector &p) {
        Vector v(p.begin(), p.begin() + 3);
        Vector out = withValue(v, p[3]);
        out.insert(out.end(), v.begin(), v.end());
        return out;
      },
      [](const Vector &p, const Vector &y_b) {
        Vector v(p.begin(), p.begin() + 3), v_b(y_b.begin() + 3, y_b.end()), result_b(y_b.begin(), y_b.begin() + 3);
        double a_b = 0.0;
        Vector out = withValue_b(v, v_b, p[3], a_b, result_b);
        for (int i = 0; i < 3; ++i) {
          numeric::expect("withValue", p[3] * p[i] * p[i], out[i]);
          numeric::expect("withValue", std::sin(p[i]), v[i]);
        }
        v_b.push_back(a_b);
        return v_b;
      });
  numeric::check(
      "derived", {0.7, 1.3, -0.4, 0.9},
      [](const Vector &v) {
        Polynomial p;
        p.assign(v.begin(), v.begin() + 2);
        p.factor = v[2];
        const double y = derived(p, v[3]);
        return Vector{y, p.factor, p[0], p[1], p[2]};
      },
      [](const Vector &v, const Vector &y_b) {
        Polynomial p, p_b;
        p.assign(v.begin(), v.begin() + 2);
        p.factor = v[2];
        p_b.assign(y_b.begin() + 2, y_b.end());
        p_b.factor = y_b[1];
        double t_b = 0.0;
        derived_b(p, p_b, v[3], t_b, y_b[0]);
        return Vector{p_b[0], p_b[1], p_b.factor, t_b};
      });
  numeric::check(
      "outOf", {0.7, 1.3, -0.4, 0.9, 0.3},
      [](const Vector &v) { return Vector{outOf(Net(Vector(v.begin(), v.begin() + 4)), v[4])}; },
      [](const Vector &v, const Vector &y_b) {
        Net net(Vector(v.begin(), v.begin() + 4)), net_b(Vector(4, 0.0));
        double x_b = 0.0;
        outOf_b(net, net_b, v[4], x_b, y_b[0]);
        return Vector{net_b.layers[0][0], net_b.layers[0][1], net_b.layers[1][0], net_b.layers[1][1], x_b};
      });
  numeric::check(
      "shrunk", x,
      [](const Vector &p) {
        Vector v = p;
        shrunk(v);
        return v;
      },
      [](const Vector &p, const Vector &y_b) {
        Vector v = p, v_b = y_b;
        shrunk_b(v, v_b);
        return v_b;
      });
  numeric::check(
      "exchanged", {0.7, 1.3, -0.4, 0.9, 1.1},
      [](const Vector &p) {
        Vector a(p.begin(), p.begin() + 2), b(p.begin() + 2, p.end());
        exchanged(a, b);
        a.insert(a.end(), b.begin(), b.end());
        return a;
      },
      [](const Vector &p, const Vector &y_b) {
        Vector a(p.begin(), p.begin() + 2), b(p.begin() + 2, p.end());
        Vector a_b(y_b.begin(), y_b.begin() + 3), b_b(y_b.begin() + 3, y_b.end());
        exchanged_b(a, a_b, b, b_b);
        return Vector{a_b[0], a_b[1], b_b[0], b_b[1], b_b[2]};
      });
  numeric::check(
      "rowsGrown", {0.7, 1.3, -0.4},
      [](const Vector &p) {
        std::vector<Vector> rows = {{p[0]}, {p[1]}};
        rowsGrown(rows, p[2]);
        Vector all;
        for (const Vector &row : rows)
          all.insert(all.end(), row.begin(), row.end());
        return all;
      },
      [](const Vector &p, const Vector &y_b) {
        std::vector<Vector> rows = {{p[0]}, {p[1]}}, rows_b = {{y_b[0], y_b[1]}, {y_b[2]}, {y_b[3], y_b[4]}};
        double a_b = 0.0;
        rowsGrown_b(rows, rows_b, p[2], a_b);
        return Vector{rows_b[0][0], rows_b[1][0], a_b};
      });
  numeric::check(
      "turned", {0.7, 1.3, -0.4, 0.9, 0.3},
      [](const Vector &p) {
        std::vector<Point> out = turned({{p[0], p[1]}, {p[2], p[3]}}, p[4]);
        return Vector{out[0].x, out[0].y, out[1].x, out[1].y};
      },
      [](const Vector &p, const Vector &y_b) {
        std::vector<Point> in = {{p[0], p[1]}, {p[2], p[3]}}, in_b;
        double a_b = 0.0;
        turned_b(in, in_b, p[4], a_b, {{y_b[0], y_b[1]}, {y_b[2], y_b[3]}});
        return Vector{in_b[0].x, in_b[0].y, in_b[1].x, in_b[1].y, a_b};
      });
  return numeric::report();
}
