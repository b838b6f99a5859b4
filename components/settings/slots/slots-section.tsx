"use client";
import { Plus } from "lucide-react";
import { type ReactNode, Suspense, useRef, useState } from "react";
import { Button, IconButton } from "#components/ui/controls/button.tsx";
import { Card } from "#components/ui/layout/card.tsx";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import { PlatformIcon } from "#components/ui/layout/platform-icon.tsx";
import { Section } from "#components/ui/layout/section.tsx";
import { limits } from "#lib/contract/limits.ts";
import { formatChannelOnPlatform } from "#lib/contract/platforms/channel-name.ts";
import type { Channel, Slot } from "#lib/contract/types.ts";
import { getWeekdayName } from "#lib/time/format-long.ts";
import { formatClockTime } from "#lib/time/format-short.ts";
import {
  addSlots,
  formatUnseenChannels,
  getSlotsOfDay,
  getUnseenChannels,
  orderWeekdays,
  replaceSlot,
  revertSlots,
  type SlotFormValues,
} from "./slot-list-updates.ts";

const SlotDialog = lazyComponent(() => import("./slot-dialog.tsx").then((file) => file.SlotDialog));

/** Saves the list with a toast; `undo` computes the list without this change from the current one. */
type SaveSlots = (next: Slot[], message: string, undo: (now: readonly Slot[]) => Slot[]) => void;

type SlotsSectionProps = {
  id: string;
  title: string;
  note: string;
  slots: readonly Slot[];
  clock: "24" | "12";
  weekStart: number;
  channels: readonly Channel[];
  /** Null where the reader may not change the slots. */
  onSave: SaveSlots | null;
  /** The section's button where the slots can't be changed. */
  link?: ReactNode;
  /** A row above the days. */
  children?: ReactNode;
};
type SlotDialogState = { type: "new"; weekdays: number[] } | { type: "slot"; slot: Slot } | null;

/** Lists weekly posting times by day: a member's or the team's. */
export function SlotsSection({ slots, clock, weekStart, channels, onSave: saveSlots, ...rest }: SlotsSectionProps) {
  const { id, title, note, link, children } = rest;
  const [opened, setOpened] = useState<SlotDialogState>(null);
  const isFull = slots.length >= limits.slotsPerList;

  function save(next: Slot[], message: string) {
    saveSlots?.(next, message, (now) => revertSlots(slots, next, now));
  }

  function remove(slot: Slot) {
    const message = `${getWeekdayName(slot.weekday)}, ${formatClockTime(slot.time, clock)} removed`;
    save(
      slots.filter((one) => one.id !== slot.id),
      message,
    );
  }

  function onSave(form: SlotFormValues) {
    const time = formatClockTime(form.time, clock);
    const days = form.weekdays.length === 1 ? getWeekdayName(form.weekdays[0] ?? 0) : `${form.weekdays.length} days`;
    const next = opened?.type === "slot" ? replaceSlot(slots, opened.slot, form) : addSlots(slots, form);
    setOpened(null);
    save(next, `${days}, ${time}`);
  }

  const weekdays = orderWeekdays(weekStart).filter(
    (weekday) => saveSlots !== null || slots.some((slot) => slot.weekday === weekday),
  );
  return (
    <Section
      id={id}
      title={title}
      note={note}
      actions={
        saveSlots ? (
          <Button
            icon={<Plus className="size-4" />}
            aria-haspopup="dialog"
            disabled={isFull}
            onClick={() => setOpened({ type: "new", weekdays: [1, 2, 3, 4, 5] })}
          >
            Add a slot
          </Button>
        ) : (
          link
        )
      }
    >
      <Card flush>
        {children}
        {weekdays.length === 0 ? <p className="px-[18px] py-3.5 text-13 text-ink-3">No slots yet</p> : null}
        <ul aria-label={`${title} by weekday`} hidden={weekdays.length === 0}>
          {weekdays.map((weekday) => (
            <SlotDay
              key={weekday}
              weekday={weekday}
              slots={getSlotsOfDay(slots, weekday)}
              clock={clock}
              channels={channels}
              isFull={isFull}
              on={
                saveSlots && {
                  add: () => setOpened({ type: "new", weekdays: [weekday] }),
                  open: (slot) => setOpened({ type: "slot", slot }),
                  remove,
                }
              }
            />
          ))}
        </ul>
      </Card>
      {isFull && saveSlots ? (
        <p className="mt-2 text-13 text-ink-3">{limits.slotsPerList} slots is the maximum.</p>
      ) : null}
      {opened ? (
        <Suspense>
          <SlotDialog
            slots={slots}
            slot={opened.type === "slot" ? opened.slot : null}
            weekdays={opened.type === "slot" ? [opened.slot.weekday] : opened.weekdays}
            weekStart={weekStart}
            channels={channels}
            onSave={onSave}
            onRemove={(slot) => {
              setOpened(null);
              remove(slot);
            }}
            onClose={() => setOpened(null)}
          />
        </Suspense>
      ) : null}
    </Section>
  );
}

