import { getAccountSecret } from "#lib/service/channels/credentials/account-secrets.ts";
import { openTestService } from "#lib/service/http/testing/test-service.ts";
import { createFormPlatform, createOAuthPlatform, createPlatformScript } from "./scripted-accounts.ts";

export const getOAuthState = (url: URL) => url.searchParams.get("state") ?? "";

export type ConnectFixture = Awaited<ReturnType<typeof openConnectFixture>>;

/**
 * Opens the service with three scripted platforms: one connects by a form, one by a server's own application, one by
 * the operator's.
 */
export async function openConnectFixture() {
  const script = createPlatformScript();
  const platforms = new Map([
    ["bluesky", createFormPlatform(script, "bluesky")],
    ["mastodon", createOAuthPlatform(script, "mastodon", "server")],
    ["x", createOAuthPlatform(script, "x", "operator")],
  ]);
  const service = await openTestService({}, { platformOf: (slug) => platforms.get(slug) ?? null });

  const ask = (method: string, path: string, json?: unknown, key = service.org.key) =>
    service.call(method, `/v1${path}`, { key, ...(json !== undefined && { json }) });
  const byForm = (account: string, more: Record<string, unknown> = {}) =>
    ask("POST", "/channels/connections", { platform: "bluesky", values: { account, password: "pass word" }, ...more });
  const begin = async (more: Record<string, unknown> = {}, key = service.org.key) => {
    const json = { platform: "mastodon", host: "Social.Example.org", ...more };
    const { status, text, wire } = await ask("POST", "/channels/connections", json, key);
    if (status !== 201) throw new Error(text);
    return new URL(wire.data.authorize_url);
  };
  const finish = (state: string, more: Record<string, unknown>, key = service.org.key) =>
    ask("POST", "/channels/connections/finish", { state, ...more }, key);
  const details = async () => (await ask("GET", "/channels/details")).wire.data as { id: string; practice: boolean }[];
  const real = async () => (await details()).filter(({ practice }) => !practice);
  const stored = (id: string) => getAccountSecret(service.database.pool, service.context.sealer, id);

  return {
    service,
    script,
    ask,
    byForm,
    begin,
    finish,
    real,
    stored,
    /** Removes the accounts there, the channels here, and all application credentials. */
    async clear() {
      script.accounts.clear();
      script.asked.length = 0;
      script.secret = {};
      await service.database.pool.query("update channels set removed_at = now() where not practice");
      await service.database.pool.query("delete from platform_apps");
    },
    close: () => service.close(),
  };
}
