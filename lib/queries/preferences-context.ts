"use client";
import { createContext, useContext } from "react";
import type { DisplayPreferences } from "#lib/time/display-preferences.ts";

const defaultPreferences: DisplayPreferences = {
  zone: "UTC",
  secondZone: null,
  weekStart: 1,
  clock: "24",
  dateOrder: "day_first",
  density: "comfortable",
  undoSeconds: 5,
};

/** Filled by the dashboard layout; the defaults outside it. */
export const PreferencesContext = createContext<DisplayPreferences>(defaultPreferences);

/** Returns the signed-in member's preferences for times and lists, for components that get no such prop. */
export function usePreferences(): DisplayPreferences {
  return useContext(PreferencesContext);
}
