#include "compiler/object/phase_times.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <stdexcept>
#include <system_error>

namespace fencepost::compiler {

void PhaseTimes::done(const std::string& phase) {
  const std::clock_t now = std::clock();
  constexpr double kMilliseconds = 1000;
  phases_.push_back({phase, static_cast<double>(now - last_) * kMilliseconds / CLOCKS_PER_SEC});
  last_ = now;
}

void PhaseTimes::write() const {
  if (file_.empty()) return;
  std::error_code error;
  const auto size = std::filesystem::file_size(file_, error);
  std::ofstream out(file_, std::ios::app);
  if (error || size == 0) {
    out << "source file name , phase name , phase input files , phase output file , arch , tool, metric , unit\n";
  }
  for (const Phase& phase : phases_) {
    out << source_ << " , " << phase.name << " , " << source_ << " , " << object_ << " ,  , fencepost-nvcc , "
        << std::fixed << std::setprecision(4) << phase.milliseconds << " , ms\n";
  }
  if (!out.flush()) throw std::runtime_error("cannot write '" + file_ + "': " + std::strerror(errno));
}

}  // namespace fencepost::compiler
