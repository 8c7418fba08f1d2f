// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CodeGen/Boundary/NumberWalks.h"

#include "CodeGen/Boundary/BoundaryFunctions.h"
#include "CodeGen/Boundary/ViewedFields.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <functional>

namespace adjoint::codegen {

using namespace ir;

namespace {

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

/// Functions that walk over the numbers of a user's object `a`, together with those of `b`.
class WalkPrinter {
public:
  WalkPrinter(BoundaryFunction what, const Record &mirror) : what(what), mirror(mirror) {}

  std::string print() {
    const bool isSeed = what == BoundaryFunction::Seed;
    if (isSeed || what == BoundaryFunction::Add || what == BoundaryFunction::Clear) // not of hierarchies
      for (const ViewedField &viewed : viewedFields(mirror))
        printField(viewed, isSeed ? "seed" : "object");
    else
      forEachField(mirror, lines, {{"object", false}},
                   [&](const ViewedField &viewed, const std::string &object) { printField(viewed, object); });
    return boundaryHead(mirror) + "void " + boundaryFunctionName(what, mirror.spelling) + "(" + parameters() + ") {\n" + lines.str() +
           "}\n";
  }

private:
  std::string parameters() const {
    const std::string user = userClass(mirror), &plain = mirror.spelling;
    switch (what) {
    case BoundaryFunction::Write: // the adjoint of a view of constants is one of variables
      return (llvm::any_of(viewedFields(mirror), leadsToConstants) ? "const " : "") + user + " &object, const " + plain + " &plain";
    case BoundaryFunction::Put:
      return user + " &object, const " + plain + " &" + (usesNow ? "now" : "") + ", const " + plain + " &plain";
    case BoundaryFunction::Clear:
      return user + " &object";
    case BoundaryFunction::Add:
      return user + " &object, const " + user + " &other";
    case BoundaryFunction::Seed:
      return "const " + user + " &seed, const " + plain + " &" + (usesNow ? "now, " : ", ") + plain + " &now_b";
    case BoundaryFunction::Read:
    case BoundaryFunction::Extend:
    case BoundaryFunction::Own:
    case BoundaryFunction::Release:
    case BoundaryFunction::Shape:
    case BoundaryFunction::Fill:
  case BoundaryFunction::Take:
      break; // no walks
    }
    return "";
  }

  void number(const std::string &a, const std::string &b) {
    switch (what) {
    case BoundaryFunction::Write:
    case BoundaryFunction::Put:
      return lines.add(a + " = " + b + ";");
    case BoundaryFunction::Clear:
      return lines.add(a + " = 0;");
    case BoundaryFunction::Add:
      return lines.add(a + " += " + b + ";");
    case BoundaryFunction::Seed:
      return lines.add(b + " += " + a + ";");
    case BoundaryFunction::Read:
    case BoundaryFunction::Extend:
    case BoundaryFunction::Own:
    case BoundaryFunction::Release:
    case BoundaryFunction::Shape:
    case BoundaryFunction::Fill:
  case BoundaryFunction::Take:
      break; // no walks
    }
  }

  void inner(const Record &record, const std::string &a, const std::string &b, const std::string &now) {
    if (!codegen::isNeeded(what, record))
      return;
    std::string arguments = a;
    if (what == BoundaryFunction::Seed || what == BoundaryFunction::Put) {
      arguments += ", " + now;
      usesNow = true;
    }
    if (!b.empty())
      arguments += ", " + b;
    lines.add(boundaryCall(what, record, arguments) + ";");
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

  void printField(const ViewedField &viewed, const std::string &object) {
    const FieldView &view = viewed.view;
    if (view.isKey || isInBoth(what, view))
      return;
    if (isRing(view))
      return printRing(viewed.field);
    if (isSlots(view))
      return printSlots(viewed, object);
    if (view.where.empty())
      return printNumbers(viewed, object);
    const bool isSeed = what == BoundaryFunction::Seed;
    std::vector<std::string> objects = {object};
    if (what == BoundaryFunction::Add)
      objects.push_back("other");
    usesNow |= isSeed;
    whereItIs(viewed, lines, objects, isSeed ? "now" : "", [&] { printNumbers(viewed, object); });
  }

  void printNumbers(const ViewedField &viewed, const std::string &object) {
    const Field &field = viewed.field;
    const std::string a = userField(mirror, viewed, object, what == BoundaryFunction::Seed);
    const std::string b = other(viewed);
    if (what == BoundaryFunction::Seed && isUncounted(viewed.view, field)) {
      usesNow = true;
      return lines.add("adjoint::add_seeds(now." + field.name + ", " + b + ", " + a + ");");
    }
    if (!isSequence(viewed))
      return walk(field.type, a, b, "now." + field.name);
    const Type *element = field.type->element;
    bool isShared = !mirrorOf(elementOf(element)) && what == BoundaryFunction::Write;
    if (isShared || (mirrorOf(element) && !codegen::isNeeded(what, *mirrorOf(element))))
      return;
    auto all = [&] { printElements(viewed, object, a, b); };
    if (what == BoundaryFunction::Put) // tangents that are all zero may have no memory
      return lines.block("if (" + b + ")", {}, all);
    all();
  }

  void printElements(const ViewedField &viewed, const std::string &object, const std::string &a, const std::string &b) {
    const Field &field = viewed.field;
    const FieldView &view = viewed.view;
    const bool isSeed = what == BoundaryFunction::Seed;
    lines.loop(count(view, object), [&](const std::string &i) {
      std::string second = b.empty() ? b : what == BoundaryFunction::Add ? userElement(view, b, i) : b + "[" + i + "]";
      const std::string first = isSeed ? userElement(view, a, i) : adjointElement(viewed, a, i);
      walk(field.type->element, first, second, "now." + field.name + "[" + i + "]");
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
      return lines.range("auto &entry", "object", [&] {
        lines.add("++i;");
        walk(value.type, "entry", "plain." + ring + "[i].value", "");
      });
    case BoundaryFunction::Put:
      break; // for which nodes are not made
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
        lines.add("  " + boundaryCall(what, *inner, "entry, node->value, node_b->value") + ";");
      });
    case BoundaryFunction::Read:
    case BoundaryFunction::Extend:
    case BoundaryFunction::Own:
    case BoundaryFunction::Release:
    case BoundaryFunction::Shape:
    case BoundaryFunction::Fill:
  case BoundaryFunction::Take:
      break; // no walks
    }
  }

