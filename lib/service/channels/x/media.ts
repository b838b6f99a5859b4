import { randomUUID } from "node:crypto";
import type {
  Account,
  Io,
  Kept,
  Outcome,
  OutgoingImage,
  OutgoingPart,
  PlatformRequest,
  Prepared,
} from "#lib/service/channels/connector";
import { type Answer, pick, pickCount, pickList, pickText } from "#lib/service/channels/read-answer";
import { ofUnpreparedAnswer } from "#lib/service/channels/unanswered";
import { because, refusalOf } from "./answers.ts";

/** An image on its way: until when X keeps it, and whether its description is there. */
type Upload = { id: string; endsAt: string; isDescribed: boolean; isReady: boolean };
type Trouble = Exclude<Outcome, { is: "published" | "unknown" }>;

/** X names the life of an upload; a day where it does not (x-api/media/quickstart/best-practices). */
const usualLifeSeconds = 86_400;
/** Not on the last moment: the post itself is still to come. */
const spareMs = 10 * 60_000;
const pieceBytes = 1_000_000;

export function uploadsOf(prepared: Kept | null): Upload[] {
  return (pickList(prepared, "uploads") ?? []).flatMap((one) => {
    const [id, endsAt] = [pickText(one, "id"), pickText(one, "endsAt")];
    const [isDescribed, isReady] = [pick(one, "isDescribed") === true, pick(one, "isReady") === true];
    return id === null || endsAt === null ? [] : [{ id, endsAt, isDescribed, isReady }];
  });
}

const keptOf = (uploads: readonly Upload[]): Kept => ({ uploads: [...uploads] });
const troubled: Trouble = { is: "temporary", error: because("server", "X has trouble just now.") };

/** One request of getting ready: all of them may be done again. */
async function ask(request: Omit<PlatformRequest, "effect">, io: Io): Promise<Answer | Trouble> {
  const answer = await io.call({ ...request, effect: "read" });
  if (answer.is !== "answer") return ofUnpreparedAnswer(answer);
  if (answer.status >= 500 || answer.status === 408) return troubled;
  if (answer.status >= 300) return refusalOf(answer, { now: io.now(), part: 1, what: "image" });
  return answer;
}

const isTrouble = (one: Answer | Trouble): one is Trouble => one.is !== "answer";

const sendJson = (url: string, body: object, io: Io) =>
  ask({ url, method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) }, io);

function sendForm(url: string, fields: Readonly<Record<string, string>>, bytes: Uint8Array, io: Io) {
  const boundary = `postwright-${randomUUID()}`;
  const head = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const file = `--${boundary}\r\ncontent-disposition: form-data; name="media"; filename="image"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head.join("") + file), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return ask(
    { url, method: "POST", headers: { "content-type": `multipart/form-data; boundary=${boundary}` }, body },
    io,
  );
}

/** Stills go up in one request (openapi `POST /2/media/upload`); GIFs in pieces, for `tweet_gif` is not taken there. */
async function upload(image: OutgoingImage, account: Account, io: Io): Promise<Upload | Trouble> {
  const bytes = await io.readImage(image).catch(() => null);
  if (bytes === null) return { is: "temporary", error: because("media", "An image could not be read from the store.") };
  const url = `${account.host}/2/media/upload`;
  const still = { media_category: "tweet_image", media_type: image.mime };
  const answer =
    image.mime === "image/gif" ? await uploadPieces(url, bytes, io) : await sendForm(url, still, bytes, io);
  if (isTrouble(answer)) return answer;
  const id = pickText(answer.json, "data", "id");
  if (id === null) return troubled;
  const seconds = pickCount(answer.json, "data", "expires_after_secs") ?? usualLifeSeconds;
  const endsAt = new Date(io.now().getTime() + seconds * 1_000).toISOString();
  return { id, endsAt, isDescribed: image.alt === "", isReady: isReady(answer) };
}

const isReady = (answer: Answer) =>
  (pickText(answer.json, "data", "processing_info", "state") ?? "succeeded") === "succeeded";

async function uploadPieces(url: string, bytes: Uint8Array, io: Io): Promise<Answer | Trouble> {
  const begun = { media_type: "image/gif", media_category: "tweet_gif", total_bytes: bytes.length };
  const opened = await sendJson(`${url}/initialize`, begun, io);
  if (isTrouble(opened)) return opened;
  const id = pickText(opened.json, "data", "id");
  if (id === null) return troubled;
  for (let index = 0; index * pieceBytes < bytes.length; index += 1) {
    const piece = bytes.subarray(index * pieceBytes, (index + 1) * pieceBytes);
    const sent = await sendForm(`${url}/${encodeURIComponent(id)}/append`, { segment_index: String(index) }, piece, io);
    if (isTrouble(sent)) return sent;
  }
  return await sendJson(`${url}/${encodeURIComponent(id)}/finalize`, {}, io);
}

/**
 * Uploads what is not there, describes it (its own request, billed: openapi `POST /2/media/metadata`), and keeps each step
 * at once. Nothing is published without its descriptions.
 */
export async function prepare(part: OutgoingPart, account: Account, io: Io): Promise<Prepared> {
  const uploads = uploadsOf(part.prepared).slice(0, part.images.length);
  for (const [index, image] of part.images.entries()) {
    const kept = uploads[index];
    const isKept = kept !== undefined && new Date(kept.endsAt).getTime() - spareMs > io.now().getTime();
    const one = isKept ? kept : await upload(image, account, io);
    if ("is" in one) return one;
    uploads[index] = one;
    if (!isKept) await io.keep(keptOf(uploads));
    const trouble = await complete(one, image, account, io);
    if (trouble === "done") continue;
    if (trouble) return trouble;
    await io.keep(keptOf(uploads));
  }
  return { is: "ready", prepared: keptOf(uploads) };
}

/** Describes and awaits one upload. `done`: nothing had to be done; null: something was. */
async function complete(one: Upload, image: OutgoingImage, account: Account, io: Io): Promise<"done" | Trouble | null> {
  if (one.isReady && one.isDescribed) return "done";
  if (!one.isReady) {
    const url = `${account.host}/2/media/upload?command=STATUS&media_id=${encodeURIComponent(one.id)}`;
    const answer = await ask({ url, method: "GET" }, io);
    if (isTrouble(answer)) return answer;
    if (pickText(answer.json, "data", "processing_info", "state") === "failed") {
      return { is: "rejected", error: because("media", "X could not work an image up. Nothing was published.") };
    }
    if (!isReady(answer)) {
      const seconds = pickCount(answer.json, "data", "processing_info", "check_after_secs") ?? 3;
      const error = because("media", "X is still working an image up.");
      return { is: "temporary", error, retryAfterMs: seconds * 1_000 };
    }
    one.isReady = true;
  }
  if (!one.isDescribed) {
    const metadata = { alt_text: { text: image.alt } };
    const described = await sendJson(`${account.host}/2/media/metadata`, { id: one.id, metadata }, io);
    if (isTrouble(described)) return described;
    one.isDescribed = true;
  }
  return null;
}
