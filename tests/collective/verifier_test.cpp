#include "collective/verifier.h"

#include <sstream>

#include "collective/generic_checks.h"
#include "collective/table.h"
#include "collective/totals.h"
#include "support/catch.h"

using namespace collsim;
using namespace collsim::test;

namespace {

/// A correct program with one thing changed: what the verifier must notice.
class Tampered final : public Program {
 public:
  using Change = std::function<void(Cell, std::vector<Transfer>&)>;

  Tampered(const Problem& problem, std::string_view algorithm, Change change)
      : inner_(find_algorithm(algorithm, problem.op)->make(problem)), change_(std::move(change)) {}

  const Shape& shape() const override { return inner_->shape(); }
  void sends(Cell cell, Rank rank, std::vector<Transfer>& out) const override {
    inner_->sends(cell, rank, out);
    change_(cell, out);
  }
  int receives(Cell cell, Rank rank) const override { return inner_->receives(cell, rank); }
  void blocks(Cell cell, const Transfer& t, const std::function<void(Block)>& visit) const override {
    inner_->blocks(cell, t, visit);
  }

 private:
  std::unique_ptr<Program> inner_;
  Change change_;
};

/// What all ranks together must send, by the operation's nature: all but one part of N (twice in all_reduce) of a ring
/// or of an equal exchange; the message itself in send_recv.
Bytes needed(Op op, Bytes size, int n) {
  switch (op) {
    case Op::all_reduce:
      return 2 * (n - 1) * size;
    case Op::send_recv:
      return n == 1 ? 0 : (n == 2 ? 1 : n) * size;
    default:
      return (n - 1) * size;
  }
}

}  // namespace

TEST_CASE("every algorithm passes what is asked of all: promises for any ranks, sizes, cuts, roots and tiers",
          "[property]") {
  for (const Algorithm& row : algorithms()) {
    CAPTURE(row.name, row.steps);
    CHECK(generic_fault(row).value_or("none") == "none");
  }
}

TEST_CASE("every operation of a name is done by one row") {
  for (const Algorithm& row : algorithms()) {
    for (const Op op : row.ops) {
      CAPTURE(row.name, to_string(op));
      CHECK(find_algorithm(row.name, op) == &row);
    }
  }
}

TEST_CASE("ring, pairwise and direct send no byte more than the operation needs") {
  for (const auto& [name, op] : {std::pair("ring", Op::all_reduce), std::pair("ring", Op::all_gather),
                                 std::pair("ring", Op::reduce_scatter), std::pair("pairwise", Op::all_to_all),
                                 std::pair("direct", Op::all_to_all), std::pair("direct", Op::send_recv)}) {
    for (const int n : {1, 2, 3, 8, 17}) {
      for (const Bytes size : {Bytes{0}, Bytes{n + 1}, Bytes{5} << 30}) {
        const auto program = find_algorithm(name, op)->make({op, n, size, 1, 2, 3, 0});
        CAPTURE(name, to_string(op), n, size);
        CHECK(sent_by_all(*program, n) == needed(op, size, n));
      }
    }
  }
}

TEST_CASE("blocks: parts differ by one element at most, the larger first, and add up") {
  // 10 floats on 4 ranks: 3, 3, 2, 2 elements.
  const Blocks blocks({Op::all_reduce, 4, 40, 4, 1, 1, 0});
  CHECK(blocks.bytes(0, 0, 0) == 12);
  CHECK(blocks.bytes(0, 0, 1) == 12);
  CHECK(blocks.bytes(0, 0, 2) == 8);
  CHECK(blocks.bytes(0, 0, 3) == 8);
  // Channels are cut first, then chunks, then blocks: 11 elements in 2 channels are 6 and 5; the second in 2 chunks 3
  // and 2; of these the last on 2 ranks 1 and 1.
  const Blocks cut({Op::all_gather, 2, 11, 1, 2, 2, 0});
  CHECK(cut.bytes(1, 1, 0) == 1);
  CHECK(cut.bytes(1, 1, 1) == 1);
  CHECK(cut.bytes(1, 0, 0) == 2);
}

