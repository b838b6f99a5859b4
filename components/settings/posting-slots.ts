import type { Slot } from "#lib/contract/types.ts";

/** What is filled in for one or more slots. */
export type SlotFormValues = { weekdays: number[]; time: string; channels: string[] };

/** Days of the week as slots count them, 7 for Sunday, in the member's order. */
export function orderWeekdays(weekStart: number): number[] {
  return Array.from({ length: 7 }, (_, at) => (weekStart + at) % 7 || 7);
}

/** The slots of a day in order of time. */
export function getSlotsOfDay(slots: readonly Slot[], weekday: number): Slot[] {
  return slots.filter((slot) => slot.weekday === weekday).sort((one, other) => one.time.localeCompare(other.time));
}

const sameSet = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((id) => other.includes(id));

/** Days on which a slot of that time and of those channels is there already; `but` is the one being edited. */
export function findTakenDays(slots: readonly Slot[], form: SlotFormValues, but?: Slot): number[] {
  return form.weekdays.filter((weekday) =>
    slots.some(
      (slot) =>
        slot.id !== but?.id &&
        slot.weekday === weekday &&
        slot.time === form.time &&
        sameSet(slot.channels, form.channels),
    ),
  );
}

/** All slots with those of a form added. */
export function addSlots(slots: readonly Slot[], { weekdays, time, channels }: SlotFormValues): Slot[] {
  const next = [...slots];
  for (const weekday of weekdays) next.push({ id: createSlotId(next), weekday, time, channels });
  return next;
}

/** All slots with one replaced; further days of the form are added beside it. */
export function replaceSlot(slots: readonly Slot[], old: Slot, form: SlotFormValues): Slot[] {
  const [first = old.weekday, ...rest] = form.weekdays.includes(old.weekday)
    ? [old.weekday, ...form.weekdays.filter((weekday) => weekday !== old.weekday)]
    : form.weekdays;
  const changed = { ...old, weekday: first, time: form.time, channels: form.channels };
  return addSlots(
    slots.map((slot) => (slot.id === old.id ? changed : slot)),
    { ...form, weekdays: rest },
  );
}

/** Takes one change of the slots back and keeps what was changed after it. */
export function revertSlots(before: readonly Slot[], after: readonly Slot[], now: readonly Slot[]): Slot[] {
  const was = new Map(before.map((slot) => [slot.id, slot]));
  const became = new Map(after.map((slot) => [slot.id, slot]));
  const kept = now.flatMap((slot) => {
    const old = was.get(slot.id);
    const isAdded = !old && became.has(slot.id);
    if (isAdded) return [];
    // What this change left as it was is not its to take back.
    return [old && became.get(slot.id) !== old ? old : slot];
  });
  const removed = before.filter(({ id }) => !became.has(id) && !now.some((slot) => slot.id === id));
  return [...kept, ...removed];
}

function createSlotId(slots: readonly Slot[]): string {
  const taken = new Set(slots.map(({ id }) => id));
  let at = slots.length + 1;
  while (taken.has(`s${at}`)) at += 1;
  return `s${at}`;
}
