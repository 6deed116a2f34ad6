#include "cli/solve/observations.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "cli/solve/use.h"
#include "detector/include/fencepost/scope.h"

namespace fencepost::cli::infer {
namespace {

using detector::ScopeBlock;
using detector::ScopeRecord;
using detector::ScopeSite;
using detector::ScopeVisit;

constexpr const char* kGlobalThread = "\\gtid";
const std::vector<std::int64_t> kNone;
constexpr std::uint64_t kMostReaders = 4;  ///< Of which fractions are told apart by element.

/// What a row of one point is made of.
struct Source {
  const ScopeRecord* run = nullptr;
  const ScopeBlock* block = nullptr;
  const std::vector<ArrayUse>* uses = nullptr;
  const ScopeVisit* visit = nullptr;
  std::size_t interval = 0;  ///< Whose accesses are to be covered.
  std::size_t values = 0;    ///< The snapshots of which interval tell what arrays hold.
  std::size_t group = 0;     ///< Threads of a block at one time.
};

struct Place {
  std::vector<Source> sources;
};

std::int64_t number_of(const detector::Index3& dim) { return std::int64_t{dim[0]} * dim[1] * dim[2]; }

/// The value of kGlobalThread.
std::optional<std::int64_t> global_thread(const ScopeBlock& block, std::uint32_t thread) {
  const auto& [x, y, z] = block.block;
  const std::int64_t rank = x + std::int64_t{block.grid[0]} * (y + std::int64_t{block.grid[1]} * z);
  return rank * number_of(block.block_dim) + thread;
}

/// The pointer by which an object is called there, if there is one.
struct Name {
  std::string name;
  std::uint64_t address = 0;
  std::uint32_t columns = 0;  ///< As of a detector::ScopeName.
  bool elsewhere = false;     ///< A variable of a function that the kernel calls.
};

bool is_elsewhere(const ScopeSite& site, const std::string& name) {
  return std::ranges::any_of(site.names, [&](const detector::ScopeName& n) {
    return n.element_bytes == 0 && !n.is_integer && n.name == name;
  });
}

std::optional<Name> name_of(const Source& source, std::size_t object, bool in_kernel) {
  const ScopeSite& site = source.run->sites[source.visit->site];
  const detector::ScopeObject& of = source.block->objects[object];
  for (std::size_t n = 0; n < site.names.size(); ++n) {
    const auto address = static_cast<std::uint64_t>(source.visit->values[n]);
    if (site.names[n].element_bytes != 0 && address - of.begin < of.bytes)
      return Name{site.names[n].name, address, site.names[n].columns};
  }
  if (in_kernel && of.is_shared) return Name{of.name, of.begin, of.columns, is_elsewhere(site, of.name)};
  return std::nullopt;
}

class TableMaker {
 public:
  TableMaker(const std::vector<ScopeRecord>& runs, const Keeping& keeping, bool number_in_grid)
      : runs_(runs), keeping_(keeping), number_in_grid_(number_in_grid) {}

  std::vector<HeldTables> run() {
    collect();
    std::vector<HeldTables> all;
    for (const auto& [point, place] : places_) add_point(point, place, all);
    return all;
  }

 private:
  void collect() {
    std::size_t blocks = 0;
    for (const ScopeRecord& run : runs_) blocks += run.blocks.size();
    uses_.reserve(blocks);
    std::size_t group = 0;
    for (const ScopeRecord& run : runs_) {
      for (const ScopeBlock& block : run.blocks) {
        uses_.push_back(uses_of(run, block, keeping_));
        for (const ScopeVisit& visit : block.visits) add_visit(run, block, visit, group);
        group += block.intervals.size() + 2;
      }
    }
  }

