// Draws against what each distribution is known for: its quantiles, its mean and its deviation.

#include "base/distribution.h"

#include <cmath>
#include <cstdint>

#include "support/catch.h"

using namespace collsim;
using namespace std::chrono_literals;

namespace {

using Kind = Distribution::Kind;

constexpr Duration us(std::int64_t n) { return Duration(n * 1'000'000); }

/// The bits whose quantile is q, to 2^-53.
std::uint64_t bits_of(double q) { return static_cast<std::uint64_t>(q * 0x1p53) << 11; }

double drawn_us(const Distribution& d, double q) { return to_microseconds(draw(d, bits_of(q))); }

struct Moments {
  double mean = 0, deviation = 0;
};

/// Over evenly spaced quantiles: the integral of the quantile function, without the noise of a sample.
Moments moments(const Distribution& d, int points) {
  double sum = 0, squares = 0;
  for (int i = 0; i < points; ++i) {
    const double x = drawn_us(d, (i + 0.5) / points);
    sum += x;
    squares += x * x;
  }
  const double mean = sum / points;
  return {mean, std::sqrt(squares / points - mean * mean)};
}

}  // namespace

TEST_CASE("distribution: the quantiles that are known by heart") {
  // Of a normal one half lies below the mean and 0.8413447460685429 below mean + deviation (the error function of
  // 1/√2). An exponential one has its mean at 1 − 1/e and its median at mean·ln 2; a lognormal one its median at
  // mean / √(1 + (deviation/mean)²). Times are rounded up to a picosecond: 1e-6 us.
  const double tick = 1e-6;
  const Distribution normal{Kind::normal, us(10), us(2)};
  CHECK(drawn_us(normal, 0.5) == Approx(10).margin(tick));
  CHECK(drawn_us(normal, 0.8413447460685429) == Approx(12).margin(2 * tick));
  const Distribution exponential{Kind::exponential, us(10), {}};
  CHECK(drawn_us(exponential, 1 - std::exp(-1.0)) == Approx(10).margin(tick));
  CHECK(drawn_us(exponential, 0.5) == Approx(10 * std::log(2.0)).margin(tick));
  const Distribution lognormal{Kind::lognormal, us(10), us(10)};
  CHECK(drawn_us(lognormal, 0.5) == Approx(10 / std::sqrt(2.0)).margin(tick));
  const Distribution uniform{Kind::uniform, us(10), us(3)};
  CHECK(drawn_us(uniform, 0.25) == Approx(10 - 3 * std::sqrt(3.0) / 2).margin(tick));
}

TEST_CASE("distribution: mean and deviation are those that are stated") {
  // The midpoint rule on 10^5 points of a quantile function that grows no faster than e^(z): what the last point stands
  // for, 10^-5 of the whole at 4.4 deviations, is off by less than a hundredth of the deviation.
  for (const Distribution& d :
       {Distribution{Kind::uniform, us(10), us(3)}, Distribution{Kind::normal, us(10), us(2)},
        Distribution{Kind::exponential, us(10), {}}, Distribution{Kind::lognormal, us(10), us(5)}}) {
    const double deviation = d.kind == Kind::exponential ? 10 : to_microseconds(d.deviation);
    const Moments found = moments(d, 100'000);
    CAPTURE(static_cast<int>(d.kind));
    CHECK(found.mean == Approx(10).margin(0.01 * deviation));
    CHECK(found.deviation == Approx(deviation).epsilon(0.01));
  }
}

TEST_CASE("distribution: a time is never below 0, whatever the bits") {
  const Distribution wide{Kind::normal, us(1), us(10)};
  for (const std::uint64_t bits : {std::uint64_t{0}, ~std::uint64_t{0}, std::uint64_t{1} << 62})
    CHECK(draw(wide, bits) >= Duration::zero());
  CHECK(draw(wide, 0) == Duration::zero());
  CHECK(draw({Kind::exponential, us(1), {}}, ~std::uint64_t{0}) > us(36));  // −ln(2^-53) = 36.7
}
