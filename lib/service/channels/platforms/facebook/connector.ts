import { getAccountImageRequirements } from "#lib/contract/platforms/channel-rules.ts";
import { getPlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import {
  type Connector,
  type ConnectorIo,
  lateResendMs,
  type OutgoingPart,
  type PlatformAccount,
  type PublishedPart,
  type PublishOutcome,
} from "#lib/service/channels/core/connector.ts";
import { toNoResponseOutcome } from "#lib/service/channels/core/no-response.ts";
import { getJsonText, getJsonValue, type PlatformResponse } from "#lib/service/channels/core/platform-response.ts";
import { createPublishError, isObjectMissing, isTransientError } from "#lib/service/channels/graph-api/graph-errors.ts";
import { getGraphUrl } from "#lib/service/channels/graph-api/graph-version.ts";
import { fetchPublishedItem, isItemGone, lookUpInList } from "#lib/service/channels/graph-api/list-lookup.ts";
import { countText } from "#lib/text/count-text.ts";
import { getCardLink } from "#lib/text/links/find-card-links.ts";
import { getStoredPhotos, preparePhotos } from "./photos.ts";
import { isContentRefused, toRefusedOutcome } from "./responses.ts";

const names = { text: "message", url: "permalink_url", time: "created_time" };

/** The link of the post whose card Facebook makes; null without one, or once Facebook refused it. */
const getLink = (part: OutgoingPart): string | null =>
  getJsonValue(part.prepared, "isLinkRefused") === true ? null : getJsonText(part.wire, "link");

/**
 * Connector for Facebook Pages; rules from developers.facebook.com: "Pages API, Posts", "Page Feed", "Page Photos",
 * "Handling Errors".
 */
export const facebookConnector: Connector = {
  slug: "facebook",
  // "Page Feed" may show "approximately 600 ranked, published posts per year". If the list of published posts does the same,
  // a post may be missing from it: then the second send is refused as a duplicate.
  getRepeats: () => ({ deduplicated: false, absentAfterMs: lateResendMs, resends: 1 }),
  // Subcode 1366046: photos of up to 4 MB as JPG or PNG. Facebook scales larger edges down to 2,048 pixels.
  imageForm: () => getAccountImageRequirements("facebook"),
  // A post has either photos or a link.
  plan({ text, images, linkCard = null }) {
    const link = images > 0 ? null : getCardLink(text, linkCard);
    return link === null ? {} : { link };
  },
  prepare: {
    can: true,
    async run(part, account, io) {
      const rules = getPlatformRules("facebook");
      if (rules && countText(part.text, rules).isOver) {
        const { count, limit } = countText(part.text, rules);
        const message = `The text has ${count} characters; Facebook allows ${limit}.`;
        return { type: "rejected", error: createPublishError("invalid", message) };
      }
      return await preparePhotos(part, account, io);
    },
  },
  publishPart,

  findPart: {
    can: true,
    run: (part, account, io) =>
      lookUpInList(
        {
          url: getGraphUrl(account.host, account.remoteId, "published_posts"),
          fields: "id,message,permalink_url,created_time",
          names,
          // "Page Feed": at most 100. Pages have no documented limit of posts a day.
          pageSize: 100,
          pagesMax: 12,
          hasTimes: false,
          isCandidate: () => true,
        },
        part,
        io,
      ),
  },

  remove: {
    can: true,
    async run(remoteId, account, io) {
      const item = getGraphUrl(account.host, remoteId);
      const answer = await io.call({ url: item, method: "DELETE", effect: "write" });
      if (answer.type !== "answer") return "cannot";
      if (answer.status === 200 && getJsonValue(answer.json, "success") === true) return "removed";
      if (!isObjectMissing(answer)) return "cannot";
      const lists = [getGraphUrl(account.host, account.remoteId, "published_posts")];
      return (await isItemGone(remoteId, { item, lists }, isObjectMissing, io)) ? "absent" : "cannot";
    },
  },
};

async function publishPart(part: OutgoingPart, account: PlatformAccount, io: ConnectorIo): Promise<PublishOutcome> {
  const link = getLink(part);
  const body = new URLSearchParams({ ...(part.text !== "" && { message: part.text }), ...(link !== null && { link }) });
  for (const [at, photo] of getStoredPhotos(part).entries())
    body.set(`attached_media[${at}]`, JSON.stringify({ media_fbid: photo }));
  const answer = await io.call({
    url: getGraphUrl(account.host, account.remoteId, "feed"),
    method: "POST",
    effect: "write",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: body.toString(),
  });
  if (answer.type !== "answer") return toNoResponseOutcome(answer);
  const id = answer.status === 200 ? getJsonText(answer.json, "id") : null;
  if (id !== null) return { type: "published", sent: addNote(await fetchPost(id, account, io), part) };
  if (isTransientError(answer) || answer.status < 400) return { type: "unknown" };
  return (await changeAfterRefusal(answer, part, io)) ?? toRefusedOutcome(answer, part, io.now());
}

const fetchPost = (id: string, account: PlatformAccount, io: ConnectorIo): Promise<PublishedPart> =>
  fetchPublishedItem(id, { node: getGraphUrl(account.host, id), names }, io);

const addNote = (sent: PublishedPart, part: OutgoingPart): PublishedPart =>
  getJsonValue(part.prepared, "isLinkRefused") === true
    ? { ...sent, note: "Published without a link card. Facebook didn't take the link." }
    : sent;

/**
 * Changes what the next attempt sends if Facebook refused the content: without the link, because the refusal may be
 * about it, or with photos that are uploaded once more, because Facebook may have lost them. Null if nothing is left to
 * change.
 */
async function changeAfterRefusal(
  answer: PlatformResponse,
  part: OutgoingPart,
  io: ConnectorIo,
): Promise<PublishOutcome | null> {
  if (!isContentRefused(answer)) return null;
  if (getLink(part) !== null) {
    await io.savePrepared({ ...part.prepared, isLinkRefused: true });
    return { type: "temporary", error: createPublishError("invalid", "Facebook didn't take the link.") };
  }
  if (part.images.length === 0 || getJsonValue(part.prepared, "isRepeated") === true) return null;
  await io.savePrepared({ isRepeated: true });
  return { type: "temporary", error: createPublishError("media", "Facebook doesn't find the uploaded images.") };
}
