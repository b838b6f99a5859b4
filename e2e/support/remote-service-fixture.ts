import { randomUUID } from "node:crypto";
import { findFreePort } from "#lib/testing/free-port.ts";
import { getWorkerPort } from "./app-under-test.ts";
import { test as base } from "./fixtures.ts";
import { type RemoteService, type RemoteServiceVariant, startRemoteService } from "./remote-service.ts";
import { startApp } from "./start-app.ts";

/** An outside service that can go down, come back, and revoke its key. */
export type ControlledRemoteService = RemoteService & {
  key: string;
  leave: () => Promise<void>;
  comeBack: (key?: string) => Promise<void>;
};

/** A separate dashboard for an outside service that has only the documented endpoints. */
export const test = base.extend<object, { variant: RemoteServiceVariant; service: ControlledRemoteService }>({
  variant: ["own", { option: true, scope: "worker" }],
  service: [
    async ({ variant }, use) => {
      const key = `key-of-another-form-${randomUUID()}`;
      // The service comes back to this port: a port that systems assign to outgoing connections may be taken in the
      // meantime.
      let now = await startRemoteService(await findFreePort(), key, variant);
      const { url } = now;
      const earlier: string[] = [];
      const leave = async () => {
        earlier.push(...now.asked());
        await now.stop();
      };
      const comeBack = async (other = key) => {
        await leave();
        now = await startRemoteService(Number(new URL(url).port), other, variant);
      };
      await use({
        url,
        key,
        leave,
        comeBack,
        behave: (one) => now.behave(one),
        asked: () => [...earlier, ...now.asked()],
        stop: () => now.stop(),
      });
      await now.stop();
    },
    { scope: "worker" },
  ],
  app: [
    async ({ service }, use) => {
      const app = await startApp({
        PORT: getWorkerPort(),
        SERVICE_URL: service.url,
        SERVICE_LIST_PARAMS: "state,page_size,skip",
      });
      await use({ origin: app.origin, key: service.key, api: service.url });
      await app.stop();
    },
    { scope: "worker", timeout: 240_000 },
  ],
});
