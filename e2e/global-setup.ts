import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { FullConfig } from "playwright/test";
import { createDataDir } from "#lib/testing/data-folder.ts";
import { findFreePort } from "#lib/testing/free-port.ts";
import { publishAtOnce, startAppUnderTest } from "./support/app-under-test.ts";
import { findLeakedSecrets, toScannedOutput } from "./support/secret-scan.ts";
import { createTemplateDatabase } from "./support/start-app.ts";

/**
 * Starts one app with an empty folder for all specs, and creates the template database for the others. The returned
 * function stops the app, and fails the run if the app's log contains the shared key or a sealed session. Workers read
 * the address from the environment.
 */
export default async function globalSetup({ workers }: FullConfig): Promise<() => Promise<void>> {
  const [app, removeDatabase] = await Promise.all([
    startAppUnderTest({ LOG_LEVEL: "trace" }, { isEmpty: true }),
    createTemplateDatabase(),
  ]);
  await publishAtOnce(app);
  const profiles = createDataDir();
  process.env["E2E_PROFILES"] = profiles;
  // Halves the start of the programs that tests run.
  process.env["NODE_COMPILE_CACHE"] = path.join(import.meta.dirname, "../node_modules/.cache/postwright");
  // The address of a script is part of its place in a browser's cache: the apps of a worker's specs, one after the other,
  // have the same.
  const ports = await Promise.all(Array.from({ length: workers }, findFreePort));
  process.env["E2E_PORTS"] = ports.join(",");
  process.env["E2E_ORIGIN"] = app.origin;
  process.env["E2E_KEY"] = app.key;
  process.env["E2E_API"] = app.api;
  process.env["E2E_DATA_DIR"] = app.dataDir;
  return async () => {
    await app.stop();
    removeDatabase();
    rmSync(profiles, { recursive: true, force: true, maxRetries: 5 });
    const file = process.env["E2E_LOG"];
    if (file) writeFileSync(path.resolve(file), app.output());
    // The value of a sealed session's cookie always begins like this.
    const secrets = [
      { name: "the key", value: app.key },
      { name: "a session", value: "Fe26.2*1*" },
      { name: "the e-mail address", value: "ada@example.org" },
    ];
    const leaks = findLeakedSecrets(secrets, [toScannedOutput("the app's log", app.output())]);
    if (leaks.length > 0) throw new Error(`After the whole suite: ${leaks.join(", ")}.`);
  };
}
