#include "scenario/kernel_reader.h"

#include "scenario/assign.h"
#include "scenario/model_values.h"

namespace collsim {
namespace {

constexpr std::array kernel_names{KnownWord{"ring"}, KnownWord{"tree"}, KnownWord{"point_to_point"},
                                  KnownWord{"in_network"}};
constexpr std::array kernel_keys{KnownWord{"launch"},    KnownWord{"alpha_start"}, KnownWord{"utilization"},
                                 KnownWord{"protocols"}, KnownWord{"wide"},        KnownWord{"chunk"}};
constexpr std::array chunk_keys{KnownWord{"most"}, KnownWord{"channels"}};
constexpr std::array wide_keys{KnownWord{"from"}, KnownWord{"alpha_start"}, KnownWord{"utilization"}};
constexpr std::array protocol_names{KnownWord{to_string(Protocol::simple)}, KnownWord{to_string(Protocol::ll)},
                                    KnownWord{to_string(Protocol::ll128)}};
constexpr std::array protocol_keys{KnownWord{"alpha_start"}, KnownWord{"utilization"}, KnownWord{"staging"}};
constexpr std::array piece_keys{KnownWord{"size"}, KnownWord{"cost"}};

void read_wide(const Fields& kernel, std::optional<KernelModel::Wide>& wide) {
  const auto value = kernel.find("wide");
  if (!value) return;
  const Fields fields(*value, "wide", wide_keys, kernel.diagnostics());
  const auto from = fields.require("from", "4 MiB") ? fields.size("from") : std::nullopt;
  wide = KernelModel::Wide{from.value_or(0), read_alpha_start(fields), read_utilization(fields)};
}

void read_chunk(const Fields& kernel, std::optional<KernelModel::Chunk>& chunk) {
  const auto value = kernel.find("chunk");
  if (!value) return;
  constexpr std::uint64_t most_channels = 64;
  const Fields fields(*value, "chunk", chunk_keys, kernel.diagnostics());
  const auto most = fields.require("most", "128 KiB") ? fields.size("most") : std::nullopt;
  const auto channels = fields.whole_between("channels", 1, most_channels);
  if (most && *most == 0) fields.complain("most", "is 0: 128 KiB would be right");
  chunk = KernelModel::Chunk{std::max<Bytes>(most.value_or(1), 1), static_cast<int>(channels.value_or(1))};
}

void read_protocols(const Fields& kernel, std::array<KernelModel::ProtocolChange, 3>& protocols) {
  const auto value = kernel.find("protocols");
  if (!value) return;
  const Fields fields(*value, "protocols", protocol_names, kernel.diagnostics());
  for (const Protocol protocol : all_protocols) {
    const std::string name(to_string(protocol));
    const auto stated = fields.find(name);
    if (!stated) continue;
    const Fields change(*stated, "protocol " + name, protocol_keys, kernel.diagnostics());
    auto& of = protocols[static_cast<std::size_t>(protocol)];
    assign(of.alpha_start, read_alpha_start(change));
    assign(of.utilization, read_utilization(change));
    assign(of.staging, change.bandwidth("staging"));
  }
}

void read_kernel(Value value, const std::string& name, KernelModel& kernel, Diagnostics& diagnostics) {
  const Fields fields(value, "the kernels " + name, kernel_keys, diagnostics);
  assign(kernel.launch, fields.time("launch"));
  assign(kernel.alpha_start, read_alpha_start(fields));
  assign(kernel.utilization, read_utilization(fields));
  read_protocols(fields, kernel.protocols);
  read_wide(fields, kernel.wide);
  if (name == to_string(Kernel::in_network)) {
    read_chunk(fields, kernel.chunk);
  } else if (fields.has("chunk")) {
    fields.complain("chunk", "belongs to in_network: others are cut as their collective says");
  }
}

}  // namespace

void read_kernels(const Fields& model, std::array<KernelModel, 4>& kernels) {
  const auto value = model.find("kernels");
  if (!value) return;
  const Fields fields(*value, "kernels", kernel_names, model.diagnostics());
  for (const Kernel kernel : all_kernels) {
    const std::string name(to_string(kernel));
    if (const auto stated = fields.find(name))
      read_kernel(*stated, name, kernels[static_cast<std::size_t>(kernel)], model.diagnostics());
  }
}

std::optional<PieceModel> read_pieces(const Fields& model) {
  const auto value = model.find("pieces");
  if (!value) return {};
  const Fields fields(*value, "pieces", piece_keys, model.diagnostics());
  const auto size = fields.require("size", "128 KiB") ? fields.size("size") : std::nullopt;
  const auto cost = fields.require("cost", "10 us") ? fields.time("cost") : std::nullopt;
  if (cost && *cost == Duration::zero()) fields.complain("cost", "is 0: leave pieces out where they cost nothing");
  if (!size || !cost || *size == 0 || *cost == Duration::zero()) return {};
  return PieceModel{*size, *cost};
}

}  // namespace collsim
