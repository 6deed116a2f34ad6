// The kernels of a source and what they take, for a host program that is written for one of them (`fencepost kernel`).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compiler/frontend/translation.h"

namespace fencepost::compiler {

struct ListedField;

/// What a parameter, an array's element or a member is made of.
struct ListedType {
  enum Kind : std::uint8_t { kOther, kNumber, kPointer, kArray, kStruct };
  enum Number : std::uint8_t { kBool, kSigned, kUnsigned, kFloat, kHalf, kBfloat };
  std::string name;  ///< As C++ spells it anywhere in the source.
  Kind kind = kOther;
  Number number = kSigned;  ///< Of a kNumber; an enumeration is what it is kept in.
  bool enumeration = false;
  bool constant = false;
  std::uint64_t bytes = 0;          ///< 0: incomplete.
  std::uint64_t count = 0;          ///< Of a kArray.
  std::vector<ListedType> of;       ///< One: what it points to, or is an array of. None for void.
  std::vector<ListedField> fields;  ///< Of a kStruct.
  std::string obstacle;             ///< Why a kStruct cannot be set member by member; else empty.
};

struct ListedField {
  std::string name;
  ListedType type;
};

struct ListedParameter {
  std::string name;  ///< May be empty.
  std::uint32_t line = 0;
  ListedType type;
};

struct ListedKernel {
  std::string name;           ///< With its namespaces.
  std::string head;           ///< `template <typename T, int N>`; empty if it is no template.
  std::string signature;      ///< `void scan(const int *in, int n)`, without its namespaces.
  std::string file;           ///< As it was found: relative names stay so.
  std::uint32_t line = 0;     ///< Of its name.
  bool defaults_only = true;  ///< A template whose arguments all have defaults, or none.
  std::vector<ListedParameter> parameters;
  std::vector<std::string> instances;  ///< Of a template: the arguments that the source uses it with, `float, 256`.
  std::string symbol;  ///< Its name in object files, demangled: `void scan<float, 256>(float*)`; of templates none.
};

struct KernelList {
  std::vector<ListedKernel> kernels;    ///< The user's own, in the order of the source.
  std::vector<ListedKernel> instances;  ///< Of its templates, named as C++ calls them, `scan<float, 256>`.
  bool has_main = false;
  std::string error;                 ///< The first one of clang's; empty if there is none.
  std::vector<ListedKernel> chosen;  ///< The kernel that a variable `fencepost_kernel` points to, if there is one.
};

/// What the host's side of a source declares. Errors are told, unless `silent`.
KernelList list_kernels(const Translation& translation, bool silent);

}  // namespace fencepost::compiler
