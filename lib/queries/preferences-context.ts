"use client";
import { createContext, useContext } from "react";
import type { DisplayPreferences } from "#lib/time/display-preferences.ts";

const defaultPreferences: DisplayPreferences = {
  zone: "UTC",
  secondZone: null,
  weekStart: 1,
  clock: "24",
  density: "comfortable",
};

/** Filled by the desk; outside it, the presets. */
export const PreferencesContext = createContext<DisplayPreferences>(defaultPreferences);

/** How the signed-in member wants times and lists to look, for components that a page does not tell it. */
export function usePreferences(): DisplayPreferences {
  return useContext(PreferencesContext);
}
