import { joinClassNames } from "#components/ui/join-class-names.ts";

const names: Record<string, string> = {
  enter: "⏎",
  backspace: "⌫",
  delete: "Del",
  alt: "Alt",
  esc: "Esc",
  space: "Space",
  shift: "⇧",
  up: "↑",
  down: "↓",
  left: "←",
  right: "→",
  pageup: "PgUp",
  pagedown: "PgDn",
  arrowup: "↑",
  arrowdown: "↓",
};

type KbdProps = {
  /** Keys joined by "+", such as "mod+enter"; `mod` is ⌘ on a Mac and Ctrl elsewhere. */
  keys: string;
  on?: "paper" | "accent" | "inverse";
};

/**
 * A key cap on the control that the key presses. Hidden on touch devices and from screen readers: use
 * aria-keyshortcuts.
 */
export function Kbd({ keys, on = "paper" }: KbdProps) {
  const parts = keys.split("+").map((key) => key.toLowerCase());
  return (
    <span
      aria-hidden="true"
      className={joinClassNames(
        "inline-flex min-h-[18px] min-w-[18px] shrink-0 items-center justify-center gap-0.5 rounded-[5px] border border-line-strong px-1 font-mono text-11 font-medium leading-none pointer-coarse:hidden",
        on === "paper" && "text-ink-3",
      )}
    >
      {parts.map((key) =>
        key === "mod" ? (
          <span key={key}>
            <span data-key="mac">⌘</span>
            <span data-key="ctrl">Ctrl</span>
          </span>
        ) : (
          <span key={key}>{names[key] ?? key.toUpperCase()}</span>
        ),
      )}
    </span>
  );
}
