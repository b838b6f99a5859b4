import "server-only";
import { serviceTimeoutMs } from "./service-client.ts";
import { getServiceLocation } from "./service-location.ts";

/** The service's own description, unread; null when it has none or can't be reached. `baseUrl` is where it is served. */
export async function getOpenApiDescription(): Promise<{ baseUrl: string; description: unknown }> {
  const { baseUrl, fetch } = getServiceLocation();
  try {
    const answer = await fetch(
      new Request(`${baseUrl}/openapi.json`, { signal: AbortSignal.timeout(serviceTimeoutMs) }),
    );
    return { baseUrl, description: answer.ok ? await answer.json() : null };
  } catch {
    return { baseUrl, description: null };
  }
}
