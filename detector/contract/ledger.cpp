#include "detector/contract/ledger.h"

#include <algorithm>
#include <iterator>
#include <queue>
#include <tuple>

namespace fencepost::detector {
namespace {

constexpr std::size_t kNamed = 2;

/// The grants at the place that a sweep has come to, and their sum.
class Side {
 public:
  explicit Side(std::vector<Grant>& grants) : grants_(grants) {
    const auto before = [](const Grant& a, const Grant& b) {
      return std::tuple(a.range.begin, a.thread) < std::tuple(b.range.begin, b.thread);
    };
    if (!std::ranges::is_sorted(grants_, before)) std::ranges::stable_sort(grants_, before);
  }

  /// Where the next grant begins or ends; the highest address if there is none.
  [[nodiscard]] std::uintptr_t next() const {
    const std::uintptr_t begin = next_ < grants_.size() ? grants_[next_].range.begin : UINTPTR_MAX;
    return ends_.empty() ? begin : std::min(begin, ends_.top());
  }

  void go_to(std::uintptr_t address) {
    bool ended = false;
    for (; !ends_.empty() && ends_.top() <= address; ends_.pop()) ended = true;
    if (ended) {
      std::erase_if(here_, [&](const Grant* grant) {
        if (grant->range.end > address) return false;
        if (total_) total_ = difference(*total_, grant->range.share);
        return true;
      });
    }
    for (; next_ < grants_.size() && grants_[next_].range.begin <= address; ++next_) {
      const Grant* grant = &grants_[next_];
      here_.insert(std::ranges::upper_bound(here_, grant->thread, {}, &Grant::thread), grant);
      ends_.push(grant->range.end);
      if (total_) total_ = sum(*total_, grant->range.share);
    }
    if (!total_) add_up();
  }

  [[nodiscard]] const std::optional<Share>& total() const { return total_; }
  [[nodiscard]] bool empty() const { return here_.empty(); }
  [[nodiscard]] std::uint64_t lowest_thread() const { return here_.front()->thread; }
  [[nodiscard]] std::uint32_t element_bytes() const { return here_.front()->range.element_bytes; }

  void name(Imbalance& imbalance) const {
    for (const Grant* grant : here_) {
      if (!imbalance.lowest.empty() && imbalance.lowest.back().thread == grant->thread) continue;
      imbalance.lowest.push_back(*grant);
      if (imbalance.lowest.size() == kNamed) break;
    }
  }

 private:
  void add_up() {
    total_ = Share::kNothing;
    for (const Grant* grant : here_) {
      if (total_) total_ = sum(*total_, grant->range.share);
    }
  }

