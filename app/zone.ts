import { cookies } from "next/headers";
import { isZone } from "#lib/time/zone";

/** Holds the name of the zone that the browser's clock is in. */
export const zoneCookie = "tz";

/** The zone to write times in: the browser's, once it has told it; until then UTC. */
export async function readZone(): Promise<string> {
  const told = (await cookies()).get(zoneCookie)?.value;
  const zone = told ? decodeURIComponent(told) : "";
  return isZone(zone) ? zone : "UTC";
}
