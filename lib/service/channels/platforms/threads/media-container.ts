import type {
  ConnectorIo,
  OutgoingImage,
  OutgoingPart,
  PlatformAccount,
  PrepareOutcome,
} from "#lib/service/channels/core/connector.ts";
import { toUnpreparedOutcome } from "#lib/service/channels/core/no-response.ts";
import {
  getJsonList,
  getJsonText,
  getJsonValue,
  type PlatformResponse,
} from "#lib/service/channels/core/platform-response.ts";
import { createPublishError, isMediaNotFound, isTransientError, toRefusedOutcome } from "./responses.ts";

type NotReady = Exclude<PrepareOutcome, { type: "ready" }>;
type ContainerResult = { id: string } | { refusal: NotReady };

/** The stored containers of a part: those of its images, and the one to publish. */
type StoredContainers = { children: (string | null)[]; container: string | null };

export function getStoredContainers(part: OutgoingPart): StoredContainers {
  const children = part.images.map((_, at) => getJsonText(getJsonValue(part.prepared, "children"), at));
  return { children, container: getJsonText(part.prepared, "container") };
}

/**
 * Creates the container that `publishPart` publishes ("Posts", steps 1 and 2), and first a container for each of
 * several images. Each id is stored at once; a container is replaced only when Threads says that it is gone, failed or
 * expired (24 h).
 */
export async function prepareContainer(
  part: OutgoingPart,
  account: PlatformAccount,
  io: ConnectorIo,
): Promise<PrepareOutcome> {
  const urls = part.images.map((image) => io.imageUrl(image));
  if (urls.includes(null)) return { type: "rejected", error: createPublishError("media", noAddress) };
  const stored = getStoredContainers(part);
  if (stored.container !== null) {
    const seen = await getContainerStatus(stored.container, account, io);
    if ("refusal" in seen) return seen.refusal;
    if (seen.status === "PUBLISHED") return { type: "ready", prepared: { ...stored, isOut: true } };
    if (seen.status === "FINISHED") return { type: "ready", prepared: stored };
    if (seen.status === "IN_PROGRESS") return processing;
    await io.savePrepared({});
    if (seen.status === "ERROR") return { type: "rejected", error: createPublishError("media", refusedImage) };
    // Expired or gone: nothing was published, and all containers are created again.
    Object.assign(stored, { container: null, children: part.images.map(() => null) });
  }
  const full = await checkPublishingLimit(part, account, io);
  if (full) return full;
  const several = part.images.length > 1;
  if (several) {
    for (const [at, image] of part.images.entries()) {
      if (stored.children[at]) continue;
      const created = await createContainer(
        { ...imageFields(image, urls[at] ?? ""), is_carousel_item: "true" },
        account,
        io,
      );
      if ("refusal" in created) return created.refusal;
      stored.children[at] = created.id;
      await io.savePrepared({ ...stored });
    }
    for (const child of stored.children) {
      const seen = child === null ? null : await getContainerStatus(child, account, io);
      if (seen && "refusal" in seen) return seen.refusal;
      if (seen?.status === "IN_PROGRESS") return processing;
      if (seen?.status === "FINISHED") continue;
      await io.savePrepared({});
      return seen?.status === "ERROR" ? { type: "rejected", error: createPublishError("media", refusedImage) } : lost;
    }
  }
  const [only] = part.images;
  const media: Record<string, string> = several
    ? { media_type: "CAROUSEL", children: stored.children.join(",") }
    : only
      ? imageFields(only, urls[0] ?? "")
      : { media_type: "TEXT" };
  const reply: Record<string, string> = part.parent === null ? {} : { reply_to_id: part.parent };
  const created = await createContainer({ ...media, text: part.text, ...reply }, account, io);
  if ("refusal" in created) return created.refusal;
  stored.container = created.id;
  await io.savePrepared({ ...stored });
  const seen = await getContainerStatus(created.id, account, io);
  if ("refusal" in seen) return seen.refusal;
  if (seen.status === "FINISHED") return { type: "ready", prepared: stored };
  if (seen.status === "IN_PROGRESS") return processing;
  await io.savePrepared({});
  return seen.status === "ERROR" ? { type: "rejected", error: createPublishError("media", refusedImage) } : lost;
}

