// `npm start`: bundles the server if its sources have changed, and runs the bundle.
import "./compile-cache.mjs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

// Only now: the cache has the code of modules that are loaded after its own.
const { bundleServerIfNeeded } = await import("./build/bundle-server-if-needed.ts");
const bundle = await bundleServerIfNeeded(join(import.meta.dirname, "../..")).catch((error) => {
  process.stderr.write(`The server could not be bundled: ${error.message}\n`);
  process.exit(1);
});
await import(pathToFileURL(bundle).href);
