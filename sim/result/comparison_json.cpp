#include <nlohmann/json.hpp>

#include "result/comparison_writer.h"

namespace collsim {
namespace {

using OrderedJson = nlohmann::ordered_json;

OrderedJson side_json(const CollectiveResult& c) {
  return {{"size_bytes", c.size},
          {"algorithm", c.algorithm},
          {"time_us", to_microseconds(c.time())},
          {"ledger_us",
           {{"startup", to_microseconds(c.ledger.startup)},
            {"path", to_microseconds(c.ledger.path)},
            {"transfer", to_microseconds(c.ledger.transfer)},
            {"contention", to_microseconds(c.ledger.contention)},
            {"waiting", to_microseconds(c.ledger.waiting)}}},
          {"regime", regime(c.ledger)},
          {"bottleneck_link", c.bottleneck_link}};
}

OrderedJson change_json(const CollectiveChange& change) {
  return {{"id", change.before->id},
          {"before", side_json(*change.before)},
          {"after", side_json(*change.after)},
          {"difference_us", to_microseconds(change.difference())},
          {"reasons", reasons(change)}};
}

OrderedJson link_side_json(const LinkResult& link) {
  return {{"utilization", link.utilization}, {"bytes", link.bytes}, {"capacity_GBps", link.capacity / 1e9}};
}

OrderedJson lone_json(const std::vector<const CollectiveResult*>& lone) {
  OrderedJson list = OrderedJson::array();
  for (const CollectiveResult* c : lone) list.push_back({{"id", c->id}, {"size_bytes", c->size}});
  return list;
}

}  // namespace

void write_comparison_json(const Compared& compared, const Comparison& comparison, std::ostream& out) {
  OrderedJson json = {{"schema", "collsim-comparison/1"},
                      {"before", compared.before_file},
                      {"after", compared.after_file},
                      {"collectives", OrderedJson::array()},
                      {"only_before", lone_json(comparison.only_before)},
                      {"only_after", lone_json(comparison.only_after)},
                      {"links", OrderedJson::array()}};
  for (const CollectiveChange& change : comparison.collectives) json["collectives"].push_back(change_json(change));
  for (const LinkChange& link : comparison.links)
    json["links"].push_back(
        {{"id", link.id}, {"before", link_side_json(link.before)}, {"after", link_side_json(link.after)}});
  out << json.dump(1, ' ', false, OrderedJson::error_handler_t::replace) << '\n';
}

}  // namespace collsim
