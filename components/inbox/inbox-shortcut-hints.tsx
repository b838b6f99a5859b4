import { Kbd } from "#components/ui/keyboard/kbd.tsx";

type InboxShortcutHintsProps = { canSnooze: boolean; canAssign: boolean };

/** Lists the page's shortcuts on devices with a keyboard. */
export function InboxShortcutHints({ canSnooze, canAssign }: InboxShortcutHintsProps) {
  const keys = [
    { keys: ["j", "k"], does: "move" },
    { keys: ["enter"], does: "fix" },
    { keys: ["u"], does: "read, unread" },
    { keys: ["e"], does: "done" },
    ...(canSnooze ? [{ keys: ["s"], does: "snooze" }] : []),
    ...(canAssign ? [{ keys: ["a"], does: "assign" }] : []),
  ];
  return (
    <p
      aria-hidden="true"
      className="mt-4 flex flex-wrap gap-x-4 gap-y-1.5 text-12 text-ink-3 pointer-coarse:hidden max-sm:hidden"
    >
      {keys.map((key) => (
        <span key={key.does} className="inline-flex items-center gap-1.5">
          {key.keys.map((one) => (
            <Kbd key={one} keys={one} />
          ))}
          {key.does}
        </span>
      ))}
    </p>
  );
}
