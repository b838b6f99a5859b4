import { cn } from "#components/ui/cn.tsx";

const tones = {
  accent: "",
  gold: "[--bar:var(--gold)]",
  published: "[--bar:var(--published)]",
  publishing: "[--bar:var(--publishing)]",
};

type ProgressBarProps = {
  /** 0 to `max`. Left out: busy, without knowing how long. */
  value?: number;
  max?: number;
  /** What it measures, for screen readers; the number itself also stands in words beside the bar. */
  label: string;
  tone?: keyof typeof tones;
  className?: string;
};

/** How far something is. */
export function ProgressBar({ value, max = 1, label, tone = "accent", className }: ProgressBarProps) {
  return (
    <progress
      aria-label={label}
      max={max}
      {...(value === undefined ? {} : { value: Math.min(Math.max(value, 0), max) })}
      className={cn(
        "bar block h-[5px] rounded-full",
        value === undefined && "animate-breathe",
        tones[tone],
        className ?? "w-full",
      )}
    />
  );
}
