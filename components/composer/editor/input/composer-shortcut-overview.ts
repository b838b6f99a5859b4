import type { Shortcut } from "#components/ui/keyboard/shortcut-registry.tsx";

/** The composer's shortcuts for the shortcut overview. */
export const composerShortcutOverview: readonly Shortcut[] = [
  { keys: "enter enter enter", label: "New part (at the end)" },
  { keys: "backspace", label: "Join with previous part (at the start)" },
  { keys: "delete", label: "Join with next part (at the end)" },
  { keys: "arrowup", label: "Part above (from the first line)" },
  { keys: "arrowdown", label: "Part below (from the last line)" },
  { keys: "alt+arrowup", label: "Move part up" },
  { keys: "alt+arrowdown", label: "Move part down" },
  { keys: "mod+e", label: "Switch view" },
  { keys: "mod+z", label: "Undo" },
  { keys: "mod+shift+z", label: "Redo" },
  { keys: "mod+enter", label: "Publish, or schedule at the chosen time" },
  { keys: "mod+alt+enter", label: "Schedule…" },
  { keys: "mod+shift+enter", label: "Add to queue" },
];
