import { Writable } from "node:stream";
import { pino } from "pino";
import { openTestService } from "#lib/service/http/testing/test-service.ts";
import { presentError } from "#lib/service/core/log.ts";
import type { Io, IoFor, PlatformRequest } from "#lib/service/channels/core/connector.ts";
import type { Platform, Secret } from "#lib/service/channels/core/platform.ts";
import { connectScripted, firstSecret, openOutside, openScriptedServer, scriptedPlatform } from "./scripted-platform.ts";
import { readSecret, saveSecret } from "#lib/service/channels/credentials/account-secrets.ts";

export type IoStage = Awaited<ReturnType<typeof openIoStage>>;

/** The service, an account on a scripted platform, and the ways out that a worker would have; keys are stored by `store`. */
export async function openIoStage() {
  const service = await openTestService();
  const { context, org } = service;
  const server = await openScriptedServer();
  const account = await connectScripted(context, server, { id: context.clock.newId(), orgId: org.orgId });
  /** Everything that was logged. */
  const lines: string[] = [];
  /** What a test opened and what has to end before the rest. */
  const ending: (() => Promise<unknown>)[] = [];

  const store = (secret: Partial<Secret> = {}) =>
    saveSecret(context.pool, context.sealer, account.channelId, firstSecret(secret));
  const stored = () => readSecret(context.pool, context.sealer, account.channelId);

  function logOfTest() {
    const sink = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk));
        done();
      },
    });
    return pino({ level: "trace", serializers: { err: presentError } }, sink);
  }

  function outside(over: { pool?: typeof context.pool; platform?: Platform; hosts?: string[] } = {}): IoFor {
    const platform = over.platform ?? scriptedPlatform();
    return openOutside({ ...context, log: logOfTest(), platform, hosts: [server.host], ...over });
  }

  const ioOf = (ioFor: IoFor, signal = new AbortController().signal, practice = false): Io =>
    ioFor({ platform: "x", practice, account, signal, keep: async () => {} });

  const post = (key = "k"): PlatformRequest => ({
    ...{ url: `${server.url}/items`, method: "POST", body: JSON.stringify({ key, text: key }), effect: "write" },
  });
  const look = (): PlatformRequest => ({ url: `${server.url}/items`, method: "GET", effect: "read" });

  return {
    ...{ service, server, account, lines, ending },
    ...{ store, stored, outside, ioOf, post, look },
    async close() {
      for (const end of ending.splice(0)) await end();
      await server.close();
      await service.close();
    },
  };
}
