"use client";
import { useState } from "react";
import { DateTimeFields } from "#components/date-time/date-time-fields.tsx";
import { formatPostCount } from "#components/post-actions/action-messages.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { RadioGroup } from "#components/ui/controls/radio-group.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { formatNumber } from "#components/ui/format-number.ts";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import type { Post } from "#lib/contract/types.ts";
import { usePreferences } from "#lib/queries/preferences-context.ts";
import { addDays } from "#lib/time/days.ts";
import { formatInstant, formatRelativeTime } from "#lib/time/format.ts";
import { formatClockTime } from "#lib/time/format-short.ts";
import { formatTimeZone } from "#lib/time/format-time-zone.ts";
import {
  type ChosenWallTime,
  getChosenWallTimeProblem,
  resolveChosenWallTime,
} from "#lib/time/resolve-chosen-wall-time.ts";
import { toWallTime } from "#lib/time/wall-time.ts";
import { getFirstTime, getLastTimeAfterReschedule } from "./reschedule-times.ts";

type RescheduleDialogProps = {
  count: number;
  /** The known posts; empty when the dialog is about all matching posts. */
  posts: readonly Post[];
  pending: boolean;
  /** An ISO instant. */
  onStart: (start: string) => void;
  onClose: () => void;
};

/** Prompts for the first post's new time; the others keep their distance to it. */
export function RescheduleDialog({ count, posts, pending, onStart, onClose }: RescheduleDialogProps) {
  const { zone, clock } = usePreferences();
  const now = new Date();
  const [first] = useState(() => getFirstTime(posts, now));
  const [input, setInput] = useState<ChosenWallTime>(() => ({
    ...(first ? toWallTime(first, zone) : { date: addDays(toWallTime(now, zone).date, 1), time: "09:00" }),
    zone,
  }));
  const resolved = resolveChosenWallTime(input, now);
  const problem = getChosenWallTimeProblem(input, resolved, clock);
  // A canceled post can get its own time back.
  const isUnmoved =
    resolved.type === "at" &&
    resolved.at.getTime() === first?.getTime() &&
    posts.every((post) => post.status === "scheduled");
  const last = resolved.type === "at" ? getLastTimeAfterReschedule(posts, resolved.at) : null;
  const submissionId = posts[0]?.submission_id;
  const isOneText =
    submissionId !== undefined && posts.length > 1 && posts.every((post) => post.submission_id === submissionId);
  const hasGaps = posts.length === 0 || getLastTimeAfterReschedule(posts, now) !== null;
  const { fold, ...unfolded } = input;
  const resolvedWithoutFold = resolveChosenWallTime(unfolded, now);

  return (
    <Dialog
      open
      onClose={onClose}
      title={isOneText ? `Reschedule on ${count} channels` : `Reschedule ${formatPostCount(count)}`}
      description={hasGaps ? "Start on (gaps stay the same):" : "Publish on:"}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="filled"
            pending={pending}
            disabled={resolved.type !== "at" || isUnmoved}
            onClick={() => (resolved.type === "at" ? onStart(resolved.at.toISOString()) : undefined)}
          >
            Reschedule {formatNumber(count)}
          </Button>
        </>
      }
    >
      <div className="grid gap-3.5">
        <DateTimeFields
          date={input.date}
          time={input.time}
          min={toWallTime(now, zone).date}
          onChange={(changed) => setInput({ ...unfolded, ...changed })}
        />
        {resolvedWithoutFold.type === "ask" ? (
          <RadioGroup
            legend={`Which ${formatClockTime(input.time, clock)}?`}
            options={[
              { value: "earlier", label: `The first: ${formatTimeZone(zone, resolvedWithoutFold.earlier)}` },
              { value: "later", label: `The second: ${formatTimeZone(zone, resolvedWithoutFold.later)}` },
            ]}
            value={fold}
            onChange={(which) => setInput({ ...input, fold: which })}
          />
        ) : null}
        <div role="status" className="grid gap-1.5 text-14 text-ink-2">
          {problem ? (
            <Banner
              tone="failed"
              actions={
                resolved.type === "skipped"
                  ? [resolved.before, resolved.after].map((at) => (
                      <Button
                        key={at.getTime()}
                        size="small"
                        onClick={() => setInput({ ...toWallTime(at, zone), zone })}
                      >
                        Use {formatClockTime(toWallTime(at, zone).time, clock)}
                      </Button>
                    ))
                  : undefined
              }
            >
              {problem}
            </Banner>
          ) : null}
          {resolved.type === "at" ? (
            <p>
              <strong className="font-medium text-ink">{formatInstant(resolved.at, zone, { clock })}</strong>,{" "}
              {formatTimeZone(zone, resolved.at)} · {formatRelativeTime(resolved.at, now)}
            </p>
          ) : null}
          {isUnmoved ? <p>{posts.length > 1 ? "Those are their current times." : "That's its current time."}</p> : null}
          {last ? <p>The last one publishes {formatInstant(last, zone, { clock })}.</p> : null}
        </div>
      </div>
    </Dialog>
  );
}
