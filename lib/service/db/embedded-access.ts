import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SystemAccount } from "./embedded/system-account.ts";
import { postgresSuperuser } from "./embedded/postgres-process.ts";
import { appRole } from "./embedded/app-guard.ts";

/**
 * Writes who may connect, where the database runs as another account than this process: this process's user alone. The
 * files are root's, outside of what the account owns. Anybody else of that account would otherwise be its superuser.
 */
export function writeAccessRules(dataDir: string, { peer }: SystemAccount): string | null {
  if (peer === null) return null;
  const folder = join(dataDir, "db-access");
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  writeFileSync(join(folder, "pg_hba.conf"), "local all all peer map=postwright\n", { mode: 0o644 });
  const map = [postgresSuperuser, appRole].map((role) => `postwright "${peer}" ${role}\n`).join("");
  writeFileSync(join(folder, "pg_ident.conf"), map, { mode: 0o644 });
  return folder;
}
