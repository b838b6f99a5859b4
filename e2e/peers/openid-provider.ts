import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import path from "node:path";

const entry = path.resolve(import.meta.dirname, "../../lib/service/auth/testing/oidc-provider-process.ts");

/** Starts a real OpenID provider in its own process. `people` has the claims of its users by login. */
export async function startOpenIdProvider(origin: string, people: Record<string, object>) {
  const client = {
    id: "postwright",
    secret: randomBytes(24).toString("hex"),
    redirectUri: `${origin}/sign-in/provider/callback`,
  };
  const child = spawn(process.execPath, [entry, JSON.stringify(client), JSON.stringify(people)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const issuer = await new Promise<string>((resolve) => {
    child.stdout.once("data", (chunk) => resolve(String(chunk).trim()));
  });
  return {
    /** Settings for the app's environment. */
    settings: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: client.id,
      OIDC_CLIENT_SECRET: client.secret,
      OIDC_NAME: "House ID",
    },
    async stop() {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.stdin.end();
      await ended;
    },
  };
}
