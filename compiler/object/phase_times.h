// How long each phase of a compilation takes: fencepost-nvcc --time FILE.
#pragma once

#include <ctime>
#include <string>
#include <vector>

namespace fencepost::compiler {

/// Of one source. Of one thread, and of this process alone.
class PhaseTimes {
 public:
  /// `file`: empty if nobody asks.
  PhaseTimes(std::string file, std::string source, std::string object)
      : file_(std::move(file)), source_(std::move(source)), object_(std::move(object)) {}

  /// What was done since the last phase's end, or since this was made.
  void done(const std::string& phase);

  /// Puts a row for each phase behind what the file has, with a title if it has nothing: the columns that nvcc's has,
  /// milliseconds of processor time. Throws std::runtime_error if it cannot be written.
  void write() const;

 private:
  struct Phase {
    std::string name;
    double milliseconds = 0;
  };

  std::string file_, source_, object_;
  std::clock_t last_ = std::clock();
  std::vector<Phase> phases_;
};

}  // namespace fencepost::compiler
