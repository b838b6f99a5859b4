import { deviceClock } from "#components/ui/server-clock.ts";

/** Smaller differences are not reported, because authors choose whole minutes. */
const toleratedSkewMs = 90_000;

/**
 * Computes how far the device's clock is ahead of the server's, ms. `date` is the HTTP header, in whole seconds;
 * `askedMs` and `cameMs` are the device's times of request and answer.
 */
export function computeClockSkew(date: string | null, askedMs: number, cameMs: number): number {
  const saidMs = Date.parse(date ?? "");
  if (Number.isNaN(saidMs)) return 0;
  const ahead = (askedMs + cameMs) / 2 - (saidMs + 500);
  return Math.abs(ahead) > toleratedSkewMs + (cameMs - askedMs) / 2 ? Math.round(ahead) : 0;
}

/**
 * Measures the clock skew by a request to the server.
 * @returns ms that the device's clock is ahead; the previous value without an answer
 */
export async function measureClockSkew(): Promise<number> {
  try {
    const askedMs = Date.now();
    const answer = await fetch("/healthz", { method: "HEAD", cache: "no-store" });
    deviceClock.aheadMs = computeClockSkew(answer.headers.get("date"), askedMs, Date.now());
  } catch {
    // Without a network the previous value stays.
  }
  return deviceClock.aheadMs ?? 0;
}

/** Formats the warning about a wrong clock; null if the clock is right. */
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
  return `This device's clock is about ${count} ${unit}${count === 1 ? "" : "s"} ${side}. Times here use the server's clock.`;
}
