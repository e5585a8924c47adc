#include "completion.h"

#include <algorithm>
#include <sstream>

#include <CLI/CLI.hpp>

#include "command_line.h"
#include "option_facts.h"

namespace collsim {
namespace {

/// For between single quotes.
std::string quoted(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + '\'';
}

/// `--json --csv ...`
std::string words_of(const CLI::App& command) {
  std::string words;
  for (const OptionFacts& option : option_facts(command))
    for (const std::string& name : option.names) words += (words.empty() ? "" : " ") + name;
  return words;
}

std::string bash_script(const CLI::App& app) {
  std::ostringstream out;
  out << "# bash completion of collsim: source <(collsim completion bash)\n_collsim() {\n"
      << "  local word=${COMP_WORDS[COMP_CWORD]} words=\n  COMPREPLY=()\n  if ((COMP_CWORD == 1)); then\n    words="
      << quoted([&] {
           std::string words = words_of(app);
           for (const CLI::App* command : commands_of(app)) words += ' ' + command->get_name();
           return words;
         }())
      << "\n  elif [[ $word == -* ]]; then\n    case ${COMP_WORDS[1]} in\n";
  for (const CLI::App* command : commands_of(app))
    out << "      " << command->get_name() << ") words=" << quoted(words_of(*command)) << " ;;\n";
  out << "    esac\n  fi\n  [[ -z $words ]] || mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")\n}\n"
      << "complete -o bashdefault -o default -F _collsim collsim\n";
  return out.str();
}

/// In the text of an option zsh gives a meaning to brackets and colons.
std::string zsh_text(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

void write_zsh_options(const CLI::App& command, std::ostream& out) {
  for (const OptionFacts& option : option_facts(command)) {
    const std::string value = option.value.empty() ? "" : ':' + zsh_text(option.value) + ":_files";
    for (const std::string& name : option.names)
      out << " \\\n        " << quoted(name + '[' + zsh_text(option.help) + ']' + value);
  }
}

std::string zsh_script(const CLI::App& app) {
  std::ostringstream out;
  out << "#compdef collsim\n_collsim() {\n  local -a commands=(";
  for (const CLI::App* command : commands_of(app))
    out << "\n    " << quoted(command->get_name() + ':' + zsh_text(command->get_description()));
  out << ")\n  if ((CURRENT == 2)); then\n    _describe command commands\n    _arguments";
  write_zsh_options(app, out);
  out << "\n    return\n  fi\n  local command=$words[2]\n  shift words\n  ((CURRENT--))\n  case $command in\n";
  for (const CLI::App* command : commands_of(app)) {
    out << "    " << command->get_name() << ")\n      _arguments";
    write_zsh_options(*command, out);
    out << " \\\n        '*:file:_files' ;;\n";
  }
  out << "  esac\n}\nif [[ $zsh_eval_context[-1] == loadautofunc ]]; then _collsim \"$@\"; else compdef _collsim "
         "collsim; fi\n";
  return out.str();
}

/// Between single quotes fish gives a meaning to the backslash.
std::string fish_text(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '\'' || c == '\\') escaped += '\\';
    escaped += c;
  }
  return '\'' + escaped + '\'';
}

void write_fish_options(const CLI::App& command, const std::string& when, std::ostream& out) {
  for (const OptionFacts& option : option_facts(command)) {
    out << "complete -c collsim -n " << when;
    for (const std::string& name : option.names)
      out << (name.rfind("--", 0) == 0 ? " -l " + name.substr(2) : " -s " + name.substr(1));
    out << (option.value.empty() ? "" : " -r") << " -d " << fish_text(option.help) << '\n';
  }
}

std::string fish_script(const CLI::App& app) {
  std::ostringstream out;
  out << "# fish completion of collsim: collsim completion fish | source\n";
  for (const CLI::App* command : commands_of(app))
    out << "complete -c collsim -f -n __fish_use_subcommand -a " << command->get_name() << " -d "
        << fish_text(command->get_description()) << '\n';
  write_fish_options(app, "__fish_use_subcommand", out);
  for (const CLI::App* command : commands_of(app))
    write_fish_options(*command, "'__fish_seen_subcommand_from " + command->get_name() + '\'', out);
  return out.str();
}

}  // namespace

std::string completion_script(const CLI::App& app, const std::string& shell) {
  if (shell == "bash") return bash_script(app);
  if (shell == "zsh") return zsh_script(app);
  if (shell == "fish") return fish_script(app);
  throw UsageError("completion " + shell + ": bash, zsh or fish would be right");
}

}  // namespace collsim
