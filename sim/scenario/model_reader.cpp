#include "scenario/model_reader.h"

#include "scenario/assign.h"
#include "scenario/distribution_reader.h"
#include "scenario/kernel_reader.h"
#include "scenario/model_values.h"

namespace collsim {
namespace {

constexpr std::array keys{KnownWord{"launch"},    KnownWord{"alpha_start"}, KnownWord{"utilization"},
                          KnownWord{"sharing"},   KnownWord{"rates"},       KnownWord{"sync"},
                          KnownWord{"routing"},   KnownWord{"hash"},        KnownWord{"striping"},
                          KnownWord{"ties"},      KnownWord{"fairness"},    KnownWord{"reduce_bandwidth", false},
                          KnownWord{"protocols"}, KnownWord{"kernels"},     KnownWord{"pieces"},
                          KnownWord{"failover"},  KnownWord{"jitter"}};

constexpr std::array protocol_keys{KnownWord{to_string(Protocol::simple)}, KnownWord{to_string(Protocol::ll)},
                                   KnownWord{to_string(Protocol::ll128)}};
constexpr std::array keys_of_protocol{KnownWord{"alpha_start"}, KnownWord{"utilization"}};

constexpr std::array sharings{Choice<Sharing>{"max_min", Sharing::max_min},
                              Choice<Sharing>{"equal_share", Sharing::equal_share},
                              Choice<Sharing>{"none", Sharing::none}};
constexpr std::array rates{Choice<Rates>{"progressive", Rates::progressive},
                           Choice<Rates>{"per_step", Rates::per_step}};
constexpr std::array syncs{Choice<Sync>{"barrier", Sync::barrier}, Choice<Sync>{"dataflow", Sync::dataflow}};
constexpr std::array ties{Choice<Ties>{"file_order", Ties::file_order}, Choice<Ties>{"destination", Ties::destination}};

constexpr std::array routings{Choice<Routing>{"shortest", Routing::shortest}, Choice<Routing>{"ecmp", Routing::ecmp},
                              Choice<Routing>{"spray", Routing::spray}, Choice<Routing>{"adaptive", Routing::adaptive},
                              Choice<Routing>{"valiant", Routing::valiant}};
constexpr std::array hashes{Choice<HashBy>{"flow", HashBy::flow}, Choice<HashBy>{"pair", HashBy::pair},
                            Choice<HashBy>{"channel", HashBy::channel},
                            Choice<HashBy>{"round_robin", HashBy::round_robin}};
constexpr std::array stripings{Choice<Striping>{"proportional", Striping::proportional},
                               Choice<Striping>{"equal", Striping::equal},
                               Choice<Striping>{"hashed", Striping::hashed}};

constexpr std::array failover_keys{KnownWord{"policy"}, KnownWord{"detection"}};
constexpr std::array policies{Choice<FailoverPolicy>{"wait", FailoverPolicy::wait},
                              Choice<FailoverPolicy>{"reroute", FailoverPolicy::reroute}};

constexpr std::array fairnesses{Choice<Fairness>{"flow", Fairness::flow}, Choice<Fairness>{"pair", Fairness::pair},
                                Choice<Fairness>{"job", Fairness::job}};

void read_protocol(Value value, std::string_view name, ProtocolModel& protocol, Diagnostics& diagnostics) {
  const Fields fields(value, "protocol " + std::string(name), keys_of_protocol, diagnostics);
  if (const auto alpha = read_alpha_start(fields)) protocol.alpha_start = alpha;
  assign(protocol.utilization, read_utilization(fields));
}

void read_protocols(const Fields& model, std::array<ProtocolModel, 3>& of) {
  const auto value = model.find("protocols");
  if (!value) return;
  const Fields fields(*value, "protocols", protocol_keys, model.diagnostics());
  for (const Protocol protocol : all_protocols) {
    const auto stated = fields.find(to_string(protocol));
    if (stated)
      read_protocol(*stated, to_string(protocol), of[static_cast<std::size_t>(protocol)], model.diagnostics());
  }
}

void read_failover(const Fields& model, FailoverModel& failover) {
  const auto value = model.find("failover");
  if (!value) return;
  const Fields fields(*value, "failover", failover_keys, model.diagnostics());
  fields.require("policy", "reroute");
  assign(failover.policy, fields.choice("policy", policies));
  assign(failover.detection, fields.time("detection"));
  if (failover.policy == FailoverPolicy::wait && fields.has("detection")) {
    fields.complain("detection", "goes with policy: reroute; whoever waits for a link need not detect that it is down");
  }
}

}  // namespace

std::span<const KnownWord> model_keys() { return keys; }

void read_model(Value mapping, Model& model, Diagnostics& diagnostics) {
  const Fields fields(mapping, "model", keys, diagnostics);
  assign(model.launch, fields.time("launch"));
  assign(model.alpha_start, read_alpha_start(fields));
  assign(model.utilization, read_utilization(fields));
  assign(model.sharing, fields.choice("sharing", sharings));
  assign(model.rates, fields.choice("rates", rates));
  assign(model.sync, fields.choice("sync", syncs));
  assign(model.ties, fields.choice("ties", ties));
  read_protocols(fields, model.protocols);
  assign(model.routing, fields.choice("routing", routings));
  assign(model.hash, fields.choice("hash", hashes));
  assign(model.striping, fields.choice("striping", stripings));
  assign(model.fairness, fields.choice("fairness", fairnesses));
  read_failover(fields, model.failover);
  if (const auto jitter = fields.find("jitter")) model.jitter = read_distribution(*jitter, "jitter", diagnostics);
  read_kernels(fields, model.kernels);
  if (const auto pieces = read_pieces(fields)) model.pieces = pieces;
}

}  // namespace collsim
