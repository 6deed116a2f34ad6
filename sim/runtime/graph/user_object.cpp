#include "sim/runtime/graph/user_object.h"

#include <algorithm>
#include <map>
#include <mutex>

#include "sim/runtime/error_state.h"
#include "sim/runtime/graph/graph.h"

namespace fencepost::sim {
namespace {

/// By handle, the program's own references.
struct OwnReferences {
  std::shared_ptr<CUuserObject_st> object;
  unsigned int count = 0;
};

std::map<cudaUserObject_t, OwnReferences>& own_references() {
  static auto& all = *new std::map<cudaUserObject_t, OwnReferences>;  // Never destroyed: nobody would be called.
  return all;
}

/// Takes references from `held`, which the caller lets go of without locks.
bool take(HeldObjects& from, cudaUserObject_t object, unsigned int count, HeldObjects& taken) {
  const auto is_it = [&](const std::shared_ptr<CUuserObject_st>& held) { return held.get() == object; };
  if (static_cast<unsigned int>(std::ranges::count_if(from, is_it)) < count) return false;
  for (; count != 0; --count) {
    const auto found = std::ranges::find_if(from, is_it);
    taken.push_back(std::move(*found));
    from.erase(found);
  }
  return true;
}

cudaError_t create(cudaUserObject_t* object, void* of_program, cudaHostFn_t destroy, unsigned int count,
                   unsigned int flags) {
  // The destructor is called while others run, which has to be asked for.
  if (object == nullptr || destroy == nullptr || count == 0 || flags != cudaUserObjectNoDestructorSync) {
    return cudaErrorInvalidValue;
  }
  const std::scoped_lock lock(graph_mutex());
  auto made = std::make_shared<CUuserObject_st>(of_program, destroy);
  *object = made.get();
  own_references()[*object] = {std::move(made), count};
  return cudaSuccess;
}

cudaError_t retain(cudaUserObject_t object, unsigned int count) {
  const std::scoped_lock lock(graph_mutex());
  const auto found = own_references().find(object);
  if (found == own_references().end() || count == 0) return cudaErrorInvalidValue;
  found->second.count += count;
  return cudaSuccess;
}

cudaError_t release(cudaUserObject_t object, unsigned int count) {
  std::shared_ptr<CUuserObject_st> last;  // Let go of after the lock.
  const std::scoped_lock lock(graph_mutex());
  const auto found = own_references().find(object);
  if (found == own_references().end() || count == 0 || count > found->second.count) return cudaErrorInvalidValue;
  found->second.count -= count;
  if (found->second.count != 0) return cudaSuccess;
  last = std::move(found->second.object);
  own_references().erase(found);
  return cudaSuccess;
}

cudaError_t retain_by_graph(cudaGraph_t graph, cudaUserObject_t object, unsigned int count, unsigned int flags) {
  const std::scoped_lock lock(graph_mutex());
  const auto found = own_references().find(object);
  const bool moves = flags == cudaGraphUserObjectMove;
  if (!is_graph(graph) || found == own_references().end() || count == 0 || (flags != 0 && !moves) ||
      (moves && count > found->second.count)) {
    return cudaErrorInvalidValue;
  }
  graph->held.insert(graph->held.end(), count, found->second.object);
  if (moves && (found->second.count -= count) == 0) own_references().erase(found);
  return cudaSuccess;
}

cudaError_t release_by_graph(cudaGraph_t graph, cudaUserObject_t object, unsigned int count) {
  HeldObjects taken;  // Let go of after the lock.
  const std::scoped_lock lock(graph_mutex());
  if (!is_graph(graph) || count == 0 || !take(graph->held, object, count, taken)) return cudaErrorInvalidValue;
  return cudaSuccess;
}

}  // namespace
}  // namespace fencepost::sim

extern "C" {

cudaError_t cudaUserObjectCreate(cudaUserObject_t* object, void* of_program, cudaHostFn_t destroy, unsigned int count,
                                 unsigned int flags) {
  return FENCEPOST_RESULT(fencepost::sim::create(object, of_program, destroy, count, flags));
}
cudaError_t cudaUserObjectRetain(cudaUserObject_t object, unsigned int count) {
  return FENCEPOST_RESULT(fencepost::sim::retain(object, count));
}
cudaError_t cudaUserObjectRelease(cudaUserObject_t object, unsigned int count) {
  return FENCEPOST_RESULT(fencepost::sim::release(object, count));
}
cudaError_t cudaGraphRetainUserObject(cudaGraph_t graph, cudaUserObject_t object, unsigned int count,
                                      unsigned int flags) {
  return FENCEPOST_RESULT(fencepost::sim::retain_by_graph(graph, object, count, flags));
}
cudaError_t cudaGraphReleaseUserObject(cudaGraph_t graph, cudaUserObject_t object, unsigned int count) {
  return FENCEPOST_RESULT(fencepost::sim::release_by_graph(graph, object, count));
}

}  // extern "C"
