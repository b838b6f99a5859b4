"use client";
import { useState } from "react";
import { Segmented } from "#components/ui/segmented";
import { type Theme, themeCookie } from "./theme.tsx";

const options = [
  { value: "system", label: "System" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
] as const;

const yearSeconds = 365 * 24 * 60 * 60;

/** Light, dark, or as the system has it; `theme` is what the cookie says now. */
export function ThemeSwitch({ theme }: { theme: Theme }) {
  const [chosen, setChosen] = useState(theme);

  function onChange(next: Theme) {
    setChosen(next);
    const ageSeconds = next === "system" ? 0 : yearSeconds;
    // biome-ignore lint/suspicious/noDocumentCookie: cookieStore is missing on plain http, where a self-hosted desk may live
    document.cookie = `${themeCookie}=${next}; Path=/; Max-Age=${ageSeconds}; SameSite=Lax`;
    if (next === "system") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = next;
  }

  return <Segmented label="Theme" options={options} value={chosen} onChange={onChange} />;
}
