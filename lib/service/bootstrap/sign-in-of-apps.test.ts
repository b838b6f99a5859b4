import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parseEnv } from "#lib/env.ts";
import { createLog } from "#lib/service/core/log.ts";
import { openTestDatabase } from "#lib/service/db/testing/test-database.ts";
import { openService } from "./service.ts";

/** Opens the service and returns whether the dashboard can connect apps, and the status of each address of apps. */
async function readStatuses(origin: string, env: Record<string, string> = {}) {
  const database = await openTestDatabase();
  const folder = mkdtempSync(join(tmpdir(), "pw-apps-"));
  const settings = parseEnv({
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    MEDIA_URL: `file://${folder}/media`,
    ...env,
  });
  const log = createLog("silent");
  const service = await openService(settings, { origin, secret: "the secret that seals in tests, 32 and more", log });
  onTestFinished(async () => {
    await service.stop();
    await database.drop();
    rmSync(folder, { recursive: true });
  });
  const ask = async (path: string, method = "GET") =>
    (await service.fetch(new Request(`${origin}${path}`, { method }))).status;
  return {
    dashboard: service.embedded.apps !== null,
    mcp: await ask("/mcp", "POST"),
    resource: await ask("/.well-known/oauth-protected-resource"),
    server: await ask("/.well-known/oauth-authorization-server"),
    register: await ask("/oauth/register", "POST"),
    token: await ask("/oauth/token", "POST"),
    revoke: await ask("/oauth/revoke", "POST"),
  };
}
const none = { dashboard: false, mcp: 404, resource: 404, server: 404, register: 404, token: 404, revoke: 404 };

test("apps sign in over https; not on plain http, and not where MCP is off", async () => {
  const all = { dashboard: true, mcp: 401, resource: 200, server: 200, register: 400, token: 400, revoke: 400 };
  expect(await readStatuses("https://posts.example.org")).toEqual(all);
  expect(await readStatuses("http://posts.example.org")).toEqual({ ...none, mcp: 401, resource: 200 });
  // Without the MCP server its paths belong to nobody; those of platforms remain, for GET.
  const off = { ...none, register: 405, token: 405, revoke: 405 };
  expect(await readStatuses("https://posts.example.org", { MCP: "off" })).toEqual(off);
});
