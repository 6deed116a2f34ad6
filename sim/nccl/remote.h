// Ranks in other processes: each process tells the others, by the log of their Channel, what its ranks call and the
// data that goes with it, and has the parts of the others' ranks beside those of its own. So all of them see the same
// parts in the same order, and each performs what its own ranks do. Used while a Meeting lives.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "sim/interface/events.h"
#include "sim/nccl/channel.h"
#include "sim/nccl/clique.h"

namespace fencepost::sim {

/// A process's end of a Channel.
class Line : public std::enable_shared_from_this<Line> {
 public:
  explicit Line(std::shared_ptr<Channel>);
  ~Line();
  Line(const Line&) = delete;
  Line& operator=(const Line&) = delete;

  [[nodiscard]] Channel& channel() { return *channel_; }
  /// From now on what is told of the clique of this name is heard.
  void add(const std::shared_ptr<Clique>&);

  /// Tells the others of the part, whose data has been put aside. False: the system has no memory left.
  bool tell(Part&);
  /// … that the rank ends its communicator.
  void tell_leave(const Clique&, int rank, const NcclCall&);
  /// … that nothing more is done in the clique.
  void tell_break(const Clique&);

  [[nodiscard]] bool has_news() const { return heard_ != channel_->end(); }
  /// True if there were some.
  bool hear();

  /// What comes in the stream after this comes after what this process had done before it told what the part's rank
  /// knew when it told of the part; and so will what this process tells from now on.
  void order_behind(const Part& remote, StreamNumber);

 private:
  struct Told {
    std::uint64_t position, event;
  };

  /// The next record. False: the system cannot read it.
  bool hear_one();

  std::shared_ptr<Channel> channel_;
  std::map<std::string, std::weak_ptr<Clique>> cliques_{};
  std::uint64_t heard_ = 0;  ///< Up to there the log was read.
  /// Of each process up to where of the log what it told is known here: a vector clock (Mattern, 1988).
  std::vector<std::uint64_t> known_{};
  /// Of each stream what it had done when this process told of a part: an event that only the observer hears of.
  std::map<StreamNumber, std::vector<Told>> told_{};
};

/// Of all lines: another process has called, or may have.
bool others_have_called();
/// Does what is complete now.
void hear_others();

/// A communicator whose id is to be looked at: whether ranks of other processes have come.
class Forming {
 public:
  virtual ~Forming() = default;
  [[nodiscard]] virtual bool has_news() const = 0;
  virtual void look() = 0;
};
/// Those whose ranks have not all come. A `look` may take them away.
std::set<Forming*>& all_forming();

}  // namespace fencepost::sim
