#include "topology/generate/kinds.h"
#include "topology/generate/members.h"

namespace collsim {
namespace {

class FullMesh final : public Generator {
 public:
  void describe(Parameters& p) override {
    p.whole(optional("chips", "how many"), members_.chips, 2, 100'000);
    p.whole(optional("nodes", "how many, with node"), members_.nodes, 2, 100'000);
    node_.describe(p);
    p.link(required("link", "between each two, port by port"), link_);
  }

  void draw(Draft& draft) const override {
    const std::size_t count = members_.count(node_);
    const Members members = draw_members(draft, node_.block(), count, true);
    const std::size_t ports = members.ports.front().size();
    for (std::size_t i = 0; i + 1 < count; ++i)
      for (std::size_t port = 0; port < ports; ++port)
        draft.join(members.ports[i][port], members.port(port, i + 1, count - i - 1), *link_, members.tier);
  }

 private:
  MemberCount members_;
  NodeParameter node_;
  std::optional<LinkParameters> link_;
};

}  // namespace

std::unique_ptr<Generator> make_full_mesh() { return std::make_unique<FullMesh>(); }

}  // namespace collsim