  void add_visit(const ScopeRecord& run, const ScopeBlock& block, const ScopeVisit& visit, std::size_t group) {
    const ScopeSite& site = run.sites[visit.site];
    Source source{&run, &block, &uses_.back(), &visit, visit.interval, visit.interval, group + visit.interval};
    const auto add = [&](ClausePlace place) { places_[{site.file, site.line, place}].sources.push_back(source); };
    switch (site.kind) {
      case fencepost_rt::kScopeEntry:
        add(ClausePlace::kKernelRequires);
        source.interval = block.intervals.size() - 1;
        source.values = block.intervals.size();
        add(ClausePlace::kKernelEnsures);
        break;
      case fencepost_rt::kScopeBarrier:
        if (source.interval + 1 >= block.intervals.size()) break;
        source.values = source.interval + 1;
        add(ClausePlace::kBarrierRequires);
        source.interval += 1;
        add(ClausePlace::kBarrierEnsures);
        break;
      default:
        add(ClausePlace::kLoop);
    }
  }

  void add_point(const Point& point, const Place& place, std::vector<HeldTables>& all) {
    const bool in_kernel = point.place == ClausePlace::kKernelRequires || point.place == ClausePlace::kKernelEnsures;
    std::map<std::string, HeldTables> by_array;
    std::vector<std::string> order;
    for (const Source& source : place.sources) {
      for (std::size_t o = 0; o < source.block->objects.size(); ++o) {
        if ((*source.uses)[o].last_interval < 0) continue;
        const auto name = name_of(source, o, in_kernel);
        if (!name) continue;
        const auto [known, added] = by_array.try_emplace(name->name);
        HeldTables& held = known->second;
        if (added) {
          order.push_back(name->name);
          held.point = point;
          held.array = name->name;
          held.only_read = true;
          held.shared.resize(kMostReaders - 1);
          start_tables(held, place);
        }
        const ArrayUse& use = (*source.uses)[o];
        held.only_read = held.only_read && use.only_read;
        if (held.problem.empty()) held.problem = use.problem;
        if (name->elsewhere)
          held.problem =
              "it is declared in a function that the kernel calls, where no clause of the kernel can name it";
        const std::string kernel = short_name(source.block->kernel);
        if (held.object.empty()) held.object = kernel + ": " + source.block->objects[o].name;
        if (std::ranges::find(held.kernels, kernel) == held.kernels.end()) held.kernels.push_back(kernel);
      }
    }
    for (const std::string& array : order) {
      HeldTables& held = by_array[array];
      fill(held, place, in_kernel);
      all.push_back(std::move(held));
    }
  }

  /// The variables of a point: its integers, and CUDA's own.
  void start_tables(HeldTables& held, const Place& place) {
    names_.clear();
    array_names_.clear();
    const Source& source = place.sources.front();
    const ScopeSite& site = source.run->sites[source.visit->site];
    // The earlier a variable is declared, the more it matters.
    for (std::size_t n = site.names.size(); n-- > 0;) {
      if (site.names[n].element_bytes == 0 && !site.names[n].is_integer) continue;
      (site.names[n].element_bytes == 0 ? names_ : array_names_).push_back(site.names[n].name);
    }
    const bool blocks = number_in_grid_ || std::ranges::any_of(place.sources, [](const Source& s) {
                          return number_of(s.block->grid) > 1;
                        });
    if (blocks) names_.emplace_back(kGlobalThread);
    for (const char* name : {"threadIdx.x", "blockDim.x", "blockIdx.x", "gridDim.x", "threadIdx.y", "blockDim.y",
                             "blockIdx.y", "gridDim.y", "threadIdx.z", "blockDim.z", "blockIdx.z", "gridDim.z"}) {
      names_.emplace_back(name);
    }
    Table table;
    table.names = names_;
    table.arrays = array_names_;
    if (held.point.place == ClausePlace::kKernelRequires || held.point.place == ClausePlace::kKernelEnsures) {
      table.first_given = array_names_.size();
      for (const std::string& name : array_names_) table.arrays.push_back(name + "_at_entry");
    }
    for (const char* name : {"i", "j", "k", "e"}) {
      table.bound_name = name;
      if (std::ranges::find(names_, name) == names_.end()) break;
    }
    for (Table* t : tables_of(held)) *t = table;
    held.any.may_exceed = true;
  }

