// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Adjoints by hand of ten functions of eigen/, written with care: rules of matrices, factors and products used again, temporaries
// allocated once, symmetric adjoints where matrices are symmetric.

#ifndef ADJOINT_BENCHMARKS_EIGEN_BY_HAND_H
#define ADJOINT_BENCHMARKS_EIGEN_BY_HAND_H

#include <Eigen/Dense>

#include <cmath>
#include <vector>

namespace byHand {

using Eigen::ArrayXd;
using Eigen::ArrayXXd;
using Eigen::Index;
using Eigen::Matrix2Xd;
using Eigen::Matrix3d;
using Eigen::Matrix3Xd;
using Eigen::MatrixXd;
using Eigen::Vector2d;
using Eigen::Vector3d;
using Eigen::VectorXd;

inline Matrix3d skew(const Vector3d &v) {
  Matrix3d m;
  m << 0.0, -v.z(), v.y(), v.z(), 0.0, -v.x(), -v.y(), v.x(), 0.0;
  return m;
}

/// R = I + a K + b K^2 with K = [w], a = sin|w| / |w|, b = (1 - cos|w|) / |w|^2, where |w| is not tiny.
inline void rotationAdjoint(const Vector3d &w, Vector3d &w_b, const Matrix3d &r_b) {
  const double angle2 = w.squaredNorm(), angle = std::sqrt(angle2), s = std::sin(angle), c = std::cos(angle);
  const double a = s / angle, b = (1.0 - c) / angle2;
  const Matrix3d k = skew(w), k2 = k * k;
  const double a_b = r_b.cwiseProduct(k).sum(), b_b = r_b.cwiseProduct(k2).sum();
  const Matrix3d k_b = a * r_b + b * (r_b * k.transpose() + k.transpose() * r_b);
  w_b += Vector3d(k_b(2, 1) - k_b(1, 2), k_b(0, 2) - k_b(2, 0), k_b(1, 0) - k_b(0, 1));
  w_b += (a_b * (c - a) + b_b * (a - 2.0 * b)) / angle2 * w;
}

inline Matrix3d rotationOf(const Vector3d &w) {
  const double angle2 = w.squaredNorm(), angle = std::sqrt(angle2);
  const Matrix3d k = skew(w);
  return Matrix3d::Identity() + std::sin(angle) / angle * k + (1.0 - std::cos(angle)) / angle2 * k * k;
}

/// Point by point: value and adjoint at once.
inline void bundle(const MatrixXd &cameras, MatrixXd &cameras_b, const Matrix3Xd &points, Matrix3Xd &points_b, const Matrix2Xd &seen,
                   double cost_b) {
  for (Index c = 0; c < cameras.cols(); ++c) {
    const Vector3d turn = cameras.col(c).head<3>(), shift = cameras.col(c).tail<3>();
    const Matrix3d r = rotationOf(turn);
    Matrix3d r_b = Matrix3d::Zero();
    Vector3d turn_b = Vector3d::Zero(), shift_b = Vector3d::Zero();
    for (Index i = 0; i < points.cols(); ++i) {
      const Vector3d p = r * points.col(i) + shift;
      const double inverse = 1.0 / p.z();
      const Vector2d n = inverse * p.head<2>(), error = n - seen.col(i);
      const Vector2d n_b = 2.0 * cost_b / (1.0 + error.squaredNorm()) * error;
      const Vector3d p_b(inverse * n_b.x(), inverse * n_b.y(), -inverse * n_b.dot(n));
      shift_b += p_b;
      r_b.noalias() += p_b * points.col(i).transpose();
      points_b.col(i).noalias() += r.transpose() * p_b;
    }
    rotationAdjoint(turn, turn_b, r_b);
    cameras_b.col(c).head<3>() += turn_b;
    cameras_b.col(c).tail<3>() += shift_b;
  }
}

/// What a step of a Kalman filter leaves for its adjoint: P after the step is P - G^T S^-1 G with G = H P.
struct KalmanStep {
  VectorXd x, predicted, innovation, weights;
  MatrixXd p, fp, predictedP, g, k;
  Eigen::LLT<MatrixXd> llt;
};

inline void kalman(const MatrixXd &f, MatrixXd &f_b, const MatrixXd &h, MatrixXd &h_b, const MatrixXd &seen, double q, double &q_b,
                   double r, double &r_b, double cost_b) {
  const Index n = f.rows(), m = h.rows();
  VectorXd x = VectorXd::Zero(n);
  MatrixXd p = MatrixXd::Identity(n, n), s(m, m);
  std::vector<KalmanStep> steps(seen.cols());
  for (Index t = 0; t < seen.cols(); ++t) {
    KalmanStep &k = steps[t];
    k.x = x;
    k.p = p;
    k.predicted.noalias() = f * x;
    k.fp.noalias() = f * p;
    k.predictedP.noalias() = k.fp * f.transpose();
    k.predictedP.diagonal().array() += q;
    k.innovation = seen.col(t);
    k.innovation.noalias() -= h * k.predicted;
    k.g.noalias() = h * k.predictedP;
    s.noalias() = k.g * h.transpose();
    s.diagonal().array() += r;
    k.llt.compute(s);
    k.weights = k.llt.solve(k.innovation);
    k.k = k.llt.solve(k.g);
    x = k.predicted;
    x.noalias() += k.g.transpose() * k.weights;
    p = k.predictedP;
    p.noalias() -= k.k.transpose() * k.g;
  }
  VectorXd x_b = VectorXd::Zero(n), weights_b(m), innovation_b(m);
  MatrixXd p_b = MatrixXd::Zero(n, n), g_b(m, n), s_b(m, m), kp(m, n), half(n, n);
  for (Index t = seen.cols() - 1; t >= 0; --t) {
    const KalmanStep &k = steps[t];
    weights_b.noalias() = k.g * x_b;
    k.llt.solveInPlace(weights_b);
    innovation_b = weights_b + cost_b * k.weights;
    kp.noalias() = k.k * p_b;
    g_b = -2.0 * kp;
    g_b.noalias() += k.weights * x_b.transpose();
    s_b = k.llt.solve(MatrixXd::Identity(m, m));
    s_b *= 0.5 * cost_b;
    s_b.noalias() += kp * k.k.transpose();
    s_b.noalias() -= 0.5 * (weights_b + cost_b * k.weights) * k.weights.transpose();
    s_b.noalias() -= 0.5 * k.weights * weights_b.transpose();
    r_b += s_b.trace();
    h_b.noalias() += 2.0 * s_b * k.g;
    h_b.noalias() += g_b * k.predictedP;
    h_b.noalias() -= innovation_b * k.predicted.transpose();
    g_b.noalias() += s_b * h;
    half.noalias() = h.transpose() * g_b;
    p_b += 0.5 * (half + half.transpose());
    x_b.noalias() -= h.transpose() * innovation_b;
    q_b += p_b.trace();
    half.noalias() = p_b * f;
    f_b.noalias() += 2.0 * p_b * k.fp;
    f_b.noalias() += x_b * k.x.transpose();
    p_b.noalias() = f.transpose() * half;
    x_b = f.transpose() * x_b;
  }
}

/// The derivative by z is (p - y) / n.
inline void logisticRegression(const MatrixXd &x, const VectorXd &y, const VectorXd &w, VectorXd &w_b, double lambda, double &lambda_b,
                               double loss_b) {
  VectorXd z(x.rows());
  z.noalias() = x * w;
  z.array() = (1.0 / (1.0 + (-z.array()).exp()) - y.array()) * (loss_b / static_cast<double>(x.rows()));
  w_b.noalias() += x.transpose() * z;
  w_b += 2.0 * lambda * loss_b * w;
  lambda_b += loss_b * w.squaredNorm();
}

/// The derivative by the logits is (softmax - 1 of the label) / n.
inline void perceptron(const MatrixXd &w1, MatrixXd &w1_b, const VectorXd &b1, VectorXd &b1_b, const MatrixXd &w2, MatrixXd &w2_b,
                       const VectorXd &b2, VectorXd &b2_b, const MatrixXd &x, const Eigen::VectorXi &labels, double loss_b) {
  MatrixXd hidden(w1.rows(), x.cols()), logits(w2.rows(), x.cols());
  hidden.noalias() = w1 * x;
  hidden = (hidden.colwise() + b1).array().tanh();
  logits.noalias() = w2 * hidden;
  logits.colwise() += b2;
  const double scale = loss_b / static_cast<double>(x.cols());
  for (Index i = 0; i < x.cols(); ++i) {
    auto column = logits.col(i).array();
    column = (column - column.maxCoeff()).exp();
    column *= scale / column.sum();
    logits(labels(i), i) -= scale;
  }
  w2_b.noalias() += logits * hidden.transpose();
  b2_b += logits.rowwise().sum();
  MatrixXd hidden_b(hidden.rows(), hidden.cols());
  hidden_b.noalias() = w2.transpose() * logits;
  hidden_b.array() *= 1.0 - hidden.array().square();
  w1_b.noalias() += hidden_b * x.transpose();
  b1_b += hidden_b.rowwise().sum();
}

/// Rows as columns, which lie densely.
inline void attention(const MatrixXd &q, MatrixXd &q_b, const MatrixXd &k, MatrixXd &k_b, const MatrixXd &v, MatrixXd &v_b,
                      const MatrixXd &goal, double loss_b) {
  const double scale = 1.0 / std::sqrt(static_cast<double>(q.cols()));
  MatrixXd weights(k.rows(), q.rows()), weights_b(k.rows(), q.rows()), error(q.rows(), v.cols());
  weights.noalias() = scale * k * q.transpose();
  for (Index i = 0; i < weights.cols(); ++i) {
    auto column = weights.col(i).array();
    column = (column - column.maxCoeff()).exp();
    column /= column.sum();
  }
  error.noalias() = weights.transpose() * v;
  error = loss_b * (error - goal);
  v_b.noalias() += weights * error;
  weights_b.noalias() = v * error.transpose();
  for (Index i = 0; i < weights.cols(); ++i) {
    const double mean = weights.col(i).dot(weights_b.col(i));
    weights_b.col(i).array() = scale * weights.col(i).array() * (weights_b.col(i).array() - mean);
  }
  q_b.noalias() += weights_b.transpose() * k;
  k_b.noalias() += weights_b * q;
}

/// The derivative by the covariance is (K^-1 - w w^T) / 2. Kernels and squared distances are kept in one triangle each.
inline void gaussianProcess(const MatrixXd &x, const VectorXd &y, double length, double &length_b, double sigma, double &sigma_b,
                            double noise, double &noise_b, double result_b) {
  const Index n = x.cols();
  const double scale = -0.5 / (length * length);
  MatrixXd k(n, n), squares(n, n);
  for (Index j = 0; j < n; ++j) {
    const Index rest = n - j;
    squares.col(j).tail(rest) = (x.rightCols(rest).colwise() - x.col(j)).colwise().squaredNorm().transpose();
    k.col(j).tail(rest).array() = sigma * sigma * (scale * squares.col(j).tail(rest).array()).exp();
    k(j, j) += noise * noise;
  }
  const Eigen::LLT<MatrixXd> llt(k.selfadjointView<Eigen::Lower>());
  const VectorXd w = llt.solve(y);
  const MatrixXd inverse = llt.solve(MatrixXd::Identity(n, n));
  double kernels_b = 0.0, squares_b = 0.0;
  for (Index j = 0; j < n; ++j) {
    k(j, j) -= noise * noise;
    const double diagonal_b = 0.5 * (inverse(j, j) - w(j) * w(j));
    noise_b += 2.0 * noise * diagonal_b * result_b;
    kernels_b += diagonal_b * k(j, j);
    const Index rest = n - j - 1;
    const ArrayXd row = (inverse.col(j).tail(rest) - w(j) * w.tail(rest)).array() * k.col(j).tail(rest).array();
    kernels_b += row.sum();
    squares_b += row.matrix().dot(squares.col(j).tail(rest));
  }
  sigma_b += 2.0 / sigma * kernels_b * result_b;
  length_b += squares_b / (length * length * length) * result_b;
}

/// Pair by pair: value and adjoint at once.
inline void kernelNorm(const MatrixXd &x, MatrixXd &x_b, const VectorXd &weights, VectorXd &weights_b, double length, double &length_b,
                       double result_b) {
  const Index n = x.cols();
  const double inverse = 1.0 / (length * length);
  MatrixXd differences(x.rows(), n);
  VectorXd squares(n), kernels(n);
  double squares_b = 0.0;
  for (Index j = 0; j < n; ++j) {
    const Index rest = n - j - 1;
    auto d = differences.leftCols(rest);
    auto s = squares.head(rest), k = kernels.head(rest);
    d = x.rightCols(rest).colwise() - x.col(j);
    s = d.colwise().squaredNorm().transpose();
    k.array() = 2.0 * result_b * (-0.5 * inverse * s.array()).exp();
    weights_b(j) += 2.02 * result_b * weights(j) + k.dot(weights.tail(rest));
    weights_b.tail(rest) += weights(j) * k;
    k.array() *= weights(j) * weights.tail(rest).array();
    squares_b += k.dot(s);
    x_b.col(j).noalias() += inverse * (d * k);
    x_b.rightCols(rest).noalias() -= inverse * (d * k.asDiagonal());
  }
  length_b += squares_b * inverse / length;
}

/// With S = (A^T A)^-1 and the residual r = b - A x: dx = S (A^T (db - dA x) + dA^T r).
inline void leastSquares(const MatrixXd &a, MatrixXd &a_b, const VectorXd &b, VectorXd &b_b, double result_b) {
  const Index n = a.cols();
  const Eigen::HouseholderQR<MatrixXd> qr(a);
  const VectorXd x = qr.solve(b);
  VectorXd residual = b;
  residual.noalias() -= a * x;
  const VectorXd x_b = 0.2 * result_b * x;
  const auto upper = qr.matrixQR().topRows(n).triangularView<Eigen::Upper>();
  VectorXd w = VectorXd::Zero(a.rows());
  w.head(n) = upper.transpose().solve(x_b);
  const VectorXd s = upper.solve(w.head(n));
  w.applyOnTheLeft(qr.householderQ());
  w += 2.0 * result_b * residual; // the residual is orthogonal to the columns of A
  b_b += w;
  a_b.noalias() -= w * x.transpose();
  a_b.noalias() += residual * s.transpose();
}

/// With C = A - B K: dP+ = C^T dP C + 2 (dA - dB K)^T P C.
inline void riccati(const MatrixXd &a, MatrixXd &a_b, const MatrixXd &b, MatrixXd &b_b, const MatrixXd &q, const MatrixXd &r,
                    const VectorXd &start, int steps, double cost_b) {
  const Index n = a.rows(), m = b.cols();
  std::vector<MatrixXd> gains(steps), closed(steps), images(steps); // K, C, P C
  MatrixXd p = q, pa(n, n), pb(n, m), s(m, m), g(m, n);
  for (int t = 0; t < steps; ++t) {
    pb.noalias() = p * b;
    s = r;
    s.noalias() += b.transpose() * pb;
    g.noalias() = pb.transpose() * a;
    gains[t] = s.llt().solve(g);
    closed[t] = a;
    closed[t].noalias() -= b * gains[t];
    images[t].noalias() = p * closed[t];
    p = q;
    p.noalias() += a.transpose() * images[t];
  }
  MatrixXd p_b = cost_b * start * start.transpose(), half(n, n);
  for (int t = steps - 1; t >= 0; --t) {
    half.noalias() = images[t] * p_b;
    a_b += 2.0 * half;
    b_b.noalias() -= 2.0 * half * gains[t].transpose();
    half.noalias() = closed[t] * p_b;
    p_b.noalias() = half * closed[t].transpose();
  }
}

/// Products with the transposed matrix, and one product for the adjoint of the matrix.
inline void conjugateGradients(const MatrixXd &a, MatrixXd &a_b, const VectorXd &b, VectorXd &b_b, double result_b) {
  const Index n = b.size();
  constexpr int steps = 10;
  MatrixXd residuals(n, steps + 1), directions(n, steps), images(n, steps), images_b(n, steps);
  double squares[steps + 1], curvatures[steps];
  VectorXd x = VectorXd::Zero(n), p = b;
  residuals.col(0) = b;
  squares[0] = b.squaredNorm();
  for (int i = 0; i < steps; ++i) {
    directions.col(i) = p;
    images.col(i).noalias() = a * p;
    curvatures[i] = p.dot(images.col(i));
    const double alpha = squares[i] / curvatures[i];
    x += alpha * p;
    residuals.col(i + 1) = residuals.col(i) - alpha * images.col(i);
    squares[i + 1] = residuals.col(i + 1).squaredNorm();
    p = residuals.col(i + 1) + squares[i + 1] / squares[i] * p;
  }
  b_b += result_b * x;
  const VectorXd x_b = result_b * (b + 2.0 * x);
  VectorXd r_b = VectorXd::Zero(n), p_b = VectorXd::Zero(n);
  double square_b = 0.0; // of the later one of two
  for (int i = steps - 1; i >= 0; --i) {
    const auto r = residuals.col(i + 1);
    const auto direction = directions.col(i);
    const auto ap = images.col(i);
    auto ap_b = images_b.col(i);
    const double ratio_b = p_b.dot(direction), ratio = squares[i + 1] / squares[i], alpha = squares[i] / curvatures[i];
    r_b += p_b + 2.0 * (square_b + ratio_b / squares[i]) * r;
    p_b = ratio * p_b + alpha * x_b;
    const double alpha_b = x_b.dot(direction) - r_b.dot(ap), curvature_b = -alpha_b * alpha / curvatures[i];
    square_b = alpha_b / curvatures[i] - ratio_b * ratio / squares[i];
    ap_b = curvature_b * direction - alpha * r_b;
    p_b += curvature_b * ap;
    p_b.noalias() += a.transpose() * ap_b;
  }
  b_b += p_b + r_b + 2.0 * square_b * residuals.col(0);
  a_b.noalias() += images_b * directions.transpose();
}

} // namespace byHand

#endif
