#pragma once

#include <ostream>
#include <span>

#include "result/csv.h"
#include "result/result.h"

namespace collsim {

/// One record for each collective and size, after a header record that names each column with its unit (RFC 4180). The
/// root of an operation that has none is -1.
void write_csv(const Result& result, std::ostream& out);

/// The columns of such a record, and one collective's part of it.
std::span<const char* const> collective_columns();
void add_collective(CsvRecord& record, const CollectiveResult& collective);

}  // namespace collsim
