import type { ParseArgsConfig } from "node:util";
import type { Postwright } from "../../client/src/create-client.ts";
import type { ExitCode } from "./cli-error.ts";
import type { Environment } from "./config.ts";
import type { Terminal } from "./terminal.ts";

/** The values of a command's options: a flag is a boolean, a repeatable option a list. */
export type OptionValues = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

export type CommandContext = {
  terminal: Terminal;
  env: Environment;
  /** The client of the signed-in member. @throws CliError if nobody is signed in */
  connect: () => Postwright;
  options: OptionValues;
  positionals: readonly string[];
  /** True if results are printed as JSON. */
  isJson: boolean;
};

export type CliOption = {
  type: "string" | "boolean";
  multiple?: boolean;
  short?: string;
  /** The name of its value in the help. */
  value?: string;
  help: string;
};

export type Command = {
  summary: string;
  /** The positional arguments, as the help shows them. */
  usage: string;
  options: Readonly<Record<string, CliOption>>;
  examples: readonly string[];
  run: (context: CommandContext) => Promise<ExitCode>;
};

export const globalOptions: Readonly<Record<string, CliOption>> = {
  json: { type: "boolean", help: "Print results and errors as JSON." },
  help: { type: "boolean", short: "h", help: "Show this help." },
};

export const toParseOptions = (options: Command["options"]): NonNullable<ParseArgsConfig["options"]> =>
  Object.fromEntries(
    Object.entries(options).map(([name, { type, multiple, short }]) => [
      name,
      { type, ...(multiple && { multiple }), ...(short !== undefined && { short }) },
    ]),
  );

export const getText = (options: OptionValues, name: string): string | undefined => {
  const value = options[name];
  return typeof value === "string" ? value : undefined;
};
export const getTexts = (options: OptionValues, name: string): string[] => {
  const value = options[name];
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
};
