import type { BrowserContext } from "playwright/test";
import { browserZone } from "./browser-launch.ts";

type StorageState = Awaited<ReturnType<BrowserContext["storageState"]>>;

const entities: Record<string, string> = { quot: '"', amp: "&", lt: "<", gt: ">", "#x27": "'" };
const unescapeHtml = (text: string) => text.replaceAll(/&(#?\w+);/g, (all, name: string) => entities[name] ?? all);

/**
 * Fills in a form of the app and sends it without a browser, as a page without scripts does; then opens the page behind
 * it. For tests of other things: in a browser these two pages take a second of CPU time, and `auth/` tests them there.
 * @returns the cookies of the answer and the browser's time zone, for a browser's context
 * @throws if there is no form with these fields, or the form is shown again
 */
export async function submitFormWithoutBrowser(address: string, values: Record<string, string>): Promise<StorageState> {
  const html = await (await fetch(address)).text();
  const names = Object.keys(values);
  const form = html.match(/<form.*?<\/form>/gs)?.find((one) => names.every((name) => one.includes(`name="${name}"`)));
  if (!form) throw new Error(`${new URL(address).pathname} has no form with ${names.join(", ")}.`);
  const body = new FormData();
  for (const [, name = "", value = ""] of form.matchAll(/<input type="hidden" name="([^"]*)"(?: value="([^"]*)")?/g))
    body.set(name, unescapeHtml(value));
  for (const [name, value] of Object.entries(values)) body.set(name, value);
  const { origin, hostname } = new URL(address);
  const answer = await fetch(address, { method: "POST", headers: { origin }, body, redirect: "manual" });
  await answer.body?.cancel();
  const cookies = answer.headers.getSetCookie().map((line) => toCookie(line, hostname));
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const behind = new URL(answer.headers.get("location") ?? address, address);
  const page = await fetch(behind, { headers: { cookie }, redirect: "manual" });
  await page.body?.cancel();
  if (cookies.length === 0 || behind.pathname === new URL(address).pathname || !page.ok)
    throw new Error(
      `The form of ${new URL(address).pathname} was not accepted: ${answer.status}, then ${page.status}.`,
    );
  // A browser's first page would set this cookie and then refresh, in the middle of a test.
  const zone = toCookie(`tz=${encodeURIComponent(browserZone)}; Max-Age=86400`, hostname);
  return { cookies: [...cookies, zone], origins: [] };
}

/** Reads a Set-Cookie header. Our cookies are for the whole site. */
function toCookie(line: string, domain: string): StorageState["cookies"][number] {
  const [pair = "", ...attributes] = line.split(/;\s*/);
  const at = pair.indexOf("=");
  const has = (name: string) => attributes.some((one) => one.toLowerCase() === name);
  const maxAge = /;\s*max-age=(\d+)/i.exec(line)?.[1];
  return {
    name: pair.slice(0, at),
    value: pair.slice(at + 1),
    domain,
    path: "/",
    expires: maxAge === undefined ? -1 : Math.floor(Date.now() / 1000) + Number(maxAge),
    httpOnly: has("httponly"),
    secure: has("secure"),
    sameSite: has("samesite=strict") ? "Strict" : "Lax",
  };
}
