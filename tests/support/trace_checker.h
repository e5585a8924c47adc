#pragma once

#include <string>
#include <vector>

namespace collsim::test {

/// What breaks the rules of the Trace Event Format in a document, or keeps viewers from showing it rightly: an event
/// without what its kind needs, complete events of a track that neither nest nor are disjoint, times that go back.
/// Times count as picoseconds. Throws on what is no JSON.
std::vector<std::string> trace_violations(const std::string& text);

}  // namespace collsim::test
