import { buildIfNeeded } from "#lib/server/build/build-next-if-needed.ts";

/** Builds like a start of `server.ts`: `node build-process.ts ROOT`. */
await buildIfNeeded(process.argv[2] ?? "", (line) => process.stdout.write(`${line}\n`));
