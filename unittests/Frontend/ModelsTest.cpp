// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Clang/ClangVersion.h"
#include "Frontend/Models/ModelTranslation.h"

#include "AdjointConfig.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Sema/Sema.h"
#include "clang/Tooling/Tooling.h"

#include "gtest/gtest.h"

#include <map>
#include <set>

namespace adjoint::frontend {
namespace {

/// What the models make of the function `f`.
struct Seen {
  std::map<std::string, std::string> variables; ///< their types
  std::set<std::string> expressions;            ///< callees of calls, kinds of others
};

class Visitor : public clang::RecursiveASTVisitor<Visitor> {
public:
  Visitor(Seen &seen, clang::Sema &sema) : seen(seen), models(sema), translation(models) {}

  bool VisitVarDecl(clang::VarDecl *variable) {
    seen.variables[variable->getNameAsString()] = models.type(variable->getType()).getAsString(policy);
    return true;
  }
  bool VisitExpr(clang::Expr *e) {
    const clang::Expr *made = translation.of(e);
    const auto *call = llvm::dyn_cast_or_null<clang::CallExpr>(made);
    if (const auto *callee = call ? call->getDirectCallee() : nullptr)
      seen.expressions.insert(callee->getQualifiedNameAsString() + (callee->isDefined() ? "" : " undefined"));
    else if (made)
      seen.expressions.insert(made->getStmtClassName());
    return true;
  }

private:
  Seen &seen;
  Models models;
  clang::PrintingPolicy policy{generatedCodePolicy(models.sema.getASTContext())};
  ModelTranslation translation;
};

class Consumer : public clang::ASTConsumer {
public:
  Consumer(Seen &seen, clang::CompilerInstance &compiler) : seen(seen), compiler(compiler) {}
  void HandleTranslationUnit(clang::ASTContext &ast) override {
    Visitor visitor(seen, compiler.getSema());
    for (clang::Decl *decl : ast.getTranslationUnitDecl()->decls())
      if (auto *function = llvm::dyn_cast<clang::FunctionDecl>(decl))
        if (function->getDeclName().isIdentifier() && function->getName() == "f")
          visitor.TraverseDecl(function);
  }

private:
  Seen &seen;
  clang::CompilerInstance &compiler;
};

class Action : public clang::ASTFrontendAction {
public:
  explicit Action(Seen &seen) : seen(seen) {}
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &compiler, llvm::StringRef) override {
    return std::make_unique<Consumer>(seen, compiler);
  }

private:
  Seen &seen;
};

Seen see(const std::string &code) {
  Seen seen;
  std::vector<std::string> flags = {"-std=c++17",        "-I" ADJOINT_RUNTIME_INCLUDE,
                                    "-include",          "adjoint/model.h",
                                    "-resource-dir",     config::ClangResourceDir};
  EXPECT_TRUE(clang::tooling::runToolOnCodeWithArgs(std::make_unique<Action>(seen), code, flags));
  return seen;
}

TEST(ModelsTest, types) {
  std::map<std::string, std::string> types = see(R"(
    #include <array>
    #include <complex>
    #include <vector>
    struct Own { std::vector<int> v; };
    namespace user { template <class T> struct Matrix {}; struct Other {}; }
    namespace adjoint::model::user { template <class T> struct Matrix { T t; }; }
    void f(std::vector<double> a, const std::vector<std::array<float, 3>> &b, std::vector<int>::const_iterator c,
           std::complex<double> (*d)[2], Own e, user::Matrix<std::vector<int>> g, user::Other h) {})").variables;
  EXPECT_EQ(types["a"], "adjoint::model::vector<double>");
  EXPECT_EQ(types["b"], "const adjoint::model::vector<adjoint::model::array<float, 3>> &");
  EXPECT_EQ(types["c"], "const int *");
  EXPECT_EQ(types["d"], "adjoint::model::complex<double> (*)[2]");
  EXPECT_EQ(types["e"], "Own");
  EXPECT_EQ(types["g"], "adjoint::model::user::Matrix<adjoint::model::vector<int>>");
  EXPECT_EQ(types["h"], "user::Other");
}

TEST(ModelsTest, callsAreResolvedAnew) {
  std::set<std::string> made = see(R"(
    #include <algorithm>
    #include <numeric>
    #include <tuple>
    #include <vector>
    void f(std::vector<double> &v, std::pair<int, double> p) {
      v.push_back(p.second);
      v = std::vector<double>{1.0, 2.0};
      std::vector<double> w(v.begin() + 1, v.end());
      double s = std::accumulate(v.cbegin(), v.cend(), 0.0) + *v.begin() + v[1];
      std::transform(v.begin(), v.end(), w.begin(), [](double x) { return 2 * x; });
      std::get<1>(p) = s;
    })").expressions;
  for (const char *one :
       {"adjoint::model::vector<double>::push_back", "adjoint::model::vector<double>::operator=", "adjoint::model::vector<double>::begin",
        "adjoint::model::accumulate", "adjoint::model::vector<double>::operator[]", "adjoint::model::transform",
        "adjoint::model::get", "BinaryOperator", "UnaryOperator", "MemberExpr", "CXXConstructExpr"})
    EXPECT_TRUE(made.count(one)) << one;
  for (const std::string &one : made)
    EXPECT_EQ(one.find("undefined"), std::string::npos) << one;
}

} // namespace
} // namespace adjoint::frontend