  /// What slots lead to is shared, as behind any pointer.
  void printSlots(const ViewedField &viewed, const std::string &object) {
    const Type *element = elementOf(viewed);
    const Record *inner = mirrorOf(element);
    if (!reachesFloating(element) || (inner ? !codegen::isNeeded(what, *inner) : what == BoundaryFunction::Write))
      return;
    const std::string slots = viewed.field.name;
    switch (what) {
    case BoundaryFunction::Write:
      lines.add("std::size_t i = 0;");
      return lines.range("auto &entry", object, [&] { walk(element, "entry", "plain." + slots + "[i++][0]", ""); });
    case BoundaryFunction::Clear:
      return lines.range("auto &entry", object, [&] { walk(element, "entry", "", ""); });
    case BoundaryFunction::Add:
      lines.add("auto from = other.begin();");
      return lines.range("auto &entry", object, [&] {
        walk(element, "entry", "*from", "");
        lines.add("++from;");
      });
    case BoundaryFunction::Put:
      usesNow = true;
      return lines.block("if (plain." + slots + ")", {}, [&] {
        lines.loop(count(viewed.view, object), [&](const std::string &i) {
          const std::string slot = "." + slots + "[" + withObject(viewed.view.plainFirst, "now") + " + " + i + "]";
          lines.block("if (plain" + slot + ")", {},
                      [&] { walk(element, object + "[" + i + "]", "plain" + slot + "[0]", "now" + slot + "[0]"); });
        });
      });
    case BoundaryFunction::Seed:
      return lines.loop(count(viewed.view, object), [&](const std::string &i) {
        const std::string slot = "." + slots + "[" + withObject(viewed.view.plainFirst, "now") + " + " + i + "][0]";
        walk(element, object + "[" + i + "]", "now_b" + slot, "now" + slot);
      });
    case BoundaryFunction::Read:
    case BoundaryFunction::Extend:
    case BoundaryFunction::Own:
    case BoundaryFunction::Release:
    case BoundaryFunction::Shape:
    case BoundaryFunction::Fill:
  case BoundaryFunction::Take:
      break; // no walks
    }
  }

  std::string other(const ViewedField &viewed) const {
    switch (what) {
    case BoundaryFunction::Write:
    case BoundaryFunction::Put:
      return "plain." + viewed.field.name;
    case BoundaryFunction::Add:
      return userField(mirror, viewed, "other", true);
    case BoundaryFunction::Seed:
      return "now_b." + viewed.field.name;
    case BoundaryFunction::Clear:
    case BoundaryFunction::Read:
    case BoundaryFunction::Extend:
    case BoundaryFunction::Own:
    case BoundaryFunction::Release:
    case BoundaryFunction::Shape:
    case BoundaryFunction::Fill:
  case BoundaryFunction::Take:
      break; // no walks
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
} // namespace

void clearNumbers(const Type *type, const std::string &object, Lines &lines) {
  Numbers(
      lines, [&](const std::string &number, const std::string &) { lines.add(number + " = 0;"); },
      [&](const Record &mirror, const std::string &inner, const std::string &) {
        if (isNeeded(BoundaryFunction::Clear, mirror))
          lines.add(boundaryCall(BoundaryFunction::Clear, mirror, inner) + ";");
      })
      .walk(type, object, "");
}

std::string printNumberWalk(BoundaryFunction what, const Record &mirror) { return WalkPrinter(what, mirror).print(); }

} // namespace adjoint::codegen
