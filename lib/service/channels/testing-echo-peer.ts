import { serveFake } from "./testing-fake.ts";
import type { PeerItem } from "./testing-peer-process.ts";

/** The smallest fake: it stores what it is told. Shows what the core of the fakes does. */
const items: PeerItem[] = [];

await serveFake(({ now, lagMs }) => {
  const storedAt: number[] = [];
  return {
    routes: {
      "POST /items": ({ json, commit }) => {
        if (typeof json?.text !== "string") return { status: 422, json: { error: "text" } };
        items.push({ remoteId: String(items.length + 1), text: json.text, replyTo: null, images: [] });
        storedAt.push(now());
        commit();
        return { status: 201, json: items.at(-1) };
      },
      "GET /items/:id": ({ params, mode }) => {
        const index = items.findIndex((item) => item.remoteId === params["id"]);
        if (mode?.mode === "hidden" || index < 0 || now() - (storedAt[index] ?? 0) < lagMs()) {
          return { status: 404, json: { error: "absent" } };
        }
        return { status: 200, json: items[index] };
      },
    },
    items: () => items,
    limited: (seconds) => ({ status: 429, ...(seconds !== null && { headers: { "retry-after": String(seconds) } }) }),
    commands: { forget: () => items.splice(0).length },
  };
});
