import "server-only";
import { cookies } from "next/headers";
import { cache } from "react";
import * as z from "zod";
import { MemberSettings, type MemberSettingsChange } from "#lib/contract/endpoints/settings.ts";
import type { Result } from "#lib/contract/errors.ts";
import { getAppRuntime } from "#lib/embedded-service.ts";
import { getServiceCapabilities } from "#lib/gateway/service-capabilities.ts";
import { getServiceClient } from "#lib/gateway/service-client.ts";
import { getSession } from "#lib/session/session.ts";
import { isTimeZone } from "#lib/time/time-zone.ts";

type Change = z.infer<typeof MemberSettingsChange>;
type MemberSettingsValue = z.infer<typeof MemberSettings>;

/** Where the service keeps no settings, what only concerns the dashboard is kept in the browser under this name. */
const cookieName = "pw_settings";
const yearSeconds = 365 * 24 * 60 * 60;
const zone = z.string().max(100).refine(isTimeZone).nullable().catch(null);
const CookieSettings = z.object({
  zone,
  second_zone: zone,
  week_start: MemberSettings.shape.week_start.catch(1),
  clock: MemberSettings.shape.clock.catch("24"),
  density: MemberSettings.shape.density.catch("comfortable"),
  checklist_hidden: MemberSettings.shape.checklist_hidden.catch(false),
  always_split: MemberSettings.shape.always_split.catch(false),
  numbering: MemberSettings.shape.numbering.catch(false),
});
const way = { app: true, email: false, push: false };
const defaultSettings = {
  slots: [],
  views: [],
  channel_sets: [],
  notices: { post_failed: way, channel_ending: way, claim_decided: way, claims_waiting: way, notice_failed: way },
};

/** True where the service keeps settings, slots and saved views; else some are kept in this browser. */
export async function supportsSettings(): Promise<boolean> {
  return (await getServiceCapabilities()).has("changeSettings");
}

/** The settings of who is signed in; asked once per request. */
export const getSettings = cache(async (): Promise<Result<MemberSettingsValue>> => {
  if (await supportsSettings()) return (await getServiceClient()).getSettings();
  return { ok: { ...defaultSettings, ...(await readCookieSettings()) } };
});

/** Settings to show a page by, whatever happens: without an answer or anybody signed in, the presets. */
export const readSettingsOrDefaults = cache(async (): Promise<MemberSettingsValue> => {
  const presets = { ...defaultSettings, ...CookieSettings.parse({}) };
  return (await getSession()) ? ((await getSettings()).ok ?? presets) : presets;
});

/** Changes what is named. Only in an action or a route handler, for it may set a cookie. */
export async function updateSettings(change: Change): Promise<Result<MemberSettingsValue>> {
  if (await supportsSettings()) return (await getServiceClient()).changeSettings(change);
  for (const field of ["zone", "second_zone"] as const) {
    const wanted = change[field];
    if (typeof wanted === "string" && !isTimeZone(wanted)) {
      const message = `There is no time zone called "${wanted.slice(0, 60)}". Use a name such as Europe/Berlin.`;
      return { error: { code: "invalid_request", message, status: 400, field } };
    }
  }
  if (Object.keys(change).some((field) => !Object.hasOwn(CookieSettings.shape, field))) {
    const message = "This service does not keep slots, saved views, sets of channels or notices. Nothing was changed.";
    return { error: { code: "not_found", message, status: 404 } };
  }
  const kept = CookieSettings.parse({ ...(await readCookieSettings()), ...change });
  (await cookies()).set(cookieName, JSON.stringify(kept), {
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure: getAppRuntime().hosting.origin.startsWith("https:"),
    maxAge: yearSeconds,
  });
  return { ok: { ...defaultSettings, ...kept } };
}

async function readCookieSettings(): Promise<z.infer<typeof CookieSettings>> {
  try {
    const told: unknown = JSON.parse((await cookies()).get(cookieName)?.value ?? "{}");
    return CookieSettings.parse(typeof told === "object" && told !== null ? told : {});
  } catch {
    return CookieSettings.parse({});
  }
}
