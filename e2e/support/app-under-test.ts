import { randomUUID } from "node:crypto";
import { startRemoteService } from "./remote-service.ts";
import { type E2eApp, type StartAppOptions, startApp } from "./start-app.ts";

/** True if `SERVICE=outside`: each app is a dashboard for a separate service that has only the documented endpoints. */
export const isServiceOutside = process.env["SERVICE"] === "outside";

/** An app with the address of its service for scripts, which ends in /v1. */
export type AppUnderTest = E2eApp & { api: string };
/** The part of an app that scripts need. Without `api` the app has the service. */
export type AppForScripts = { origin: string; key: string; api?: string };

export const getApiUrl = ({ origin, api }: AppForScripts): string => api ?? `${origin}/v1`;

/** Starts the app with its own service, or with `SERVICE=outside` for a documented service in another process. */
export async function startAppUnderTest(
  env: Record<string, string> = {},
  options: StartAppOptions = {},
): Promise<AppUnderTest> {
  if (!isServiceOutside) {
    const app = await startApp(env, options);
    return { ...app, api: getApiUrl(app) };
  }
  const key = `key-of-another-form-${randomUUID()}`;
  const service = await startRemoteService(0, key, "as-practice");
  const app = await startApp({ ...env, SERVICE_URL: service.url }, options);
  const stop = async () => {
    await app.stop();
    await service.stop();
  };
  return { ...app, key, api: service.url, stop };
}

/**
 * Turns off the wait for Undo of the key's member: each published text took five seconds. A test about the wait sets its
 * own.
 */
export async function publishAtOnce(app: AppForScripts): Promise<void> {
  if (isServiceOutside) return;
  const answer = await fetch(`${getApiUrl(app)}/me/settings`, {
    method: "PATCH",
    headers: { authorization: `Bearer ${app.key}`, "content-type": "application/json" },
    body: JSON.stringify({ undo_seconds: 0 }),
  });
  if (!answer.ok) throw new Error(`The wait for Undo could not be turned off: ${answer.status}.`);
}

/** Returns the port of the apps that this worker's specs have for themselves, one after the other. */
export function getWorkerPort(): string {
  const port = process.env["E2E_PORTS"]?.split(",")[Number(process.env["TEST_PARALLEL_INDEX"])];
  if (!port) throw new Error("E2E_PORTS has no port for this worker: run with --config e2e/playwright.config.ts");
  return port;
}