  static std::vector<Table*> tables_of(HeldTables& held) {
    std::vector<Table*> all = {&held.write, &held.written, &held.read, &held.kept, &held.lent, &held.any, &held.many};
    for (Table& table : held.shared) all.push_back(&table);
    return all;
  }

  /// A row with its variables, without elements. Another instance of the template may have other variables.
  [[nodiscard]] std::optional<Row> row_of(const HeldTables& held, const Source& source, std::size_t object,
                                          bool is_loop) const {
    Row row;
    const ScopeSite& site = source.run->sites[source.visit->site];
    const auto value = [&](const std::string& name) -> std::optional<std::int64_t> {
      for (std::size_t n = 0; n < site.names.size(); ++n) {
        if (site.names[n].name == name) return source.visit->values[n];
      }
      return std::nullopt;
    };
    const ScopeBlock& block = *source.block;
    const std::uint32_t t = source.visit->thread;
    const detector::Index3 dim = block.block_dim;
    const detector::Index3 thread = {t % dim[0], t / dim[0] % dim[1], t / dim[0] / dim[1]};
    const std::size_t own = held.write.names.size() - 12;
    for (std::size_t v = 0; v < own; ++v) {
      const bool global = held.write.names[v] == kGlobalThread;
      const auto found = global ? global_thread(block, t) : value(held.write.names[v]);
      if (!found) return std::nullopt;
      row.values.push_back(*found);
    }
    for (std::size_t axis = 0; axis < 3; ++axis) {
      for (const auto& of : {thread, dim, block.block, block.grid}) row.values.push_back(of[axis]);
    }
    const std::size_t arrays = std::min(held.write.arrays.size(), held.write.first_given);
    for (std::size_t a = 0; a < arrays; ++a) {
      row.arrays.push_back(values_of(source, value(held.write.arrays[a]), is_loop));
    }
    if (held.write.first_given != arrays) return row;
    Source at_entry = source;
    at_entry.values = 0;
    for (std::size_t a = 0; a < arrays; ++a) {
      const auto pointer = value(held.write.arrays[a]);
      const bool changes = pointer && is_written(source, static_cast<std::uint64_t>(*pointer));
      row.arrays.push_back(changes ? values_of(at_entry, pointer, false) : ArrayValues());
      // What other threads change a clause cannot read; at the entry the sequence says the same.
      if (changes && held.point.place == ClausePlace::kKernelRequires) row.arrays[a] = {};
    }
    (void)object;
    return row;
  }

  static bool is_written(const Source& source, std::uint64_t address) {
    for (std::size_t o = 0; o < source.block->objects.size(); ++o) {
      const detector::ScopeObject& object = source.block->objects[o];
      if (address - object.begin < object.bytes) return !(*source.uses)[o].only_read;
    }
    return false;
  }

  static bool is_written_in(std::size_t interval, const ArrayUse& use) {
    if (use.only_read || use.last_interval < 0) return false;
    return use.lent[interval] ||
           std::ranges::any_of(use.intervals[interval], [](const auto& element) { return element.second.written; });
  }

  static ArrayValues values_of(const Source& source, std::optional<std::int64_t> pointer, bool is_loop) {
    if (!pointer) return {};
    const auto address = static_cast<std::uint64_t>(*pointer);
    for (const detector::ScopeSnapshot& snapshot : source.block->snapshots) {
      if (snapshot.interval != source.values) continue;
      const detector::ScopeObject& object = source.block->objects[snapshot.object];
      if (address - object.begin >= object.bytes) continue;
      // Within an interval in which somebody writes the values change.
      if (is_loop && is_written_in(source.interval, (*source.uses)[snapshot.object])) return {};
      return {&snapshot.values, static_cast<std::int64_t>(address - object.begin) / snapshot.element_bytes};
    }
    return {};
  }

  /// 3: or more.
  static int dimensions(const Row& row) {
    return row.columns == 0 ? 1 : row.columns == detector::kMoreDimensions ? 3 : 2;
  }

