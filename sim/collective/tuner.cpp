#include "collective/tuner.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "collective/fitting.h"
#include "collective/nccl_model.h"

namespace collsim {
namespace {

/// In the order in which NCCL compares them: of equal times it takes the first.
constexpr std::array<std::pair<NcclAlgorithm, std::string_view>, 6> nccl_algorithms{
    {{NcclAlgorithm::tree, "double_tree"},
     {NcclAlgorithm::ring, "ring"},
     {NcclAlgorithm::collnet_direct, "collnet_direct"},
     {NcclAlgorithm::collnet_chain, "collnet_chain"},
     {NcclAlgorithm::nvls, "nvls"},
     {NcclAlgorithm::nvls_tree, "nvls_tree"}}};
constexpr std::array nccl_protocols{Protocol::ll, Protocol::ll128, Protocol::simple};

std::string_view name_for(Op op, std::string_view name) {
  const bool rooted = op == Op::broadcast || op == Op::reduce;
  return rooted && name == "ring" ? "chain" : name;
}

/// Of what NCCL does not tune, and of a lone rank.
std::string_view obvious_way(Op op) {
  switch (op) {
    case Op::all_to_all:
      return "pairwise";
    case Op::scatter:
    case Op::gather:
      return "linear";
    case Op::send_recv:
      return "direct";
    case Op::broadcast:
    case Op::reduce:
      return "chain";
    default:
      return "ring";
  }
}

std::vector<Candidate> nccl_ranking(const TunerQuestion& question) {
  const NcclGraph graph = nccl_graph(question.facts, question.utilization);
  std::vector<Candidate> ranking;
  for (const auto& [algorithm, nccl_name] : nccl_algorithms) {
    const std::string_view name = name_for(question.op, nccl_name);
    const Algorithm* row = find_algorithm(name, question.op);
    if (row == nullptr || !fits(*row, question.facts)) continue;
    for (const Protocol protocol : nccl_protocols) {
      const auto us = nccl_time_us(graph, question.op, algorithm, protocol, question.size);
      if (us) ranking.push_back({std::string(name), protocol, us});
    }
  }
  sort_by_time(ranking);
  return ranking;
}

bool from_rank_to_rank(Op op) {
  return op == Op::all_to_all || op == Op::send_recv || op == Op::scatter || op == Op::gather;
}

/// What else could do it, so that nobody looks for it in vain.
void add_unknown_to_nccl(const TunerQuestion& question, std::vector<Candidate>& ranking) {
  for (const Algorithm* algorithm : fitting_algorithms(question.op, question.facts)) {
    const bool ranked = std::any_of(ranking.begin(), ranking.end(),
                                    [&](const Candidate& candidate) { return candidate.algorithm == algorithm->name; });
    if (!ranked) ranking.push_back({std::string(algorithm->name), Protocol::simple, {}, "NCCL has no such algorithm"});
  }
}

/// Something that `chosen` takes without a prediction of its own.
Chosen take(Chosen chosen, std::string by, std::string_view algorithm, Protocol protocol, std::string reason) {
  chosen.by = std::move(by);
  chosen.algorithm = std::string(algorithm);
  chosen.protocol = protocol;
  chosen.reason = std::move(reason);
  const bool ranked = std::any_of(chosen.ranking.begin(), chosen.ranking.end(), [&](const Candidate& candidate) {
    return candidate.algorithm == algorithm && candidate.protocol == protocol;
  });
  if (!ranked) chosen.ranking.push_back({std::string(algorithm), protocol, {}, "no prediction"});
  return chosen;
}

Chosen leave_to_nccl(const TunerQuestion& question, std::string by, const std::string& because) {
  Chosen chosen = choose_as_nccl(question);
  chosen.by = std::move(by);
  chosen.reason = because + ": NCCL's choice" + (chosen.reason.empty() ? "" : ", " + chosen.reason);
  return chosen;
}

/// Why vLLM's own all-reduce does not run; empty where it does.
std::string not_for_vllm(const TunerQuestion& question) {
  const int ranks = question.facts.ranks;
  if (question.op != Op::all_reduce) return "vLLM has an all_reduce of its own only";
  if (question.facts.node_count > 1) return "vLLM's all_reduce is for one node";
  if (ranks != 2 && ranks != 4 && ranks != 6 && ranks != 8) return "vLLM's all_reduce is for 2, 4, 6 or 8 ranks";
  if (ranks > 2 && !question.facts.fully_connected) return "vLLM's all_reduce wants every pair connected";
  return {};
}

}  // namespace

Chosen choose_as_nccl(const TunerQuestion& question) {
  Chosen chosen;
  chosen.ranking = nccl_ranking(question);
  if (chosen.ranking.empty()) {
    const std::string reason = question.facts.ranks < 2 ? "a lone rank has nothing to send"
                                                        : std::string("NCCL does not tune ") + to_string(question.op);
    return take({}, "nccl", obvious_way(question.op), Protocol::simple, reason);
  }
  add_unknown_to_nccl(question, chosen.ranking);
  chosen.by = "nccl";
  chosen.algorithm = chosen.ranking.front().algorithm;
  chosen.protocol = chosen.ranking.front().protocol;
  return chosen;
}

Chosen choose_protocol_as_nccl(const TunerQuestion& question, const std::string& algorithm) {
  Chosen chosen;
  chosen.ranking = nccl_ranking(question);
  std::erase_if(chosen.ranking, [&](const Candidate& candidate) { return candidate.algorithm != algorithm; });
  if (!chosen.ranking.empty()) {
    chosen.by = "nccl";
    chosen.algorithm = algorithm;
    chosen.protocol = chosen.ranking.front().protocol;
    return chosen;
  }
  if (!from_rank_to_rank(question.op))
    return take({}, "nccl", algorithm, Protocol::simple,
                "NCCL has no such algorithm: the protocol with the most bandwidth");
  constexpr Bytes most_for_ll = Bytes{16} << 10;
  const Bytes message = question.op == Op::send_recv ? question.size : question.size / question.facts.ranks;
  return take({}, "nccl", algorithm, message <= most_for_ll ? Protocol::ll : Protocol::simple,
              "from rank to rank: ll up to " + format_size(most_for_ll) + " a message");
}

Chosen choose_as_vllm(const TunerQuestion& question) {
  if (const std::string because = not_for_vllm(question); !because.empty())
    return leave_to_nccl(question, "vllm", because);
  if (question.facts.ranks == 2) return take({}, "vllm", "one_shot", Protocol::simple, "2 ranks: at any size");
  const bool four = question.facts.ranks == 4;
  const Bytes limit = four ? Bytes{512} << 10 : Bytes{256} << 10;
  const bool small = question.size < limit;
  return take({}, "vllm", small ? "one_shot" : "two_shot", Protocol::simple,
              std::to_string(question.facts.ranks) + " ranks: one_shot below " + format_size(limit));
}

Chosen choose_by_table(const TunerQuestion& question, const std::vector<TunerRow>& rows, const std::string& file) {
  const TunerRow* row = find_row(rows, question.op, question.size, question.facts);
  if (row == nullptr) return leave_to_nccl(question, "table", "no row of " + file + " matches");
  const std::string place = file + ':' + std::to_string(row->line);
  const Algorithm* algorithm = find_algorithm(row->algorithm, question.op);
  if (algorithm == nullptr)
    return leave_to_nccl(question, "table",
                         place + " names " + row->algorithm + ", which does no " + to_string(question.op));
  if (!fits(*algorithm, question.facts))
    return leave_to_nccl(question, "table", place + " names " + row->algorithm + ", which does not fit this group");
  Chosen chosen;
  chosen.ranking = nccl_ranking(question);
  chosen = take(std::move(chosen), "table", row->algorithm, row->protocol, place);
  chosen.channels = row->channels;
  return chosen;
}

}  // namespace collsim
