#pragma once

// Catch2 3 and 2.13 under one include and one set of names: Catch::Approx, Catch::Matchers::ContainsSubstring and the
// Within... matchers are the same in both.
#if __has_include(<catch2/catch_test_macros.hpp>)

#include <catch2/catch_approx.hpp>
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators_all.hpp>
#include <catch2/matchers/catch_matchers_all.hpp>

using Catch::Approx;

#else

#include <catch2/catch.hpp>

namespace Catch {

using Detail::Approx;

namespace Matchers {

inline auto ContainsSubstring(const std::string& text) { return Contains(text); }

}  // namespace Matchers
}  // namespace Catch

#endif
