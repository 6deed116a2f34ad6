// The order of a graph's nodes, as streams and events tell it, is that of its edges: two nodes are ordered if and only
// if a path leads from one to the other.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <vector>

#include "detector/streams/order.h"
#include "sim/include/cuda_runtime_api.h"
#include "sim/interface/observer.h"

namespace fencepost {
namespace {

using detector::OperationOrder;
using detector::StreamOrder;

/// Follows the launch of a graph whose nodes are host functions.
class OrderOfNodes : public sim::StreamObserver {
 public:
  void on_graph_launch_begin(std::uint32_t, std::span<const sim::StreamNumber> branches, sim::DeviceNumber) override {
    for (const sim::StreamNumber branch : branches) {
      if (known_.insert(branch).second) order_.add_branch(branch);
      order_.launch_branch(branch);
    }
  }
  void on_stream_begin(sim::StreamNumber stream, sim::StreamKind kind, sim::DeviceNumber) override {
    order_.add_stream(stream, kind != sim::StreamKind::kNonBlocking);
  }
  void on_stream_end(sim::StreamNumber stream) override { order_.remove_stream(stream); }
  void on_event_record(std::uint64_t event, sim::StreamNumber stream, const void*) override {
    order_.record(event, stream);
  }
  void on_event_end(std::uint64_t event) override { order_.remove_event(event); }
  void on_stream_wait_event(sim::StreamNumber stream, std::uint64_t event, const void*) override {
    order_.stream_waits_for(stream, event);
  }
  void on_host_function_begin(const sim::StreamOperation& operation) override {
    performed.push_back(order_.issue(operation.stream));
    // What the host gets to know while the graph runs is not known to its other nodes.
    order_.host_learns(performed.back());
  }

  std::vector<OperationOrder> performed;

 private:
  StreamOrder order_;
  std::set<sim::StreamNumber> known_;
};

/// Which node waits for which, directly or not.
std::vector<std::vector<bool>> paths(std::vector<std::vector<bool>> edges) {
  for (std::size_t k = 0; k < edges.size(); ++k) {
    for (std::size_t i = 0; i < edges.size(); ++i) {
      for (std::size_t j = 0; j < edges.size(); ++j) edges[i][j] = edges[i][j] || (edges[i][k] && edges[k][j]);
    }
  }
  return edges;
}

thread_local std::vector<std::size_t> ran;  // The nodes, in the order they were performed.

class GraphOrder : public ::testing::Test {
 protected:
  void SetUp() override { sim::observers().streams = &observer_; }
  void TearDown() override { sim::observers() = sim::silent_observers(); }

  /// Builds the graph with its edges, launches it twice, and compares.
  void check(const std::vector<std::vector<bool>>& edges) {
    cudaGraph_t graph = nullptr;
    ASSERT_EQ(cudaGraphCreate(&graph, 0), cudaSuccess);
    std::vector<cudaGraphNode_t> nodes(edges.size());
    for (std::size_t i = 0; i < edges.size(); ++i) {
      const cudaHostNodeParams function = {[](void* node) { ran.push_back(reinterpret_cast<std::size_t>(node)); },
                                           reinterpret_cast<void*>(i)};  // NOLINT(performance-no-int-to-ptr)
      ASSERT_EQ(cudaGraphAddHostNode(&nodes[i], graph, nullptr, 0, &function), cudaSuccess);
    }
    for (std::size_t i = 0; i < edges.size(); ++i) {
      for (std::size_t j = 0; j < edges.size(); ++j) {
        if (!edges[i][j]) continue;
        ASSERT_EQ(cudaGraphAddDependencies(graph, &nodes[i], &nodes[j], 1), cudaSuccess);
      }
    }
    cudaGraphExec_t exec = nullptr;
    ASSERT_EQ(cudaGraphInstantiateWithFlags(&exec, graph, 0), cudaSuccess);
    observer_.performed.clear();
    ran.clear();
    ASSERT_EQ(cudaGraphLaunch(exec, nullptr), cudaSuccess);
    ASSERT_EQ(cudaGraphLaunch(exec, nullptr), cudaSuccess);
    const std::size_t count = edges.size();
    ASSERT_EQ(ran.size(), 2 * count);
    const auto expected = paths(edges);
    for (std::size_t a = 0; a < 2 * count; ++a) {
      for (std::size_t b = 0; b < 2 * count; ++b) {
        const bool same_launch = a / count == b / count;
        const bool before = same_launch ? expected[ran[a]][ran[b]] : a < b;
        if (a == b) continue;
        ASSERT_EQ(StreamOrder::happens_before(observer_.performed[a], observer_.performed[b]), before)
            << "nodes " << ran[a] << " and " << ran[b];
      }
    }
    EXPECT_EQ(cudaGraphExecDestroy(exec), cudaSuccess);
    EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
  }

 private:
  OrderOfNodes observer_;
};

TEST_F(GraphOrder, OfAllGraphsWithFourNodesIsThatOfTheirEdges) {
  constexpr std::size_t kNodes = 4;
  for (unsigned bits = 0; bits < 1U << (kNodes * (kNodes - 1) / 2); ++bits) {
    std::vector<std::vector<bool>> edges(kNodes, std::vector<bool>(kNodes));
    unsigned bit = 0;
    for (std::size_t i = 0; i < kNodes; ++i) {
      for (std::size_t j = i + 1; j < kNodes; ++j) edges[i][j] = (bits >> bit++ & 1) != 0;
    }
    ASSERT_NO_FATAL_FAILURE(check(edges)) << "graph " << bits;
  }
}

TEST_F(GraphOrder, OfRandomGraphsIsThatOfTheirEdges) {
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    const std::size_t count = 2 + random() % 12;
    std::vector<std::size_t> place(count);
    for (std::size_t i = 0; i < count; ++i) place[i] = i;
    std::shuffle(place.begin(), place.end(), random);
    const unsigned density = 1 + random() % 5;
    std::vector<std::vector<bool>> edges(count, std::vector<bool>(count));
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t j = i + 1; j < count; ++j) edges[place[i]][place[j]] = random() % (2 * density) == 0;
    }
    ASSERT_NO_FATAL_FAILURE(check(edges)) << "round " << round;
  }
}

}  // namespace
}  // namespace fencepost
