#include "oracle/tree_forms.h"

#include <bit>

#include "oracle/logarithm.h"

namespace collsim::oracle {
namespace {

double bytes_of(const Case& c) { return static_cast<double>(c.size); }

/// The tiers inside a node and the one between nodes.
constexpr std::size_t inner = 0;
std::size_t outer(const Machine& m) { return m.tiers() - 1; }

bool one_node(const Machine& m) { return m.tiers() == 1; }

int halves_of(const Case& c) { return c.op == Op::all_reduce ? 2 : 1; }

/// A node's data in equal shards over the ports of its ranks; on both sides of two nodes each shard crosses once.
double tree_stream(const Case& c, const Machine& m) { return (m.nodes() == 2 ? 1 : 2) * bytes_of(c) / m.node_size(); }

Stream slower(const Machine& m, Stream a, Stream b) {
  return a.bytes / m.tier(*a.tier).bandwidth > b.bytes / m.tier(*b.tier).bandwidth ? a : b;
}

}  // namespace

Form binary_tree_form(const Case& c, const Machine& m) {
  const double chunk = bytes_of(c) / c.chunks;
  const int n = m.ranks(), depth = ceil_log2(n), halves = halves_of(c);
  if (n < 4) return {{{static_cast<double>(halves * (n == 1 ? 0 : n - 2 + c.chunks)), chunk}}, {}};
  if (std::has_single_bit(static_cast<unsigned>(n)))
    return {{{static_cast<double>(halves * (depth - 2 + c.chunks)), 2 * chunk}, {static_cast<double>(halves), chunk}},
            {},
            // The halves overlap as soon as there are chunks.
            c.chunks == 1 || halves == 1 ? Claim::exact : Claim::limit};
  return {{{static_cast<double>(halves * depth), 0}}, {{2.0 * halves * bytes_of(c)}}, Claim::limit};
}

Form double_tree_form(const Case& c, const Machine& m) {
  return {{{2.0 * ceil_log2(m.ranks()), 0}}, {{2 * bytes_of(c)}}, Claim::limit};
}

Form tree_over_nodes_form(const Case& c, const Machine& m) {
  if (one_node(m)) return double_tree_form(c, m);
  return {{{2.0 * (m.node_size() - 1), 0, inner}, {2.0 * ceil_log2(m.nodes()), 0, outer(m)}},
          {{tree_stream(c, m), outer(m)}},
          Claim::limit};
}

Form nvls_form(const Case& c, const Machine& m) {
  const double chunk = bytes_of(c) / c.chunks;
  if (c.op != Op::all_reduce) return {{{static_cast<double>(c.chunks), chunk}}, {}};
  return {
      {{2, chunk}, {c.chunks - 1.0, chunk * (1 + 1.0 / m.ranks())}}, {}, c.chunks == 1 ? Claim::exact : Claim::limit};
}

Form nvls_tree_form(const Case& c, const Machine& m) {
  if (one_node(m)) return nvls_form(c, m);
  Form form{{{2, 0, inner}, {2.0 * ceil_log2(m.nodes()), 0, outer(m)}}, {}, Claim::limit};
  const double g = m.node_size();
  if (c.chunks == 1) {
    form.streams = {{2 * bytes_of(c), inner}, {2 * bytes_of(c) / g, outer(m)}};
  } else {
    form.streams = {slower(m, {(1 + 1 / g) * bytes_of(c), inner}, {tree_stream(c, m), outer(m)})};
  }
  return form;
}

Form collnet_chain_form(const Case& c, const Machine& m) {
  if (one_node(m)) return {{{1, bytes_of(c)}}, {}};
  return {{{2.0 * (m.node_size() - 1), bytes_of(c), inner}, {1, bytes_of(c), outer(m)}}, {}};
}

Form collnet_direct_form(const Case& c, const Machine& m) {
  if (one_node(m)) return {{{1, bytes_of(c)}}, {}};
  const double g = m.node_size();
  return {{{2, (g - 1) / g * bytes_of(c), inner}, {1, bytes_of(c) / g, outer(m)}}, {}};
}

}  // namespace collsim::oracle
