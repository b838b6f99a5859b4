import { createHash } from "node:crypto";
import { type FakeAnswer, type FakeRequest, serveFake } from "#lib/service/channels/testing-fake";
import type { PeerItem } from "#lib/service/channels/testing-peer-process";
import { showLittleText } from "./testing-little-text.ts";

/** LinkedIn's versioned API as learn.microsoft.com describes it, for one member with one application. */
const token = "AQXNmadeUpAccessTokenOfAMemberForTests0123456789";
const person = { sub: "782bbtaQ", name: "Ada Example", picture: "https://media.example/ada.jpg" };
const author = `urn:li:person:${person.sub}`;
type Item = PeerItem & { hash: string };
const items: Item[] = [];
const images = new Map<string, boolean>();
/** What was deleted and is refused as a duplicate all the same (composer #2710). */
const ghosts = new Map<string, string>();
let codes = new Set(["good-code"]);
let serial = 0n;
let origin = "";

const said = (status: number, code: string, message: string): FakeAnswer => ({
  status,
  json: { status, code, message },
});

function enter({ headers, mode }: FakeRequest, isVersioned = true): FakeAnswer | null {
  if (headers["authorization"] !== `Bearer ${token}` || mode?.mode === "revoked") {
    return said(401, "REVOKED_ACCESS_TOKEN", "The token used in the request has been revoked by the user");
  }
  if (!isVersioned) return null;
  if (!/^20\d{4}$/.test(headers["linkedin-version"] ?? ""))
    return said(400, "VERSION_MISSING", "A version must be present");
  if (mode?.mode === "version-sunset") {
    return said(426, "NONEXISTENT_VERSION", `Requested version ${headers["linkedin-version"]} is not active`);
  }
  if (headers["x-restli-protocol-version"] !== "2.0.0") return said(400, "BAD_PROTOCOL", "Rest.li protocol version");
  if (mode?.mode === "no-permission") {
    return said(403, "ACCESS_DENIED", "Not enough permissions to access: partnerApiPosts.CREATE.20260301");
  }
  return null;
}

await serveFake(({ now }) => {
  const nextId = () => {
    serial += 1n;
    return (BigInt(now()) << 22n) | (serial & 0x3fffffn);
  };

  function create(request: FakeRequest): FakeAnswer {
    const refusal = enter(request);
    if (refusal) return refusal;
    const { author: by, commentary, content, visibility, lifecycleState, distribution } = request.json ?? {};
    const isWhole = visibility === "PUBLIC" && lifecycleState === "PUBLISHED" && distribution?.feedDistribution;
    if (by !== author || typeof commentary !== "string" || !isWhole || request.mode?.mode === "refused") {
      return said(400, "MISSING_FIELD", "ERROR :: /author :: field is required but not found");
    }
    const media: { id: string; altText?: string }[] =
      content?.multiImage?.images ?? (content?.media ? [content.media] : []);
    if (content?.multiImage && (media.length < 2 || media.length > 20))
      return said(400, "BAD_IMAGES", "2 to 20 images");
    const lost = media.find(({ id }) => images.get(id) !== true);
    if (lost) return said(400, "INVALID_URN", `ERROR :: /content :: ${lost.id} does not exist or is not owned`);
    const text = showLittleText(commentary);
    if (text.length > 3_000) return said(422, "TOO_LONG", "ERROR :: /commentary :: length exceeds the limit of 3000");
    const hash = createHash("sha256")
      .update(JSON.stringify([text, media.length]))
      .digest("hex");
    const twin = items.find((item) => item.hash === hash)?.remoteId ?? ghosts.get(hash);
    if (twin) return said(422, "DUPLICATE_POST", `Content is a duplicate of ${twin}`);
    const remoteId = `urn:li:share:${nextId()}`;
    items.push({ remoteId, text, replyTo: null, images: media.map(({ altText = "" }) => altText), hash });
    request.commit();
    return request.mode?.mode === "no-id" ? { status: 201 } : { status: 201, headers: { "x-restli-id": remoteId } };
  }

  return {
    routes: {
      "POST /oauth/v2/accessToken": ({ json, mode }) => {
        if (json?.client_id !== "app" || json.client_secret !== "app-secret") {
          return { status: 401, json: { error: "invalid_client", error_description: "Client authentication failed" } };
        }
        if (!codes.delete(json.code)) return { status: 400, json: { error: "invalid_request" } };
        const scope = mode?.mode === "fewer-scopes" ? "openid,profile" : "openid,profile,w_member_social";
        return { status: 200, json: { access_token: token, expires_in: 5_184_000, scope } };
      },
      "GET /v2/userinfo": (request) => enter(request, false) ?? { status: 200, json: person },
      "POST /rest/images": (request) => {
        const refusal = enter(request);
        if (refusal) return refusal;
        if (request.query.get("action") !== "initializeUpload") return said(400, "BAD_ACTION", "action");
        if (request.json?.initializeUploadRequest?.owner !== author) return said(403, "ACCESS_DENIED", "owner");
        const id = `C4D${nextId()}`;
        images.set(`urn:li:image:${id}`, false);
        origin = `http://${request.headers["x-forwarded-host"] ?? request.headers["host"]}`;
        const uploadUrl = `${origin}/dms-uploads/${id}`;
        return { status: 200, json: { value: { uploadUrl, image: `urn:li:image:${id}`, uploadUrlExpiresAt: now() } } };
      },
      "PUT /dms-uploads/:id": (request) => {
        if (request.headers["authorization"] !== `Bearer ${token}`) return { status: 401 };
        // "Images API": JPEG, PNG and GIF.
        const isImage = ["ffd8ff", "89504e", "474946"].includes(request.body.subarray(0, 3).toString("hex"));
        if (!isImage || request.mode?.mode === "bad-image") return { status: 400, text: "unsupported media" };
        images.set(`urn:li:image:${request.params["id"]}`, true);
        return { status: 201 };
      },
      "POST /rest/posts": create,
      "DELETE /rest/posts/:urn": (request) => {
        const refusal = enter(request);
        if (refusal) return refusal;
        const at = items.findIndex(({ remoteId }) => remoteId === request.params["urn"]);
        const [gone] = at < 0 ? [] : items.splice(at, 1);
        if (gone && request.mode?.mode === "ghost-urn") ghosts.set(gone.hash, gone.remoteId);
        if (gone) request.commit();
        return { status: 204 };
      },
    },
    items: () => items.map(({ hash: _, ...item }) => item),
    limited: () => said(429, "TOO_MANY_REQUESTS", "Resource level throttle APPLICATION_AND_MEMBER DAY limit"),
    commands: {
      reset: () => {
        items.length = 0;
        images.clear();
        ghosts.clear();
        codes = new Set(["good-code"]);
      },
      loseImages: () => images.clear(),
    },
  };
});
