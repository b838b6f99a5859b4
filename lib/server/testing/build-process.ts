import { buildIfNeeded } from "#lib/server/next-build.ts";

/** Builds like a start of `server.ts`: `node build-process.ts ROOT`. */
await buildIfNeeded(process.argv[2] ?? "", (line) => process.stdout.write(`${line}\n`));
