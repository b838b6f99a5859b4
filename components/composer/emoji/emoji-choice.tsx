import { useId } from "react";

type EmojiRadioGroupProps<Value extends string> = {
  label: string;
  options: readonly { value: Value; name: string; sign: string }[];
  /** Null while none of them is what is seen. */
  value: Value | null;
  onChange: (value: Value) => void;
};

/** A choice shown by signs alone, in one line that scrolls under a finger. Radio buttons inside, so arrows move it. */
export function EmojiRadioGroup<Value extends string>({ label, options, value, onChange }: EmojiRadioGroupProps<Value>) {
  const group = useId();
  return (
    <fieldset className="min-w-0 overflow-x-auto rounded-control bg-sunk">
      <legend className="sr-only">{label}</legend>
      <div className="flex justify-between">
        {options.map((option) => (
          <label
            key={option.value}
            title={option.name}
            className="grid size-7 shrink-0 place-items-center rounded-chip border border-transparent text-15 has-checked:border-line has-checked:bg-paper has-checked:shadow-lift has-focus-visible:outline-2 has-focus-visible:outline-accent pointer-coarse:size-11"
          >
            <input
              type="radio"
              name={group}
              value={option.value}
              aria-label={option.name}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              // Pressed again it leads back from what was searched for.
              onClick={() => (value === null ? onChange(option.value) : undefined)}
              className="sr-only"
            />
            <span aria-hidden="true">{option.sign}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
