import type { KeyboardEvent } from "react";
import { Field } from "./field.tsx";
import { TextInput } from "./text-input.tsx";

type SearchFieldProps = {
  label: string;
  text: string;
  onTextChange: (text: string) => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  className?: string;
};

/** A labelled search field. */
export function SearchField({ label, text, onTextChange, onKeyDown, className }: SearchFieldProps) {
  return (
    <Field label={label} {...(className !== undefined && { className })}>
      {(control) => (
        <TextInput
          {...control}
          type="search"
          autoComplete="off"
          maxLength={200}
          value={text}
          onChange={({ target }) => onTextChange(target.value)}
          {...(onKeyDown && { onKeyDown })}
        />
      )}
    </Field>
  );
}
