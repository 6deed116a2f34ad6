#include "cli/kernel/choose.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <stdexcept>

#include "cli/base/checked_program.h"
#include "cli/base/child_process.h"
#include "cli/kernel/missing.h"
#include "compiler/driver/options.h"
#include "compiler/driver/temporary.h"
#include "compiler/source/kernel_list_json.h"
#include "detector/text/nearest_word.h"

namespace fencepost::cli {
namespace {

using compiler::KernelList;
using compiler::ListedKernel;

constexpr int kExitInterrupted = 128;

std::string without_blanks(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (std::isspace(static_cast<unsigned char>(c)) == 0) result += c;
  }
  return result;
}

/// `int*,float` of the kernel's parameters.
std::string types_of(const ListedKernel& kernel) {
  std::string text;
  for (const compiler::ListedParameter& parameter : kernel.parameters) {
    text += (text.empty() ? "" : ", ") + parameter.type.name;
  }
  return text;
}

std::string last_part(const std::string& name) {
  const std::size_t colons = name.rfind("::");
  return colons == std::string::npos ? name : name.substr(colons + 2);
}

std::string list_of(const std::vector<ListedKernel>& kernels) {
  std::string text;
  for (const ListedKernel& kernel : kernels) text += "\n  " + kernel.name + "   " + signature_text(kernel);
  return text;
}

bool is_named(const ListedKernel& kernel, const std::string& name) {
  return kernel.name == name || kernel.name.ends_with("::" + name);
}

/// The file's kernels of that name.
std::vector<ListedKernel> named(const KernelList& list, const KernelTarget& target) {
  if (list.kernels.empty()) throw ArgumentError(target.file + " has no kernel, no __global__ function");
  if (target.name.empty()) {
    if (list.kernels.size() == 1) return list.kernels;
    throw ArgumentError("say which kernel, " + target.file + ":NAME, of these:" + list_of(list.kernels));
  }
  std::vector<ListedKernel> found;
  // A name that is whole is meant before one that others end with.
  for (const ListedKernel& kernel : list.kernels) {
    if (kernel.name == target.name) found.push_back(kernel);
  }
  for (const ListedKernel& kernel : list.kernels) {
    if (found.empty() || found.front().name != target.name) {
      if (is_named(kernel, target.name)) found.push_back(kernel);
    }
  }
  if (!found.empty()) return found;
  std::vector<std::string> names;
  for (const ListedKernel& kernel : list.kernels) names.push_back(last_part(kernel.name));
  throw ArgumentError(target.file + " has no kernel " + target.name + detector::did_you_mean(target.name, names) +
                      "; it has:" + list_of(list.kernels));
}

/// Of several the one whose parameters are as the user says.
ListedKernel only_one(std::vector<ListedKernel> found, const KernelTarget& target) {
  if (target.has_types) {
    const std::vector<ListedKernel> all = found;
    std::erase_if(found, [&](const ListedKernel& kernel) {
      return without_blanks(types_of(kernel)) != without_blanks(target.types);
    });
    if (found.empty())
      throw ArgumentError("no kernel " + target.name + " takes (" + target.types + "):" + list_of(all));
  }
  if (found.size() == 1) return found.front();
  std::string text = "several kernels are called " + target.name + "; say which:";
  for (const ListedKernel& kernel : found) {
    const bool same_name = std::ranges::count(found, kernel.name, &ListedKernel::name) > 1;
    text += "\n  '" + target.file + ":" + kernel.name + (same_name ? "(" + types_of(kernel) + ")" : "") + "'   " +
            signature_text(kernel);
  }
  throw ArgumentError(text);
}

/// An instance of a template.
ListedKernel instance(const ListedKernel& pattern, const std::string& arguments, const KernelTarget& target,
                      bool has_main, const std::vector<std::string>& compiler_arguments) {
  const compiler::TemporaryDirectory directory;
  const std::string source = directory.file("instance.cu");
  std::string text = has_main ? "#define main fencepost_main\n" : "";
  text += "#include \"" + std::filesystem::absolute(target.file).string() +
          "\"\n#undef main\nstatic auto* const fencepost_kernel = &::" + pattern.name + "<" + arguments + ">;\n";
  compiler::write_file(source, text);
  KernelList list = listed_kernels(source, /*quiet=*/true, compiler_arguments);
  if (list.chosen.empty()) {
    // clang's words for it.
    if (list.error.find("<overloaded function type>") != std::string::npos) {
      list.error = "an argument is missing, or is a type where a value is asked for, a value or a template";
    }
    throw ArgumentError("<" + arguments + "> does not fit " + signature_text(pattern) +
                        (list.error.empty() ? "" : "\n  the compiler says: " + list.error));
  }
  ListedKernel result = list.chosen.front();
  result.file = pattern.file;
  result.name = pattern.name + "<" + arguments + ">";
  return result;
}

}  // namespace

