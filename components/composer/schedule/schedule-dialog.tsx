"use client";
import { useEffect, useMemo, useRef, useState } from "react";
import type { PublishTime } from "#components/composer/state/draft.ts";
import {
  findPublishTimeProblem,
  formatDstOption,
  formatTimeUntil,
  resolvePublishTime,
  suggestPublishTime,
  toPublishTime,
} from "#components/composer/state/publish-time.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { DateTimeFields } from "#components/ui/controls/date-time-fields.tsx";
import { Field } from "#components/ui/controls/field.tsx";
import { RadioGroup } from "#components/ui/controls/radio-group.tsx";
import { SegmentedControl } from "#components/ui/controls/segmented-control.tsx";
import { Select } from "#components/ui/controls/select.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { usePreferences } from "#lib/queries/preferences-context.ts";
import { isDay } from "#lib/time/days.ts";
import { formatInstant } from "#lib/time/format.ts";
import { formatClockTime } from "#lib/time/format-short.ts";
import { formatTimeZone, toWallTime } from "#lib/time/wall-time.ts";
import { MonthPicker } from "./month-picker.tsx";
import { NaturalDateField } from "./natural-date-field.tsx";
import { NextSlotLine } from "./next-slot-line.tsx";
import { useNaturalDate } from "./use-natural-date.ts";

type ScheduleDialogProps = {
  when: PublishTime;
  channelIds: readonly string[];
  now: Date;
  onSet: (when: PublishTime) => void;
  onClose: () => void;
};

const options = [
  { value: "now", label: "Now" },
  { value: "at", label: "Pick a time" },
] as const;

const getBrowserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

/** The dialog that sets the publish time: now, or a date and time in a named zone. */
export function ScheduleDialog({ when, channelIds, now, onSet, onClose }: ScheduleDialogProps) {
  const { zone } = usePreferences();
  const [naturalText, setNaturalText] = useState("");
  const [needsAnswer, setNeedsAnswer] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const read = useNaturalDate(naturalText, when.type === "at" ? when.zone : zone, now);

  function write(changed: string) {
    setNaturalText(changed);
    setNeedsAnswer(false);
  }

  function set(time: PublishTime) {
    write("");
    onSet(time);
  }

  function take(meant: PublishTime, isLeft = false) {
    const means = resolvePublishTime(meant, now).type;
    set(meant);
    if (isLeft || means === "at" || means === "now") onClose();
  }

  /** Applies text left in the field, because otherwise the post would be published now or at the previous time. */
  function finish() {
    if (read.type === "empty") return onClose();
    if (read.type === "read") return take(read.when);
    setNeedsAnswer(true);
    field.current?.focus();
  }

  /** Closing by the cross or by a press outside applies a parsed time, just like a day that was pressed. */
  function leave() {
    if (read.type === "read") return take(read.when, true);
    onClose();
  }

  // The parser loaded after the author pressed Done.
  useEffect(() => {
    if (needsAnswer && read.type === "read") take(read.when);
  });

  return (
    <Dialog
      open
      onClose={leave}
      onEscape={() => {
        if (naturalText === "") return true;
        write("");
        return false;
      }}
      title="Schedule"
      actions={
        <Button variant="filled" onClick={finish}>
          Done
        </Button>
      }
    >
      <SegmentedControl
        label="Publish time"
        options={options}
        value={when.type}
        onChange={(type) => set(type === "now" ? { type } : suggestPublishTime(now, zone))}
      />
      <NaturalDateField
        text={naturalText}
        read={read}
        needsAnswer={needsAnswer}
        now={now}
        field={field}
        onChange={write}
        onUse={() => (read.type === "read" ? set(read.when) : setNeedsAnswer(read.type === "unread"))}
      />
      <NextSlotLine when={when} channelIds={channelIds} now={now} onSet={set} />
      {when.type === "at" ? <ScheduledTimeFields when={when} channelIds={channelIds} now={now} onSet={set} /> : null}
      {when.type === "now" && read.type !== "read" ? (
        <p className="mt-3 text-14 text-ink-2">Publishes immediately.</p>
      ) : null}
    </Dialog>
  );
}

type ScheduledTime = Extract<PublishTime, { type: "at" }>;

type ScheduledTimeFieldsProps = {
  when: ScheduledTime;
  channelIds: readonly string[];
  now: Date;
  onSet: (when: PublishTime) => void;
};

function ScheduledTimeFields({ when, channelIds, now, onSet }: ScheduledTimeFieldsProps) {
  const { zone: own, clock, weekStart } = usePreferences();
  const today = toWallTime(now, when.zone).date;
  const due = resolvePublishTime(when, now);
  const wrong = findPublishTimeProblem(when, due, clock);
  const zones = useMemo(
    () => [...new Set([own, getBrowserZone(), "UTC", ...Intl.supportedValuesOf("timeZone")])],
    [own],
  );
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
      <DateTimeFields
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
      {due.type === "ask" || when.fold ? <DstChoice when={when} now={now} onSet={onSet} /> : null}
      <div role="status">
        {wrong ? (
          <Banner
            tone="failed"
            actions={
              due.type === "skipped"
                ? [due.before, due.after].map((at) => (
                    <Button key={at.getTime()} size="small" onClick={() => onSet(toPublishTime(at, when.zone))}>
                      Use {formatClockTime(toWallTime(at, when.zone).time, clock)}
                    </Button>
                  ))
                : undefined
            }
          >
            {wrong}
          </Banner>
        ) : null}
        {due.type === "at" ? (
          <p className="text-14 text-ink-2">
            <strong className="font-medium text-ink">{formatInstant(due.at, when.zone, { clock })}</strong>,{" "}
            {formatTimeZone(when.zone, due.at)} ({formatTimeUntil(due.at, now)})
          </p>
        ) : null}
      </div>
    </div>
  );
}

/** Lets the author choose one of the two instants of an hour that clocks show twice. */
function DstChoice({ when, now, onSet }: { when: ScheduledTime; now: Date; onSet: (when: PublishTime) => void }) {
  const { clock } = usePreferences();
  const { fold, ...unfolded } = when;
  const both = resolvePublishTime(unfolded, now);
  if (both.type !== "ask") return null;
  return (
    <RadioGroup
      legend={`Which ${formatClockTime(when.time, clock)}?`}
      options={[
        { value: "earlier", label: `The first: ${formatDstOption(both.earlier, when.zone, clock)}` },
        { value: "later", label: `The second: ${formatDstOption(both.later, when.zone, clock)}` },
      ]}
      value={fold}
      onChange={(time) => onSet({ ...when, fold: time })}
    />
  );
}
