#include <functional>

#include "collective/program.h"
#include "collective/verifier.h"
#include "support/catch.h"

using namespace collsim;

namespace {

/// all_reduce of three ranks in one transfer of all to all, with one thing changed in what a rank lists or expects.
class AllToAll final : public Program {
 public:
  using Change = std::function<void(Rank, std::vector<Transfer>&)>;

  explicit AllToAll(Change change) : change_(std::move(change)) {}

  const Shape& shape() const override { return shape_; }
  void sends(Cell, Rank rank, std::vector<Transfer>& out) const override {
    out.push_back({0, 0, 12, Action::copy, others_, others_});
    change_(rank, out);
  }
  int receives(Cell, Rank rank) const override { return rank == deaf_ ? 0 : 1; }
  void blocks(Cell, const Transfer&, const std::function<void(Block)>& visit) const override { visit(0); }

  Rank deaf_ = -1;  ///< expects nothing

 private:
  Shape shape_{1, 1, {1}, 1};
  std::vector<Rank> others_{1, 2};
  Change change_;
};

const Problem kThreeRanks{Op::all_reduce, 3, 12, 1, 1, 1, 0};

std::string fault(const AllToAll::Change& change) { return find_fault(AllToAll(change), kThreeRanks).value_or("none"); }

using Transfers = std::vector<Transfer>;
using Catch::Matchers::ContainsSubstring;

}  // namespace

TEST_CASE("verifier: a transfer of several to several is listed by each sender, executed once and received by all") {
  CHECK(fault([](Rank, Transfers&) {}) == "none");
  // Added to what each had of its own, its contribution counts twice.
  CHECK_THAT(fault([](Rank, Transfers& t) { t[0].action = Action::reduce; }), ContainsSubstring("with a wrong value"));
}

TEST_CASE("verifier: notices a sender that does not list a joint transfer, lists it twice or differently") {
  CHECK_THAT(fault([](Rank rank, Transfers& t) {
               if (rank == 2) t.clear();
             }),
             ContainsSubstring("rank 2 does not list the transfer from 0 to 0 that it is a sender of"));
  CHECK_THAT(fault([](Rank rank, Transfers& t) {
               if (rank == 1) t.push_back(t[0]);
             }),
             ContainsSubstring("rank 1 lists the transfer from 0 to 0 twice"));
  const auto differently = [](const std::function<void(Transfer&)>& change) {
    return fault([&](Rank rank, Transfers& t) {
      if (rank == 1) change(t[0]);
    });
  };
  const auto different = ContainsSubstring("ranks 0 and 1 list different transfers from 0 to 0");
  CHECK_THAT(differently([](Transfer& t) { t.bytes = 11; }), different);
  CHECK_THAT(differently([](Transfer& t) { t.action = Action::reduce; }), different);
  CHECK_THAT(differently([](Transfer& t) { t.more_to = t.more_to.first(1); }), different);
  CHECK_THAT(differently([](Transfer& t) { t.more_from = t.more_from.first(1); }), different);
}

TEST_CASE("verifier: notices a joint transfer of a rank that is none, named twice, or not among the senders") {
  static const std::vector<Rank> twice{1, 1}, beyond{1, 3}, below{-1};
  CHECK_THAT(fault([](Rank, Transfers& t) { t[0].more_to = twice; }),
             ContainsSubstring("with rank 1 twice on one side"));
  CHECK_THAT(fault([](Rank, Transfers& t) {
               t[0].more_from = std::span(twice).first(1);
               t[0].from = 1;
             }),
             ContainsSubstring("rank 0 lists a transfer from 1 to 0 that it is no sender of"));
  CHECK_THAT(fault([](Rank, Transfers& t) { t[0].more_to = beyond; }),
             ContainsSubstring("with rank 3, which there is"));
  CHECK_THAT(fault([](Rank, Transfers& t) { t[0].more_from = below; }), ContainsSubstring("with rank -1, which there"));
  // Without further ranks it is a plain transfer, and to oneself.
  CHECK_THAT(fault([](Rank, Transfers& t) { t[0].more_from = t[0].more_to = {}; }),
             ContainsSubstring("rank 0 sends from 0 to 0"));
}

TEST_CASE(
    "verifier: notices a receiver that is not counted, a contribution left out, bytes and blocks that are not so") {
  AllToAll program([](Rank, Transfers&) {});
  program.deaf_ = 2;
  CHECK_THAT(find_fault(program, kThreeRanks).value_or("none"),
             ContainsSubstring("rank 2 expects 0 transfers and 1 are sent to it"));
  CHECK_THAT(fault([](Rank rank, Transfers& t) {
               t[0].more_from = t[0].more_from.first(1);
               if (rank == 2) t.clear();
             }),
             ContainsSubstring("with a wrong value"));
  CHECK_THAT(fault([](Rank, Transfers& t) { t[0].more_to = t[0].more_to.first(1); }),
             ContainsSubstring("rank 2 expects 1 transfers and 0 are sent to it"));
  CHECK_THAT(fault([](Rank, Transfers& t) { t[0].bytes = 11; }),
             ContainsSubstring("rank 0 sends 11 bytes for blocks of 12"));
  // Where only the root has something to give, the others cannot join.
  const Problem broadcast{Op::broadcast, 3, 12, 1, 1, 1, 0};
  CHECK_THAT(find_fault(AllToAll([](Rank, Transfers&) {}), broadcast).value_or("none"),
             ContainsSubstring("sends block 0, which it does not hold"));
}
