#include "sim/nvrtc/options.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace fencepost::sim {
namespace {

enum class Use : unsigned char {
  kFlag,
  kValue,
  kDefine,
  kUndefine,
  kInclude,
  kIgnoredFlag,
  kIgnoredValue,
  kFolder,
  kRelocatable,
  kDefaultDevice,
  kNoSourceInclude,
  kForLinking
};

struct Rule {
  std::string_view name, alias;
  Use use;
  std::string_view passed;  ///< The name that fencepost-nvcc has for it.
};

constexpr std::array kRules = std::to_array<Rule>({
    {"--gpu-architecture", "-arch", Use::kValue, "-arch"},
    {"--std", "-std", Use::kValue, "-std"},
    {"--include-path", "-I", Use::kFolder, "-I"},
    {"--define-macro", "-D", Use::kDefine, "-D"},
    {"--undefine-macro", "-U", Use::kUndefine, "-U"},
    {"--pre-include", "-include", Use::kInclude, ""},
    {"--device-debug", "-G", Use::kFlag, "-G"},
    {"--disable-warnings", "-w", Use::kFlag, "-w"},
    {"--device-as-default-execution-space", "-default-device", Use::kDefaultDevice, ""},
    {"--relocatable-device-code", "-rdc", Use::kRelocatable, ""},
    {"--device-c", "-dc", Use::kFlag, "-rdc=true"},
    {"--device-w", "-dw", Use::kIgnoredFlag, ""},
    {"--extensible-whole-program", "-ewp", Use::kIgnoredFlag, ""},
    {"--generate-line-info", "-lineinfo", Use::kIgnoredFlag, ""},
    {"--dopt", "-dopt", Use::kIgnoredValue, ""},
    {"--Ofast-compile", "-Ofc", Use::kIgnoredValue, ""},
    {"--ptxas-options", "-Xptxas", Use::kIgnoredValue, ""},
    {"--maxrregcount", "-maxrregcount", Use::kIgnoredValue, ""},
    {"--ftz", "-ftz", Use::kIgnoredValue, ""},
    {"--prec-sqrt", "-prec-sqrt", Use::kIgnoredValue, ""},
    {"--prec-div", "-prec-div", Use::kIgnoredValue, ""},
    {"--fmad", "-fmad", Use::kIgnoredValue, ""},
    {"--use_fast_math", "-use_fast_math", Use::kIgnoredFlag, ""},
    {"--extra-device-vectorization", "-extra-device-vectorization", Use::kIgnoredFlag, ""},
    {"--modify-stack-limit", "-modify-stack-limit", Use::kIgnoredValue, ""},
    {"--dlink-time-opt", "-dlto", Use::kForLinking, ""},
    {"--no-source-include", "-no-source-include", Use::kNoSourceInclude, ""},
    {"--builtin-move-forward", "-builtin-move-forward", Use::kIgnoredValue, ""},
    {"--builtin-initializer-list", "-builtin-initializer-list", Use::kIgnoredValue, ""},
    {"--restrict", "-restrict", Use::kIgnoredFlag, ""},
    {"--device-stack-protector", "-device-stack-protector", Use::kIgnoredValue, ""},
    {"--device-int128", "-device-int128", Use::kIgnoredFlag, ""},
    {"--optimization-info", "-opt-info", Use::kIgnoredValue, ""},
    {"--display-error-number", "-err-no", Use::kIgnoredFlag, ""},
    {"--no-display-error-number", "-no-err-no", Use::kIgnoredFlag, ""},
    {"--diag-error", "-diag-error", Use::kIgnoredValue, ""},
    {"--diag-suppress", "-diag-suppress", Use::kIgnoredValue, ""},
    {"--diag-warn", "-diag-warn", Use::kIgnoredValue, ""},
    {"--brief-diagnostics", "-brief-diag", Use::kIgnoredValue, ""},
    {"--version-ident", "-dQ", Use::kIgnoredValue, ""},
    {"--time", "-time", Use::kIgnoredValue, ""},
    {"--split-compile", "-split-compile", Use::kIgnoredValue, ""},
    {"--minimal", "-minimal", Use::kIgnoredFlag, ""},
    {"--no-cache", "-no-cache", Use::kIgnoredFlag, ""},
    {"--frandom-seed", "-frandom-seed", Use::kIgnoredValue, ""},
    {"--pch", "-pch", Use::kIgnoredFlag, ""},
    {"--pch-dir", "-pch-dir", Use::kIgnoredValue, ""},
    {"--pch-messages", "-pch-messages", Use::kIgnoredValue, ""},
});

bool takes_value(Use use) {
  return use == Use::kValue || use == Use::kDefine || use == Use::kUndefine || use == Use::kInclude ||
         use == Use::kRelocatable || use == Use::kFolder || use == Use::kIgnoredValue;
}

/// The rule, and what stands behind its name in the same word.
struct Match {
  const Rule* rule = nullptr;
  std::optional<std::string> value;
};

Match match(const std::string& word) {
  const std::size_t equals = word.find('=');
  const std::string_view head = std::string_view(word).substr(0, equals);
  for (const Rule& rule : kRules) {
    if (head != rule.name && head != rule.alias) continue;
    if (equals == std::string::npos) return {&rule, std::nullopt};
    return {&rule, word.substr(equals + 1)};
  }
  for (const Rule& rule : kRules) {
    if (rule.alias.size() == 2 && takes_value(rule.use) && word.starts_with(rule.alias)) return {&rule, word.substr(2)};
  }
  return {};
}

std::string macro_name(const std::string& macro) { return macro.substr(0, macro.find_first_of("(=")); }

/// Whether headers of ours or the system's ask for the macro. NVRTC has no headers that others could disturb: programs
/// give it names of the C library's, -Dint32_t=int.
bool is_for_headers(const std::string& name) {
  return name.starts_with('_') || name == "NDEBUG" || name == "CUDA_API_PER_THREAD_DEFAULT_STREAM";
}

/// Of what stands behind -D: NAME, NAME=VALUE or NAME(PARAMETERS)=VALUE, up to the end of the line.
std::string definition(const std::string& macro) {
  std::string text = macro.substr(0, macro.find('\n'));
  if (const std::size_t equals = text.find('='); equals == std::string::npos) {
    text += " 1";
  } else {
    text[equals] = ' ';
  }
  return "#define " + text + "\n";
}

RtcOptions of_hiprtc(std::vector<std::string> options, const std::string& folder) {
  RtcOptions result;
  result.hip = true;
  for (std::size_t i = 1; i < options.size(); ++i) {
    std::string& word = options[i];
    const bool after_include = i > 1 && options[i - 1] == "-I";
    const std::string_view path = after_include            ? std::string_view(word)
                                  : word.starts_with("-I") ? std::string_view(word).substr(2)
                                                           : std::string_view();
    if (!path.empty() && !path.starts_with('/')) word.insert(after_include ? 0 : 2, folder + "/");
    if (!word.empty()) result.arguments.push_back(word);
  }
  return result;
}

}  // namespace

