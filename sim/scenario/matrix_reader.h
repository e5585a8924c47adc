#pragma once

#include <optional>
#include <string>

#include "collective/byte_matrix.h"
#include "scenario/fields.h"

namespace collsim {

/// Reads a matrix of sizes for `ranks` ranks, a row for each source and in it a size for each destination: a list of
/// lists, or the name of a text file, relative to the folder of `file`, with a line for each row, the sizes apart by
/// blanks or commas. That is the file of nccl-tests' alltoallv (src/alltoallv.cu, NCCL_TESTS_ALLTOALLV_MATRIX_FILE);
/// empty lines do not count, and `#` begins a comment.
///
/// Nothing is returned where the matrix is not square, has not one row a rank, or holds anything but sizes in whole
/// elements that add up to 2^62 at most; all of that is told. Throws FileError where the file cannot be read.
std::optional<ByteMatrix> read_matrix(Value value, int ranks, Bytes element, const std::string& file,
                                      Diagnostics& diagnostics);

}  // namespace collsim
