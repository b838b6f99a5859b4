"use client";
import type { KeyboardEvent, RefObject } from "react";
import { Field } from "#components/ui/controls/field.tsx";
import { TextInput } from "#components/ui/controls/text-input.tsx";
import { isImeComposing } from "#components/ui/keyboard/is-ime-composing.tsx";

type NaturalDateFieldProps = {
  text: string;
  /** Why the text means no time; null if it does. */
  unreadProblem: string | null;
  /** True once the author has finished typing. */
  needsAnswer: boolean;
  field: RefObject<HTMLInputElement | null>;
  onChange: (text: string) => void;
  onEnter: () => void;
};

export const unreadDate = 'Couldn\'t read that. Try "tomorrow 9:00", or pick a date.';

/** A field for a time in natural language. The other fields of the dialog show the parsed time. */
export function NaturalDateField({
  text,
  unreadProblem,
  needsAnswer,
  field,
  onChange,
  onEnter,
}: NaturalDateFieldProps) {
  const isRefused = needsAnswer && unreadProblem !== null;
  return (
    <div className="grid gap-1.5">
      <Field
        label="Type a time"
        hint={'Such as "tomorrow 9", "fri 14:30", "in 2h".'}
        error={isRefused ? unreadProblem : undefined}
      >
        {(control) => (
          <TextInput
            {...control}
            ref={field}
            value={text}
            autoComplete="off"
            maxLength={100}
            onChange={(event) => onChange(event.target.value)}
            onKeyDown={(event: KeyboardEvent) => {
              if (event.key !== "Enter" || isImeComposing(event.nativeEvent)) return;
              event.preventDefault();
              onEnter();
            }}
          />
        )}
      </Field>
      <p role="status" className="text-14 text-ink-3 empty:hidden">
        {isRefused ? null : unreadProblem}
      </p>
    </div>
  );
}
