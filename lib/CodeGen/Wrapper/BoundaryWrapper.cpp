// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CodeGen/Wrapper/BoundaryWrapper.h"

#include "CodeGen/Boundary/ViewedFields.h"
#include "CodeGen/Cpp/Declarators.h"
#include "CodeGen/Cpp/Layout.h"
#include "CodeGen/Functions/Printer.h"

#include <algorithm>
#include <set>

namespace adjoint::codegen {

using namespace ir;

namespace {

const Record &mirrorOfAdjoint(const BoundaryParam &param) { return param.adjointMirror ? *param.adjointMirror : *param.mirror; }

class WrapperPrinter {
public:
  explicit WrapperPrinter(const Wrapper &wrapper)
      : wrapper(wrapper), passed(wrapper.passed.empty() ? wrapper.signature->params : wrapper.passed) {
    for (const Variable *param : wrapper.signature->params)
      taken.insert(param->name);
    taken.insert(wrapper.onStructs->name);
  }

  std::string print() {
    size_t next = 0;
    for (const BoundaryParam &param : wrapper.boundary->params) {
      if (!param.globalObject.empty()) {
        passGlobal(param);
        continue;
      }
      if (param.isAdjointAlone) {
        args.push_back(passed[next++]->name);
        continue;
      }
      const Variable *primal = passed[next++];
      const Variable *adjoint = param.hasAdjoint ? passed[next++] : nullptr;
      if (!primal->isTangent && !primal->isAdjoint)
        primals.push_back(primal->name);
      if (param.mirror)
        cross(param, *primal, adjoint);
      else
        pass(param, *primal, adjoint);
      if (param.isScratch)
        passScratch(param, *primal);
    }
    if (wrapper.boundary->isResultMade)
      makeResult();
    else if (wrapper.boundary->hasSeed)
      passResultSeed(passed.back()->name);
    args.insert(args.end(), seeds.begin(), seeds.end());
    return text();
  }

private:
  std::string fresh(const std::string &wanted) {
    std::string name = wanted;
    for (unsigned i = 2; !taken.insert(name).second; ++i)
      name = wanted + "_" + std::to_string(i);
    return name;
  }

  std::string read(const Record &mirror, const std::string &object) {
    if (!readsIntoMemory(mirror))
      return boundaryCall(BoundaryFunction::Read, mirror, object);
    if (memory.empty())
      memory = fresh("memory");
    return boundaryCall(BoundaryFunction::Read, mirror, object + ", " + memory);
  }

  /// What is passed on of an argument.
  static std::string valueOf(const BoundaryParam &param, const Variable &variable) {
    if (const Type *type = variable.isAdjoint ? param.typedAdjoint : param.typed)
      return "static_cast<" + declarator(type, "") + ">(" + variable.name + ")";
    const std::string &value = variable.isAdjoint ? param.adjointValue : param.value;
    return value.empty() ? variable.name : withObject(value, variable.name);
  }

  void pass(const BoundaryParam &param, const Variable &primal, const Variable *adjoint) {
    args.push_back(valueOf(param, primal));
    if (adjoint)
      args.push_back(valueOf(param, *adjoint));
  }

  /// An adjoint of the right shape, whatever its numbers.
  void passScratch(const BoundaryParam &param, const Variable &primal) {
    const std::string scratch = fresh(primal.name + "_scratch_b");
    const std::string user = param.mirror ? param.mirror->view->spelling + " " + scratch
                                          : mutableDeclarator(primal.type->element, scratch);
    prepare.push_back(user + " = " + primal.name + ";");
    if (!param.mirror) {
      args.push_back(scratch);
      return;
    }
    add(prepare, BoundaryFunction::Clear, *param.mirror, scratch);
    const std::string plain = fresh(primal.name + "_plain_b");
    reads.push_back(param.mirror->spelling + " " + plain + " = " + read(*param.mirror, scratch) + ";");
    args.push_back(plain);
  }

