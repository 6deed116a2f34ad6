#include "detector/contract/ledger.h"

#include <algorithm>
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

void tell_imbalance(Balance balance, std::uintptr_t begin, std::uintptr_t end, const Side& given,
                    const std::optional<Share>& available, const Side& named,
                    const std::function<void(Balance, const Imbalance&)>& tell) {
  Imbalance imbalance{.begin = begin, .end = end, .given = given.total(), .available = available};
  imbalance.element_bytes = named.element_bytes();
  named.name(imbalance);
  tell(balance, imbalance);
}

}  // namespace

void compare_grants(std::vector<Grant>& given, std::vector<Grant>& handed_in, bool leaks,
                    const std::function<void(Balance, const Imbalance&)>& tell) {
  Side out(given), in(handed_in);
  for (std::uintptr_t at = std::min(out.next(), in.next()); at != UINTPTR_MAX;) {
    out.go_to(at);
    in.go_to(at);
    const std::uintptr_t end = std::min(out.next(), in.next());
    if (!out.empty() || !in.empty()) {
      if (!out.total() || !in.total()) {
        tell_imbalance(Balance::kUnknown, at, end, out, in.total(), out.empty() ? in : out, tell);
      } else if (*in.total() < *out.total()) {
        tell_imbalance(Balance::kInvented, at, end, out, in.total(), out, tell);
      } else if (leaks && *out.total() < *in.total()) {
        tell_imbalance(Balance::kLeaked, at, end, out, in.total(), in, tell);
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
        tell_imbalance(Balance::kUnknown, at, end, out, Share::kAll, out, tell);
      } else if (Share::kAll < *out.total()) {
        tell_imbalance(Balance::kInvented, at, end, out, Share::kAll, out, tell);
      }
    }
    at = end;
  }
}

}  // namespace fencepost::detector
