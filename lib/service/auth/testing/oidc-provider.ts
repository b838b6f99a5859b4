import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import type { OidcProviderSettings } from "#lib/service/auth/providers/oidc-discovery.ts";

const entry = fileURLToPath(new URL("./oidc-provider-process.ts", import.meta.url));

/** Starts a real OpenID provider in a process of its own. `people` has the claims of each login. */
export async function startOidcProvider(redirectUri: string, people: Record<string, object>, port = 0) {
  const client = { id: "postwright", secret: randomBytes(24).toString("hex"), redirectUri };
  const child = spawn(process.execPath, [entry, JSON.stringify(client), JSON.stringify(people), String(port)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const issuer = await new Promise<string>((resolve, reject) => {
    child.once("exit", () => reject(new Error("The provider ended.")));
    child.stdout.once("data", (chunk: Buffer) => resolve(String(chunk).trim()));
  });
  const settings: OidcProviderSettings = {
    issuer,
    clientId: client.id,
    clientSecret: client.secret,
    name: "Test House ID",
  };
  return {
    settings,
    async stop() {
      child.stdin.end();
      await ended;
    },
  };
}

/**
 * Follows the redirects as a browser: from the authorization URL through the provider's pages, as `login`, to the
 * return. @returns the query that the provider sends back. `declines` cancels at the first page.
 */
export async function signInAtOidcProvider(start: string, login: string, { declines = false } = {}): Promise<string> {
  const issuer = new URL(start).origin;
  const cookies = new Map<string, string>();
  let [url, form]: [string, URLSearchParams | null] = [start, null];
  for (let step = 0; step < 12; step += 1) {
    const answer = await fetch(url, {
      redirect: "manual",
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
      ...(form && { method: "POST", body: form }),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [name = "", value = ""] = (line.split(";")[0] ?? "").split(/=(.*)/s);
      cookies.set(name, value);
    }
    const page = await answer.text();
    const to = answer.headers.get("location");
    form = null;
    if (to) {
      const next = new URL(to, url);
      if (next.origin !== issuer) return next.search;
      url = next.href;
    } else if (declines) {
      url = new URL(/href="([^"]*\/abort)"/.exec(page)?.[1] ?? "missing", url).href;
    } else {
      const action = /action="([^"]+)"/.exec(page)?.[1];
      if (!action) throw new Error(`The provider answered ${answer.status}: ${page.slice(0, 300)}`);
      url = new URL(action, url).href;
      const prompt = page.includes('value="login"') ? "login" : "consent";
      form = new URLSearchParams({ prompt, ...(prompt === "login" && { login, password: "any" }) });
    }
  }
  throw new Error("The provider never sent anybody back.");
}
