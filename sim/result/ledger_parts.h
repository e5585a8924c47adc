#pragma once

#include <array>

#include "result/ledger.h"

namespace collsim {

/// A part of the ledger as people read of it.
struct LedgerPart {
  const char* name;
  Duration Ledger::*time;
  const char* meaning;
};
inline constexpr std::array<LedgerPart, 5> ledger_parts{
    LedgerPart{"start-up", &Ledger::startup, "at both ends of each message"},
    LedgerPart{"path", &Ledger::path, "latency of the links and switches on the way"},
    LedgerPart{"transfer", &Ledger::transfer,
               "bytes at the rate that its own ports and the narrowest link of the route allow"},
    LedgerPart{"contention", &Ledger::contention,
               "transmission beyond that: links shared with others, or by its own flows beyond the ports"},
    LedgerPart{"waiting", &Ledger::waiting, "for a late rank, or at rate 0"}};

}  // namespace collsim
