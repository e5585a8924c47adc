#pragma once

#include <ostream>

#include "study/validation.h"

namespace collsim {

/// For people, in Markdown: where the forms hold and where contention breaks them; each measured table with its errors
/// by range of sizes and what its curve says; the targets.
void write_validation_markdown(const Validation& validation, std::ostream& out);

/// One record a cell, table or target and size (RFC 4180): kind, row, topology or log, op, algorithm, ranks, size,
/// expected and predicted time, relative error.
void write_validation_csv(const Validation& validation, std::ostream& out);

/// Everything, with full precision.
void write_validation_json(const Validation& validation, std::ostream& out);

/// What a curve says, a line each, `indent` before it.
void write_diagnosis(const Diagnosis& diagnosis, const std::string& indent, std::ostream& out);

}  // namespace collsim
