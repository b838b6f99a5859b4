import type { NotificationKind } from "#lib/contract/resources/notification-kinds.ts";
import type { MemberSettings } from "#lib/contract/types.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { withDefaultSettings } from "./member-settings.ts";

/** How a member wants to be told of one kind of notice. Letters go only where SMTP is set, push only to browsers that asked. */
export type NotificationPreference = MemberSettings["notices"][NotificationKind];

/** How each of the members wants to be told of this kind. */
export async function getNotificationPreferencesByMember(
  tx: Tx,
  memberIds: readonly string[],
  kind: NotificationKind,
): Promise<(memberId: string) => NotificationPreference> {
  const { rows } = await tx.client.query<{ member_id: string; settings: Partial<MemberSettings> }>({
    name: "notice-ways",
    text: "select member_id, settings from member_settings where member_id = any($1)",
    values: [memberIds],
  });
  const chosen = new Map(rows.map((row) => [row.member_id, row.settings]));
  return (memberId) => withDefaultSettings(chosen.get(memberId) ?? {}).notices[kind];
}
