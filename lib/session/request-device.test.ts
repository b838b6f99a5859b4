import { expect, test, vi } from "vitest";
import { formatDevice } from "./request-device.ts";

vi.mock("server-only", () => ({}));

const chrome = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

test.for([
  [`Mozilla/5.0 (X11; Linux x86_64) ${chrome}`, "Chrome on Linux"],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Edg/140.0.0.0`, "Edge on Windows"],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:143.0) Gecko/20100101 Firefox/143.0", "Firefox on macOS"],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1",
    "Safari on iPhone",
  ],
  ["curl/8.5.0", "curl"],
  ["", "An unknown device"],
  ["<script>alert(1)</script>", "An unknown device"],
  [`${"x".repeat(1_000_000)} Chrome/1 Linux`, "An unknown device"],
] as const)("the user agent %.60s is shown as %s", ([agent, name]) => {
  expect(formatDevice(agent)).toBe(name);
});
