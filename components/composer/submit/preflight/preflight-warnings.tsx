"use client";
import { TriangleAlert } from "lucide-react";
import { useEffect, useState } from "react";
import type { ComposerSubject } from "#components/composer/state/composer-state.ts";
import type { ComposerDraft } from "#components/composer/state/draft.ts";
import { formatShortTime } from "#components/composer/state/publish-time.ts";
import { isChannelGone } from "#components/composer/variants/live-channel-changes.ts";
import { checkPosts } from "#lib/actions/posts.ts";
import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";
import type { Channel, PostWarning } from "#lib/contract/types.ts";
import { usePreferences } from "#lib/queries/preferences-context.ts";
import { formatRelativeTime } from "#lib/time/format.ts";
import { createPreflightChecks, formatReconnectWarnings, formatWarnings } from "./check-posts-input.ts";
import { formatXCost, getXCost } from "./x-cost.ts";

/** Ms without a change before the service is asked, and the most warnings shown. */
const quietMs = 1_200;
const maxShown = 3;

type PreflightWarningsProps = {
  draft: ComposerDraft;
  subject: ComposerSubject;
  channels: readonly Channel[];
  now: Date;
  /** False if the app on X is somebody else's, with unknown prices. */
  showsCosts: boolean;
  /** Chosen platforms without known limits. */
  unknown: readonly string[];
};

/**
 * Shows warnings about possible mistakes: a repeated text, or two posts at about the same time. Warnings never block a
 * submission.
 */
export function PreflightWarnings({ draft, subject, channels, now, showsCosts, unknown }: PreflightWarningsProps) {
  const { zone, clock } = usePreferences();
  const [warnings, setWarnings] = useState<readonly PostWarning[]>([]);
  // The service would answer nothing if a removed channel were included.
  const isThere = (id: string) => channels.some((channel) => channel.id === id && !isChannelGone(channel));
  const asked = JSON.stringify(
    createPreflightChecks({ ...draft, channelIds: draft.channelIds.filter(isThere) }, subject, now),
  );

  useEffect(() => {
    let here = true;
    const timer = setTimeout(async () => {
      // A failed check is repeated after the next change; a warning is not guaranteed.
      const answers = await Promise.all(
        JSON.parse(asked).map((question: unknown) => checkPosts(question).catch(() => null)),
      );
      if (here) setWarnings(answers.flatMap((answer) => answer?.ok?.warnings ?? []));
    }, quietMs);
    return () => {
      here = false;
      clearTimeout(timer);
    };
  }, [asked]);

  const timeText = (at: Date) => `${formatShortTime(at, { zone, clock }, now)} (${formatRelativeTime(at, now)})`;
  const reconnects = formatReconnectWarnings(draft, channels).map((text) => ({ text, isStrong: false }));
  const lines = [...formatWarnings(warnings, channels, timeText), ...reconnects];
  return (
    <>
      {unknown.map((slug) => (
        <p key={slug} className="mt-2 px-1 text-13 text-ink-3">
          {formatPlatformName(slug)}: no known limit; the service decides.
        </p>
      ))}
      <div role="status" className="px-1 wrap-anywhere">
        {lines.slice(0, maxShown).map(({ text, isStrong }) => (
          <p
            key={text}
            className={`mt-2 flex gap-1.5 text-13 ${isStrong ? "font-medium text-publishing" : "text-ink-2"}`}
          >
            <TriangleAlert className={`mt-0.5 size-3.5 shrink-0 ${isStrong ? "" : "text-ink-3"}`} />
            {text}
          </p>
        ))}
        {lines.length > maxShown ? (
          <p className="mt-1 text-13 text-ink-3">And {lines.length - maxShown} more.</p>
        ) : null}
      </div>
      {/* On wide screens this text appears next to the button. */}
      {showsCosts ? (
        <p className="mt-2 px-1 sm:hidden">
          <XCostNote draft={draft} channels={channels} />
        </p>
      ) : null}
    </>
  );
}

type XCostNoteProps = { draft: ComposerDraft; channels: readonly Channel[] };

/** Shows what publishing on X costs, which the operator's own account pays for each post. */
export function XCostNote({ draft, channels }: XCostNoteProps) {
  const words = formatXCost(getXCost(draft, channels));
  if (words === null) return null;
  return (
    <span
      className="text-13 text-ink-3 tabular-nums"
      title="X charges the app's account per post, more with a link, per image and per alt text."
    >
      {words}
    </span>
  );
}
