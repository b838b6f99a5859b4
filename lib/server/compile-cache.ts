import { enableCompileCache, flushCompileCache } from "node:module";
import { join } from "node:path";

/**
 * Loaded before the program (`node --import`): what Node has stripped of types and compiled is kept from start to start,
 * which halves the time to load it. Where the folder can't be written, Node goes on without.
 */
enableCompileCache(join(import.meta.dirname, "../../node_modules/.cache/postwright"));

// Node writes it when a process ends by itself; one that is killed has to have written before.
setTimeout(flushCompileCache, 3_000).unref();
