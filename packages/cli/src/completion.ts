import { usageError } from "./cli-error.ts";
import { type Command, globalOptions } from "./command.ts";

type Commands = Readonly<Record<string, Command>>;
export const shells = ["bash", "zsh", "fish"] as const;

/** Prints the completion script of a shell. @throws CliError for another shell */
export function printCompletion(shell: string | undefined, commands: Commands): string {
  if (shell === "bash") return printBash(commands);
  if (shell === "zsh") return printZsh(commands);
  if (shell === "fish") return printFish(commands);
  throw usageError(`Name the shell: ${shells.join(", ")}.`);
}

const flags = (command: Command) => Object.keys({ ...command.options, ...globalOptions }).map((name) => `--${name}`);

function printBash(commands: Commands): string {
  const cases = Object.entries(commands).map(
    ([name, command]) => `    ${name}) words="${flags(command).join(" ")}" ;;`,
  );
  return `_postwright() {
  local word="\${COMP_WORDS[COMP_CWORD]}" words
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${Object.keys(commands).join(" ")}" -- "$word"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join("\n")}
  esac
  case "$word" in
    -*) COMPREPLY=($(compgen -W "$words" -- "$word")) ;;
    *) COMPREPLY=($(compgen -f -- "$word")) ;;
  esac
}
complete -o filenames -F _postwright postwright`;
}

const quote = (text: string) => text.replaceAll("'", "").replaceAll("[", "(").replaceAll("]", ")").replaceAll(":", "");

function printZsh(commands: Commands): string {
  const names = Object.entries(commands).map(([name, { summary }]) => `    '${name}:${quote(summary)}'`);
  const cases = Object.entries(commands).map(([name, command]) => {
    const options = Object.entries({ ...command.options, ...globalOptions }).map(
      ([option, { help, type, multiple }]) =>
        `'${multiple ? "*" : ""}--${option}[${quote(help)}]${type === "string" ? ":value:_files" : ""}'`,
    );
    return `    ${name}) _arguments ${options.join(" ")} '*:file:_files' ;;`;
  });
  return `#compdef postwright
_postwright() {
  local -a commands
  commands=(
${names.join("\n")}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${cases.join("\n")}
  esac
}
compdef _postwright postwright`;
}

function printFish(commands: Commands): string {
  const names = Object.entries(commands).map(
    ([name, { summary }]) => `complete -c postwright -n __fish_use_subcommand -f -a ${name} -d '${quote(summary)}'`,
  );
  const options = Object.entries(commands).flatMap(([name, command]) =>
    Object.entries({ ...command.options, ...globalOptions }).map(
      ([option, { help, type }]) =>
        `complete -c postwright -n '__fish_seen_subcommand_from ${name}' -l ${option}${type === "string" ? " -r" : ""} -d '${quote(help)}'`,
    ),
  );
  return [...names, ...options].join("\n");
}
