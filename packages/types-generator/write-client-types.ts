import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { generateClientTypes } from "./generate-client-types.ts";

/** `npm run types` in packages/client: writes the types of the contract into the package. */
const folder = path.resolve(import.meta.dirname, "../client/src/generated");
mkdirSync(folder, { recursive: true });
for (const [name, text] of Object.entries(generateClientTypes())) writeFileSync(path.join(folder, name), text);
