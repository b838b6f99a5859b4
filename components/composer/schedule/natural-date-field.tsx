"use client";
import type { KeyboardEvent, RefObject } from "react";
import {
  describePublishTime,
  findPublishTimeProblem,
  resolvePublishTime,
} from "#components/composer/state/publish-time.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { Field } from "#components/ui/controls/field.tsx";
import { TextInput } from "#components/ui/controls/text-input.tsx";
import { isImeComposing } from "#components/ui/keyboard/is-ime-composing.tsx";
import { usePreferences } from "#lib/queries/preferences-context.ts";
import type { NaturalDateResult } from "./use-natural-date.ts";

type NaturalDateFieldProps = {
  text: string;
  read: NaturalDateResult;
  /** True once the author has finished typing a text that can't be parsed. */
  needsAnswer: boolean;
  now: Date;
  field: RefObject<HTMLInputElement | null>;
  onChange: (text: string) => void;
  onUse: () => void;
};

/** A field for a time in natural language. The parsed time is shown in full before the author accepts it. */
export function NaturalDateField({ text, read, needsAnswer, now, field, onChange, onUse }: NaturalDateFieldProps) {
  const { clock } = usePreferences();
  const when = read.type === "read" ? read.when : null;
  const due = when ? resolvePublishTime(when, now) : null;
  const echo =
    when && due ? (findPublishTimeProblem(when, due, clock) ?? describePublishTime(when, due, now, clock)) : null;
  const isRefused = needsAnswer && read.type === "unread";
  return (
    <div className="mt-4 grid gap-1.5">
      <Field
        label="Type a time"
        hint={'Such as "tomorrow 9", "fri 14:30", "in 2h".'}
        error={isRefused ? 'Couldn\'t read that. Try "tomorrow 9:00", or clear it.' : undefined}
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
              onUse();
            }}
          />
        )}
      </Field>
      <div role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-14">
        {echo ? <p className="mr-auto">{echo}</p> : null}
        {read.type === "unread" && !isRefused ? (
          <p className="text-ink-3">Couldn't read that. Try "tomorrow 9:00", or pick a date.</p>
        ) : null}
        {when ? (
          <Button size="small" onClick={onUse}>
            Use this time
          </Button>
        ) : null}
      </div>
    </div>
  );
}
