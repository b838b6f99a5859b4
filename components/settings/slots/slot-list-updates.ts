import type { Slot } from "#lib/contract/types.ts";

/** The form's values for one or more slots. */
export type SlotFormValues = { weekdays: number[]; time: string; channels: string[] };

/** Returns weekdays in the member's order, numbered as in slots, with 7 for Sunday. */
export function orderWeekdays(weekStart: number): number[] {
  return Array.from({ length: 7 }, (_, number) => (weekStart + number) % 7 || 7);
}

/** Returns a day's slots in order of time. */
export function getSlotsOfDay(slots: readonly Slot[], weekday: number): Slot[] {
  return slots.filter((slot) => slot.weekday === weekday).sort((one, other) => one.time.localeCompare(other.time));
}

const isSameSet = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((id) => other.includes(id));

/** Returns the weekdays that already have a slot with that time and those channels; `editedSlot` doesn't count. */
export function findTakenDays(slots: readonly Slot[], form: SlotFormValues, editedSlot?: Slot): number[] {
  return form.weekdays.filter((weekday) =>
    slots.some(
      (slot) =>
        slot.id !== editedSlot?.id &&
        slot.weekday === weekday &&
        slot.time === form.time &&
        isSameSet(slot.channels, form.channels),
    ),
  );
}

/**
 * Returns a slot's channels that the reader can't see: those of other members only, disconnected ones, and all of them
 * while the list of channels can't be read.
 */
export function getUnseenChannels(slot: Slot | null, channels: readonly { id: string }[]): string[] {
  return (slot?.channels ?? []).filter((id) => !channels.some((channel) => channel.id === id));
}

/** The dialog's raw values: checkboxes give strings. `keepsUnseen` stands for all channels that the reader can't see. */
export type SlotFields = { time: string; weekdays: string[]; channels: string[]; keepsUnseen: boolean };

/** Returns the form's values from the dialog's raw ones. Channels that the reader can't see stay unless removed. */
export function readSlotForm(
  fields: SlotFields,
  { slot, channels, weekStart }: { slot: Slot | null; channels: readonly { id: string }[]; weekStart: number },
): SlotFormValues {
  const seen = channels.map(({ id }) => id).filter((id) => fields.channels.includes(id));
  return {
    time: fields.time,
    weekdays: orderWeekdays(weekStart).filter((day) => fields.weekdays.includes(String(day))),
    channels: fields.keepsUnseen ? [...seen, ...getUnseenChannels(slot, channels)] : seen,
  };
}

/** Names channels that the reader can't see by their number. */
export function formatUnseenChannels(count: number): string {
  return count === 1 ? "1 channel you can't see" : `${count} channels you can't see`;
}

/** Returns all slots plus those of a form. */
export function addSlots(slots: readonly Slot[], { weekdays, time, channels }: SlotFormValues): Slot[] {
  return [...slots, ...weekdays.map((weekday) => ({ id: createSlotId(), weekday, time, channels }))];
}

/** Returns all slots with one replaced; adds slots for further weekdays of the form. */
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

/** Reverts one change of the slots and keeps later changes. */
export function revertSlots(before: readonly Slot[], after: readonly Slot[], now: readonly Slot[]): Slot[] {
  const beforeById = new Map(before.map((slot) => [slot.id, slot]));
  const afterById = new Map(after.map((slot) => [slot.id, slot]));
  const reverted = now.flatMap((slot) => {
    const old = beforeById.get(slot.id);
    const isAdded = !old && afterById.has(slot.id);
    if (isAdded) return [];
    // Slots that this change left alone keep their later changes.
    return [old && afterById.get(slot.id) !== old ? old : slot];
  });
  const removed = before.filter(({ id }) => !afterById.has(id) && !now.some((slot) => slot.id === id));
  return [...reverted, ...removed];
}

/**
 * Applies this tab's change from `before` to `after` to the list as it is now, which other people and tabs may have
 * changed since this tab read it. A slot that this tab edited and another one removed is there again: the page says that
 * it is saved.
 */
export function applySlotChange(before: readonly Slot[], after: readonly Slot[], now: readonly Slot[]): Slot[] {
  const beforeById = new Map(before.map((slot) => [slot.id, slot]));
  const isEdited = (slot: Slot) => beforeById.has(slot.id) && beforeById.get(slot.id) !== slot;
  const removedByOthers = after.filter((slot) => isEdited(slot) && !now.some(({ id }) => id === slot.id));
  return [...revertSlots(after, before, now), ...removedByOthers];
}

/** Random, so that slots which two people add at the same time have different ids. */
const createSlotId = () => `s${Math.random().toString(36).slice(2)}`;
