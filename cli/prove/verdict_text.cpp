#include "cli/prove/verdict_text.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace fencepost::cli::symbolic {
namespace {

const char* word_of(Verdict::About about) {
  switch (about) {
    case Verdict::kBarrier:
      return "barrier";
    case Verdict::kWait:
      return "wait";
    default:
      return "race";
  }
}

std::string joined(const std::set<std::string>& parts, const std::string& between) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : between) + part;
  return text;
}

/// Arguments and the launch's shape, without what is 1.
std::string text_of(const Witness& witness) {
  std::string text;
  const auto add = [&](const std::string& name, std::int64_t value) {
    text += (text.empty() ? "" : ", ") + name + " = " + std::to_string(value);
  };
  static const std::string kParameter = "parameter ";
  for (const auto& [name, value] : witness.values) {
    if (name.starts_with(kParameter)) add(name.substr(kParameter.size()), value);
  }
  for (const auto& [name, value] : witness.values) {
    if ((name.starts_with("gridDim.") || name.starts_with("blockDim.")) && value != 1) add(name, value);
  }
  return text;
}

}  // namespace

const char* word_of(Verdict::Kind kind) {
  switch (kind) {
    case Verdict::kProved:
      return "proved";
    case Verdict::kFalse:
      return "false";
    case Verdict::kWarning:
      return "warning";
    default:
      return "unknown";
  }
}

std::string subject_of(const Verdict& verdict) {
  if (verdict.about == Verdict::kBarrier) {
    return "barrier at line " + std::to_string(verdict.first.line) + ": all threads of a block meet there";
  }
  if (verdict.about == Verdict::kWait) {
    return "wait at line " + std::to_string(verdict.first.line) + ": whom a thread waits for comes there";
  }
  std::string text = verdict.object + ": line " + std::to_string(verdict.first.line) + " " + verdict.first.kind;
  if (verdict.first == verdict.second) {
    text += ", by two threads";
  } else {
    text += ", line " + std::to_string(verdict.second.line) + " " + verdict.second.kind;
  }
  return text + (verdict.between_blocks ? ", in two blocks" : "");
}

std::string text_of(const KernelVerdicts& verdicts, const std::string& source) {
  std::string text = source + ":" + std::to_string(verdicts.line) + ": " + verdicts.kernel + "\n";
  if (!verdicts.obstacle.empty()) return text + "  unknown: " + verdicts.obstacle + "\n";
  if (verdicts.verdicts.empty())
    return text + "  nothing to prove: no two threads' accesses can conflict, none waits\n";
  std::size_t proved = 0;
  for (const Verdict& verdict : verdicts.verdicts) {
    if (verdict.kind == Verdict::kProved) ++proved;
    text += "  " + std::string(word_of(verdict.kind)) + ": " + subject_of(verdict) + "\n";
    if (verdict.kind == Verdict::kProved) {
      if (!verdict.assumptions.empty()) text += "    assuming that " + joined(verdict.assumptions, "; ") + "\n";
    } else {
      text += "    " + verdict.reason + "\n";
      const bool is_open = verdict.kind == Verdict::kUnknown && !verdict.witnesses.empty();
      const std::string values = is_open && !verdict.helps ? text_of(verdict.witnesses.front()) : std::string();
      if (!values.empty()) text += "    such as " + values + "; what is not meant --assume leaves out\n";
      if (!verdict.command.empty()) text += "    confirmed by: " + verdict.command + "\n";
      if (verdict.helps) text += "    proved with --assume '" + *verdict.helps + "', if that is so\n";
    }
  }
  text += "  " + std::to_string(proved) + " of " + std::to_string(verdicts.verdicts.size()) + " proved";
  if (!verdicts.general.empty()) text += ", assuming that " + joined(verdicts.general, "; ");
  return text + "\n";
}

std::string json_of(const std::vector<KernelVerdicts>& kernels, const std::string& source) {
  nlohmann::json all = nlohmann::json::array();
  for (const KernelVerdicts& of : kernels) {
    nlohmann::json list = nlohmann::json::array();
    for (const Verdict& verdict : of.verdicts) {
      nlohmann::json told = {{"verdict", word_of(verdict.kind)},
                             {"about", word_of(verdict.about)},
                             {"text", subject_of(verdict)},
                             {"lines", nlohmann::json::array({verdict.first.line})},
                             {"assumptions", verdict.assumptions}};
      if (verdict.about == Verdict::kRace) {
        told["lines"].push_back(verdict.second.line);
        told["object"] = verdict.object;
        told["accesses"] = {verdict.first.kind, verdict.second.kind};
        told["scope"] = verdict.between_blocks ? "inter-block" : "intra-block";
      }
      if (!verdict.reason.empty() && verdict.kind != Verdict::kProved) told["reason"] = verdict.reason;
      if (verdict.kind == Verdict::kUnknown) {
        for (const Witness& witness : verdict.witnesses) told["candidates"].push_back(witness.values);
      }
      if (verdict.helps && verdict.kind != Verdict::kProved) told["helps"] = *verdict.helps;
      if (!verdict.command.empty()) told["command"] = verdict.command;
      list.push_back(std::move(told));
    }
    nlohmann::json kernel = {{"kernel", of.kernel},
                             {"file", source},
                             {"line", of.line},
                             {"verdicts", std::move(list)},
                             {"assumptions", of.general}};
    if (!of.obstacle.empty()) kernel["obstacle"] = of.obstacle;
    all.push_back(std::move(kernel));
  }
  return nlohmann::json{{"fencepost", {{"proofs", 1}}}, {"kernels", std::move(all)}}.dump(
             2, ' ', false, nlohmann::json::error_handler_t::replace) +
         "\n";
}

}  // namespace fencepost::cli::symbolic
