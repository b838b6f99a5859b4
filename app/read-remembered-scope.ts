import { cookies } from "next/headers";
import { scopeCookie } from "#lib/queries/calendar.ts";

/** Returns the id of the membership that last chose to see everybody's posts in this browser; null without a choice. */
export async function readEveryoneScopeMember(): Promise<string | null> {
  return (await cookies()).get(scopeCookie)?.value ?? null;
}
