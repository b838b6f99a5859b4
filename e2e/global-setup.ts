import { writeFileSync } from "node:fs";
import path from "node:path";
import { startApp } from "./app.ts";

/** Starts one app for all specs; what it returns stops it again. Workers read where it is from the environment. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const app = await startApp();
  process.env["E2E_ORIGIN"] = app.origin;
  process.env["E2E_KEY"] = app.key;
  return async () => {
    await app.stop();
    const file = process.env["E2E_LOG"];
    if (file) writeFileSync(path.resolve(file), app.output());
  };
}