  void fill(HeldTables& held, const Place& place, bool in_kernel) {
    std::vector<std::size_t> groups;
    for (const Source& source : place.sources) {
      for (std::size_t o = 0; o < source.block->objects.size(); ++o) {
        const ArrayUse& use = (*source.uses)[o];
        if (use.last_interval < 0) continue;
        const auto name = name_of(source, o, in_kernel);
        if (!name || name->name != held.array) continue;
        auto row = row_of(held, source, o, held.point.place == ClausePlace::kLoop);
        if (!row) {
          held.problem = "is used where different variables are in scope at different times";
          return;
        }
        const auto first =
            static_cast<std::int64_t>(name->address - source.block->objects[o].begin) / use.element_bytes;
        row->columns = name->columns;
        if (!held.write.rows.empty() && dimensions(held.write.rows.front()) != dimensions(*row)) {
          held.problem = "has other dimensions at one time than at another";
        }
        add_rows(held, source, use, first, *row);
        held.origins.push_back({static_cast<std::size_t>(source.run - runs_.data()),
                                static_cast<std::size_t>(source.block - source.run->blocks.data()), source.interval, o,
                                source.visit->thread, first});
        groups.push_back(source.group);
        break;
      }
    }
    std::map<std::size_t, std::int64_t> most;
    for (std::size_t r = 0; r < groups.size(); ++r) most[groups[r]] = std::max(most[groups[r]], held.most_readers[r]);
    for (std::size_t r = 0; r < groups.size(); ++r) held.most_readers[r] = most[groups[r]];
    find_uniform(held, groups);
  }

  void add_rows(HeldTables& held, const Source& source, const ArrayUse& use, std::int64_t first, const Row& base) {
    const std::uint32_t thread = source.visit->thread;
    const auto start = [&](Table& table) -> Row& {
      Row& row = table.rows.emplace_back(base);
      row.begin = -first;
      row.end = use.elements - first;
      return row;
    };
    Row& any = start(held.any);
    if (const auto mine = use.by_thread.find(thread); mine != use.by_thread.end()) {
      for (const std::int64_t e : mine->second) any.elements.push_back(e - first);
    }
    Row &write = start(held.write), &written = start(held.written), &read = start(held.read);
    std::vector<Row*> shared;
    for (Table& table : held.shared) shared.push_back(&start(table));
    Row &lent = start(held.lent), &many = start(held.many);
    for (std::int64_t e = 0; use.lent[source.interval] && e < use.elements; ++e) lent.elements.push_back(e - first);
    std::int64_t readers = 0, most_readers = 0, many_readers = 0;
    const auto all_alike = [](std::int64_t before, std::size_t n) {
      const auto now = static_cast<std::int64_t>(n);
      return before == 0 || before == now ? now : -1;
    };
    const auto touched = use.touched[source.interval].find(thread);
    for (const std::int64_t e : touched != use.touched[source.interval].end() ? touched->second : kNone) {
      const ElementUse& of = use.intervals[source.interval].at(e);
      const std::size_t n = of.threads.size();
      (of.written ? written : read).elements.push_back(e - first);
      if (n == 1) {
        write.elements.push_back(e - first);
      } else if (n <= kMostReaders) {
        shared[n - 2]->elements.push_back(e - first);
      } else {
        held.has_more_readers = true;
        many.elements.push_back(e - first);
        many_readers = all_alike(many_readers, n);
      }
      if (!of.written) {
        most_readers = std::max(most_readers, static_cast<std::int64_t>(n));
        readers = all_alike(readers, n);
      }
    }
    held.readers.push_back(readers);
    held.many_readers.push_back(many_readers);
    held.most_readers.push_back(most_readers);
    keep(held, source, use, first, base, write, written);
  }