type SlotDayProps = {
  weekday: number;
  slots: readonly Slot[];
  clock: "24" | "12";
  channels: readonly Channel[];
  /** True if there can be no more slots. */
  isFull: boolean;
  /** Null where the reader may not change the slots. */
  on: { add: () => void; open: (slot: Slot) => void; remove: (slot: Slot) => void } | null;
};

function SlotDay({ weekday, slots, clock, channels, isFull, on }: SlotDayProps) {
  const addButton = useRef<HTMLButtonElement>(null);
  return (
    <li className="grid grid-cols-[88px_minmax(0,1fr)_auto] items-center gap-x-4 border-b px-[18px] py-2 last:border-b-0 max-sm:grid-cols-[minmax(0,1fr)_auto]">
      <h3 className="text-14 font-medium">{getWeekdayName(weekday)}</h3>
      {slots.length === 0 ? <p className="text-13 text-ink-3 max-sm:col-span-2">No slots</p> : null}
      {slots.length > 0 ? (
        <ul className="flex flex-wrap gap-2 py-0.5 max-sm:col-span-2">
          {slots.map((slot) => {
            const time = formatClockTime(slot.time, clock);
            const content = <SlotContent slot={slot} time={time} channels={channels} />;
            return (
              <li
                key={slot.id}
                className="inline-flex items-center rounded-chip border border-dashed border-line-strong"
              >
                {on ? (
                  <>
                    <button
                      type="button"
                      aria-haspopup="dialog"
                      onClick={() => on.open(slot)}
                      className="inline-flex h-[34px] items-center gap-2 rounded-l-chip pr-1.5 pl-2.5 hover:bg-sunk pointer-coarse:h-11"
                    >
                      {content}
                    </button>
                    <button
                      type="button"
                      aria-label={`Remove ${getWeekdayName(weekday)}, ${time}`}
                      onClick={() => {
                        on.remove(slot);
                        // This button goes with its slot: the keyboard stays in the row.
                        addButton.current?.focus();
                      }}
                      className="grid h-[34px] w-7 place-items-center rounded-r-chip text-ink-3 hover:bg-sunk hover:text-ink pointer-coarse:h-11 pointer-coarse:w-11"
                    >
                      <span className="text-15 leading-none">×</span>
                    </button>
                  </>
                ) : (
                  <span className="inline-flex h-[34px] items-center gap-2 px-2.5">{content}</span>
                )}
              </li>
            );
          })}
        </ul>
      ) : null}
      {on ? (
        <IconButton
          ref={addButton}
          label={`Add a slot on ${getWeekdayName(weekday)}`}
          disabled={isFull}
          aria-haspopup="dialog"
          className="max-sm:col-start-2 max-sm:row-start-1"
          onClick={on.add}
        >
          <Plus className="size-4" />
        </IconButton>
      ) : null}
    </li>
  );
}

/** A slot's time and its channels, as marks of their platforms. */
function SlotContent({ slot, time, channels }: { slot: Slot; time: string; channels: readonly Channel[] }) {
  const { platforms, text } = describeSlotChannels(slot, channels);
  return (
    <>
      <span className="font-mono text-13">{time}</span>
      {platforms.length > 0 ? (
        <span className="inline-flex gap-1" title={text}>
          <span className="sr-only">{text}</span>
          {platforms.map((platform) => (
            <PlatformIcon key={platform} platform={platform} size="small" />
          ))}
        </span>
      ) : (
        <span className="text-12 text-ink-3">{text}</span>
      )}
    </>
  );
}

/** Describes a slot's channels. The text names the platforms too, because the icons have no label. */
function describeSlotChannels(slot: Slot, channels: readonly Channel[]): { platforms: string[]; text: string } {
  if (slot.channels.length === 0) return { platforms: [], text: "any channel" };
  const slotChannels = channels.filter(({ id }) => slot.channels.includes(id));
  const names = slotChannels.map(formatChannelOnPlatform);
  const unseenCount = getUnseenChannels(slot, channels).length;
  if (unseenCount > 0) names.push(formatUnseenChannels(unseenCount));
  return { platforms: [...new Set(slotChannels.map(({ platform }) => platform))], text: names.join(", ") };
}