const noAddress =
  "Threads fetches images itself, but this installation has no public address. Remove the images, or ask your administrator to set PUBLIC_URL.";
const refusedImage = "Threads couldn't process the post. One of the images may be unsuitable.";
const lost: NotReady = {
  type: "temporary",
  error: createPublishError("media", "Threads no longer has the prepared post. It is being prepared again."),
};
/** "Troubleshooting" recommends one status request a minute. */
const processing: NotReady = {
  type: "temporary",
  error: createPublishError("media", "Threads is still fetching the images."),
  retryAfterMs: 60_000,
};

/**
 * Returns the fields of an image. "Posts": `image_url` on a public server; "Reference, Publishing": alt_text of up to
 * 1,000 characters.
 */
const imageFields = (image: OutgoingImage, url: string): Record<string, string> => ({
  media_type: "IMAGE",
  image_url: url,
  ...(image.alt !== "" && { alt_text: image.alt }),
});

async function createContainer(
  fields: Record<string, string>,
  account: PlatformAccount,
  io: ConnectorIo,
): Promise<ContainerResult> {
  const answer = await io.call({
    url: `${account.host}/v1.0/${account.remoteId}/threads`,
    method: "POST",
    effect: "read",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields).toString(),
  });
  if (answer.type !== "answer") return { refusal: toUnpreparedOutcome(answer) };
  const id = answer.status === 200 ? getJsonText(answer.json, "id") : null;
  return id === null ? { refusal: refusedMaking(answer, io) } : { id };
}

function refusedMaking(answer: PlatformResponse, io: ConnectorIo): NotReady {
  if (isTransientError(answer) || answer.status < 400) {
    return {
      type: "temporary",
      error: createPublishError("server", "Threads didn't accept the post. It may work later."),
    };
  }
  if (isMediaNotFound(answer)) return lost;
  return toRefusedOutcome(answer, io.now());
}

type Status = "FINISHED" | "IN_PROGRESS" | "PUBLISHED" | "ERROR" | "EXPIRED" | "GONE";
const statuses: ReadonlySet<string> = new Set(["FINISHED", "IN_PROGRESS", "PUBLISHED", "ERROR", "EXPIRED"]);

/** Reads a container's status; "Troubleshooting": `GET /{container}?fields=status,error_message`. */
export async function getContainerStatus(
  container: string,
  account: PlatformAccount,
  io: ConnectorIo,
): Promise<{ status: Status } | { refusal: NotReady }> {
  const url = `${account.host}/v1.0/${encodeURIComponent(container)}?fields=status,error_message`;
  const answer = await io.call({ url, method: "GET", effect: "read" });
  if (answer.type !== "answer") return { refusal: toUnpreparedOutcome(answer) };
  const status = answer.status === 200 ? getJsonText(answer.json, "status") : null;
  if (status !== null && statuses.has(status)) return { status: status as Status };
  if (isMediaNotFound(answer)) return { status: "GONE" };
  return { refusal: refusedMaking(answer, io) };
}

/**
 * Checks the limit; "Rate Limiting": 250 posts and 1,000 replies in any 24 hours. Threads names no end, so the next
 * check comes after half an hour.
 */
async function checkPublishingLimit(
  part: OutgoingPart,
  account: PlatformAccount,
  io: ConnectorIo,
): Promise<NotReady | null> {
  const reply = part.parent === null ? "" : "reply_";
  const fields = `${reply}quota_usage,${reply}config`;
  const url = `${account.host}/v1.0/${account.remoteId}/threads_publishing_limit?fields=${fields}`;
  const answer = await io.call({ url, method: "GET", effect: "read" });
  // Without an answer the publication itself shows if the limit is reached.
  if (answer.type !== "answer" || answer.status !== 200) return null;
  const [limits] = getJsonList(answer.json, "data") ?? [];
  const used = getJsonValue(limits, `${reply}quota_usage`);
  const total = getJsonValue(getJsonValue(limits, `${reply}config`), "quota_total");
  if (typeof used !== "number" || typeof total !== "number" || used < total) return null;
  return { type: "wait", until: new Date(io.now().getTime() + 30 * 60_000), of: "account" };
}
