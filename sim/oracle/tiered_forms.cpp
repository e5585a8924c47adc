#include "oracle/tiered_forms.h"

namespace collsim::oracle {

Form hierarchical_form(const Case& c, const Machine& m) {
  const int rounds = c.op == Op::all_reduce ? 2 : 1;
  Form form;
  double piece = static_cast<double>(c.size);
  for (std::size_t i = 0; i < m.tiers(); ++i) {
    piece /= m.tier(i).size;
    form.stages.push_back({static_cast<double>(rounds * (m.tier(i).size - 1)), piece, i});
  }
  return form;
}

Form hierarchical_exchange_form(const Case& c, const Machine& m) {
  Form form;
  for (std::size_t i = 0; i < m.tiers(); ++i) {
    const int size = m.tier(i).size;
    form.stages.push_back({static_cast<double>(size - 1), static_cast<double>(c.size) / size, i});
  }
  return form;
}

}  // namespace collsim::oracle
