// What all SARIF logs share: 2.1.0 (OASIS Standard, errata 01).
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "detector/model/finding.h"
#include "detector/policy/source_root.h"
#include "detector/symbols/symboliser.h"

namespace fencepost::cli {

using SarifJson = nlohmann::ordered_json;

/// Text of a message (§3.11.5, §3.11.6): braces are doubled, and nothing looks like a link that is none.
std::string sarif_text(std::string_view text);

/// `text` with a capital at its begin and a full stop at its end.
std::string sarif_sentence(std::string text);

/// A message. `text` is as sarif_text makes it.
SarifJson sarif_message(const std::string& text);

/// A list of one: `{item}` would be a copy or a list, depending on the compiler.
SarifJson sarif_list(SarifJson item);

/// A link to the related location `id` (§3.11.6), shown as `label`.
std::string sarif_link(std::string label, std::size_t id);

/// What a kind of finding is as a rule: with the text of `fencepost explain`.
SarifJson sarif_rule(detector::Kind kind);

/// The files that a log names. The symboliser must outlive it.
class SarifSources {
 public:
  SarifSources(detector::SourceRoot root, detector::Symboliser& symboliser)
      : root_(std::move(root)), symboliser_(symboliser) {}

  /// An artifactLocation (§3.4).
  [[nodiscard]] SarifJson artifact(const std::string& file) const;
  /// A physicalLocation (§3.29): the line's text, if it can be read.
  SarifJson physical(const detector::Location& place);
  /// As an absolute URI; empty if no file was found.
  [[nodiscard]] std::string root_uri() const;

 private:
  detector::SourceRoot root_;
  detector::Symboliser& symboliser_;
};

/// One log with one run, ending with a newline. `invocation` has no working directory yet; `functions` are the run's
/// logicalLocations.
std::string sarif_log(const SarifSources& sources, SarifJson rules, SarifJson invocation, SarifJson functions,
                      SarifJson results);

}  // namespace fencepost::cli
