"use client";
import { type FormEvent, useState } from "react";
import { useCalendarContext } from "#components/calendar/calendar-context.tsx";
import { DateField } from "#components/date-time/date-field.tsx";
import { Button } from "#components/ui/controls/button.tsx";
import { Field } from "#components/ui/controls/field.tsx";
import { TextInput } from "#components/ui/controls/text-input.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { showToast } from "#components/ui/feedback/toast.tsx";
import type { NewToast } from "#components/ui/feedback/toast-store.ts";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { createCalendarNote, deleteCalendarNote, updateCalendarNote } from "#lib/actions/calendar-notes.ts";
import type { Failure, Result } from "#lib/contract/errors.ts";
import { limits } from "#lib/contract/limits.ts";
import { describeFailure } from "#lib/contract/messages/describe-failure.ts";
import type { CalendarNote } from "#lib/contract/types.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import { type Day, isDay } from "#lib/time/days.ts";

type NoteDialogProps = {
  day: Day;
  /** Null for a new note. */
  note: CalendarNote | null;
  onChanged: () => void;
  onClose: () => void;
};

/** Edits a short note on a day for everyone of the organization, such as a holiday, a release or a fair. */
export function NoteDialog({ day, note, onChanged, onClose }: NoteDialogProps) {
  const { me } = useCalendarContext();
  const [text, setText] = useState(note?.text ?? "");
  const [date, setDate] = useState(note?.day ?? day);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [pending, setPending] = useState<"save" | "remove" | null>(null);
  const canEdit = note === null || note.member.id === me.id || me.isAdmin;

  async function run(
    action: "save" | "remove",
    request: () => Promise<Result<unknown>>,
    message: string,
    undo?: NewToast["undo"],
  ) {
    setPending(action);
    const result = await request().catch((error: unknown) => ({ error: toReadFailure(error) }));
    setPending(null);
    setFailure(result.error ?? null);
    if (result.error) return;
    onChanged();
    onClose();
    showToast({ message, ...(undo && { undo }) });
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    const body = { day: date, text: text.trim() };
    if (note) void run("save", () => updateCalendarNote({ id: note.id, ...body }), "Note saved");
    else void run("save", () => createCalendarNote(body), "Note pinned");
  }

  function onDelete(deleted: CalendarNote) {
    const restore = async () => {
      const { error } = await createCalendarNote({ day: deleted.day, text: deleted.text }).catch((failed: unknown) => ({
        error: toReadFailure(failed),
      }));
      if (error)
        return void showToast({
          tone: "failed",
          message: `${describeFailure(error).what} ${describeFailure(error).next}`,
        });
      onChanged();
    };
    void run("remove", () => deleteCalendarNote({ id: deleted.id }), "Note deleted", restore);
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={note ? "Note" : "Pin a note"}
      description={
        canEdit ? "Everyone in your organization sees it." : `Pinned by ${note?.member.name}, who can edit it.`
      }
    >
      <form onSubmit={onSubmit} className="grid gap-3.5">
        <Field label="Text">
          {(control) => (
            <TextInput
              {...control}
              value={text}
              maxLength={limits.noteCharacters}
              readOnly={!canEdit}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <DateField label="Day" value={date} readOnly={!canEdit} onChange={setDate} />
        {failure ? (
          <Banner tone="failed" role="alert">
            {describeFailure(failure).what} {describeFailure(failure).next}
          </Banner>
        ) : null}
        {canEdit ? (
          <div className="flex justify-end gap-2">
            {note ? (
              <Button
                variant="danger"
                pending={pending === "remove"}
                onClick={() => onDelete(note)}
                className="mr-auto"
              >
                Delete
              </Button>
            ) : null}
            <Button
              type="submit"
              variant="filled"
              pending={pending === "save"}
              disabled={text.trim() === "" || !isDay(date)}
            >
              {note ? "Save" : "Pin note"}
            </Button>
          </div>
        ) : null}
      </form>
    </Dialog>
  );
}
