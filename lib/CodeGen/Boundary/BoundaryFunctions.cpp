// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CodeGen/Boundary/BoundaryFunctions.h"

#include "CodeGen/Cpp/Declarators.h"
#include "CodeGen/Cpp/Expressions.h"

#include <functional>
#include <set>
#include <utility>

namespace adjoint::codegen {

using namespace ir;

namespace {

/// `text` with the object's name in place of each `$`, and its adjoint's in place of each `$b`.
std::string withObject(const std::string &text, const std::string &object) {
  std::string result;
  for (size_t i = 0; i < text.size(); ++i) {
    bool isAdjoint = text.compare(i, 2, "$b") == 0;
    result += text[i] == '$' ? object + (isAdjoint ? "_b" : "") : std::string(1, text[i]);
    i += isAdjoint;
  }
  return result;
}

std::string accessorName(const Record &mirror, const Field &field) { return mirror.spelling + "_" + field.name; }

/// A field of the user's object, as an expression.
std::string userField(const Record &mirror, const Field &field, const std::string &object, bool isConst) {
  const FieldView &view = mirror.view->fields[field.index];
  switch (view.kind) {
  case FieldView::Kind::Member:
    return object + "." + view.text;
  case FieldView::Kind::Private:
    return accessorName(mirror, field) + "(" + object + ")";
  case FieldView::Kind::Base:
    return "static_cast<" + std::string(isConst ? "const " : "") + view.text + " &>(" + object + ")";
  case FieldView::Kind::Expression:
    return withObject(view.text, object);
  case FieldView::Kind::Constant:
    return view.text;
  case FieldView::Kind::Ring:
    return object;
  case FieldView::Kind::ClassNumber:
    break; // printed by readClassNumber
  }
  return "";
}

bool isRing(const FieldView &view) { return view.kind == FieldView::Kind::Ring; }

/// What the pointer leads to and boundary functions are for.
const Type *elementOf(const FieldView &view, const Field &field) {
  return isRing(view) ? valueOfRing(field).type : field.type->element;
}

const Record *mirrorOf(const Type *type) { return type->isRecord() && type->record->isMirror ? type->record : nullptr; }

const Type *elementOf(const Type *type) {
  while (type->isArray())
    type = type->element;
  return type;
}

/// Lines of one function's body, at a depth.
class Lines {
public:
  explicit Lines(unsigned depth = 1) : depth(depth) {}
  void add(const std::string &line) { text += std::string(2 * depth, ' ') + line + "\n"; }
  /// A block of its own, if anything is in it.
  void block(const std::string &head, const std::vector<std::string> &first, const std::function<void()> &body) {
    std::string before = std::exchange(text, "");
    ++depth;
    for (const std::string &line : first)
      add(line);
    const size_t size = text.size();
    body();
    --depth;
    std::string inside = text.size() == size ? "" : std::exchange(text, "");
    text = before;
    if (inside.empty())
      return;
    add(head + " {");
    text += inside;
    add("}");
  }
  /// `for (...)` over [0, count), with a counter that no other loop around has.
  void loop(const std::string &count, const std::function<void(const std::string &)> &body) {
    std::string counter(1, static_cast<char>('i' + loops++));
    add("for (std::size_t " + counter + " = 0; " + counter + " < " + count + "; ++" + counter + ") {");
    ++depth;
    body(counter);
    --depth;
    --loops;
    add("}");
  }
  /// `for (...)` over the elements of a container.
  void range(const std::string &element, const std::string &container, const std::function<void()> &body) {
    add("for (" + element + " : " + container + ") {");
    ++depth;
    body();
    --depth;
    add("}");
  }
  const std::string &str() const { return text; }

private:
  unsigned depth;
  unsigned loops = 0;
  std::string text;
};

/// Visits the fields; those that only objects of a derived class have stand in a block in which `part` is the object as
/// that class. `objects`: the names of the user's objects in the function, `object` or `object_b`, and whether each is const.
void forEachField(const Record &mirror, Lines &lines, const std::vector<std::pair<std::string, bool>> &objects,
                  const std::function<void(const Field &, const std::string &suffixed)> &visit) {
  for (size_t i = 0; i < mirror.fields.size();) {
    const std::string &part = mirror.view->fields[mirror.fields[i].index].part;
    size_t end = i;
    while (end < mirror.fields.size() && mirror.view->fields[mirror.fields[end].index].part == part)
      ++end;
    auto visitAll = [&] {
      for (size_t k = i; k < end; ++k)
        visit(mirror.fields[k], part.empty() ? "object" : "part");
    };
    if (part.empty()) {
      visitAll();
    } else {
      std::vector<std::string> parts;
      for (const auto &[object, isConst] : objects) {
        const std::string type = (isConst ? "const " : "") + part + " &";
        parts.push_back(type + "part" + object.substr(6) + " = static_cast<" + type + ">(" + object + ");");
      }
      lines.block("if (dynamic_cast<" + std::string(objects[0].second ? "const " : "") + part + " *>(&object))", parts,
                  visitAll);
    }
    i = end;
  }
}

/// Visits the floating-point numbers in values of a type that consist of the same parts: `a` and `b` are
/// expressions for two of them (`b` may be empty).
class Numbers {
public:
  using Visit = std::function<void(const std::string &a, const std::string &b)>;
  using Inner = std::function<void(const Record &mirror, const std::string &a, const std::string &b)>;

