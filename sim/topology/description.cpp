#include "topology/description.h"

namespace collsim {

const char* to_string(NodeKind kind) {
  switch (kind) {
    case NodeKind::chip:
      return "chip";
    case NodeKind::switch_:
      return "switch";
    case NodeKind::nic:
      return "nic";
    case NodeKind::host:
      return "host";
  }
  return "";
}

const char* to_string(Tier tier) {
  switch (tier) {
    case Tier::d2d:
      return "d2d";
    case Tier::c2c:
      return "c2c";
    case Tier::b2b:
      return "b2b";
    case Tier::r2r:
      return "r2r";
    case Tier::p2p:
      return "p2p";
  }
  return "";
}

const char* to_string(Duplex duplex) {
  switch (duplex) {
    case Duplex::full:
      return "full";
    case Duplex::half:
      return "half";
    case Duplex::uncontended:
      return "uncontended";
  }
  return "";
}

}  // namespace collsim
