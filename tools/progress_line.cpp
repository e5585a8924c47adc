#include "progress_line.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string_view>

#include <unistd.h>

#include "base/units.h"
#include "result/text.h"

namespace collsim {
namespace {

constexpr auto period = std::chrono::milliseconds(250);

std::string remaining_text(double seconds) {
  if (seconds < 100) return fixed(std::ceil(seconds), 0) + " s";
  if (seconds < 6000) return fixed(std::ceil(seconds / 60), 0) + " min";
  return fixed(seconds / 3600, 1) + " h";
}

/// In the largest unit that leaves something before the point.
std::string simulated_text(Instant now) {
  const double us = to_microseconds(now);
  if (us < 1e3) return fixed(us, 3) + " us";
  return us < 1e6 ? fixed(us / 1e3, 3) + " ms" : fixed(us / 1e6, 3) + " s";
}

}  // namespace

bool on_terminal() {
  const char* terminal = std::getenv("TERM");
  const bool dumb = terminal != nullptr && std::string_view(terminal) == "dumb";
  return !dumb && ::isatty(STDERR_FILENO) == 1;
}

std::string progress_text(Bytes size, Instant now, double share, std::chrono::duration<double> elapsed) {
  std::string text = size > 0 ? format_size(size) + ": " : "";
  text += simulated_text(now) + " simulated, " + fixed(100 * share, 1) + " % done";
  if (share > 0) text += ", about " + remaining_text(elapsed.count() * (1 - share) / share) + " left";
  return text;
}

void ProgressLine::run_started(Bytes size) {
  size_ = size;
  begin_ = Clock::now();
}

void ProgressLine::progress(Instant now, double share) {
  if (due()) show(progress_text(size_, now, std::clamp(share, 0.0, 1.0), Clock::now() - begin_));
}

void ProgressLine::choosing(const std::string& what, std::size_t done, std::size_t of) {
  if (due()) show("choosing for " + what + " (" + std::to_string(done + 1) + " of " + std::to_string(of) + ')');
}

void ProgressLine::compared(const std::string& what, int done, int of) {
  if (due()) show(what + ": " + std::to_string(done) + " of " + std::to_string(of));
}

std::string counting_text(std::size_t done, std::size_t of, std::size_t done_before,
                          std::chrono::duration<double> elapsed) {
  constexpr std::size_t width = 30;
  const std::size_t full = of > 0 ? width * done / of : width;
  std::string text = '[' + std::string(full, '#') + std::string(width - full, '.') + "] " + std::to_string(done) +
                     " of " + std::to_string(of) + " runs";
  if (done <= done_before) return text;
  const double pace = elapsed.count() / static_cast<double>(done - done_before);
  return text + ", about " + remaining_text(pace * static_cast<double>(of - done)) + " left";
}

void ProgressLine::counted(std::size_t done, std::size_t of) {
  if (!done_before_) done_before_ = done;
  if (due()) show(counting_text(done, of, *done_before_, Clock::now() - begin_));
}

bool ProgressLine::due() {
  const Clock::time_point now = Clock::now();
  if (now < next_) return false;
  next_ = now + period;
  return true;
}

void ProgressLine::show(const std::string& text) {
  shown_ = true;
  std::fprintf(terminal_, "\r\x1b[K%s", text.c_str());
  std::fflush(terminal_);
}

void ProgressLine::erase() {
  if (!shown_) return;
  std::fputs("\r\x1b[K", terminal_);
  std::fflush(terminal_);
  shown_ = false;
}

}  // namespace collsim
