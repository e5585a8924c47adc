#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "base/units.h"

namespace collsim {

using Rank = int;

/// How an algorithm is cut: `channels` copies side by side on M/channels each, every channel's part in `chunks`, every
/// chunk going through the phases in order, phase p in steps[p] steps.
struct Shape {
  int channels = 1;
  int chunks = 1;
  std::vector<int> steps;
  /// Into how many blocks the buffer of an all_reduce, broadcast or reduce is cut, evenly whatever the hierarchy; 0:
  /// one for each rank.
  int parts = 0;
};

/// One step of one phase for one chunk of one channel: what a barrier stands between.
struct Cell {
  int channel = 0;
  int phase = 0;
  int chunk = 0;
  int step = 0;
};

/// What the receiver does with the bytes: put them in place, or add them to its own.
enum class Action : std::uint8_t { copy, reduce };

/// A piece of the buffer within one (channel, chunk): the unit that the verifier follows. Programs number their blocks
/// as the operation's contract says (collective/contract.h).
using Block = std::int64_t;

/// From one rank to another. Or through switches that work on the way, as one flow over a tree of links, each loaded
/// once: from several ranks (`from` and `more_from`), whose bytes are added where their ways meet, to several (`to` and
/// `more_to`), who all get the same. A rank may be on both sides then, and be sent back what it gave.
/// The spans belong to the program.
struct Transfer {
  Rank from = 0;
  Rank to = 0;
  Bytes bytes = 0;
  Action action = Action::copy;
  std::span<const Rank> more_from{};
  std::span<const Rank> more_to{};

  bool in_network() const { return !more_from.empty() || !more_to.empty(); }
};

/// A collective algorithm for one operation, size and number of ranks: a pure function from a cell and a rank to what
/// that rank sends. It knows no nodes and no time. Immutable, and every answer costs time proportional to its length,
/// so that nobody ever stores N² transfers.
class Program {
 public:
  virtual ~Program() = default;

  virtual const Shape& shape() const = 0;
  /// Appends what `rank` sends in `cell`, alone none to itself. A transfer of several senders is appended for each of
  /// them, the same each time; no two of a cell have the same `from` and `to`.
  virtual void sends(Cell cell, Rank rank, std::vector<Transfer>& out) const = 0;
  /// How many transfers `rank` receives in `cell`.
  virtual int receives(Cell cell, Rank rank) const = 0;
  /// The blocks that a transfer of `cell` carries.
  virtual void blocks(Cell cell, const Transfer& transfer, const std::function<void(Block)>& visit) const = 0;
  /// Equal signatures promise equal (from, to, bytes) in the two cells; absent where the program makes no promise.
  virtual std::optional<std::uint64_t> signature(Cell) const { return {}; }
};

}  // namespace collsim
