#pragma once

#include "topology/generate/parameters.h"

namespace collsim {

/// Links from a switch to the tier above, whose bandwidth may be stated or follow from an oversubscription: how many
/// times more bandwidth a switch has below than above.
struct UplinkParameters {
  std::optional<LinkParameters> uplink;
  std::optional<double> oversubscription;

  /// The keys of both, and what the links join: "from each leaf to each spine".
  void describe(Parameters& parameters, const char* link_key, const char* oversubscription_key, const char* ends);
  bool given() const { return uplink.has_value() || oversubscription.has_value(); }
  /// The link to each of `above` switches, from one with the bandwidth `below`. Throws ParameterError where neither
  /// a bandwidth nor an oversubscription is given, or both.
  LinkParameters link(double below, std::size_t above) const;
};

/// The bandwidth of all parallel links of one connection.
double capacity(const LinkParameters& link);

}  // namespace collsim
