#include "log.h"

#include <cstdlib>
#include <memory>
#include <utility>

#include <spdlog/sinks/ansicolor_sink.h>
#include <spdlog/spdlog.h>

namespace collsim {
namespace {

spdlog::color_mode colour() {
  const char* unwanted = std::getenv("NO_COLOR");
  return unwanted != nullptr && *unwanted != '\0' ? spdlog::color_mode::never : spdlog::color_mode::automatic;
}

spdlog::level::level_enum level_of(Verbosity verbosity) {
  if (verbosity == Verbosity::quiet) return spdlog::level::err;
  return verbosity == Verbosity::verbose ? spdlog::level::debug : spdlog::level::info;
}

}  // namespace

void install_log(Verbosity verbosity) {
  auto sink = std::make_shared<spdlog::sinks::ansicolor_stderr_sink_st>(colour());
  auto logger = std::make_shared<spdlog::logger>("collsim", std::move(sink));
  logger->set_pattern("%n: %^%l%$: %v");
  logger->set_level(level_of(verbosity));
  spdlog::set_default_logger(std::move(logger));
}

void log_note(const std::string& text) { spdlog::info("{}", text); }

void log_detail(const std::string& text) { spdlog::debug("{}", text); }

}  // namespace collsim
