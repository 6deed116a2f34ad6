// Two bodies of one function become one: the device's pass has the one, the host's the other.
#pragma once

#include <functional>
#include <vector>

#include "cli/nvcc_device_pass.h"
#include "cli/nvcc_edits.h"
#include "cli/nvcc_members.h"
#include "cli/nvcc_rewrite.h"

namespace fencepost::cli {

/// The host's tokens, the device's, and the changes to the host's text that make it serve both.
struct PassMerge {
  const TokenStream& host;
  const DevicePass& device;
  Edits& edits;
  std::vector<RewriteError>& errors;

  void error(std::size_t host_token, std::string message) const {
    errors.push_back({host.place(host_token), std::move(message)});
  }
  /// Puts tokens `first` … `last` of the device's in front of the host's token `at` (its end: at the text's end).
  void insert_device(std::size_t at, std::size_t first, std::size_t last) const;
  /// The device's tokens replace the host's.
  void replace(std::size_t host_first, std::size_t host_last, std::size_t device_first, std::size_t device_last) const;
};

/// An annotated lambda or a class within a function.
struct Island {
  bool is_class = false;
  bool device = false, host = false;              ///< Of a lambda.
  std::size_t first = 0;                          ///< Its first annotation, or `struct`.
  std::size_t open = kNoToken, close = kNoToken;  ///< Braces.
};

/// Those of tokens `begin` … `end`, outermost only.
std::vector<Island> find_islands(const TokenStream& tokens, std::size_t begin, std::size_t end);

/// Merges the local classes `a` of the host's pass and `b` of the device's; false if that cannot be done.
using MergeClass = std::function<bool(const Island& a, const Island& b)>;

/// Host code of both passes: the host's stays, but for the lambdas and local classes in it, whose device code comes
/// from the device's pass.
void merge_host_code(const PassMerge& merge, std::size_t host_begin, std::size_t host_end, std::size_t device_begin,
                     std::size_t device_end, const MergeClass& merge_class);

/// The definition `h` of a function of host and device, and the device's `d`: one body that asks where it runs. What
/// cannot be merged is an error. A constexpr function loses this quality unless its bodies ask for constant evaluation
/// themselves: what it is in a constant expression would be a guess.
void merge_definitions(const PassMerge& merge, const Member& h, const Member& d, const MergeClass& merge_class);

}  // namespace fencepost::cli
