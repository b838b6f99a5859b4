import "server-only";
import { createServer } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import v8 from "node:v8";
import vm from "node:vm";
import { createDedupeFetch } from "next/dist/server/lib/dedupe-fetch.js";
import { setAppRuntime } from "#lib/embedded-service.ts";
import { getServiceLocation } from "#lib/gateway/service-location.ts";

/**
 * Opens streams of a remote service through the fetch that Next puts in place of Node's, abandons them, and collects
 * garbage. Prints a line for each unhandled rejection, then `done`. Run as `node --conditions=react-server
 * abandoned-streams-process.ts`: Next builds the server with that condition.
 */
v8.setFlagsFromString("--expose-gc");
const collectGarbage = vm.runInNewContext("gc") as () => void;
const print = (line: string) => process.stdout.write(`${line}\n`);
process.on("unhandledRejection", (error) => print(`unhandled: ${String(error)}`));
globalThis.fetch = createDedupeFetch(globalThis.fetch);

const service = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.write(": open\n\n");
});
await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
const address = service.address();
const serviceUrl = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/v1`;
setAppRuntime({
  embedded: null,
  hosting: {
    origin: "http://localhost",
    secret: "",
    serviceUrl,
    listParams: { status: "status", limit: "limit", offset: "offset" },
  },
  documents: { read: async () => "", describeDocumentedApi: () => "{}" },
});

/** Opens a stream and returns its answer as `app/events` does: a new Response around the body. */
async function open(signal: AbortSignal): Promise<Response> {
  const answer = await getServiceLocation().fetch(new Request(`${serviceUrl}/events`, { signal }));
  return new Response(answer.body);
}

for (let round = 0; round < 10; round += 1) {
  const left = new AbortController();
  const tab = await open(left.signal);
  const piped = tab.body?.pipeTo(new WritableStream(), { signal: left.signal }).catch(() => undefined);
  await pause(5);
  left.abort(new Error("The tab was left."));
  for (let pass = 0; pass < 3; pass += 1) {
    collectGarbage();
    await pause(2);
  }
  await piped;
}
service.closeAllConnections();
service.close();
print("done");
