// The contracts of a launch, when it has ended, and of the whole run.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "detector/contract/log.h"
#include "detector/model/finding.h"
#include "sim/interface/observer.h"

namespace fencepost::detector {

/// Takes in what a block leaves: its log, what its threads were granted of global memory at the kernel's entry and took
/// back of it at barriers, how often clauses held. Any thread.
void end_contract_block(ContractLog log, std::vector<Grant> at_entry, std::vector<TakenBack> taken_back,
                        ClauseCounts counts);

/// A kernel's contract without permissions. Any thread.
void note_kernel_without_permissions(const sim::LaunchInfo&);

/// When no block runs any more: what is wrong in the launch. Empty in one without contracts.
ContractLog end_contract_launch(const sim::LaunchInfo&);

/// Nullopt if the program has no contracts, or never came to one.
std::optional<ContractSummary> contract_summary();
/// What was assumed, not evaluated and is not checked, by place.
std::vector<Note> contract_notes();

/// A part of an annotation is not checked. At any time.
void register_not_checked(const contract::Clause&, const char* why);

}  // namespace fencepost::detector
