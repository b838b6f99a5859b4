import { getAccountImageRequirements } from "#lib/contract/platforms/channel-rules.ts";
import { imageRatios } from "#lib/contract/platforms/image-ratios.ts";
import { getPlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import { type Connector, lateResendMs, type ReportingAccount } from "#lib/service/channels/core/connector.ts";
import { getJsonCount, getJsonList } from "#lib/service/channels/core/platform-response.ts";
import { createPublishError, isObjectMissing } from "#lib/service/channels/graph-api/graph-errors.ts";
import { isItemGone } from "#lib/service/channels/graph-api/list-lookup.ts";
import { prepareContainer, publishContainer } from "#lib/service/channels/graph-api/media-container.ts";
import { countText } from "#lib/text/count-text.ts";
import { threadsContainers } from "./containers.ts";
import { fetchPublishedPart, lookUpPart } from "./lookup.ts";
import { isMediaNotFound } from "./responses.ts";

/** Returns the optional permissions that the account's owner or the application did not give. */
export function getMissingScopes({ reportedLimits }: ReportingAccount): string[] {
  const missing = getJsonList(reportedLimits, "missing") ?? [];
  return missing.filter((scope): scope is string => typeof scope === "string");
}

/**
 * Pause before a reply: Threads finds a post for replies only some seconds after its publication, for the same reason
 * as a container (24, 4279009; postiz #2047, trypost #280).
 */
const replyPauseMs = 5_000;

/**
 * Connector for Threads; rules from developers.facebook.com/docs/threads: "Posts", "Reference, Publishing",
 * "Troubleshooting", "Rate Limiting".
 */
export const threadsConnector: Connector = {
  slug: "threads",
  // A repeat publishes the same container where it still exists, but no page says that a container counts once.
  getRepeats: () => ({ deduplicated: false, absentAfterMs: lateResendMs, resends: 1 }),
  // "Posts", image specifications: JPEG and PNG, 8 MB, 320 to 1440 wide.
  imageForm: () => ({ ...getAccountImageRequirements("threads"), types: ["image/jpeg"], ratio: imageRatios.threads }),
  // The number of parts: a thread that can't be finished is refused before its first part.
  plan: ({ count }) => (count > 1 ? { count } : {}),
  prepare: {
    can: true,
    async run(part, account, io) {
      const rules = getPlatformRules("threads");
      if (rules && countText(part.text, rules).isOver) {
        const { count, limit } = countText(part.text, rules);
        const message = `The text has ${count} characters; Threads allows ${limit}.`;
        return { type: "rejected", error: createPublishError("invalid", message) };
      }
      if (getJsonCount(part.wire, "count") !== null && getMissingScopes(account).includes("threads_manage_replies")) {
        const message =
          "Threads didn't give Postwright the permission to reply, so it can't publish a thread. Shorten the text to one part, or reconnect the channel with that permission.";
        return { type: "rejected", error: createPublishError("forbidden", message) };
      }
      if (part.parent !== null && part.prepared === null) await io.delay(replyPauseMs);
      return await prepareContainer(part, { platform: threadsContainers, account, io });
    },
  },

  publishPart: (part, account, io) =>
    publishContainer(part, { platform: threadsContainers, account, io }, (id) => fetchPublishedPart(id, account, io)),

  findPart: { can: true, run: lookUpPart },

  remove: {
    can: true,
    getLack: (account) =>
      getMissingScopes(account).includes("threads_delete")
        ? "Threads didn't give Postwright the permission to delete. Reconnect the channel with that permission."
        : null,
    async run(remoteId, account, io) {
      const url = `${account.host}/v1.0/${encodeURIComponent(remoteId)}`;
      const answer = await io.call({ url, method: "DELETE", effect: "write" });
      if (answer.type !== "answer") return "cannot";
      if (answer.status === 200) return "removed";
      if (!isMediaNotFound(answer) && !isObjectMissing(answer)) return "cannot";
      const lists = ["threads", "replies"].map((edge) => `${account.host}/v1.0/${account.remoteId}/${edge}`);
      return (await isItemGone(remoteId, { item: url, lists }, isMediaNotFound, io)) ? "absent" : "cannot";
    },
  },
};