  Numbers(Lines &lines, Visit visit, Inner inner) : lines(lines), visit(std::move(visit)), inner(std::move(inner)) {}

  void walk(const Type *type, const std::string &a, const std::string &b) {
    if (!holdsFloating(type) && !mirrorOf(elementOf(type)))
      return;
    if (type->isFloating())
      return visit(a, b);
    if (type->isArray())
      return lines.loop(std::to_string(type->count), [&](const std::string &i) {
        walk(type->element, a + "[" + i + "]", b.empty() ? b : b + "[" + i + "]");
      });
    if (const Record *mirror = mirrorOf(type))
      return inner(*mirror, a, b);
    for (const Field &field : type->record->fields)
      walk(field.type, part(a, field), b.empty() ? b : part(b, field));
  }

private:
  static std::string part(const std::string &object, const Field &field) {
    return field.access.empty() ? object + "." + field.name : withObject(field.access, object);
  }

  Lines &lines;
  Visit visit;
  Inner inner;
};

/// Is it left out where a copy of the object is cleared and added to it: is it the copy's, too?
bool isInBoth(BoundaryFunction what, const FieldView &view) {
  return view.isShared && (what == BoundaryFunction::Clear || what == BoundaryFunction::Add);
}

/// Does it call for a walk over elements behind the pointer?
bool isSequence(const FieldView &view, const Type *type) {
  return type->isPointer() && (!view.extent.empty() || (view.isReference && mirrorOf(type->element))) &&
         reachesFloating(type->element);
}
bool isSequence(const FieldView &view, const Field &field) {
  return isRing(view) ? reachesFloating(valueOfRing(field).type) : isSequence(view, field.type);
}

std::string extentOf(const FieldView &view, const std::string &object) {
  return view.isReference ? "1" : withObject(view.extent, object);
}

/// The element of a sequence of the user's.
std::string userElement(const FieldView &view, const std::string &field, const std::string &i) {
  return view.isReference ? field : field + "[" + i + "]";
}

/// The same of an adjoint, which is written where its primal is const.
std::string adjointElement(const FieldView &view, const Field &field, const std::string &name, const std::string &i) {
  const std::string element = userElement(view, name, i);
  return field.type->element->isConst ? "adjoint::writable(" + element + ")" : element;
}

// ---------------------------------------------------------------- needed

bool searchNeed(BoundaryFunction what, const Record &mirror, std::set<const Record *> &seen) {
  if (what == BoundaryFunction::Read)
    return true;
  if (!seen.insert(&mirror).second)
    return false;
  if (what == BoundaryFunction::Extend && (!mirror.view->extend.empty() || mirror.isHierarchy))
    return true;
  for (const Field &field : mirror.fields) {
    const FieldView &view = mirror.view->fields[field.index];
    if ((view.isKey && what != BoundaryFunction::Read) || isInBoth(what, view))
      continue;
    bool sequence = isSequence(view, field);
    const Type *type = elementOf(sequence ? elementOf(view, field) : field.type);
    if (const Record *inner = mirrorOf(type)) {
      if (searchNeed(what, *inner, seen))
        return true;
      continue;
    }
    // What a pointer leads to is shared: only its own numbers have to be written back.
    bool hasNumbers = sequence && !isRing(view) ? what != BoundaryFunction::Write : holdsFloating(type);
    if (hasNumbers && what != BoundaryFunction::Extend)
      return true;
  }
  return false;
}

// ------------------------------------------------------------ definitions

void collect(BoundaryFunction what, const Record &mirror, std::set<const Record *> &seen,
             std::vector<BoundaryDefinition> &out) {
  if (!isNeeded(what, mirror) || !seen.insert(&mirror).second)
    return;
  bool hasPrivate = false;
  for (const Field &field : mirror.fields) {
    const FieldView &view = mirror.view->fields[field.index];
    hasPrivate |= view.kind == FieldView::Kind::Private;
    if (isInBoth(what, view))
      continue;
    const bool goesOn = isRing(view) || isSequence(view, field);
    const Type *type = elementOf(goesOn ? elementOf(view, field) : field.type);
    if (const Record *inner = mirrorOf(type))
      collect(what, *inner, seen, out);
  }
  if (hasPrivate)
    out.push_back({&mirror, true, BoundaryFunction::Read});
  out.push_back({&mirror, false, what});
}

/// Accessors: access is not checked in the arguments of an explicit instantiation.
std::string printAccessors(const Record &mirror) {
  std::string text;
  for (const Field &field : mirror.fields) {
    const FieldView &view = mirror.view->fields[field.index];
    if (view.kind != FieldView::Kind::Private)
      continue;
    const std::string name = accessorName(mirror, field), type = name + "_type";
    const std::string member = type + " " + view.owner + "::*Member";
    text += "using " + type + " = " + view.memberType + ";\n";
    text += type + " &" + name + "(" + view.owner + " &object);\n";
    text += "const " + type + " &" + name + "(const " + view.owner + " &object);\n";
    text += "template <" + member + "> struct " + name + "_access {\n";
    text += "  friend " + type + " &" + name + "(" + view.owner + " &object) { return object.*Member; }\n";
    text += "  friend const " + type + " &" + name + "(const " + view.owner + " &object) { return object.*Member; }\n";
    text += "};\n";
    text += "template struct " + name + "_access<&" + view.owner + "::" + view.text + ">;\n";
  }
  return text;
}

std::string call(BoundaryFunction what, const Record &mirror, const std::string &arguments) {
  return boundaryFunctionName(what, mirror.spelling) + "(" + arguments + ")";
}

std::string zeroOf(const std::string &type, const Record &mirror) {
  for (const Field &field : mirror.fields)
    if (emptyBraces(field.type) != EmptyBraces::AllZero)
      return "adjoint::zero<" + type + ">()";
  return "{}";
}

void readClassNumber(const Record &mirror, const Field &field, Lines &body) {
  const char *otherwise = "";
  for (const DynamicClass &derived : mirror.view->classes) {
    body.add(otherwise + ("if (typeid(object) == typeid(" + derived.spelling + "))"));
    body.add("  plain." + field.name + " = " + std::to_string(derived.number) + ";");
    otherwise = "else ";
  }
  body.add("else");
  body.add("  adjoint::throw_unknown_class();");
}

std::string printRead(const Record &mirror) {
  const bool usesMemory = readsIntoMemory(mirror);
  Lines body;
  body.add(mirror.spelling + " plain = " + zeroOf(mirror.spelling, mirror) + ";");
  auto read = [&](const Record &inner, const std::string &object) {
    return call(BoundaryFunction::Read, inner, object + (readsIntoMemory(inner) ? ", memory" : ""));
  };
  std::function<void(const Type *, const std::string &, const std::string &)> copy =
      [&](const Type *type, const std::string &to, const std::string &from) {
        if (type->isArray())
          return body.loop(std::to_string(type->count), [&](const std::string &i) {
            copy(type->element, to + "[" + i + "]", from + "[" + i + "]");
          });
        const Record *inner = mirrorOf(type);
        body.add(to + " = " + (inner ? read(*inner, from) : from) + ";");
      };
  forEachField(mirror, body, {{"object", true}}, [&](const Field &field, const std::string &object) {
    const FieldView &view = mirror.view->fields[field.index];
    if (view.kind == FieldView::Kind::ClassNumber)
      return readClassNumber(mirror, field, body);
    const std::string from = userField(mirror, field, object, true), to = "plain." + field.name;
    const Record *elements = field.type->isPointer() ? mirrorOf(field.type->element) : nullptr;
    if (isRing(view)) {
      body.add(to + " = memory.ring<" + elements->spelling + ">(" + extentOf(view, "object") + ");");
      body.add(elements->spelling + " *node = " + to + ";");
      body.range("const auto &entry", from, [&] {
        body.add("node = node->next;");
        copy(valueOfRing(field).type, "node->value", "entry");
      });
      return;
    }
    if (elements) {
      const std::string count = extentOf(view, object);
      const std::string address = (view.isReference ? "&" : "") + from;
      return body.block("if (auto *mirrors = memory.array(" + to + ", " + count + ", " + address + "))", {}, [&] {
        body.loop(count, [&](const std::string &i) {
          body.add("mirrors[" + i + "] = " + read(*elements, userElement(view, from, i)) + ";");
        });
      });
    }
    bool isShared = field.type->isPointer() && !field.type->element->isConst;
    if (view.isReference)
      copy(field.type, to, "&" + from);
    else if (isShared && view.kind == FieldView::Kind::Expression)
      body.add(to + " = const_cast<" + declarator(field.type, "") + ">(" + from + ");");
    else
      copy(field.type, to, from);
  });
  body.add("return plain;");
  return "static " + mirror.spelling + " " + boundaryFunctionName(BoundaryFunction::Read, mirror.spelling) + "(const " +
         mirror.view->spelling + " &object" + (usesMemory ? ", adjoint::Mirrors &memory" : "") + ") {\n" + body.str() +
         "}\n";
}

/// Functions that walk over the numbers of a user's object `a`, together with those of `b`.
class WalkPrinter {
public:
  WalkPrinter(BoundaryFunction what, const Record &mirror) : what(what), mirror(mirror) {}

