import type { ComposerSubject } from "#components/composer/state/composer-state.ts";
import { type ComposerDraft, getPublishableParts, type VariantId } from "#components/composer/state/draft.ts";
import { resolvePublishTime } from "#components/composer/state/publish-time.ts";
import { formatAccountHandle } from "#lib/contract/platforms/format-account-handle.ts";
import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";
import type { Channel, CheckPostsInput, PostWarning } from "#lib/contract/types.ts";

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

/** Formats a warning with the channel's name and with the other post's time in the member's format. */
export function formatWarning(
  { code, channel_id, at, message }: PostWarning,
  channels: readonly Channel[],
  timeText: (at: Date) => string,
): string {
  const name = channels.find(({ id }) => id === channel_id)?.username;
  const time = timeText(new Date(at));
  if (code === "same_text" && name) return `Same text on ${formatAccountHandle(name)} within a day: ${time}.`;
  if (code === "close_in_time" && name) return `Another post on ${formatAccountHandle(name)} within an hour: ${time}.`;
  return message;
}

/** Formats warnings about chosen channels whose access is lost: posts to them wait for a person to reconnect. */
export function formatReconnectWarnings(
  { channelIds }: Pick<ComposerDraft, "channelIds">,
  channels: readonly Channel[],
): string[] {
  const out = channels.filter(
    ({ id, state, practice }) => channelIds.includes(id) && state === "reconnect" && !practice,
  );
  return out.map(({ username, platform }) => {
    const name = `${formatAccountHandle(username)} on ${formatPlatformName(platform)}`;
    return `${name} needs reconnecting: its posts wait for that, up to a day.`;
  });
}
