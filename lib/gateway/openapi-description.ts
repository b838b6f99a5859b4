import "server-only";
import { getServiceLocation, serviceTimeoutMs } from "./service-location.ts";

/** Ms for which the description of a remote service is stored: `/docs` is public, and visitors must not burden it. */
const storedMs = 5 * 60_000;
let stored: { description: unknown; untilMs: number } | null = null;

/**
 * Returns the service's own description, not validated; null if it has none or is unavailable. `baseUrl` is the address
 * for examples: visitors do not learn the address of a remote service, which may be an inside one.
 */
export async function getOpenApiDescription(): Promise<{ baseUrl: string; description: unknown }> {
  const { baseUrl, isRemote } = getServiceLocation();
  if (!isRemote) return { baseUrl, description: await fetchDescription() };
  if (!stored || stored.untilMs < Date.now()) {
    stored = { description: await fetchDescription(), untilMs: Date.now() + storedMs };
  }
  return { baseUrl: "https://service.example/v1", description: stored.description };
}

async function fetchDescription(): Promise<unknown> {
  const { baseUrl, fetch } = getServiceLocation();
  try {
    const answer = await fetch(
      new Request(`${baseUrl}/openapi.json`, { signal: AbortSignal.timeout(serviceTimeoutMs) }),
    );
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}
