"use server";
import type { Result } from "#lib/contract/errors.ts";
import { gateway } from "#lib/gateway/service-client.ts";

/** Makes the member's private calendar address; a former one works no longer. It is told this once. */
export async function createFeed(): Promise<Result<{ url: string }>> {
  return (await gateway()).createFeed();
}

/** Makes the member's private calendar address worth nothing. */
export async function revokeFeed(): Promise<Result<{ revoked: boolean }>> {
  return (await gateway()).revokeFeed();
}
