// Sharing pieces of work among processes, on one machine or several, through a folder that all of them see.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>

namespace fencepost::cli {

/// One process' part in it. A piece belongs to whoever made the last of the links `leases/PIECE.0`, `PIECE.1`, …, which
/// name their makers; a link is made or not, whatever file system (symlink(2) is atomic also over NFS), and never
/// removed. Who takes over what another has left makes the next link.
///
/// A process has left what it holds when it says so (leave()), when it is gone from this machine, or, on another one,
/// when it has not said anything (beat()) for `patience`, as this process' clock measures it. A process that was only
/// slow then does some work that another does, too: the results must be told apart by what they are results of.
///
/// Thread safety: none. Errors of the file system throw std::runtime_error.
class WorkLeases {
 public:
  /// `folder` exists.
  explicit WorkLeases(std::string folder, std::chrono::milliseconds patience = std::chrono::seconds(30));
  ~WorkLeases();  ///< leave()
  WorkLeases(const WorkLeases&) = delete;
  WorkLeases& operator=(const WorkLeases&) = delete;

  /// The name of this process, unlike that of any other, also of later ones.
  [[nodiscard]] const std::string& name() const { return name_; }

  enum class Claim {
    kTaken,  ///< It is this process' now.
    kHeld,   ///< Another one has it, or this one had it already.
  };
  /// Takes `piece`, a word without '/' or '.', unless somebody has it. Before it takes over what another has left it
  /// asks `is_done`, to which everything that the other has written is there to be seen; of a piece that is done kHeld
  /// is said.
  Claim claim(const std::string& piece, const std::function<bool()>& is_done);

  /// False if another process has taken `piece` over from this one.
  [[nodiscard]] bool holds(const std::string& piece) const;

  /// A word that this process leaves for all to see, once for each `name`; and the one that somebody has left.
  void leave_note(const std::string& name, const std::string& word);
  [[nodiscard]] std::optional<std::string> note(const std::string& name) const;

  /// To be called every second or so.
  void beat();
  /// From now on everything that it holds may be taken over.
  void leave();

 private:
  using Clock = std::chrono::steady_clock;
  struct Seen {
    std::string words;  ///< What the process said last …
    Clock::time_point since;
  };

  [[nodiscard]] std::string link_path(const std::string& piece, std::size_t generation) const;
  /// Who holds it; the generation is that of the link that would come next.
  [[nodiscard]] std::optional<std::string> holder(const std::string& piece, std::size_t& next_generation) const;
  bool has_left(const std::string& worker);
  void say(const std::string& state);

  std::string folder_, name_, machine_, life_;
  std::chrono::milliseconds patience_;
  std::size_t beats_ = 0;
  Clock::time_point last_beat_;
  bool left_ = false;
  std::map<std::string, Seen> seen_;
  std::map<std::string, std::size_t> generations_;  ///< Of the links of this process.
};

}  // namespace fencepost::cli
