import type {
  ConnectorIo,
  OutgoingImage,
  OutgoingPart,
  PlatformAccount,
  PrepareOutcome,
  PublishedPart,
  PublishOutcome,
} from "#lib/service/channels/core/connector.ts";
import { toNoResponseOutcome, toUnpreparedOutcome } from "#lib/service/channels/core/no-response.ts";
import {
  getJsonCount,
  getJsonList,
  getJsonText,
  getJsonValue,
  type PlatformResponse,
  quotePlatformReason,
} from "#lib/service/channels/core/platform-response.ts";
import { createPublishError, isObjectMissing, isTransientError } from "./graph-errors.ts";

export type NotReady = Exclude<PrepareOutcome, { type: "ready" }>;

/**
 * A platform that publishes by containers: a request creates one, the platform fetches its images, and one write
 * publishes it. The container of a part is stored before its publication, so the one write that makes the part public
 * names our container, whose status later tells the outcome.
 */
export type ContainerPlatform = {
  name: string;
  /** Version in the path of each request. */
  version: string;
  /** Edges of the account: for creating, for publishing, and for the limit of a day. */
  edges: { create: string; publish: string; limit: string };
  /** Fields of a container: its status, and the reason of a failure. */
  statusFields: { status: string; reason: string };
  /** Begins the names of the limit's fields that concern this part. */
  getLimitPrefix: (part: OutgoingPart) => string;
  getImageFields: (image: OutgoingImage, url: string) => Record<string, string>;
  /** Returns the fields of the container to publish besides its images: its text, the item that it answers. */
  getItemFields: (part: OutgoingPart) => Record<string, string>;
  /** Tells if the answer says that a container does not exist, so that nothing was published. */
  isMissing: (answer: PlatformResponse) => boolean;
  /** Returns the outcome of a refusal; transient errors and missing containers are handled before. */
  toRefusedOutcome: (answer: PlatformResponse, now: Date) => NotReady;
};

/** Every function here gets the part's platform, account and I/O together. */
export type ContainerDeps = { platform: ContainerPlatform; account: PlatformAccount; io: ConnectorIo };

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
/** Meta may say for some seconds that a container just created does not exist (postiz #2047: about 7 s). */
const unseenMs = 20_000;
/** A container that Meta did not find this often is created again. */
const missesMax = 3;

/**
 * Creates the container that `publishContainer` publishes, first a container for each of several images, and waits until
 * it is finished. Each id is stored at once; a container is replaced only when Meta says that it has expired (24 h), or
 * says for a while that it is gone, or failed once: an error may pass (postiz #1991).
 */
export async function prepareContainer(part: OutgoingPart, deps: ContainerDeps): Promise<PrepareOutcome> {
  const { platform, io } = deps;
  const urls = part.images.map((image) => io.imageUrl(image));
  if (urls.includes(null))
    return { type: "rejected", error: createPublishError("media", getNoAddressMessage(platform.name)) };
  const stored = getStoredContainers(part);
  const look = createContainerLook(deps);
  let failures = 0;
  for (;;) {
    const isNew = stored.container === null;
    const created = isNew ? await createContainers(part, stored, { ...deps, urls, look }) : null;
    const seen = created ?? (await look(stored.container ?? ""));
    if ("refusal" in seen) return seen.refusal;
    if (seen.status === "PUBLISHED") return { type: "ready", prepared: { ...part.prepared, ...stored, isOut: true } };
    if (seen.status === "FINISHED") return { type: "ready", prepared: { ...part.prepared, ...stored } };
    if (seen.status === "IN_PROGRESS") return createProcessing(platform.name);
    // Nothing was published, and all containers are created again.
    await io.savePrepared({});
    Object.assign(stored, { container: null, children: part.images.map(() => null) });
    if (seen.status === "ERROR") failures += 1;
    else if (isNew) return createLost(platform.name);
    if (failures > 1) {
      const message = getFailureMessage(platform.name, part, seen.why);
      return { type: "rejected", error: createPublishError("media", message) };
    }
    if (failures > 0) await io.delay(lookMs);
  }
}

