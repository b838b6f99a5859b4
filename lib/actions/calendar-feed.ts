"use server";
import type { Result } from "#lib/contract/errors.ts";
import { getServiceClient } from "#lib/gateway/service-client.ts";

/** Makes the member's private calendar address; a former one works no longer. It is told this once. */
export async function createCalendarFeed(): Promise<Result<{ url: string }>> {
  return (await getServiceClient()).createFeed();
}

/** Makes the member's private calendar address worth nothing. */
export async function revokeCalendarFeed(): Promise<Result<{ revoked: boolean }>> {
  return (await getServiceClient()).revokeFeed();
}
