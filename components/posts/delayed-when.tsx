import type { ReactNode } from "react";
import { HoldNote } from "#components/post-actions/hold-note.tsx";
import { formatDelayMessage } from "#lib/contract/messages/delay-message.ts";
import type { Post } from "#lib/contract/types.ts";
import { formatInstant } from "#lib/time/format.ts";
import {
  formatShortInstant,
  formatWhen,
  getPlatformLabel,
  isFullyPublished,
  type PostTimeOptions,
  type WhenLabel,
} from "./post-labels.ts";

/** Describes in one sentence why a post is not published yet; null without a delay. */
export function formatDelay(post: Post, times: PostTimeOptions, now: Date): string | null {
  // Every part is live, so nothing more is sent.
  if (isFullyPublished(post)) return null;
  const time = (instant: string) => formatClockTime(new Date(instant), times, now);
  return formatDelayMessage(post.delay, { platform: getPlatformLabel(post), time, now });
}

/** Formats a time of today as `10:42`, any other with its day. */
function formatClockTime(at: Date, times: PostTimeOptions, now: Date): string {
  const [today, day] = [now, at].map((one) => formatInstant(one, times.zone).split(",")[0]);
  const text = formatShortInstant(at, times, now);
  return today === day ? (text.split(", ").at(-1) ?? text) : text;
}

/** Formats the two lines of "When" with the reason of a delay in place of the distance. */
export function formatDelayedWhen(post: Post, times: PostTimeOptions, now: Date): WhenLabel {
  const label = formatWhen(post, times, now);
  const note = formatDelay(post, times, now);
  return note === null ? label : { ...label, note, tone: "late" };
}

/** Draws why a post is on hold under its time, with the step that ends it. */
export function HeldNote({ post, account }: { post: Post; account: string | undefined }) {
  if (!post.hold) return null;
  return <HoldNote hold={post.hold} channel={account ?? getPlatformLabel(post)} author={post.member ?? null} isShort />;
}

export type DelayedWhenProps = {
  post: Post;
  times: PostTimeOptions;
  now: Date;
  children: (when: WhenLabel) => ReactNode;
};

/** Draws "When" of a post that is delayed. A lazy chunk of the list: most posts have no delay. */
export function DelayedWhen({ post, times, now, children }: DelayedWhenProps) {
  return children(formatDelayedWhen(post, times, now));
}
