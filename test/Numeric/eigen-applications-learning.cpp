// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: eigen, all
// RUN: %numeric
// NUMERIC-FLAGS: -isystem /usr/include/eigen3
//
// Functions of statistics and learning, as they are written with Eigen.

#include "eigen.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

using Eigen::MatrixXd;
using Eigen::VectorXd;
using numeric::someMatrix;
using numeric::someVector;

#pragma adjoint reverse
double logSumExp(const VectorXd &x) {
  const double top = x.maxCoeff();
  return top + std::log((x.array() - top).exp().sum());
}

#pragma adjoint reverse
VectorXd softmax(const VectorXd &x) {
  const Eigen::ArrayXd e = (x.array() - x.maxCoeff()).exp();
  return e / e.sum();
}

#pragma adjoint reverse
double crossEntropy(const MatrixXd &logits, const Eigen::VectorXi &labels) {
  const VectorXd top = logits.rowwise().maxCoeff();
  const MatrixXd shifted = logits.colwise() - top;
  const VectorXd norm = shifted.array().exp().rowwise().sum().log();
  double loss = 0.0;
  for (Eigen::Index i = 0; i < logits.rows(); ++i)
    loss += norm(i) - shifted(i, labels(i));
  return loss / static_cast<double>(logits.rows());
}

#pragma adjoint reverse
double logisticRegression(const MatrixXd &x, const VectorXd &y, const VectorXd &w, double lambda) {
  const Eigen::ArrayXd z = (x * w).array();
  const Eigen::ArrayXd p = 1.0 / (1.0 + (-z).exp());
  return -(y.array() * p.log() + (1.0 - y.array()) * (1.0 - p).log()).mean() + lambda * w.squaredNorm();
}

#pragma adjoint reverse
VectorXd denseNetwork(const MatrixXd &w1, const VectorXd &b1, const MatrixXd &w2, const VectorXd &b2, const VectorXd &x) {
  const VectorXd hidden = (w1 * x + b1).cwiseMax(0.0);
  return w2 * hidden + b2;
}

#pragma adjoint reverse
double batchLoss(const MatrixXd &w, const Eigen::RowVectorXd &b, const MatrixXd &x, const MatrixXd &y) {
  MatrixXd a = x * w;
  a.rowwise() += b;
  a = a.array().tanh().matrix();
  return 0.5 * (a - y).squaredNorm() / static_cast<double>(x.rows());
}

VectorXd sigmoid(const Eigen::Ref<const VectorXd> &x) {
  return x.unaryExpr([](double xi) { return 1.0 / (1.0 + std::exp(-xi)); });
}

struct Lstm {
  MatrixXd w, u;
  VectorXd b;
};

#pragma adjoint reverse
double lstm(const MatrixXd &w, const MatrixXd &u, const VectorXd &b, const MatrixXd &inputs) {
  const Eigen::Index n = u.cols();
  const Lstm cell{w, u, b};
  VectorXd h = VectorXd::Zero(n), c = VectorXd::Zero(n);
  for (Eigen::Index t = 0; t < inputs.cols(); ++t) {
    const VectorXd z = cell.w * inputs.col(t) + cell.u * h + cell.b;
    const VectorXd i = sigmoid(z.head(n)), f = sigmoid(z.segment(n, n)), o = sigmoid(z.segment(2 * n, n));
    const VectorXd g = z.tail(n).array().tanh();
    c = f.cwiseProduct(c) + i.cwiseProduct(g);
    h = o.array() * c.array().tanh();
  }
  return h.squaredNorm() + c.sum();
}

#pragma adjoint reverse
double pcaLoss(const MatrixXd &x, const MatrixXd &basis) {
  const Eigen::RowVectorXd mean = x.colwise().mean();
  const MatrixXd centred = x.rowwise() - mean;
  const MatrixXd projected = centred * basis * basis.transpose();
  return (centred - projected).squaredNorm() / static_cast<double>(x.rows());
}

#pragma adjoint reverse
MatrixXd covariance(const MatrixXd &x) {
  const MatrixXd centred = x.rowwise() - x.colwise().mean();
  return (centred.adjoint() * centred) / double(x.rows() - 1);
}

#pragma adjoint reverse
double kMeans(const MatrixXd &points, const MatrixXd &centres) {
  double loss = 0.0;
  for (Eigen::Index i = 0; i < points.cols(); ++i) {
    double nearest = std::numeric_limits<double>::infinity();
    for (Eigen::Index k = 0; k < centres.cols(); ++k)
      nearest = std::min(nearest, (points.col(i) - centres.col(k)).squaredNorm());
    loss += nearest;
  }
  return loss;
}

