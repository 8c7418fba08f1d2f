// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The module itself. Each generated source has what it adds in a Part, and ends in ADJOINT_PYTHON_MODULE(name): sources
// of one module are linked together, and whichever entry the linker takes adds the parts of all.
#ifndef ADJOINT_PYTHON_MODULE_H
#define ADJOINT_PYTHON_MODULE_H

#include <adjoint/python/describe.h>

#include <memory>

namespace adjoint::python {

class Part {
public:
  using Add = void (*)(py::module_ &);
  explicit Part(Add add) { parts().push_back(add); }

  static void addAll(py::module_ &module) {
    py::options options;
    options.disable_function_signatures(); // the docstrings have their own
    for (Add add : parts())
      add(module);
  }

private:
  static std::vector<Add> &parts() {
    static std::vector<Add> all;
    return all;
  }
};

// ---------------------------------------------------------------- functions

template <class F, std::size_t> using GivenOne = py::handle;

/// The names of what Python gives, with their place among the parameters.
template <class F, class... P> std::array<const char *, arity<F>> givenNameList(List<P...>) {
  std::array<const char *, arity<F>> names{};
  std::size_t i = 0, next = 0;
  ((P::isLength ? void(++i) : void(names[next++] = F::names[i++])), ...);
  return names;
}

template <class F, class Method, std::size_t... I>
void addMethod(py::class_<F> &type, const std::string &doc, std::index_sequence<I...>) {
  [[maybe_unused]] const auto names = givenNameList<F>(typename F::Parameters());
  type.def(
      Method::name, [](py::handle, GivenOne<F, I>... given) { return Method::template run<F>(Given<F>{given...}); },
      py::arg(names[I])..., doc.c_str());
}

template <class F, class Method> void addMethodOfArguments(py::class_<F> &type) {
  if constexpr (Method::template exists<F>)
    addMethod<F, Method>(type, docstringOf<F, Method>(), std::make_index_sequence<arity<F>>());
}

template <class F, class Method> void addMethodBeside(py::class_<F> &type) {
  if constexpr (Method::template exists<F>)
    type.def(
        Method::name,
        [](py::handle, const py::object &args, const py::object &beside) {
          const std::vector<py::object> values = unpacked(args, arity<F>, F::name, "args");
          return Method::template run<F>(unpackedArguments<F>(values),
                                         unpacked(beside, Method::template besideCount<F>, F::name, Method::beside));
        },
        py::arg("args"), py::arg(Method::beside), docstringBeside<F, Method>().c_str());
}

template <class F, class... M> void addMethodsOfArguments(py::class_<F> &type, List<M...>) {
  (addMethodOfArguments<F, M>(type), ...);
}
template <class F, class... M> void addMethodsBeside(py::class_<F> &type, List<M...>) {
  (addMethodBeside<F, M>(type), ...);
}

inline py::object splitNames(const std::string &names) {
  return names.empty() ? py::tuple() : py::tuple(py::object(py::str(names).attr("split")(", ")));
}

/// The function becomes an object with a type of its own, whose methods are the derivatives.
template <class F> void addFunction(py::module_ &module) {
  py::class_<F> type(module, ("_" + std::string(F::name)).c_str(), docstring<F>().c_str(), py::dynamic_attr());
  addMethod<F, Call>(type, docstring<F>(), std::make_index_sequence<arity<F>>());
  addMethodsOfArguments<F>(type, MethodsOfArguments());
  addMethodsBeside<F>(type, MethodsBeside());
  type.attr("parameters") = splitNames(givenNames<F>());
  type.attr("independents") = splitNames(independentNames<F>());
  type.attr("dependents") = splitNames(dependentNames<F>());
  type.def("__repr__", [](py::handle) { return "<differentiated function " + signatureText<F>() + ">"; });
  py::object function = py::cast(F());
  function.attr("__name__") = F::name;
  function.attr("__module__") = module.attr("__name__");
  module.attr(F::name) = function;
}

// ---------------------------------------------------------------- classes

/// As a member: a copy that nobody takes for the member itself, since it cannot be written to.
inline py::object unchangeable(py::object copy) {
  if (py::isinstance<py::array>(copy))
    copy.attr("flags").attr("writeable") = false;
  else if (py::isinstance<py::list>(copy))
    copy = py::tuple(copy);
  return copy;
}

template <class T, class Member> void addField(py::class_<T> &type, const Field<T, Member> &each) {
  const auto member = each.member;
  const char *const name = each.name;
  const auto get = [member](py::object self) -> py::object {
    Member &value = self.cast<T &>().*member;
    if constexpr (isObject<Member>)
      return py::cast(&value, py::return_value_policy::reference_internal, self);
    else
      return unchangeable(Value<Member>::shown(value));
  };
  const auto set = [member, name](T &self, py::handle given) {
    Value<Member>::read(self.*member, given, Where{Fields<T>::name, "", name});
  };
  type.def_property(each.name, get, set, Value<Member>::described().c_str());
}

/// Body(mass=2.0, position=[0, 0, 1])
template <class T> std::string represented(const T &object) {
  std::string text = std::string(Fields<T>::name) + "(";
  bool isFirst = true;
  forEachField<T>([&](const auto &each) {
    using Member = typename std::decay_t<decltype(each)>::Type;
    text += std::string(isFirst ? "" : ", ") + each.name + "=" +
            std::string(py::repr(Value<Member>::shown(object.*each.member)));
    isFirst = false;
  });
  return text + ")";
}

template <class T> std::unique_ptr<T> madeOf(const py::kwargs &fields) {
  auto made = std::make_unique<T>();
  const py::object object = py::cast(made.get(), py::return_value_policy::reference);
  for (const auto &[name, value] : fields) {
    if (!py::hasattr(object, name))
      throw py::type_error(std::string(Fields<T>::name) + " has no member " + std::string(py::str(name)));
    py::setattr(object, name, value);
  }
  return made;
}

/// Several sources of a module may each add it.
template <class T> void addClass(py::module_ &module) {
  if (py::detail::get_type_info(typeid(T)))
    return;
  py::class_<T> type(module, Fields<T>::name);
  if constexpr (std::is_default_constructible_v<T>)
    type.def(py::init(&madeOf<T>), "Members may be given by name.");
  forEachField<T>([&](const auto &each) { addField(type, each); });
  type.def("__repr__", &represented<T>);
  type.def("__copy__", [](const T &self) { return T(self); });
  type.def("__deepcopy__", [](const T &self, py::handle) { return T(self); });
}

} // namespace adjoint::python

/// The entry of the module, of which one of several sources' is taken.
#define ADJOINT_PYTHON_MODULE(name)                                                                                    \
  extern "C" __attribute__((weak)) PyObject *PyInit_##name();                                                          \
  PYBIND11_MODULE(name, module) { adjoint::python::Part::addAll(module); }

#endif // ADJOINT_PYTHON_MODULE_H
