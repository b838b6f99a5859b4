"use client";
import { useState } from "react";
import { SegmentedControl } from "#components/ui/controls/segmented-control.tsx";
import { applyTheme } from "./apply-theme.ts";
import type { Theme } from "./theme.tsx";

const options = [
  { value: "system", label: "System" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
] as const;

/** Light, dark, or as the system has it; `theme` is what the cookie says now. */
export function ThemeSwitch({ theme }: { theme: Theme }) {
  const [chosen, setChosen] = useState(theme);

  function onChange(next: Theme) {
    setChosen(next);
    applyTheme(next);
  }

  return <SegmentedControl label="Theme" options={options} value={chosen} onChange={onChange} />;
}
