"use client";
import { useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { DateAndTime } from "#components/ui/controls/date-time-fields.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { Notice } from "#components/ui/feedback/banner.tsx";
import { WhichOf } from "#components/ui/controls/radio-group.tsx";
import type { Post } from "#lib/contract/types.ts";
import { usePreferences } from "#lib/queries/preferences-context.ts";
import { type ChosenTime, chosenInstant, wrongInstant } from "#lib/time/schedule-time.ts";
import { addDays } from "#lib/time/days.ts";
import { formatInstant, formatRelative } from "#lib/time/format.ts";
import { clockText } from "#lib/time/format-short.ts";
import { toWall, zoneName } from "#lib/time/time-zone.ts";
import { countPosts } from "#components/post-actions/action-messages.ts";
import { lastOf } from "./last-scheduled-time.ts";

type RescheduleProps = {
  count: number;
  /** Those that are known; none when all that match are meant. */
  posts: readonly Post[];
  pending: boolean;
  /** An ISO instant. */
  onStart: (start: string) => void;
  onClose: () => void;
};

/** Asks when the first of several posts goes out; the others keep their distance to it. */
export function Reschedule({ count, posts, pending, onStart, onClose }: RescheduleProps) {
  const { zone, clock } = usePreferences();
  const now = new Date();
  const [chosen, setChosen] = useState<ChosenTime>(() => ({
    date: addDays(toWall(now, zone).date, 1),
    time: "09:00",
    zone,
  }));
  const means = chosenInstant(chosen, now);
  const wrong = wrongInstant(chosen, means, clock);
  const last = means.is === "at" ? lastOf(posts, means.at) : null;
  const { fold, ...unfolded } = chosen;
  const both = chosenInstant(unfolded, now);

  return (
    <Dialog
      open
      onClose={onClose}
      title={`Reschedule ${countPosts(count)}`}
      description={count > 1 ? "Keep the gaps between them, and start on:" : "It goes out on:"}
      actions={
        <>
          <Button onClick={onClose}>Leave as it is</Button>
          <Button
            variant="filled"
            pending={pending}
            disabled={means.is !== "at"}
            onClick={() => (means.is === "at" ? onStart(means.at.toISOString()) : undefined)}
          >
            Reschedule {count.toLocaleString("en-GB")}
          </Button>
        </>
      }
    >
      <div className="grid gap-3.5">
        <DateAndTime
          date={chosen.date}
          time={chosen.time}
          min={toWall(now, zone).date}
          onChange={(changed) => setChosen({ ...unfolded, ...changed })}
        />
        {both.is === "ask" ? (
          <WhichOf
            legend={`Which ${clockText(chosen.time, clock)}?`}
            options={[
              { value: "earlier", label: `The first: ${zoneName(zone, both.earlier)}` },
              { value: "later", label: `The second: ${zoneName(zone, both.later)}` },
            ]}
            value={fold}
            onChange={(which) => setChosen({ ...chosen, fold: which })}
          />
        ) : null}
        <div role="status" className="grid gap-1.5 text-14 text-ink-2">
          {wrong ? (
            <Notice
              tone="failed"
              actions={
                means.is === "skipped"
                  ? [means.before, means.after].map((at) => (
                      <Button key={at.getTime()} size="small" onClick={() => setChosen({ ...toWall(at, zone), zone })}>
                        Use {clockText(toWall(at, zone).time, clock)}
                      </Button>
                    ))
                  : undefined
              }
            >
              {wrong}
            </Notice>
          ) : null}
          {means.is === "at" ? (
            <p>
              <strong className="font-medium text-ink">{formatInstant(means.at, zone, { clock })}</strong>,{" "}
              {zoneName(zone, means.at)} · {formatRelative(means.at, now)}
            </p>
          ) : null}
          {last ? <p>The last of them goes out {formatInstant(last, zone, { clock })}.</p> : null}
        </div>
      </div>
    </Dialog>
  );
}
