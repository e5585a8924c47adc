#include "oracle/flat_forms.h"

#include <algorithm>
#include <bit>

#include "oracle/logarithm.h"

namespace collsim::oracle {
namespace {

double size_of(const Case& c) { return static_cast<double>(c.size); }

double block_of(const Case& c, const Machine& m) { return size_of(c) / m.ranks(); }

double all_but_one_block(const Case& c, const Machine& m) { return block_of(c, m) * (m.ranks() - 1); }

/// Blocks 0 … n-1 whose index has bit k.
int with_bit(int n, int k) {
  const int period = 2 << k;
  return n / period * (period / 2) + std::max(0, n % period - period / 2);
}

/// Steps that carry runs of 1, 2, 4 … blocks and at last what is still missing.
Form doubling_runs(const Case& c, const Machine& m) {
  Form form;
  for (int run = 1; run < m.ranks(); run *= 2)
    form.stages.push_back({1, std::min(run, m.ranks() - run) * block_of(c, m)});
  return form;
}

Form one_message(double bytes) { return {{{1, bytes}}, {}}; }

void append_fold(const Case& c, const Machine& m, Form& form) {
  if (!std::has_single_bit(static_cast<unsigned>(m.ranks()))) form.stages.push_back({2, size_of(c)});
}

}  // namespace

Form ring_form(const Case& c, const Machine& m) {
  const int rounds = c.op == Op::all_reduce ? 2 : 1;
  return {{{static_cast<double>(rounds * (m.ranks() - 1)), block_of(c, m)}}, {}};
}

Form pairwise_form(const Case& c, const Machine& m) {
  return {{{static_cast<double>(m.ranks() - 1), block_of(c, m)}}, {}};
}

Form direct_form(const Case& c, const Machine& m) {
  return one_message(c.op == Op::send_recv ? size_of(c) : all_but_one_block(c, m));
}

Form bruck_form(const Case& c, const Machine& m) {
  if (c.op == Op::all_gather) return doubling_runs(c, m);
  Form form;
  for (int k = 0; 1 << k < m.ranks(); ++k) form.stages.push_back({1, with_bit(m.ranks(), k) * block_of(c, m)});
  return form;
}

Form recursive_doubling_form(const Case& c, const Machine& m) {
  if (c.op == Op::all_gather) return doubling_runs(c, m);
  Form form{{{static_cast<double>(floor_log2(m.ranks())), size_of(c)}}, {}};
  append_fold(c, m, form);
  return form;
}

Form recursive_halving_form(const Case& c, const Machine& m) { return doubling_runs(c, m); }

Form rabenseifner_form(const Case& c, const Machine& m) {
  Form form;
  double part = size_of(c);
  for (int k = floor_log2(m.ranks()); k > 0; --k) form.stages.push_back({2, part /= 2});
  append_fold(c, m, form);
  return form;
}

Form pat_form(const Case& c, const Machine& m) {
  Form form;
  for (int d = (1 << ceil_log2(m.ranks())) / 2; d >= 1; d /= 2)
    form.stages.push_back({1, (m.ranks() - d + 2 * d - 1) / (2 * d) * block_of(c, m)});
  return form;
}

Form one_shot_form(const Case& c, const Machine& m) { return one_message((m.ranks() - 1) * size_of(c)); }

Form two_shot_form(const Case& c, const Machine& m) { return {{{2, all_but_one_block(c, m)}}, {}}; }

Form naive_form(const Case& c, const Machine& m) { return {{{2, (m.ranks() - 1) * size_of(c)}}, {}}; }

Form linear_form(const Case& c, const Machine& m) { return one_message(all_but_one_block(c, m)); }

Form binomial_form(const Case& c, const Machine& m) {
  if (c.op == Op::scatter || c.op == Op::gather) return doubling_runs(c, m);
  return {{{static_cast<double>(ceil_log2(m.ranks())), size_of(c)}}, {}};
}

Form chain_form(const Case& c, const Machine& m) {
  return {{{static_cast<double>(m.ranks() - 2 + c.chunks), size_of(c) / c.chunks}}, {}};
}

Form scatter_all_gather_form(const Case& c, const Machine& m) {
  Form form = doubling_runs(c, m);
  form.stages.push_back({static_cast<double>(m.ranks() - 1), block_of(c, m)});
  return form;
}

}  // namespace collsim::oracle
