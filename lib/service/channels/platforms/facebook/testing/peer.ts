import { type FakeAnswer, type FakeRequest, startFakeServer } from "#lib/service/channels/testing/fake-server.ts";
import type { PeerItem } from "#lib/service/channels/testing/peer-process.ts";

/**
 * A fake of the Graph API for Pages as developers.facebook.com describes it ("Pages API", "Page Photos", "Handling
 * Errors"), for one person with three Pages. It refuses fields that the documentation does not have.
 */
const pageToken = "EAATokenOfAPageMadeUpForTests0001";
const pages = [
  { id: "101000000000001", name: "Acme News", username: "acme.news", tasks: ["CREATE_CONTENT", "MANAGE"] },
  { id: "101000000000002", name: "Acme Jobs", tasks: ["CREATE_CONTENT"] },
  { id: "101000000000003", name: "Only Insights", tasks: ["ANALYZE"] },
].map((page, at) => ({ ...page, access_token: at === 0 ? pageToken : `EAATokenOfPage${at + 1}` }));
const permissions = ["pages_show_list", "pages_manage_posts", "pages_read_engagement", "business_management"];

type Photo = { id: string; alt: string; isUsed: boolean };
type Item = PeerItem & { at: number; link: string | null };
const items: Item[] = [];
const photos = new Map<string, Photo>();
let tokens = new Set(pages.map((page) => page.access_token));
let codes = new Set(["good-code"]);
let declined: string[] = [];
let shownPages = pages.length;
let serial = 122_000_000_000_000_000n;

const refused = (status: number, code: number, message: string, subcode?: number): FakeAnswer => ({
  status,
  json: {
    error: { message, type: "OAuthException", code, ...(subcode && { error_subcode: subcode }), fbtrace_id: "A1b2C3" },
  },
});
const missing = () =>
  refused(
    400,
    100,
    "Unsupported request. Object with ID does not exist, cannot be loaded due to missing permissions",
    33,
  );
const nextId = () => {
  serial += 1n;
  return String(serial);
};

function enter({ query, mode, params }: FakeRequest): FakeAnswer | null {
  const token = query.get("access_token") ?? "";
  if (mode?.mode === "revoked" || !tokens.has(token)) {
    return refused(400, 190, "Error validating access token: The session has been invalidated", 460);
  }
  const page = pages.find((one) => one.access_token === token);
  if (params["page"] !== undefined && params["page"] !== page?.id) return missing();
  if (mode?.mode === "no-permission") return refused(403, 200, "(#200) Requires pages_manage_posts permission");
  return null;
}

/** Refuses the first field that the documentation of this edge does not have. */
function findUnknown(names: Iterable<string>, known: RegExp): FakeAnswer | null {
  const unknown = [...names].find((name) => !known.test(name));
  return unknown === undefined ? null : refused(400, 100, `(#100) Param ${unknown} is not allowed`);
}

