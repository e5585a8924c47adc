#include <algorithm>

#include "collective/generic_checks.h"
#include "collective/table.h"
#include "collective/whole_buffer.h"
#include "support/catch.h"

using namespace collsim;
using namespace collsim::test;

namespace {

/// An algorithm as somebody might add one, without a closed form: all_reduce by each rank handing its running sum to
/// the next, and the last the result to all others at once.
class Relay : public WholeBuffer {
 public:
  explicit Relay(const Problem& p)
      : WholeBuffer(p, phases_of_one_step(p.ranks > 1 ? p.ranks : 0)), last_(p.ranks - 1) {}

  void sends(Cell cell, Rank rank, std::vector<Transfer>& out) const override {
    if (cell.phase < last_) {
      if (rank == cell.phase) out.push_back({rank, rank + 1, bytes(cell), Action::reduce});
    } else if (rank == last_) {
      for (Rank to = 0; to < last_; ++to) out.push_back({rank, to, bytes(cell), Action::copy});
    }
  }
  int receives(Cell cell, Rank rank) const override {
    return cell.phase < last_ ? (rank == cell.phase + 1 ? 1 : 0) : (rank < last_ ? 1 : 0);
  }

 protected:
  Rank last_;
};

/// Wrong for more than nine ranks alone.
class Forgetful final : public Relay {
 public:
  using Relay::Relay;
  void sends(Cell cell, Rank rank, std::vector<Transfer>& out) const override {
    const std::size_t before = out.size();
    Relay::sends(cell, rank, out);
    if (out.size() - before > 9) out.pop_back();
  }
};

/// Cuts its buffer in one chunk, whatever it is told.
class InOnePiece final : public Relay {
 public:
  explicit InOnePiece(const Problem& p) : Relay(in_one(p)) {}

 private:
  static Problem in_one(Problem p) {
    p.chunks = 1;
    return p;
  }
};

/// A ring that says all its steps were alike, though blocks differ.
class Boastful final : public Program {
 public:
  explicit Boastful(const Problem& p) : ring_(find_algorithm("ring", p.op)->make(p)) {}

  const Shape& shape() const override { return ring_->shape(); }
  void sends(Cell c, Rank rank, std::vector<Transfer>& out) const override { ring_->sends(c, rank, out); }
  int receives(Cell c, Rank rank) const override { return ring_->receives(c, rank); }
  void blocks(Cell c, const Transfer& t, const std::function<void(Block)>& v) const override { ring_->blocks(c, t, v); }
  std::optional<std::uint64_t> signature(Cell) const override { return 1; }

 private:
  std::unique_ptr<Program> ring_;
};

/// Takes the hierarchy's nodes for its own and loses all but the first.
class FirstNodeOnly final : public Relay {
 public:
  explicit FirstNodeOnly(const Problem& p) : Relay(p), tiers_(p.hierarchy) {}

  void sends(Cell cell, Rank rank, std::vector<Transfer>& out) const override {
    const std::size_t before = out.size();
    Relay::sends(cell, rank, out);
    if (tiers_.flat() || cell.phase < last_) return;
    const auto elsewhere = [&](const Transfer& t) { return tiers_.coordinate(t.to, 1) > 0; };
    out.erase(std::remove_if(out.begin() + static_cast<std::ptrdiff_t>(before), out.end(), elsewhere), out.end());
  }

 private:
  Hierarchy tiers_;
};

template <class Made>
Algorithm row_of(std::string_view source = "made up", Algorithm::Tiers tiers = Algorithm::Tiers::none) {
  const auto make = [](const Problem& p) -> std::unique_ptr<Program> { return std::make_unique<Made>(p); };
  return {"relay", {Op::all_reduce}, "N", "M; the last (N-1) M", "any N", source, make, tiers};
}

std::string verdict(const Algorithm& row) { return generic_fault(row).value_or("sound"); }

using Catch::Matchers::ContainsSubstring;

}  // namespace

TEST_CASE("a new algorithm without a closed form gets all generic checks from its row alone") {
  CHECK(verdict(row_of<Relay>()) == "sound");
  CHECK(verdict(row_of<Relay>("made up", Algorithm::Tiers::nodes)) == "sound");
}

TEST_CASE("the generic checks find what is wrong with a new algorithm, each by itself") {
  CHECK_THAT(verdict(row_of<Relay>("")), ContainsSubstring("leaves a column empty"));
  // Ten others first stand in a group of eleven.
  CHECK_THAT(verdict(row_of<Forgetful>()), ContainsSubstring("over 11 ranks"));
  CHECK_THAT(verdict(row_of<InOnePiece>()), ContainsSubstring("3 channels of 1 chunks"));
  CHECK_THAT(verdict(row_of<Boastful>()), ContainsSubstring("of one signature"));
  CHECK(verdict(row_of<FirstNodeOnly>()) == "sound");
  CHECK_THAT(verdict(row_of<FirstNodeOnly>("made up", Algorithm::Tiers::nodes)), ContainsSubstring(" nodes of "));
}
