#include "routing/way_finder.h"

namespace collsim {

std::unique_ptr<WayFinder> make_way_finder(Routing routing, const WayFinderSetup& setup) {
  switch (routing) {
    case Routing::shortest:
      break;
    case Routing::ecmp:
      return make_ecmp(setup);
    case Routing::spray:
      return make_spray(setup);
    case Routing::adaptive:
      return make_adaptive(setup);
    case Routing::valiant:
      return make_valiant(setup);
  }
  return nullptr;
}

}  // namespace collsim
