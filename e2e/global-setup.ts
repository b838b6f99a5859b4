import { writeFileSync } from "node:fs";
import path from "node:path";
import { createTemplateDatabase, startApp } from "./support/app.ts";
import { findLeakedSecrets, toScannedOutput } from "./support/secret-scan.ts";

/**
 * Starts one app for all specs, on an empty folder, and makes the database that others start with; what it returns stops it again, and fails the run when the app's log holds the key that
 * all of them used, or a session's seal. Workers read where it is from the environment.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const [app, removeDatabase] = await Promise.all([
    startApp({ LOG_LEVEL: "trace" }, { isEmpty: true }),
    createTemplateDatabase(),
  ]);
  process.env["E2E_ORIGIN"] = app.origin;
  process.env["E2E_KEY"] = app.key;
  return async () => {
    await app.stop();
    removeDatabase();
    const file = process.env["E2E_LOG"];
    if (file) writeFileSync(path.resolve(file), app.output());
    // However a session is sealed, its cookie's value begins so.
    const secrets = [
      { name: "the key", value: app.key },
      { name: "a session", value: "Fe26.2*1*" },
      { name: "the e-mail address", value: "ada@example.org" },
    ];
    const leaks = findLeakedSecrets(secrets, [toScannedOutput("the app's log", app.output())]);
    if (leaks.length > 0) throw new Error(`After the whole suite: ${leaks.join(", ")}.`);
  };
}
