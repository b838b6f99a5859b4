import { getPlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import type { Connector, PublishOutcome } from "#lib/service/channels/core/connector.ts";
import { toNoResponseOutcome } from "#lib/service/channels/core/no-response.ts";
import { getJsonCount, getJsonText } from "#lib/service/channels/core/platform-response.ts";
import { countText } from "#lib/text/count-text.ts";
import { fetchPublishedPart, lookUpPart } from "./lookup.ts";
import { getStoredContainers, prepareContainer } from "./media-container.ts";
import { createPublishError, getErrorCodes, isMediaNotFound, isTransientError, toRefusedOutcome } from "./responses.ts";

/** A container that Threads did not find this often is created again. */
const missesMax = 3;

/**
 * Connector for Threads; rules from developers.facebook.com/docs/threads: "Posts", "Reference, Publishing",
 * "Troubleshooting", "Rate Limiting". The container of a part is created and stored before its publication, so the one
 * write that makes the part public names our container, whose status later tells the outcome.
 */
export const threadsConnector: Connector = {
  slug: "threads",
  // "Troubleshooting" recommends one status request a minute.
  repeats: { deduplicated: false, absentAfterMs: 60_000, resends: null },
  // "Posts", image specifications: JPEG and PNG, 8 MB, 320 to 1440 wide, at most ten times as wide as high.
  imageForm: () => ({ types: ["image/jpeg"], maxBytes: 8_000_000, maxEdge: 1_440, maxPixels: null }),
  plan: () => ({}),
  prepare: {
    can: true,
    async run(part, account, io) {
      const rules = getPlatformRules("threads");
      if (rules && countText(part.text, rules).isOver) {
        const { count, limit } = countText(part.text, rules);
        const message = `The text has ${count} characters; Threads allows ${limit}.`;
        return { type: "rejected", error: createPublishError("invalid", message) };
      }
      return await prepareContainer(part, account, io);
    },
  },

  async publishPart(part, account, io): Promise<PublishOutcome> {
    const stored = getStoredContainers(part);
    // The container was published before, by a request without a clear answer: the lookup finds the item.
    if (part.prepared?.["isOut"] === true) return { type: "unknown" };
    if (stored.container === null) {
      return {
        type: "temporary",
        error: createPublishError("media", "The Threads container hasn't been prepared yet."),
      };
    }
    const answer = await io.call({
      url: `${account.host}/v1.0/${account.remoteId}/threads_publish`,
      method: "POST",
      effect: "write",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ creation_id: stored.container }).toString(),
    });
    if (answer.type !== "answer") return toNoResponseOutcome(answer);
    const id = answer.status === 200 ? getJsonText(answer.json, "id") : null;
    if (id !== null) return { type: "published", sent: await fetchPublishedPart(id, account, io) };
    if (isTransientError(answer) || answer.status < 400) return { type: "unknown" };
    if (isMediaNotFound(answer)) {
      // Threads often finds the same container some seconds later (postiz #2047, trypost #280).
      const misses = (getJsonCount(part.prepared, "misses") ?? 0) + 1;
      await io.savePrepared(misses < missesMax ? { ...part.prepared, misses } : {});
      const message = "Threads doesn't find the prepared post yet.";
      return { type: "temporary", error: createPublishError("media", message), retryAfterMs: 10_000 };
    }
    return toRefusedOutcome(answer, io.now());
  },

  findPart: { can: true, run: lookUpPart },

  remove: {
    can: true,
    async run(remoteId, account, io) {
      const url = `${account.host}/v1.0/${encodeURIComponent(remoteId)}`;
      const answer = await io.call({ url, method: "DELETE", effect: "write" });
      if (answer.type !== "answer") return "cannot";
      if (answer.status === 200) return "removed";
      // 100 with 33: "Object … does not exist" (Graph API, "Handling Errors").
      const { code, subcode } = getErrorCodes(answer);
      return isMediaNotFound(answer) || (code === 100 && subcode === 33) ? "absent" : "cannot";
    },
  },
};
