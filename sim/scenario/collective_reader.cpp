#include "scenario/collective_reader.h"

#include <stdexcept>

#include "scenario/automatic.h"
#include "scenario/chip_patterns.h"
#include "scenario/sizes.h"

namespace collsim {
namespace {

constexpr std::array keys{KnownWord{"id"},
                          KnownWord{"op"},
                          KnownWord{"algorithm"},
                          KnownWord{"auto"},
                          KnownWord{"ranks"},
                          KnownWord{"root"},
                          KnownWord{"size"},
                          KnownWord{"sizes"},
                          KnownWord{"dtype"},
                          KnownWord{"channels"},
                          KnownWord{"chunks"},
                          KnownWord{"protocol"},
                          KnownWord{"start"},
                          KnownWord{"after"},
                          KnownWord{"weight"},
                          KnownWord{"rate_cap"},
                          KnownWord{"matrix"},
                          KnownWord{"skew"},
                          KnownWord{"groups"},
                          KnownWord{"time", false},
                          KnownWord{"overlap", false},
                          KnownWord{"repeat", false},
                          KnownWord{"repeats", false},
                          KnownWord{"orders"},
                          KnownWord{"job"},
                          KnownWord{"split"},
                          KnownWord{"priority"}};

constexpr std::array ops{Choice<Op>{"all_reduce", Op::all_reduce},
                         Choice<Op>{"all_gather", Op::all_gather},
                         Choice<Op>{"reduce_scatter", Op::reduce_scatter},
                         Choice<Op>{"all_to_all", Op::all_to_all},
                         Choice<Op>{"broadcast", Op::broadcast},
                         Choice<Op>{"reduce", Op::reduce},
                         Choice<Op>{"scatter", Op::scatter},
                         Choice<Op>{"gather", Op::gather},
                         Choice<Op>{"send_recv", Op::send_recv},
                         Choice<Op>{"compute", {}}};

/// The names of nccl-tests, and other names of the same; `name` is what results show.
struct DataType {
  std::string_view name;
  Bytes element;
};
constexpr DataType half{"half", 2};
constexpr DataType brain{"bfloat16", 2};
constexpr DataType single{"float", 4};
constexpr DataType twofold{"double", 8};
constexpr DataType eight_bit_float{"f8e4m3", 1};
constexpr DataType signed_byte{"int8", 1};
constexpr std::array dtypes{Choice<DataType>{"int8", signed_byte},
                            Choice<DataType>{"uint8", DataType{"uint8", 1}},
                            Choice<DataType>{"int32", DataType{"int32", 4}},
                            Choice<DataType>{"uint32", DataType{"uint32", 4}},
                            Choice<DataType>{"int64", DataType{"int64", 8}},
                            Choice<DataType>{"uint64", DataType{"uint64", 8}},
                            Choice<DataType>{"half", half},
                            Choice<DataType>{"float", single},
                            Choice<DataType>{"double", twofold},
                            Choice<DataType>{"bfloat16", brain},
                            Choice<DataType>{"bf16", brain},
                            Choice<DataType>{"f8e4m3", eight_bit_float},
                            Choice<DataType>{"f8e5m2", DataType{"f8e5m2", 1}},
                            Choice<DataType>{"float16", half},
                            Choice<DataType>{"float32", single},
                            Choice<DataType>{"float64", twofold},
                            Choice<DataType>{"fp8", eight_bit_float},
                            Choice<DataType>{"bytes", signed_byte}};

constexpr std::array protocols{Choice<Protocol>{to_string(Protocol::simple), Protocol::simple},
                               Choice<Protocol>{to_string(Protocol::ll), Protocol::ll},
                               Choice<Protocol>{to_string(Protocol::ll128), Protocol::ll128}};

constexpr int max_channels = 1024;
constexpr int max_chunks = 1'000'000;
constexpr std::uint64_t max_group = 10'000'000;

bool does(const KnownAlgorithm& algorithm, Op op) {
  const bool listed = std::find(algorithm.ops.begin(), algorithm.ops.end(), op) != algorithm.ops.end();
  return algorithm.supported && listed;
}

std::vector<std::string_view> names_for(Op op, std::span<const KnownAlgorithm> algorithms) {
  std::vector<std::string_view> names;
  for (const KnownAlgorithm& a : algorithms) {
    if (does(a, op)) names.push_back(a.name);
  }
  return names;
}

/// Why `name` cannot do `op`.
std::string algorithm_problem(const std::string& name, Op op, std::span<const KnownAlgorithm> algorithms) {
  std::vector<std::string_view> names;
  for (const KnownAlgorithm& a : algorithms) names.push_back(a.name);
  const auto known = std::find(names.begin(), names.end(), name);
  if (known == names.end()) {
    names.push_back("auto");
    return " is unknown" + suggestion(name, names);
  }
  const KnownAlgorithm& algorithm = algorithms[static_cast<std::size_t>(known - names.begin())];
  return algorithm.supported ? std::string(" does not do ") + to_string(op) : " is not supported yet";
}

/// The algorithm's name; without the key, the first of the table that does the operation.
std::string read_algorithm(const Fields& fields, Op op, std::span<const KnownAlgorithm> algorithms) {
  const std::vector<std::string_view> right = names_for(op, algorithms);
  if (right.empty()) {
    fields.complain("op", quote(to_string(op)) + " is not supported yet");
    return {};
  }
  const auto name = fields.text("algorithm");
  if (!name) return std::string(right.front());
  if (*name == "auto") return {};
  if (std::find(right.begin(), right.end(), *name) == right.end()) {
    fields.complain("algorithm", quote(*name) + algorithm_problem(*name, op, algorithms) + "; for " + to_string(op) +
                                     ": " + listed(right) + ", or auto");
  }
  return *name;
}

std::vector<Reference> read_ranks(const Fields& fields) {
  const auto value = fields.find("ranks");
  if (!value) return {};
  return ChipPatterns("ranks", "no rank is named: leave the key out for all chips", fields.diagnostics()).read(*value);
}

/// The ways round of a ring, one a channel.
std::vector<std::vector<Reference>> read_orders(const Fields& fields, std::string_view algorithm) {
  const auto value = fields.find("orders");
  if (!value) return {};
  if (algorithm != "ring") {
    fields.complain("orders", "only a ring goes round in orders: write algorithm: ring, or leave the key out");
    return {};
  }
  const std::string none = "no chip is named: write all chips of the group in the order of the ring";
  ChipPatterns patterns("orders", none, fields.diagnostics());
  std::vector<std::vector<Reference>> orders;
  for (const Value& order : fields.list("orders")) orders.push_back(patterns.read(order));
  if (value->is(Value::Kind::sequence) && value->count() == 0) fields.complain("orders", none);
  return orders;
}

std::string read_id(const Fields& fields, Op op, std::size_t index) {
  auto id = fields.text("id");
  if (id == "background")
    fields.complain("id", "'background' is what the flow log calls background flows: write another");
  return std::move(id).value_or(to_string(op) + std::to_string(index));
}

int read_root(const Fields& fields, Op op) {
  const bool rooted = op == Op::broadcast || op == Op::reduce || op == Op::scatter || op == Op::gather;
  if (fields.has("root") && !rooted) {
    fields.complain("root", std::string(to_string(op)) + " has no root: leave the key out");
    return 0;
  }
  return fields.whole_between("root", 0, std::numeric_limits<int>::max()).value_or(0);
}

/// What says the bytes of an uneven exchange in place of a size.
std::optional<std::string_view> uneven_key(const Fields& fields) {
  for (const std::string_view key : {"matrix", "skew"}) {
    if (fields.has(key)) return key;
  }
  return {};
}

/// `size` or `sizes` cannot stand beside what says the bytes already.
void refuse_size(const Fields& fields, std::string_view beside) {
  for (const std::string_view key : {"size", "sizes"}) {
    if (!fields.has(key)) continue;
    fields.complain(key,
                    "stands beside " + std::string(beside) + ", which says how much is sent: leave one of them out");
  }
}

void read_extent(const Fields& fields, CollectiveSpec& spec, bool size_required) {
  const DataType type = fields.choice("dtype", dtypes).value_or(signed_byte);
  spec.dtype = std::string(type.name);
  spec.element = type.element;
  spec.swept = fields.has("sizes");
  if (spec.swept && fields.has("size")) fields.complain("sizes", "stands beside size: only one of the two can");
  const auto uneven = uneven_key(fields);
  if (uneven) refuse_size(fields, *uneven);
  if (!uneven && !spec.swept && size_required) fields.require("size", "128 MiB");
  spec.sizes = read_sizes(fields, spec.element);
}

/// `channels` and `chunks`: nothing where the number is left to the simulator.
std::optional<int> read_parts(const Fields& fields, std::string_view key, int most, int otherwise) {
  const auto value = fields.find(key);
  if (value && value->is(Value::Kind::scalar) && value->text() == "auto") return {};
  return fields.whole_between(key, 1, most).value_or(otherwise);
}

/// With orders a channel each, if nothing else is said.
void read_channels(const Fields& fields, CollectiveSpec& spec) {
  spec.orders = read_orders(fields, spec.algorithm);
  const int orders = std::max(1, static_cast<int>(spec.orders.size()));
  const auto channels = read_parts(fields, "channels", max_channels, orders);
  spec.channels = channels.value_or(orders);
  spec.auto_channels = !channels && spec.orders.empty();
  if (orders > max_channels) fields.complain("orders", "more than " + std::to_string(max_channels) + " orders");
}

void read_cutting(const Fields& fields, CollectiveSpec& spec) {
  read_channels(fields, spec);
  const auto chunks = read_parts(fields, "chunks", max_chunks, 1);
  spec.chunks = chunks.value_or(1);
  spec.auto_chunks = !chunks;
  if (!spec.automatic) return;
  // Nobody can say how to cut what is not known yet.
  spec.auto_channels = spec.auto_channels || !fields.has("channels");
  spec.auto_chunks = spec.auto_chunks || !fields.has("chunks");
}

/// Group sizes, innermost first. Their product is checked where the number of ranks is known.
std::vector<int> read_groups(const Fields& fields) {
  std::vector<int> groups;
  for (const Value& item : fields.list("groups")) {
    const auto size = to_whole(item, "groups", fields.diagnostics());
    if (size && (*size < 1 || *size > max_group)) {
      complain(fields.diagnostics(), item, "groups", "a group has 1 to " + std::to_string(max_group) + " members");
    }
    groups.push_back(static_cast<int>(size.value_or(1)));
  }
  return groups;
}

/// What is said of all ranks together has no meaning for their groups.
std::optional<Split> read_split(const Fields& fields) {
  const auto text = fields.text("split");
  if (!text) return {};
  for (const std::string_view key : {"matrix", "skew", "orders"}) {
    if (fields.has(key))
      fields.complain(key, "is for all ranks together, and split makes groups: leave one of them out");
  }
  try {
    return parse_split(*text);
  } catch (const std::invalid_argument& e) {
    fields.complain("split", quote(*text) + " is no split: " + e.what());
    return {};
  }
}

std::vector<Value> read_after(const Fields& fields) {
  const auto value = fields.find("after");
  if (!value) return {};
  return value->is(Value::Kind::sequence) ? value->items() : std::vector<Value>{*value};
}

}  // namespace

std::span<const KnownWord> collective_keys() { return keys; }

CollectiveEntry read_collective(Value mapping, std::size_t index, std::span<const KnownAlgorithm> algorithms,
                                bool size_required, Diagnostics& diagnostics) {
  const Fields fields(mapping, "a collective", keys, diagnostics);
  CollectiveSpec spec;
  spec.mark = mapping.mark();
  fields.require("op", "all_reduce");
  const auto op = fields.choice("op", ops);
  if (op) {
    spec.op = *op;
    spec.algorithm = read_algorithm(fields, *op, algorithms);
    spec.automatic = read_automatic(fields);
    spec.root = read_root(fields, *op);
  }
  spec.id = read_id(fields, spec.op, index);
  spec.ranks = read_ranks(fields);
  read_extent(fields, spec, size_required);
  read_cutting(fields, spec);
  spec.groups = read_groups(fields);
  if (auto automatic = read_automatic_protocol(fields, spec.algorithm)) {
    spec.automatic = std::move(automatic);
  } else {
    spec.protocol = fields.choice("protocol", protocols).value_or(Protocol::simple);
  }
  spec.start = Instant(fields.time("start").value_or(Duration::zero()));
  spec.weight = fields.positive_between("weight", least_weight, most_weight).value_or(1);
  spec.priority = fields.whole_between("priority", 0, most_priority).value_or(0);
  spec.rate_cap = fields.bandwidth("rate_cap");
  spec.split = read_split(fields);
  return {std::move(spec),
          fields.find("id").value_or(mapping),
          read_after(fields),
          fields.find("matrix"),
          fields.find("skew"),
          fields.find("job"),
          fields.has("weight"),
          fields.has("priority"),
          {}};
}

}  // namespace collsim
