import type { KeyboardEvent } from "react";
import { Field } from "./field.tsx";
import { TextInput } from "./text-input.tsx";

type SearchFieldProps = {
  label: string;
  words: string;
  onWords: (words: string) => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  className?: string;
};

/** A labelled search field. */
export function SearchField({ label, words, onWords, onKeyDown, className }: SearchFieldProps) {
  return (
    <Field label={label} {...(className !== undefined && { className })}>
      {(control) => (
        <TextInput
          {...control}
          type="search"
          autoComplete="off"
          maxLength={200}
          value={words}
          onChange={({ target }) => onWords(target.value)}
          {...(onKeyDown && { onKeyDown })}
        />
      )}
    </Field>
  );
}
