#include "result/output_file.h"

#include <csignal>

#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "support/catch.h"
#include "support/scratch_folder.h"

namespace collsim::test {
namespace {

using Catch::Matchers::ContainsSubstring;

void write_whole(const std::string& path, const std::string& text) {
  OutputFile file(path);
  file.stream() << text;
  file.finish();
  file.commit();
}

}  // namespace

TEST_CASE("output file: appears when it is committed, and nothing else stays") {
  const ScratchFolder folder;
  const std::string path = folder.file("out");
  {
    OutputFile file(path);
    file.stream() << "text";
    file.finish();
    CHECK_FALSE(std::filesystem::exists(path));
    file.commit();
    CHECK(read_file(path) == "text");
  }
  CHECK(folder.count() == 1);
}

TEST_CASE("output file: without a commit the old file stays as it was, and nothing else") {
  const ScratchFolder folder;
  const std::string path = folder.write("out", "old");
  {
    OutputFile file(path);
    file.stream() << std::string(1 << 20, 'x');
  }
  CHECK(read_file(path) == "old");
  CHECK(folder.count() == 1);
}

TEST_CASE("output file: what does not fit into the buffer arrives whole and in order") {
  const ScratchFolder folder;
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += std::to_string(i) + ' ';
  write_whole(folder.file("out"), text);
  CHECK(read_file(folder.file("out")) == text);
}

TEST_CASE("output file: a symbolic link stays one, and what it points to is replaced") {
  const ScratchFolder folder;
  const std::string target = folder.write("target", "old");
  std::filesystem::create_symlink(target, folder.file("link"));
  write_whole(folder.file("link"), "new");
  CHECK(std::filesystem::is_symlink(folder.file("link")));
  CHECK(read_file(target) == "new");
}

TEST_CASE("output file: a missing folder and a folder are refused with the path and the reason") {
  const ScratchFolder folder;
  const std::string missing = folder.file("no/out");
  CHECK_THROWS_WITH(OutputFile(missing), ContainsSubstring(missing) && ContainsSubstring("No such file or directory"));
  CHECK_THROWS_WITH(OutputFile(folder.file("")), ContainsSubstring("Is a directory"));
  CHECK_THROWS_AS(OutputFile(""), FileError);
  CHECK(folder.count() == 0);
}

TEST_CASE("output file: a read-only file is not replaced") {
  // The superuser may write everything.
  if (::geteuid() == 0) return;
  const ScratchFolder folder;
  const std::string path = folder.write("out", "old");
  ::chmod(path.c_str(), 0444);
  CHECK_THROWS_AS(OutputFile(path), FileError);
  CHECK(read_file(path) == "old");
}

TEST_CASE("output file: a full disk is an error that names the file") {
  OutputFile file("/dev/full");
  file.stream() << "text";
  CHECK_THROWS_WITH(file.finish(), ContainsSubstring("/dev/full") && ContainsSubstring("No space left"));
}

TEST_CASE("output file: a full disk shows while writing, not only at the end") {
  OutputFile file("/dev/full");
  CHECK_THROWS_AS(file.stream() << std::string(1 << 20, 'x'), FileError);
}

TEST_CASE("output file: a device is written in place") {
  write_whole("/dev/null", "text");
  CHECK(std::filesystem::is_character_file("/dev/null"));
}

TEST_CASE("a pipe whose reader has gone is told apart from a file that cannot be written") {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  ::close(ends[0]);
  const auto before = std::signal(SIGPIPE, SIG_IGN);
  FdStream stream(ends[1], "pipe");
  CHECK_THROWS_AS(stream << "text" << std::flush, ClosedPipe);
  std::signal(SIGPIPE, before);
  ::close(ends[1]);
}

}  // namespace collsim::test