  std::string print() {
    const bool isSeed = what == BoundaryFunction::Seed;
    if (isSeed || what == BoundaryFunction::Add || what == BoundaryFunction::Clear) // not of hierarchies
      for (const Field &field : mirror.fields)
        printField(field, isSeed ? "seed" : "object");
    else
      forEachField(mirror, lines, {{"object", false}},
                   [&](const Field &field, const std::string &object) { printField(field, object); });
    return "static void " + boundaryFunctionName(what, mirror.spelling) + "(" + parameters() + ") {\n" + lines.str() +
           "}\n";
  }

private:
  std::string parameters() const {
    const std::string user = mirror.view->spelling, &plain = mirror.spelling;
    switch (what) {
    case BoundaryFunction::Write:
      return user + " &object, const " + plain + " &plain";
    case BoundaryFunction::Clear:
      return user + " &object";
    case BoundaryFunction::Add:
      return user + " &object, const " + user + " &other";
    case BoundaryFunction::Seed:
      return "const " + user + " &seed, const " + plain + " &" + (usesNow ? "now, " : ", ") + plain + " &now_b";
    case BoundaryFunction::Read:
    case BoundaryFunction::Extend:
      break;
    }
    return "";
  }

  void number(const std::string &a, const std::string &b) {
    switch (what) {
    case BoundaryFunction::Write:
      return lines.add(a + " = " + b + ";");
    case BoundaryFunction::Clear:
      return lines.add(a + " = 0;");
    case BoundaryFunction::Add:
      return lines.add(a + " += " + b + ";");
    case BoundaryFunction::Seed:
      return lines.add(b + " += " + a + ";");
    case BoundaryFunction::Read:
    case BoundaryFunction::Extend:
      break;
    }
  }

