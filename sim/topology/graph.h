#pragma once

#include <boost/graph/compressed_sparse_row_graph.hpp>

#include "topology/topology.h"

namespace collsim {

using CsrGraph =
    boost::compressed_sparse_row_graph<boost::bidirectionalS, Node, Link, boost::no_property, NodeId, LinkId>;

/// The Boost graph behind Topology, for those who walk it (routing, cuts). Its vertex and edge indices are NodeId and
/// LinkId. Apart from topology.h because Boost.Graph costs seconds of compile time.
struct Graph {
  CsrGraph csr;

  LinkId index(CsrGraph::edge_descriptor e) const { return boost::get(boost::edge_index, csr, e); }
  /// A descriptor's properties are found by its index alone.
  const Link& link(LinkId id) const { return csr[CsrGraph::edge_descriptor(0, id)]; }
};

}  // namespace collsim