TEST_CASE("ring: a rank owns the block that the literature says") {
  const Problem problem{Op::all_reduce, 4, 4, 1, 1, 1, 0};
  const auto ring = find_algorithm("ring", Op::all_reduce)->make(problem);
  std::ostringstream trace;
  print_trace(*ring, problem, trace);
  // After N-1 = 3 steps (0 … 2) rank r owns block r+1.
  const std::string text = trace.str();
  const std::size_t at = text.find("after phase 0 step 2");
  const std::string after = text.substr(at, text.find("after phase 0 step 3") - at);
  for (Rank r = 0; r < 4; ++r) {
    const std::size_t row = after.find("rank    " + std::to_string(r));
    std::istringstream columns(after.substr(after.find('|', row) + 1));
    std::vector<std::string> cells(4);
    for (std::string& cell : cells) columns >> cell;
    for (int b = 0; b < 4; ++b) CHECK((cells[static_cast<std::size_t>(b)] == "*") == (b == (r + 1) % 4));
  }
}

TEST_CASE(
    "verifier: notices a transfer that is missing, sent twice, misdirected, of wrong size or of what is not there") {
  const Problem ring{Op::all_reduce, 5, 50, 1, 1, 1, 0};
  const Problem pairs{Op::all_to_all, 5, 50, 1, 1, 1, 0};
  const auto fault = [](const Problem& problem, std::string_view algorithm, const Tampered::Change& change) {
    return find_fault(Tampered(problem, algorithm, change), problem).value_or("none");
  };
  using Transfers = std::vector<Transfer>;
  const auto contains = [](const char* text) { return Catch::Matchers::ContainsSubstring(text); };
  CHECK(fault(ring, "ring", [](Cell, Transfers&) {}) == "none");
  CHECK_THAT(fault(ring, "ring",
                   [](Cell c, Transfers& t) {
                     if (c.step == 2) t.clear();
                   }),
             contains("expects 1 transfers and 0 are sent"));
  CHECK_THAT(fault(ring, "ring",
                   [](Cell c, Transfers& t) {
                     if (c.step == 2) t.push_back(t[0]);
                   }),
             contains("expects 1 transfers and 2 are sent"));
  CHECK_THAT(fault(ring, "ring",
                   [](Cell c, Transfers& t) {
                     if (c.step == 2) t[0].to = t[0].from;
                   }),
             contains("step 2: rank 0 sends from 0 to 0"));
  CHECK_THAT(fault(ring, "ring",
                   [](Cell c, Transfers& t) {
                     if (c.step == 2) t[0].bytes += 1;
                   }),
             contains("sends 11 bytes for blocks of 10"));
  // Adding where the running sum should be put in place counts contributions twice.
  CHECK_THAT(fault(ring, "ring",
                   [](Cell c, Transfers& t) {
                     if (c.step == 5) t[0].action = Action::reduce;
                   }),
             contains("with a wrong value in block"));
  CHECK_THAT(fault(ring, "ring",
                   [](Cell c, Transfers& t) {
                     if (c.step == 1) t[0].action = Action::copy;
                   }),
             contains("with a wrong value in block"));
  CHECK_THAT(fault(pairs, "pairwise",
                   [](Cell c, Transfers& t) {
                     if (c.step == 1) t[0].to = (t[0].from + 1) % 5;
                   }),
             contains("ends without block"));
  // In a gathering ring that runs the other way round the second step sends what nobody has yet.
  const Problem gather{Op::all_gather, 5, 50, 1, 1, 1, 0};
  CHECK_THAT(fault(gather, "ring", [](Cell, Transfers& t) { t[0].to = (t[0].from + 4) % 5; }),
             contains("which it does not hold"));
}
