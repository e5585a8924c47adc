#pragma once

#include <string>

#include "support/random.h"

namespace collsim::test {

/// A small graph of all kinds of nodes with few different bandwidths and latencies, so that ties are many: a topology's
/// `nodes:` and `links:`.
std::string random_graph(Random& random);

/// A small cluster: groups of chips on switches, nics of their own or shared, with one or two leaves, spines, and here
/// and there what breaks the order: links between chips, chips that forward, parallel links, narrower or slower ones.
/// The file names nodes and links in any order.
std::string random_cluster(Random& random);

}  // namespace collsim::test
