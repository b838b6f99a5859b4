import "server-only";
import { serviceTimeoutMs } from "./service-client.ts";
import { getServiceLocation } from "./service-location.ts";

/**
 * Returns the service's own description, not validated; null if it has none or is unavailable. `baseUrl` is the
 * service's address.
 */
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