  void inner(const Record &record, const std::string &a, const std::string &b, const std::string &now) {
    if (!codegen::isNeeded(what, record))
      return;
    std::string arguments = a;
    if (what == BoundaryFunction::Seed) {
      arguments += ", " + now;
      usesNow = true;
    }
    if (!b.empty())
      arguments += ", " + b;
    lines.add(call(what, record, arguments) + ";");
  }

  /// `now`: the place in the primal struct that goes with `b`, where seeds are added.
  void walk(const Type *type, const std::string &a, const std::string &b, const std::string &now) {
    Numbers numbers(
        lines, [&](const std::string &x, const std::string &y) { number(x, y); },
        [&](const Record &record, const std::string &x, const std::string &y) {
          inner(record, x, y, now + y.substr(std::min(b.size(), y.size())));
        });
    numbers.walk(type, a, b);
  }

  void printField(const Field &field, const std::string &object) {
    const FieldView &view = mirror.view->fields[field.index];
    if (view.isKey || isInBoth(what, view))
      return;
    if (isRing(view))
      return printRing(field);
    const std::string a = userField(mirror, field, object, what == BoundaryFunction::Seed);
    const std::string b = other(field);
    if (!isSequence(view, field.type))
      return walk(field.type, a, b, "now." + field.name);
    const Type *element = field.type->element;
    const bool isSeed = what == BoundaryFunction::Seed;
    bool isShared = !mirrorOf(elementOf(element)) && what == BoundaryFunction::Write;
    if (isShared || (mirrorOf(element) && !codegen::isNeeded(what, *mirrorOf(element))))
      return;
    lines.loop(count(view, object), [&](const std::string &i) {
      std::string second = b.empty() ? b : what == BoundaryFunction::Add ? userElement(view, b, i) : b + "[" + i + "]";
      const std::string first = isSeed ? userElement(view, a, i) : adjointElement(view, field, a, i);
      walk(element, first, second, "now." + field.name + "[" + i + "]");
    });
  }

