// What is wrong with contracts, in the user's words.
#pragma once

#include <functional>
#include <string>

#include "detector/contract/log.h"
#include "detector/model/finding.h"
#include "sim/interface/observer.h"

namespace fencepost::detector {

/// A finding for each mistake of the launch, in a fixed order, with what tells it from others.
void contract_findings(const ContractLog& log, const sim::LaunchInfo& launch,
                       const std::function<void(Finding, const std::string& key)>& tell);

}  // namespace fencepost::detector
