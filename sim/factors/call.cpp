#include "sim/factors/call.h"

namespace fencepost::sim {
namespace {

std::vector<int> narrowed(const SparseIndices& from) { return {from.begin(), from.end()}; }

/// The host's, counted from 0; nothing, and told, if one is not within what `limits` gives for its place.
template <class Limits>
std::optional<std::vector<int>> read_hosts(const SolverCall& call, const char* name, const int* from, std::size_t count,
                                           int base, Limits limits) {
  std::vector<int> values;
  for (std::size_t i = 0; i < count; ++i) {
    const auto [least, most] = limits(values);
    const int value = from[i] - base;
    if (value < least || value > most) {
      (void)call.invalid("element " + std::to_string(i) + " of its " + name + " is " + std::to_string(from[i]) +
                         ", not within " + std::to_string(least + base) + " and " + std::to_string(most + base));
      return std::nullopt;
    }
    values.push_back(value);
  }
  return values;
}

}  // namespace

bool Places::is_hosts(const char* name, const void* place, std::size_t bytes) const {
  if (place == nullptr && bytes != 0) return (void)call_.invalid(std::string(name) + " is null"), false;
  return !is_misplaced(call_, name, place, bytes);
}

std::optional<RowPattern> Places::pattern(int rows, int columns, int nonzeros, const cusparseMatDescr& descriptor,
                                          const int* offsets, const int* indices) {
  RowPattern pattern{.rows = rows, .columns = columns, .offsets = {}, .indices = {}};
  if (list_ != nullptr) {
    const SparseCall sparse{call_.name, call_.pc};
    const auto starts =
        offsets_of(sparse, *list_, "csrRowPtrA", offsets, CUSPARSE_INDEX_32I, descriptor.base, rows, nonzeros);
    if (!starts) return std::nullopt;
    const auto places =
        indices_of(sparse, *list_, "csrColIndA", indices, CUSPARSE_INDEX_32I, descriptor.base, starts->back(), columns);
    if (!places) return std::nullopt;
    pattern.offsets = narrowed(*starts);
    pattern.indices = narrowed(*places);
    return pattern;
  }
  const std::size_t lines = static_cast<std::size_t>(rows) + 1;
  if (!is_hosts("csrRowPtrA", offsets, lines * sizeof(int))) return std::nullopt;
  auto starts = read_hosts(call_, "csrRowPtrA", offsets, lines, descriptor.base, [&](const std::vector<int>& before) {
    return std::pair(before.empty() ? 0 : before.back(), before.empty() ? 0 : nonzeros);
  });
  if (!starts) return std::nullopt;
  const auto count = static_cast<std::size_t>(starts->back());
  if (!is_hosts("csrColIndA", indices, count * sizeof(int))) return std::nullopt;
  auto places = read_hosts(call_, "csrColIndA", indices, count, descriptor.base,
                           [&](const std::vector<int>&) { return std::pair(0, columns - 1); });
  if (!places) return std::nullopt;
  pattern.offsets = std::move(*starts);
  pattern.indices = std::move(*places);
  return pattern;
}

std::optional<std::vector<int>> places_in_order(const SolverCall& call, const char* name, const int* order, int count) {
  std::vector<int> places(static_cast<std::size_t>(count), -1);
  for (int i = 0; i < count; ++i) {
    if (order[i] < 0 || order[i] >= count || places[static_cast<std::size_t>(order[i])] != -1) {
      (void)call.invalid("element " + std::to_string(i) + " of its " + name + " is " + std::to_string(order[i]) +
                         ", so that it is no order of " + std::to_string(count));
      return std::nullopt;
    }
    places[static_cast<std::size_t>(order[i])] = i;
  }
  return places;
}

cusolverStatus_t perform(const SolverCall& call, cusolverSpHandle_t handle, bool on_device, bool waits, void* buffer,
                         const FactorPlan& plan) {
  if (on_device) {
    return run(call, handle->stream, waits,
               with_workspace(
                   [=](OperandList& list) -> SolverCompute {
                     Places places(call, &list);
                     return plan(places);
                   },
                   buffer, kFactorBufferBytes));
  }
  Places places(call, nullptr);
  const SolverCompute compute = plan(places);
  if (!compute) return CUSOLVER_STATUS_EXECUTION_FAILED;
  compute();
  return CUSOLVER_STATUS_SUCCESS;
}

}  // namespace fencepost::sim
