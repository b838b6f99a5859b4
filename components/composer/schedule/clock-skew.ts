import { getClockSkewMs, setClockSkewMs } from "./server-clock.ts";

/** So far a clock may be off without a word: minutes are what people choose. */
const toleratedSkewMs = 90_000;

/** How far a device's clock is ahead: the answer that said `date` (HTTP, whole seconds) was asked for and came at these, ms. */
export function computeClockSkew(date: string | null, askedMs: number, cameMs: number): number {
  const saidMs = Date.parse(date ?? "");
  if (Number.isNaN(saidMs)) return 0;
  const ahead = (askedMs + cameMs) / 2 - (saidMs + 500);
  return Math.abs(ahead) > toleratedSkewMs + (cameMs - askedMs) / 2 ? Math.round(ahead) : 0;
}

/** Asks the server for its time. @returns ms that the device is ahead; what was known before where no answer comes */
export async function measureClockSkew(): Promise<number> {
  try {
    const askedMs = Date.now();
    const answer = await fetch("/healthz", { method: "HEAD", cache: "no-store" });
    setClockSkewMs(computeClockSkew(answer.headers.get("date"), askedMs, Date.now()));
  } catch {
    // No network, no other clock.
  }
  return getClockSkewMs();
}

/** What is said of a clock that is off; null of one that is right. */
export function formatClockSkew(ahead: number): string | null {
  const minutes = Math.round(Math.abs(ahead) / 60_000);
  if (minutes === 0) return null;
  const [count, unit] =
    minutes < 90
      ? [minutes, "minute"]
      : minutes < 36 * 60
        ? [Math.round(minutes / 60), "hour"]
        : [Math.round(minutes / 1440), "day"];
  const side = ahead > 0 ? "ahead" : "behind";
  return `This device's clock is about ${count} ${unit}${count === 1 ? "" : "s"} ${side}. Times here go by the server's clock.`;
}
