// The parts of the page of `fencepost replay`; made from the files in cli/replay/page at build time.
#pragma once

#include <string_view>

namespace fencepost::cli {

extern const std::string_view kReplayStyle, kReplayScript, kReplayBody;
/// What the page's Content-Security-Policy calls them: "sha256-…".
extern const std::string_view kReplayStyleHash, kReplayScriptHash;

}  // namespace fencepost::cli
