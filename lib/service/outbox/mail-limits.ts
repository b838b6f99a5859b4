import { hash } from "node:crypto";
import type { Context, MailPermit } from "#lib/service/core/context.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import type { Tx } from "#lib/service/db/transaction.ts";

const hourSeconds = 3_600;
const daySeconds = 24 * hourSeconds;

/** At most `count` e-mails in `seconds`. */
type MailLimit = { count: number; seconds: number };

/**
 * The most e-mails of each type: `to` one mailbox, whoever asks, and `by` one sender, which is a member or, where nobody is
 * signed in, an address of the network. Mailboxes are typed and mostly unconfirmed, so each type that a request sends is
 * here. Notifications of the service need no count: the sixth within ten minutes waits and becomes one digest.
 */
const mailLimits = {
  test: { to: { count: 5, seconds: hourSeconds }, by: { count: 5, seconds: hourSeconds } },
  invitation: { to: { count: 3, seconds: daySeconds }, by: { count: 200, seconds: daySeconds } },
  "password reset": { to: { count: 3, seconds: hourSeconds }, by: { count: 10, seconds: hourSeconds } },
  "two-step removed": { to: { count: 3, seconds: daySeconds }, by: { count: 20, seconds: daySeconds } },
} as const satisfies Record<string, { to: MailLimit; by: MailLimit }>;

export type MailType = keyof typeof mailLimits;

type CountedMail = {
  type: MailType;
  /** The mailbox, as it was typed. */
  to: string;
  /** A member's id, or the throttle key of a network address. */
  by: string;
};

/**
 * Counts an e-mail and returns the permit that `Context.sendEmail` asks for. Call it in the transaction of what the e-mail
 * is about, so that a refusal leaves nothing behind; or on its own before that. Without a mail server nothing is counted.
 * @throws Refusal `rate_limited` when the mailbox or the sender has had too many
 */
export async function spendMail(
  client: Pick<Tx["client"], "query">,
  { type, to, by }: CountedMail,
  { clock, settings }: { clock: Context["clock"]; settings: Pick<Context["settings"], "sendsMail"> },
): Promise<MailPermit> {
  const permit = { type } as unknown as MailPermit;
  if (!settings.sendsMail) return permit;
  const limits = mailLimits[type];
  // Most mail servers put an address with a tag, such as ada+work@, into the same mailbox.
  const named = to
    .slice(0, 1_000)
    .trim()
    .toLowerCase()
    .replace(/^([^+@]*)\+[^@]*@/, "$1@");
  const mailbox = hash("sha256", named, "base64url");
  const waitSeconds = Math.max(
    await count(client, `mail ${type} by:${by}`, limits.by, clock.now()),
    await count(client, `mail ${type} to:${mailbox}`, limits.to, clock.now()),
  );
  if (waitSeconds > 0) throw new Refusal("rate_limited", formatRefusal(type, waitSeconds), undefined, waitSeconds);
  return permit;
}

/**
 * Adds one to a counter of the database, which all processes share.
 * @returns 0, or the seconds until the counter begins again when it is above its limit
 */
async function count(
  client: Pick<Tx["client"], "query">,
  key: string,
  { count: most, seconds }: MailLimit,
  now: Date,
): Promise<number> {
  const nowMs = now.getTime();
  const { rows } = await client.query<{ points: number; expire: string }>({
    name: "count-mail",
    text: `insert into sign_in_guesses as g (key, points, expire) values ($1, 1, $2)
           on conflict (key) do update set
             points = case when g.expire <= $3 then 1 else least(g.points, $4) + 1 end,
             expire = case when g.expire <= $3 then excluded.expire else g.expire end
           returning points, expire`,
    values: [key, nowMs + seconds * 1000, nowMs, most],
  });
  const [row] = rows;
  if (!row || row.points <= most) return 0;
  return Math.max(1, Math.ceil((Number(row.expire) - nowMs) / 1000));
}

const instead: Partial<Record<MailType, string>> = {
  invitation: " Or invite without an e-mail address and pass the link on.",
};

function formatRefusal(type: MailType, seconds: number): string {
  const wait = seconds < 2 * hourSeconds ? `${Math.ceil(seconds / 60)} min` : `${Math.ceil(seconds / hourSeconds)} h`;
  return `Too many e-mails of this type were sent lately. Nothing was sent or changed. Try again in ${wait}.${instead[type] ?? ""}`;
}
