#include "cli/kernel/missing.h"

#include <algorithm>
#include <array>

#include "cli/kernel/scalar.h"
#include "detector/text/shell_words.h"

namespace fencepost::cli {

using compiler::ListedField;
using compiler::ListedKernel;
using compiler::ListedType;

std::string signature_text(const ListedKernel& kernel) {
  return kernel.head + (kernel.head.empty() ? "" : " ") + "__global__ " + kernel.signature + "   " + kernel.file + ":" +
         std::to_string(kernel.line);
}

std::string example_of(const ListedType& type, const std::string& name, const std::string& length) {
  switch (type.kind) {
    case ListedType::kNumber:
      if (type.number == ListedType::kBool) return "true";
      return type.number >= ListedType::kFloat ? "0.5" : length == name ? "1024" : "1";
    case ListedType::kPointer: {
      const ListedType* const element = type.of.empty() ? nullptr : &type.of.front();
      const std::string of = element == nullptr ? "float" : innermost_of(*element).name;
      return of + "[" + (length.empty() ? "1024" : length) + "]" + (element == nullptr ? "" : dimensions_of(*element)) +
             (element != nullptr && element->constant ? ":random(seed=1)" : "");
    }
    case ListedType::kArray:
      return "{1, 2}";
    case ListedType::kStruct: {
      std::string text;
      for (const ListedField& field : type.fields) {
        text += (text.empty() ? "" : ", ") + field.name + "=" + example_of(field.type, field.name, length);
      }
      return "{" + text + "}";
    }
    default:
      return "…";
  }
}

std::string missing_text(const ListedKernel& kernel, const std::vector<std::string>& names,
                         const std::vector<std::size_t>& missing, bool grid, bool block) {
  std::string list;
  if (grid) list += "--grid";
  if (block) list += std::string(list.empty() ? "" : ", ") + "--block";
  for (const std::size_t i : missing) list += (list.empty() ? "" : ", ") + names[i];
  // A number by whose name an array's size goes: the last one, unless one is called so.
  std::string length;
  bool is_called_so = false;
  for (std::size_t i = 0; i < names.size() && !is_called_so; ++i) {
    constexpr std::array<const char*, 8> kUsual = {"n", "N", "size", "length", "len", "count", "numElements", "num"};
    const ListedType& type = kernel.parameters[i].type;
    if (type.kind != ListedType::kNumber || type.enumeration || type.bytes < 4) continue;
    if (type.number > ListedType::kUnsigned) continue;
    length = names[i];
    is_called_so = std::ranges::find(kUsual, length) != kUsual.end();
  }
  std::string text = "the kernel lacks " + list + ":\n  " + signature_text(kernel) + "\nfor example";
  if (grid) text += "\n  --grid 4";
  if (block) text += "\n  --block 256";
  for (const std::size_t i : missing) {
    text +=
        "\n  --arg " + detector::quoted_word(names[i] + "=" + example_of(kernel.parameters[i].type, names[i], length));
  }
  return text;
}

}  // namespace fencepost::cli
