import "server-only";
import type { Result } from "#lib/contract/errors.ts";
import type { PracticeTimeline } from "#lib/contract/types.ts";
import { getServiceClient, redirectIfSignedOut } from "./service-client.ts";
import { getServiceLocation } from "./service-location.ts";

/** Returns a practice channel's timeline to members of its organization. A remote service has none. */
export async function getPracticeTimeline(query: {
  username: string;
  before?: string | undefined;
  item?: string | undefined;
}): Promise<Result<PracticeTimeline>> {
  if (getServiceLocation().isRemote)
    return { error: { code: "not_found", message: "The practice channel was not found.", status: 404 } };
  return redirectIfSignedOut((await getServiceClient()).getPracticeTimeline(query));
}
