import { createHash } from "node:crypto";
import { type FakeAnswer, type FakeRequest, startFakeServer } from "#lib/service/channels/testing/fake-server.ts";
import type { PeerItem } from "#lib/service/channels/testing/peer-process.ts";
import { createErrorAnswer, createFakeAccess, member } from "./access.ts";
import { createFakePages } from "./pages.ts";
import { renderLittleText } from "./render-little-text.ts";

/**
 * A fake of LinkedIn's versioned API as learn.microsoft.com describes it, for one member with one application and some
 * pages. An image is processed for a while after its upload; a person's images show no status.
 */
type Item = PeerItem & { hash: string; author: string; commentary: string; article?: object; at: number };
type Image = { owner: string; isThere: boolean; readyAt: number };

await startFakeServer(({ now, lagMs }) => {
  const pages = createFakePages();
  const access = createFakeAccess(pages);
  const items: Item[] = [];
  const images = new Map<string, Image>();
  /** Deleted items that still cause a duplicate refusal (composer #2710). */
  const ghosts = new Map<string, string>();
  let processMs = 0;
  let serial = 0n;
  const nextId = () => {
    serial += 1n;
    return (BigInt(now()) << 22n) | (serial & 0x3fffffn);
  };

  function create(request: FakeRequest): FakeAnswer {
    const { author, commentary, content, visibility, lifecycleState, distribution } = request.json ?? {};
    const refusal = access.enter(request) ?? access.mayWrite(request, author);
    if (refusal) return refusal;
    const isWhole = visibility === "PUBLIC" && lifecycleState === "PUBLISHED" && distribution?.feedDistribution;
    if (typeof commentary !== "string" || !isWhole || request.mode?.mode === "refused") {
      return createErrorAnswer(400, "MISSING_FIELD", "ERROR :: /author :: field is required but not found");
    }
    const media: { id: string; altText?: string }[] =
      content?.multiImage?.images ?? (content?.media ? [content.media] : []);
    if (content?.multiImage && (media.length < 2 || media.length > 20))
      return createErrorAnswer(400, "BAD_IMAGES", "2 to 20 images");
    if (media.some(({ altText }) => altText === "")) return createErrorAnswer(400, "BAD_ALT", "/altText is empty");
    const isOurs = (one: Image | undefined) => one?.isThere === true && one.owner === author;
    // LinkedIn's answer about an image that it has not processed yet names no image.
    if (media.some(({ id }) => isOurs(images.get(id)) && (images.get(id)?.readyAt ?? 0) > now()))
      return createErrorAnswer(400, "MEDIA_ASSET_WAITING_UPLOAD", "Media asset is waiting upload");
    const { article } = content ?? {};
    if (article && (media.length > 0 || typeof article.source !== "string" || typeof article.title !== "string"))
      return createErrorAnswer(400, "BAD_ARTICLE", "ERROR :: /content/article :: source and title are required");
    if (article && request.mode?.mode === "refused-article")
      return createErrorAnswer(400, "BAD_ARTICLE", "ERROR :: /content/article/source :: is not accepted");
    if (article?.thumbnail !== undefined) {
      const thumbnail = images.get(article.thumbnail);
      if (!isOurs(thumbnail)) return createErrorAnswer(400, "INVALID_URN", `${article.thumbnail} does not exist`);
      if ((thumbnail?.readyAt ?? 0) > now())
        return createErrorAnswer(400, "MEDIA_ASSET_WAITING_UPLOAD", "Media asset is waiting upload");
    }
    const lost = media.find(({ id }) => !isOurs(images.get(id)));
    if (lost)
      return createErrorAnswer(400, "INVALID_URN", `ERROR :: /content :: ${lost.id} does not exist or is not owned`);
    const text = renderLittleText(commentary);
    if (text.length > 3_000)
      return createErrorAnswer(422, "TOO_LONG", "ERROR :: /commentary :: length exceeds the limit of 3000");
    const hash = createHash("sha256")
      .update(JSON.stringify([author, text, media.length]))
      .digest("hex");
    const twin = items.find((item) => item.hash === hash)?.remoteId ?? ghosts.get(hash);
    if (twin) {
      const named = request.mode?.mode === "unnamed-duplicate" ? "" : ` of ${twin}`;
      const date = new Date(now()).toUTCString();
      return { ...createErrorAnswer(422, "DUPLICATE_POST", `Content is a duplicate${named}`), headers: { date } };
    }
    const remoteId = `urn:li:share:${nextId()}`;
    const altTexts = media.map(({ altText = "" }) => altText);
    items.push({ remoteId, text, replyTo: null, images: altTexts, hash, author, commentary, article, at: now() });
    request.commit();
    return request.mode?.mode === "no-id" ? { status: 201 } : { status: 201, headers: { "x-restli-id": remoteId } };
  }

  /** "Find Posts by Authors". */
  function find(request: FakeRequest): FakeAnswer {
    const { query, headers } = request;
    const author = query.get("author") ?? "";
    const refusal = access.enter(request) ?? access.mayRead(request, author);
    if (refusal) return refusal;
    const [start, count] = [Number(query.get("start") ?? 0), Number(query.get("count") ?? 10)];
    if (query.get("q") !== "author" || headers["x-restli-method"] !== "FINDER" || count > 100) {
      return createErrorAnswer(400, "PARAM_INVALID", "Invalid query parameters passed to request");
    }
    const shown = items.filter((item) => item.author === author && item.at + lagMs() <= now()).toReversed();
    return {
      status: 200,
      headers: { date: new Date(now()).toUTCString() },
      json: {
        paging: { start, count, links: [] },
        elements: shown.slice(start, start + count).map(elementOf),
      },
    };
  }

  const elementOf = ({ remoteId, author, commentary, images: altTexts, at }: Item) => {
    const all = altTexts.map((altText, index) => ({ id: `urn:li:image:C4D${index}`, altText }));
    const [one] = all;
    return {
      id: remoteId,
      author,
      commentary,
      visibility: "PUBLIC",
      lifecycleState: "PUBLISHED",
      createdAt: at,
      lastModifiedAt: at,
      publishedAt: at,
      ...(one && { content: all.length === 1 ? { media: one } : { multiImage: { images: all } } }),
    };
  };

  return {
    routes: {
      ...access.routes,
      ...pages.routes(access),
      "POST /rest/images": (request) => {
        const owner = request.json?.initializeUploadRequest?.owner;
        const refusal = access.enter(request) ?? access.mayWrite(request, owner);
        if (refusal) return refusal;
        if (request.query.get("action") !== "initializeUpload") return createErrorAnswer(400, "BAD_ACTION", "action");
        const id = `C4D${nextId()}`;
        images.set(`urn:li:image:${id}`, { owner, isThere: false, readyAt: 0 });
        const origin = `http://${request.headers["x-forwarded-host"] ?? request.headers["host"]}`;
        const uploadUrl = `${origin}/dms-uploads/${id}`;
        return { status: 200, json: { value: { uploadUrl, image: `urn:li:image:${id}`, uploadUrlExpiresAt: now() } } };
      },
      "PUT /dms-uploads/:id": (request) => {
        const refusal = access.enter(request, false);
        if (refusal) return { status: 401 };
        // "Images API": JPEG, PNG and GIF.
        const isImage = ["ffd8ff", "89504e", "474946"].includes(request.body.subarray(0, 3).toString("hex"));
        if (!isImage || request.mode?.mode === "bad-image") return { status: 400, text: "unsupported media" };
        const urn = `urn:li:image:${request.params["id"]}`;
        images.set(urn, { owner: images.get(urn)?.owner ?? "", isThere: true, readyAt: now() + processMs });
        return { status: 201 };
      },
      "GET /rest/images/:urn": (request) => {
        const urn = request.params["urn"] ?? "";
        const one = images.get(urn);
        if (!one) return pages.showLogo(access, request);
        const refusal = access.enter(request);
        if (refusal) return refusal;
        if (one.owner === member) return access.denied("images.GET");
        const isReady = one.isThere && one.readyAt <= now();
        const failed = request.mode?.mode === "processing-failed" ? "PROCESSING_FAILED" : null;
        const status = failed ?? (isReady ? "AVAILABLE" : one.isThere ? "PROCESSING" : "WAITING_UPLOAD");
        return { status: 200, json: { id: urn, owner: one.owner, status } };
      },
      "POST /rest/posts": create,
      "GET /rest/posts": find,
      "GET /rest/posts/:urn": (request) => {
        const one = items.find(({ remoteId }) => remoteId === request.params["urn"]);
        const refusal = access.enter(request) ?? (one ? access.mayRead(request, one.author) : null);
        if (refusal) return refusal;
        return one
          ? { status: 200, json: { id: one.remoteId } }
          : createErrorAnswer(404, "NOT_FOUND", "Could not find entity");
      },
      "DELETE /rest/posts/:urn": (request) => {
        const refusal = access.enter(request);
        if (refusal) return refusal;
        const at = items.findIndex(({ remoteId }) => remoteId === request.params["urn"]);
        const denied = at < 0 ? null : access.mayWrite(request, items[at]?.author);
        if (denied) return denied;
        const [gone] = at < 0 ? [] : items.splice(at, 1);
        if (gone && request.mode?.mode === "ghost-urn") ghosts.set(gone.hash, gone.remoteId);
        if (gone) request.commit();
        return { status: 204 };
      },
    },
    items: () =>
      items.map(({ remoteId, text, replyTo, images: altTexts }) => {
        return { remoteId, text, replyTo, images: altTexts };
      }),
    limited: () =>
      createErrorAnswer(429, "TOO_MANY_REQUESTS", "Resource level throttle APPLICATION_AND_MEMBER DAY limit"),
    commands: {
      ...pages.commands,
      ...access.commands,
      authors: () => items.map(({ author }) => author),
      articles: () => items.map(({ article }) => article ?? null),
      reset: () => {
        items.length = 0;
        images.clear();
        ghosts.clear();
        processMs = 0;
        access.reset();
        pages.reset();
      },
      /** Adds this many posts by the first page. */
      fill: ({ count }: { count: number }) => {
        for (let index = 0; index < count; index += 1) {
          const text = `Filled ${items.length}`;
          const author = "urn:li:organization:1111";
          items.push({
            remoteId: `urn:li:share:${nextId()}`,
            text,
            replyTo: null,
            images: [],
            at: now(),
            hash: text,
            author,
            commentary: text,
          });
        }
      },
      loseImages: () => images.clear(),
      /** LinkedIn takes this long for each new image. */
      processImages: ({ ms }: { ms: number }) => {
        processMs = ms;
      },
    },
  };
});