  /// Elements of the ring that was read lie in memory as they were read, behind its end.
  void printRing(const Field &field) {
    const Field &value = valueOfRing(field);
    const Record *inner = mirrorOf(value.type);
    if (!reachesFloating(value.type) || (inner && !codegen::isNeeded(what, *inner)))
      return;
    const std::string ring = field.name, node = field.type->element->record->spelling;
    switch (what) {
    case BoundaryFunction::Write:
      lines.add("std::size_t i = 0;");
      return lines.range("auto &entry", "object", [&] { walk(value.type, "entry", "plain." + ring + "[++i].value", ""); });
    case BoundaryFunction::Clear:
      return lines.range("auto &entry", "object", [&] { walk(value.type, "entry", "", ""); });
    case BoundaryFunction::Add:
      lines.add("auto from = other.begin();");
      return lines.range("auto &entry", "object", [&] {
        walk(value.type, "entry", "*from", "");
        lines.add("++from;");
      });
    case BoundaryFunction::Seed:
      usesNow = true;
      return lines.range("const auto &entry", "seed", [&] {
        lines.add(node + " *node = now." + ring + "->next, *node_b = now_b." + ring + "->next;");
        lines.add("for (; node != now." + ring + " && node->value.first != entry.first; node = node->next)");
        lines.add("  node_b = node_b->next;");
        lines.add("if (node != now." + ring + ")");
        lines.add("  " + call(what, *inner, "entry, node->value, node_b->value") + ";");
      });
    case BoundaryFunction::Read:
    case BoundaryFunction::Extend:
      break;
    }
  }

  std::string other(const Field &field) const {
    switch (what) {
    case BoundaryFunction::Write:
      return "plain." + field.name;
    case BoundaryFunction::Add:
      return userField(mirror, field, "other", true);
    case BoundaryFunction::Seed:
      return "now_b." + field.name;
    case BoundaryFunction::Clear:
    case BoundaryFunction::Read:
    case BoundaryFunction::Extend:
      break;
    }
    return "";
  }

