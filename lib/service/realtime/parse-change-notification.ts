import * as z from "zod";
import { LiveEvent } from "#lib/contract/endpoints/live-events.ts";
import type { LiveEvent as Event } from "#lib/contract/types.ts";

const ChangePayload = LiveEvent.extend({ org: z.string(), member: z.string(), plan: z.boolean().default(false) });

/** A change, its owner, and whether it concerns the plan that other members read. */
export type Change = { org: string; member: string; plan: boolean; event: Event };

/** Whom a notification of the database is about, and what they are told. Null for one that can't be read. */
export function parseChangeNotification(payload: string): Change | null {
  try {
    const { org, member, plan, ...event } = ChangePayload.parse(JSON.parse(payload));
    return { org, member, plan, event };
  } catch {
    return null;
  }
}
