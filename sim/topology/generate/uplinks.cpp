#include "topology/generate/uplinks.h"

namespace collsim {

void UplinkParameters::describe(Parameters& p, const char* link_key, const char* oversubscription_key,
                                const char* ends) {
  p.link(optional(link_key, ends), uplink, false);
  p.number(optional(oversubscription_key,
                    "bandwidth below over bandwidth above a switch, instead of a bandwidth of "
                    "the uplinks: 2 is 2:1"),
           oversubscription, 1e-3, 1e6);
}

LinkParameters UplinkParameters::link(double below, std::size_t above) const {
  LinkParameters link = uplink.value_or(LinkParameters{});
  if (link.bandwidth && oversubscription)
    throw ParameterError(&oversubscription, "the uplinks state a bandwidth already: leave out one of the two");
  if (!link.bandwidth && !oversubscription)
    throw ParameterError(&uplink, "the uplinks have no bandwidth: state it, or an oversubscription");
  if (link.bandwidth) return link;
  const double parallel = static_cast<double>(*link.links) * *link.count * static_cast<double>(above);
  link.bandwidth = below / (*oversubscription * parallel);
  return link;
}

double capacity(const LinkParameters& link) {
  return *link.bandwidth * static_cast<double>(*link.links) * static_cast<double>(*link.count);
}

}  // namespace collsim