  std::vector<Grant>& grants_;
  std::size_t next_ = 0;            ///< The first that begins further on.
  std::vector<const Grant*> here_;  ///< In order of thread.
  std::priority_queue<std::uintptr_t, std::vector<std::uintptr_t>, std::greater<>> ends_;  ///< Theirs.
  std::optional<Share> total_ = Share::kNothing;
};

/// What somebody else cannot have at the same time.
bool has_both(const Share& share) { return share.atomics != 0 && !share.has_no_fraction(); }

/// How what is given of a place goes together with what there is; nullopt: well.
std::optional<Balance> balance_of(const Share& given, const Share& available, bool is_kept) {
  if (has_both(given)) return Balance::kInvented;
  if (given.atomics != 0) {
    const bool is_lent = available.atomics != 0 || available == Share::kAll;
    return is_lent ? std::nullopt : std::optional(Balance::kInvented);
  }
  if (available.atomics != 0 && is_kept) return given.is_nothing() ? std::nullopt : std::optional(Balance::kInvented);
  const Share& whole = available.atomics != 0 ? Share::kAll : available;
  if (whole < given) return Balance::kInvented;
  return given < whole ? std::optional(Balance::kLeaked) : std::nullopt;
}

Imbalance imbalance_of(std::uintptr_t begin, std::uintptr_t end, const Side& given,
                       const std::optional<Share>& available, const Side& named) {
  Imbalance imbalance{.begin = begin, .end = end, .given = given.total(), .available = available};
  imbalance.element_bytes = named.element_bytes();
  named.name(imbalance);
  return imbalance;
}

}  // namespace

void compare_grants(std::vector<Grant>& given, std::vector<Grant>& handed_in, std::vector<Grant>& kept, bool leaks,
                    const std::function<void(Balance, const Imbalance&)>& tell) {
  Side out(given), in(handed_in), rest(kept);
  for (std::uintptr_t at = std::min({out.next(), in.next(), rest.next()}); at != UINTPTR_MAX;) {
    out.go_to(at);
    in.go_to(at);
    rest.go_to(at);
    const std::uintptr_t end = std::min({out.next(), in.next(), rest.next()});
    if (!out.empty() || !in.empty()) {
      if (!out.total() || !in.total()) {
        tell(Balance::kUnknown, imbalance_of(at, end, out, in.total(), out.empty() ? in : out));
      } else if (const auto balance = balance_of(*out.total(), *in.total(), !rest.empty())) {
        Imbalance imbalance = imbalance_of(at, end, out, in.total(), *balance == Balance::kInvented ? out : in);
        if (!rest.empty() && in.total()->atomics != 0) imbalance.keeper = rest.lowest_thread();
        if (*balance == Balance::kInvented || leaks) tell(*balance, imbalance);
      }
    }
    at = end;
  }
}

void compare_with_all(std::vector<Grant>& given, const std::function<void(Balance, const Imbalance&)>& tell) {
  Side out(given);
  for (std::uintptr_t at = out.next(); at != UINTPTR_MAX;) {
    out.go_to(at);
    const std::uintptr_t end = out.next();
    if (!out.empty()) {
      if (!out.total()) {
        tell(Balance::kUnknown, imbalance_of(at, end, out, Share::kAll, out));
      } else if (balance_of(*out.total(), Share::kAll, false) == Balance::kInvented) {
        tell(Balance::kInvented, imbalance_of(at, end, out, Share::kAll, out));
      }
    }
    at = end;
  }
}

std::vector<Grant> taken_back(const std::vector<Grant>& given, const std::vector<Grant>& handed_in) {
  Permissions lent;
  for (const Grant& grant : handed_in) {
    if (grant.range.share.atomics != 0) lent.add(grant.range);
  }
  std::vector<Grant> back;
  for (const Grant& grant : given) {
    if (grant.range.share.has_no_fraction()) continue;
    for (const HeldRange& range : lent.ranges()) {
      if (range.end <= grant.range.begin || grant.range.end <= range.begin) continue;
      Grant& part = back.emplace_back(grant);
      part.range.begin = std::max(range.begin, part.range.begin);
      part.range.end = std::min(range.end, part.range.end);
    }
  }
  return back;
}

void compare_blocks(const std::vector<TakenBack>& back, const std::vector<Grant>& at_entry, std::uint64_t block_threads,
                    const std::function<void(const TakenBack&, const Imbalance&)>& tell) {
  if (back.empty()) return;
  std::vector<Grant> lent;
  std::ranges::copy_if(at_entry, std::back_inserter(lent), [](const Grant& g) { return g.range.share.atomics != 0; });
  std::ranges::sort(lent, {}, [](const Grant& g) { return std::tuple(g.range.begin, g.thread); });
  std::vector<std::uintptr_t> furthest;  // Where what begins no later ends.
  for (const Grant& grant : lent) furthest.push_back(std::max(furthest.empty() ? 0 : furthest.back(), grant.range.end));
  for (const TakenBack& taken : back) {
    const Grant& mine = taken.grant;
    const auto behind =
        std::ranges::lower_bound(lent, mine.range.end, {}, [](const Grant& g) { return g.range.begin; });
    std::optional<Grant> other;
    for (auto i = static_cast<std::size_t>(behind - lent.begin()); i-- > 0 && furthest[i] > mine.range.begin;) {
      const bool is_elsewhere = lent[i].thread / block_threads != mine.thread / block_threads;
      if (!is_elsewhere || lent[i].range.end <= mine.range.begin) continue;
      if (!other || lent[i].thread < other->thread) other = lent[i];
    }
    if (!other) continue;
    Imbalance imbalance{.begin = std::max(mine.range.begin, other->range.begin),
                        .end = std::min(mine.range.end, other->range.end),
                        .given = mine.range.share,
                        .available = other->range.share};
    imbalance.element_bytes = mine.range.element_bytes;
    imbalance.lowest = {mine};
    imbalance.keeper = other->thread;
    tell(taken, imbalance);
  }
}

}  // namespace fencepost::detector
