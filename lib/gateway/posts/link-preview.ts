import "server-only";
import type { ServiceClient } from "#lib/client/create-client.ts";
import type { Result } from "#lib/contract/errors.ts";
import type { LinkPreview } from "#lib/contract/types.ts";
import { getServiceCapabilities } from "#lib/gateway/service-capabilities.ts";

/**
 * Reads the page of a link for its card. A page without a card is an answer; `why` is null where the service makes no
 * cards.
 */
export async function readLinkPreview(
  client: ServiceClient,
  url: string,
): Promise<Result<{ page: LinkPreview | null; why: string | null }>> {
  if (!(await getServiceCapabilities()).has("readLinkPreview")) return { ok: { page: null, why: null } };
  const { ok, error } = await client.readLinkPreview({ url });
  if (ok) return { ok: { page: ok, why: null } };
  return error.code === "invalid_request" ? { ok: { page: null, why: error.message } } : { error };
}
