/** Completion scripts for shells, made from the tables from which flags are parsed. */

import { ALIASES } from "./aliases";
import { type Command, HELP_FLAG } from "./define-command";
import type { Flag, FlagTable } from "./flag-table";

export const SHELLS = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof SHELLS)[number];

/** The placeholders of values that are files. */
const FILE = /\bFILE\b/;

/** A script that completes commands, their flags, and the values of flags that are files or choices. */
export function completionFor(shell: Shell, commands: readonly Command[]): string {
  const all = [
    ...commands.flatMap((command) => {
      const others = Object.keys(ALIASES).filter((alias) => ALIASES[alias] === command.name);
      return [command.name, ...others].map((name) => ({ ...entryOf(command), name }));
    }),
    { name: "help", summary: "explains a command", flags: HELP_FLAG, takesFiles: false },
  ];
  return { bash, zsh, fish }[shell](all);
}

interface Entry {
  readonly name: string;
  readonly summary: string;
  readonly flags: FlagTable;
  /** Whether its arguments may be files. */
  readonly takesFiles: boolean;
}

function entryOf({ name, summary, flags, synopsis }: Command): Entry {
  return { name, summary, flags, takesFiles: /FILE|\.pgn|INI/.test(synopsis) };
}

const isFile = (flag: Flag) => flag.type === "string" && FILE.test(flag.argument);
const namesOf = (flags: FlagTable) => Object.keys(flags).map((name) => `--${name}`);

function bash(commands: readonly Entry[]): string {
  const cases = commands.map(({ name, flags, takesFiles }) => {
    const values = Object.entries(flags).flatMap(([flag, declared]) => {
      if (declared.type === "choice") return [`      --${flag}) words='${declared.choices.join(" ")}' ;;`];
      if (isFile(declared)) return [`      --${flag}) files=1 ;;`];
      return declared.type === "boolean" ? [] : [`      --${flag}) ;;`];
    });
    return `  ${name})
    case $before in
${[...values, `      *) words='${namesOf(flags).join(" ")}'${takesFiles ? "; files=1" : ""} ;;`].join("\n")}
    esac ;;`;
  });
  const names = commands.map(({ name }) => name).join(" ");
  return `# bash completion for wazaba: eval "$(wazaba completion bash)"
_wazaba() {
  local current=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} words= files=
  # --flag=value: bash makes three words of it.
  if [[ $current == = ]]; then current=
  elif [[ $before == = ]]; then before=\${COMP_WORDS[COMP_CWORD-2]}; fi
  COMPREPLY=()
  if (( COMP_CWORD == 1 )); then words='${names} --help --version'
  elif [[ \${COMP_WORDS[1]} == help ]]; then words='${names}'
  else case \${COMP_WORDS[1]} in
${cases.join("\n")}
  esac; fi
  if [[ -n $words ]]; then COMPREPLY=($(compgen -W "$words" -- "$current")); fi
  if [[ -n $files && $current != -* ]]; then
    local IFS=$'\\n'
    compopt -o filenames 2>/dev/null
    COMPREPLY+=($(compgen -f -- "$current"))
  fi
}
complete -F _wazaba wazaba
`;
}

function zsh(commands: readonly Entry[]): string {
  const plain = (text: string) =>
    text
      .replace(/\s+/g, " ")
      .replace(/'/g, "’")
      .replace(/[[\]:\\]/g, "\\$&");
  const specs = (flags: FlagTable) => {
    return Object.entries(flags).map(([name, flag]) => {
      const repeated = flag.type === "string" && flag.multiple ? "*" : "";
      const about = `[${plain(flag.about)}]`;
      if (flag.type === "boolean") return `'--${name}${about}'`;
      const value = flag.type === "choice" ? `(${flag.choices.join(" ")})` : isFile(flag) ? "_files" : "";
      const placeholder = flag.type === "choice" ? name : plain(flag.argument);
      return `'${repeated}--${name}=${about}:${placeholder}:${value}'`;
    });
  };
  const names = commands.map(({ name, summary }) => `    '${name}:${plain(summary)}'`);
  const cases = commands.map(({ name, flags, takesFiles }) => {
    // With a message alone for the other arguments, zsh would show flags and insert none.
    const rest = name === "help" ? `'1:command:_wazaba_commands'` : takesFiles ? `'*:file:_files'` : `'*: :()'`;
    return `    ${name}) _arguments ${[...specs(flags), rest].join(" \\\n      ")} ;;`;
  });
  return `#compdef wazaba
# zsh completion for wazaba: source <(wazaba completion zsh)
_wazaba_commands() {
  local -a commands=(
${names.join("\n")}
  )
  _describe command commands
}
_wazaba() {
  if (( CURRENT == 2 )); then
    _wazaba_commands
    return
  fi
  local command=\${words[2]}
  shift words
  (( CURRENT-- ))
  case $command in
${cases.join("\n")}
  esac
}
compdef _wazaba wazaba
`;
}

function fish(commands: readonly Entry[]): string {
  const quoted = (text: string) => `'${text.replace(/\s+/g, " ").replace(/[\\']/g, "\\$&")}'`;
  const lines = commands.flatMap(({ name, summary, flags, takesFiles }) => {
    const isIt = `-n '__fish_seen_subcommand_from ${name}'`;
    const options = Object.entries(flags).map(([flag, declared]) => {
      const short = "short" in declared && declared.short !== undefined ? ` -s ${declared.short}` : "";
      const value =
        declared.type === "boolean"
          ? ""
          : declared.type === "choice"
            ? ` -x -a ${quoted(declared.choices.join(" "))}`
            : isFile(declared)
              ? " -r -F"
              : " -x";
      return `complete -c wazaba ${isIt} -l ${flag}${short}${value} -d ${quoted(declared.about)}`;
    });
    const files = takesFiles ? [`complete -c wazaba ${isIt} -F`] : [];
    return [`complete -c wazaba -n __fish_use_subcommand -a ${name} -d ${quoted(summary)}`, ...options, ...files];
  });
  const names = commands.map(({ name }) => name).join(" ");
  return `# fish completion for wazaba: wazaba completion fish | source
complete -c wazaba -f
${lines.join("\n")}
complete -c wazaba -n '__fish_seen_subcommand_from help' -a ${quoted(names)}
`;
}
