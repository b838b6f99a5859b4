import { createClient } from "../../../client/src/create-client.ts";
import { exitCodes, usageError } from "../cli-error.ts";
import { type Command, getText } from "../command.ts";
import { getConfigFile, removeConfig, writeConfig } from "../config.ts";
import { decodeText } from "../decode-text.ts";

export const signIn: Command = {
  summary: "Store the address of your Postwright and an API key",
  usage: "",
  options: {
    url: {
      type: "string",
      value: "ADDRESS",
      help: "The address of your Postwright, such as https://posts.example.org.",
    },
  },
  examples: [
    "postwright sign-in --url https://posts.example.org",
    "postwright sign-in --url https://posts.example.org < key.txt",
  ],
  async run({ terminal, env, options, isJson }) {
    const url =
      getText(options, "url") ??
      env["POSTWRIGHT_URL"] ??
      (terminal.isInteractive ? await terminal.ask("Address: ") : "");
    if (!URL.canParse(url)) throw usageError("Give the address with --url https://your-postwright.");
    // The key is never an argument: other users of the machine can see those.
    const key = (
      terminal.isInteractive
        ? await terminal.askSecret("API key (Profile, API keys): ")
        : decodeText(await terminal.readInput(), "The key")
    ).trim();
    if (key === "") throw usageError("Give the key on standard input.");
    const me = await createClient({ url, key }).me();
    const file = writeConfig(env, { url, key });
    if (isJson) terminal.write(JSON.stringify({ file, ...me }));
    else terminal.write(`Signed in as ${me.membership.name} of ${me.org.name}. The key is in ${file}.`);
    return exitCodes.ok;
  },
};

export const signOut: Command = {
  summary: "Remove the stored key from this machine",
  usage: "",
  options: {},
  examples: ["postwright sign-out"],
  async run({ terminal, env }) {
    removeConfig(env);
    terminal.note(`${getConfigFile(env)} is removed. The key stays valid: revoke it in your profile.`);
    return exitCodes.ok;
  },
};

export const whoami: Command = {
  summary: "Show the organization, the member and the scopes of the key",
  usage: "",
  options: {},
  examples: ["postwright whoami"],
  async run({ terminal, connect, isJson }) {
    const me = await connect().me();
    if (isJson) terminal.write(JSON.stringify(me));
    else {
      const { name, email, role } = me.membership;
      terminal.write(`${name} <${email}>, ${role} of ${me.org.name}\nScopes: ${me.scopes.join(", ")}`);
    }
    return exitCodes.ok;
  },
};
