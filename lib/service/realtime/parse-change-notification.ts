import * as z from "zod";
import { LiveEvent } from "#lib/contract/endpoints/live-events.ts";
import type { LiveEvent as Event } from "#lib/contract/types.ts";

const ChangePayload = LiveEvent.extend({ org: z.string(), member: z.string() });

/** Whom a notification of the database is about, and what they are told. Null for one that can't be read. */
export function parseChangeNotification(payload: string): { org: string; member: string; event: Event } | null {
  try {
    const { org, member, ...event } = ChangePayload.parse(JSON.parse(payload));
    return { org, member, event };
  } catch {
    return null;
  }
}
