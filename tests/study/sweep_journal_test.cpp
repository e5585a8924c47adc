#include "study/sweep_journal.h"

#include <filesystem>
#include <sstream>

#include "base/error.h"
#include "support/catch.h"
#include "support/scratch_folder.h"

namespace collsim::test {
namespace {

constexpr SweepIdentity identity{0x1234, 5};

std::string rows_of(std::size_t run) { return std::string(10 * run + 1, 'x') + std::to_string(run) + "\r\n"; }

/// Does what is left, and says how much that was.
std::size_t do_the_rest(SweepJournal& journal) {
  std::size_t count = 0;
  while (const auto run = journal.claim()) {
    journal.finish(*run, rows_of(*run), false);
    ++count;
  }
  return count;
}

void check_complete(const SweepJournal& journal) {
  REQUIRE(journal.complete());
  for (std::size_t run = 0; run < identity.runs; ++run) CHECK(journal.records(run) == rows_of(run));
}

std::string complete_journal(const ScratchFolder& folder) {
  const auto journal = SweepJournal::open(folder.file("whole"), identity);
  CHECK(do_the_rest(*journal) == identity.runs);
  return read_file(folder.file("whole"));
}

}  // namespace

TEST_CASE("sweep journal: cut off anywhere it loses at most the record that was cut") {
  const ScratchFolder folder;
  const std::string whole = complete_journal(folder);
  std::size_t least_left = 0;
  for (std::size_t length = whole.size() + 1; length-- > 0;) {
    const auto journal = SweepJournal::open(folder.write("cut", whole.substr(0, length)), identity);
    const std::size_t left = do_the_rest(*journal);
    // The shorter the more to do, and never more than one for each record's end that was passed.
    CHECK((left == least_left || left == least_left + 1));
    least_left = left;
    check_complete(*journal);
  }
  CHECK(least_left == identity.runs);
}

TEST_CASE("sweep journal: a changed byte costs the records from there on and nothing else") {
  const ScratchFolder folder;
  const std::string whole = complete_journal(folder);
  const std::size_t header = whole.find('\n') + 1;
  for (std::size_t at = header; at < whole.size(); ++at) {
    std::string changed = whole;
    changed[at] = static_cast<char>(changed[at] ^ 1);
    const auto journal = SweepJournal::open(folder.write("changed", changed), identity);
    CHECK(do_the_rest(*journal) >= 1);
    check_complete(*journal);
  }
}

TEST_CASE("sweep journal: that of another sweep, or of as many runs more, is refused and stays as it is") {
  const ScratchFolder folder;
  const std::string whole = complete_journal(folder);
  for (const SweepIdentity& other : {SweepIdentity{0x1235, 5}, SweepIdentity{0x1234, 6}}) {
    CHECK_THROWS_AS(SweepJournal::open(folder.file("whole"), other), InputError);
    CHECK_THROWS_AS(SweepJournal::open_existing(folder.file("whole"), other), InputError);
  }
  CHECK(read_file(folder.file("whole")) == whole);
}

TEST_CASE("sweep journal: what one has in hand no other gets, and what it leaves behind the others do") {
  const ScratchFolder folder;
  const auto a = SweepJournal::open(folder.file("j"), identity);
  auto b = SweepJournal::open(folder.file("j"), identity);
  CHECK(a->claim() == std::size_t{0});
  CHECK(b->claim() == std::size_t{1});
  CHECK(a->claim() == std::size_t{2});
  a->finish(0, rows_of(0), true);
  // Seen at the next look.
  CHECK(b->claim() == std::size_t{3});
  CHECK(b->is_done(0));
  CHECK(b->failed() == 1);
  CHECK(b->records(0) == rows_of(0));
  // Its locks end as they would with its process.
  b.reset();
  a->finish(2, rows_of(2), false);
  CHECK(do_the_rest(*a) == 3);
  check_complete(*a);
}

TEST_CASE("sweep journal: a run that is given back is handed out again") {
  const auto journal = SweepJournal::temporary(identity);
  const auto run = journal->claim();
  journal->release(*run);
  CHECK(do_the_rest(*journal) == identity.runs);
}

TEST_CASE("sweep journal: shards hand out each run once") {
  const ScratchFolder folder;
  std::vector<int> times(identity.runs);
  for (std::size_t shard = 0; shard < 3; ++shard) {
    const auto journal = SweepJournal::open(folder.file(std::to_string(shard)), identity);
    journal->restrict_to(shard, 3);
    while (const auto run = journal->claim()) {
      ++times[*run];
      journal->finish(*run, "", false);
    }
    CHECK(journal->complete());
  }
  CHECK(times == std::vector<int>(identity.runs, 1));
}

TEST_CASE("sweep journal: only one of those who share it puts the result in its place") {
  const ScratchFolder folder;
  const auto a = SweepJournal::open(folder.file("j"), identity);
  const auto b = SweepJournal::open(folder.file("j"), identity);
  do_the_rest(*a);
  CHECK_FALSE(b->claim().has_value());
  int written = 0;
  b->replace_by([&written] { ++written; });
  a->replace_by([&written] { ++written; });
  CHECK(written == 1);
  CHECK(folder.count() == 0);
}

}  // namespace collsim::test
