import "server-only";
import { headers } from "next/headers";

/** Browser names by the first match: most browsers also claim to be the ones below. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\/|\bEdgiOS\//, "Edge"],
  [/\bOPR\/|\bOPiOS\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/\bHeadlessChrome\/|\bChrome\/|\bCriOS\//, "Chrome"],
  [/\bSafari\//, "Safari"],
  [/^curl\//, "curl"],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bLinux\b|\bX11\b/, "Linux"],
];

/** Names a browser, such as "Chrome on Linux"; never its own text, which anybody may write. */
export function formatDevice(userAgent: string): string {
  const agent = userAgent.slice(0, 500);
  const browser = browsers.find(([form]) => form.test(agent))?.[1];
  const system = systems.find(([form]) => form.test(agent))?.[1];
  if (!browser) return system ? `A browser on ${system}` : "An unknown device";
  return system ? `${browser} on ${system}` : browser;
}

/** Names the device of the current request. */
export async function getRequestDevice(): Promise<string> {
  return formatDevice((await headers()).get("user-agent") ?? "");
}
