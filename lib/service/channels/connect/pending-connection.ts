import { randomBytes } from "node:crypto";
import * as z from "zod";
import type { AccountChoice } from "#lib/service/channels/core/platform.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Context } from "#lib/service/core/context.ts";
import { isUuid } from "#lib/service/core/is-uuid.ts";
import { Refusal } from "#lib/service/core/refusal.ts";

/** Ms a person has to consent on the platform's page. */
export const pendingConnectionMs = 10 * 60_000;

const getSealLocation = (id: string) => `channel_connections ${id} sealed`;
const SealedConnection = z.object({
  secretPart: z.string(),
  verifier: z.string(),
  name: z.string().optional(),
  members: z.array(z.string()).nullable().optional(),
  /** The accounts of the sign-in while its member chooses one; sealed like account secrets. */
  choices: z.array(z.custom<AccountChoice["choose"][number]>()).optional(),
  /** State of a sign-in at the account's own server until its answer arrives. */
  signIn: z.record(z.string(), z.string()).optional(),
});

type PendingConnectionInput = {
  platform: string;
  host: string;
  name?: string | undefined;
  members?: readonly string[] | null | undefined;
  channel_id?: string | undefined;
  choices?: AccountChoice["choose"];
  signIn?: Readonly<Record<string, string>>;
};

/** A connection that is about to begin: its row is stored just before the request to the platform. */
export type NewPendingConnection = { id: string; secretPart: string; verifier: string; state: string };

export function createPendingConnection({ clock }: Pick<Context, "clock">): NewPendingConnection {
  const [id, secretPart, verifier] = [clock.newId(), random(), random()];
  return { id, secretPart, verifier, state: `${id}.${secretPart}` };
}

const random = () => randomBytes(32).toString("base64url");

/** Stores a pending connection, which belongs to its member and lasts ten minutes. */
export async function savePendingConnection(
  { clock, pool, sealer }: Pick<Context, "clock" | "pool" | "sealer">,
  actor: Actor,
  { id, secretPart, verifier }: NewPendingConnection,
  input: PendingConnectionInput,
): Promise<void> {
  const pending: z.input<typeof SealedConnection> = { secretPart, verifier };
  if (input.name !== undefined) pending.name = input.name;
  if (input.members !== undefined) pending.members = input.members === null ? null : [...input.members];
  if (input.choices) pending.choices = [...input.choices];
  if (input.signIn) pending.signIn = { ...input.signIn };
  const now = clock.now();
  await pool.query("delete from channel_connections where ends_at < $1", [now]);
  await pool.query(
    `insert into channel_connections (id, org_id, member_id, platform, host, channel_id, sealed, ends_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      ...[id, actor.orgId, actor.memberId, input.platform, input.host, input.channel_id ?? null],
      ...[sealer.seal(JSON.stringify(pending), getSealLocation(id)), new Date(now.getTime() + pendingConnectionMs)],
    ],
  );
}

export type PendingConnection = Awaited<ReturnType<typeof consumePendingConnection>>;

/** Returns a pending connection and deletes its row: the first answer of its member uses it up. */
export async function consumePendingConnection(context: Context, actor: Actor, state: string) {
  const [id = "", secretPart] = state.split(".");
  if (!isUuid(id)) throw connectionExpired();
  const { rows } = await context.pool.query<{
    platform: string;
    host: string;
    channel_id: string | null;
    sealed: string;
  }>(
    `delete from channel_connections where id = $1 and org_id = $2 and member_id = $3 and ends_at > $4
     returning platform, host, channel_id, sealed`,
    [id, actor.orgId, actor.memberId, context.clock.now()],
  );
  const opened = rows[0] ? context.sealer.open(rows[0].sealed, getSealLocation(id)) : null;
  if (!rows[0] || opened === null) throw connectionExpired();
  const pending = SealedConnection.parse(JSON.parse(opened));
  if (pending.secretPart !== secretPart) throw connectionExpired();
  const { platform, host, channel_id: channelId } = rows[0];
  return { platform, host, channelId, ...pending };
}

export const connectionExpired = () =>
  new Refusal(
    "not_found",
    "This sign-in expired, was already used, or was started by someone else. Check whether the account is among the channels; if not, start again.",
  );
