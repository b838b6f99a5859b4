import type { NoticeKind } from "#lib/contract/resources/notification-kinds.ts";
import type { Settings } from "#lib/contract/types.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { fillSettings } from "./member-settings.ts";

/** How a member wants to be told of one kind of notice. Letters go only where SMTP is set, push only to browsers that asked. */
export type Ways = Settings["notices"][NoticeKind];

/** How each of the members wants to be told of this kind. */
export async function readWays(
  tx: Tx,
  memberIds: readonly string[],
  kind: NoticeKind,
): Promise<(memberId: string) => Ways> {
  const { rows } = await tx.client.query<{ member_id: string; settings: Partial<Settings> }>({
    name: "notice-ways",
    text: "select member_id, settings from member_settings where member_id = any($1)",
    values: [memberIds],
  });
  const chosen = new Map(rows.map((row) => [row.member_id, row.settings]));
  return (memberId) => fillSettings(chosen.get(memberId) ?? {}).notices[kind];
}