  /// The user's object, as one that may be written if its struct may.
  static std::string objectOf(const BoundaryParam &param, const Variable &variable) {
    return (param.isBehindPointer ? "*" : "") + valueOf(param, variable);
  }
  /// Is the struct of a constant object a constant, too?
  static bool isConstant(const BoundaryParam &param, const Variable &variable) {
    const bool isIndirect = variable.type->isReference() || variable.type->isPointer();
    const std::string &value = variable.isAdjoint ? param.adjointValue : param.value;
    return value.empty() && isIndirect && variable.type->element->isConst;
  }

  void cross(const BoundaryParam &param, const Variable &primal, const Variable *adjoint) {
    const std::string plain = fresh(primal.name + "_plain"), object = objectOf(param, primal);
    passObject(param, object, plain, isConstant(param, primal));
    if (adjoint)
      crossAdjoint(param, primal, *adjoint, plain);
    releaseRemade(param, plain);
  }

  void passObject(const BoundaryParam &param, const std::string &object, const std::string &plain, bool isConstant = false) {
    const Record &mirror = *param.mirror;
    reads.push_back((isConstant ? "const " : "") + mirror.spelling + " " + plain + " = " + read(mirror, object) + ";");
    args.push_back((param.isBehindPointer ? "&" : "") + plain);
    if (param.isRemade || param.isGiven)
      add(reads, BoundaryFunction::Own, mirror, plain);
    if (param.isRemade)
      remake(mirror, object, plain);
    if (param.isChanged)
      add(writes, BoundaryFunction::Write, mirror, object + ", " + plain);
  }

  void releaseRemade(const BoundaryParam &param, const std::string &plain) {
    if (param.isRemade)
      add(releases, BoundaryFunction::Release, *param.mirror, plain + ", " + plain);
  }

  static void add(std::vector<std::string> &lines, BoundaryFunction what, const Record &mirror, const std::string &arguments) {
    if (isNeeded(what, mirror))
      lines.push_back(boundaryCall(what, mirror, arguments) + ";");
  }

  /// The object becomes what its struct says.
  void remake(const Record &mirror, const std::string &object, const std::string &plain) {
    add(writes, BoundaryFunction::Shape, mirror, object + ", " + plain);
    add(writes, BoundaryFunction::Fill, mirror, object + ", " + plain);
  }

  /// A tangent becomes what its struct says, in the shape of its primal.
  void remakeTangent(const Record &mirror, const std::string &object, const std::string &plain, const std::string &tangent) {
    add(writes, BoundaryFunction::Shape, mirror, object + ", " + plain);
    add(writes, BoundaryFunction::Clear, mirror, object);
    add(writes, BoundaryFunction::Put, mirror, object + ", " + plain + ", " + tangent);
    add(releases, BoundaryFunction::Release, mirror, plain + ", " + tangent);
  }

  /// Of a tangent that returns an object.
  void makeResult() {
    const Record &mirror = *wrapper.boundary->result;
    made = fresh("value_plain");
    value = fresh("value");
    writes.push_back(mirror.view->spelling + " " + value + "{};");
    remake(mirror, value, made);
    if (reachesFloating(wrapper.onStructs->returnType)) { // also where nobody asks for it: it may have memory
      const std::string tangent = fresh("result_plain_d");
      reads.push_back(mirror.spelling + " " + tangent + "{};");
      args.push_back(tangent);
      if (wrapper.boundary->hasSeed)
        remakeTangent(mirror, passed.back()->name, made, tangent);
      else
        add(releases, BoundaryFunction::Release, mirror, made + ", " + tangent);
    }
    add(releases, BoundaryFunction::Release, mirror, made + ", " + made);
  }

  /// An object of the file. What an adjoint changes is a copy, and its adjoint is zero at first and dropped.
  void passGlobal(const BoundaryParam &param) {
    const Record &mirror = *param.mirror;
    const std::string name = param.globalObject.substr(param.globalObject.rfind(':') + 1);
    std::string object = param.globalObject;
    auto copy = [&](const std::string &suffix) {
      const std::string made = fresh(name + suffix);
      prepare.push_back(mirror.view->spelling + " " + made + " = " + param.globalObject + ";");
      return made;
    };
    if (param.isCopied)
      object = copy("_copy");
    const std::string plain = fresh(name + "_plain");
    passObject(param, object, plain);
    if (param.isScratch)
      passGlobalScratch(param, name, plain, copy("_scratch_b"));
    releaseRemade(param, plain);
  }

