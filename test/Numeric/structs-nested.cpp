// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Nested structs, structs with array members, arrays of structs, copies of all of these.

#include "numeric.h"

using numeric::Vector;

struct Vec3 {
  double x[3];
};

struct Particle {
  Vec3 position, velocity;
  double mass;
  int charge;
};

struct System {
  Particle particle[2];
  double time;
};

double dot(const Vec3 &a, const Vec3 &b) {
  double s = 0.0;
  for (int i = 0; i < 3; ++i)
    s += a.x[i] * b.x[i];
  return s;
}

void kick(Particle &p, const Vec3 &force, double h) {
  for (int i = 0; i < 3; ++i)
    p.velocity.x[i] += h * force.x[i] / p.mass;
}

void drift(Particle *p, double h) {
  for (int i = 0; i < 3; ++i)
    p->position.x[i] += h * p->velocity.x[i];
}

Vec3 difference(const Vec3 &a, const Vec3 &b) {
  Vec3 d;
  for (int i = 0; i < 3; ++i)
    d.x[i] = a.x[i] - b.x[i];
  return d;
}

#pragma adjoint reverse
void leapFrog(System &s, double h, int steps) {
  for (int step = 0; step < steps; ++step) {
    Vec3 d = difference(s.particle[0].position, s.particle[1].position);
    double strength = s.particle[0].charge * s.particle[1].charge / (0.5 + dot(d, d));
    Vec3 force;
    for (int i = 0; i < 3; ++i)
      force.x[i] = strength * d.x[i];
    kick(s.particle[0], force, h);
    kick(s.particle[1], force, -h);
    for (int i = 0; i < 2; ++i)
      drift(&s.particle[i], h);
    s.time += h * s.time;
  }
}

#pragma adjoint reverse
double copies(const Particle &p, double factor) {
  Particle q = p, r;
  q.velocity.x[1] *= factor;
  r = q;
  q.position = r.velocity;
  q.position.x[0] *= r.mass;
  Vec3 *v = &q.velocity;
  *v = q.position;
  v->x[2] += q.position.x[0] * v->x[1];
  q.mass = q.velocity.x[2] * r.velocity.x[1];
  return dot(q.velocity, r.position) + q.mass * p.charge;
}

struct Node {
  double value, weight;
};

#pragma adjoint reverse
double nodes(Node *node, int n) {
  double s = 1.0;
  for (int i = 0; i < n; ++i) {
    node[i].value *= node[(i + 1) % n].weight;
    Node saved = node[i];
    node[i] = {saved.weight * s, saved.value};
    s += node[i].value * node[i].weight;
  }
  return s;
}

#pragma adjoint reverse
double localNodes(const double *x, int n) {
  Node node[4] = {{x[0], 1.0}, {x[1], x[0]}};
  for (int i = 2; i < 4; ++i)
    node[i] = node[i - 2];
  for (Node *p = node; p < node + 4; ++p) {
    p->value += p->weight * x[n - 1];
    p->weight = p->value * p->value;
  }
  Node t = node[0];
  node[0] = node[3];
  node[3] = t;
  return node[0].value * node[1].weight + node[2].value * node[3].value;
}

Particle load(const double *v) { return {{{v[0], v[1], v[2]}}, {{v[3], v[4], v[5]}}, v[6], 2}; }

void store(const Particle &p, double *v) {
  for (int i = 0; i < 3; ++i) {
    v[i] = p.position.x[i];
    v[3 + i] = p.velocity.x[i];
  }
  v[6] = p.mass;
}

int main() {
  for (double shift : {0.0, 0.4}) {
    const Vector one = {0.7 + shift, 1.3, -0.8, 0.6, 0.2, -0.4, 1.7, 0.9};
    numeric::check(
        "copies", one, [](const Vector &v) { return Vector{copies(load(v.data()), v[7])}; },
        [](const Vector &v, const Vector &seed) {
          Particle p = load(v.data()), p_b = {};
          p_b.charge = p.charge;
          Vector v_b(8);
          copies_b(p, p_b, v[7], v_b[7], seed[0]);
          store(p_b, v_b.data());
          return v_b;
        });
    Vector two = one;
    for (double x : {0.3, -0.2, 0.8, 0.1, 0.5, 1.2, 0.6, 0.1})
      two.push_back(x);
    numeric::check(
        "leapFrog", two,
        [](Vector v) {
          System s = {{load(&v[0]), load(&v[7])}, v[14]};
          leapFrog(s, v[15], 3);
          store(s.particle[0], &v[0]);
          store(s.particle[1], &v[7]);
          v[14] = s.time;
          return v;
        },
        [](const Vector &v, Vector v_b) {
          System s = {{load(&v[0]), load(&v[7])}, v[14]}, s_b = {{load(&v_b[0]), load(&v_b[7])}, v_b[14]};
          leapFrog_b(s, s_b, v[15], v_b[15], 3);
          store(s_b.particle[0], &v_b[0]);
          store(s_b.particle[1], &v_b[7]);
          v_b[14] = s_b.time;
          return v_b;
        });
    numeric::check(
        "nodes", {0.7 + shift, 1.3, -0.8, 0.6, 0.2, -0.4},
        [](Vector v) {
          Node node[3];
          for (int i = 0; i < 3; ++i)
            node[i] = {v[2 * i], v[2 * i + 1]};
          double result = nodes(node, 3);
          for (int i = 0; i < 3; ++i) {
            v[2 * i] = node[i].value;
            v[2 * i + 1] = node[i].weight;
          }
          v.push_back(result);
          return v;
        },
        [](const Vector &v, Vector v_b) {
          Node node[3], node_b[3];
          for (int i = 0; i < 3; ++i) {
            node[i] = {v[2 * i], v[2 * i + 1]};
            node_b[i] = {v_b[2 * i], v_b[2 * i + 1]};
          }
          nodes_b(node, node_b, 3, v_b[6]);
          v_b.pop_back();
          for (int i = 0; i < 3; ++i) {
            v_b[2 * i] = node_b[i].value;
            v_b[2 * i + 1] = node_b[i].weight;
          }
          return v_b;
        });
  }
  numeric::check("localNodes", localNodes, localNodes_b, {{0.7, 1.3, -0.8}, {1.1, 0.9}});
  return numeric::report();
}
