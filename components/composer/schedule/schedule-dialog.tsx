"use client";
import { useEffect, useMemo, useRef, useState } from "react";
import type { PublishTime, ScheduledTime } from "#components/composer/state/draft.ts";
import {
  findPublishTimeProblem,
  formatDstOption,
  formatZonedTime,
  resolvePublishTime,
  suggestPublishTime,
  toPublishTime,
} from "#components/composer/state/publish-time.ts";
import { DateTimeFields } from "#components/date-time/date-time-fields.tsx";
import { Button } from "#components/ui/controls/button.tsx";
import { Field } from "#components/ui/controls/field.tsx";
import { RadioGroup } from "#components/ui/controls/radio-group.tsx";
import { Select } from "#components/ui/controls/select.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { usePreferences } from "#lib/queries/preferences-context.ts";
import { isDay } from "#lib/time/days.ts";
import { formatClockTime, getTimeZoneCity } from "#lib/time/format-short.ts";
import { formatTimeZone } from "#lib/time/format-time-zone.ts";
import { toWallTime } from "#lib/time/wall-time.ts";
import { MonthPicker } from "./month-picker.tsx";
import { NaturalDateField, unreadDate } from "./natural-date-field.tsx";
import { NextSlotLine } from "./next-slot-line.tsx";
import { type NaturalDateResult, useNaturalDate } from "./use-natural-date.ts";

type ScheduleDialogProps = {
  when: PublishTime;
  channelIds: readonly string[];
  now: Date;
  onSet: (when: PublishTime) => void;
  onClose: () => void;
};

const getBrowserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

/**
 * The dialog that sets the publish time: a date and time in a named zone. A typed time, a day of the month and the
 * fields show one and the same time; only Done applies it.
 */
export function ScheduleDialog({ when, channelIds, now, onSet, onClose }: ScheduleDialogProps) {
  const { zone, clock } = usePreferences();
  const [naturalText, setNaturalText] = useState("");
  const [needsAnswer, setNeedsAnswer] = useState(false);
  const [chosen, setChosen] = useState<ScheduledTime>(() =>
    when.type === "at" ? when : suggestPublishTime(now, zone),
  );
  const field = useRef<HTMLInputElement>(null);
  const read = useNaturalDate(naturalText, chosen.zone, now);
  // "Now" is no time to schedule for.
  const typed = read.type === "read" && read.when.type === "at" ? read.when : null;
  const shown = typed ?? chosen;
  const due = resolvePublishTime(shown, now);

  function write(changed: string) {
    setNaturalText(changed);
    setNeedsAnswer(false);
  }

  function choose(time: PublishTime) {
    write("");
    if (time.type === "at") setChosen(time);
  }

  /** Applies the time, unless it can't be scheduled: the dialog says why. */
  function finish() {
    setNeedsAnswer(true);
    if (read.type !== "empty" && !typed) return field.current?.focus();
    if (due.type !== "at") return;
    onSet(shown);
    onClose();
  }

  // The parser loaded after the author pressed Done.
  useEffect(() => {
    if (needsAnswer && typed && due.type === "at") finish();
  });

  return (
    <Dialog
      open
      onClose={onClose}
      onEscape={() => {
        if (naturalText === "") return true;
        write("");
        return false;
      }}
      title="Schedule"
      actions={
        <>
          <p role="status" className="mr-auto self-center text-14 text-ink-2">
            {due.type === "at" ? formatZonedTime(due.at, { zone: shown.zone, clock }, now) : null}
          </p>
          {when.type === "at" ? (
            <Button
              onClick={() => {
                onSet({ type: "now" });
                onClose();
              }}
            >
              Remove time
            </Button>
          ) : null}
          <Button variant="filled" onClick={finish}>
            Done
          </Button>
        </>
      }
    >
      <NaturalDateField
        text={naturalText}
        unreadProblem={getUnreadProblem(read)}
        needsAnswer={needsAnswer}
        field={field}
        onChange={write}
        onEnter={finish}
      />
      <NextSlotLine when={shown} channelIds={channelIds} now={now} onSet={choose} />
      <ScheduledTimeFields when={shown} channelIds={channelIds} now={now} onSet={choose} />
    </Dialog>
  );
}

/** Returns why a typed text is no time to schedule for; null if it is one. */
function getUnreadProblem(read: NaturalDateResult): string | null {
  if (read.type === "unread") return read.problem ?? unreadDate;
  // "Now" is no time to schedule for.
  return read.type === "read" && read.when.type !== "at" ? unreadDate : null;
}

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
    () => [...new Set([own, getBrowserZone(), "UTC", ...sortByCity(Intl.supportedValuesOf("timeZone"))])],
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
        isBesideMonth
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
                {zone === when.zone ? formatTimeZone(zone, due.type === "at" ? due.at : now) : getTimeZoneCity(zone)}
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
      </div>
    </div>
  );
}

const sortByCity = (zones: readonly string[]) =>
  zones.toSorted((a, b) => getTimeZoneCity(a).localeCompare(getTimeZoneCity(b), "en"));

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
