import "server-only";
import { cookies } from "next/headers";
import { cache } from "react";
import * as z from "zod";
import type { Result } from "#lib/contract/errors.ts";
import { Settings, type SettingsChange } from "#lib/contract/endpoints/settings.ts";
import { readSlot } from "#lib/embedded-service.ts";
import { readSession } from "#lib/session/session.ts";
import { isZone } from "#lib/time/time-zone.ts";
import { offeredAbilities } from "#lib/gateway/service-capabilities.ts";
import { gateway } from "#lib/gateway/service-client.ts";

type Change = z.infer<typeof SettingsChange>;
type Wanted = z.infer<typeof Settings>;

/** Where the service keeps no settings, what only concerns the dashboard is kept in the browser under this name. */
const cookieName = "pw_settings";
const yearSeconds = 365 * 24 * 60 * 60;
const zone = z.string().max(100).refine(isZone).nullable().catch(null);
const Kept = z.object({
  zone,
  second_zone: zone,
  week_start: Settings.shape.week_start.catch(1),
  clock: Settings.shape.clock.catch("24"),
  density: Settings.shape.density.catch("comfortable"),
  checklist_hidden: Settings.shape.checklist_hidden.catch(false),
  always_split: Settings.shape.always_split.catch(false),
  numbering: Settings.shape.numbering.catch(false),
});
const way = { app: true, email: false, push: false };
const withoutService = {
  slots: [],
  views: [],
  channel_sets: [],
  notices: { post_failed: way, channel_ending: way, claim_decided: way, claims_waiting: way, notice_failed: way },
};

/** True where the service keeps settings, slots and saved views; else some are kept in this browser. */
export async function keepsSettings(): Promise<boolean> {
  return (await offeredAbilities()).has("changeSettings");
}

/** The settings of who is signed in; asked once per request. */
export const getSettings = cache(async (): Promise<Result<Wanted>> => {
  if (await keepsSettings()) return (await gateway()).getSettings();
  return { ok: { ...withoutService, ...(await readKept()) } };
});

/** Settings to show a page by, whatever happens: without an answer or anybody signed in, the presets. */
export const readSettings = cache(async (): Promise<Wanted> => {
  const presets = { ...withoutService, ...Kept.parse({}) };
  return (await readSession()) ? ((await getSettings()).ok ?? presets) : presets;
});

/** Changes what is named. Only in an action or a route handler, for it may set a cookie. */
export async function changeSettings(change: Change): Promise<Result<Wanted>> {
  if (await keepsSettings()) return (await gateway()).changeSettings(change);
  for (const field of ["zone", "second_zone"] as const) {
    const wanted = change[field];
    if (typeof wanted === "string" && !isZone(wanted)) {
      const message = `There is no time zone called "${wanted.slice(0, 60)}". Use a name such as Europe/Berlin.`;
      return { error: { code: "invalid_request", message, status: 400, field } };
    }
  }
  if (Object.keys(change).some((field) => !Object.hasOwn(Kept.shape, field))) {
    const message = "This service does not keep slots, saved views, sets of channels or notices. Nothing was changed.";
    return { error: { code: "not_found", message, status: 404 } };
  }
  const kept = Kept.parse({ ...(await readKept()), ...change });
  (await cookies()).set(cookieName, JSON.stringify(kept), {
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure: readSlot().hosting.origin.startsWith("https:"),
    maxAge: yearSeconds,
  });
  return { ok: { ...withoutService, ...kept } };
}

async function readKept(): Promise<z.infer<typeof Kept>> {
  try {
    const told: unknown = JSON.parse((await cookies()).get(cookieName)?.value ?? "{}");
    return Kept.parse(typeof told === "object" && told !== null ? told : {});
  } catch {
    return Kept.parse({});
  }
}
