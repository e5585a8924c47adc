#include "collective/rabenseifner.h"

#include "collective/fold.h"

namespace collsim {
namespace {

/// A participant whose lowest bit is 0 keeps the first half of the vector, with the next bit 0 the first half of that,
/// and so on: the part that it is left with is its number with the bits reversed.
class HalvingAndBack final : public ExchangePlan {
 public:
  explicit HalvingAndBack(int power) : power_(power), levels_(floor_log2(power)) {}

  int steps() const override { return 2 * levels_; }
  int parts() const override { return power_; }
  int partner(int step, int number) const override { return number ^ (1 << level(step)); }

  Run sent(int step, int number) const override {
    const int length = power_ >> (level(step) + 1);
    const int keeper = reversed(halves(step) ? partner(step, number) : number);
    return {keeper / length * length, 1, length};
  }

  Action action(int step) const override { return halves(step) ? Action::reduce : Action::copy; }

 private:
  bool halves(int step) const { return step < levels_; }
  int level(int step) const { return halves(step) ? step : 2 * levels_ - 1 - step; }

  int reversed(int number) const {
    int result = 0;
    for (int bit = 0; bit < levels_; ++bit) result = 2 * result + (number >> bit & 1);
    return result;
  }

  int power_;
  int levels_;
};

}  // namespace

std::unique_ptr<Program> make_rabenseifner(const Problem& problem) {
  return make_folded(problem, std::make_unique<HalvingAndBack>(floor_power(problem.ranks)));
}

}  // namespace collsim
