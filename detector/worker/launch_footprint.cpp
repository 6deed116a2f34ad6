// What a launch accessed, from the shadow memory of its workers or from the log of its accesses.
#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include "detector/order/ordered_log.h"
#include "detector/rows/row_runs.h"
#include "detector/streams/check.h"
#include "detector/worker/worker_shadow.h"

namespace fencepost::detector {
namespace {

/// Accesses of one source line and kind to the same bytes of a word; the least of its threads.
struct WordAccess {
  SiteId site = 0;
  std::uint8_t kind = 0;
  std::uint8_t mask = 0;
  std::uint64_t rank = 0;
};

void add_least(std::vector<WordAccess>& accesses, const WordAccess& added) {
  for (WordAccess& known : accesses) {
    if (known.site == added.site && known.kind == added.kind && known.mask == added.mask) {
      known.rank = std::min(known.rank, added.rank);
      return;
    }
  }
  accesses.push_back(added);
}

}  // namespace

void WorkerShadow::add_first_reads(const std::vector<WorkerShadow*>& workers, Footprint& result) {
  std::vector<std::pair<std::uint32_t, const WorkerShadow*>> pages;
  for (const WorkerShadow* worker : workers) {
    for (const std::uint32_t page : worker->first_reads_.pages()) pages.emplace_back(page, worker);
    if (worker->first_reads_.refused()) result.note_mixed_reads();
  }
  std::ranges::sort(pages);
  for (auto next = pages.begin(); next != pages.end();) {
    const std::uint32_t page = next->first;
    const std::size_t first = page * GlobalShadow::kPageWords;
    ReadPage all{.first_word = workers.front()->arena_.address_of(first) / kWordBytes,
                 .reads = std::vector<std::uint64_t>(GlobalShadow::kPageWords)};
    for (; next != pages.end() && next->first == page; ++next) {
      for (std::size_t i = 0; i < GlobalShadow::kPageWords; ++i) {
        std::uint64_t read = next->second->first_reads_.read(first + i);
        std::uint64_t& known = all.reads[i];
        if (read == 0) continue;
        if (known == 0 || first_read::are_alike(known, read)) {
          known = known == 0 ? read : std::min(known, read);
          continue;
        }
        if (read < known) std::swap(read, known);
        result.add_read(all.first_word + i, read);
      }
    }
    result.add_reads(std::move(all));
  }
}

void WorkerShadow::add_footprint(bool host_visible_only, std::uint32_t threads, Footprint& result) {
  std::vector<WorkerShadow*> workers = of_launch();
  // Some have run only blocks whose accesses were kept one by one, in an earlier launch.
  std::erase_if(workers, [](const WorkerShadow* w) { return !w->arena_.is_reserved(); });
  if (workers.empty()) return;
  for (const WorkerShadow* worker : workers) {
    worker->page_rows_.each(worker->arena_, [&](const KeptRow& rows, const Extent& words) {
      // What is accessed in one row lies in one half of the arena.
      if (host_visible_only && !is_host_visible(rows.row.extent.begin)) return;
      add_runs(rows, words, {worker->history_.blocks(), threads}, result);
    });
  }
  add_first_reads(workers, result);
  std::vector<WordAccess> accesses;
  for (const bool in_arena : {false, true}) {
    const auto shadow_of = [in_arena](const WorkerShadow* w) -> const GlobalShadow& {
      return in_arena ? w->arena_ : w->module_;
    };
    std::vector<std::uint32_t> pages;
    for (const WorkerShadow* worker : workers) {
      const auto& touched = shadow_of(worker).touched_pages;
      pages.insert(pages.end(), touched.begin(), touched.end());
    }
    std::sort(pages.begin(), pages.end());
    pages.erase(std::unique(pages.begin(), pages.end()), pages.end());
    for (const std::uint32_t page : pages) {
      const GlobalShadow& any = shadow_of(workers.front());
      const std::size_t first = page * GlobalShadow::kPageWords;
      const std::size_t end = std::min(first + GlobalShadow::kPageWords, any.cells.bytes / kWordBytes + 1);
      // Pages of the two halves of the arena are apart; variables are few.
      if (host_visible_only && in_arena && !is_host_visible(any.address_of(first))) continue;
      for (std::size_t word = first; word < end; ++word) {
        const std::uintptr_t address = any.address_of(word);
        if (workers.size() == 1 && any.head(word) == 0 &&
            (in_arena || !host_visible_only)) {  // Nothing is there twice.
          workers.front()->history_.each_access(
              any, word,
              [&](SiteId site, std::uint8_t kind, std::uint8_t mask, std::uint64_t block, std::uint32_t thread) {
                result.add(address / kWordBytes, site, kind, mask, block * threads + thread);
              });
          continue;
        }
        accesses.clear();
        for (const WorkerShadow* worker : workers) {
          worker->history_.each_access(
              shadow_of(worker), word,
              [&](SiteId site, std::uint8_t kind, std::uint8_t mask, std::uint64_t block, std::uint32_t thread) {
                add_least(accesses, {site, kind, mask, block * threads + thread});
              });
        }
        if (accesses.empty()) continue;
        if (host_visible_only && !in_arena && !is_host_visible(address)) continue;
        for (const WordAccess& a : accesses) result.add(address / kWordBytes, a.site, a.kind, a.mask, a.rank);
      }
    }
  }
}

void OrderedLaunch::add_footprint(bool host_visible_only, std::uint32_t threads, Footprint& result) {
  settle();
  std::vector<Record>& records = global_.records;
  sort_by_word(records);
  std::vector<WordAccess> accesses;
  for (auto record = records.begin(); record != records.end();) {
    const std::uint64_t word = record->word;
    const bool counts = !host_visible_only || is_host_visible(word * kWordBytes);
    accesses.clear();
    for (; record != records.end() && record->word == word; ++record) {
      if (!counts || record->last <= segment_begin_) continue;
      const Moment& at = global_.moments[record->moment].at;
      add_least(accesses, {record->site, record->kind, record->mask, at.real_block() * threads + at.real_thread()});
    }
    std::sort(accesses.begin(), accesses.end(), [](const WordAccess& a, const WordAccess& b) {
      return std::tie(a.site, a.kind, a.mask) < std::tie(b.site, b.kind, b.mask);
    });
    for (const WordAccess& a : accesses) result.add(word, a.site, a.kind, a.mask, a.rank);
  }
  if (!past_.empty()) result.merge(past_);
}

void OrderedLaunch::add_footprint_so_far(bool host_visible_only, std::uint32_t threads, Footprint& result) {
  settle();
  std::vector<Record> records = global_.records;
  add_footprint(host_visible_only, threads, result);
  global_.records = std::move(records);  // In the order in which they came.
}

void OrderedLaunch::keep_footprint(bool host_visible_only, std::uint32_t threads) {
  Footprint all;
  add_footprint(host_visible_only, threads, all);
  past_ = std::move(all);
}

}  // namespace fencepost::detector
