// Suppression files and the comments in a source: rules, or the place of the first mistake.
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "detector/policy/allow_comment.h"
#include "detector/policy/suppressions.h"
#include "tests/fuzz/property.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace detector = fencepost::detector;
  const std::string text(reinterpret_cast<const char*>(data), size);
  std::vector<detector::SuppressionRule> rules;
  const auto mistake = detector::parse_suppressions(text, "rules.txt", rules);
  if (mistake) fencepost::demand(mistake->starts_with("rules.txt:"), "a mistake has a place");
  detector::Finding finding;
  finding.kernel = "scan(int const*, int*, int)";
  finding.object = detector::Object{.name = "tile", .bytes = 64, .declared = {}};
  finding.accesses.resize(2);
  finding.accesses[0].location = {"scan.cu", 12, "scan"};
  finding.accesses[0].stack = {finding.accesses[0].location};
  for (const detector::SuppressionRule& rule : rules) {
    std::vector<detector::SuppressionRule> again;
    fencepost::demand(!detector::parse_suppressions(rule.text, "rules.txt", again) && again.size() == 1,
                      "a rule as it was written is that rule");
    fencepost::demand(detector::matches(rule, finding) == detector::matches(again[0], finding),
                      "a rule as it was written matches the same");
  }
  for (const detector::AllowComment& comment : detector::allow_comments(text)) {
    fencepost::demand(!comment.kinds.empty() || !comment.mistake.empty(), "a comment that allows nothing says why");
  }
  return 0;
}