  void keep(HeldTables& held, const Source& source, const ArrayUse& use, std::int64_t first, const Row& base,
            Row& write, Row& written) {
    if (keeping_.keeper == Keeper::kNobody || use.only_read) return;
    const std::uint32_t thread = source.visit->thread;
    const bool results = keeping_.own_results && static_cast<std::int64_t>(source.interval) > use.last_write;
    if (keeping_.keeper == Keeper::kOwnThread || results) {
      if (use.end - use.begin > number_of(source.block->block_dim) && held.problem.empty()) {
        held.problem = "has more elements than there are threads";
      }
      const std::int64_t own = use.begin + thread;
      if (use.is_idle(source.interval, own, keeping_)) {
        for (Row* row : {&write, &written}) {
          row->elements.push_back(own - first);
          std::ranges::sort(row->elements);
        }
      }
    }
    if (keeping_.keeper == Keeper::kOnlyUser) {
      std::int64_t kept = 0;
      for (const auto& [user, elements] : use.by_thread) kept += static_cast<std::int64_t>(elements.size());
      if (use.is_lent_at_times() && kept < use.elements && held.problem.empty())
        held.problem = "has elements that nobody keeps before atomic operations change them";
      const auto mine = use.by_thread.find(thread);
      for (const std::int64_t e : mine != use.by_thread.end() ? mine->second : kNone) {
        if (!use.is_idle(source.interval, e, keeping_)) continue;
        if (use.of_several.contains(e)) {
          if (held.problem.empty()) held.problem = "has elements that several threads use, and at times nobody";
          continue;
        }
        for (Row* row : {&write, &written}) row->elements.push_back(e - first);
      }
      for (Row* row : {&write, &written}) std::ranges::sort(row->elements);
    }
    if (keeping_.keeper == Keeper::kOneThread && thread == keeping_.thread) {
      Row& row = held.kept.rows.emplace_back(base);
      row.begin = use.begin - first;
      row.end = use.end - first;
      held.keeps.push_back(held.write.rows.size() - 1);
      const auto& used = use.intervals[source.interval];
      const bool alone = !use.lent[source.interval] && std::ranges::all_of(used, [&](const auto& u) {
        return u.second.threads == std::vector<std::uint32_t>{thread};
      });
      held.uses_alone.push_back(alone && !used.empty() && !results);
      if (results) return;
      for (const std::int64_t e : use.idle(source.interval, keeping_)) row.elements.push_back(e - first);
    }
  }

  /// What is the same for all threads of each group, or changes evenly from thread to thread.
  static void find_uniform(HeldTables& held, const std::vector<std::size_t>& groups) {
    std::vector<bool> uniform(held.write.names.size(), true), regular = uniform;
    std::map<std::size_t, std::vector<const Row*>> threads;
    for (std::size_t r = 0; r < held.write.rows.size(); ++r) threads[groups[r]].push_back(&held.write.rows[r]);
    for (const auto& [group, rows] : threads) {
      for (std::size_t v = 0; v < uniform.size(); ++v) {
        const auto value = [&rows = rows, v](std::size_t r) { return static_cast<std::uint64_t>(rows[r]->values[v]); };
        for (std::size_t r = 1; r < rows.size(); ++r) {
          uniform[v] = uniform[v] && value(r) == value(0);
          regular[v] = regular[v] && value(r) - value(r - 1) == value(1) - value(0);
        }
      }
    }
    for (Table* table : tables_of(held)) {
      table->uniform = uniform;
      table->regular = regular;
    }
  }

  const std::vector<ScopeRecord>& runs_;
  Keeping keeping_;
  bool number_in_grid_;
  std::vector<std::vector<ArrayUse>> uses_;
  std::map<Point, Place> places_;
  std::vector<std::string> names_, array_names_;
};

}  // namespace

bool HeldTables::is_lent() const {
  return std::ranges::any_of(lent.rows, [](const Row& row) { return !row.elements.empty(); });
}

bool HeldTables::is_always_lent() const {
  return !lent.rows.empty() && std::ranges::none_of(lent.rows, [](const Row& row) { return row.elements.empty(); });
}

std::string short_name(const std::string& kernel) {
  const std::string head = kernel.substr(0, kernel.find_first_of("<("));
  const std::size_t space = head.rfind(' ');
  return space == std::string::npos ? head : head.substr(space + 1);
}

std::vector<HeldTables> make_tables(const std::vector<ScopeRecord>& runs, const Keeping& keeping, bool number_in_grid) {
  return TableMaker(runs, keeping, number_in_grid).run();
}

}  // namespace fencepost::cli::infer
