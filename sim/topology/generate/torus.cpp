#include "topology/generate/kinds.h"
#include "topology/generate/members.h"

namespace collsim {
namespace {

constexpr std::size_t most_members = 1'000'000;

struct Dimension {
  std::optional<int> size;
  std::optional<bool> wraps = true;
  std::optional<LinkParameters> link, wrap_link;

  void describe(Parameters& p) {
    p.whole(required("size", "how many along it"), size, 1, 1'000'000);
    p.flag(optional("wraps", "the last is joined to the first (not where size is 2)"), wraps);
    p.link(optional("link", "along it; else the torus's"), link);
    p.link(optional("wrap_link", "from the last to the first; else as link"), wrap_link);
  }
};

class Torus final : public Generator {
 public:
  void describe(Parameters& p) override {
    p.list(required("dimensions", "the first counts fastest: [{size: 4}, {size: 4}]"), dimensions_,
           [](Dimension& dimension, Parameters& inside) { dimension.describe(inside); });
    p.link(optional("link", "between neighbours, port by port, in dimensions without one of their own"), link_);
    node_.describe(p);
  }

  void draw(Draft& draft) const override {
    const Members members = draw_members(draft, node_.block(), count(), true);
    std::size_t stride = 1;
    for (const Dimension& dimension : dimensions_) {
      draw_dimension(draft, members, dimension, stride);
      stride *= static_cast<std::size_t>(*dimension.size);
    }
  }

 private:
  std::size_t count() const {
    std::size_t product = 1;
    for (const Dimension& dimension : dimensions_) {
      product *= static_cast<std::size_t>(*dimension.size);
      if (product > most_members) throw ParameterError(&dimension.size, "this makes more than a million nodes");
      if (!dimension.link && !link_)
        throw ParameterError(&dimension.size,
                             "this dimension has no link, and the torus has none for all: write "
                             "link: {bandwidth: 50 GB/s} here or there");
    }
    if (product < 2) throw ParameterError(&dimensions_.front().size, "a torus has two nodes or more");
    return product;
  }

  void draw_dimension(Draft& draft, const Members& members, const Dimension& dimension, std::size_t stride) const {
    const auto size = static_cast<std::size_t>(*dimension.size);
    const LinkParameters& link = dimension.link ? *dimension.link : *link_;
    const LinkParameters& wrap = dimension.wrap_link ? *dimension.wrap_link : link;
    for (std::size_t member = 0; member < members.count(); ++member) {
      const std::size_t place = member / stride % size;
      if (place + 1 < size) {
        join_members(draft, members, member, member + stride, link, members.tier);
      } else if (size > 2 && *dimension.wraps) {
        join_members(draft, members, member, member - stride * (size - 1), wrap, members.tier);
      }
    }
  }

  std::vector<Dimension> dimensions_;
  std::optional<LinkParameters> link_;
  NodeParameter node_;
};

}  // namespace

std::unique_ptr<Generator> make_torus() { return std::make_unique<Torus>(); }

}  // namespace collsim
