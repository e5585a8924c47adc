#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "topology/topology.h"

namespace collsim {

/// A network cut into a core and stubs.
///
///     chip ──────────────┐                      ┌────────────── chip
///       └── its own nic ─┴─ leaf ── spine ── leaf ─┴─ nic of its own ──┘
///     └────── stub ──────┘ └───── core ─────┘ └────── stub ──────┘
///
/// A stub is a chip that forwards nothing, with the nics that serve it alone: no shortest route of others leads through
/// it (where one could, a nic with several switches, `bypasses` says so). The core is all the rest and falls into
/// components; a chip has an attachment to each component that it reaches. Attachments that look alike from the core,
/// links to the same nodes in the same order and of the same kind, are of one class: exchange two such chips and the
/// network is the same, so that what is known about routes of one is known of all, but for the names of the links
/// inside the stub. The cost of routing then grows with the core and the classes, not with the chips.

inline constexpr std::uint32_t kNone = static_cast<std::uint32_t>(-1);

/// A link, or the place of a link among the own links of the attachment that a route starts or ends with.
class LinkName {
 public:
  enum Owner : std::uint32_t { core, sender, receiver };

  LinkName() = default;
  LinkName(Owner owner, std::uint32_t index) : packed_((owner << kBits) | index) {}

  LinkId resolve(const LinkId* of_sender, const LinkId* of_receiver) const {
    const std::uint32_t index = packed_ & ((1U << kBits) - 1);
    return owner() == core ? index : (owner() == sender ? of_sender : of_receiver)[index];
  }
  Owner owner() const { return static_cast<Owner>(packed_ >> kBits); }
  friend bool operator==(LinkName a, LinkName b) { return a.packed_ == b.packed_; }
  std::uint32_t packed() const { return packed_; }

 private:
  static constexpr std::uint32_t kBits = 30;
  std::uint32_t packed_ = 0;
};

/// Where a route may stand in a component: at a node of the core (at a nic of the core that it came to straight from a
/// chip: in another state), or in the stub it starts from, at the chip or a nic, one state for the whole class.
using CoreState = std::uint32_t;

struct CoreEdge {
  LinkName link;
  CoreState to = 0;
  double bandwidth = 0;
  Duration latency{};  ///< of the link
};

/// The states of one component and the hops between them, in file order of the links at each state.
struct CoreComponent {
  std::vector<std::uint32_t> first_edge;  ///< by state, and the end
  std::vector<CoreEdge> edges;
  std::vector<std::uint32_t> first_before;  ///< by state, and the end
  std::vector<CoreState> before;            ///< whence edges lead to a state
  std::vector<Duration> through;            ///< by state: latency of its node
  std::vector<char> passable;               ///< by state: a route may go on from there
  /// Pairs of nodes that a stub's nic joins: two hops that routes of others could take.
  std::vector<std::pair<CoreState, CoreState>> bypasses;

  CoreState size() const { return static_cast<CoreState>(through.size()); }
  std::size_t memory_bytes() const;
};

/// A hop towards or inside the stub that a route ends in.
struct Arrival {
  std::uint32_t from = 0;         ///< a state of the core, or the number of a nic of the stub
  CoreEdge edge;                  ///< `to` is the number of a nic, or of the chip, which is counted after those; the
                                  ///< latency of a nic that it enters is counted in
  std::uint32_t edges_ahead = 0;  ///< how many edges of `from` stand before it in file order
  bool leaves_core = false;       ///< what `from` is
};

/// What routes lead to: a class of attachments, by its arrivals; or a node of the core, by its states.
struct Destination {
  std::uint32_t component = 0;
  std::uint32_t nics = 0;
  std::vector<Arrival> arrivals;
  std::vector<CoreState> states;
};

/// How a node takes part in a component.
struct Attachment {
  std::uint32_t component = 0;
  CoreState source = 0;           ///< where its routes start
  std::uint32_t destination = 0;  ///< into Core::destinations
  std::uint32_t own_links = 0;    ///< into Core::own_links: where those of this stub begin
};

struct DirectLinks {
  NodeId from = 0, to = 0;
  std::vector<LinkId> best;  ///< widest, of those quickest, in file order
};

struct Core {
  std::vector<CoreComponent> components;
  std::vector<Destination> destinations;
  std::vector<std::uint32_t> first_attachment;  ///< by node, and the end; none of a stub's nic
  std::vector<Attachment> attachments;          ///< of a node: by component
  std::vector<LinkId> own_links;
  std::vector<char> is_stub_nic;    ///< by node
  std::vector<DirectLinks> direct;  ///< between chips that do not forward; by from, then to
  CoreState most_states = 0;        ///< of one component and the stub at its end

  std::size_t memory_bytes() const;
};

/// Takes time proportional to the links (times the logarithm of their number).
Core cut_into_core_and_stubs(const Topology& topology);

}  // namespace collsim
