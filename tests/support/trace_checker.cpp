#include "support/trace_checker.h"

#include <cmath>
#include <cstdint>
#include <map>
#include <utility>

#include <nlohmann/json.hpp>

namespace collsim::test {
namespace {

using nlohmann::json;

class Checker {
 public:
  std::vector<std::string> found;

  void take(const json& event) {
    const std::string kind = event.value("ph", "");
    if (kind == "M") return need(event, event.contains("pid") && event["args"]["name"].is_string(), "names nothing");
    if (kind != "X" && kind != "C") return need(event, false, "is of no known kind");
    if (!event.contains("ts") || !event["ts"].is_number() || !event.contains("pid"))
      return need(event, false, "has no time or process");
    const std::int64_t at = ticks(event["ts"]);
    need(event, at >= last_, "goes back in time");
    last_ = at;
    if (kind == "X") {
      take_slice(event, at);
    } else {
      for (const json& value : event["args"]) need(event, value.is_number(), "counts what is no number");
    }
  }

 private:
  /// Doubles hold picoseconds exactly enough up to hours.
  static std::int64_t ticks(const json& us) { return std::llround(us.get<double>() * 1e6); }

  void take_slice(const json& event, std::int64_t at) {
    if (!event.contains("dur") || !event.contains("tid") || !event["name"].is_string())
      return need(event, false, "has no end, track or name");
    const std::int64_t end = at + ticks(event["dur"]);
    std::vector<std::int64_t>& open = open_[{event["pid"].get<int>(), event["tid"].get<int>()}];
    while (!open.empty() && open.back() <= at) open.pop_back();
    need(event, open.empty() || end <= open.back(), "overlaps the one before it on its track");
    open.push_back(end);
  }

  void need(const json& event, bool holds, const char* what) {
    if (!holds) found.push_back(event.dump() + ' ' + what);
  }

  std::int64_t last_ = 0;
  std::map<std::pair<int, int>, std::vector<std::int64_t>> open_;  ///< ends, outermost first
};

}  // namespace

std::vector<std::string> trace_violations(const std::string& text) {
  const json document = json::parse(text);
  Checker checker;
  for (const json& event : document.at("traceEvents")) checker.take(event);
  return checker.found;
}

}  // namespace collsim::test
