// Running a program again whose input is used up.
#pragma once

namespace fencepost::cli {

/// While it lives, standard input is empty: a terminal must not be asked for more by a program nobody sees.
class NoInput {
 public:
  NoInput();
  ~NoInput();
  NoInput(const NoInput&) = delete;
  NoInput& operator=(const NoInput&) = delete;

 private:
  int saved_;
};

}  // namespace fencepost::cli
