import type { CSSProperties } from "react";

type Line = { way: "\\" | "/"; at: string; sizePx: number };

/** A line of the others' width, from corner to corner of its square. */
const line = ({ way, at, sizePx }: Line) =>
  `linear-gradient(to ${way === "\\" ? "top right" : "bottom right"}, transparent calc(50% - 0.9px), currentColor calc(50% - 0.5px) calc(50% + 0.5px), transparent calc(50% + 0.9px)) ${at} / ${sizePx}px ${sizePx}px no-repeat`;
const drawn = (...lines: readonly Line[]): CSSProperties => ({ background: lines.map(line).join() });

const styles = {
  up: drawn({ way: "/", at: "4px 6px", sizePx: 4 }, { way: "\\", at: "8px 6px", sizePx: 4 }),
  down: drawn({ way: "\\", at: "4px 6px", sizePx: 4 }, { way: "/", at: "8px 6px", sizePx: 4 }),
  cross: drawn({ way: "\\", at: "4px 4px", sizePx: 8 }, { way: "/", at: "4px 4px", sizePx: 8 }),
  grip: {
    background: "radial-gradient(circle, currentColor 1px, transparent 1.5px) 0 0 / 4px 5px content-box",
    padding: "1px 4px 0",
  },
} as const satisfies Record<string, CSSProperties>;

/**
 * An icon of a row, as others look but drawn by gradients: to Chromium each `svg` is a picture with a place of its own,
 * and with each key it puts those of all rows in view together anew.
 */
export function RowIcon({ is }: { is: keyof typeof styles }) {
  return (
    // Where the system chooses the colours, it takes gradients away, and with them the icon.
    <span
      aria-hidden="true"
      className="size-4 forced-color-adjust-none forced-colors:text-[ButtonText]"
      style={styles[is]}
    />
  );
}
