#include "detector/text/progress_line.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "detector/text/text_layout.h"

namespace fencepost::detector {
namespace {

std::size_t terminal_columns() {
  constexpr std::size_t kUsual = 80;
  winsize size{};
  const bool known = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
  return known ? size.ws_col : kUsual;
}

/// "50 s", "3 min", "2 h".
std::string duration_text(double seconds) {
  constexpr double kMinute = 60, kHour = 3600;
  const auto rounded = [](double number) { return with_commas(static_cast<std::uint64_t>(std::ceil(number))); };
  if (seconds < 2 * kMinute) return rounded(seconds) + " s";
  if (seconds < 2 * kHour) return rounded(seconds / kMinute) + " min";
  return rounded(seconds / kHour) + " h";
}

/// Three digits of it.
std::string rate_text(double rate) {
  constexpr double kThreeDigits = 100;
  if (rate >= kThreeDigits) return with_commas(static_cast<std::uint64_t>(rate));
  const std::string text = std::to_string(rate);
  return text.substr(0, rate >= 10 ? 2 : text.find('.') + 2);
}

}  // namespace

bool ProgressLine::is_shown() {
  const char* terminal = std::getenv("TERM");
  return ::isatty(STDERR_FILENO) != 0 && (terminal == nullptr || std::string_view(terminal) != "dumb");
}

void ProgressLine::show(const std::string& text) {
  if (!is_shown()) return;
  // One write: others write to the terminal, too.
  const std::string line = "\r\033[K" + cut(text, terminal_columns() - 1) + "\r";
  std::fputs(line.c_str(), stderr);
  std::fflush(stderr);
  shown_ = true;
}

void ProgressLine::clear() {
  if (!shown_) return;
  std::fputs("\r\033[K", stderr);
  std::fflush(stderr);
  shown_ = false;
}

std::string pace_text(double done, double left, double seconds) {
  constexpr double kLeastSeconds = 0.5;
  constexpr double kLeastRate = 0.1, kMostSeconds = 1e7;
  if (seconds < kLeastSeconds || done < 1) return {};
  const double rate = done / seconds;
  std::string text;
  if (rate >= kLeastRate) text = ", " + rate_text(rate) + " a second";
  if (left > 0 && left / rate < kMostSeconds) text += ", " + duration_text(left / rate) + " left";
  return text;
}

}  // namespace fencepost::detector