/** Publishes the part's container. @param read reads the address and time of the published item */
export async function publishContainer(
  part: OutgoingPart,
  { platform, account, io }: ContainerDeps,
  read: (id: string) => Promise<PublishedPart>,
): Promise<PublishOutcome> {
  const { name, edges } = platform;
  const stored = getStoredContainers(part);
  // The container was published before, by a request without a clear answer: the lookup finds the item.
  if (part.prepared?.["isOut"] === true) return { type: "unknown" };
  if (stored.container === null) {
    return {
      type: "temporary",
      error: createPublishError("media", `The ${name} container hasn't been prepared yet.`),
    };
  }
  const answer = await io.call({
    url: getAccountEdge(platform, account, edges.publish),
    method: "POST",
    effect: "write",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ creation_id: stored.container }).toString(),
  });
  if (answer.type !== "answer") return toNoResponseOutcome(answer);
  const id = answer.status === 200 ? getJsonText(answer.json, "id") : null;
  if (id !== null) return { type: "published", sent: await read(id) };
  const isTransient = isTransientError(answer);
  if (platform.isMissing(answer) || (isObjectMissing(answer) && !isTransient)) {
    // Meta often finds the same container some seconds later (postiz #2047, trypost #280; 100/33: events-tracker #1900).
    const misses = (getJsonCount(part.prepared, "misses") ?? 0) + 1;
    await io.savePrepared(misses < missesMax ? { ...part.prepared, misses } : {});
    return createLost(name);
  }
  if (isTransient || answer.status < 400) return { type: "unknown" };
  return platform.toRefusedOutcome(answer, io.now());
}

const getAccountEdge = ({ version }: ContainerPlatform, { host, remoteId }: PlatformAccount, edge: string): string =>
  `${host}/${version}/${remoteId}/${edge}`;

const getNoAddressMessage = (name: string) =>
  `${name} fetches images itself, but this installation has no public address. Remove the images, or ask your administrator to set PUBLIC_URL.`;

/** Returns the message of a container that failed twice; `why` is the platform's own word, such as UNKNOWN. */
function getFailureMessage(name: string, part: OutgoingPart, why: string | null): string {
  const said = quotePlatformReason(why);
  if (part.images.length === 0) return `${name} couldn't process the post.${said}`;
  return `${name} couldn't fetch or process an image. It fetches images from this installation's PUBLIC_URL, which must be reachable from the internet.${said}`;
}

const createLost = (name: string): Extract<NotReady, { type: "temporary" }> => ({
  type: "temporary",
  error: createPublishError("media", `${name} doesn't find the prepared post yet.`),
  retryAfterMs: 10_000,
});
const createProcessing = (name: string): NotReady => ({
  type: "temporary",
  error: createPublishError("media", `${name} is still fetching the images.`),
  retryAfterMs: 15_000,
});

type ContainerLook = (container: string) => Promise<ContainerStatus | { refusal: NotReady }>;

/** Creates a look that asks for a container's status until it is decided; all its looks share one time limit. */
function createContainerLook(deps: ContainerDeps): ContainerLook {
  const { io } = deps;
  const startMs = io.now().getTime();
  return async (container) => {
    for (;;) {
      const seen = await getContainerStatus(container, deps);
      const isOpen = "status" in seen && (seen.status === "IN_PROGRESS" || seen.status === "GONE");
      const maxMs = "status" in seen && seen.status === "GONE" ? unseenMs : looksMs;
      if (!isOpen || io.signal.aborted || io.now().getTime() - startMs >= maxMs) return seen;
      await io.delay(lookMs);
    }
  };
}

/**
 * Creates the missing containers and stores their ids in `stored`.
 * @returns null once the container to publish exists; otherwise a refusal, or the status of an image's container that
 * failed
 */
async function createContainers(
  part: OutgoingPart,
  stored: StoredContainers,
  deps: ContainerDeps & { urls: readonly (string | null)[]; look: ContainerLook },
): Promise<ContainerStatus | { refusal: NotReady } | null> {
  const { platform, urls, io, look } = deps;
  const full = await checkPublishingLimit(part, deps);
  if (full) return { refusal: full };
  const isCarousel = part.images.length > 1;
  for (const [at, image] of isCarousel ? part.images.entries() : []) {
    if (stored.children[at]) continue;
    const fields = { ...platform.getImageFields(image, urls[at] ?? ""), is_carousel_item: "true" };
    const created = await createContainer(fields, deps);
    if ("refusal" in created) return created;
    stored.children[at] = created.id;
    await io.savePrepared({ ...stored });
  }
  for (const child of isCarousel ? stored.children : []) {
    const seen = await look(child ?? "");
    if ("refusal" in seen || seen.status === "ERROR") return seen;
    if (seen.status === "IN_PROGRESS") return { refusal: createProcessing(platform.name) };
    if (seen.status === "FINISHED") continue;
    await io.savePrepared({});
    return { refusal: createLost(platform.name) };
  }
  const [only] = part.images;
  const media: Record<string, string> = isCarousel
    ? { media_type: "CAROUSEL", children: stored.children.join(",") }
    : only
      ? platform.getImageFields(only, urls[0] ?? "")
      : { media_type: "TEXT" };
  const created = await createContainer({ ...media, ...platform.getItemFields(part) }, deps);
  if ("refusal" in created) return created;
  stored.container = created.id;
  await io.savePrepared({ ...stored });
  return null;
}

