import type { ComposerSubject } from "#components/composer/state/composer-state.ts";
import { type ComposerDraft, getPublishableParts, type VariantId } from "#components/composer/state/draft.ts";
import { resolvePublishTime } from "#components/composer/state/publish-time.ts";
import { formatChannelName, formatList } from "#components/composer/submission/format-channel-names.ts";
import { formatChannelOnPlatform, getChannelName } from "#lib/contract/platforms/channel-name.ts";
import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";
import type { Channel, CheckPostsInput, PostWarning } from "#lib/contract/types.ts";
import { formatCount } from "#lib/text/format-count.ts";

/** Builds the checks to request for a draft, one for each text; none if the draft could not be submitted. */
export function createPreflightChecks(draft: ComposerDraft, subject: ComposerSubject, now: Date): CheckPostsInput[] {
  const due = resolvePublishTime(draft.when, now);
  if (due.type !== "now" && due.type !== "at") return [];
  const ownIds = draft.channelIds.filter((id) => draft.own[id]);
  const commonIds = draft.channelIds.filter((id) => !draft.own[id]);
  const sheets: [VariantId, string[]][] = [[null, commonIds], ...ownIds.map((id): [VariantId, string[]] => [id, [id]])];
  return sheets.flatMap(([sheet, channels]) => {
    const thread = getPublishableParts(draft, sheet).map(({ text }) => text);
    if (channels.length === 0 || thread.length === 0 || thread.some((text) => text.trim() === "")) return [];
    return [
      {
        channels,
        thread,
        ...(due.type === "at" && { scheduled_for: due.at.toISOString() }),
        ...(subject.type === "post" && { post_id: subject.whole?.id ?? subject.postId }),
      },
    ];
  });
}

export type PreflightWarning = { text: string; isStrong?: boolean };

/** With more channels than this a warning says their number: their names would fill lines. */
const maxNamed = 3;

/** Platforms that refuse a text that the account has published a short time ago. */
const duplicateRefusers: ReadonlySet<string> = new Set(["x"]);

/**
 * Formats warnings with the channels' names and the other post's time in the member's format: one line for each kind,
 * what would be refused first. An unknown kind shows the service's text.
 */
export function formatWarnings(
  warnings: readonly PostWarning[],
  channels: readonly Channel[],
  timeText: (at: Date) => string,
): PreflightWarning[] {
  const named = warnings.flatMap((warning) => {
    const channel = channels.find(({ id }) => id === warning.channel_id);
    return channel ? [{ ...warning, channel }] : [];
  });
  const repeated = named.filter(({ code }) => code === "same_text");
  const isRefused = ({ channel }: (typeof named)[number]) =>
    duplicateRefusers.has(channel.platform) && channel.practice !== true;
  // A repeated text is the other post too: its distance in time says nothing more.
  const close = named.filter(
    ({ code, channel }) => code === "close_in_time" && !repeated.some((one) => one.channel === channel),
  );
  const others = warnings.filter(
    ({ code, channel_id }) =>
      (code !== "same_text" && code !== "close_in_time") || !named.some((one) => one.channel_id === channel_id),
  );
  const formatLine = (of: typeof named, what: string, within: string) => {
    const [first, ...more] = of;
    if (!first) return [];
    const names = of.map(({ channel }) => getChannelName(channel));
    // Channels that share a name are told apart by the platform, also when only one of them has the warning.
    const isClear = names.every((name) => channels.filter((one) => getChannelName(one) === name).length === 1);
    const clearNames = isClear ? names : of.map(({ channel }) => formatChannelName(channel.id, channels));
    const where = of.length > maxNamed ? formatCount(of.length, "channel") : formatList(clearNames);
    return [
      { text: `${what} on ${where} within ${within}${more.length > 0 ? "" : `: ${timeText(new Date(first.at))}`}.` },
    ];
  };
  return [
    ...repeated.filter(isRefused).map(({ channel, at }) => ({
      text: `${formatPlatformName(channel.platform)} rejects repeated posts: ${getChannelName(channel)} has the same text at ${timeText(new Date(at))}.`,
      isStrong: true,
    })),
    ...formatLine(
      repeated.filter((one) => !isRefused(one)),
      "Same text",
      "a day",
    ),
    ...formatLine(close, "Another post", "an hour"),
    ...others.map(({ message }) => ({ text: message })),
  ];
}

/** Formats warnings about chosen channels whose access is lost: posts to them wait for a person to reconnect. */
export function formatReconnectWarnings(
  { channelIds }: Pick<ComposerDraft, "channelIds">,
  channels: readonly Channel[],
): string[] {
  const out = channels.filter(
    ({ id, state, practice }) => channelIds.includes(id) && state === "reconnect" && !practice,
  );
  return out.map(
    (channel) => `${formatChannelOnPlatform(channel)} needs reconnecting: its posts wait for that, up to a day.`,
  );
}
