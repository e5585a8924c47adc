#include "manual_page.h"

#include <algorithm>
#include <sstream>

#include <CLI/CLI.hpp>

#include "option_facts.h"

namespace collsim {
namespace {

/// As it stands: a hyphen is a minus sign that can be copied, and a line is no request.
std::string roff(const std::string& text) {
  std::string escaped;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool begins_line = i == 0 || text[i - 1] == '\n';
    if (begins_line && (text[i] == '.' || text[i] == '\'')) escaped += "\\&";
    if (text[i] == '\\') {
      escaped += "\\e";
    } else if (text[i] == '-') {
      escaped += "\\-";
    } else {
      escaped += text[i];
    }
  }
  return escaped;
}

bool is_example(const std::string& line) { return line.rfind("  ", 0) == 0; }

/// Text with examples, which are lines that are indented.
void write_footer(const std::string& footer, std::ostream& out) {
  std::istringstream lines(footer);
  bool examples = false;
  for (std::string line; std::getline(lines, line);) {
    if (is_example(line) != examples) out << (examples ? ".EE\n" : ".EX\n");
    examples = is_example(line);
    if (line.empty()) {
      out << ".PP\n";
    } else {
      out << roff(line) << '\n';
    }
  }
  if (examples) out << ".EE\n";
}

void write_option(const OptionFacts& option, std::ostream& out) {
  out << ".TP\n";
  for (std::size_t i = 0; i < option.names.size(); ++i)
    out << (i > 0 ? ", " : "") << "\\fB" << roff(option.names[i]) << "\\fR";
  if (!option.value.empty()) out << (option.names.empty() ? "" : " ") << "\\fI" << roff(option.value) << "\\fR";
  out << '\n' << roff(option.help) << '\n';
}

void write_command(const CLI::App& command, std::ostream& out) {
  out << ".SS \"collsim " << roff(command.get_name());
  for (const OptionFacts& argument : argument_facts(command)) out << ' ' << roff(argument.value);
  out << " [OPTION]...\"\n" << roff(command.get_description()) << ".\n";
  for (const OptionFacts& argument : argument_facts(command)) write_option(argument, out);
  for (const OptionFacts& option : option_facts(command)) write_option(option, out);
  out << ".PP\n";
  write_footer(command.get_footer(), out);
}

}  // namespace

std::string manual_page(const CLI::App& app, const std::string& version) {
  std::ostringstream out;
  out << ".TH COLLSIM 1 \"\" \"collsim " << roff(version) << "\" \"User Commands\"\n"
      << ".SH NAME\ncollsim \\- simulator of collective communication\n"
      << ".SH SYNOPSIS\n\\fBcollsim\\fR \\fICOMMAND\\fR [\\fIARGUMENT\\fR]... [\\fIOPTION\\fR]...\n"
      << ".SH DESCRIPTION\n"
      << roff(app.get_description()) << '\n';
  for (const OptionFacts& option : option_facts(app)) write_option(option, out);
  out << ".SH COMMANDS\n";
  for (const CLI::App* command : commands_of(app)) write_command(*command, out);
  out << ".SH NOTES\n";
  write_footer(app.get_footer(), out);
  return out.str();
}

}  // namespace collsim
