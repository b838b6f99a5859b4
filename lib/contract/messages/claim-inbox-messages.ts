import { formatNumber } from "#lib/contract/format-number.ts";
import type { InboxItem } from "#lib/contract/types.ts";

type Item = Pick<InboxItem, "kind" | "cause" | "count" | "claim" | "reason">;
/** The message about a claim event, with a link to its page. */
type Words = { title: string; text: string; short: string; label: string; href: string };

/**
 * Formats the message about claims: decisions on a member's own claims, or others' claims that wait for review.
 * `reason` ends in a full stop.
 */
export function formatClaimInboxItem(item: Item): Words {
  return item.kind === "claims_waiting" ? formatWaiting(item) : formatDecided(item);
}

function formatDecided({ cause, count, claim, reason }: Item): Words {
  const { post_id = null, title = "", claimed = 0, awarded = 0 } = claim ?? {};
  const see =
    post_id === null
      ? { label: "View my points", href: "/points" }
      : { label: "View post", href: `/posts/${encodeURIComponent(post_id)}` };
  const named = post_id === null ? "" : `Post: “${title}”.`;
  const why = reason === null || reason === "" ? "" : `Reason: ${reason}`;
  if (cause === "rejected") {
    const next = "You can appeal once on the post's page.";
    return { title: "Your claim was rejected", text: join(why, named, next), short: title, ...see };
  }
  if (cause === "reversed") {
    const next = "It is back in review.";
    return { title: "A decision on your claim was reversed", text: join(why, named, next), short: title, ...see };
  }
  const given = `+${formatNumber(awarded)} ${awarded === 1 ? "point" : "points"}`;
  if (cause === "awarded")
    return { title: `${given}: an administrator awarded you points`, text: why, short: given, ...see };
  const less = claimed === awarded ? "" : `You claimed ${formatNumber(claimed)}.`;
  const what = count === 1 ? "your claim was approved" : `${formatNumber(count)} of your claims were approved`;
  return { title: `${given}: ${what}`, text: join(named, less, why), short: given, ...see };
}

function formatWaiting({ count }: Item): Words {
  return {
    title: `${count === 1 ? "1 claim has" : `${formatNumber(count)} claims have`} been waiting for more than a day`,
    text: "Authors get no points until you decide.",
    short: count === 1 ? "1 claim waiting" : `${formatNumber(count)} claims waiting`,
    label: "Review claims",
    href: "/review",
  };
}

const join = (...sentences: string[]) => sentences.filter((text) => text !== "").join(" ");
