#include "topology/generate/kinds.h"
#include "topology/generate/members.h"

namespace collsim {
namespace {

class Ring final : public Generator {
 public:
  void describe(Parameters& p) override {
    p.whole(optional("chips", "how many; 2 have one link"), members_.chips, 2, 1'000'000);
    p.whole(optional("nodes", "how many, with node"), members_.nodes, 2, 1'000'000);
    node_.describe(p);
    p.link(required("link", "from each to the next, port by port"), link_);
    p.link(optional("closing_link", "from the last to the first; else as link"), closing_);
  }

  void draw(Draft& draft) const override {
    const std::size_t count = members_.count(node_);
    const Members members = draw_members(draft, node_.block(), count, true);
    for (std::size_t i = 0; i + 1 < count; ++i) join_members(draft, members, i, i + 1, *link_, members.tier);
    if (count > 2) join_members(draft, members, count - 1, 0, closing_ ? *closing_ : *link_, members.tier);
  }

 private:
  MemberCount members_;
  NodeParameter node_;
  std::optional<LinkParameters> link_, closing_;
};

}  // namespace

std::unique_ptr<Generator> make_ring() { return std::make_unique<Ring>(); }

}  // namespace collsim
