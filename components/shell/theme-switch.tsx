"use client";
import { useState } from "react";
import { SegmentedControl } from "#components/ui/controls/segmented-control.tsx";
import { applyTheme } from "./apply-theme.ts";
import type { Theme } from "./theme-cookie.ts";

const options = [
  { value: "system", label: "System" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
] as const;

/** Switches between light, dark and the system's theme; `theme` is the cookie's current value. */
export function ThemeSwitch({ theme }: { theme: Theme }) {
  const [chosen, setChosen] = useState(theme);

  function onChange(next: Theme) {
    setChosen(next);
    applyTheme(next);
  }

  return <SegmentedControl label="Theme" options={options} value={chosen} onChange={onChange} />;
}
