#include "sim/factors/orders.h"

#include <algorithm>

#include "sim/library/shared_object.h"

namespace fencepost::sim {
namespace {

/// A graph that is walked in levels: each vertex once.
class Levels {
 public:
  explicit Levels(const RowPattern& graph) : graph_(graph), visited_(static_cast<std::size_t>(graph.rows), false) {}

  [[nodiscard]] bool is_visited(int vertex) const { return visited_[static_cast<std::size_t>(vertex)]; }
  [[nodiscard]] int degree(int vertex) const { return end(vertex) - begin(vertex); }

  /// What can be reached from `root`, each vertex' neighbours by rising degree. `last`: where the last level begins.
  std::vector<int> walk(int root, std::size_t& levels, std::size_t& last) {
    std::vector<int> order{root};
    visit(root);
    levels = 0;
    for (std::size_t first = 0, next = 1; first < next; first = next, next = order.size(), ++levels) {
      last = first;
      for (std::size_t at = first; at < next; ++at) {
        const auto from = static_cast<std::ptrdiff_t>(order.size());
        for (int edge = begin(order[at]); edge < end(order[at]); ++edge) {
          const int neighbour = graph_.indices[static_cast<std::size_t>(edge)];
          if (is_visited(neighbour)) continue;
          visit(neighbour);
          order.push_back(neighbour);
        }
        std::stable_sort(order.begin() + from, order.end(), [&](int a, int b) { return degree(a) < degree(b); });
      }
    }
    return order;
  }
  void forget(const std::vector<int>& vertices) {
    for (const int vertex : vertices) visited_[static_cast<std::size_t>(vertex)] = false;
  }

 private:
  [[nodiscard]] int begin(int vertex) const { return graph_.offsets[static_cast<std::size_t>(vertex)]; }
  [[nodiscard]] int end(int vertex) const { return graph_.offsets[static_cast<std::size_t>(vertex) + 1]; }
  void visit(int vertex) { visited_[static_cast<std::size_t>(vertex)] = true; }

  const RowPattern& graph_;
  std::vector<bool> visited_;
};

CsMatrix<double> view_of(const RowPattern& pattern) {
  return {.room = static_cast<int>(pattern.indices.size()),
          .rows = pattern.columns,
          .columns = pattern.rows,
          .offsets = const_cast<int*>(pattern.offsets.data()),
          .indices = const_cast<int*>(pattern.indices.data()),
          .values = nullptr,
          .triplets = -1};
}

}  // namespace

RowPattern symmetric_pattern(const RowPattern& pattern) {
  std::vector<std::vector<int>> lines(static_cast<std::size_t>(pattern.rows));
  for (int row = 0; row < pattern.rows; ++row) {
    for (int at = pattern.offsets[static_cast<std::size_t>(row)];
         at < pattern.offsets[static_cast<std::size_t>(row) + 1]; ++at) {
      const int column = pattern.indices[static_cast<std::size_t>(at)];
      if (column == row) continue;
      lines[static_cast<std::size_t>(row)].push_back(column);
      lines[static_cast<std::size_t>(column)].push_back(row);
    }
  }
  RowPattern sum{.rows = pattern.rows, .columns = pattern.rows, .offsets = {0}, .indices = {}};
  for (std::vector<int>& line : lines) {
    std::sort(line.begin(), line.end());
    line.erase(std::unique(line.begin(), line.end()), line.end());
    sum.indices.insert(sum.indices.end(), line.begin(), line.end());
    sum.offsets.push_back(static_cast<int>(sum.indices.size()));
  }
  return sum;
}

std::vector<int> reverse_cuthill_mckee(const RowPattern& pattern) {
  const RowPattern graph = symmetric_pattern(pattern);
  Levels levels(graph);
  std::vector<int> order;
  for (int vertex = 0; vertex < graph.rows; ++vertex) {
    if (levels.is_visited(vertex)) continue;
    // A root far from others: of the last level that of the lowest degree, as long as there are more levels from there.
    int root = vertex;
    std::size_t depth = 0, last = 0;
    std::vector<int> part = levels.walk(root, depth, last);
    for (;;) {
      const int other = *std::min_element(part.begin() + static_cast<std::ptrdiff_t>(last), part.end(),
                                          [&](int a, int b) { return levels.degree(a) < levels.degree(b); });
      std::size_t other_depth = 0;
      levels.forget(part);
      std::vector<int> walked = levels.walk(other, other_depth, last);
      const bool deeper = other_depth > depth;
      part = std::move(walked);
      if (!deeper) break;
      depth = other_depth;
    }
    order.insert(order.end(), part.begin(), part.end());
  }
  std::reverse(order.begin(), order.end());
  return order;
}

std::vector<int> minimum_degree(const RowPattern& pattern) {
  const CxSparse<double>& cs = cxsparse<double>();
  const CsMatrix<double> view = view_of(pattern);
  int* const order = cs.amd(1, &view);
  const std::vector<int> result(order, order + pattern.rows);
  cs.free(order);
  return result;
}

std::vector<int> nested_dissection(const LibraryCall& call, const RowPattern& pattern) {
  int (*nested)(int*, int*, int*, int*, int*, int*, int*) = nullptr;
  if (!look_up(open_shared_object("libmetis.so.5"), "METIS_NodeND", nested)) end_without(call, "METIS", "libmetis5");
  RowPattern graph = symmetric_pattern(pattern);
  const auto n = static_cast<std::size_t>(graph.rows);
  std::vector<int> order(n), places(n);
  if (n != 0) {
    nested(&graph.rows, graph.offsets.data(), graph.indices.data(), nullptr, nullptr, order.data(), places.data());
  }
  return order;
}

std::vector<int> full_diagonal(const RowPattern& pattern, int& matched) {
  const CxSparse<double>& cs = cxsparse<double>();
  // Rows are CXSparse's columns: behind what its rows are matched with is what its columns are.
  const CsMatrix<double> view = view_of(pattern);
  const auto n = static_cast<std::size_t>(pattern.rows);
  int* const match = cs.maxtrans(&view, 0);
  std::vector<int> order(match, match + n);
  std::vector<bool> taken(n, false);
  cs.free(match);
  matched = 0;
  for (const int row : order) {
    if (row < 0) continue;
    taken[static_cast<std::size_t>(row)] = true;
    ++matched;
  }
  int next = 0;
  for (int& row : order) {
    if (row >= 0) continue;
    while (taken[static_cast<std::size_t>(next)]) ++next;
    row = next++;
  }
  return order;
}

}  // namespace fencepost::sim
