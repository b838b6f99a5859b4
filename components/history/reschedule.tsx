"use client";
import { useState } from "react";
import { Button } from "#components/ui/button";
import { Dialog } from "#components/ui/dialog";
import { Field } from "#components/ui/field";
import { Notice } from "#components/ui/notice";
import { TextInput } from "#components/ui/text-input";
import type { Post } from "#lib/contract/types";
import { usePreferences } from "#lib/queries/preferences";
import { type ChosenTime, chosenInstant, wrongInstant } from "#lib/time/chosen-instant";
import { addDays } from "#lib/time/days";
import { formatInstant, formatRelative } from "#lib/time/format";
import { toWall, zoneName } from "#lib/time/zone";
import { countPosts } from "../changes/change-words.ts";
import { lastOf } from "./reschedule-words.ts";

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
  const wrong = wrongInstant(chosen, means);
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
        <div className="grid grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)] gap-3">
          <Field label="Date">
            {(control) => (
              <TextInput
                {...control}
                type="date"
                value={chosen.date}
                min={toWall(now, zone).date}
                onChange={(event) => setChosen({ ...unfolded, date: event.target.value })}
              />
            )}
          </Field>
          <Field label="Time">
            {(control) => (
              <TextInput
                {...control}
                type="time"
                value={chosen.time}
                onChange={(event) => setChosen({ ...unfolded, time: event.target.value.slice(0, 5) })}
              />
            )}
          </Field>
        </div>
        {both.is === "ask" ? (
          <fieldset className="grid gap-1">
            <legend className="mb-1 text-13 font-medium">Which {chosen.time}?</legend>
            {(["earlier", "later"] as const).map((which) => (
              <label key={which} className="inline-flex items-center gap-2.5 text-14 pointer-coarse:min-h-11">
                <input
                  type="radio"
                  name="fold"
                  className="size-[18px] accent-accent"
                  checked={fold === which}
                  onChange={() => setChosen({ ...chosen, fold: which })}
                />
                {which === "earlier" ? "The first" : "The second"}: {zoneName(zone, both[which])}
              </label>
            ))}
          </fieldset>
        ) : null}
        <div role="status" className="grid gap-1.5 text-14 text-ink-2">
          {wrong ? (
            <Notice
              tone="failed"
              actions={
                means.is === "skipped" ? (
                  <Button size="small" onClick={() => setChosen({ ...toWall(means.next, zone), zone })}>
                    Use {toWall(means.next, zone).time}
                  </Button>
                ) : undefined
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