KernelList listed_kernels(const std::string& source, bool quiet, const std::vector<std::string>& compiler_arguments) {
  const compiler::TemporaryDirectory directory;
  const std::string output = directory.file("kernels");
  std::vector<std::string> words = {beside_this_program("fencepost-nvcc"),
                                    quiet ? "--kernel-list=quiet" : "--kernel-list=told",
                                    "-x",
                                    compiler::device_language(source),
                                    source,
                                    "-o",
                                    output};
  words.insert(words.end(), compiler_arguments.begin(), compiler_arguments.end());
  const ChildEnd end = run_child(words, {}, quiet ? ChildOutput::kNowhere : ChildOutput::kOnError);
  if (!end.error.empty()) throw std::runtime_error("cannot run the compiler: " + end.error);
  if (end.signal != 0) throw std::runtime_error("the compiler was ended by signal " + std::to_string(end.signal));
  const bool is_told = end.status == kBadUsage || end.status > kExitInterrupted;
  if (end.status != 0) throw CompilerFailed{is_told ? end.status : kDoesNotCompile};
  return compiler::parse_kernel_list(compiler::read_file(output));
}

KernelTarget parse_target(const std::string& text) {
  KernelTarget target{.file = text};
  // The first colon that is alone.
  std::size_t colon = text.find(':');
  while (colon != std::string::npos && colon + 1 < text.size() && text[colon + 1] == ':')
    colon = text.find(':', colon + 2);
  if (colon != std::string::npos) {
    target.file = text.substr(0, colon);
    target.name = text.substr(colon + 1);
    if (target.name.empty()) throw ArgumentError("'" + text + "' names no kernel behind ':'; give FILE.cu:NAME");
  }
  if (target.file.empty()) throw ArgumentError("'" + text + "' names no file; give FILE.cu:NAME");
  const std::size_t open = target.name.find('<');
  std::size_t end = target.name.size();
  if (open != std::string::npos) {
    const std::size_t close = target.name.rfind('>');
    if (close == std::string::npos || close < open) throw ArgumentError("'" + target.name + "' lacks '>'");
    target.arguments = target.name.substr(open + 1, close - open - 1);
    target.has_arguments = true;
    const std::string rest = target.name.substr(close + 1);
    if (!rest.empty()) throw ArgumentError("'" + target.name + "' has '" + rest + "' behind '>'");
    end = open;
  } else if (const std::size_t types = target.name.find('('); types != std::string::npos) {
    if (target.name.back() != ')') throw ArgumentError("'" + target.name + "' lacks ')'");
    target.types = target.name.substr(types + 1, target.name.size() - types - 2);
    target.has_types = true;
    end = types;
  }
  target.name = without_blanks(target.name.substr(0, end));
  if (target.name.starts_with("::")) target.name.erase(0, 2);
  return target;
}

ChosenKernel choose_kernel(const KernelTarget& target, const std::vector<std::string>& compiler_arguments) {
  const KernelList list = listed_kernels(target.file, /*quiet=*/false, compiler_arguments);
  ChosenKernel chosen{.has_main = list.has_main};
  std::vector<ListedKernel> found = named(list, target);
  if (target.has_arguments) {
    std::erase_if(found, [](const ListedKernel& kernel) { return kernel.head.empty(); });
    if (found.empty()) throw ArgumentError(target.name + " is no template; leave <" + target.arguments + "> out");
  }
  const ListedKernel kernel = only_one(found, target);
  chosen.overloaded = std::ranges::count(list.kernels, kernel.name, &ListedKernel::name) > 1;
  chosen.kernel = kernel;
  if (kernel.head.empty()) return chosen;
  if (!target.has_arguments && !kernel.defaults_only) {
    std::string text = kernel.name + " is a template; give its arguments, " + target.file + ":" + kernel.name +
                       "<…>:\n  " + signature_text(kernel);
    for (const std::string& used : kernel.instances) {
      text += "\nthe file itself launches '" + target.file + ":" + kernel.name + "<" + used + ">'";
    }
    throw ArgumentError(text);
  }
  chosen.kernel = instance(kernel, target.arguments, target, list.has_main, compiler_arguments);
  return chosen;
}

}  // namespace fencepost::cli
