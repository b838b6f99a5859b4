import { formatShortTime } from "#components/composer/state/publish-time.ts";
import { usePreferences } from "#lib/queries/preferences-context.ts";
import type { DisplayPreferences } from "#lib/time/display-preferences.ts";
import { useNextSlot } from "./use-next-slot.ts";

const sixDaysMs = 6 * 24 * 3_600_000;

/** Formats `Tue 09:00`; a slot later than in six days has its date too: `Tue 24 Nov, 09:00`. */
export function formatSlotTime(at: Date, preferences: Pick<DisplayPreferences, "zone" | "clock">, now: Date): string {
  const long = formatShortTime(at, preferences, now);
  return at.getTime() - now.getTime() < sixDaysMs ? long.replace(/^(\w+) \d+ \w+,/, "$1") : long;
}

/** Shows the next free slot for the channels on the button that takes it. */
export function NextSlotTime({ channelIds, now }: { channelIds: readonly string[]; now: Date }) {
  const { zone, clock } = usePreferences();
  const slot = useNextSlot({ channelIds, zone, after: null });
  if (!slot?.at) return null;
  return <span className="max-sm:sr-only"> ({formatSlotTime(new Date(slot.at), { zone, clock }, now)})</span>;
}
