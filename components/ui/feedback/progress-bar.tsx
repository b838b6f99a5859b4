import { joinClassNames } from "#components/ui/join-class-names.ts";

const tones = {
  accent: "",
  gold: "[--bar:var(--gold)]",
  published: "[--bar:var(--published)]",
  publishing: "[--bar:var(--publishing)]",
};

type ProgressBarProps = {
  /** 0 to `max`. Without a value: busy for an unknown time. */
  value?: number;
  max?: number;
  /** Accessible name; the number itself is also in the text beside the bar. */
  label: string;
  tone?: keyof typeof tones;
  className?: string;
};

export function ProgressBar({ value, max = 1, label, tone = "accent", className }: ProgressBarProps) {
  return (
    <progress
      aria-label={label}
      max={max}
      {...(value === undefined ? {} : { value: Math.min(Math.max(value, 0), max) })}
      className={joinClassNames(
        "bar block h-1 rounded-full",
        value === undefined && "animate-breathe",
        tones[tone],
        className ?? "w-full",
      )}
    />
  );
}