  std::string count(const FieldView &view, const std::string &object) {
    if (what == BoundaryFunction::Seed) {
      if (view.isReference)
        return "1";
      const std::string now = withObject(view.plainExtent, "now");
      usesNow |= now != view.plainExtent;
      return "std::min<std::size_t>(" + extentOf(view, "seed") + ", " + now + ")";
    }
    if (what == BoundaryFunction::Add && !view.isReference)
      return "std::min<std::size_t>(" + extentOf(view, "object") + ", " + extentOf(view, "other") + ")";
    return extentOf(view, object);
  }

  const BoundaryFunction what;
  const Record &mirror;
  Lines lines;
  bool usesNow = false; ///< do the lines look where pointers of the primal lead to?
};

std::string printExtend(const Record &mirror) {
  Lines body;
  if (!mirror.view->extend.empty())
    body.add(withObject(mirror.view->extend, "object") + (mirror.view->extend.back() == ';' ? "" : ";"));
  if (!mirror.view->classes.empty()) {
    body.add("if (typeid(object) != typeid(object_b))");
    body.add("  adjoint::throw_unknown_class();");
  }
  forEachField(mirror, body, {{"object", true}, {"object_b", false}}, [&](const Field &field, const std::string &object) {
    const FieldView &view = mirror.view->fields[field.index];
    const bool sequence = isSequence(view, field);
    const Type *type = sequence ? elementOf(view, field) : field.type;
    const Record *inner = mirrorOf(elementOf(type));
    if (!inner || !isNeeded(BoundaryFunction::Extend, *inner))
      return;
    if (isRing(view)) {
      body.add("auto to = object_b.begin();");
      body.range("const auto &entry", "object", [&] {
        body.add(call(BoundaryFunction::Extend, *inner, "entry, *to") + ";");
        body.add("++to;");
      });
      return;
    }
    const std::string from = userField(mirror, field, object, true), to = userField(mirror, field, object + "_b", false);
    std::function<void(const Type *, const std::string &, const std::string &)> extend =
        [&](const Type *t, const std::string &a, const std::string &b) {
          if (!t->isArray())
            return body.add(call(BoundaryFunction::Extend, *inner, a + ", " + b) + ";");
          body.loop(std::to_string(t->count), [&](const std::string &i) {
            extend(t->element, a + "[" + i + "]", b + "[" + i + "]");
          });
        };
    if (!sequence)
      extend(type, from, to);
    else
      body.loop(extentOf(view, object), [&](const std::string &i) {
        extend(type, userElement(view, from, i), adjointElement(view, field, to, i));
      });
  });
  const std::string &user = mirror.view->spelling;
  return "static void " + boundaryFunctionName(BoundaryFunction::Extend, mirror.spelling) + "(const " + user +
         " &object, " + user + " &object_b) {\n" + body.str() + "}\n";
}

} // namespace

bool isNeeded(BoundaryFunction what, const Record &mirror) {
  std::set<const Record *> seen;
  return searchNeed(what, mirror, seen);
}

bool readsIntoMemory(const Record &mirror) {
  for (const Field &field : mirror.fields) {
    if (field.type->isPointer() && mirrorOf(field.type->element))
      return true;
    const Record *inner = mirrorOf(elementOf(field.type));
    if (inner && readsIntoMemory(*inner))
      return true;
  }
  return false;
}

std::vector<BoundaryDefinition> definitionsFor(BoundaryFunction what, const Record &mirror) {
  std::vector<BoundaryDefinition> out;
  std::set<const Record *> seen;
  collect(what, mirror, seen, out);
  return out;
}

std::string printBoundary(const BoundaryDefinition &definition) {
  if (definition.isAccessors)
    return printAccessors(*definition.mirror);
  switch (definition.what) {
  case BoundaryFunction::Read:
    return printRead(*definition.mirror);
  case BoundaryFunction::Extend:
    return printExtend(*definition.mirror);
  case BoundaryFunction::Write:
  case BoundaryFunction::Clear:
  case BoundaryFunction::Add:
  case BoundaryFunction::Seed:
    return WalkPrinter(definition.what, *definition.mirror).print();
  }
  return "";
}

} // namespace adjoint::codegen
