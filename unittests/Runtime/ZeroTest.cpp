// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "adjoint/zero.h"

#include "gtest/gtest.h"

namespace {

struct Point {
  double x, y;
  int n;
  Point(double x, double y) : x(x), y(y), n(7) {}
};

struct Unit {
  double x = 1.0;
  const double *p = &x;
};

TEST(ZeroTest, objects) {
  Point p = adjoint::zero<Point>();
  EXPECT_EQ(p.x, 0.0);
  EXPECT_EQ(p.y, 0.0);
  EXPECT_EQ(p.n, 0);
  Unit u = adjoint::zero<Unit>();
  EXPECT_EQ(u.x, 0.0);
  EXPECT_EQ(u.p, nullptr);
}

TEST(ZeroTest, arrays) {
  Unit a[3];
  EXPECT_EQ(a[2].x, 1.0);
  adjoint::set_zero(a);
  for (const Unit &u : a) {
    EXPECT_EQ(u.x, 0.0);
    EXPECT_EQ(u.p, nullptr);
  }
}

TEST(ZeroTest, heap) {
  Point *p = adjoint::zeros<Point>(100);
  for (int i = 0; i < 100; ++i)
    EXPECT_EQ(p[i].y, 0.0);
  delete[] p;
  EXPECT_THROW(adjoint::zeros<Point>(static_cast<std::size_t>(-1)), std::bad_alloc);
}

} // namespace
