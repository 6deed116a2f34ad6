// cudaGraphDebugDotPrint: a graph as text for Graphviz.
#include <fstream>
#include <map>
#include <string>
#include <variant>

#include "sim/include/cuda_runtime_api.h"
#include "sim/interface/user_pc.h"
#include "sim/os/source_name.h"
#include "sim/runtime/error_state.h"
#include "sim/runtime/graph/graph.h"
#include "sim/runtime/registration.h"

namespace {

const char* type_name(cudaGraphNodeType type) {
  switch (type) {
    case cudaGraphNodeTypeKernel:
      return "kernel";
    case cudaGraphNodeTypeMemcpy:
      return "memcpy";
    case cudaGraphNodeTypeMemset:
      return "memset";
    case cudaGraphNodeTypeHost:
      return "host";
    case cudaGraphNodeTypeGraph:
      return "graph";
    case cudaGraphNodeTypeEmpty:
      return "empty";
    case cudaGraphNodeTypeWaitEvent:
      return "wait for event";
    case cudaGraphNodeTypeEventRecord:
      return "record event";
    case cudaGraphNodeTypeMemAlloc:
      return "allocate";
    case cudaGraphNodeTypeMemFree:
      return "free";
    case cudaGraphNodeTypeConditional:
      return "conditional";
    default:
      return "node";
  }
}

/// What a node does. `details`: with how large a launch is.
std::string text_of(const fencepost::sim::Work& work, bool details) {
  std::string text = type_name(work.type);
  const auto* const launch = std::get_if<cudaKernelNodeParams>(&work.parameters);
  if (launch == nullptr) return text;
  if (const auto* const kernel = fencepost::sim::registered_kernel(launch->func)) {
    text += " " + fencepost::sim::source_name(kernel->symbol);
  }
  if (!details) return text;
  const auto size = [](const dim3& d) {
    return std::to_string(d.x) + "," + std::to_string(d.y) + "," + std::to_string(d.z);
  };
  return text + " <<<(" + size(launch->gridDim) + "), (" + size(launch->blockDim) + "), " +
         std::to_string(launch->sharedMemBytes) + ">>>";
}

/// Nodes by number, those of child graphs and bodies in boxes of their own. An edge goes from a node to one that waits
/// for it.
void print(std::ostream& out, const CUgraph_st& graph, bool details,
           std::map<const CUgraphNode_st*, std::size_t>& numbers) {
  for (const auto& node : graph.nodes) {
    const std::size_t number = numbers.emplace(node.get(), numbers.size()).first->second;
    out << "  n" << number << " [label=\"" << number << ": " << text_of(node->work, details) << "\"];\n";
    const auto box = [&](const CUgraph_st& inner, const std::string& name) {
      out << "  subgraph cluster_" << name << " {\n  label=\"" << name << "\";\n";
      print(out, inner, details, numbers);
      out << "  }\n";
    };
    if (node->child != nullptr) box(*node->child, std::to_string(number));
    if (node->choice == nullptr) continue;
    for (std::size_t i = 0; i < node->choice->bodies.size(); ++i) {
      box(*node->choice->bodies[i], std::to_string(number) + "_" + std::to_string(i));
    }
  }
  for (const auto& node : graph.nodes) {
    for (const CUgraphNode_st* before : node->before) {
      out << "  n" << numbers.at(before) << " -> n" << numbers.at(node.get()) << ";\n";
    }
  }
}

}  // namespace

extern "C" cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, const char* path, unsigned int flags) {
  const std::scoped_lock lock(fencepost::sim::graph_mutex());
  const void* const pc = FENCEPOST_USER_PC;
  if (!fencepost::sim::is_graph(graph) || path == nullptr) {
    return fencepost::sim::result(__func__, cudaErrorInvalidValue, pc);
  }
  std::ofstream out(path);
  std::map<const CUgraphNode_st*, std::size_t> numbers;
  out << "digraph graph_1 {\n";
  const bool details = (flags & (cudaGraphDebugDotFlagsVerbose | cudaGraphDebugDotFlagsKernelNodeParams)) != 0;
  print(out, *graph, details, numbers);
  out << "}\n";
  out.close();
  return out ? cudaSuccess : fencepost::sim::result(__func__, cudaErrorOperatingSystem, pc);
}
