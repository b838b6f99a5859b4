import { type ReactNode, useId } from "react";
import { ExclamationIcon } from "#components/ui/feedback/exclamation-icon.tsx";
import { joinClassNames } from "#components/ui/join-class-names.ts";

/** Attributes for the control inside a field; spread them on the input. */
export type FieldControl = {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
};

type FieldProps = {
  label: string;
  /** One sentence under the control. */
  hint?: ReactNode;
  /** The mistake and how to fix it, shown in addition to the hint. */
  error?: ReactNode;
  /** Hides the label visually, when its surroundings already say the same. */
  quietLabel?: boolean;
  className?: string;
  children: (control: FieldControl) => ReactNode;
};

/** A control with its label, hint and error, connected for screen readers. */
export function Field({ label, hint, error, quietLabel, className, children }: FieldProps) {
  const id = useId();
  const hintId = `${id}hint`;
  const errorId = `${id}error`;
  const describedBy = [error ? errorId : "", hint ? hintId : ""].filter(Boolean).join(" ");
  return (
    <div className={joinClassNames("grid gap-1.5", className)}>
      <label htmlFor={id} className={quietLabel ? "sr-only" : "text-13 font-medium text-ink"}>
        {label}
      </label>
      {children({ id, "aria-describedby": describedBy || undefined, "aria-invalid": error ? true : undefined })}
      {error ? (
        <p id={errorId} className="flex gap-1.5 text-13 text-failed">
          <ExclamationIcon className="mt-0.5 size-3.5" />
          <span>{error}</span>
        </p>
      ) : null}
      {hint ? (
        <p id={hintId} className="text-13 text-ink-3">
          {hint}
        </p>
      ) : null}
    </div>
  );
}
