#include "sim/runtime/graph/condition.h"

#include <map>

#include "sim/engine/arena.h"
#include "sim/include/cuda_runtime_api.h"
#include "sim/interface/user_pc.h"
#include "sim/runtime/devices/current.h"
#include "sim/runtime/error_state.h"
#include "sim/runtime/graph/graph.h"
#include "sim/runtime/graph/work.h"

namespace fencepost::sim {

namespace {

std::map<cudaGraphConditionalHandle, std::weak_ptr<Condition>>& conditions() {
  static auto* const all = new std::map<cudaGraphConditionalHandle, std::weak_ptr<Condition>>;
  return *all;
}

/// While and if have a body, if may have another, switch any number.
bool may_have(const cudaConditionalNodeParams& parameters) {
  switch (parameters.type) {
    case cudaGraphCondTypeIf:
      return parameters.size == 1 || parameters.size == 2;
    case cudaGraphCondTypeWhile:
      return parameters.size == 1;
    case cudaGraphCondTypeSwitch:
      return parameters.size > 0;
    default:
      return false;
  }
}

}  // namespace

Condition::Condition(unsigned default_value, bool has_default, const void* pc)
    : word_(static_cast<unsigned*>(Arena::instance().allocate(sizeof(unsigned), MemorySpace::kDevice, sizeof(unsigned),
                                                              pc, {}, current_device()))),
      default_value_(default_value),
      has_default_(has_default),
      pc_(pc) {}

Condition::~Condition() {
  if (word_ != nullptr) Arena::instance().free(word_, pc_);
  const std::scoped_lock lock(graph_mutex());
  conditions().erase(handle());
}

void Condition::begin(StreamNumber stream) const {
  if (!has_default_) return;
  const OperationRange range{word_, sizeof *word_, true};
  observers().streams->on_operation({.call = "cudaGraphLaunch", .stream = stream, .ranges = {&range, 1}, .pc = pc_});
  observers().memory->on_memset(word_, sizeof *word_);
  *word_ = default_value_;
}

unsigned Condition::read(StreamNumber stream, const void* pc) const {
  const OperationRange range{word_, sizeof *word_, false};
  observers().streams->on_operation({.call = "conditional node", .stream = stream, .ranges = {&range, 1}, .pc = pc});
  return *word_;
}

std::shared_ptr<Condition> condition_of(cudaGraphConditionalHandle handle) {
  const std::scoped_lock lock(graph_mutex());
  const auto found = conditions().find(handle);
  return found != conditions().end() ? found->second.lock() : nullptr;
}

std::optional<Work> NodeCall::conditional(const cudaConditionalNodeParams* p) {
  const std::shared_ptr<Condition> condition = p != nullptr ? condition_of(p->handle) : nullptr;
  if (condition == nullptr || condition->has_node || !may_have(*p)) return fail(cudaErrorInvalidValue);
  return Work{.type = cudaGraphNodeTypeConditional, .pc = pc};
}

}  // namespace fencepost::sim

extern "C" cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle* handle, cudaGraph_t graph,
                                                        unsigned int default_value, unsigned int flags) {
  using namespace fencepost::sim;
  FENCEPOST_RETURN_IF_STICKY();
  const std::scoped_lock lock(graph_mutex());
  if (handle == nullptr || !is_graph(graph) || (flags & ~unsigned{cudaGraphCondAssignDefault}) != 0) {
    return FENCEPOST_RESULT(cudaErrorInvalidValue);
  }
  const auto condition =
      std::make_shared<Condition>(default_value, (flags & cudaGraphCondAssignDefault) != 0, FENCEPOST_USER_PC);
  if (condition->handle() == 0) return FENCEPOST_RESULT(cudaErrorMemoryAllocation);
  conditions().emplace(condition->handle(), condition);
  graph->conditions.push_back(condition);
  *handle = condition->handle();
  return cudaSuccess;
}