await startFakeServer(({ now, lagMs }) => {
  async function upload(request: FakeRequest): Promise<FakeAnswer> {
    const refusal = enter(request);
    if (refusal) return refusal;
    const form = await request.form();
    const unknown = findUnknown(form.keys(), /^(published|alt_text_custom|source)$/u);
    if (unknown) return unknown;
    const source = form.get("source");
    const bytes = source instanceof File ? Buffer.from(await source.arrayBuffer()) : Buffer.alloc(0);
    const isPicture = ["ffd8ff", "89504e"].includes(bytes.subarray(0, 3).toString("hex"));
    if (request.mode?.mode === "bad-image" || !isPicture || bytes.length > 4_000_000)
      return refused(400, 100, "Invalid parameter", 1_366_046);
    // A photo without this field would be a post of its own.
    if (form.get("published") !== "false") return refused(400, 100, "(#100) Param published must be false here");
    const photo = { id: nextId(), alt: String(form.get("alt_text_custom") ?? ""), isUsed: false };
    photos.set(photo.id, photo);
    return { status: 200, json: { id: photo.id } };
  }

  function publish(request: FakeRequest): FakeAnswer {
    const refusal = enter(request);
    if (refusal) return refusal;
    const fields: Record<string, string> = request.json ?? {};
    const unknown = findUnknown(Object.keys(fields), /^(message|link|attached_media\[\d+\])$/u);
    if (unknown) return unknown;
    if (request.mode?.mode === "refused") return refused(400, 100, "Invalid parameter", 1_349_125);
    const { message = "", link = null } = fields;
    const ids = Object.entries(fields).flatMap(([name, value]) =>
      name.startsWith("attached_media") ? [String(JSON.parse(value).media_fbid)] : [],
    );
    const attached = ids.map((id) => photos.get(id));
    if (attached.some((photo) => photo === undefined || photo.isUsed)) return refused(400, 100, "Invalid parameter");
    if (message.length > 63_206) return refused(400, 100, "(#100) Name parameter too long");
    if (message === "" && ids.length === 0 && link === null) return refused(400, 100, "(#100) Missing message");
    if (link !== null && ids.length > 0) return refused(400, 100, "(#100) A post has either a link or media");
    if (link?.includes("unpostable")) return refused(400, 1_609_005, "Error posting link");
    const last = items.at(-1);
    if (last && last.text === message && last.images.length === 0 && ids.length === 0)
      return refused(400, 506, "Duplicate status message");
    for (const photo of attached) if (photo) photo.isUsed = true;
    const remoteId = `${request.params["page"]}_${nextId()}`;
    items.push({
      remoteId,
      text: message,
      replyTo: null,
      images: attached.map((one) => one?.alt ?? ""),
      at: now(),
      link,
    });
    request.commit();
    return { status: 200, json: { id: remoteId } };
  }

  const shown = ({ remoteId, text, at }: Item) => ({
    id: remoteId,
    // A post without a text has no such field.
    ...(text !== "" && { message: text }),
    permalink_url: `https://www.facebook.com/${remoteId.replace("_", "/posts/")}`,
    created_time: `${new Date(at).toISOString().slice(0, 19)}+0000`,
  });

  function list(request: FakeRequest): FakeAnswer {
    const refusal = enter(request);
    if (refusal) return refusal;
    const limit = Number(request.query.get("limit") ?? 25);
    if (limit > 100) return refused(400, 100, "(#100) Param limit must be at most 100");
    const all = items.filter(({ at }) => now() - at >= lagMs()).toReversed();
    const from = all.findIndex(({ remoteId }) => remoteId === request.query.get("after")) + 1;
    const data = all.slice(from, from + limit).map(shown);
    const [before, after] = [data[0]?.id, data.at(-1)?.id];
    const headers = { date: new Date(now()).toUTCString() };
    return { status: 200, headers, json: { data, ...(after && { paging: { cursors: { before, after } } }) } };
  }

  const picture = (id: string) => ({ data: { url: `https://scontent.example.com/${id}.jpg` } });
  const profileOf = ({ access_token: _, tasks: __, ...page }: (typeof pages)[number]) => ({
    ...page,
    picture: picture(page.id),
    verification_status: "blue_verified",
  });

  return {
    routes: {
      /** Consents at once; Facebook appends `#_=_` to the address. */
      "GET /v25.0/dialog/oauth": ({ query }) => {
        const back = new URL(query.get("redirect_uri") ?? "");
        codes.add("good-code");
        back.search = new URLSearchParams({ code: "good-code", state: query.get("state") ?? "" }).toString();
        return { status: 302, headers: { location: `${back.href}#_=_` }, text: "" };
      },
      "GET /v25.0/oauth/access_token": ({ query }) => {
        if (query.get("client_id") !== "app") return refused(400, 101, "Error validating application");
        if (query.get("client_secret") !== "app-secret") return refused(400, 1, "Error validating client secret.");
        if (query.get("grant_type") === "fb_exchange_token") {
          const isRight = query.get("fb_exchange_token") === "EAAshort";
          return isRight ? { status: 200, json: { access_token: "EAAlong" } } : refused(400, 190, "Invalid token");
        }
        if (!codes.delete(query.get("code") ?? ""))
          return refused(400, 100, "This authorization code has been used.", 36_009);
        return { status: 200, json: { access_token: "EAAshort", token_type: "bearer", expires_in: 5_100 } };
      },
      "GET /v25.0/me/permissions": ({ query }) => {
        if (query.get("access_token") !== "EAAlong") return refused(400, 190, "Invalid token");
        const data = permissions.map((permission) => ({
          permission,
          status: declined.includes(permission) ? "declined" : "granted",
        }));
        return { status: 200, json: { data } };
      },
      "GET /v25.0/me/accounts": ({ query }) => {
        if (query.get("access_token") !== "EAAlong") return refused(400, 190, "Invalid token");
        // One Page at a time, so that a reader of the first answer alone misses the others.
        const all = pages.slice(0, shownPages);
        const from = all.findIndex(({ id }) => id === query.get("after")) + 1;
        const page = all[from];
        const data = page ? [{ ...profileOf(page), access_token: page.access_token, tasks: page.tasks }] : [];
        const next = from + 1 < all.length ? { next: "https://graph.facebook.com/next" } : {};
        return { status: 200, json: { data, paging: { cursors: { after: page?.id }, ...next } } };
      },
      "POST /v25.0/:page/photos": upload,
      "POST /v25.0/:page/feed": publish,
      "GET /v25.0/:page/published_posts": list,
      "GET /v25.0/:id": (request) => {
        const refusal = enter(request);
        if (refusal) return refusal;
        const page = pages.find(({ id }) => id === request.params["id"]);
        if (page) return { status: 200, json: profileOf(page) };
        const item = items.find(({ remoteId }) => remoteId === request.params["id"]);
        return item ? { status: 200, json: shown(item) } : missing();
      },
      "DELETE /v25.0/:id": (request) => {
        const refusal = enter(request);
        if (refusal) return refusal;
        const at = items.findIndex(({ remoteId }) => remoteId === request.params["id"]);
        if (at < 0) return missing();
        items.splice(at, 1);
        request.commit();
        return { status: 200, json: { success: true } };
      },
    },
    items: () => items.map(({ at: _, link: __, ...item }) => item),
    limited: () => ({
      ...refused(403, 32, "(#32) Page request limit reached"),
      headers: {
        "x-business-use-case-usage": JSON.stringify({
          [pages[0]?.id ?? ""]: [{ type: "pages", call_count: 100, estimated_time_to_regain_access: 2 }],
        }),
      },
    }),
    commands: {
      reset: () => {
        items.length = 0;
        photos.clear();
        tokens = new Set(pages.map((page) => page.access_token));
        codes = new Set(["good-code"]);
        declined = [];
        shownPages = pages.length;
      },
      losePhotos: () => photos.clear(),
      decline: ({ permission }: { permission: string }) => {
        declined = [permission];
      },
      showPages: ({ count }: { count: number }) => {
        shownPages = count;
      },
      links: () => items.map(({ link }) => link),
      photos: () => photos.size,
      /** Adds this many current posts of the Page that are not ours. */
      write: ({ count }: { count: number }) => {
        for (let at = 0; at < count; at += 1) items.push({ ...of(`Of another ${at}`), at: now() });
      },
    },
  };
});

const of = (text: string) => ({
  remoteId: `${pages[0]?.id}_${nextId()}`,
  text,
  replyTo: null,
  images: [],
  link: null,
});
