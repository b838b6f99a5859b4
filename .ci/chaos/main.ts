/**
 * `npm run chaos [MINUTES]`: real processes, real and faithful peers, and everything that may break at random, then a
 * checker that believes nothing but what stands there. `SEED=n` draws the same again; `SETUPS=embedded` or `apart` is one
 * of both; `SLOWER=4` writes and breaks less in the same time, for a machine that has other things to do; `ONLY=power` brings about no other
 * kinds than those with that word in their name.
 */
import path from "node:path";
import { buildIfNeeded } from "#lib/server/build/build-next-if-needed.ts";
import { openDistributedDeployment, openEmbeddedDeployment } from "#lib/service/publishing/testing/deployments.ts";
import { runChaosTest } from "./chaos-test.ts";

const say = (line: string) => void process.stdout.write(`${line}\n`);

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));

const minutes = Number(process.argv[2] ?? "2");
const seed = Number(process.env["SEED"] ?? Math.floor(Math.random() * 1_000_000));
const slower = Number(process.env["SLOWER"] ?? 1);
const only = process.env["ONLY"] ?? "";
const wanted = (process.env["SETUPS"] ?? "embedded,apart").split(",");
const open = { embedded: openEmbeddedDeployment, apart: openDistributedDeployment };
const known = wanted.filter((name) => name === "embedded" || name === "apart");

if (!(minutes > 0 && slower > 0) || !Number.isInteger(seed) || known.length < wanted.length) {
  say("Usage: npm run chaos [MINUTES]. Optional: SEED=number, SLOWER=number, ONLY=word, SETUPS=embedded,apart");
  process.exitCode = 1;
} else {
  // Each of the processes would, and none of them be ready meanwhile.
  await buildIfNeeded(path.resolve(import.meta.dirname, "..", ".."), say);
  for (const name of known) {
    if (!(await runChaosTest({ open: open[name], minutes, seed, slower, only, say }))) process.exitCode = 1;
  }
}
