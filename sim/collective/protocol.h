#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace collsim {

/// How a message's arrival is signalled, in NCCL's terms: `simple` by a flag after the data; `ll` by a flag beside
/// every four bytes; `ll128` by eight bytes of flags in each line of 128.
enum class Protocol : std::uint8_t { simple, ll, ll128 };

inline constexpr std::array all_protocols{Protocol::simple, Protocol::ll, Protocol::ll128};

constexpr std::string_view to_string(Protocol protocol) {
  constexpr std::array<std::string_view, 3> names{"simple", "ll", "ll128"};
  return names[static_cast<std::size_t>(protocol)];
}

}  // namespace collsim
