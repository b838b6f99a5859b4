import type { Account, Io, OutgoingImage, OutgoingPart, Prepared } from "#lib/service/channels/core/connector.ts";
import { type Answer, pick, pickList, pickText } from "#lib/service/channels/core/platform-response.ts";
import { ofUnpreparedAnswer } from "#lib/service/channels/core/no-response.ts";
import { because, isNotFound24, isTrouble, refusalOf } from "./responses.ts";

type NotReady = Exclude<Prepared, { is: "ready" }>;
type Made = { id: string } | { refusal: NotReady };

/** What is kept of a part: the containers of its images, and the one that is published. */
type Kept = { children: (string | null)[]; container: string | null };

export function keptOf(part: OutgoingPart): Kept {
  const children = part.images.map((_, at) => pickText(pick(part.prepared, "children"), at));
  return { children, container: pickText(part.prepared, "container") };
}

/**
 * Makes the container that `publishPart` publishes ("Posts", steps 1 and 2): of each image of several one of its own first.
 * Each is kept as soon as it is made, and is made anew only when Threads says that it is gone, failed or expired (24 h).
 */
export async function prepareContainer(part: OutgoingPart, account: Account, io: Io): Promise<Prepared> {
  const urls = part.images.map((image) => io.imageUrl(image));
  if (urls.includes(null)) return { is: "rejected", error: because("media", noAddress) };
  const kept = keptOf(part);
  if (kept.container !== null) {
    const seen = await seeStatus(kept.container, account, io);
    if ("refusal" in seen) return seen.refusal;
    if (seen.status === "PUBLISHED") return { is: "ready", prepared: { ...kept, isOut: true } };
    if (seen.status === "FINISHED") return { is: "ready", prepared: kept };
    if (seen.status === "IN_PROGRESS") return processing;
    await io.keep({});
    if (seen.status === "ERROR") return { is: "rejected", error: because("media", refusedImage) };
    // Expired or gone: nothing was published, and all of it is made anew.
    Object.assign(kept, { container: null, children: part.images.map(() => null) });
  }
  const full = await isUsedUp(part, account, io);
  if (full) return full;
  const several = part.images.length > 1;
  if (several) {
    for (const [at, image] of part.images.entries()) {
      if (kept.children[at]) continue;
      const made = await make({ ...imageFields(image, urls[at] ?? ""), is_carousel_item: "true" }, account, io);
      if ("refusal" in made) return made.refusal;
      kept.children[at] = made.id;
      await io.keep({ ...kept });
    }
    for (const child of kept.children) {
      const seen = child === null ? null : await seeStatus(child, account, io);
      if (seen && "refusal" in seen) return seen.refusal;
      if (seen?.status === "IN_PROGRESS") return processing;
      if (seen?.status === "FINISHED") continue;
      await io.keep({});
      return seen?.status === "ERROR" ? { is: "rejected", error: because("media", refusedImage) } : lost;
    }
  }
  const [only] = part.images;
  const media: Record<string, string> = several
    ? { media_type: "CAROUSEL", children: kept.children.join(",") }
    : only
      ? imageFields(only, urls[0] ?? "")
      : { media_type: "TEXT" };
  const reply: Record<string, string> = part.parent === null ? {} : { reply_to_id: part.parent };
  const made = await make({ ...media, text: part.text, ...reply }, account, io);
  if ("refusal" in made) return made.refusal;
  kept.container = made.id;
  await io.keep({ ...kept });
  const seen = await seeStatus(made.id, account, io);
  if ("refusal" in seen) return seen.refusal;
  if (seen.status === "FINISHED") return { is: "ready", prepared: kept };
  if (seen.status === "IN_PROGRESS") return processing;
  await io.keep({});
  return seen.status === "ERROR" ? { is: "rejected", error: because("media", refusedImage) } : lost;
}

const noAddress =
  "Threads fetches images by itself, and this installation has no public address that it could fetch them from. Take the images off, or ask your administrator to set PUBLIC_URL.";
const refusedImage = "What the post holds could not be worked up; an image may not suit it.";
const lost: NotReady = {
  is: "temporary",
  error: because("media", "Threads does not find what it has prepared. It is made anew."),
};
/** "Troubleshooting": the status is to be asked once a minute. */
const processing: NotReady = {
  is: "temporary",
  error: because("media", "Threads is still fetching the images."),
  retryAfterMs: 60_000,
};

/** "Posts": `image_url` on a public server; "Reference, Publishing": alt_text of up to 1,000 characters. */
const imageFields = (image: OutgoingImage, url: string): Record<string, string> => ({
  ...{ media_type: "IMAGE", image_url: url },
  ...(image.alt !== "" && { alt_text: image.alt }),
});

async function make(fields: Record<string, string>, account: Account, io: Io): Promise<Made> {
  const answer = await io.call({
    ...{ url: `${account.host}/v1.0/${account.remoteId}/threads`, method: "POST", effect: "read" },
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields).toString(),
  });
  if (answer.is !== "answer") return { refusal: ofUnpreparedAnswer(answer) };
  const id = answer.status === 200 ? pickText(answer.json, "id") : null;
  return id === null ? { refusal: refusedMaking(answer, io) } : { id };
}

function refusedMaking(answer: Answer, io: Io): NotReady {
  if (isTrouble(answer) || answer.status < 400) {
    return { is: "temporary", error: because("server", "Threads did not take the post just now.") };
  }
  if (isNotFound24(answer)) return lost;
  return refusalOf(answer, io.now());
}

type Status = "FINISHED" | "IN_PROGRESS" | "PUBLISHED" | "ERROR" | "EXPIRED" | "GONE";
const statuses: ReadonlySet<string> = new Set(["FINISHED", "IN_PROGRESS", "PUBLISHED", "ERROR", "EXPIRED"]);

/** "Troubleshooting": `GET /{container}?fields=status,error_message`. */
export async function seeStatus(
  container: string,
  account: Account,
  io: Io,
): Promise<{ status: Status } | { refusal: NotReady }> {
  const url = `${account.host}/v1.0/${encodeURIComponent(container)}?fields=status,error_message`;
  const answer = await io.call({ url, method: "GET", effect: "read" });
  if (answer.is !== "answer") return { refusal: ofUnpreparedAnswer(answer) };
  const status = answer.status === 200 ? pickText(answer.json, "status") : null;
  if (status !== null && statuses.has(status)) return { status: status as Status };
  if (isNotFound24(answer)) return { status: "GONE" };
  return { refusal: refusedMaking(answer, io) };
}

/** "Rate Limiting": 250 posts and 1,000 replies in any 24 hours. No time is told, so it is asked again in half an hour. */
async function isUsedUp(part: OutgoingPart, account: Account, io: Io): Promise<NotReady | null> {
  const reply = part.parent === null ? "" : "reply_";
  const fields = `${reply}quota_usage,${reply}config`;
  const url = `${account.host}/v1.0/${account.remoteId}/threads_publishing_limit?fields=${fields}`;
  const answer = await io.call({ url, method: "GET", effect: "read" });
  // Without an answer the post itself will tell.
  if (answer.is !== "answer" || answer.status !== 200) return null;
  const [limits] = pickList(answer.json, "data") ?? [];
  const used = pick(limits, `${reply}quota_usage`);
  const total = pick(pick(limits, `${reply}config`), "quota_total");
  if (typeof used !== "number" || typeof total !== "number" || used < total) return null;
  return { is: "wait", until: new Date(io.now().getTime() + 30 * 60_000), of: "account" };
}
