#include "result/links_by_use.h"

#include <algorithm>

namespace collsim {

std::vector<std::uint32_t> links_by_use(const RunResult& run) {
  std::vector<std::uint32_t> links;
  for (std::uint32_t id = 0; id < run.links.size(); ++id)
    if (run.links[id].wire_bytes > 0) links.push_back(id);
  std::stable_sort(links.begin(), links.end(), [&](std::uint32_t a, std::uint32_t b) {
    return run.links[a].utilization > run.links[b].utilization;
  });
  return links;
}

}  // namespace collsim
