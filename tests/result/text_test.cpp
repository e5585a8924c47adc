#include "result/text.h"

#include <cmath>
#include <cstdlib>

#include "support/catch.h"

namespace collsim::test {

TEST_CASE("shortest: reads back as the same double, without digits that carry nothing") {
  CHECK(shortest(0.3) == "0.3");
  CHECK(shortest(0) == "0");
  for (double value : {5072.1648, 1.0 / 3, 1e-300, 123456789012345680.0, std::nextafter(1.0, 2.0)})
    CHECK(std::strtod(shortest(value).c_str(), nullptr) == value);
}

TEST_CASE("times keep to the seven columns of nccl-tests as long as they can") {
  CHECK(nccl_float(0) == "0.00");
  CHECK(nccl_float(6149.19) == "6149.19");
  CHECK(nccl_float(12586.1) == "12586.1");
  CHECK(nccl_float(105854) == "105854");
  CHECK(nccl_float(123456789) == "123456789");
}

TEST_CASE("the average has six significant digits") { CHECK(six_digits(137.1789999) == "137.179"); }

TEST_CASE("columns are filled up and never cut") {
  CHECK(right_aligned("ab", 4) == "  ab");
  CHECK(left_aligned("ab", 4) == "ab  ");
  CHECK(right_aligned("abcde", 4) == "abcde");
}

}  // namespace collsim::test