std::string whole_value(std::string_view value) {
  std::string text;
  for (const char c : value) {
    if (c == ',' || c == '\\') text += '\\';
    text += c;
  }
  return text;
}

RtcOptions read_rtc_options(const std::vector<std::string>& options, const std::string& folder) {
  if (!options.empty() && options.front() == "--hip") return of_hiprtc(options, folder);
  RtcOptions result;
  const auto trimmed = [](std::string text) {
    while (!text.empty() && text.back() == ' ') text.pop_back();
    text.erase(0, text.find_first_not_of(' '));
    return text;
  };
  for (std::size_t i = 0; i < options.size(); ++i) {
    const std::string word = trimmed(options[i]);
    if (word.empty()) continue;
    Match found = match(word);
    if (found.rule == nullptr) {
      result.error = "unrecognized option " + word;
      return result;
    }
    const Rule& rule = *found.rule;
    if (takes_value(rule.use) && !found.value) {
      if (i + 1 == options.size()) {
        result.error = "option " + word + " without a value";
        return result;
      }
      found.value = trimmed(options[++i]);
    }
    switch (rule.use) {
      case Use::kFlag:
        result.arguments.emplace_back(rule.passed);
        break;
      case Use::kFolder:
        result.arguments.push_back(
            "-I" + whole_value(found.value->starts_with('/') ? *found.value : folder + "/" + *found.value));
        break;
      case Use::kDefine:
      case Use::kUndefine:
        if (is_for_headers(macro_name(*found.value))) {
          result.arguments.push_back(std::string(rule.passed) + whole_value(*found.value));
        } else {
          result.macros += "#undef " + macro_name(*found.value) + "\n";
          if (rule.use == Use::kDefine) result.macros += definition(*found.value);
        }
        break;
      case Use::kInclude:
        result.includes += "#include \"" + *found.value + "\"\n";
        break;
      case Use::kValue:
        // Architectures of families, compute_90a, are architectures.
        result.arguments.push_back(std::string(rule.passed) + (rule.passed.size() == 2 ? "" : "=") + *found.value);
        break;
      case Use::kRelocatable:
        if (*found.value == "true") result.arguments.emplace_back("-rdc=true");
        break;
      case Use::kDefaultDevice:
        result.default_device = found.value.value_or("true") != "false";
        break;
      case Use::kNoSourceInclude:
        result.source_include = false;
        break;
      case Use::kForLinking:
        result.for_linking = true;
        break;
      case Use::kIgnoredFlag:
      case Use::kIgnoredValue:
        break;
    }
  }
  return result;
}

}  // namespace fencepost::sim
