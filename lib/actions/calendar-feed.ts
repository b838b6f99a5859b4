"use server";
import type { Result } from "#lib/contract/errors.ts";
import { getServiceClient } from "#lib/gateway/service-client.ts";

/** Creates the member's private calendar address, shown only once; a former address stops working. */
export async function createCalendarFeed(): Promise<Result<{ url: string }>> {
  return (await getServiceClient()).createFeed();
}

/** Revokes the member's private calendar address. */
export async function revokeCalendarFeed(): Promise<Result<{ revoked: boolean }>> {
  return (await getServiceClient()).revokeFeed();
}
