import { startFakeServer } from "./fake-server.ts";
import type { PeerItem } from "./peer-process.ts";

/** The smallest possible platform: texts under the sender's key, once each, for everyone with the token. */
const items: (PeerItem & { key: string | null; at: number })[] = [];
let serial = 0;

await startFakeServer(({ now, lagMs }) => {
  const isOpen = (headers: Readonly<Record<string, string>>) => headers["authorization"] !== "Bearer ended";
  const closed = { status: 401, json: { error: "signed out" } };
  const seen = (item: { at: number } | undefined) => item !== undefined && now() - item.at >= lagMs();
  return {
    routes: {
      "POST /items": ({ json, headers, commit }) => {
        if (!isOpen(headers)) return closed;
        const { text, key = null, replyTo = null } = json ?? {};
        if (typeof text !== "string" || text.length > 100) return { status: 422, json: { error: "raw_words: text" } };
        const known = items.find((item) => key !== null && item.key === key);
        if (known) return { status: 200, json: known };
        if (replyTo !== null && !items.some((item) => item.remoteId === replyTo)) return { status: 410 };
        serial += 1;
        items.push({ remoteId: String(serial), text, replyTo, images: [], key, at: now() });
        commit();
        return { status: 201, json: items.at(-1) };
      },
      "GET /items/:id": ({ params, mode }) => {
        const item = items.find(({ remoteId, key }) => remoteId === params["id"] || key === params["id"]);
        if (mode?.mode === "hidden" || !seen(item)) return { status: 404, json: { error: "absent" } };
        return { status: 200, json: item };
      },
      "DELETE /items/:id": ({ params, commit }) => {
        const at = items.findIndex(({ remoteId }) => remoteId === params["id"]);
        if (at < 0) return { status: 404 };
        items.splice(at, 1);
        commit();
        return { status: 200, json: {} };
      },
    },
    items: () => items.map(({ remoteId, text, replyTo, images }) => ({ remoteId, text, replyTo, images })),
    limited: (seconds) => ({
      status: 429,
      ...(seconds !== null && { headers: { "retry-after": String(seconds) } }),
    }),
    commands: {
      forget: () => {
        serial = 0;
        return items.splice(0).length;
      },
    },
  };
});
