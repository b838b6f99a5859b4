import { buildIfNeeded } from "#lib/server/next-build.ts";

/** A start that builds, as `server.ts` does: `node build-process.ts ROOT`. */
await buildIfNeeded(process.argv[2] ?? "", (line) => process.stdout.write(`${line}\n`));
