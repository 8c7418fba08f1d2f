// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CodeGen/Wrapper/BoundaryWrapper.h"
#include "CodeGen/Functions/PlainStructs.h"

#include "CodeGenTest.h"

namespace adjoint::codegen {
namespace {

using namespace ir;

class BoundaryTest : public CodeGenTest {
protected:
  ClassView vectorView, modelView, listView;

  Record *mirror(const std::string &name, ClassView &view) {
    Record *record = c.record(name);
    record->isMirror = true;
    record->view = &view;
    return record;
  }
  void field(Record *record, ClassView &view, const std::string &name, const Type *type, FieldView how) {
    record->fields.push_back({name, type, static_cast<unsigned>(record->fields.size())});
    view.fields.push_back(how);
  }
  static FieldView expression(const std::string &text, const std::string &extent = "", const std::string &plain = "") {
    FieldView view;
    view.kind = FieldView::Kind::Expression;
    view.text = text;
    view.extent = extent;
    view.plainExtent = plain;
    return view;
  }
  Record *vectorOf(const std::string &name, const Type *element, const std::string &spelling, ClassView &view) {
    Record *record = mirror(name, view);
    view.spelling = spelling;
    view.extend = "if ($b.size() < $.size()) $b.resize($.size());";
    field(record, view, "data", c.pointerTo(element), expression("$.data()", "$.size()", "$.size"));
    field(record, view, "size", ULong, expression("$.size()"));
    return record;
  }
  Record *vectorOfDouble() { return vectorOf("vector_double", Double, "std::vector<double>", vectorView); }

  Record *model(const Record *weights) {
    Record *record = mirror("Model_plain", modelView);
    modelView.spelling = "Model";
    FieldView member;
    member.text = "bias";
    field(record, modelView, "bias", Double, member);
    member.kind = FieldView::Kind::Private;
    member.text = "weights";
    member.memberType = "std::vector<double>";
    member.owner = "Model";
    field(record, modelView, "weights", c.recordType(weights), member);
    member.text = "rates";
    member.memberType = "double[2]";
    field(record, modelView, "rates", c.arrayOf(Double, 2), member);
    FieldView reference;
    reference.text = "scale";
    reference.isReference = true;
    field(record, modelView, "scale", c.pointerTo(c.withConst(Double)), reference);
    return record;
  }

