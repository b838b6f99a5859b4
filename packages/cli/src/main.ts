import { parseArgs } from "node:util";
import { createClient } from "../../client/src/create-client.ts";
import { type CliError, type ExitCode, exitCodes, type ReportedError, reportError, usageError } from "./cli-error.ts";
import { type Command, globalOptions, toParseOptions } from "./command.ts";
import { importPlan } from "./commands/import-plan.ts";
import { post } from "./commands/post.ts";
import { channels, list, remove, watch } from "./commands/read-posts.ts";
import { signIn, signOut, whoami } from "./commands/sign-in.ts";
import { printCompletion, shells } from "./completion.ts";
import { type Environment, requireSignIn } from "./config.ts";
import { createTerminal, formatTable, type Terminal } from "./terminal.ts";

declare const version: string;

const commands: Readonly<Record<string, Command>> = {
  "sign-in": signIn,
  "sign-out": signOut,
  whoami,
  channels,
  post,
  list,
  watch,
  delete: remove,
  import: importPlan,
  completion: {
    summary: "Print the completion script of a shell",
    usage: shells.join("|"),
    options: {},
    examples: [
      "postwright completion bash >> ~/.bashrc",
      "postwright completion fish > ~/.config/fish/completions/postwright.fish",
    ],
    async run({ terminal, positionals }) {
      terminal.write(printCompletion(positionals[0], commands));
      return exitCodes.ok;
    },
  },
};

const formatHelp = () => `postwright COMMAND: publish with Postwright

${formatTable(Object.entries(commands).map(([name, { summary }]) => [`  ${name}`, summary]))}

postwright COMMAND --help shows the options. Exit codes: 0 done, 1 refused, 2 wrong usage, 3 unreachable or outcome unknown.`;

function formatCommandHelp(name: string, { summary, usage, options, examples }: Command): string {
  const rows = Object.entries({ ...options, ...globalOptions }).map(([option, { short, value, help }]) => [
    `  ${short === undefined ? "    " : `-${short}, `}--${option}${value === undefined ? "" : ` ${value}`}`,
    help,
  ]);
  return `postwright ${name} ${usage}\n${summary}.\n\n${formatTable(rows)}\n\n${examples.join("\n")}`.replace(
    " \n",
    "\n",
  );
}

async function run(args: readonly string[], terminal: Terminal, env: Environment): Promise<ExitCode> {
  const [name = "help", ...rest] = args;
  if (name === "--version" || name === "-v") return print(terminal, version);
  if (name === "help" || name === "--help" || name === "-h") return print(terminal, formatHelp());
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw usageError(`There is no command "${name}". See postwright --help.`);
  const { values, positionals } = parse(rest, command);
  if (values["help"] === true) return print(terminal, formatCommandHelp(name, command));
  const connect = () =>
    createClient({
      ...requireSignIn(env),
      // A person waits at the screen: about 3 s in all when the service can't be reached.
      retries: 3,
      headers: { "user-agent": `postwright-cli/${version}` },
      ...getClientSettings(env),
    });
  return command.run({ terminal, env, connect, options: values, positionals, isJson: values["json"] === true });
}

/** Names of the list's parameters at another service, as the dashboard's SERVICE_LIST_PARAMS. */
function getClientSettings(env: Environment) {
  const [status, limit, offset] = (env["POSTWRIGHT_LIST_PARAMS"] ?? "").split(",");
  return status && limit && offset ? { listParams: { status, limit, offset } } : {};
}

function print(terminal: Terminal, text: string): ExitCode {
  terminal.write(text);
  return exitCodes.ok;
}

function parse(args: readonly string[], command: Command) {
  try {
    const options = toParseOptions({ ...command.options, ...globalOptions });
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw usageError(error instanceof Error ? error.message : String(error));
  }
}

const looking = "postwright list --limit 5";

function printError(terminal: Terminal, error: ReportedError, isJson: boolean): void {
  if (isJson) {
    const { exitCode: _, ...shown } = error;
    terminal.note(JSON.stringify({ error: shown }));
    return;
  }
  terminal.note(`postwright: ${error.message}${error.field === undefined ? "" : ` (${error.field})`}`);
  if (error.retryAfterSeconds !== undefined) terminal.note(`Try again in ${error.retryAfterSeconds} s.`);
  if (error.mayHaveArrived) {
    terminal.note(`It may have arrived. Look: ${looking}`);
    if (error.idempotencyKey !== undefined) {
      terminal.note(
        `With Postwright, the same command with --idempotency-key ${error.idempotencyKey} creates nothing twice within 24 h.`,
      );
    }
  }
  if (error.requestId !== undefined) terminal.note(`Request ${error.requestId}`);
}

const terminal = createTerminal();
const args = process.argv.slice(2);
try {
  // biome-ignore lint/style/noProcessEnv: the one place that reads the environment
  process.exitCode = await run(args, terminal, process.env);
} catch (error) {
  const reported = reportError(error as CliError);
  printError(terminal, reported, args.includes("--json"));
  process.exitCode = reported.exitCode;
}
