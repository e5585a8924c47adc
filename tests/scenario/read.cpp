#include "scenario/read.h"

namespace collsim::test {
namespace {

const std::string star =
    "topology: {nodes: [{id: \"c[0-7]\", kind: chip}, {id: sw, kind: switch}], "
    "links: [{from: \"c[0-7]\", to: sw, bandwidth: 50 GB/s}]}\n";

}  // namespace

const std::vector<KnownAlgorithm>& some_algorithms() {
  static const std::vector<KnownAlgorithm> algorithms{{"ring", {Op::all_reduce, Op::all_gather, Op::reduce_scatter}},
                                                      {"pairwise", {Op::all_to_all}},
                                                      {"direct", {Op::all_to_all, Op::send_recv}},
                                                      {"bruck", {Op::all_to_all}, false}};
  return algorithms;
}

Scenario read(const std::string& yaml, const Overrides& overrides) {
  return parse_scenario(yaml, "s.yaml", some_algorithms(), overrides);
}

Scenario read_on_star(const std::string& yaml, const Overrides& overrides) { return read(star + yaml, overrides); }

std::string errors(const std::string& yaml, const Overrides& overrides) {
  try {
    read(yaml, overrides);
  } catch (const InputError& e) {
    return e.what();
  }
  return "accepted";
}

std::string errors_on_star(const std::string& yaml, const Overrides& overrides) {
  return errors(star + yaml, overrides);
}

}  // namespace collsim::test
