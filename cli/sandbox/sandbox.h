// Where programs run that nobody has vouched for: without a network, with no files but those that are named.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace fencepost::cli {

/// What one run sees.
struct SandboxPlace {
  std::string folder;                 ///< It may write here, and finds it as /tmp, too.
  std::string working_directory;      ///< Here it starts.
  std::vector<std::string> readable;  ///< Folders of the user.
};

/// Bubblewrap's namespaces around programs, or, for programs that are trusted, nothing. Inside there are: /usr, this
/// program with what comes with it, parsed headers of the compile cache, all to be read, and SandboxPlace; processes
/// see only each other, and all end with this process. Thread safety: const methods.
class Sandbox {
 public:
  /// No sandbox: programs can do what the user can.
  static Sandbox none() { return {}; }

  /// Throws std::runtime_error, which says what to do, if bubblewrap is not installed or is not allowed to work here.
  static Sandbox bubblewrap();

  /// The command that runs `words` at `place`; words[0] is a path.
  [[nodiscard]] std::vector<std::string> command(const SandboxPlace& place,
                                                 const std::vector<std::string>& words) const;

  /// The whole environment of that command. In a sandbox nothing is the caller's but FENCEPOST_CXX: the rest may hold
  /// secrets.
  [[nodiscard]] std::map<std::string, std::string> environment(const SandboxPlace& place) const;

  [[nodiscard]] bool is_there() const { return !program_.empty(); }

 private:
  Sandbox() = default;
  [[nodiscard]] bool has_headers() const;

  std::string program_;                    ///< bwrap.
  std::vector<std::string> system_, own_;  ///< What is to be read of the system, and ours, as words for it.
  std::string cache_;                      ///< The folder that compiled programs are kept in; empty: none.
};

}  // namespace fencepost::cli
