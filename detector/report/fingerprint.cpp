#include "detector/report/fingerprint.h"

#include <algorithm>
#include <cstdio>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "detector/model/names.h"
#include "detector/model/thread_groups.h"
#include "detector/report/reader.h"
#include "detector/text/name_patterns.h"

namespace fencepost::detector {
namespace {

/// FNV-1a of parts with their lengths, so that ("ab", "c") and ("a", "bc") differ.
class Hash {
 public:
  void add(std::string_view text) {
    for (std::size_t length = text.size(), i = 0; i < sizeof length; ++i, length >>= 8U) add_byte(length & 0xFFU);
    for (const char c : text) add_byte(static_cast<unsigned char>(c));
  }
  [[nodiscard]] std::string hex() const {
    char digits[17];
    std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(state_));
    return digits;
  }

 private:
  void add_byte(std::uint64_t byte) { state_ = (state_ ^ byte) * 0x100000001b3ULL; }

  std::uint64_t state_ = 0xcbf29ce484222325ULL;
};

std::string without(std::string text, std::string_view characters) {
  std::erase_if(text, [&](char c) { return characters.find(c) != std::string_view::npos; });
  return text;
}

/// Inlined functions come without parameters, others with them.
std::string side_of(const FindingAccess& access, Symboliser& symboliser) {
  const Location& at = access.location;
  const std::string text = at.line == 0 ? "" : symboliser.source_text(at).value_or("");
  return std::string(name_of(access.kind)) + '\n' + plain_kernel_name(at.function) + '\n' + without(text, " \t\r");
}

using Lines = std::vector<std::pair<std::string, std::uint32_t>>;

Lines lines_of(const Finding& finding) {
  Lines lines;
  for (const FindingAccess& access : finding.accesses) lines.emplace_back(access.location.file, access.location.line);
  return lines;
}

std::string unnumbered(const std::string& fingerprint) { return fingerprint.substr(0, fingerprint.find(':')); }

}  // namespace

std::string fingerprint_of(const Finding& finding, Symboliser& symboliser) {
  Hash hash;
  hash.add(name_of(finding.kind));
  hash.add(name_of(scope_of_mistake(finding)));
  hash.add(plain_kernel_name(finding.kernel));
  hash.add(finding.object ? finding.object->name : "");
  std::set<std::string> sides;  // Which of the two comes first may depend on their lines.
  for (const ThreadGroup& group : thread_groups(finding)) sides.insert(side_of(*group.first, symboliser));
  for (const std::string& side : sides) hash.add(side);
  if (finding.kind != Kind::kRace) hash.add(without(finding.message, "0123456789,"));
  return hash.hex();
}

void number_fingerprints(std::vector<Finding>& findings) {
  std::map<std::string, std::vector<Finding*>> equal;
  for (Finding& finding : findings) {
    if (!finding.fingerprint.empty()) equal[unnumbered(finding.fingerprint)].push_back(&finding);
  }
  for (auto& [fingerprint, group] : equal) {
    std::ranges::stable_sort(group, [](const Finding* a, const Finding* b) { return lines_of(*a) < lines_of(*b); });
    for (std::size_t i = 0; i < group.size(); ++i) group[i]->fingerprint = fingerprint + ':' + std::to_string(i + 1);
  }
}

Baseline baseline_of(const Report& report, const std::string& file) {
  Baseline baseline{file, {}};
  const auto add = [&](const Finding& finding) {
    if (!finding.fingerprint.empty()) baseline.known.try_emplace(finding.fingerprint, finding.severity);
  };
  std::ranges::for_each(report.findings, add);
  for (const Finding& finding : report.suppressed) {
    if (finding.suppressed->kind == Suppression::Kind::kBaseline) add(finding);
  }
  return baseline;
}

std::optional<Baseline> read_baseline(const std::string& file, std::string& error) {
  const auto report = read_report(file, error);
  if (!report) return std::nullopt;
  if (!has_fingerprints(*report)) {
    error = file + ": its findings have no fingerprints; it is of an older version of Fencepost";
    return std::nullopt;
  }
  return baseline_of(*report, file);
}

void suppress_known(std::vector<Finding>& findings, const Baseline& baseline) {
  for (Finding& finding : findings) {
    const auto known = baseline.known.find(finding.fingerprint);
    if (finding.suppressed || known == baseline.known.end() || known->second < finding.severity) continue;
    finding.suppressed = Suppression{baseline.file, "known", Suppression::Kind::kBaseline};
  }
}

}  // namespace fencepost::detector
