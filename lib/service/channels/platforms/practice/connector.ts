import { setTimeout as pause } from "node:timers/promises";
import type { PlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import { findPracticeHashtags } from "#lib/contract/platforms/practice-hashtags.ts";
import type { Connector, PublishError, PublishedPart, PublishOutcome } from "#lib/service/channels/core/connector.ts";
import { countText } from "#lib/text/count-text.ts";
import type { PracticeStore, StoredPracticeItem } from "./practice-store.ts";

const slowMs = 5_000;
/** `#fail-temporary` succeeds after this many failures. */
const faults = 2;

/** Returns the public address of a practice item; `published_urls` contains it. */
export function getPracticeUrl(origin: string, username: string, itemId: string): string {
  return `${origin}/practice/${encodeURIComponent(username)}/${itemId}`;
}

/**
 * Creates the connector of a platform inside the product: it has the limits of the platform that it imitates, its own
 * timeline and an idempotency key for each item, and fails on demand (see `onDemand`).
 */
export function createPracticeConnector(deps: {
  rules: PlatformRules;
  store: PracticeStore;
  origin: string;
}): Connector {
  const { rules, store, origin } = deps;

  const sent = (item: StoredPracticeItem, username: string, proof: PublishedPart["proof"]): PublishedPart => ({
    remoteId: item.id,
    url: getPracticeUrl(origin, username, item.id),
    at: item.publishedAt,
    proof,
  });

  return {
    slug: rules.slug,
    getRepeats: () => ({ deduplicated: true, absentAfterMs: 0, resends: null }),
    imageForm: null,
    plan: () => ({}),
    prepare: { can: false, why: "No preparation is needed." },

    async publishPart(part, account, { signal }): Promise<PublishOutcome> {
      const hashtags = findPracticeHashtags(part.text);
      // An item that exists answers any repeat before a demand applies; without demands `add` finds it as well.
      const first = hashtags.size > 0 ? await store.find(account.username, part.key) : null;
      if (first) return { type: "published", sent: sent(first, account.username, "answer") };
      if (hashtags.has("#slow")) {
        const waited = await pause(slowMs, true, { signal }).catch(() => false);
        if (!waited) return { type: "unknown" };
      }
      const refused = refuse(part.text, part.images.length, rules);
      if (refused) return { type: "rejected", error: refused };
      if (hashtags.has("#fail-rejected")) return { type: "rejected", error: onDemand.rejected };
      if (hashtags.has("#fail-reconnect")) return { type: "reconnect", error: onDemand.reconnect };
      if (hashtags.has("#fail-temporary") && (await store.countFault(`${account.username} ${part.key}`)) < faults) {
        return { type: "temporary", error: onDemand.temporary };
      }
      if (hashtags.has("#fail-unconfirmed") && (await store.countFault(`${account.username} ${part.key}`)) === 0) {
        return { type: "unknown" };
      }
      const item = await store.add({
        account: account.username,
        key: part.key,
        replyTo: part.parent,
        part: part.number,
        text: part.text,
        images: part.images.map(({ fileName, width, height, alt }) => ({
          url: `/media/${fileName}`,
          width,
          height,
          alt: rules.images.describes ? alt : "",
        })),
      });
      if (item === "no_parent") return { type: "rejected", error: gone };
      if (hashtags.has("#fail-unknown")) return { type: "unknown" };
      return { type: "published", sent: sent(item, account.username, "answer") };
    },

    findPart: {
      can: true,
      async run(part, account) {
        const item = await store.find(account.username, part.key);
        if (item) return { type: "found", sent: sent(item, account.username, "key") };
        return { type: findPracticeHashtags(part.text).has("#fail-unconfirmed") ? "never_tells" : "absent" };
      },
    },

    remove: {
      can: true,
      run: async (remoteId, account) => ((await store.remove(account.username, remoteId)) ? "removed" : "absent"),
    },
  };
}

const onDemand = {
  rejected: { reason: "forbidden", message: "The text asks for a refusal with #fail-rejected." },
  reconnect: { reason: "auth", message: "The text asks for a reconnect with #fail-reconnect." },
  temporary: { reason: "server", message: "The text asks for a temporary fault with #fail-temporary." },
} as const satisfies Record<string, PublishError>;

const gone: PublishError = { reason: "gone", message: "The previous part no longer exists." };

/** Checks the limits itself, as an outside platform does whatever we checked before. */
function refuse(text: string, images: number, rules: PlatformRules): PublishError | null {
  const { count, bytes, isOver, over, limit } = countText(text, rules);
  if (text.trim() === "" && images === 0) return { reason: "invalid", message: "The text is empty." };
  if (isOver) {
    const message =
      over > 0 ? `${count} characters; the limit is ${limit}` : `${bytes} bytes; the limit is ${rules.byteLimit}`;
    return { reason: "invalid", message: `The text has ${message}.` };
  }
  if (images > rules.images.max) {
    return { reason: "media", message: `It has ${images} images; the limit is ${rules.images.max}.` };
  }
  return null;
}
