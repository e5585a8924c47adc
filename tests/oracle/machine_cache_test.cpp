#include "oracle/machine_cache.h"

#include <thread>

#include "support/catch.h"

using namespace collsim::oracle;

TEST_CASE("machine cache: a sweep over few groups profiles each once") {
  MachineCache cache;
  int made = 0;
  for (std::uint32_t i = 0; i < 100; ++i) {
    const std::uint32_t group = i % 4;
    const Machine& machine = cache.find({group, 7}, [&] {
      ++made;
      return flat_machine(static_cast<int>(group) + 2, 1e9, 0);
    });
    CHECK(machine.ranks() == static_cast<int>(group) + 2);
  }
  CHECK(made == 4);
  CHECK(cache.use().misses == 4);
  CHECK(cache.use().hit_rate() == Approx(0.96));
  CHECK(MachineCache().use().hit_rate() == 0);
}

TEST_CASE("machine cache: many threads find the same machines") {
  MachineCache cache;
  std::vector<std::vector<const Machine*>> found(8);
  {
    std::vector<std::jthread> threads;
    for (auto& mine : found)
      threads.emplace_back([&cache, &mine] {
        for (std::uint32_t i = 0; i < 1000; ++i)
          mine.push_back(&cache.find({i % 10}, [&] { return flat_machine(static_cast<int>(i % 10) + 1, 1e9, 0); }));
      });
  }
  for (const auto& mine : found) CHECK(mine == found.front());
  CHECK(cache.use().hits + cache.use().misses == 8000);
}
