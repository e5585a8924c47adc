#include "base/units.h"

#include <cmath>
#include <limits>
#include <random>
#include <stdexcept>

#include "support/catch.h"

using namespace collsim;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr Bytes kibi = 1024;

template <class Parse>
std::string refusal(Parse parse, std::string_view text) {
  try {
    parse(text);
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("sizes: bytes alone or with a unit, powers of 1000 and of 1024 apart") {
  CHECK(parse_size("65536") == 65536);
  CHECK(parse_size("64 KiB") == 64 * kibi);
  CHECK(parse_size("64KiB") == 64 * kibi);
  CHECK(parse_size("128 MiB") == 128 * kibi * kibi);
  CHECK(parse_size("1 GB") == 1'000'000'000);
  CHECK(parse_size("3 kB") == 3000);
  CHECK(parse_size("3 KB") == 3000);
  CHECK(parse_size("2 TiB") == 2 * kibi * kibi * kibi * kibi);
  CHECK(parse_size("64MB ") == 64'000'000);
  CHECK(parse_size("64e6") == 64'000'000);
  CHECK(parse_size("8 bytes") == 8);
  CHECK(parse_size("0") == 0);
}

TEST_CASE("sizes: a fraction counts where it makes whole bytes, exactly") {
  CHECK(parse_size("1.5 KiB") == 1536);
  CHECK(parse_size("0.1 GB") == 100'000'000);
  CHECK(parse_size(".5 GB") == 500'000'000);
  CHECK(parse_size("0.0009765625 MiB") == kibi);
  CHECK(parse_size("9.223372036854775807e18") == std::numeric_limits<Bytes>::max());
  CHECK(parse_size("9007199254740993") == 9'007'199'254'740'993);  // 2^53 + 1: no double holds it
  CHECK(parse_size("1.000000000000000000000 GB") == 1'000'000'000);
  CHECK(refusal(parse_size, "0.1 KiB") == "'0.1 KiB' is no whole number of bytes");
  CHECK(refusal(parse_size, "1.5") == "'1.5' is no whole number of bytes");
  CHECK(refusal(parse_size, "1e-400") == "'1e-400' is no whole number of bytes");
}

TEST_CASE("sizes: what does not fit is refused, not wrapped") {
  for (const char* text :
       {"9223372036854775808", "8388608 TiB", "1e19", "1e999999999999", "99999999999999999999999 TB"}) {
    CAPTURE(text);
    CHECK_THAT(refusal(parse_size, text), ContainsSubstring("too large"));
  }
}

TEST_CASE("sizes: everything else is refused with what would be right") {
  CHECK(refusal(parse_size, "-1") == "'-1' is negative: write a size of 0 B or more, as in 64 KiB");
  CHECK(refusal(parse_size, "64M") == "'64M' is ambiguous: write 64 MB (powers of 1000) or 64 MiB (powers of 1024)");
  CHECK(refusal(parse_size, "64 Ki") ==
        "'64 Ki' is ambiguous: write 64 kB (powers of 1000) or 64 KiB (powers of 1024)");
  CHECK(refusal(parse_size, "64 Mb") ==
        "'64 Mb' has an unknown unit 'Mb': a size is a number of bytes as in 65536, 64 KiB or 1 GB (B is bytes, case "
        "matters)");
  for (const char* text : {"",      " ",   "MiB",    "nan",  ".nan", "inf",   "+5",  "0x10", "010", "1_000",
                           "1,000", "5 5", "64 mib", "1 PB", "1.",   "1.2.3", "--1", "five", "1e",  "64 KiB/s"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(parse_size(text), std::invalid_argument);
  }
}

TEST_CASE("bandwidth: bytes and bits, spelt as people spell them") {
  CHECK(parse_bandwidth("450 GB/s") == 450e9);
  CHECK(parse_bandwidth("400 Gb/s") == 50e9);
  for (const char* text :
       {"400Gbps", "400 Gbit/s", "400 Gbits/s", "0.4 Tb/s", "50GB/s", "50 GBps", "5e10 B/s", " 50 GB/s "}) {
    CAPTURE(text);
    CHECK(parse_bandwidth(text) == 50e9);
  }
  CHECK(parse_bandwidth("32 GiB/s") == 32.0 * 1024 * 1024 * 1024);
  CHECK(parse_bandwidth("8 b/s") == 1);
  CHECK(parse_bandwidth("0.1 GB/s") == 1e8);
}

TEST_CASE("bandwidth: a number without a unit is refused with both candidates") {
  CHECK(refusal(parse_bandwidth, "450") ==
        "'450' has no unit: write 450 GB/s (bytes) or 450 Gb/s (bits, an eighth of that)");
  CHECK_THAT(refusal(parse_bandwidth, "400 gb/s"), ContainsSubstring("write 400 GB/s (bytes) or 400 Gb/s (bits"));
}

TEST_CASE("bandwidth: zero, negative, infinite and misspelt values are refused") {
  CHECK(refusal(parse_bandwidth, "0 GB/s") == "'0 GB/s' is zero: a bandwidth is above 0");
  CHECK(refusal(parse_bandwidth, "-1 GB/s") == "'-1 GB/s' is negative: write a bandwidth above 0, as in 450 GB/s");
  for (const char* text : {"Gbbps", "5 Gbbps", "5 gb/s", "nan GB/s", "inf GB/s", ".inf", "1e400 GB/s", "1e-400 B/s",
                           "5 GB", "5 GB/ s", "5 m/s", "", "GB/s"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(parse_bandwidth(text), std::invalid_argument);
  }
}

TEST_CASE("times: exact in picoseconds, with a unit always") {
  CHECK(parse_time("150 ns").count() == 150'000);
  CHECK(parse_time("0.3 us").count() == 300'000);
  CHECK(parse_time("0.3 \u00B5s").count() == 300'000);
  CHECK(parse_time("0.3\u03BCs").count() == 300'000);
  CHECK(parse_time("10 ms").count() == 10'000'000'000);
  CHECK(parse_time("1 s").count() == 1'000'000'000'000);
  CHECK(parse_time("12 ps").count() == 12);
  CHECK(parse_time("0 us").count() == 0);
  CHECK(parse_time("1234567.890123456 us").count() == 1'234'567'890'123);  // to the nearest
}

TEST_CASE("times: parts of a picosecond are rounded to the nearest") {
  CHECK(parse_time("0.4999 ps").count() == 0);
  CHECK(parse_time("0.5 ps").count() == 1);
  CHECK(parse_time("0.33333 ns").count() == 333);
  CHECK(parse_time("1e-30 s").count() == 0);
}

TEST_CASE("times: everything else is refused with what would be right") {
  CHECK(refusal(parse_time, "5") == "'5' has no unit: write 5 ns or 5 us (ps, ns, us, ms and s are known)");
  CHECK(refusal(parse_time, "0") == "'0' has no unit: write 0 ns or 0 us (ps, ns, us, ms and s are known)");
  CHECK(refusal(parse_time, "5 sec") ==
        "'5 sec' has an unknown unit 'sec': write 5 ns or 5 us (ps, ns, us, ms and s are known)");
  CHECK(refusal(parse_time, "-3 ns") == "'-3 ns' is negative: write a time of 0 s or more, as in 150 ns");
  CHECK(refusal(parse_time, "soon") ==
        "'soon' does not begin with a number: write a time of 0 s or more, as in 150 ns");
  CHECK(refusal(parse_time, "1e9 s") == "'1e9 s' is too long: a time is at most 26 days");
  CHECK_NOTHROW(parse_time("2000000 s"));
  CHECK_THROWS_AS(parse_time("1e999999999 s"), std::invalid_argument);
}

TEST_CASE("sizes on nccl-tests' flags are powers of 1024 whatever the case") {
  CHECK(parse_nccl_size("8") == 8);
  CHECK(parse_nccl_size("128M") == 128 * kibi * kibi);
  CHECK(parse_nccl_size("128m") == 128 * kibi * kibi);
  CHECK(parse_nccl_size("128MB") == 128 * kibi * kibi);
  CHECK(parse_nccl_size("4GiB") == 4 * kibi * kibi * kibi);
  CHECK(parse_nccl_size("1.5K") == 1536);
  CHECK(parse_nccl_size("1 T") == kibi * kibi * kibi * kibi);
  CHECK(parse_nccl_size("2P") == 2 * kibi * kibi * kibi * kibi * kibi);
  for (const char* text : {"", "K", "-1", "128Mfoo", "1.0001K", "nan", "8192P", "1E", "0x8"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(parse_nccl_size(text), std::invalid_argument);
  }
}

TEST_CASE("plain numbers are decimal: neither octal, hexadecimal nor nan") {
  CHECK(parse_number("0.95") == 0.95);
  CHECK(parse_number("1e3") == 1000);
  CHECK(parse_whole("8") == 8);
  CHECK(parse_whole("0") == 0);
  CHECK(parse_whole("18446744073709551615") == std::numeric_limits<std::uint64_t>::max());
  for (const char* text : {"010", "0x10", "1e3", "8.0", "1_000", "-8", "18446744073709551616", "", "yes"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(parse_whole(text), std::invalid_argument);
  }
  for (const char* text : {"nan", ".inf", "0x1", "-0.5", "1e400", "5 %"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(parse_number(text), std::invalid_argument);
  }
}

TEST_CASE("printed quantities take the unit in which they are shortest to read") {
  CHECK(format_size(128 * kibi * kibi) == "128 MiB");
  CHECK(format_size(1000) == "1000 B");
  CHECK(format_size(64'000'000) == "64 MB");
  CHECK(format_size(0) == "0 B");
  CHECK(format_bandwidth(450e9) == "450 GB/s");
  CHECK(format_bandwidth(1.8e12) == "1.8 TB/s");
  CHECK(format_bandwidth(12.5e9) == "12.5 GB/s");
  CHECK(format_bandwidth(0.5) == "0.5 B/s");
  CHECK(format_time(Duration(350'000)) == "350 ns");
  CHECK(format_time(Duration(1'500'000)) == "1.5 us");
  CHECK(format_time(Duration(7)) == "7 ps");
  CHECK(format_time(Duration(0)) == "0 ns");
}

TEST_CASE("what is printed reads back as the same value", "[property]") {
  std::mt19937_64 random(1);
  for (int i = 0; i < 20'000; ++i) {
    const auto magnitude = random() % 62;
    const auto whole = static_cast<std::int64_t>(random() >> (2 + magnitude));
    REQUIRE(parse_size(format_size(whole)) == whole);
    const Duration time(whole / 4);
    REQUIRE(parse_time(format_time(time)) == time);
    const double exponent = static_cast<double>(random() % 600) - 300;
    const double bandwidth = std::pow(10.0, exponent) * (1 + static_cast<double>(random() >> 11) * 0x1p-53);
    REQUIRE(parse_bandwidth(format_bandwidth(bandwidth)) == bandwidth);
  }
}