  void passGlobalScratch(const BoundaryParam &param, const std::string &name, const std::string &plain, const std::string &scratch) {
    const Record &mirror = *param.mirror;
    const std::string plainScratch = fresh(name + "_plain_b");
    add(prepare, BoundaryFunction::Clear, mirror, scratch);
    reads.push_back(mirror.spelling + " " + plainScratch + " = " + read(mirror, scratch) + ";");
    args.push_back(plainScratch);
    if (param.isRemade) {
      add(reads, BoundaryFunction::Own, mirror, plainScratch);
      add(releases, BoundaryFunction::Release, mirror, plain + ", " + plainScratch);
    }
  }

  void crossAdjoint(const BoundaryParam &param, const Variable &primal, const Variable &adjoint, const std::string &primalPlain) {
    const Record &mirror = mirrorOfAdjoint(param);
    const std::string &user = mirror.view->spelling;
    std::string object = objectOf(param, adjoint);
    if (param.isSeedTaken) {
      seeds.push_back(object);
    } else if (param.isSeededLate) {
      std::string seed = fresh(primal.name + "_seed");
      prepare.push_back("const " + user + " " + seed + " = " + object + ";");
      prepare.push_back(boundaryCall(BoundaryFunction::Clear, mirror, object) + ";");
      seeds.push_back(seed);
    }
    if (param.isLeft && param.isExtended && isNeeded(BoundaryFunction::Extend, mirror))
      prepare.push_back(boundaryCall(BoundaryFunction::Extend, mirror, objectOf(param, primal) + ", " + object) + ";");
    if (param.isOwned) {
      std::string own = fresh(primal.name + "_own_b");
      prepare.push_back(user + " " + own + " = " + object + ";");
      prepare.push_back(boundaryCall(BoundaryFunction::Clear, mirror, own) + ";");
      object = own;
    }
    const std::string plain = fresh(primal.name + "_plain_b");
    reads.push_back((isConstant(param, adjoint) ? "const " : "") + mirror.spelling + " " + plain + " = " + read(mirror, object) + ";");
    args.push_back((param.isBehindPointer ? "&" : "") + plain);
    if (param.isRemade || param.isGiven)
      add(reads, BoundaryFunction::Own, mirror, plain);
    if (param.isRemade)
      remakeTangent(mirror, object, primalPlain, plain);
    else if (param.isLeft && isNeeded(BoundaryFunction::Write, mirror))
      writes.push_back(boundaryCall(BoundaryFunction::Write, mirror, object + ", " + plain) + ";");
    if (param.isOwned)
      writes.push_back(boundaryCall(BoundaryFunction::Add, mirror, adjoint.name + ", " + object) + ";");
  }

  /// Of an object that leads to memory all numbers are added between the sweeps.
  void passResultSeed(const std::string &name) {
    const Record *mirror = wrapper.boundary->result;
    if (!mirror) {
      args.push_back(name);
      return;
    }
    if (!wrapper.boundary->isResultSeededLate) {
      args.push_back(read(*mirror, name));
      return;
    }
    args.push_back(mirror->spelling + "()");
    seeds.push_back(name);
  }

  static std::string joined(const std::vector<std::string> &parts) {
    std::string text;
    for (const std::string &part : parts)
      text += (text.empty() ? "" : std::string(",") + commaMark()) + part;
    return text;
  }

  std::string primalCall() const {
    if (wrapper.primal[0] != '.')
      return wrapper.primal + "(" + joined(primals) + ")";
    return primals[0] + wrapper.primal + "(" + joined({primals.begin() + 1, primals.end()}) + ")";
  }

