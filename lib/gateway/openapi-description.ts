import "server-only";
import { timeoutMs } from "./service-client.ts";
import { serviceAt } from "./service-location.ts";

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
