#include "common_options.h"

#include <CLI/CLI.hpp>

#include "base/units.h"

namespace collsim {
namespace {

Bytes size_of(const char* option, const std::string& text) try {
  return parse_nccl_size(text);
} catch (const std::invalid_argument& error) {
  throw UsageError(std::string(option) + ' ' + text + ": " + error.what());
}

double factor_of(const std::string& text) try {
  const double factor = parse_number(text);
  if (factor <= 1)
    throw UsageError("-f " + text + ": sizes would not grow; a number above 1 would be right, such as 2");
  return factor;
} catch (const std::invalid_argument&) {
  throw UsageError("-f " + text + ": a number above 1 would be right, such as 2");
}

}  // namespace

void add_output(CLI::App& app, const std::string& name, std::optional<std::string>& file, const std::string& help) {
  app.add_option_function<std::string>(
         name,
         [name, &file](const std::string& value) {
           if (value.empty()) throw UsageError(name + " needs a file name, or - for standard output");
           file = value;
         },
         help)
      ->type_name("FILE");
}

void add_settings(CLI::App& app, std::vector<std::string>& settings, const std::string& help) {
  app.add_option("--set", settings, help)->type_name("PATH=VALUE")->allow_extra_args(false);
}

void add_quiet(CLI::App& app, Verbosity& verbosity) {
  app.add_flag_function(
      "-q,--quiet", [&verbosity](std::int64_t) { verbosity = Verbosity::quiet; },
      "Errors only on stderr: no notes, no progress");
}

void add_verbosity(CLI::App& app, Verbosity& verbosity) {
  add_quiet(app, verbosity);
  app.add_flag_function(
         "-v,--verbose", [&verbosity](std::int64_t) { verbosity = Verbosity::verbose; },
         "More on stderr: what was read and how long it took")
      ->excludes(app.get_option("--quiet"));
}

void add_sizes(CLI::App& app, SizeTexts& texts) {
  app.add_option("-b,--minbytes", texts.min, "Smallest size")->type_name("SIZE");
  app.add_option("-e,--maxbytes", texts.max, "Largest size")->type_name("SIZE");
  app.add_option("-f,--stepfactor", texts.factor, "Factor from one size to the next [2]")->type_name("NUMBER");
}

std::optional<Overrides::Sweep> sizes_of(const SizeTexts& texts) {
  if (!texts.factor.empty() && (texts.min.empty() || texts.max.empty()))
    throw UsageError("-f is the factor from one size to the next and needs both ends, as in -b 8 -e 1G -f " +
                     texts.factor);
  if (texts.min.empty() && texts.max.empty()) return {};
  const Bytes min = size_of("-b", texts.min.empty() ? texts.max : texts.min);
  const Bytes max = size_of("-e", texts.max.empty() ? texts.min : texts.max);
  const double factor = texts.factor.empty() ? 2 : factor_of(texts.factor);
  if (min > max) throw UsageError("-b " + texts.min + " is above -e " + texts.max);
  if (min == 0 && max > 0) throw UsageError("-b 0 never grows to -e " + texts.max + ": start at 1 or more");
  return Overrides::Sweep{min, max, factor};
}

}  // namespace collsim