  std::string text() {
    std::string head = printDeclaration(*wrapper.signature);
    head.erase(head.rfind(';'));
    std::string text = head + " {\n";
    auto add = [&](const std::vector<std::string> &lines) {
      for (const std::string &line : lines)
        text += layout(line, 2);
    };
    add(prepare);
    if (wrapper.boundary->notesArrays)
      text += "  const adjoint::NotedArrays " + fresh("arrays") + ";\n";
    if (!memory.empty())
      text += "  adjoint::Mirrors " + memory + ";\n";
    add(reads);
    const std::string called = wrapper.onStructs->name + "(" + joined(args) + ");";
    const bool givesValue = !wrapper.onStructs->returnType->isVoid(); // a tangent
    if (value.empty() && givesValue)
      value = fresh("value");
    if (givesValue && writes.empty())
      add({"return " + called});
    else if (givesValue)
      add({(made.empty() ? "const " + wrapper.onStructs->returnType->spelling + " " + value : wrapper.boundary->result->spelling + " " + made) + " = " + called});
    else
      add({called});
    add(writes);
    add(releases);
    if (givesValue && !writes.empty())
      add({"return " + value + ";"});
    if (!wrapper.primal.empty())
      add({"return " + primalCall() + ";"});
    return text + "}\n";
  }

  const Wrapper &wrapper;
  const std::vector<const Variable *> passed;
  std::set<std::string> taken;
  std::string memory;
  std::string value, made; ///< of a tangent: what is returned, and the struct that it is made of
  std::vector<std::string> primals, prepare, reads, args, seeds, writes, releases;
};

} // namespace

std::string printWrapper(const Wrapper &wrapper) { return WrapperPrinter(wrapper).print(); }

std::vector<BoundaryDefinition> definitionsFor(const Boundary &boundary) {
  std::vector<BoundaryDefinition> all;
  std::set<BoundaryDefinition> seen;
  auto add = [&](const BoundaryDefinition &definition) {
    if (seen.insert(definition).second)
      all.push_back(definition);
  };
  auto need = [&](BoundaryFunction what, const Record &mirror) {
    for (const BoundaryDefinition &definition : definitionsFor(what, mirror))
      add(definition);
  };
  auto needRemade = [&](const Record &mirror, bool hasTangent) {
    for (BoundaryFunction what : {BoundaryFunction::Shape, BoundaryFunction::Fill, BoundaryFunction::Release})
      need(what, mirror);
    if (hasTangent)
      for (BoundaryFunction what : {BoundaryFunction::Clear, BoundaryFunction::Put})
        need(what, mirror);
  };
  for (const BoundaryParam &param : boundary.params) {
    if (!param.mirror)
      continue;
    need(BoundaryFunction::Read, *param.mirror);
    if (param.isChanged)
      need(BoundaryFunction::Write, *param.mirror);
    if (param.isRemade || param.isGiven)
      need(BoundaryFunction::Own, *param.mirror);
    if (param.isRemade)
      needRemade(*param.mirror, param.hasAdjoint);
    if (param.isScratch)
      need(BoundaryFunction::Clear, *param.mirror);
    if (!param.hasAdjoint)
      continue;
    need(BoundaryFunction::Read, mirrorOfAdjoint(param));
    if (!param.adjointClass.empty())
      add({&mirrorOfAdjoint(param), false, BoundaryFunction::Read, param.adjointClass});
    if (param.isLeft && param.isExtended)
      need(BoundaryFunction::Extend, mirrorOfAdjoint(param));
    if (param.isLeft && !param.isRemade)
      need(BoundaryFunction::Write, mirrorOfAdjoint(param));
    if (param.isSeedTaken)
      need(BoundaryFunction::Take, *param.mirror);
    if ((param.isSeededLate && !param.isSeedTaken) || param.isOwned)
      need(BoundaryFunction::Clear, *param.mirror);
    if (param.isSeededLate && !param.isSeedTaken)
      need(BoundaryFunction::Seed, *param.mirror);
    if (param.isOwned)
      need(BoundaryFunction::Add, *param.mirror);
  }
  if (boundary.isResultMade)
    needRemade(*boundary.result, boundary.hasSeed);
  else if (boundary.result && boundary.hasSeed)
    need(boundary.isResultSeededLate ? BoundaryFunction::Seed : BoundaryFunction::Read, *boundary.result);
  return all;
}

} // namespace adjoint::codegen