  static std::string printed(const std::vector<BoundaryDefinition> &definitions) {
    std::string text;
    for (const BoundaryDefinition &definition : definitions)
      text += printBoundary(definition);
    return text;
  }
  Function *declaration(const std::string &name, const Type *returnType, std::vector<const Variable *> params) {
    Function *f = function(name, returnType, params, {});
    f->hasBody = false;
    return f;
  }
  const Type *user(const std::string &name) { return c.recordType(c.record(name)); }
};

TEST_F(BoundaryTest, containersShareTheirElements) {
  const Record *vector = vectorOfDouble();
  Boundary boundary;
  boundary.params = {{vector, true}, {}};
  const Type *User = user("std::vector<double>");
  const Function *signature = declaration("f_b", Void,
                                          {parameter("x", c.referenceTo(c.withConst(User))),
                                           parameter("x_b", c.referenceTo(User)), parameter("n", Int),
                                           parameter("result_b", Double)});
  boundary.hasSeed = true;
  const Function *onStructs = declaration("f_plain_b", Void, {});
  EXPECT_EQ(printed(definitionsFor(boundary)),
            "static vector_double read_vector_double(const std::vector<double> &object) {\n"
            "  vector_double plain = {};\n"
            "  plain.data = const_cast<double *>(object.data());\n"
            "  plain.size = object.size();\n"
            "  return plain;\n"
            "}\n"
            "static void extend_vector_double(const std::vector<double> &object, std::vector<double> &object_b) {\n"
            "  if (object_b.size() < object.size()) object_b.resize(object.size());\n"
            "}\n");
  EXPECT_EQ(printWrapper({signature, onStructs, &boundary, ""}),
            "void f_b(const std::vector<double> &x, std::vector<double> &x_b, int n, double result_b) {\n"
            "  extend_vector_double(x, x_b);\n"
            "  const vector_double x_plain = read_vector_double(x);\n"
            "  vector_double x_plain_b = read_vector_double(x_b);\n"
            "  f_plain_b(x_plain, x_plain_b, n, result_b);\n"
            "}\n");
}

TEST_F(BoundaryTest, whatGrowsIsSeededLate) {
  const Record *vector = vectorOfDouble();
  Boundary boundary;
  BoundaryParam grown, own;
  grown.mirror = own.mirror = vector;
  grown.hasAdjoint = own.hasAdjoint = true;
  grown.isSeededLate = own.isOwned = true;
  boundary.params = {grown, own};
  boundary.result = vector;
  boundary.isResultSeededLate = true;
  boundary.hasSeed = true;
  const Type *User = user("std::vector<double>"), *Ref = c.referenceTo(User);
  const Function *signature =
      declaration("f_b", User,
                  {parameter("y", Ref), parameter("y_b", Ref), parameter("x", User), parameter("x_b", Ref),
                   parameter("result_b", User)});
  const Function *onStructs = declaration("f_plain_b", Void, {});
  EXPECT_EQ(printWrapper({signature, onStructs, &boundary, "f"}),
            "std::vector<double> f_b(std::vector<double> &y, std::vector<double> &y_b, std::vector<double> x,\n"
            "                        std::vector<double> &x_b, std::vector<double> result_b) {\n"
            "  const std::vector<double> y_seed = y_b;\n"
            "  clear_vector_double(y_b);\n"
            "  extend_vector_double(y, y_b);\n"
            "  extend_vector_double(x, x_b);\n"
            "  std::vector<double> x_own_b = x_b;\n"
            "  clear_vector_double(x_own_b);\n"
            "  vector_double y_plain = read_vector_double(y);\n"
            "  vector_double y_plain_b = read_vector_double(y_b);\n"
            "  vector_double x_plain = read_vector_double(x);\n"
            "  vector_double x_plain_b = read_vector_double(x_own_b);\n"
            "  f_plain_b(y_plain, y_plain_b, x_plain, x_plain_b, vector_double(), y_seed, result_b);\n"
            "  add_vector_double(x_b, x_own_b);\n"
            "  return f(y, x);\n"
            "}\n");
  EXPECT_EQ(printed(definitionsFor(BoundaryFunction::Seed, *vector)),
            "static void seed_vector_double(const std::vector<double> &seed, const vector_double &now, vector_double "
            "&now_b) {\n"
            "  for (std::size_t i = 0; i < std::min<std::size_t>(seed.size(), now.size); ++i) {\n"
            "    now_b.data[i] += seed.data()[i];\n"
            "  }\n"
            "}\n");
  EXPECT_EQ(printed(definitionsFor(BoundaryFunction::Clear, *vector)),
            "static void clear_vector_double(std::vector<double> &object) {\n"
            "  for (std::size_t i = 0; i < object.size(); ++i) {\n"
            "    object.data()[i] = 0;\n"
            "  }\n"
            "}\n");
}

TEST_F(BoundaryTest, privateMembersThroughAccessors) {
  const Record *record = model(vectorOfDouble());
  std::string text = printed(definitionsFor(BoundaryFunction::Read, *record));
  EXPECT_NE(text.find("using Model_plain_weights_type = std::vector<double>;\n"
                      "Model_plain_weights_type &Model_plain_weights(Model &object);\n"),
            std::string::npos);
  EXPECT_NE(text.find("template struct Model_plain_weights_access<&Model::weights>;\n"), std::string::npos);
  EXPECT_NE(text.find("static Model_plain read_Model_plain(const Model &object) {\n"
                      "  Model_plain plain = {};\n"
                      "  plain.bias = object.bias;\n"
                      "  plain.weights = read_vector_double(Model_plain_weights(object));\n"
                      "  for (std::size_t i = 0; i < 2; ++i) {\n"
                      "    plain.rates[i] = Model_plain_rates(object)[i];\n"
                      "  }\n"
                      "  plain.scale = &object.scale;\n"
                      "  return plain;\n"
                      "}\n"),
            std::string::npos);
  EXPECT_EQ(printed({definitionsFor(BoundaryFunction::Write, *record).back()}),
            "static void write_Model_plain(Model &object, const Model_plain &plain) {\n"
            "  object.bias = plain.bias;\n"
            "  for (std::size_t i = 0; i < 2; ++i) {\n"
            "    Model_plain_rates(object)[i] = plain.rates[i];\n"
            "  }\n"
            "}\n");
}

TEST_F(BoundaryTest, arraysOfMirrorsAreMade) {
  const Record *inner = vectorOfDouble();
  const Record *outer = vectorOf("vector_vector_double", c.recordType(inner), "std::vector<std::vector<double>>",
                                 listView);
  EXPECT_TRUE(readsIntoMemory(*outer));
  EXPECT_FALSE(isNeeded(BoundaryFunction::Write, *outer));
  EXPECT_EQ(printed({definitionsFor(BoundaryFunction::Read, *outer).back()}),
            "static vector_vector_double read_vector_vector_double(const std::vector<std::vector<double>> &object, "
            "adjoint::Mirrors &memory) {\n"
            "  vector_vector_double plain = {};\n"
            "  if (auto *mirrors = memory.array(plain.data, object.size(), object.data())) {\n"
            "    for (std::size_t i = 0; i < object.size(); ++i) {\n"
            "      mirrors[i] = read_vector_double(object.data()[i]);\n"
            "    }\n"
            "  }\n"
            "  plain.size = object.size();\n"
            "  return plain;\n"
            "}\n");
  EXPECT_EQ(printed({definitionsFor(BoundaryFunction::Seed, *outer).back()}),
            "static void seed_vector_vector_double(const std::vector<std::vector<double>> &seed, const "
            "vector_vector_double &now, vector_vector_double &now_b) {\n"
            "  for (std::size_t i = 0; i < std::min<std::size_t>(seed.size(), now.size); ++i) {\n"
            "    seed_vector_double(seed.data()[i], now.data[i], now_b.data[i]);\n"
            "  }\n"
            "}\n");
}

} // namespace
} // namespace adjoint::codegen
