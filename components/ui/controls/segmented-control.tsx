import { useId } from "react";
import { joinClassNames } from "#components/ui/join-class-names.ts";

type SegmentedControlProps<Value extends string> = {
  label: string;
  options: readonly { value: Value; label: string }[];
  /** Null while none of the options applies. */
  value: Value | null;
  onChange: (value: Value) => void;
  className?: string;
};

/**
 * A choice of two to four options that changes the view at once. Radio buttons inside, so arrow keys move the choice.
 */
export function SegmentedControl<Value extends string>({
  label,
  options,
  value,
  onChange,
  className,
}: SegmentedControlProps<Value>) {
  const name = useId();
  return (
    <fieldset className={joinClassNames("segments", className)}>
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className="segment">
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="sr-only"
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
