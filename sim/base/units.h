#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/time.h"

namespace collsim {

/// Bytes are whole and signed 64 bit: 4 GiB and beyond must work everywhere.
using Bytes = std::int64_t;

/// Units are written out (k, K, M, G, T are powers of 1000; Ki, Mi, Gi, Ti of 1024; `b` is bits, `B` bytes; case
/// matters). Each parser takes the whole of `text`, surrounding blanks aside, and throws std::invalid_argument with a
/// message that says what is wrong with the value and what would be right; the caller knows the key and the line.

/// `65536`, `64 KiB`, `1.5 GB`: a whole number of bytes >= 0.
Bytes parse_size(std::string_view text);

/// `450 GB/s`, `400 Gb/s`, `400Gbps`, `400 Gbit/s`, `50GBps`, `32 GiB/s`, `5e10 B/s`: bytes per second, > 0, finite.
/// A number without a unit is refused with both candidates (GB/s and Gb/s differ by a factor of 8).
double parse_bandwidth(std::string_view text);

/// `150 ns`, `0.3 us` (or `µs`), `10 ms`, `1 s`, `12 ps`: >= 0, rounded to the nearest picosecond, at most 26 days (a
/// quarter of the clock's range, so that sums of a few stay within it).
Duration parse_time(std::string_view text);

/// Sizes on the nccl-tests-style flags: `8`, `128M`, `1.5K`, `4GiB`: K, M, G, T, P in either case are powers of 1024,
/// with an optional B or iB.
Bytes parse_nccl_size(std::string_view text);

/// A plain decimal number without a unit, finite and >= 0: `1`, `0.95`, `1e3`. Neither octal, hexadecimal nor nan.
double parse_number(std::string_view text);

/// Decimal digits alone, without leading zeros: `8`, not `010`, `8.0`, `0x8` or `-8`.
std::uint64_t parse_whole(std::string_view text);

/// Shortest readable forms: `128 MiB`, `1000 B`; `450 GB/s`; `350 ns`. What parse_* reads back as the same value.
std::string format_size(Bytes bytes);
std::string format_bandwidth(double bytes_per_second);
std::string format_time(Duration time);

}  // namespace collsim
