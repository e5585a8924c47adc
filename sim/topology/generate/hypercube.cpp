#include "topology/generate/kinds.h"
#include "topology/generate/members.h"

namespace collsim {
namespace {

class Hypercube final : public Generator {
 public:
  void describe(Parameters& p) override {
    p.whole(required("dimensions", "d: 2^d chips, or nodes with node"), dimensions_, 1, 18);
    node_.describe(p);
    p.link(required("link", "between two whose numbers differ in one bit, port by port"), link_);
  }

  void draw(Draft& draft) const override {
    const std::size_t count = std::size_t{1} << *dimensions_;
    const Members members = draw_members(draft, node_.block(), count, true);
    for (std::size_t bit = 1; bit < count; bit *= 2)
      for (std::size_t i = 0; i < count; ++i)
        if ((i & bit) == 0) join_members(draft, members, i, i | bit, *link_, members.tier);
  }

 private:
  std::optional<int> dimensions_;
  NodeParameter node_;
  std::optional<LinkParameters> link_;
};

}  // namespace

std::unique_ptr<Generator> make_hypercube() { return std::make_unique<Hypercube>(); }

}  // namespace collsim