async function createContainer(fields: Record<string, string>, deps: ContainerDeps): Promise<ContainerResult> {
  const { platform, account, io } = deps;
  const answer = await io.call({
    url: getAccountEdge(platform, account, platform.edges.create),
    method: "POST",
    effect: "read",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields).toString(),
  });
  if (answer.type !== "answer") return { refusal: toUnpreparedOutcome(answer) };
  const id = answer.status === 200 ? getJsonText(answer.json, "id") : null;
  return id === null ? { refusal: toContainerRefusal(answer, deps) } : { id };
}

function toContainerRefusal(answer: PlatformResponse, { platform, io }: ContainerDeps): NotReady {
  if (platform.isMissing(answer)) return createLost(platform.name);
  if (isTransientError(answer) || answer.status < 400) {
    return {
      type: "temporary",
      error: createPublishError("server", `${platform.name} didn't accept the post. It may work later.`),
    };
  }
  return platform.toRefusedOutcome(answer, io.now());
}

type Status = "FINISHED" | "IN_PROGRESS" | "PUBLISHED" | "ERROR" | "EXPIRED" | "GONE";
/** `isHidden`: Meta's answer about a container that is gone also stands for a missing permission, and for a fault. */
type ContainerStatus = { status: Status; why: string | null; isHidden?: boolean };
const statuses: ReadonlySet<string> = new Set(["FINISHED", "IN_PROGRESS", "PUBLISHED", "ERROR", "EXPIRED"]);

/** Reads a container's status. */
export async function getContainerStatus(
  container: string,
  deps: ContainerDeps,
): Promise<ContainerStatus | { refusal: NotReady }> {
  const { platform, account, io } = deps;
  const names = platform.statusFields;
  const node = `${account.host}/${platform.version}/${encodeURIComponent(container)}`;
  const answer = await io.call({
    url: `${node}?fields=${names.status},${names.reason}`,
    method: "GET",
    effect: "read",
  });
  if (answer.type !== "answer") return { refusal: toUnpreparedOutcome(answer) };
  const status = answer.status === 200 ? getJsonText(answer.json, names.status) : null;
  if (status !== null && statuses.has(status))
    return { status: status as Status, why: getJsonText(answer.json, names.reason) };
  if (platform.isMissing(answer)) return { status: "GONE", why: null };
  if (isObjectMissing(answer)) return { status: "GONE", why: null, isHidden: true };
  return { refusal: toContainerRefusal(answer, deps) };
}

/** Checks the limit of a day. Meta names no end, so the next check comes after half an hour. */
async function checkPublishingLimit(
  part: OutgoingPart,
  { platform, account, io }: ContainerDeps,
): Promise<NotReady | null> {
  const prefix = platform.getLimitPrefix(part);
  const fields = `${prefix}quota_usage,${prefix}config`;
  const url = `${getAccountEdge(platform, account, platform.edges.limit)}?fields=${fields}`;
  const answer = await io.call({ url, method: "GET", effect: "read" });
  // Without an answer the publication itself shows if the limit is reached.
  if (answer.type !== "answer" || answer.status !== 200) return null;
  const [limits] = getJsonList(answer.json, "data") ?? [];
  const used = getJsonValue(limits, `${prefix}quota_usage`);
  const total = getJsonValue(getJsonValue(limits, `${prefix}config`), "quota_total");
  if (typeof used !== "number" || typeof total !== "number" || used < total) return null;
  return { type: "wait", until: new Date(io.now().getTime() + 30 * 60_000), of: "account" };
}

/**
 * Tells by its container if a part was published. `unsure`: its container, or one of an earlier request, does not tell,
 * and Meta does not find old ones, so the account's own list decides. `hidden`: Meta may not show the container, so the
 * list finds the part, but never proves that it is absent.
 */
export async function findPublication(
  part: OutgoingPart,
  deps: ContainerDeps,
): Promise<"published" | "not published" | "unsure" | "hidden" | "cannot tell"> {
  const { container } = getStoredContainers(part);
  if (part.restoredAt) return "unsure";
  if (container === null) return part.sentBefore?.length ? "unsure" : "not published";
  const seen = await getContainerStatus(container, deps);
  if ("refusal" in seen || seen.status === "IN_PROGRESS") return "cannot tell";
  if (seen.status === "PUBLISHED") return "published";
  if (seen.isHidden) return "hidden";
  return seen.status === "GONE" || part.sentBefore?.length ? "unsure" : "not published";
}
