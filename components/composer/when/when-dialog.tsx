"use client";
import { useMemo } from "react";
import { Button } from "#components/ui/button";
import { DateAndTime } from "#components/ui/date-and-time";
import { Dialog } from "#components/ui/dialog";
import { Field } from "#components/ui/field";
import { Notice } from "#components/ui/notice";
import { Segmented } from "#components/ui/segmented";
import { Select } from "#components/ui/select";
import { WhichOf } from "#components/ui/which-of";
import { usePreferences } from "#lib/queries/preferences";
import { formatInstant, formatRelative } from "#lib/time/format";
import { clockText } from "#lib/time/time-words";
import { toWall, zoneName } from "#lib/time/zone";
import type { When } from "../machine/draft.ts";
import { dueAt, foldText, proposeWhen, whenAt, wrongTime } from "../machine/when-words.ts";
import { NextSlotLine } from "./next-slot.tsx";

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
  return (
    <Dialog
      open
      onClose={onClose}
      title="When"
      actions={
        <Button variant="filled" onClick={onClose}>
          Done
        </Button>
      }
    >
      <Segmented
        label="When it goes out"
        options={options}
        value={when.is}
        onChange={(is) => onSet(is === "now" ? { is } : proposeWhen(now, zone))}
      />
      <NextSlotLine when={when} channelIds={channelIds} now={now} onSet={onSet} />
      {when.is === "at" ? (
        <AtTime when={when} now={now} onSet={onSet} />
      ) : (
        <p className="mt-3 text-14 text-ink-2">It goes out as soon as you press Publish.</p>
      )}
    </Dialog>
  );
}

type At = Extract<When, { is: "at" }>;

function AtTime({ when, now, onSet }: { when: At; now: Date; onSet: (when: When) => void }) {
  const { zone: own, clock } = usePreferences();
  const due = dueAt(when, now);
  const wrong = wrongTime(when, due, clock);
  const zones = useMemo(() => [...new Set([own, browserZone(), "UTC", ...Intl.supportedValuesOf("timeZone")])], [own]);
  const { fold: _, ...unfolded } = when;
  return (
    <div className="mt-4 grid gap-3.5">
      <DateAndTime
        date={when.date}
        time={when.time}
        min={toWall(now, when.zone).date}
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
              due.is === "skipped" ? (
                <Button size="small" onClick={() => onSet(whenAt(due.next, when.zone))}>
                  Use {clockText(toWall(due.next, when.zone).time, clock)}
                </Button>
              ) : undefined
            }
          >
            {wrong}
          </Notice>
        ) : null}
        {due.is === "at" ? (
          <p className="text-14 text-ink-2">
            <strong className="font-medium text-ink">{formatInstant(due.at, when.zone, { clock })}</strong>,{" "}
            {zoneName(when.zone, due.at)} · {formatRelative(due.at, now)}
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
