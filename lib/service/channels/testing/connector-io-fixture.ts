import { Writable } from "node:stream";
import { pino } from "pino";
import type { ConnectorIo, ConnectorIoFactory, PlatformRequest } from "#lib/service/channels/core/connector.ts";
import type { AccountSecret, Platform } from "#lib/service/channels/core/platform.ts";
import { getAccountSecret, saveAccountSecret } from "#lib/service/channels/credentials/account-secrets.ts";
import { serializeError } from "#lib/service/core/log.ts";
import { openTestService } from "#lib/service/http/testing/test-service.ts";
import {
  connectScriptedAccount,
  createScriptedIoFactory,
  createScriptedPlatform,
  createSecret,
  openScriptedServer,
} from "./scripted-platform.ts";

export type ConnectorIoFixture = Awaited<ReturnType<typeof openConnectorIoFixture>>;

/**
 * Opens the service with an account on a scripted platform and the I/O that a worker would have; `store` saves
 * credentials.
 */
export async function openConnectorIoFixture() {
  const service = await openTestService();
  const { context, org } = service;
  const server = await openScriptedServer();
  const account = await connectScriptedAccount(context, server, { id: context.clock.newId(), orgId: org.orgId });
  const lines: string[] = [];
  /** Resources that a test opened and that must end first. */
  const ending: (() => Promise<unknown>)[] = [];

  const store = (secret: Partial<AccountSecret> = {}) =>
    saveAccountSecret(context.pool, context.sealer, account.channelId, createSecret(secret));
  const stored = () => getAccountSecret(context.pool, context.sealer, account.channelId);

  function logOfTest() {
    const sink = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk));
        done();
      },
    });
    return pino({ level: "trace", serializers: { err: serializeError } }, sink);
  }

  function outside(
    over: { pool?: typeof context.pool; platform?: Platform; hosts?: string[] } = {},
  ): ConnectorIoFactory {
    const platform = over.platform ?? createScriptedPlatform();
    return createScriptedIoFactory({ ...context, log: logOfTest(), platform, hosts: [server.host], ...over });
  }

  const ioOf = (ioFor: ConnectorIoFactory, signal = new AbortController().signal, practice = false): ConnectorIo =>
    ioFor({ platform: "x", practice, account, signal, savePrepared: async () => {} });

  const post = (key = "k"): PlatformRequest => ({
    url: `${server.url}/items`,
    method: "POST",
    body: JSON.stringify({ key, text: key }),
    effect: "write",
  });
  const look = (): PlatformRequest => ({ url: `${server.url}/items`, method: "GET", effect: "read" });

  return {
    service,
    server,
    account,
    lines,
    ending,
    store,
    stored,
    outside,
    ioOf,
    post,
    look,
    async close() {
      for (const end of ending.splice(0)) await end();
      await server.close();
      await service.close();
    },
  };
}
