#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/time.h"
#include "topology/description.h"
#include "topology/generate/block.h"

namespace collsim {

/// A key of `generate:` and what people read about it.
struct Key {
  const char* name;
  const char* meaning;
  bool required = false;
};

inline Key required(const char* name, const char* meaning) { return {name, meaning, true}; }
inline Key optional(const char* name, const char* meaning) { return {name, meaning, false}; }

/// A switch between cables: 130 ns (NVIDIA Quantum, HDR) to some 330 ns (Quantum-2, NDR with its error correction), and
/// more for Ethernet.
inline constexpr Duration switch_latency_default = std::chrono::nanoseconds(300);
inline Key switch_latency_key() { return optional("switch_latency", "InfiniBand NDR about 300 ns, HDR 130 ns"); }
/// 20 m of cable at 5 ns/m, light in glass.
inline constexpr Duration cable_latency_default = std::chrono::nanoseconds(100);

/// The parameters of one link of a generator; `bandwidth` and `latency` of each of the parallel links.
struct LinkParameters {
  std::optional<double> bandwidth = {};
  std::optional<Duration> latency = cable_latency_default;
  std::optional<double> back_bandwidth = {};
  std::optional<Duration> back_latency = {};
  std::optional<int> links = 1;  ///< side by side, each with a name and a load of its own
  std::optional<int> count = 1;  ///< side by side, acting as one
  std::optional<Tier> tier = {};
  std::optional<Duplex> duplex = {};
  std::optional<double> utilization = 1;  ///< share of the bandwidth that traffic can use
};

/// Where a generator says what it can be told: each parameter with its key, its range and the variable that holds it,
/// whose value beforehand is the default. One implementation reads a file, another prints the documentation.
class Parameters {
 public:
  virtual ~Parameters() = default;

  virtual void whole(const Key& key, std::optional<int>& value, int least, int most) = 0;
  virtual void number(const Key& key, std::optional<double>& value, double least, double most) = 0;
  virtual void bandwidth(const Key& key, std::optional<double>& value) = 0;
  virtual void time(const Key& key, std::optional<Duration>& value) = 0;
  virtual void flag(const Key& key, std::optional<bool>& value) = 0;
  virtual void text(const Key& key, std::optional<std::string>& value, const char* example) = 0;
  virtual void word(const Key& key, std::optional<std::size_t>& index, std::span<const std::string_view> words) = 0;
  virtual void block(const Key& key, std::optional<NetworkBlock>& value) = 0;
  /// A mapping; `inside` is called where it is given.
  virtual void group(const Key& key, const std::function<void(Parameters&)>& inside) = 0;

  /// A list of mappings of which there is at least one; `inside` describes an item.
  template <class T, class Inside>
  void list(const Key& key, std::vector<T>& items, Inside inside) {
    // Reserved before any is read, so that errors can tell parameters by where they live.
    items_of(
        key, [&items](std::size_t count) { items.resize(count); },
        [&items, &inside](std::size_t i, Parameters& parameters) { inside(items[i], parameters); });
  }

  /// `bandwidth_required` is false where the generator can work it out.
  void link(const Key& key, std::optional<LinkParameters>& value, bool bandwidth_required = true);

 private:
  virtual void link_group(const Key& key, const std::function<void(Parameters&)>& inside) = 0;
  virtual void items_of(const Key& key, const std::function<void(std::size_t)>& resize,
                        const std::function<void(std::size_t, Parameters&)>& inside) = 0;
};

/// What a link's mapping may hold.
void describe_link(Parameters& parameters, LinkParameters& link, bool bandwidth_required);

/// Parameters that do not go together. `parameter` is the address of the one to name, or null for all of them.
class ParameterError : public std::runtime_error {
 public:
  ParameterError(const void* parameter, const std::string& message)
      : std::runtime_error(message), parameter_(parameter) {}
  const void* parameter() const { return parameter_; }

 private:
  const void* parameter_;
};

}  // namespace collsim
