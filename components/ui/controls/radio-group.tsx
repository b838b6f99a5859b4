import { useId } from "react";

type RadioGroupProps<Value extends string> = {
  legend: string;
  options: readonly { value: Value; label: string }[];
  /** Undefined until an option is chosen. */
  value: Value | undefined;
  onChange: (value: Value) => void;
};

/** A choice of a few options, one line each. */
export function RadioGroup<Value extends string>({ legend, options, value, onChange }: RadioGroupProps<Value>) {
  const name = useId();
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 text-13 font-medium">{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className="inline-flex items-center gap-2.5 text-14 pointer-coarse:min-h-11">
          <input
            type="radio"
            name={name}
            className="size-[18px] accent-accent"
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
