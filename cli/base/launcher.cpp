#include "cli/base/launcher.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "cli/base/content_hash.h"

namespace fencepost::cli {
namespace {

std::optional<unsigned> number(const char* name) {
  const char* text = std::getenv(name);
  if (text == nullptr) return std::nullopt;
  const std::string_view digits(text);
  unsigned value = 0;
  const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || stop != digits.data() + digits.size()) return std::nullopt;
  return value;
}

/// Names of environment variables.
struct Convention {
  const char *rank, *size, *local_size;
  std::array<const char*, 3> job;  ///< Which together no other start has.
};

constexpr std::array kConventions = {
    // The first is random in each start; numbers of jobs come again.
    Convention{"OMPI_COMM_WORLD_RANK",
               "OMPI_COMM_WORLD_SIZE",
               "OMPI_COMM_WORLD_LOCAL_SIZE",
               {"OMPI_MCA_orte_precondition_transports", "OMPI_MCA_orte_hnp_uri", "PMIX_NAMESPACE"}},
    Convention{"SLURM_PROCID",
               "SLURM_STEP_NUM_TASKS",
               "SLURM_STEP_TASKS_PER_NODE",
               {"SLURM_JOB_ID", "SLURM_STEP_ID", "SLURM_CLUSTER_NAME"}},
    Convention{"PMI_RANK", "PMI_SIZE", "MPI_LOCALNRANKS", {"PMI_PORT", "PMI_ID_STRING", "PMI_JOBID"}},
};

}  // namespace

Launcher find_launcher() {
  for (const Convention& convention : kConventions) {
    const auto rank = number(convention.rank), size = number(convention.size);
    if (!rank || !size || *size < 2) continue;
    ContentHash hash;
    for (const char* name : convention.job) {
      const char* value = std::getenv(name);
      hash.add(value != nullptr ? value : "");
    }
    return {*rank, *size, std::max(number(convention.local_size).value_or(1), 1U), hash.hex()};
  }
  return {};
}

}  // namespace fencepost::cli