#pragma adjoint reverse
double nearestCentres(const MatrixXd &points, const MatrixXd &centres) {
  double loss = 0.0;
  for (Eigen::Index i = 0; i < points.cols(); ++i)
    loss += (centres.colwise() - points.col(i)).colwise().squaredNorm().minCoeff();
  return loss;
}

#pragma adjoint reverse
MatrixXd kernelMatrix(const MatrixXd &x, double length, double sigma) {
  const Eigen::Index n = x.cols();
  MatrixXd k(n, n);
  for (Eigen::Index i = 0; i < n; ++i)
    for (Eigen::Index j = 0; j <= i; ++j) {
      k(i, j) = sigma * sigma * std::exp(-0.5 * (x.col(i) - x.col(j)).squaredNorm() / (length * length));
      k(j, i) = k(i, j);
    }
  k.diagonal().array() += 1e-3;
  return k;
}

#pragma adjoint reverse
double gaussianMixture(const VectorXd &x, const MatrixXd &means, const VectorXd &logWeights, const VectorXd &scales) {
  VectorXd terms(means.cols());
  for (Eigen::Index k = 0; k < means.cols(); ++k) {
    const VectorXd d = (x - means.col(k)) / scales(k);
    terms(k) = logWeights(k) - 0.5 * d.squaredNorm() - static_cast<double>(x.size()) * std::log(scales(k));
  }
  const double top = terms.maxCoeff();
  return top + std::log((terms.array() - top).exp().sum());
}

#pragma adjoint reverse
MatrixXd attention(const MatrixXd &q, const MatrixXd &k, const MatrixXd &v) {
  MatrixXd scores = q * k.transpose() / std::sqrt(static_cast<double>(q.cols()));
  for (Eigen::Index i = 0; i < scores.rows(); ++i) {
    scores.row(i) = (scores.row(i).array() - scores.row(i).maxCoeff()).exp();
    scores.row(i) /= scores.row(i).sum();
  }
  return scores * v;
}

#pragma adjoint reverse
void gradientDescent(VectorXd &w, const MatrixXd &x, const VectorXd &y, double rate, int steps) {
  for (int i = 0; i < steps; ++i) {
    const VectorXd residual = x * w - y;
    w.noalias() -= rate * x.transpose() * residual;
  }
}

int main() {
  const VectorXd v = someVector(3, 1), w = someVector(3, 2);
  const MatrixXd m = someMatrix(3, 3, 3), n = someMatrix(3, 3, 4);
  numeric::check("logSumExp", logSumExp, logSumExp_b, v);
  numeric::check("softmax", softmax, softmax_b, v);
  numeric::check("crossEntropy", crossEntropy, crossEntropy_b, m, Eigen::Vector3i(1, 0, 2));
  numeric::check("logisticRegression", logisticRegression, logisticRegression_b, m, v.cwiseAbs(), w, 0.3);
  numeric::check("denseNetwork", denseNetwork, denseNetwork_b, someMatrix(4, 3), someVector(4), someMatrix(2, 4, 1), someVector(2), v);
  numeric::check("batchLoss", batchLoss, batchLoss_b, someMatrix(3, 2), someVector(2), m, someMatrix(3, 2, 1));
  numeric::check("lstm", lstm, lstm_b, someMatrix(8, 2), someMatrix(8, 2, 1), someVector(8), someMatrix(2, 3, 2));
  numeric::check("pcaLoss", pcaLoss, pcaLoss_b, m, someMatrix(3, 2));
  numeric::check("covariance", covariance, covariance_b, someMatrix(4, 2));
  numeric::check("kMeans", kMeans, kMeans_b, someMatrix(2, 4), someMatrix(2, 2, 1));
  numeric::check("nearestCentres", nearestCentres, nearestCentres_b, someMatrix(2, 4), someMatrix(2, 2, 1));
  numeric::check("kernelMatrix", kernelMatrix, kernelMatrix_b, someMatrix(2, 3), 0.7, 1.3);
  numeric::check("gaussianMixture", gaussianMixture, gaussianMixture_b, v, m, w, v.cwiseAbs());
  numeric::check("attention", attention, attention_b, someMatrix(2, 3), someMatrix(3, 3, 1), someMatrix(3, 2, 2));
  numeric::check("gradientDescent", gradientDescent, gradientDescent_b, v, m, w, 0.1, 3);
  return numeric::report();
}
