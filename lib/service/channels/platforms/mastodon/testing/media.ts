import { createHash } from "node:crypto";
import type { FakeAnswer, FakeRequest, FakeRoutes } from "#lib/service/channels/testing/fake-server.ts";
import { createErrorAnswer } from "./refusal.ts";

type Media = { id: string; alt: string; looks: number; statusId: string | null; hash: string; fails: boolean };

const shownMedia = (one: Media) => ({
  id: one.id,
  type: "image",
  url: one.looks > 0 || one.fails ? null : `https://fake.invalid/${one.id}`,
});

/**
 * Fakes images on the server: each belongs to one status at most, and may be polled several times until it is ready.
 */
export function createFakeMedia(deps: {
  newId: () => string;
  /** Checks the request's token for a scope and returns the refusal, or null. */
  heldBy: (request: FakeRequest, scope: string) => FakeAnswer | null;
  world: {
    readonly altMax: number;
    readonly slowLooks: number;
    readonly isSnac2: boolean;
    readonly isPleroma: boolean;
  };
}) {
  const { newId, heldBy, world } = deps;
  const media = new Map<string, Media>();

  async function postMedia(request: FakeRequest): Promise<FakeAnswer> {
    const form = await request.form();
    const file = form.get("file");
    if (!(file instanceof File)) return createErrorAnswer(422, "Validation failed: File can't be blank");
    const bytes = Buffer.from(await file.arrayBuffer());
    const isImage =
      bytes.subarray(0, 4).toString("hex") === "89504e47" || bytes.subarray(0, 2).toString("hex") === "ffd8";
    if (request.mode?.mode === "media-fail" || !isImage) {
      return createErrorAnswer(422, "Validation failed: File content type is invalid");
    }
    const alt = String(form.get("description") ?? "");
    if ([...alt].length > world.altMax) return createErrorAnswer(422, "Validation failed: Description is too long");
    // snac2 mastoapi.c, `/v1/media`: the id is the MD5 of the file name, so a second file of that name replaces the
    // first.
    const id = world.isSnac2 ? createHash("md5").update(file.name).digest("hex") : newId();
    const one: Media = {
      id,
      alt,
      looks: world.slowLooks,
      statusId: null,
      hash: createHash("sha256").update(bytes).digest("hex"),
      fails: request.mode?.mode === "processing-fails",
    };
    media.set(one.id, one);
    request.commit();
    return { status: one.looks > 0 || one.fails || world.isPleroma ? 202 : 200, json: shownMedia(one) };
  }

  const routes: FakeRoutes = {
    "POST /api/v2/media": async (request) => heldBy(request, "write:media") ?? (await postMedia(request)),
    "GET /api/v1/media/:id": (request) => {
      const one = media.get(request.params["id"] ?? "");
      const refused = heldBy(request, world.isPleroma ? "read:media" : "write:media");
      if (refused) return refused;
      if (!one || (one.statusId !== null && !world.isSnac2)) return createErrorAnswer(404, "Record not found");
      if (one.fails) return createErrorAnswer(422, "Error processing thumbnail for uploaded media");
      one.looks = Math.max(0, one.looks - 1);
      return { status: one.looks > 0 ? 206 : 200, json: shownMedia(one) };
    },
  };

  return {
    routes,
    get: (id: string) => media.get(id),
    altOf: (id: string) => media.get(id)?.alt ?? "",
    /** Deletes the uploads that belong to no status. */
    loseUnused: () => {
      for (const one of [...media.values()]) if (one.statusId === null) media.delete(one.id);
    },
    clear: () => media.clear(),
  };
}
