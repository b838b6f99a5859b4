"use client";
import { useController, useForm } from "react-hook-form";
import { TimeField } from "#components/date-time/time-field.tsx";
import { Button } from "#components/ui/controls/button.tsx";
import { Checkbox } from "#components/ui/controls/checkbox.tsx";
import { PlatformIcon } from "#components/ui/layout/platform-icon.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { limits } from "#lib/contract/limits.ts";
import { formatAccountHandle } from "#lib/contract/platforms/format-account-handle.ts";
import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";
import type { Channel, Slot } from "#lib/contract/types.ts";
import { getWeekdayName } from "#lib/time/format-long.ts";
import {
  findTakenDays,
  formatUnseenChannels,
  getUnseenChannels,
  orderWeekdays,
  readSlotForm,
  type SlotFields,
  type SlotFormValues,
} from "./slot-list-updates.ts";

type SlotDialogProps = {
  slots: readonly Slot[];
  /** The edited slot; null for new slots. */
  slot: Slot | null;
  weekdays: readonly number[];
  weekStart: number;
  channels: readonly Channel[];
  onSave: (form: SlotFormValues) => void;
  onRemove: (slot: Slot) => void;
  onClose: () => void;
};

/** Edits a slot's time, weekdays and channels. */
export function SlotDialog({ slots, slot, weekdays, weekStart, channels, ...on }: SlotDialogProps) {
  const unseen = getUnseenChannels(slot, channels);
  const { register, handleSubmit, setError, formState, control } = useForm<SlotFields>({
    defaultValues: {
      time: slot?.time ?? "09:00",
      weekdays: weekdays.map(String),
      channels: [...(slot?.channels ?? [])],
      keepsUnseen: true,
    },
  });
  const { errors } = formState;
  const time = useController({ control, name: "time", rules: { required: "Enter a time such as 09:30." } });

  const onSubmit = handleSubmit((fields) => {
    const form = readSlotForm(fields, { slot, channels, weekStart });
    if (form.weekdays.length === 0) return setError("weekdays", { message: "Choose at least one day." });
    const takenDays = findTakenDays(slots, form, slot ?? undefined);
    const added = form.weekdays.length - (slot ? 1 : 0);
    if (takenDays.length > 0) {
      const days = takenDays.map(getWeekdayName).join(", ");
      return setError("time", {
        message: `${days} already ${takenDays.length === 1 ? "has" : "have"} a slot at this time for these channels. Choose another time, day or channel.`,
      });
    }
    if (slots.length + added > limits.slotsPerList) {
      return setError("weekdays", {
        message: `There can be ${limits.slotsPerList} slots at most. Choose fewer days.`,
      });
    }
    on.onSave(form);
  });

  return (
    <Dialog
      open
      onClose={on.onClose}
      title={slot ? "Posting slot" : "New posting slot"}
      actions={
        <>
          {slot ? (
            <Button variant="danger" className="mr-auto" onClick={() => on.onRemove(slot)}>
              Remove
            </Button>
          ) : null}
          <Button onClick={on.onClose}>Cancel</Button>
          <Button variant="filled" type="submit" form="slot-form">
            {slot ? "Save" : "Add"}
          </Button>
        </>
      }
    >
      <form id="slot-form" noValidate onSubmit={onSubmit} className="grid gap-5">
        <TimeField
          label="Time"
          value={time.field.value}
          inputRef={time.field.ref}
          error={errors.time?.message}
          hint="When clocks change: skipped if the hour doesn't exist, used once if it repeats."
          className="max-w-80"
          onChange={time.field.onChange}
        />
        <fieldset aria-describedby={errors.weekdays ? "slot-days-error" : undefined}>
          <legend className="mb-1.5 text-13 font-medium">Days</legend>
          <div className="grid grid-cols-2 gap-x-4 gap-y-2">
            {orderWeekdays(weekStart).map((day) => (
              <Checkbox key={day} value={String(day)} {...register("weekdays")}>
                {getWeekdayName(day)}
              </Checkbox>
            ))}
          </div>
          {errors.weekdays ? (
            <p id="slot-days-error" role="alert" className="mt-1.5 text-13 text-failed">
              {errors.weekdays.message}
            </p>
          ) : null}
        </fieldset>
        <fieldset>
          <legend className="mb-1.5 text-13 font-medium">Channels</legend>
          <div className="grid gap-2">
            {channels.map(({ id, platform, name, username }) => (
              <Checkbox key={id} value={id} {...register("channels")}>
                <span className="flex min-w-0 items-center gap-2">
                  <PlatformIcon platform={platform} />
                  <span className="truncate">{name}</span>
                  <span className="truncate text-13 text-ink-3">
                    {formatPlatformName(platform)} · {formatAccountHandle(username)}
                  </span>
                </span>
              </Checkbox>
            ))}
            {unseen.length > 0 ? (
              <Checkbox {...register("keepsUnseen")}>{formatUnseenChannels(unseen.length)}</Checkbox>
            ) : null}
          </div>
          <p className="mt-1.5 text-13 text-ink-3">None selected: any channel.</p>
        </fieldset>
      </form>
    </Dialog>
  );
}
