#pragma once

#include <memory>

#include "collective/powers.h"
#include "collective/problem.h"

namespace collsim {

/// How N ranks become a power of two, as Rabenseifner does it: with r = N - power each even one of the first 2r ranks
/// stands aside for the odd one above. Those who take part are numbered in rank order.
class Fold {
 public:
  explicit Fold(int ranks) : power_(floor_power(ranks)), rest_(ranks - power_) {}

  int power() const { return power_; }
  bool needed() const { return rest_ > 0; }
  bool aside(Rank rank) const { return rank < 2 * rest_ && rank % 2 == 0; }
  /// Whether the rank below stands aside for this one.
  bool stands_in(Rank rank) const { return rank < 2 * rest_ && rank % 2 == 1; }
  /// Requires: the rank is not aside.
  int number(Rank rank) const { return rank < 2 * rest_ ? rank / 2 : rank - rest_; }
  Rank rank(int number) const { return number < rest_ ? 2 * number + 1 : number + rest_; }

 private:
  int power_;
  int rest_;
};

/// An all_reduce among a power of two of participants, each of whom exchanges with one partner in every step.
class ExchangePlan {
 public:
  virtual ~ExchangePlan() = default;

  virtual int steps() const = 0;
  /// How the buffer is cut.
  virtual int parts() const = 0;
  virtual int partner(int step, int number) const = 0;
  virtual Run sent(int step, int number) const = 0;
  virtual Action action(int step) const = 0;
};

/// The plan for any N: where a fold is needed those aside first send their whole vector, and get the result at the end.
/// Requires: an all_reduce, and the plan to be for Fold(ranks).power() participants.
std::unique_ptr<Program> make_folded(const Problem& problem, std::unique_ptr<const ExchangePlan> plan);

}  // namespace collsim
