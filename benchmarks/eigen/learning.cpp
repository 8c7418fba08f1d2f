// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of machine learning, as they are written with Eigen.

#include "Measure.h"
#include "eigen-by-hand.h"

using Eigen::ArrayXd;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::RowVectorXd;
using Eigen::VectorXd;

#pragma adjoint reverse wrt(w, lambda)
double logisticRegression(const MatrixXd &x, const VectorXd &y, const VectorXd &w, double lambda) {
  const ArrayXd z = (x * w).array();
  const ArrayXd p = 1.0 / (1.0 + (-z).exp());
  return -(y.array() * p.log() + (1.0 - y.array()) * (1.0 - p).log()).mean() + lambda * w.squaredNorm();
}

double crossEntropy(const MatrixXd &logits, const Eigen::VectorXi &labels) {
  const RowVectorXd top = logits.colwise().maxCoeff();
  const MatrixXd shifted = logits.rowwise() - top;
  const RowVectorXd norm = shifted.array().exp().colwise().sum().log();
  double loss = 0.0;
  for (Index i = 0; i < logits.cols(); ++i)
    loss += norm(i) - shifted(labels(i), i);
  return loss / static_cast<double>(logits.cols());
}

#pragma adjoint reverse wrt(w1, b1, w2, b2)
double perceptron(const MatrixXd &w1, const VectorXd &b1, const MatrixXd &w2, const VectorXd &b2, const MatrixXd &x,
                  const Eigen::VectorXi &labels) {
  const MatrixXd hidden = ((w1 * x).colwise() + b1).array().tanh();
  const MatrixXd logits = (w2 * hidden).colwise() + b2;
  return crossEntropy(logits, labels);
}

#pragma adjoint reverse wrt(w, u, b)
double recurrent(const MatrixXd &w, const MatrixXd &u, const VectorXd &b, const MatrixXd &inputs, const MatrixXd &goals) {
  VectorXd h = VectorXd::Zero(w.rows());
  double loss = 0.0;
  for (Index t = 0; t < inputs.cols(); ++t) {
    h = (w * h + u * inputs.col(t) + b).array().tanh();
    loss += (h - goals.col(t)).squaredNorm();
  }
  return loss;
}

VectorXd sigmoid(const Eigen::Ref<const VectorXd> &x) {
  return x.unaryExpr([](double xi) { return 1.0 / (1.0 + std::exp(-xi)); });
}

#pragma adjoint reverse wrt(w, u, b)
double lstm(const MatrixXd &w, const MatrixXd &u, const VectorXd &b, const MatrixXd &inputs) {
  const Index n = u.cols();
  VectorXd h = VectorXd::Zero(n), c = VectorXd::Zero(n);
  for (Index t = 0; t < inputs.cols(); ++t) {
    const VectorXd z = w * inputs.col(t) + u * h + b;
    const VectorXd i = sigmoid(z.head(n)), f = sigmoid(z.segment(n, n)), o = sigmoid(z.segment(2 * n, n));
    const VectorXd g = z.tail(n).array().tanh();
    c = f.cwiseProduct(c) + i.cwiseProduct(g);
    h = o.array() * c.array().tanh();
  }
  return h.squaredNorm() + c.sum();
}

#pragma adjoint reverse wrt(x, gamma, beta)
double batchNormalisation(const MatrixXd &x, const RowVectorXd &gamma, const RowVectorXd &beta, const MatrixXd &goal) {
  const RowVectorXd mean = x.colwise().mean();
  const MatrixXd centred = x.rowwise() - mean;
  const RowVectorXd variance = centred.array().square().colwise().mean();
  const RowVectorXd scale = gamma.array() / (variance.array() + 1e-5).sqrt();
  const MatrixXd y = (centred.array().rowwise() * scale.array()).rowwise() + beta.array();
  return 0.5 * (y - goal).squaredNorm() / static_cast<double>(x.rows());
}

#pragma adjoint reverse wrt(q, k, v)
double attention(const MatrixXd &q, const MatrixXd &k, const MatrixXd &v, const MatrixXd &goal) {
  MatrixXd scores = q * k.transpose() / std::sqrt(static_cast<double>(q.cols()));
  for (Index i = 0; i < scores.rows(); ++i) {
    scores.row(i) = (scores.row(i).array() - scores.row(i).maxCoeff()).exp();
    scores.row(i) /= scores.row(i).sum();
  }
  return 0.5 * (scores * v - goal).squaredNorm();
}

#pragma adjoint reverse wrt(x, basis)
double pcaLoss(const MatrixXd &x, const MatrixXd &basis) {
  const RowVectorXd mean = x.colwise().mean();
  const MatrixXd centred = x.rowwise() - mean;
  const MatrixXd projected = centred * basis * basis.transpose();
  return (centred - projected).squaredNorm() / static_cast<double>(x.rows());
}

int main(int count, char **names) {
  using namespace bench;
  chosen().assign(names + 1, names + count);
  for (int n : {3, 30, 300}) {
    const double scale = 1.0 / std::sqrt(n);
    const VectorXd truth = (someVector(3 * n, 1).array() > 0.0).cast<double>();
    measure("logisticRegression", n, logisticRegression, logisticRegression_b, byHand::logisticRegression, fixed(someMatrix(3 * n, n)),
            fixed(truth), VectorXd(scale * someVector(n, 2)), 0.01);
    Eigen::VectorXi labels(32);
    for (int i = 0; i < 32; ++i)
      labels(i) = 7 * i % 10;
    measure("perceptron", n, perceptron, perceptron_b, byHand::perceptron, MatrixXd(scale * someMatrix(n, n)), someVector(n, 1),
            MatrixXd(scale * someMatrix(10, n, 2)), someVector(10, 3), fixed(someMatrix(n, 32, 4)), fixed(labels));
    measure("recurrent", n, recurrent, recurrent_b, NotByHand(), MatrixXd(scale * someMatrix(n, n)), MatrixXd(scale * someMatrix(n, n, 1)),
            someVector(n, 2), fixed(someMatrix(n, 20, 3)), fixed(someMatrix(n, 20, 4)));
    measure("lstm", n, lstm, lstm_b, NotByHand(), MatrixXd(scale * someMatrix(4 * n, n)), MatrixXd(scale * someMatrix(4 * n, n, 1)),
            someVector(4 * n, 2), fixed(someMatrix(n, 10, 3)));
    measure("batchNormalisation", n, batchNormalisation, batchNormalisation_b, NotByHand(), someMatrix(2 * n, n),
            RowVectorXd(someVector(n, 1)), RowVectorXd(someVector(n, 2)), fixed(someMatrix(2 * n, n, 3)));
    measure("attention", n, attention, attention_b, byHand::attention, someMatrix(n, 32), someMatrix(n, 32, 1), someMatrix(n, 32, 2),
            fixed(someMatrix(n, 32, 3)));
    measure("pcaLoss", n, pcaLoss, pcaLoss_b, NotByHand(), someMatrix(2 * n, n), MatrixXd(scale * someMatrix(n, std::max(1, n / 3), 1)));
  }
}
