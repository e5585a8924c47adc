#include "result/ledger.h"

namespace collsim {

Ledger& Ledger::operator+=(const Ledger& other) {
  startup += other.startup;
  path += other.path;
  transfer += other.transfer;
  contention += other.contention;
  waiting += other.waiting;
  return *this;
}

Ledger& Ledger::operator-=(const Ledger& other) {
  startup -= other.startup;
  path -= other.path;
  transfer -= other.transfer;
  contention -= other.contention;
  waiting -= other.waiting;
  return *this;
}

const char* regime(const Ledger& ledger) {
  const Duration fixed = ledger.startup + ledger.path;
  const Duration moving = ledger.transfer + ledger.contention;
  // Shares compared by whole numbers: fixed / (fixed + moving) > 80 % is fixed > 4 * moving. An operation that moved
  // nothing counts as latency, also where that is 0.
  if (moving == Duration::zero() || fixed > 4 * moving) return "latency";
  return 4 * fixed < moving ? "bandwidth" : "knee";
}

}  // namespace collsim
