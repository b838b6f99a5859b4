import "server-only";
import type { Client } from "#lib/client/make-client";
import type { InboxItem } from "#lib/contract/types";
import { offeredAbilities } from "./abilities.ts";
import { listInbox } from "./list-inbox.ts";

/** How the service can tell this member, and what of it does not get through; null where it tells nobody. */
export type NoticeWays = { publicKey: string; mail: boolean; troubles: InboxItem[] };

export async function readNoticeWays(client: Client): Promise<NoticeWays | null> {
  const offered = await offeredAbilities();
  if (!offered.has("getPushKey") || !offered.has("subscribePush") || !offered.has("testNotice")) return null;
  const [key, inbox] = await Promise.all([client.getPushKey(), listInbox(client, "open")]);
  if (key.error) return null;
  const troubles = (inbox.ok ?? []).filter((item) => item.kind === "notice_failed");
  return { publicKey: key.ok.public_key, mail: key.ok.mail, troubles };
}
