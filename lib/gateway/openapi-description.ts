import "server-only";
import { requireAppRuntime } from "#lib/embedded-service.ts";
import { getServiceLocation, serviceTimeoutMs } from "./service-location.ts";

/** Ms for which the description of a remote service is stored: `/docs` is public, and visitors must not burden it. */
const storedMs = 5 * 60_000;
let stored: { description: unknown; untilMs: number } | null = null;

export type OpenApiSource = {
  /** Address for examples: visitors do not learn the address of a remote service, which may be an inside one. */
  baseUrl: string;
  /** The service's own description, not validated; null if it has none or is unavailable. */
  description: unknown;
  /** Returns the documented endpoints alone, for a service without a description. */
  fallback: () => unknown;
  isRemote: boolean;
};

/** Returns the descriptions of the service that this dashboard shows. */
export async function getOpenApiDescription(): Promise<OpenApiSource> {
  const { baseUrl, isRemote } = getServiceLocation();
  if (!isRemote) return toSource(baseUrl, await fetchDescription(), isRemote);
  if (!stored || stored.untilMs < Date.now()) {
    stored = { description: await fetchDescription(), untilMs: Date.now() + storedMs };
  }
  return toSource("https://service.example/v1", stored.description, isRemote);
}

function toSource(baseUrl: string, description: unknown, isRemote: boolean): OpenApiSource {
  const { describeDocumentedApi } = requireAppRuntime().documents;
  return { baseUrl, description, fallback: () => JSON.parse(describeDocumentedApi(baseUrl)), isRemote };
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
