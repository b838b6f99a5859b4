import type { ChannelTest } from "#lib/contract/types.ts";
import { recordAuditEvent } from "#lib/service/audit/record-audit-event.ts";
import { requireChannelDetail } from "#lib/service/channels/core/channel-details.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Context } from "#lib/service/core/context.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { inTransaction } from "#lib/service/db/transaction.ts";
import type { ProbeReport, ProbeStep } from "./probe-channel.ts";
import { probeConnectedChannel } from "./probe-connected-channel.ts";

/** Proxies in front of the service usually end a request after 60 s. */
const times = { publishMs: 40_000, takeDownMs: 15_000 };
const testsPerHour = 6;
/** A platform may answer with whole pages; a person reads the beginning. */
const answerMax = 2_000;

/**
 * Probes a channel of the caller's organization and records the test in the audit log, with the addresses of what stayed
 * public.
 * @throws Refusal as `probeConnectedChannel` does, and `rate_limited`
 */
export async function testChannel(context: Context, actor: Actor, channelId: string): Promise<ChannelTest> {
  const { id, name } = await requireChannelDetail(context.pool, actor, channelId, context);
  const event = { type: "channel.test", by: actor, target: { type: "channel", id, name } } as const;
  const report = await probeConnectedChannel(context, id, times, () =>
    inTransaction(context.pool, async (tx) => {
      const { rows } = await tx.client.query<{ recent: number }>(
        `select count(*)::int as recent from audit_log
         where org_id = $1 and type = 'channel.test' and target_id = $2 and at > now() - interval '1 hour'`,
        [actor.orgId, id],
      );
      if ((rows[0]?.recent ?? 0) >= testsPerHour) {
        const message = `A channel can be tested ${testsPerHour} times in an hour. Nothing was posted. Wait a while.`;
        throw new Refusal("rate_limited", message, undefined, 600);
      }
      await recordAuditEvent(tx, event);
      // The next round of checks reads the account's limits, which its server may have changed.
      await tx.client.query("update channels set check_after = now() where id = $1 and check_after > now()", [id]);
    }),
  );
  if (report.left.length > 0) {
    await recordAuditEvent(context.pool, { ...event, detail: { still_public: report.left } });
  }
  return present(report);
}

function present({ platform, at, steps, left }: ProbeReport): ChannelTest {
  return { platform, started_at: at, steps: steps.map(presentStep), still_public: left };
}

const presentStep = ({ name, outcome, succeeded, note, exchanges }: ProbeStep): ChannelTest["steps"][number] => ({
  name,
  outcome,
  succeeded,
  note,
  exchanges: exchanges.map(({ request, answer }) => ({
    ...request,
    status: "lost" in answer ? null : answer.status,
    answer: ("lost" in answer ? answer.lost : formatBody(answer.body)).slice(0, answerMax),
  })),
});

const formatBody = (body: unknown): string => (typeof body === "string" ? body : JSON.stringify(body, null, 2));
