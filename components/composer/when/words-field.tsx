"use client";
import { type KeyboardEvent, useEffect, useState } from "react";
import { Button } from "#components/ui/button";
import { isComposingKey } from "#components/ui/composing-key";
import { Field } from "#components/ui/field";
import { TextInput } from "#components/ui/text-input";
import { usePreferences } from "#lib/queries/preferences";
import type { When } from "../machine/draft.ts";
import { dueAt, echoText, wrongTime } from "../machine/when-words.ts";

type Reader = typeof import("./read-when.ts");
type WordsFieldProps = { zone: string; now: Date; onSet: (when: When) => void };

/** A time in words; what is understood is told whole before it is taken. */
export function WordsField({ zone, now, onSet }: WordsFieldProps) {
  const { clock } = usePreferences();
  const [words, setWords] = useState("");
  const [reader, setReader] = useState<Reader | null>(null);
  const isWanted = words !== "";
  useEffect(() => {
    if (!isWanted) return;
    let here = true;
    import("./read-when.ts").then(
      (loaded) => here && setReader(loaded),
      () => undefined,
    );
    return () => {
      here = false;
    };
  }, [isWanted]);

  const when = reader && words.trim() !== "" ? reader.readWhen(words, { now, zone, clock }) : null;
  const due = when ? dueAt(when, now) : null;
  const echo = when && due ? (wrongTime(when, due, clock) ?? echoText(when, due, now, clock)) : null;
  const isUnread = reader !== null && words.trim() !== "" && !when;

  function use() {
    if (!when) return;
    onSet(when);
    setWords("");
  }

  return (
    <div className="mt-4 grid gap-1.5">
      <Field label="In words" hint={'Such as "tomorrow 9", "fri 14:30", "in 2h".'}>
        {(control) => (
          <TextInput
            {...control}
            value={words}
            autoComplete="off"
            maxLength={100}
            onChange={(event) => setWords(event.target.value)}
            onKeyDown={(event: KeyboardEvent) => {
              if (event.key !== "Enter" || isComposingKey(event.nativeEvent)) return;
              event.preventDefault();
              use();
            }}
          />
        )}
      </Field>
      <div role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-14">
        {echo ? <p className="mr-auto">{echo}</p> : null}
        {isUnread ? (
          <p className="text-ink-3">Not understood yet. Choose a day and a time below, or say it otherwise.</p>
        ) : null}
        {when ? (
          <Button size="small" onClick={use}>
            Use this time
          </Button>
        ) : null}
      </div>
    </div>
  );
}
