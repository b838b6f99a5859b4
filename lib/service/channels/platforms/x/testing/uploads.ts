import type { FakeAnswer, FakeRequest, FakeRoutes } from "#lib/service/channels/testing/fake-server.ts";
import { createProblemAnswer } from "./problems.ts";

const types = ["image/jpeg", "image/png", "image/webp", "image/gif"];
/** openapi 2.167: `additionalProperties: false`. */
const extra = (names: Iterable<string>, allowed: readonly string[]): FakeAnswer | null => {
  const unknown = [...names].find((name) => !allowed.includes(name));
  return unknown === undefined
    ? null
    : createProblemAnswer(400, "Invalid Request", `body must NOT have additional properties "${unknown}"`);
};

type Upload = { id: string; alt: string; looks: number; type: string; bytes: number; isDone: boolean };

/** Fakes images on X: uploaded whole or in pieces, ready after some polls, described separately. */
export function createFakeUploads(deps: {
  newId: () => string;
  /** Checks the request's token for a scope and returns the refusal, or null. */
  heldBy: (request: FakeRequest, scope: string) => FakeAnswer | null;
  /** How often a new upload is polled before it is ready. */
  slowLooks: () => number;
  /** Counts an uploaded image, which X bills like a post. */
  stored: () => void;
  /** Counts a stored description, which X bills. */
  described: () => void;
}) {
  const { newId, heldBy, described } = deps;
  const uploads = new Map<string, Upload>();

  /** An image that was refused whole is refused in pieces too. */
  let isRefused = false;

  async function uploadStill(request: FakeRequest): Promise<FakeAnswer> {
    const form = await request.form();
    const unknown = extra(form.keys(), ["media", "media_category", "additional_owners"]);
    if (unknown) return unknown;
    if (request.mode?.mode === "no-one-shot")
      return createProblemAnswer(400, "Invalid Request", "media: use the other way");
    const file = form.get("media");
    if (!(file instanceof File)) return createProblemAnswer(400, "Invalid Request", "media: is required");
    if (form.get("media_category") !== "tweet_image")
      return createProblemAnswer(400, "Invalid Request", "media_category: not here");
    const bytes = Buffer.from(await file.arrayBuffer());
    const isImage =
      ["89504e47", "52494646"].includes(bytes.toString("hex", 0, 4)) || bytes.toString("hex", 0, 2) === "ffd8";
    if (!types.includes(file.type)) return createProblemAnswer(400, "Invalid Request", "media: content-type");
    if (request.mode?.mode === "media-fail" || !isImage || bytes.length > 5_000_000) {
      isRefused = true;
      return createProblemAnswer(400, "Invalid Request", "Media type is not supported or the file is too large.");
    }
    return store(request, { type: file.type, bytes: bytes.length, isDone: true });
  }

  function store(request: FakeRequest, of: Pick<Upload, "type" | "bytes" | "isDone">): FakeAnswer {
    const one: Upload = { id: newId(), alt: "", looks: deps.slowLooks(), ...of };
    uploads.set(one.id, one);
    deps.stored();
    request.commit();
    return { status: 200, json: { data: shownUpload(one) } };
  }

  const shownUpload = (one: Upload) => ({
    id: one.id,
    media_key: `3_${one.id}`,
    expires_after_secs: 86_400,
    size: one.bytes,
    ...(one.looks > 0 && { processing_info: { state: "in_progress", check_after_secs: 1 } }),
  });

  const routes: FakeRoutes = {
    "POST /2/media/upload": async (request) => heldBy(request, "media.write") ?? (await uploadStill(request)),
    "GET /2/media/upload": (request) => {
      const one = uploads.get(request.query.get("media_id") ?? "");
      if (one) one.looks = Math.max(0, one.looks - 1);
      return (
        heldBy(request, "media.write") ??
        (one ? { status: 200, json: { data: shownUpload(one) } } : createProblemAnswer(404, "Not Found Error", "media"))
      );
    },
    "POST /2/media/upload/initialize": (request) => {
      const refused = heldBy(request, "media.write");
      if (refused) return refused;
      const { media_category, media_type, total_bytes } = request.json ?? {};
      const allowed = ["media_category", "media_type", "total_bytes", "shared", "additional_owners"];
      const unknown = extra(Object.keys(request.json ?? {}), allowed);
      if (unknown) return unknown;
      const isGif = media_type === "image/gif";
      if (!types.includes(media_type) || media_category !== (isGif ? "tweet_gif" : "tweet_image")) {
        return createProblemAnswer(400, "Invalid Request", "media_category");
      }
      if (total_bytes > (isGif ? 15_000_000 : 5_000_000))
        return createProblemAnswer(400, "Invalid Request", "total_bytes");
      return store(request, { type: media_type, bytes: total_bytes, isDone: false });
    },
    "POST /2/media/upload/:id/append": async (request) => {
      const form = await request.form();
      const unknown = extra(form.keys(), ["media", "segment_index"]);
      if (unknown) return unknown;
      const file = form.get("media");
      const one = uploads.get(request.params["id"] ?? "");
      if (!one || !(file instanceof File)) return createProblemAnswer(400, "Invalid Request", "media");
      one.bytes -= file.size;
      return heldBy(request, "media.write") ?? { status: 200, json: {} };
    },
    "POST /2/media/upload/:id/finalize": (request) => {
      const one = uploads.get(request.params["id"] ?? "");
      if (one?.bytes !== 0) return createProblemAnswer(400, "Invalid Request", "not all bytes have arrived");
      if (isRefused) {
        isRefused = false;
        return createProblemAnswer(400, "Invalid Request", "Media type is not supported or the file is too large.");
      }
      one.isDone = true;
      return heldBy(request, "media.write") ?? { status: 200, json: { data: shownUpload(one) } };
    },
    "POST /2/media/metadata": (request) => {
      const refused = heldBy(request, "media.write");
      if (refused) return refused;
      const one = uploads.get(request.json?.id);
      const alt: string = request.json?.metadata?.alt_text?.text ?? "";
      if (!one || alt === "" || alt.length > 1_000) return createProblemAnswer(400, "Invalid Request", "alt_text");
      one.alt = alt;
      described();
      request.commit();
      return { status: 200, json: { data: { id: one.id } } };
    },
  };

  return {
    routes,
    /** Tells if a post may use the upload. */
    isReady: (id: string) => {
      const one = uploads.get(id);
      return one?.isDone === true && one.looks <= 0;
    },
    altOf: (id: string) => uploads.get(id)?.alt ?? "",
    clear: () => uploads.clear(),
  };
}
