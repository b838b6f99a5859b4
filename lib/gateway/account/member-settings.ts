import "server-only";
import { cookies } from "next/headers";
import { cache } from "react";
import * as z from "zod";
import { MemberSettings, type MemberSettingsChange } from "#lib/contract/endpoints/member-settings.ts";
import type { Result } from "#lib/contract/errors.ts";
import { requireAppRuntime } from "#lib/embedded-service.ts";
import { getServiceCapabilities } from "#lib/gateway/service-capabilities.ts";
import { getServiceClient } from "#lib/gateway/service-client.ts";
import { getSession } from "#lib/session/session.ts";
import { isTimeZone } from "#lib/time/resolve-wall-time.ts";

type Change = z.infer<typeof MemberSettingsChange>;
type MemberSettingsValue = z.infer<typeof MemberSettings>;

/** Without settings in the service, this cookie stores the ones that only concern the dashboard. */
const cookieName = "pw_settings";
const yearSeconds = 365 * 24 * 60 * 60;
const zone = z.string().max(100).refine(isTimeZone).nullable().catch(null);
const CookieSettings = z.object({
  zone,
  second_zone: zone,
  week_start: MemberSettings.shape.week_start.catch(1),
  clock: MemberSettings.shape.clock.catch(null),
  date_order: MemberSettings.shape.date_order.catch(null),
  density: MemberSettings.shape.density.catch("comfortable"),
  checklist_hidden: MemberSettings.shape.checklist_hidden.catch(false),
  always_split: MemberSettings.shape.always_split.catch(false),
  numbering: MemberSettings.shape.numbering.catch(false),
  undo_seconds: MemberSettings.shape.undo_seconds.catch(5),
});
const way = { app: true, email: false, push: false };
const defaultSettings = {
  slots: [],
  views: [],
  threads: {},
  channel_sets: [],
  notices: {
    post_failed: way,
    post_changed: way,
    problem_assigned: way,
    channel_ending: way,
    sending_paused: way,
    posts_held: way,
    claim_decided: way,
    claims_waiting: way,
    notice_failed: way,
  },
};

/** Returns true if the service stores settings, slots and saved views; otherwise this browser stores some of them. */
export async function supportsSettings(): Promise<boolean> {
  return (await getServiceCapabilities()).has("changeSettings");
}

/** Returns the settings of the signed-in member; reads them once per request. */
export const getSettings = cache(async (): Promise<Result<MemberSettingsValue>> => {
  if (await supportsSettings()) return (await getServiceClient()).getSettings();
  return { ok: { ...defaultSettings, ...(await readCookieSettings()) } };
});

/** Returns settings for rendering in every case: without an answer or a session, the defaults. */
export const readSettingsOrDefaults = cache(async (): Promise<MemberSettingsValue> => {
  const presets = { ...defaultSettings, ...CookieSettings.parse({}) };
  return (await getSession()) ? ((await getSettings()).ok ?? presets) : presets;
});

/** Changes the given settings. Only in an action or a route handler, because it may set a cookie. */
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
    const message =
      "This service does not store slots, saved views, channel sets or notification settings. Nothing was changed.";
    return { error: { code: "not_found", message, status: 404 } };
  }
  const kept = CookieSettings.parse({ ...(await readCookieSettings()), ...change });
  (await cookies()).set(cookieName, JSON.stringify(kept), {
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure: requireAppRuntime().hosting.origin.startsWith("https:"),
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
