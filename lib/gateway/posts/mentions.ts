import "server-only";
import type { ServiceClient } from "#lib/client/create-client.ts";
import type { Result } from "#lib/contract/errors.ts";
import type { MentionedAccount } from "#lib/contract/types.ts";
import { getServiceCapabilities } from "#lib/gateway/service-capabilities.ts";

/** Lists accounts that a text can mention; none if the service has no search. */
export async function listMentions(
  client: ServiceClient,
  query: { q: string; channel: string[] },
): Promise<Result<readonly MentionedAccount[]>> {
  return (await getServiceCapabilities()).has("listMentions") ? client.listMentions(query) : { ok: [] };
}
