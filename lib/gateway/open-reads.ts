import "server-only";
import type { Result } from "#lib/contract/errors";
import type { PracticeTimeline } from "#lib/contract/types";
import { clientWith, timeoutMs } from "./gateway.ts";
import { serviceAt } from "./service-at.ts";

/** What needs no key: a practice channel's timeline. There is none where the service is elsewhere. */
export async function getPracticeTimeline(asked: {
  username: string;
  before?: string | undefined;
  item?: string | undefined;
}): Promise<Result<PracticeTimeline>> {
  if (serviceAt().isRemote) return { error: { code: "not_found", message: "No practice channel.", status: 404 } };
  return clientWith(null, null).getPracticeTimeline(asked);
}

/** The service's own description, unread; null when it has none or can't be reached. `baseUrl` is where it is served. */
export async function getDescription(): Promise<{ baseUrl: string; description: unknown }> {
  const { baseUrl, fetch } = serviceAt();
  try {
    const answer = await fetch(new Request(`${baseUrl}/openapi.json`, { signal: AbortSignal.timeout(timeoutMs) }));
    return { baseUrl, description: answer.ok ? await answer.json() : null };
  } catch {
    return { baseUrl, description: null };
  }
}
