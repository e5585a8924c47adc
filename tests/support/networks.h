#pragma once

#include <functional>
#include <string>
#include <vector>

// Tiny named networks, as the `topology:` line of a scenario: `star(8, "50 GB/s") + "collectives: [...]"` is a whole
// scenario. Chips are c0, c1, … throughout.

namespace collsim::test {

/// A network from the entries of `nodes:` and of `links:`, in YAML's flow style: one line of text, newline included.
std::string topology(const std::string& nodes, const std::string& links);

/// `c[0-7]` for 8 chips.
std::string chips(int count);

/// A crossbar: every chip on one switch, `sw`, that adds no latency. A route is two links long.
std::string star(int count, const std::string& bandwidth, const std::string& latency = "0 ns");

/// Two switches, `left` and `right`, with `per_side` chips each, in that order, and one trunk between them.
std::string two_leaves(int per_side, const std::string& port, const std::string& trunk);

/// A torus of chips that forward, c0 … with the first dimension fastest. `latency` gives a link's from its dimension
/// and whether it closes the ring, in ns. Requires: every extent >= 3.
std::string torus(const std::vector<int>& extents, const std::string& bandwidth,
                  const std::function<int(std::size_t dimension, bool wraps)>& latency);

/// An entry of `collectives:` that sends `size` from one chip to another. `more` is further keys: `start: 1 ms`.
std::string send(const std::string& id, const std::string& from, const std::string& to, const std::string& size,
                 const std::string& more = "");

/// `collectives: [a, b, …]` and a newline.
std::string collectives(const std::vector<std::string>& entries);

/// `a, b, c`.
std::string join(const std::vector<std::string>& parts);

}  // namespace collsim::test
