"use client";
import { Plus } from "lucide-react";
import { Suspense, useState } from "react";
import { Button, IconButton } from "#components/ui/controls/button.tsx";
import { Card } from "#components/ui/layout/card.tsx";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import { PlatformIcon } from "#components/ui/layout/platform-icon.tsx";
import { Section } from "#components/ui/layout/section.tsx";
import { limits } from "#lib/contract/limits.ts";
import { formatChannelOnPlatform } from "#lib/contract/platforms/channel-name.ts";
import type { Channel, MemberSettings, Slot } from "#lib/contract/types.ts";
import { getWeekdayName } from "#lib/time/format.ts";
import { formatClockTime, getTimeZoneCity } from "#lib/time/format-short.ts";
import {
  addSlots,
  getSlotsOfDay,
  orderWeekdays,
  replaceSlot,
  revertSlots,
  type SlotFormValues,
} from "./slot-list-updates.ts";
import type { SaveSettings } from "./use-settings.ts";

const SlotDialog = lazyComponent(() => import("./slot-dialog.tsx").then((file) => file.SlotDialog));

type SlotsSectionProps = { settings: MemberSettings; zone: string; channels: readonly Channel[]; save: SaveSettings };
type SlotDialogState = { type: "new"; weekdays: number[] } | { type: "slot"; slot: Slot } | null;

/** Lists the member's weekly posting times by day. */
export function SlotsSection({ settings, zone, channels, save }: SlotsSectionProps) {
  const [opened, setOpened] = useState<SlotDialogState>(null);
  const { slots, clock } = settings;
  const isFull = slots.length >= limits.slotsPerMember;

  function saveSlots(next: Slot[], message: string) {
    save({ slots: next }, message, (now) => ({ slots: revertSlots(slots, next, now.slots) }));
  }

  function remove(slot: Slot) {
    const message = `${getWeekdayName(slot.weekday)}, ${formatClockTime(slot.time, clock)} removed`;
    saveSlots(
      slots.filter((one) => one.id !== slot.id),
      message,
    );
  }

  function onSave(form: SlotFormValues) {
    const time = formatClockTime(form.time, clock);
    const days = form.weekdays.length === 1 ? getWeekdayName(form.weekdays[0] ?? 0) : `${form.weekdays.length} days`;
    const next = opened?.type === "slot" ? replaceSlot(slots, opened.slot, form) : addSlots(slots, form);
    setOpened(null);
    saveSlots(next, `${days}, ${time}`);
  }

  return (
    <Section
      id="slots"
      title="Weekly posting slots"
      note={`Your regular posting times. “Add to queue” in Compose uses the first free one. Times in ${getTimeZoneCity(zone)}`}
      actions={
        <Button
          icon={<Plus className="size-4" />}
          aria-haspopup="dialog"
          disabled={isFull}
          onClick={() => setOpened({ type: "new", weekdays: [1, 2, 3, 4, 5] })}
        >
          Add a time
        </Button>
      }
    >
      <Card flush>
        <ul aria-label="Posting slots by weekday">
          {orderWeekdays(settings.week_start).map((weekday) => (
            <li
              key={weekday}
              className="grid grid-cols-[88px_minmax(0,1fr)_auto] items-center gap-x-4 border-b px-[18px] py-2 last:border-b-0 max-sm:grid-cols-[minmax(0,1fr)_auto]"
            >
              <h3 className="text-14 font-medium">{getWeekdayName(weekday)}</h3>
              <SlotTimes
                slots={getSlotsOfDay(slots, weekday)}
                clock={clock}
                channels={channels}
                onOpen={(slot) => setOpened({ type: "slot", slot })}
                onRemove={remove}
              />
              <IconButton
                label={`Add a time on ${getWeekdayName(weekday)}`}
                disabled={isFull}
                aria-haspopup="dialog"
                className="max-sm:col-start-2 max-sm:row-start-1"
                onClick={() => setOpened({ type: "new", weekdays: [weekday] })}
              >
                <Plus className="size-4" />
              </IconButton>
            </li>
          ))}
        </ul>
      </Card>
      {isFull ? <p className="mt-2 text-13 text-ink-3">{limits.slotsPerMember} slots is the maximum.</p> : null}
      {opened ? (
        <Suspense>
          <SlotDialog
            slots={slots}
            slot={opened.type === "slot" ? opened.slot : null}
            weekdays={opened.type === "new" ? opened.weekdays : [opened.slot.weekday]}
            weekStart={settings.week_start}
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

type SlotTimesProps = {
  slots: readonly Slot[];
  clock: "24" | "12";
  channels: readonly Channel[];
  onOpen: (slot: Slot) => void;
  onRemove: (slot: Slot) => void;
};

function SlotTimes({ slots, clock, channels, onOpen, onRemove }: SlotTimesProps) {
  if (slots.length === 0) return <p className="text-13 text-ink-3 max-sm:col-span-2">No times</p>;
  return (
    <ul className="flex flex-wrap gap-2 py-0.5 max-sm:col-span-2">
      {slots.map((slot) => {
        const time = formatClockTime(slot.time, clock);
        const where = describeSlotChannels(slot, channels);
        return (
          <li key={slot.id} className="inline-flex items-center rounded-chip border border-dashed border-line-strong">
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => onOpen(slot)}
              className="inline-flex h-[34px] items-center gap-2 rounded-l-chip pr-1.5 pl-2.5 hover:bg-sunk pointer-coarse:h-11"
            >
              <span className="font-mono text-13">{time}</span>
              {where.platforms.length > 0 ? (
                <span className="inline-flex gap-1" title={where.text}>
                  <span className="sr-only">{where.text}</span>
                  {where.platforms.map((platform) => (
                    <PlatformIcon key={platform} platform={platform} size="small" />
                  ))}
                </span>
              ) : (
                <span className="text-12 text-ink-3">{where.text}</span>
              )}
            </button>
            <button
              type="button"
              aria-label={`Remove ${getWeekdayName(slot.weekday)}, ${time}`}
              onClick={() => onRemove(slot)}
              className="grid h-[34px] w-7 place-items-center rounded-r-chip text-ink-3 hover:bg-sunk hover:text-ink pointer-coarse:h-11 pointer-coarse:w-11"
            >
              <span className="text-15 leading-none">×</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** Describes a slot's channels. The text names the platforms too, because the icons have no label. */
function describeSlotChannels(slot: Slot, channels: readonly Channel[]): { platforms: string[]; text: string } {
  if (slot.channels.length === 0) return { platforms: [], text: "any channel" };
  const slotChannels = channels.filter(({ id }) => slot.channels.includes(id));
  const names = slotChannels.map(formatChannelOnPlatform);
  if (names.length < slot.channels.length) names.push("deleted channel");
  return { platforms: [...new Set(slotChannels.map(({ platform }) => platform))], text: names.join(", ") };
}
