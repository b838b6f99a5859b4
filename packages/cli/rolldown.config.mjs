import { readFileSync } from "node:fs";

const manifest = JSON.parse(readFileSync("package.json", "utf8"));

/** One file for Node 20: the client, the parser of times and the platforms' rules are part of it. */
export default {
  input: "src/main.ts",
  platform: "node",
  transform: { target: "node20", define: { version: JSON.stringify(manifest.version) } },
  output: { file: "dist/postwright.js", format: "esm", banner: "#!/usr/bin/env node", cleanDir: true },
};
