import "server-only";
import { cache } from "react";
import type { SendingPause } from "#lib/contract/types.ts";
import { getServiceCapabilities } from "./service-capabilities.ts";
import { getIdentity, getServiceClient } from "./service-client.ts";

/** Lists what is paused now; nothing where the service can't pause, or does not answer. */
export const listSendingPauses = cache(async (): Promise<SendingPause[]> => {
  if (!(await getServiceCapabilities()).has("listSendingPauses")) return [];
  return (await (await getServiceClient()).listSendingPauses()).ok ?? [];
});

/** Returns true if this member may pause and resume sending. */
export const canPauseSending = cache(async (): Promise<boolean> => {
  const [offered, me] = await Promise.all([getServiceCapabilities(), getIdentity()]);
  return offered.has("pauseSending") && (me.ok?.scopes.includes("channels:write") ?? false);
});
