import { randomUUID } from "node:crypto";
import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";
import type { Platform } from "#lib/service/channels/core/platform.ts";
import type { Context } from "#lib/service/core/context.ts";
import { minuteMs } from "#lib/time/time-units.ts";

/** Path below which this server proves who it is; images have the same beginning, so a proxy treats both alike. */
export const addressProofPath = "/media/reachable/";
const location = "image address";

/**
 * Tells if this server reaches its own public address, from which the platform fetches images. A one-time token goes
 * there and back: only this installation can open it, so another server at that address is noticed too. A server can't
 * see itself from the internet, so a success proves little, while a private address or a failure is worth a sentence.
 * @returns null if the address works or the platform fetches nothing
 */
export async function findImageAddressProblem(
  { settings, sealer, clock, readOutside }: Pick<Context, "settings" | "sealer" | "clock" | "readOutside">,
  platform: Pick<Platform, "connector" | "fetchesImages">,
): Promise<string | null> {
  if (!platform.fetchesImages) return null;
  const proof = { id: randomUUID(), endsAtMs: clock.now().getTime() + minuteMs };
  const token = sealer.seal(JSON.stringify(proof), location);
  const answer = await readOutside(`${settings.origin}${addressProofPath}${token}`, 256);
  if ("bytes" in answer && Buffer.from(answer.bytes).toString() === proof.id) return null;
  const why = "why" in answer ? answer.why : "Another server answered there.";
  const name = formatPlatformName(platform.connector.slug);
  return `${name} fetches images from this server, but ${settings.origin} couldn't be reached from here. ${why} Posts with images will probably fail until PUBLIC_URL is an address on the internet.`;
}

/** Answers a token with the id in it; null for a token that this installation did not make within the last minute. */
export function answerAddressProof({ sealer, clock }: Pick<Context, "sealer" | "clock">, token: string): string | null {
  const opened = sealer.open(token, location);
  if (opened === null) return null;
  const { id, endsAtMs } = JSON.parse(opened) as { id: string; endsAtMs: number };
  return endsAtMs >= clock.now().getTime() ? id : null;
}
