"use client";
import { useRouter } from "next/navigation";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { AutosizeTextarea } from "#components/ui/controls/autosize-textarea.tsx";
import { Button } from "#components/ui/controls/button.tsx";
import { Field } from "#components/ui/controls/field.tsx";
import { TextInput } from "#components/ui/controls/text-input.tsx";
import { showToast } from "#components/ui/feedback/toast.tsx";
import type { ParsedSetting } from "./parse-organization-settings.ts";

type SettingFieldProps<T> = {
  label: string;
  hint: ReactNode;
  /** The saved value as editable text. */
  value: string;
  read: (typed: string) => ParsedSetting<T>;
  /** Resolves with true once the value is saved. */
  onSave: (value: T) => Promise<boolean>;
  disabled: boolean;
  lines?: boolean;
  placeholder?: string;
};

/** Texts that were typed and not saved when their page was left, by label; they are there again on return. */
const unsavedTexts = new Map<string, string>();

type LeftField = { label: string; typed: string; isUnsaved: boolean };

function rememberUnsaved({ label, typed, isUnsaved }: LeftField, goBack: () => void): void {
  if (!isUnsaved) return;
  unsavedTexts.set(label, typed);
  showToast({ message: `“${label}” was not saved`, kind: label, act: { label: "Back to it", run: goBack } });
}

/** A typed setting that is saved by itself. An invalid value shows its mistake at the field and is not sent. */
export function SettingField<T>(props: SettingFieldProps<T>) {
  const { label, hint, value, read, onSave, disabled, lines, placeholder } = props;
  const router = useRouter();
  const [typed, setTyped] = useState(() => unsavedTexts.get(label) ?? value);
  const [known, setKnown] = useState(value);
  const [error, setError] = useState<string | undefined>(undefined);
  const [isPending, setPending] = useState(false);
  // After a save, an undo or another administrator's change, the field shows the saved value.
  if (known !== value) {
    setKnown(value);
    setTyped(value);
    setError(undefined);
  }

  const isUnsaved = typed !== value && !disabled && !isPending;
  const latest = useRef({ label, typed, isUnsaved });
  useEffect(() => {
    latest.current = { label, typed, isUnsaved };
  });
  useEffect(() => {
    unsavedTexts.delete(latest.current.label);
    return () => rememberUnsaved(latest.current, () => router.push("/organization"));
  }, [router]);
  useEffect(() => {
    if (!isUnsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [isUnsaved]);

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    const asked = read(typed);
    setError(asked.error);
    if (asked.error !== undefined) return;
    setPending(true);
    await onSave(asked.ok);
    setPending(false);
  }

  const shared = { value: typed, disabled, placeholder };
  return (
    <form
      noValidate
      className="flex flex-wrap items-start gap-x-2 gap-y-2 border-b px-[18px] py-3.5 last:border-b-0"
      onSubmit={(event) => void onSubmit(event)}
    >
      <Field label={label} hint={hint} error={error} className="min-w-0 flex-1 basis-60">
        {(control) =>
          lines ? (
            <AutosizeTextarea {...control} {...shared} rows={3} onChange={(event) => setTyped(event.target.value)} />
          ) : (
            <TextInput {...control} {...shared} autoComplete="off" onChange={(event) => setTyped(event.target.value)} />
          )
        }
      </Field>
      {disabled ? null : (
        <Button type="submit" pending={isPending} disabled={typed === value} className="mt-6">
          Save<span className="sr-only"> {label}</span>
        </Button>
      )}
    </form>
  );
}
