// The folder in which inputs are kept from one call to the next.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "cli/fuzz/inputs/space.h"

namespace fencepost::cli {

/// Files: `input-000012.json`, one for each input that is kept, those of findings too; `finding-1.json` and what its
/// command needs beside it, which each call writes anew; `state.json`. Whoever ends the process, what was kept before
/// is whole.
class FuzzCorpus {
 public:
  /// Creates the folder. Throws std::runtime_error if that fails.
  FuzzCorpus(std::string folder, const FuzzSpace& space);

  /// What calls before have kept and fits the space, in order.
  [[nodiscard]] const std::vector<FuzzInput>& before() const { return before_; }
  /// How many inputs calls before have tried.
  [[nodiscard]] std::uint64_t tried_before() const { return tried_before_; }
  /// Files there that do not fit, because the kernel's parameters or the arguments of the call were others.
  [[nodiscard]] std::size_t foreign() const { return foreign_; }

  /// Unless it is there.
  void keep(const FuzzInput& input);
  /// Also for the next call.
  void keep_finding(const FuzzInput& input, std::size_t number);
  /// How files of a finding begin.
  [[nodiscard]] std::string finding_prefix(std::size_t number) const;
  void write_state(std::uint64_t tried) const;
  /// Text for people beside the inputs.
  void write(const std::string& name, const std::string& text) const;
  [[nodiscard]] const std::string& folder() const { return folder_; }

 private:
  [[nodiscard]] std::string text(const FuzzInput& input) const;
  void read();

  const std::string folder_;
  const FuzzSpace& space_;
  std::string slots_;  ///< Names of what varies: inputs of others do not fit.
  std::vector<FuzzInput> before_;
  std::uint64_t tried_before_ = 0;
  std::size_t foreign_ = 0, next_ = 1;
  std::set<std::string> kept_;  ///< As text_of() tells them.
};

}  // namespace fencepost::cli
