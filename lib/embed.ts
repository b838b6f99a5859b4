/** What `server.ts` hands to the dashboard: the embedded service, without a network hop. */
export type Embedded = {
  /** The public API, for requests whose path starts with /v1. */
  fetch: (request: Request) => Promise<Response>;
  /** Creates organization, first admin and key from the one-time token. Refuses with a code when it was used. */
  setup: (input: {
    token: string;
    organization: string;
    name: string;
    email: string;
  }) => Promise<
    { ok: { key: string } } | { error: { code: "forbidden" | "conflict" | "invalid_request"; message: string } }
  >;
  /** True while the one-time token may still be used. */
  isSetupOpen: (token: string) => Promise<boolean>;
  /** A row that can be closed: the sealed cookie carries its id and every request is checked against it. */
  openSession: (key: string) => Promise<string | null>;
  closeSession: (sessionId: string) => Promise<void>;
};

/** How the dashboard is reached and sealed; made once by `server.ts`. */
export type Hosting = {
  /** The fixed public origin, such as https://posts.example.org. */
  origin: string;
  /** Secret that seals the session cookie, at least 32 characters. */
  secret: string;
  /** Set when the dashboard talks to a service elsewhere. Ends in /v1, no trailing slash. */
  serviceUrl: string | null;
  listParams: { status: string; limit: string; offset: string };
};

type Slot = { embedded: Embedded | null; hosting: Hosting };
const slotName = Symbol.for("postwright.slot");
const holder = globalThis as { [slotName]?: Slot };

/** Called once by `server.ts`. Next's bundle and Node's modules share only globalThis. */
export function fillSlot(slot: Slot): void {
  holder[slotName] = slot;
}

/** @throws when the app was not started through `server.ts`. */
export function readSlot(): Slot {
  const slot = holder[slotName];
  if (!slot) throw new Error("Start the app with `npm start` or `npm run dev`: server.ts fills the slot.");
  return slot;
}
