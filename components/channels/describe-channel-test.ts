import { getChannelRules } from "#lib/contract/platforms/channel-rules.ts";
import { formatAccountHandle } from "#lib/contract/platforms/format-account-handle.ts";
import { getPlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import type { ChannelDetail, ConnectionMethod } from "#lib/contract/types.ts";
import { computeXCost } from "#lib/text/platforms/x-pricing.ts";

/** docs.x.com, x-api/getting-started/pricing, November 2026, micros of a US dollar: a deletion, and a post that is read. */
const xTakedown = 10_000;
const xRead = 5_000;

/** Describes what a test of the channel publishes, who sees it and for how long, one sentence each. */
export function describeChannelTest(channel: ChannelDetail, { name, can }: ConnectionMethod): string[] {
  const handle = formatAccountHandle(channel.username);
  const known = getPlatformRules(channel.platform);
  const isImageAlone = known !== null && getChannelRules(known, channel.reported_limits).images.required === true;
  const what = isImageAlone
    ? "an image with a text"
    : can.chain
      ? "a text, a reply and an image"
      : "a text and an image";
  const several = isImageAlone ? "It is" : "They are";
  const sentences = [
    `Postwright publishes ${what} as ${handle}. ${several} public, and followers may be notified.`,
    (channel.take_down ?? can.take_down)
      ? `${several} deleted at once, usually within 20 seconds. What can't be deleted is listed here.`
      : `${can.take_down ? "Postwright can't delete posts of this account" : `${name} doesn't let apps delete posts`}. The test stays public until you delete it there.`,
  ];
  if (channel.platform === "x") {
    const cost = computeXCost(["", "", ""], { images: 1, descriptions: 1 }) + 3 * (xTakedown + xRead);
    sentences.push(`X charges its app about $${(cost / 1_000_000).toFixed(2)} for it.`);
  }
  return [...sentences, ...(channel.limitations ?? [])];
}
