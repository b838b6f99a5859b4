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
  quotePlatformReason,
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

/** Most containers are finished after 2 to 10 seconds (postiz threads.provider.ts looks each 2.2 s). */
const lookMs = 2_500;
const looksMs = 40_000;
/** Threads may say for some seconds that a container just created does not exist (postiz #2047: about 7 s). */
const unseenMs = 20_000;

/**
 * Creates the container that `publishPart` publishes ("Posts", steps 1 and 2), first a container for each of several
 * images, and waits until it is finished. Each id is stored at once; a container is replaced only when Threads says that
 * it has expired (24 h), or says for a while that it is gone, or failed once: an error may pass (postiz #1991).
 */
export async function prepareContainer(
  part: OutgoingPart,
  account: PlatformAccount,
  io: ConnectorIo,
): Promise<PrepareOutcome> {
  const urls = part.images.map((image) => io.imageUrl(image));
  if (urls.includes(null)) return { type: "rejected", error: createPublishError("media", noAddress) };
  const stored = getStoredContainers(part);
  const look = createContainerLook(account, io);
  let failures = 0;
  for (;;) {
    const isNew = stored.container === null;
    const refusal = isNew ? await createContainers(part, stored, { urls, account, io, look }) : null;
    if (refusal && refusal !== "again") return refusal;
    const seen = refusal === "again" ? { status: "ERROR" as const, why: null } : await look(stored.container ?? "");
    if ("refusal" in seen) return seen.refusal;
    if (seen.status === "PUBLISHED") return { type: "ready", prepared: { ...part.prepared, ...stored, isOut: true } };
    if (seen.status === "FINISHED") return { type: "ready", prepared: { ...part.prepared, ...stored } };
    if (seen.status === "IN_PROGRESS") return processing;
    // Nothing was published, and all containers are created again.
    await io.savePrepared({});
    Object.assign(stored, { container: null, children: part.images.map(() => null) });
    if (seen.status === "ERROR") failures += 1;
    else if (isNew) return lost;
    if (failures > 1)
      return { type: "rejected", error: createPublishError("media", getFailureMessage(part, seen.why)) };
    if (failures > 0) await io.delay(lookMs);
  }
}

const noAddress =
  "Threads fetches images itself, but this installation has no public address. Remove the images, or ask your administrator to set PUBLIC_URL.";
/** Returns the message of a container that failed twice; `why` is Threads' own word, such as UNKNOWN. */
function getFailureMessage(part: OutgoingPart, why: string | null): string {
  const said = quotePlatformReason(why);
  if (part.images.length === 0) return `Threads couldn't process the post.${said}`;
  return `Threads couldn't fetch or process an image. It fetches images from this installation's PUBLIC_URL, which must be reachable from the internet.${said}`;
}

const lost: NotReady = {
  type: "temporary",
  error: createPublishError("media", "Threads doesn't find the prepared post yet."),
  retryAfterMs: 10_000,
};
const processing: NotReady = {
  type: "temporary",
  error: createPublishError("media", "Threads is still fetching the images."),
  retryAfterMs: 15_000,
};

type ContainerLook = (container: string) => Promise<ContainerStatus | { refusal: NotReady }>;

/** Creates a look that asks for a container's status until it is decided; all its looks share one time limit. */
function createContainerLook(account: PlatformAccount, io: ConnectorIo): ContainerLook {
  const startMs = io.now().getTime();
  return async (container) => {
    for (;;) {
      const seen = await getContainerStatus(container, account, io);
      const isOpen = "status" in seen && (seen.status === "IN_PROGRESS" || seen.status === "GONE");
      const maxMs = "status" in seen && seen.status === "GONE" ? unseenMs : looksMs;
      if (!isOpen || io.signal.aborted || io.now().getTime() - startMs >= maxMs) return seen;
      await io.delay(lookMs);
    }
  };
}

/**
 * Creates the missing containers and stores their ids in `stored`. @returns null once the container to publish exists,
 * `again` if an image failed
 */
async function createContainers(
  part: OutgoingPart,
  stored: StoredContainers,
  deps: { urls: readonly (string | null)[]; account: PlatformAccount; io: ConnectorIo; look: ContainerLook },
): Promise<NotReady | "again" | null> {
  const { urls, account, io, look } = deps;
  const full = await checkPublishingLimit(part, account, io);
  if (full) return full;
  const isCarousel = part.images.length > 1;
  for (const [at, image] of isCarousel ? part.images.entries() : []) {
    if (stored.children[at]) continue;
    const fields = { ...imageFields(image, urls[at] ?? ""), is_carousel_item: "true" };
    const created = await createContainer(fields, account, io);
    if ("refusal" in created) return created.refusal;
    stored.children[at] = created.id;
    await io.savePrepared({ ...stored });
  }
  for (const child of isCarousel ? stored.children : []) {
    const seen = await look(child ?? "");
    if ("refusal" in seen) return seen.refusal;
    if (seen.status === "IN_PROGRESS") return processing;
    if (seen.status === "FINISHED") continue;
    await io.savePrepared({});
    return seen.status === "ERROR" ? "again" : lost;
  }
  const [only] = part.images;
  const media: Record<string, string> = isCarousel
    ? { media_type: "CAROUSEL", children: stored.children.join(",") }
    : only
      ? imageFields(only, urls[0] ?? "")
      : { media_type: "TEXT" };
  const reply: Record<string, string> = part.parent === null ? {} : { reply_to_id: part.parent };
  const created = await createContainer({ ...media, text: part.text, ...reply }, account, io);
  if ("refusal" in created) return created.refusal;
  stored.container = created.id;
  await io.savePrepared({ ...stored });
  return null;
}

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
type ContainerStatus = { status: Status; why: string | null };
const statuses: ReadonlySet<string> = new Set(["FINISHED", "IN_PROGRESS", "PUBLISHED", "ERROR", "EXPIRED"]);

/** Reads a container's status; "Troubleshooting": `GET /{container}?fields=status,error_message`. */
export async function getContainerStatus(
  container: string,
  account: PlatformAccount,
  io: ConnectorIo,
): Promise<ContainerStatus | { refusal: NotReady }> {
  const url = `${account.host}/v1.0/${encodeURIComponent(container)}?fields=status,error_message`;
  const answer = await io.call({ url, method: "GET", effect: "read" });
  if (answer.type !== "answer") return { refusal: toUnpreparedOutcome(answer) };
  const status = answer.status === 200 ? getJsonText(answer.json, "status") : null;
  if (status !== null && statuses.has(status))
    return { status: status as Status, why: getJsonText(answer.json, "error_message") };
  if (isMediaNotFound(answer)) return { status: "GONE", why: null };
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
