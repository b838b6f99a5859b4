"use client";
import { useEffect, useMemo, useRef, useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { DateAndTime } from "#components/ui/controls/date-time-fields.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { Field } from "#components/ui/controls/field.tsx";
import { Notice } from "#components/ui/feedback/banner.tsx";
import { Segmented } from "#components/ui/controls/segmented-control.tsx";
import { Select } from "#components/ui/controls/select.tsx";
import { WhichOf } from "#components/ui/controls/radio-group.tsx";
import { usePreferences } from "#lib/queries/preferences-context.ts";
import { isDay } from "#lib/time/days.ts";
import { formatInstant } from "#lib/time/format.ts";
import { clockText } from "#lib/time/format-short.ts";
import { toWall, zoneName } from "#lib/time/time-zone.ts";
import type { When } from "#components/composer/state/draft.ts";
import { aheadText, dueAt, foldText, proposeWhen, whenAt, wrongTime } from "#components/composer/state/publish-time.ts";
import { MonthPicker } from "./month-picker.tsx";
import { NextSlotLine } from "./next-slot-line.tsx";
import { useReadWords } from "./use-natural-date.ts";
import { WordsField } from "./natural-date-field.tsx";

type WhenDialogProps = {
  when: When;
  channelIds: readonly string[];
  now: Date;
  onSet: (when: When) => void;
  onClose: () => void;
};

const options = [
  { value: "now", label: "Now" },
  { value: "at", label: "At a time" },
] as const;

const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

/** Now, or a date and time in a zone that is named. */
export function WhenDialog({ when, channelIds, now, onSet, onClose }: WhenDialogProps) {
  const { zone } = usePreferences();
  const [words, setWords] = useState("");
  const [isAsked, setIsAsked] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const read = useReadWords(words, when.is === "at" ? when.zone : zone, now);

  function write(changed: string) {
    setWords(changed);
    setIsAsked(false);
  }

  function set(chosen: When) {
    write("");
    onSet(chosen);
  }

  function take(meant: When, isLeft = false) {
    const means = dueAt(meant, now).is;
    set(meant);
    if (isLeft || means === "at" || means === "now") onClose();
  }

  /** Words that stand in the field are meant: left there unused, the post would go out now, or at the time set before. */
  function finish() {
    if (read.is === "empty") return onClose();
    if (read.is === "read") return take(read.when);
    setIsAsked(true);
    field.current?.focus();
  }

  /** Left by the cross or a press outside, what was told whole holds as a day that was pressed does. */
  function leave() {
    if (read.is === "read") return take(read.when, true);
    onClose();
  }

  // What reads the words came after Done was pressed.
  useEffect(() => {
    if (isAsked && read.is === "read") take(read.when);
  });

  return (
    <Dialog
      open
      onClose={leave}
      onEscape={() => {
        if (words === "") return true;
        write("");
        return false;
      }}
      title="When"
      actions={
        <Button variant="filled" onClick={finish}>
          Done
        </Button>
      }
    >
      <Segmented
        label="When it goes out"
        options={options}
        value={when.is}
        onChange={(is) => set(is === "now" ? { is } : proposeWhen(now, zone))}
      />
      <WordsField
        {...{ words, read, isAsked, now, field }}
        onChange={write}
        onUse={() => (read.is === "read" ? set(read.when) : setIsAsked(read.is === "unread"))}
      />
      <NextSlotLine when={when} channelIds={channelIds} now={now} onSet={set} />
      {when.is === "at" ? <AtTime when={when} channelIds={channelIds} now={now} onSet={set} /> : null}
      {when.is === "now" && read.is !== "read" ? (
        <p className="mt-3 text-14 text-ink-2">It goes out as soon as you press Publish.</p>
      ) : null}
    </Dialog>
  );
}

type At = Extract<When, { is: "at" }>;

type AtTimeProps = { when: At; channelIds: readonly string[]; now: Date; onSet: (when: When) => void };

function AtTime({ when, channelIds, now, onSet }: AtTimeProps) {
  const { zone: own, clock, weekStart } = usePreferences();
  const today = toWall(now, when.zone).date;
  const due = dueAt(when, now);
  const wrong = wrongTime(when, due, clock);
  const zones = useMemo(() => [...new Set([own, browserZone(), "UTC", ...Intl.supportedValuesOf("timeZone")])], [own]);
  const { fold: _, ...unfolded } = when;
  return (
    <div className="mt-4 grid gap-3.5">
      <MonthPicker
        day={isDay(when.date) ? when.date : today}
        min={today}
        zone={when.zone}
        weekStart={weekStart}
        channelIds={channelIds}
        onChoose={(date) => onSet({ ...unfolded, date })}
      />
      <DateAndTime
        date={when.date}
        time={when.time}
        min={today}
        onChange={(changed) => onSet({ ...unfolded, ...changed })}
      />
      <Field label="Time zone">
        {(control) => (
          <Select {...control} value={when.zone} onChange={(event) => onSet({ ...unfolded, zone: event.target.value })}>
            {(zones.includes(when.zone) ? zones : [when.zone, ...zones]).map((zone) => (
              <option key={zone} value={zone}>
                {zone.replaceAll("_", " ")}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {due.is === "ask" || when.fold ? <Fold when={when} now={now} onSet={onSet} /> : null}
      <div role="status">
        {wrong ? (
          <Notice
            tone="failed"
            actions={
              due.is === "skipped"
                ? [due.before, due.after].map((at) => (
                    <Button key={at.getTime()} size="small" onClick={() => onSet(whenAt(at, when.zone))}>
                      Use {clockText(toWall(at, when.zone).time, clock)}
                    </Button>
                  ))
                : undefined
            }
          >
            {wrong}
          </Notice>
        ) : null}
        {due.is === "at" ? (
          <p className="text-14 text-ink-2">
            <strong className="font-medium text-ink">{formatInstant(due.at, when.zone, { clock })}</strong>,{" "}
            {zoneName(when.zone, due.at)} ({aheadText(due.at, now)})
          </p>
        ) : null}
      </div>
    </div>
  );
}

/** Of the hour that clocks show twice, the author says which. */
function Fold({ when, now, onSet }: { when: At; now: Date; onSet: (when: When) => void }) {
  const { clock } = usePreferences();
  const { fold, ...unfolded } = when;
  const both = dueAt(unfolded, now);
  if (both.is !== "ask") return null;
  return (
    <WhichOf
      legend={`Which ${clockText(when.time, clock)}?`}
      options={[
        { value: "earlier", label: `The first: ${foldText(both.earlier, when.zone, clock)}` },
        { value: "later", label: `The second: ${foldText(both.later, when.zone, clock)}` },
      ]}
      value={fold}
      onChange={(chosen) => onSet({ ...when, fold: chosen })}
    />
  );
}
